// @ts-check
/** Remarks on the events of the line that is shown: asked for, kept, and given to what shows them. */

import { el, words } from "../shell/dom.js";

const PART = 500; // remarks at once
const REST = 20_000; // milliseconds between two looks

/**
 * @typedef {{place?: string, from?: string, to?: string}} Mark
 * @typedef {{number: number, timeline: string, version: number, text: string, sign: string, marks: Mark[],
 *   title: string, for: string, seat: string, name: string, made_at: string, edited_at: string | null, own: boolean}} Remark
 * @typedef {ReturnType<typeof createRemarks>} Remarks
 */

/** For whom a remark is, as a choice. */
export const AUDIENCES = {
  me: "Only me",
  seats: "Both seats",
  after_end: "All, after the end",
  all: "All readers",
};
export const SIGNS = { "": "No sign", "!!": "!! brilliant", "!": "! good", "!?": "!? interesting", "?!": "?! doubtful", "?": "? mistake", "??": "?? blunder" };

/** @type {Remarks | null} */
let shown = null;

/** The remarks on a stretch of events, as they are known now. @param {number} from @param {number} to @returns {Remark[]} */
export const remarksOn = (from, to) =>
  (shown?.events() ?? []).filter((at) => at >= from && at <= to).flatMap((at) => shown?.on(at) ?? []);

/** Know the remarks of the whole line, for a report of it. */
export const allRemarks = () => shown?.learn() ?? Promise.resolve();

/** What one remark says in a line of text. @param {Remark} remark */
export function remarkText({ title, sign, text, name, seat, marks }) {
  const who = name || (seat ? words(seat) : "a reader");
  const marked = marks.map((mark) => mark.place ?? `${mark.from} to ${mark.to}`).join(", ");
  const said = [title && `${title}:`, sign, text, marked && `[${marked}]`].filter(Boolean).join(" ");
  return `${who}: ${said}`;
}

/** A remark as nodes. @param {Remark} remark */
export function remarkNode(remark) {
  const audience = remark.for === "all" ? "" : ` · ${AUDIENCES[/** @type {keyof typeof AUDIENCES} */ (remark.for)]}`;
  const who = remark.own ? "you" : remark.name || (remark.seat ? words(remark.seat) : "a reader");
  return el(
    "li",
    { class: "remark" },
    remark.title ? el("b", { class: "title" }, remark.title) : null,
    remark.sign ? el("b", { class: "sign" }, remark.sign) : null,
    el("span", { class: "text" }, remark.text),
    el("span", { class: "meta" }, ` ${who}${audience}${remark.edited_at ? " · edited" : ""}`),
  );
}

/** Show the remarks on a stretch of events with what the chronicle says of it. @param {HTMLElement} row @param {number} from @param {number} to */
export function attach(row, from, to) {
  row.dataset.remarked = `${from} ${to}`;
  const found = remarksOn(from, to);
  row.querySelector(":scope > .remarks")?.remove();
  if (found.length) row.append(el("ul", { class: "remarks" }, ...found.map(remarkNode)));
}

/** @param {{store: import("../shell/store.js").Store, changed: () => void}} given `changed` is called when there are others */
export function createRemarks({ store, changed }) {
  /** @type {Map<number, Remark[]>} */
  let byEvent = new Map();
  let key = "";
  let line = "";
  let mayWrite = false;
  let asked = 0;

  async function learn() {
    const { timeline } = store.state.where;
    const mine = (asked += 1);
    /** @type {Remark[]} */
    const items = [];
    let cursor = null;
    let writes = false;
    try {
      do {
        const query = { timeline, limit: PART, cursor };
        const part = await store.api.ask(`${store.path}/remarks`, { query });
        items.push(...part.items);
        cursor = part.next;
        writes = part.may_write;
      } while (cursor);
    } catch {
      return; // what is known stays; the next look may get more
    }
    if (mine !== asked || timeline !== store.state.where.timeline) return;
    const now = JSON.stringify([timeline, writes, items]);
    if (now === key) return;
    [key, line, mayWrite] = [now, timeline, writes];
    byEvent = new Map();
    items.sort((one, other) => one.made_at.localeCompare(other.made_at));
    for (const each of items) byEvent.set(each.version, [...(byEvent.get(each.version) ?? []), each]);
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-remarked]"))) {
      const [from, to] = (row.dataset.remarked ?? "").split(" ").map(Number);
      attach(row, from, to);
    }
    changed();
  }

  let before = store.state.where.timeline;
  store.subscribe(({ where }, what) => {
    if (what === "game" || (what === "position" && where.timeline !== before)) void learn();
    before = where.timeline;
  });
  setInterval(() => document.hidden || void learn(), REST);
  const made = {
    learn,
    /** @param {number} version @returns {Remark[]} */
    on: (version) => (line === store.state.where.timeline ? (byEvent.get(version) ?? []) : []),
    /** The events that have any, in order. */
    events: () => [...byEvent.keys()].sort((one, other) => one - other),
    mayWrite: () => mayWrite,
  };
  shown = made;
  void learn();
  return made;
}
