// @ts-check
/** How the game went, turn by turn: the charts of the manifest, of the line that is shown. */

import { el } from "../shell/dom.js";
import { manifest, sideName, sides } from "../shell/manifest.js";
import { barChart, lineChart } from "./charts.js";

/**
 * The turns of the line that is shown, up to its head; none where the ruleset has no turns.
 * @param {import("../shell/panels.js").Around} around
 * @returns {Promise<any[]>}
 */
export async function historyOf({ store, rules }) {
  if (!rules.views?.history) return [];
  const { timeline, head } = store.state.where;
  const views = await store.peek(["history"], head, timeline);
  return views.history?.turns ?? [];
}

/**
 * @param {HTMLElement} pane @param {import("../shell/panels.js").Around} around
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
    // A step within the same turn changes no chart: what is open stays open.
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

/**
 * What a turn's record has under names joined by points; 0 where a sum has nothing.
 * @param {any} turn @param {string} of
 * @returns {number | null}
 */
const read = (turn, of) => of.split(".").reduce((value, name) => value?.[name] ?? null, turn);

/** @param {any} turn @param {string[]} of */
const added = (turn, of) => of.reduce((sum, each) => sum + (read(turn, each) ?? 0), 0);

/**
 * A series of the manifest over the turns.
 * @param {any[]} turns @param {import("../shell/manifest.js").Series} series
 * @returns {(number | null)[]}
 */
function valuesOf(turns, { of, sum }) {
  if (!sum && of.length === 1) return turns.map((turn) => read(turn, of[0]));
  let before = 0;
  return turns.map((turn) => (sum ? (before += added(turn, of)) : added(turn, of)));
}

/** @param {any[]} turns @param {import("../shell/store.js").Store} store */
function charts(turns, store) {
  const { at } = store.state.where;
  const axis = {
    turns: turns.map((turn) => ({
      label: String(turn.turn),
      title: `${(turn.name ?? `Turn ${turn.turn}`).replace(/^T/, "t")}${turn.over ? "" : ", not over"}`,
      at: turn.to,
      now: at >= turn.from && at <= turn.to,
    })),
    go: (/** @type {number} */ to) => void store.load(to === store.state.where.head ? null : to),
  };
  const series = (/** @type {import("../shell/manifest.js").Series} */ each) => ({
    name: each.name,
    classes: each.role ?? "",
    sign: /** @type {any} */ (each.sign ?? "none"),
    values: valuesOf(turns, each),
  });
  const { charts: asked = [], toll } = manifest();
  if (!asked.length) return [];
  return [
    el("h2", {}, "The course of the game"),
    el("p", { class: "meta" }, "As each turn ended. Click a turn to go there."),
    ...asked.map(({ title, lines, bars }) =>
      bars
        ? barChart(
            title,
            bars.map((bar) => ({ name: bar.name, layers: bar.layers.map(series) })),
            axis,
          )
        : lineChart(title, (lines ?? []).map(series), axis),
    ),
    ...(toll ? [tollOf(turns, toll)] : []),
  ];
}

/** Sums over all turns, a row a side. @param {any[]} turns @param {{title: string, columns: Record<string, string>}} toll */
function tollOf(turns, { title, columns }) {
  const names = ["", ...Object.keys(columns)];
  const sum = (/** @type {string} */ of) => turns.reduce((all, turn) => all + (read(turn, of) ?? 0), 0);
  return el(
    "table",
    { class: "toll" },
    el("caption", {}, title),
    el("thead", {}, el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name)))),
    el(
      "tbody",
      {},
      ...sides().map((side) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, sideName(side)),
          ...Object.values(columns).map((of) => el("td", {}, sum(of.replace("{side}", side)))),
        ),
      ),
    ),
  );
}
