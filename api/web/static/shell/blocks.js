// @ts-check
/** Blocks: headings, tracks, facts, tables and folds, drawn from data (domain/kernel/drawing/blocks.py says what each has). */

import { clause, linked } from "./clauses.js";
import { el } from "./dom.js";
import { track } from "./tracks.js";

/**
 * @typedef {{block: string, [member: string]: any}} Block
 * @typedef {import("./panels.js").Around} Around
 * @typedef {string | Record<string, any> | any[]} Said
 * @typedef {(around: Around, block: any) => Node} DrawsWhy
 */

/** Which folds are open, so that they stay so when a panel is drawn again. @type {Set<string>} */
const open = new Set();

/**
 * Blocks as nodes. `why` draws the folds of events that a number comes from; they are left out without it.
 * @param {Block[]} blocks @param {Around} around @param {DrawsWhy} [why]
 * @returns {Node[]}
 */
export const blocksOf = (blocks, around, why) =>
  blocks.flatMap((block) => {
    const drawn = DRAWS[block.block]?.(block, around, why);
    return drawn ? [drawn] : [];
  });

/** @type {Record<string, (block: any, around: Around, why?: DrawsWhy) => Node | null>} */
const DRAWS = {
  heading: ({ level, text }) => el(level === 3 ? "h3" : "h2", {}, text),
  text: ({ said }, around) => el("p", { class: "meta" }, ...saidOf(said, around)),
  track: ({ boxes, title }) => track(boxes, title),
  legend: ({ signs }) =>
    el(
      "p",
      { class: "legend small" },
      ...signs.map((/** @type {[string, string]} */ [mark, text]) =>
        el("span", {}, mark ? el("i", { class: `pawn-key ${mark}`, "aria-hidden": "true" }) : null, text),
      ),
    ),
  facts: ({ rows }, around) =>
    el(
      "dl",
      { class: "facts" },
      ...rows.flatMap((/** @type {[string, Said]} */ [name, said]) => [
        el("dt", {}, name),
        el("dd", {}, ...saidOf(said, around)),
      ]),
    ),
  list: ({ items, look }, around) =>
    el(
      "ul",
      { class: look === "columns" ? "plain columns" : look },
      ...items.map((/** @type {any} */ said) =>
        el("li", { class: said.term ? "term" : "" }, ...saidOf(said.term ?? said, around)),
      ),
    ),
  table: tableOf,
  fold: ({ title, blocks }, around, why) => foldOf(title, "figures", () => blocksOf(blocks, around, why)),
  why: (block, around, why) => why?.(around, block) ?? null,
  chart: () => null, // drawn with the group of entries that it belongs to
};

/**
 * A fold that stays as it was left.
 * @param {string} title @param {string} look @param {() => Node[]} make @param {string} [key]
 */
export function foldOf(title, look, make, key = title) {
  const fold = el("details", { class: look, open: open.has(key) }, el("summary", {}, title), ...make());
  fold.addEventListener("toggle", () => void (fold.open ? open.add(key) : open.delete(key)));
  return fold;
}

/**
 * What is said in a cell or a line, as nodes.
 * @param {Said} said @param {Around} around
 * @returns {(Node | string)[]}
 */
export function saidOf(said, around) {
  if (Array.isArray(said)) return said.flatMap((each) => saidOf(each, around));
  if (typeof said === "string") return [said];
  if (said.clause) return [clause(said.clause)];
  if (said.line) return [el("div", {}, ...saidOf(said.line, around))];
  if (said.bad) return [el("div", { class: "bad" }, said.bad)];
  if (said.strong) return [el("b", {}, said.strong)];
  if (said.side) return [el("b", { class: `side ${said.side}` }, said.text)];
  if (said.swatch) return [el("span", { class: `swatch ${said.swatch}` })];
  if (said.die) return [dieOf(said.die)];
  if (said.term) return saidOf(said.term, around);
  if (said.place)
    return [
      el(
        "button",
        { type: "button", class: "place", on: { click: () => around.choose(said.place) } },
        said.text,
      ),
    ];
  return linked(String(said.text ?? ""));
}

/** A die as it fell. @param {number} face */
const dieOf = (face) =>
  el(
    "span",
    { class: "rolled" },
    el("span", { class: "die", "aria-hidden": "true" }, String(face)),
    el("span", { class: "hush" }, `die ${face}`),
  );

/** @param {any} block @param {Around} around */
export function tableOf({ heads, rows, foot, caption, out = [], now = [], read = [], wide, name }, around) {
  const cell = (/** @type {Said} */ said, /** @type {string} */ row, /** @type {number} */ column) => {
    if (!column) return el("th", { scope: "row" }, ...saidOf(said, around));
    const lit = read.some((/** @type {[string, number]} */ each) => each[0] === row && each[1] === column);
    const hint = lit ? el("span", { class: "hush" }, " (read here)") : null;
    return el("td", { class: lit ? "read" : "" }, ...saidOf(said, around), hint);
  };
  const line = (/** @type {Said[]} */ cells, /** @type {number} */ index) =>
    el(
      "tr",
      { class: out.includes(index) ? "out" : now.includes(index) ? "now" : "" },
      ...cells.map((said, column) => cell(said, String(cells[0]), column)),
    );
  const table = el(
    "table",
    { class: name ?? "" },
    caption ? el("caption", { class: "hush" }, caption) : null,
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        ...heads.map((/** @type {Said} */ said) => el("th", { scope: "col" }, ...saidOf(said, around))),
      ),
    ),
    el("tbody", {}, ...rows.map(line)),
    foot ? el("tfoot", {}, line(foot, -1)) : null,
  );
  if (!wide) return table;
  return el("div", { class: "wide-table", tabIndex: 0, role: "region", "aria-label": wide }, table);
}
