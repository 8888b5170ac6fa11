// @ts-check
/** The chronicle as an after-action report: plain text to keep, and a page to print. Both are made here, from one list. */

import { el } from "../shell/dom.js";
import { allRemarks, remarkText, remarksOn } from "../history/remarks.js";
import { isCard, isMarch, entriesOf, lineOf, together } from "./entries.js";

/**
 * @typedef {import("./entries.js").Entry} Entry
 * @typedef {{level: "chapter" | "line" | "detail" | "remark", text: string}} Line
 * @typedef {{name: string, from: number, to: number}} Chapter
 */

/**
 * The lines of a report: each chapter, in it each march, battle and event, with the arithmetic of battles and the
 * remarks that this reader may see.
 * @param {import("../shell/store.js").Store} store @param {Chapter[]} chapters @param {(place: string) => string} name
 * @returns {Promise<Line[]>}
 */
export async function linesOf(store, chapters, name) {
  /** @type {Line[]} */
  const found = [];
  await allRemarks();
  for (const chapter of chapters) {
    const entries = await entriesOf(store, chapter.from, chapter.to, false);
    let last = chapter.from;
    /** The remarks on the events up to one. @param {number} to @returns {Line[]} */
    const remarked = (to) => {
      const from = last;
      last = Math.max(last, to + 1);
      return remarksOn(from, to).map((each) => ({ level: "remark", text: `Event ${each.version}, ${remarkText(each)}` }));
    };
    const said = together(entries).flatMap((group) => [
      ...remarked(group[0].version - 1),
      ...saidOf(group, name),
      ...remarked(group[group.length - 1].version),
    ]);
    said.push(...remarked(chapter.to));
    if (said.length) found.push({ level: "chapter", text: chapter.name }, ...said);
  }
  return found;
}

/** @param {Entry[]} group @param {(place: string) => string} name @returns {Line[]} */
function saidOf(group, name) {
  const head = /** @type {Line} */ ({ level: "line", text: lineOf(group, name) });
  if (isMarch(group)) return [head];
  if (!isCard(group)) return [head, ...details(group[0])];
  return [head, ...group.flatMap((entry) => [/** @type {Line} */ ({ level: "detail", text: clausedOf(entry) }), ...details(entry)])];
}

/** @param {Entry} entry */
const clausedOf = ({ text, rule }) => (rule ? `${text} (${rule})` : text);

/** @param {Entry} entry @returns {Line[]} */
const details = ({ details: of = [] }) => of.map((text) => ({ level: "detail", text }));

const BEGINS = { line: "* ", detail: "    ", remark: "    > " };

/** A report as plain text. @param {string} title @param {Line[]} lines */
export function textOf(title, lines) {
  const said = lines.map(({ level, text }) =>
    level === "chapter" ? `\n${text}\n${"-".repeat(text.length)}` : `${BEGINS[level]}${text.replaceAll("\n", "\n      ")}`,
  );
  return `${title}\n${"=".repeat(title.length)}\n${said.join("\n")}\n`;
}

/** Keep a text as a file of the reader's. @param {string} name @param {string} text */
export function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Print a report: alone on its page, which goes when it is printed. @param {string} title @param {Line[]} lines */
export function print(title, lines) {
  const page = el(
    "section",
    { class: "printed", "aria-label": "After-action report" },
    el("h1", {}, title),
    ...lines.map(({ level, text }) => el(level === "chapter" ? "h2" : "p", { class: level }, text)),
  );
  document.body.append(page);
  document.body.classList.add("prints");
  addEventListener(
    "afterprint",
    () => {
      page.remove();
      document.body.classList.remove("prints");
    },
    { once: true },
  );
  window.print();
}
