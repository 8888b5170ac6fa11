// @ts-check
/** What the other side did, on one screen: announcements, results, one line a march, what changed hands. */

import { lineOf } from "../chronicle/entries.js";
import { item } from "../chronicle/items.js";
import { clause, linked } from "../shell/clauses.js";
import { el } from "../shell/dom.js";
import { placesOf, sideName } from "../shell/manifest.js";

/**
 * @typedef {import("./happenings.js").Happening} Happening
 * @typedef {import("../shell/panels.js").Around} Around
 */

/**
 * The parts of it, those that have anything.
 * @param {Happening[]} of @param {Around} around @param {(happening: Happening) => void} point goes to one on the map
 * @returns {Node[]}
 */
export function digest(of, around, point) {
  const name = (/** @type {string} */ place) => around.board.chart.fullName(place);
  const kind = (/** @type {string} */ wanted) => of.filter((each) => each.kind === wanted);
  const goes = (/** @type {Happening} */ each) => {
    const text = lineOf(each.entries, name);
    const known = each.place && around.board.placeAt(each.place);
    const line = known
      ? el("button", { type: "button", class: "line", on: { click: () => point(each) } }, text)
      : el("span", {}, ...linked(text));
    const made = el("li", { class: each.side ? `of ${each.side}` : "" }, line);
    made.dataset.first = String(each.first);
    return made;
  };
  const results = kind("result");
  const marches = kind("march");
  return [
    ...list("", kind("announced").map((each) => el("li", {}, ...linked(lineOf(each.entries, name)), " ", clauseOf(each)))),
    ...list("Results", results.map((each) => resultOf(each, around, results.length === 1, point)), "results"),
    ...list(marches.length === 1 ? "1 march" : `${marches.length} marches`, marches.map(goes)),
    ...takenIn(of, name),
    ...folded("Also", kind("other").map(goes), !results.length && !marches.length),
  ];
}

/** @param {Happening} each */
const clauseOf = ({ entries }) => (entries[0].rule ? clause(entries[0].rule) : "");

/** @param {string} title @param {HTMLElement[]} lines @param {string} [look] @returns {Node[]} */
const list = (title, lines, look = "lines") =>
  lines.length ? [...(title ? [el("h3", {}, title)] : []), el("ol", { class: look }, ...lines)] : [];

/** @param {string} title @param {HTMLElement[]} lines @param {boolean} open where there is nothing else @returns {Node[]} */
const folded = (title, lines, open) =>
  lines.length
    ? [el("details", { class: "figures", open }, el("summary", {}, `${title} (${lines.length})`), el("ol", { class: "lines" }, ...lines))]
    : [];

/**
 * A result as one line, with its card below it.
 * @param {Happening} each @param {Around} around @param {boolean} open @param {(happening: Happening) => void} point
 */
function resultOf(each, around, open, point) {
  const name = (/** @type {string} */ place) => around.board.chart.fullName(place);
  const card = el("ol", { class: "chronicle" });
  const fold = el("details", { open }, el("summary", {}, lineOf(each.entries, name)), card);
  const fill = () => void (fold.open && !card.childElementCount && card.append(item(each.entries, around, { open: true })));
  fold.addEventListener("toggle", () => {
    fill();
    if (fold.open) point(each);
  });
  fill();
  const made = el("li", { class: each.side ? `of ${each.side}` : "" }, fold);
  made.dataset.first = String(each.first);
  return made;
}

/** What changed hands, a line a side. @param {Happening[]} of @param {(place: string) => string} name @returns {Node[]} */
function takenIn(of, name) {
  /** @type {Map<string, string>} */
  const holder = new Map();
  for (const entry of of.flatMap((each) => each.entries))
    for (const place of entry.takes ?? []) holder.set(place, entry.side ?? "");
  const sides = [...new Set(holder.values())];
  const lines = sides.map((side) => {
    const places = [...holder].filter(([, by]) => by === side).map(([place]) => place);
    const named = places.map(name).filter((each, at) => each !== places[at]);
    const text = named.length ? `: ${named.slice(0, 8).join(", ")}${named.length > 8 ? " …" : ""}` : "";
    return el("li", { class: side ? `of ${side}` : "" }, `${sideName(side)} has taken ${placesOf(places.length)}${text}`);
  });
  return list("Changed hands", lines);
}
