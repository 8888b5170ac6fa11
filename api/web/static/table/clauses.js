// @ts-check
/** Clauses of the rulebook: wherever one is named, its text is a click away. */

import { el } from "./dom.js";

/** A clause in running text: "(9.3/4)", "(TEC/1)", "(9.4)"; or the number of a hex. */
const NAMED = /\((\d+(?:\.\d+)+(?:\/\d+)?|[A-Z]{2,4}\/\d+)\)|\b(\d{4})\b/g;
const DICE = /\b(die|dice) (\d(?:(?:, | and | \+ )\d)*)/;

/** @type {Promise<Map<string, any>> | null} */
let book = null;
/** @type {{api: import("../board/api.js").Api, ruleset: string} | null} */
let shelf = null;
/** @typedef {{has: (hex: string) => boolean, go: (hex: string) => void}} Places */
/** @type {Places | null} */
let map = null;

/** Say where the clauses are to be had. @param {import("../board/api.js").Api} api @param {string} ruleset */
export function openBook(api, ruleset) {
  shelf = { api, ruleset };
  book = null;
}

/**
 * Say which numbers in a text are hexes, and what a click on one does.
 * @param {Places} places
 */
export function openMap(places) {
  map = places;
}

/** @returns {Promise<Map<string, any>>} */
function clauses() {
  if (!shelf) return Promise.reject(new Error("No rulebook was opened."));
  const asked = shelf.api.once(`/rulesets/${encodeURIComponent(shelf.ruleset)}/clauses`);
  book ??= asked.then((told) => new Map(told.items.map((/** @type {any} */ each) => [each.id, each])));
  book.catch(() => (book = null));
  return book;
}

/** A button that shows a clause. @param {string} id */
export const clause = (id) =>
  el(
    "button",
    {
      type: "button",
      class: "clause",
      title: `Clause ${id}`,
      "aria-label": `Clause ${id}`,
      on: { click: () => void showClause(id) },
    },
    id,
  );

/** A button that goes to a hex. @param {string} hex */
const place = (hex) =>
  el("button", { type: "button", class: "place", on: { click: () => map?.go(hex) } }, hex);

/**
 * Text with its clauses and hexes as buttons and its dice as dice.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function told(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(NAMED)) {
    const [, rule, hex] = found;
    if (hex && !map?.has(hex)) continue;
    parts.push(...withDice(text.slice(from, found.index)), rule ? clause(rule) : place(hex));
    from = found.index + found[0].length;
  }
  return [...parts, ...withDice(text.slice(from))];
}

/** @param {string} text @returns {(Node | string)[]} */
function withDice(text) {
  const found = DICE.exec(text);
  if (!found) return text ? [text] : [];
  const faces = [...found[2].matchAll(/\d/g)].map(([face]) =>
    el("span", { class: "die", "aria-hidden": "true" }, face),
  );
  return [
    text.slice(0, found.index),
    ...faces,
    el("span", { class: "said" }, `${found[0]}`),
    ...withDice(text.slice(found.index + found[0].length)),
  ];
}

/** Show a clause, or all of a paragraph ("9.4") that a text names. @param {string} id */
export async function showClause(id) {
  const dialog = el("dialog", { class: "clauses", "aria-label": `Clause ${id}` });
  const close = el(
    "button",
    { type: "button", class: "close", on: { click: () => dialog.close() } },
    "Close",
  );
  const body = el("div", {}, "…");
  dialog.append(el("h2", {}, id.includes("/") ? `Clause ${id}` : `Paragraph ${id}`), body, close);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  try {
    const all = await clauses();
    const found = all.has(id)
      ? [all.get(id)]
      : [...all.values()].filter((each) => each.id.startsWith(`${id}/`));
    body.replaceChildren(
      ...(found.length ? found.map(entry) : [el("p", {}, "This build has no text of it.")]),
    );
  } catch (error) {
    body.replaceChildren(
      el("p", {}, `The clauses did not come: ${error instanceof Error ? error.message : error}`),
    );
  }
}

/** @param {{id: string, text: string, code: string[], waived: string | null}} each */
const entry = (each) =>
  el(
    "section",
    {},
    el("h3", {}, each.id),
    el("p", {}, each.text),
    each.waived ? el("p", { class: "meta" }, `Asks for nothing here: ${each.waived}`) : null,
    each.code.length
      ? el(
          "details",
          {},
          el("summary", {}, "Where it is carried out"),
          el("ul", {}, ...each.code.map((place) => el("li", {}, el("code", {}, place)))),
        )
      : null,
  );
