// @ts-check
/** How the game went, turn by turn: economy, politics, strength and losses, of the line that is shown. */

import { SIDES, SIDE_NAMES } from "../board/stacks.js";
import { el } from "../table/dom.js";
import { barChart, lineChart } from "./charts.js";

const KINDS = /** @type {const} */ ([
  ["asp", "ASP"],
  ["cavalry", "cavalry"],
  ["msp", "MSP"],
]);
const BESIDE = ["leaders", "forts", "vessels"];
const SIGNS = /** @type {const} */ ({ union: "dot", confederate: "square" });

/**
 * The turns of the line that is shown, up to its head; none where the ruleset has no turns.
 * @param {import("../table/panels.js").Around} around
 * @returns {Promise<any[]>}
 */
export async function historyOf({ store, rules }) {
  if (!rules.views?.history) return [];
  const { timeline, head } = store.state.where;
  const views = await store.peek(["history"], head, timeline);
  return views.history?.turns ?? [];
}

/**
 * @param {HTMLElement} pane @param {import("../table/panels.js").Around} around
 */
export async function drawCourse(pane, around) {
  const { store } = around;
  const { timeline, head, at } = store.state.where;
  const key = `${timeline} ${head} ${at}`;
  if (pane.dataset.key === key) return;
  pane.dataset.key = key;
  try {
    const turns = await historyOf(around);
    if (pane.dataset.key !== key) return;
    // A step within the same turn changes no chart: what is open stays open, whoever reads reads on.
    const drawn = `${timeline} ${head} ${turns.findIndex((turn) => at <= turn.to)}`;
    if (pane.dataset.drawn === drawn) return;
    pane.dataset.drawn = drawn;
    const open = [...pane.querySelectorAll("details")].map((each) => each.open);
    const focused = [...pane.querySelectorAll("button, summary")].indexOf(
      /** @type {any} */ (document.activeElement),
    );
    pane.replaceChildren(...(turns.length ? charts(turns, store) : []));
    pane.querySelectorAll("details").forEach((each, index) => (each.open = open[index] ?? false));
    if (focused >= 0)
      /** @type {HTMLElement | undefined} */ ([...pane.querySelectorAll("button, summary")][focused])?.focus({
        preventScroll: true,
      });
  } catch (error) {
    if (pane.dataset.key !== key) return;
    delete pane.dataset.key;
    const said = `The course of the game did not come: ${error instanceof Error ? error.message : error}`;
    pane.replaceChildren(
      el("p", { role: "alert" }, said),
      el("button", { type: "button", on: { click: () => void drawCourse(pane, around) } }, "Try again"),
    );
  }
}

/** @param {any[]} turns @param {import("../board/store.js").Store} store */
function charts(turns, store) {
  const { at } = store.state.where;
  const axis = {
    turns: turns.map((turn) => ({
      label: String(turn.turn),
      title: `turn ${turn.turn}, ${turn.season} ${turn.year}${turn.over ? "" : ", not over"}`,
      at: turn.to,
      now: at >= turn.from && at <= turn.to,
    })),
    go: (/** @type {number} */ to) => void store.load(to === store.state.where.head ? null : to),
  };
  const of = (/** @type {(turn: any) => number | null | undefined} */ read) =>
    turns.map((turn) => read(turn) ?? null);
  let before = /** @type {Record<string, number>} */ ({});
  const spent = turns.map((turn) => {
    before = { ...before };
    for (const side of SIDES)
      for (const [what, count] of Object.entries(turn.lost[side] ?? {}))
        before[`${side} ${what}`] = (before[`${side} ${what}`] ?? 0) + Number(count);
    return before;
  });
  const points = (/** @type {string} */ side) =>
    spent.map((sum) => KINDS.reduce((all, [kind]) => all + (sum[`${side} ${kind}`] ?? 0), 0));
  return [
    el("h2", {}, "The course of the game"),
    el("p", { class: "meta" }, "As each turn ended. Click a turn to go there."),
    lineChart(
      "Confederate economy",
      [
        { name: "less politics", classes: "confederate", sign: "square", values: of((turn) => turn.size) },
        { name: "economy", classes: "plain-line", sign: "triangle", values: of((turn) => turn.economy) },
        { name: "to survive", classes: "survival", sign: "none", values: of((turn) => turn.survival) },
        { name: "to win, above", classes: "victory", sign: "none", values: of((turn) => turn.victory) },
      ],
      axis,
    ),
    lineChart(
      "Union political status",
      [{ name: "status", classes: "union", sign: "dot", values: of((turn) => turn.political_status) }],
      axis,
    ),
    barChart(
      "Strength points on the map",
      SIDES.map((side) => ({
        name: SIDE_NAMES[side],
        layers: KINDS.map(([kind, name], place) => ({
          name,
          classes: `${side} layer-${place}`,
          values: of((turn) => turn.strength[side][kind]),
        })),
      })),
      axis,
    ),
    lineChart(
      "Strength points lost so far",
      SIDES.map((side) => ({
        name: SIDE_NAMES[side],
        classes: side,
        sign: SIGNS[/** @type {"union" | "confederate"} */ (side)],
        values: points(side),
      })),
      axis,
    ),
    toll(spent.at(-1) ?? {}),
  ];
}

/** All that was lost, by side and kind. @param {Record<string, number>} sum */
const toll = (sum) =>
  el(
    "table",
    { class: "toll" },
    el("caption", {}, "Lost in all"),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        ...["", ...KINDS.map(([, name]) => name), ...BESIDE].map((name) => el("th", { scope: "col" }, name)),
      ),
    ),
    el(
      "tbody",
      {},
      ...SIDES.map((side) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, SIDE_NAMES[side]),
          ...[...KINDS.map(([kind]) => kind), ...BESIDE].map((kind) =>
            el("td", {}, sum[`${side} ${kind}`] ?? 0),
          ),
        ),
      ),
    ),
  );
