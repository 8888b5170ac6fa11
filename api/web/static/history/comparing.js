// @ts-check
/**
 * Two positions on one map: a point that is kept, and the event that is shown. Marks on places, and a list in words.
 */

import { countOf, grouped, el, words } from "../shell/dom.js";
import { lineOf, nameOf } from "./lines.js";
import { createMarks, SAID, SIGNS } from "./marks.js";
import { moments } from "./moments.js";

const PASSING = 120; // milliseconds after which one stays at an event, and what happened there is fetched
const PATHS = 300; // differing paths of the record that are listed

/** @typedef {import("./lines.js").Point} Point */

/**
 * @param {{board: import("../board/board.js").Board, store: import("../shell/store.js").Store,
 *   choose: (place: string) => void, open: () => void, changed: () => void}} given
 *   `open` brings the list to the front, `changed` draws it again
 */
export function createComparing({ board, store, choose, open, changed }) {
  const { state } = store;
  const marks = createMarks(board);
  /** @type {Point | null} */
  let kept = null;
  /** @type {any} */
  let found = null;
  let asked = "";
  let said = "";

  const here = () => ({ timeline: state.where.timeline, at: state.where.at });
  const same = (/** @type {Point} */ one, /** @type {Point} */ other) =>
    one.timeline === other.timeline && one.at === other.at;

  /** The two points in the order in which they are listed: along one line as time goes, else what is shown last. */
  function pair() {
    const point = /** @type {Point} */ (kept);
    const shown = here();
    return point.timeline === shown.timeline && shown.at < point.at ? [shown, point] : [point, shown];
  }

  /**
   * What is compared with by default: the head of the game, from elsewhere; at its head, the line that was
   * left last, else the beginning of the turn.
   * @returns {Promise<Point>}
   */
  async function usual() {
    const { game, where, timelines } = state;
    if (game.timeline && (where.timeline !== game.timeline || where.at !== game.version))
      return { timeline: game.timeline, at: game.version };
    const left = timelines.findLast((line) => line.left_for === game.timeline);
    if (left) return { timeline: left.id, at: left.version };
    const ends = await moments(store, where.timeline, where.head).catch(() => []);
    const turn = ends.findLast((each) => each.ends && each.at < where.at);
    return { timeline: where.timeline, at: turn?.at ?? 1 };
  }

  /** Compare the event that is shown with a point. @param {Point | null} [point] */
  async function start(point = null) {
    kept = point ?? (await usual());
    found = null;
    asked = "";
    open();
    changed();
    await look();
  }

  /** Go to the point that is kept, and keep the one that was shown. */
  async function turn() {
    if (!kept) return;
    const goal = kept;
    kept = here();
    found = null;
    await store.load(goal.at, goal.timeline);
  }

  function stop() {
    if (!kept) return;
    kept = found = null;
    asked = "";
    marks.clear();
    changed();
    board.say("The comparison is ended.");
  }

  /** Ask for the differences between the point that is kept and the event that is shown now. */
  async function look() {
    if (!kept) return;
    const [a, b] = pair();
    const key = JSON.stringify([a, b]);
    if (key === asked) return;
    asked = key;
    await new Promise((resolve) => setTimeout(resolve, PASSING));
    if (asked !== key) return;
    said = "";
    try {
      const query = { a: `${a.timeline}@${a.at}`, b: `${b.timeline}@${b.at}`, limit: PATHS };
      const answer = await store.api.once(`${store.path}/compare`, query);
      if (asked !== key) return;
      found = answer;
      marks.show(found.changes);
      board.say(summary());
    } catch (error) {
      if (asked !== key) return;
      asked = "";
      found = null;
      marks.clear();
      said = error instanceof Error ? error.message : String(error);
    }
    changed();
  }

  /** How much differs, in a sentence. */
  function summary() {
    if (!found) return said || "Comparing …";
    if (!found.differences.length) return "The two positions are the same.";
    if (!found.changes.length) return countOf(found.differences.length + found.more, "difference");
    const counts = (/** @type {string} */ kind) =>
      found.changes.filter((/** @type {any} */ each) => each.kind === kind).length;
    return `${countOf(found.changes.length, "difference")}: ${counts("came")} came, ${counts("went")} went, ${counts("changed")} changed.`;
  }

  // -- the list

  /** @param {Point} point */
  const name = ({ timeline, at }) => [
    el("b", {}, `event ${grouped(at)}`),
    ` of ${nameOf(state, timeline).replace(/^The /, "the ")}`,
  ];

  /** @returns {Node[]} */
  function list() {
    if (!kept) return [];
    const [a, b] = pair();
    const shown = same(a, here()) ? "the first" : "the second";
    const button = (/** @type {string} */ text, /** @type {() => void} */ call) =>
      el("button", { type: "button", on: { click: call } }, text);
    return [
      el("h2", {}, "Two positions"),
      el("p", {}, "From ", ...name(a), " to ", ...name(b), `. The map shows ${shown}.`),
      el(
        "p",
        { class: "acts" },
        button("Show the other one", () => void turn()),
        " ",
        button("End the comparison", stop),
        el("span", { class: "meta" }, " Escape ends it too."),
      ),
      el("p", { class: said ? "refused" : "summary", role: "status" }, summary()),
      ...(found ? groups() : []),
    ];
  }

  /** @returns {Node[]} */
  function groups() {
    /** @type {Map<string, any[]>} */
    const by = new Map();
    for (const change of found.changes) by.set(change.group, [...(by.get(change.group) ?? []), change]);
    const described = new Set(found.told);
    const rest = found.differences.filter(
      (/** @type {any} */ each) => !described.has(each.path.split(".")[0]),
    );
    return [
      ...[...by].map(([group, changes]) =>
        el(
          "details",
          { open: true, class: "group" },
          el("summary", {}, `${words(group)} (${changes.length})`),
          el("ul", { class: "differences" }, ...changes.map(item)),
        ),
      ),
      ...(rest.length ? [record(rest)] : []),
    ];
  }

  /** @param {import("./marks.js").Change} change */
  function item(change) {
    const place = change.places.find((each) => board.chart.has(each));
    const near = place?.split("-").find((each) => board.placeAt(each));
    const go = () => {
      if (near) choose(near);
      else if (place) board.focus(place);
    };
    return el(
      "li",
      { class: change.kind },
      el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[change.kind]),
      el("span", { class: "hush" }, `${words(SAID[change.kind])}: `),
      place
        ? el("button", { type: "button", class: "place", on: { click: go } }, change.text)
        : el("span", {}, change.text),
    );
  }

  /** What the ruleset has no words for, path by path. @param {any[]} rest */
  function record(rest) {
    const value = (/** @type {any} */ given) =>
      given === null ? "nothing" : JSON.stringify(given).slice(0, 80);
    return el(
      "details",
      { class: "group" },
      el("summary", {}, `Everything else in the record (${rest.length}${found.more ? " and more" : ""})`),
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el("tr", {}, ...["What", "First", "Second"].map((each) => el("th", { scope: "col" }, each))),
        ),
        el(
          "tbody",
          {},
          ...rest.map((each) =>
            el(
              "tr",
              {},
              el("th", { scope: "row" }, words(each.path.replaceAll(".", ", "))),
              el("td", {}, value(each.a)),
              el("td", {}, value(each.b)),
            ),
          ),
        ),
      ),
    );
  }

  /** A form that asks for the other point: any line, any event of it. */
  function form() {
    const line = el("select", { "aria-label": "Line" });
    const at = el("input", { type: "number", min: "1", "aria-label": "Event", required: true });
    let filled = "";
    const fits = () => (at.max = String(lineOf(state, line.value)?.version ?? 1));
    line.addEventListener("change", () => {
      fits();
      at.value = at.max;
    });
    const made = el(
      "form",
      { class: "inline compare-with" },
      el("span", {}, "Compare what is shown with"),
      line,
      el("label", {}, "event ", at),
      el("button", {}, "Compare"),
    );
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      void start({ timeline: line.value, at: Number(at.value) });
    });
    /** New lines are there to be chosen; what somebody chose or types stays. */
    async function fill() {
      const key = state.timelines.map((each) => `${each.id} ${nameOf(state, each.id)}`).join();
      if (key !== filled) {
        const chosen = line.value;
        line.replaceChildren(
          ...state.timelines.map((each) => el("option", { value: each.id }, nameOf(state, each.id))),
        );
        if (lineOf(state, chosen)) line.value = chosen;
        filled = key;
        if (!at.value && state.timelines.length) {
          const point = await usual();
          if (at.value) return;
          line.value = point.timeline;
          at.value = String(point.at);
        }
      }
      fits();
    }
    return { made, fill };
  }

  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.key !== "Escape" || event.defaultPrevented || !kept) return;
    if (target?.closest("dialog[open], [popover]")) return;
    event.preventDefault();
    stop();
  });
  store.subscribe((_, what) => {
    if (what === "position" && kept) void look();
  });
  return { start, stop, list, form, summary, kept: () => kept };
}

/** @typedef {ReturnType<typeof createComparing>} Comparing */
