// @ts-check
/** Everything true of a place: who holds it, what is there, its ground, sides and lines. */

import { groundSaid, holder, partName } from "../board/stacks.js";
import { inches } from "../board/outline.js";
import { unitSaid } from "../play/looking.js";
import { blocksOf } from "./blocks.js";
import { clause } from "./clauses.js";
import { el, words } from "./dom.js";
import { manifest, placeIn, placeNoun, pointsOf, sideName, sides } from "./manifest.js";
import { filled } from "./template.js";

/** @typedef {import("./panels.js").Around} Around @typedef {import("../board/sheet.js").Term} Term */

/** @param {HTMLElement} pane @param {Around} around */
export function drawPlace(pane, around) {
  const id = around.place();
  const place = id ? around.board.placeAt(id) : null;
  if (!place) {
    pane.replaceChildren(
      el("h2", {}, `No ${placeNoun()} chosen`),
      el("p", {}, `Click a ${placeNoun()}, or move the cursor with the arrow keys and press Enter.`),
    );
    return;
  }
  const { chart } = around.board;
  const { views } = around.store.state;
  const { board } = manifest();
  const side = holder(views, place, board.region);
  const region = board.region ? groundSaid(chart, place, board).at(-1) : "";
  const held = views.scene?.holders ? (side ? `held by the ${sideName(side)}` : "held by nobody") : "";
  const many = (place.names ?? []).filter((name) => name !== place.name);
  const ground = printed(board.ground ?? [], place, chart.data.terms);
  const edges = edgesOf(place.id, around);
  pane.replaceChildren(
    el("h2", {}, place.name ? `${place.name} ` : "", el("span", { class: "number" }, spotSaid(place, around))),
    el(
      "p",
      { class: "meta" },
      [region, held].filter(Boolean).join(", "),
      many.length ? `; also ${many.join(", ")}` : "",
    ),
    march(place.id, around),
    ...unitOf(place.id, around),
    ...forces(place.id, around),
    ...blocksOf(views.places?.places?.[place.id] ?? [], around),
    history(place.id, around),
    ...(ground.length ? [el("h3", {}, "Ground"), el("dl", { class: "terms" }, ...ground)] : []),
    ...(edges.length ? [el("h3", {}, "Beside it"), el("ul", { class: "plain sides" }, ...edges)] : []),
    ...lines(place.id, around),
  );
}

/** The id of a place; on a free table how far it is from the edges. @param {import("../board/sheet.js").Place} place @param {Around} around */
function spotSaid({ id, x, y }, { board }) {
  const table = board.tabletop.table;
  if (!table) return id;
  return `${inches(x, table.inch)}″ east, ${inches(table.height - y, table.inch)}″ north`;
}

/** The unit of a free table that is here, with what it sees. @param {string} id @param {Around} around */
function unitOf(id, { board, store }) {
  const figure = board.tabletop.table?.figures?.find((each) => each.place === id);
  if (!figure) return [];
  const look = store.state.views[manifest().board.sights ?? ""]?.units?.[figure.key] ?? null;
  return unitSaid(figure, look, (key) => board.tabletop.figure(key)?.name ?? key).filter((each) => each !== null);
}

/** A force here that may march, to be ordered to. @param {string} id @param {Around} around */
function march(id, { play }) {
  if (!play?.movable(id)) return "";
  const go = el(
    "button",
    { type: "button", class: "answer", on: { click: () => play.march(id) } },
    "March from here",
  );
  return el("p", {}, go);
}

/** @type {typeof import("../chronicle/reasons.js").why | null} */
let draws = null;

/** The events that made it what it is: their words are fetched when a place is first looked at. @param {string} id @param {Around} around */
function history(id, around) {
  const asked = manifest().place_why;
  if (!asked) return "";
  const keep = (/** @type {any} */ entry) =>
    placeIn(entry) === id || (asked.everywhere ?? []).includes(entry.type);
  if (draws) return draws(around, { ...asked, keep });
  const section = el("section", {});
  void import("../chronicle/reasons.js")
    .then(({ why }) => section.replaceChildren((draws = why)(around, { ...asked, keep })))
    .catch(() => section.replaceChildren());
  return section;
}

/**
 * What is printed of a place or a side, line by line.
 * @param {import("./manifest.js").Ground[]} lines_ @param {Record<string, any>} record
 * @param {Record<string, Record<string, Term>>} [terms] @param {boolean} [added] costs are added to another's
 */
function printed(lines_, record, terms = {}, added = false) {
  return lines_.flatMap(({ field, group, kind, text = "" }) => {
    const value = record[field];
    if (value === undefined || value === null || value === false || value === "") return [];
    return term(terms[group]?.[kind || value], filled(text, record), added);
  });
}

/**
 * A term of the map with its cost and its clauses.
 * @param {Term | undefined} of @param {string} more @param {boolean} added
 */
function term(of, more, added) {
  if (!of) return [];
  const points = of.cost === undefined ? "" : `${added ? "+" : ""}${pointsOf(of.cost)}`;
  const says = [more, points].filter(Boolean).join(", ");
  return [el("dt", {}, of.label), el("dd", {}, says ? `${says} ` : "", ...of.rules.map(clause))];
}

/** The places beside it, and what lies between. @param {string} id @param {Around} around */
function edgesOf(id, { board, choose }) {
  const { chart } = board;
  return chart.around(id).map((near) => {
    const side = chart.between(id, near);
    // a loop is described in the place that it bends round
    const record = side?.loop && side.loop !== id ? { ...side, loop: null } : side;
    const terms = record ? printed(manifest().board.edge ?? [], record, chart.data.terms, true) : [];
    const go = el(
      "button",
      { type: "button", class: "place", on: { click: () => choose(near) } },
      chart.fullName(near),
    );
    const direction = chart.direction(id, near);
    const compass = direction ? el("b", { class: "compass" }, direction) : null;
    return el("li", {}, compass, go, terms.length ? el("dl", { class: "terms" }, ...terms) : null);
  });
}

/** @param {string} id @param {Around} around */
function lines(id, { board }) {
  const { chart } = board;
  const found = chart.linesAt(id);
  if (!found.length) return [];
  const kinds = chart.data.terms?.lines ?? {};
  const rows = found.flatMap((line) => term(kinds[line.status] ?? kinds[line.kind], line.name, false));
  return [el("h3", {}, "Lines"), el("dl", { class: "terms" }, ...rows)];
}

/** What is there, side by side. @param {string} id @param {Around} around */
function forces(id, { board }) {
  return sides().flatMap((side) => {
    const stack = board.stacks().get(`${side} ${id}`);
    if (!stack) return [];
    const rows = (stack.parts ?? []).map((part) =>
      el("li", {}, el("b", {}, partName(part)), (part.says ?? []).map((each) => `, ${each}`).join("")),
    );
    return [
      el("h3", {}, el("span", { class: `side ${side}` }, words(side))),
      el("ul", { class: "plain" }, ...rows),
    ];
  });
}
