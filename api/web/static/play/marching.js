// @ts-check
/** Marching a force: who goes, by which way, how far, at what price. */

import { clause } from "../shell/clauses.js";
import { el, signed } from "../shell/dom.js";
import { marches, pointsOf } from "../shell/manifest.js";
import { createGoing } from "./going.js";

/**
 * @typedef {{place: string, charges: {name: string, amount: number, rule: string}[]}} Step
 * @typedef {{place: string, cost: number, left: number, steps: Step[], command: Record<string, any>, meets: string}} Reached
 * @typedef {ReturnType<typeof createMarch>} March
 */

/** Whether a command is a march, which is ordered by the map and not from a list. @param {string} type */
export const isMarch = (type) => type === marches()?.begin || type === marches()?.onward;

/**
 * A force that is about to march, or with `moving` is on the march; `aboard` are then its units. `asked` is called when its reach is asked again, `changed` when it is known or refused.
 * @param {{acting: import("./acting.js").Acting, seat: string, decision: string, from: string, parts: import("../board/stacks.js").Part[],
 *   moving: boolean, aboard: import("../board/stacks.js").Part[], timeline: string, asked: () => void, changed: () => void}} given
 */
export function createMarch({ acting, seat, decision, from, parts, moving, aboard, timeline, asked, changed }) {
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
  const going = createGoing({ parts, changed: () => void ask() });
  const leaving = createGoing({ parts: aboard, changed: asked, able: () => true, none: true });

  function command() {
    const {
      begin = "",
      onward = "",
      origin = "from",
      path: way = "path",
      units = "units",
      leaders = "leaders",
    } = marches() ?? {};
    if (moving) return { type: onward, [way]: path };
    return { type: begin, [origin]: from, [way]: path, [units]: going.units(), [leaders]: going.leaders() };
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
    path = through.length ? (reached.get(through[through.length - 1])?.command.path ?? []) : [];
    await ask();
  }

  /** The marks of every place in reach. @returns {Map<string, import("../board/marking.js").Mark>} */
  function marks() {
    /** @type {Map<string, import("../board/marking.js").Mark>} */
    const made = new Map();
    for (const [place, each] of reached)
      made.set(place, {
        kind: ways.includes(place) ? "target" : each.meets ? "attack" : "reach",
        label: String(each.cost),
        title: inWords(each),
      });
    return made;
  }

  return {
    from,
    seat,
    moving,
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
  return `${points(reached)}: ${reached.steps.map((step) => `${step.place} ${sum(step.charges)}`).join(", ")}`;
}

/** @param {Reached} reached */
const points = (reached) => `${pointsOf(reached.cost)}, ${reached.left} left`;

/** @param {{amount: number}[]} charges */
export const sum = (charges) => charges.reduce((total, each) => total + each.amount, 0);

/** The price of a way, step by step with its clauses. @param {Reached} reached @param {(place: string) => string} name */
export function price(reached, name) {
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
          el("td", {}, String(sum(step.charges))),
          el(
            "td",
            {},
            ...step.charges.flatMap((charge, index) => [
              index ? "; " : "",
              `${charge.name} ${signed(charge.amount)} `,
              clause(charge.rule),
            ]),
          ),
        ),
      ),
    ),
  );
}
