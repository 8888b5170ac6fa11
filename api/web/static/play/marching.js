// @ts-check
/** Marching a force: who goes, by which way, how far, at what price. */

import { clause } from "../shell/clauses.js";
import { el, signed, words } from "../shell/dom.js";
import { costOf, marches, pointsOf } from "../shell/manifest.js";
import { createGoing } from "./going.js";

/**
 * @typedef {{place: string, charges: {name: string, amount: number, rule: string}[]}} Step
 * @typedef {{place: string, cost: number, left: number, steps: Step[], command: Record<string, any>, meets: string}} Reached
 * @typedef {ReturnType<typeof createMarch>} March
 */

/** Whether a command is a march, which is ordered by the map and not from a list. @param {string} type */
export const isMarch = (type) => {
  const { begin = "", onward = "", also = [] } = marches() ?? {};
  return [begin, onward, ...also].includes(type);
};

/**
 * A force that is about to march, or with `moving` is on the march, by commands of the type `by`; `aboard` are then its units. With `mode` it
 * goes another way, such as by rail; `legs` are parts of the same order that were chosen before. `friends` has the places of others of its side. `asked` is called when its reach is asked again, `changed` when it is known or refused.
 * @param {{acting: import("./acting.js").Acting, seat: string, decision: string, from: string, parts: import("../board/stacks.js").Part[],
 *   moving: boolean, by?: string, legs?: Record<string, any>[], mode?: import("../shell/manifest.js").Mode | null, friends?: (place: string) => boolean,
 *   aboard: import("../board/stacks.js").Part[], timeline: string, asked: () => void, changed: () => void}} given
 */
export function createMarch({ acting, seat, decision, from, parts, moving, by: onBy, legs = [], mode = null, friends = () => false, aboard, timeline, asked, changed }) {
  /** @type {Map<string, Reached>} */
  let reached = new Map();
  /** @type {Error | null} */
  let refused = null;
  /** @type {AbortController | null} */
  let asking = null;
  let settled = false;
  /** @type {string[]} */
  let ways = []; // places that the march is to go by, in order
  /** @type {string[]} */
  let path = []; // every place up to the last of them
  const alone = mode?.leader ? parts.filter((part) => part.name) : [];
  const going = createGoing({ parts: mode?.leader ? alone : parts, one: Boolean(mode?.leader), changed: () => void ask() });
  const leaving = createGoing({ parts: aboard, changed: asked, able: () => true, none: true });

  function command() {
    const {
      begin = "",
      onward = "",
      origin = "from",
      path: way = "path",
      units = "units",
      leaders = "leaders",
      by_id: byId = false,
    } = marches() ?? {};
    if (mode) return modal(mode);
    if (moving) return { type: onBy || onward, [way]: path };
    if (byId) return { type: begin, [way]: path, [units]: going.ids() };
    return { type: begin, [origin]: from, [way]: path, [units]: going.units(), [leaders]: going.leaders() };
  }

  /** The order of another way to go, its way left open. @param {import("../shell/manifest.js").Mode} of */
  function modal({ command: type, origin = "from", path: way = "", units = "units", leaders = "leaders", leader = "", open = {}, of = {}, legs: parts = "" }) {
    if (parts) return { type, ...of, [parts]: [...legs, { [units]: going.ids(), ...open }] };
    /** @type {Record<string, any>} */
    const order = { type, ...of, ...open };
    if (way) order[way] = path;
    if (leader) order[leader] = going.leaders()?.[0] ?? alone[0]?.name ?? "";
    if (moving) return order;
    if (origin) order[origin] = from;
    if (units && marches()?.by_id) order[units] = going.ids();
    else if (units && going.units()) order[units] = going.units();
    if (leaders && going.leaders()) order[leaders] = going.leaders();
    return order;
  }

  async function ask() {
    asking?.abort();
    const mine = (asking = new AbortController());
    settled = false;
    asked();
    try {
      const found = await acting.ask("/reach", { seat, decision, command: command(), timeline }, mine.signal);
      if (mine.signal.aborted) return;
      reached = new Map(found.reached.map((/** @type {Reached} */ each) => [each.place, each]));
      refused = null;
    } catch (error) {
      if (mine.signal.aborted) return;
      reached = new Map();
      refused = error instanceof Error ? error : new Error(String(error));
      if (path.length) return by([]); // who goes now cannot go that way: the way is open again
    }
    settled = true;
    changed();
  }

  /** Go by these places, in order; none leaves the way open. @param {string[]} through */
  async function by(through) {
    ways = through;
    const last = reached.get(through[through.length - 1] ?? "");
    path = last?.command[mode?.path || marches()?.path || "path"] ?? [];
    await ask();
  }

  /** The marks of every place in reach. @returns {Map<string, import("../board/marking.js").Mark>} */
  function marks() {
    /** @type {Map<string, import("../board/marking.js").Mark>} */
    const made = new Map();
    for (const [place, each] of reached)
      made.set(place, {
        kind: ways.includes(place) ? "target" : each.meets ? "attack" : friends(place) ? "join" : "reach",
        label: `${each.cost ? costOf(each.cost) : "•"}${friends(place) && !each.meets ? "+" : ""}`,
        title: friends(place) && !each.meets ? `join: ${inWords(each)}` : inWords(each),
      });
    return made;
  }

  return {
    from,
    seat,
    moving,
    /** What it does, as a word. */
    verb: mode?.name ?? (onBy ? words(onBy) : "March"),
    mode,
    /** Whether it may be ordered to go by way of a place. */
    byWay: !mode || Boolean(mode.path),
    going,
    /** Who of a force on the march is to stay behind. */
    leaving,
    ask,
    marks,
    reached: () => reached,
    refused: () => refused,
    settled: () => settled,
    /** The places that the march goes by. */
    ways: () => ways,
    /** Go by one more place, of those in reach. @param {string} place */
    via: (place) => by([...ways, place]),
    /** Leave the way open again. */
    free: () => by([]),
    close: () => asking?.abort(),
  };
}

/** A way in a line. @param {Reached} reached */
function inWords(reached) {
  return `${points(reached)}: ${reached.steps.map((step) => `${step.place} ${costOf(sum(step.charges))}`).join(", ")}`;
}

/** @param {Reached} reached */
const points = (reached) => `${pointsOf(reached.cost)}, ${costOf(reached.left)} left`;

/** @param {{amount: number}[]} charges */
export const sum = (charges) => charges.reduce((total, each) => total + each.amount, 0);

/** The price of a way, step by step with its clauses. @param {Reached} reached @param {(place: string) => string} name */
export function price(reached, name) {
  /** @type {Set<string>} */
  const said = new Set();
  /** A clause at the first charge that rests on it. @param {string} rule */
  const once = (rule) => (said.has(rule) ? null : (said.add(rule), clause(rule)));
  return el(
    "table",
    { class: "price" },
    el("caption", {}, points(reached)),
    el(
      "tbody",
      {},
      ...reached.steps.map((step) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, name(step.place)),
          el("td", {}, costOf(sum(step.charges))),
          el(
            "td",
            {},
            ...step.charges.flatMap((charge, index) => [
              index ? "; " : "",
              `${charge.name} ${signed(Number(costOf(charge.amount)))} `,
              once(charge.rule),
            ]),
          ),
        ),
      ),
    ),
  );
}
