// @ts-check
/** Marching a force: who goes, how far, at what price; and the odds before it attacks. */

import { clause } from "../table/clauses.js";
import { el, signed, words } from "../table/dom.js";

/**
 * @typedef {{place: string, cost: number, steps: {place: string, charges: {name: string, amount: number, rule: string}[]}[],
 *   command: Record<string, any>, meets: string}} Reached
 */

const MARCHES = new Set(["move_force", "continue_move"]);

/** Whether a command is a march, which is ordered by the map and not from a list. @param {string} type */
export const isMarch = (type) => MARCHES.has(type);

/**
 * A force that is about to march. `asked` is called when its reach is asked anew, `changed` when it is known or refused.
 * @param {{acting: import("./acting.js").Acting, seat: string, hex: string, groups: any[], leaders: string[], moving: boolean,
 *   timeline: string, asked?: () => void, changed: () => void}} given
 */
export function createMarch({ acting, seat, hex, groups, leaders, moving, timeline, asked, changed }) {
  /** @type {Map<string, Reached>} */
  let reached = new Map();
  /** @type {Error | null} */
  let refused = null;
  /** @type {AbortController | null} */
  let asking = null;
  const going = groups.map((group) => group.count ?? 1);
  const riding = new Set(leaders);
  let settled = false;

  function command() {
    if (moving) return { type: "continue_move", path: [] };
    const all = going.every((count, index) => count === (groups[index].count ?? 1));
    const units = groups.flatMap((group, index) => (going[index] ? [{ ...group, count: going[index] }] : []));
    return {
      type: "move_force",
      from: hex,
      path: [],
      units: all ? null : units,
      leaders: riding.size === leaders.length ? null : [...riding],
    };
  }

  async function ask() {
    asking?.abort();
    const mine = (asking = new AbortController());
    settled = false;
    asked?.();
    try {
      const found = await acting.ask("/reach", { seat, command: command(), timeline }, mine.signal);
      if (mine.signal.aborted) return;
      reached = new Map(found.reached.map((/** @type {Reached} */ each) => [each.place, each]));
      refused = null;
    } catch (error) {
      if (mine.signal.aborted) return;
      reached = new Map();
      refused = error instanceof Error ? error : new Error(String(error));
    }
    settled = true;
    changed();
  }

  /** The marks of every hex in reach. @returns {Map<string, import("../board/marking.js").Mark>} */
  function marks() {
    /** @type {Map<string, import("../board/marking.js").Mark>} */
    const made = new Map();
    for (const [place, each] of reached)
      made.set(place, { kind: each.meets ? "attack" : "reach", label: String(each.cost), title: told(each) });
    return made;
  }

  /** Who goes, as fields that ask anew when they change. */
  function fields() {
    if (moving || (groups.length < 2 && (groups[0]?.count ?? 1) < 2 && leaders.length === 0)) return null;
    const rows = groups.map((group, index) => {
      const most = group.count ?? 1;
      const input = el("input", {
        type: "number",
        min: "0",
        max: String(most),
        value: String(going[index]),
        inputMode: "numeric",
        "data-model": "",
      });
      input.addEventListener("change", () => {
        going[index] = Math.min(most, Math.max(0, Number(input.value) || 0));
        input.value = String(going[index]);
        void ask();
      });
      return el("label", { class: "who" }, input, ` of ${most} ${called(group)}`);
    });
    const boxes = leaders.map((letter) => {
      const box = el("input", { type: "checkbox", checked: riding.has(letter), "data-model": "" });
      box.addEventListener("change", () => {
        if (box.checked) riding.add(letter);
        else riding.delete(letter);
        void ask();
      });
      return el("label", { class: "who" }, box, ` leader ${letter}`);
    });
    return el("fieldset", {}, el("legend", {}, "Who goes"), ...rows, ...boxes);
  }

  return {
    hex,
    seat,
    ask,
    marks,
    fields,
    reached: () => reached,
    refused: () => refused,
    settled: () => settled,
    close: () => asking?.abort(),
  };
}

/** @typedef {ReturnType<typeof createMarch>} March */

/** A group of units in words. @param {any} group */
function called(group) {
  const parts = [
    words(group.kind ?? "asp")
      .replace("Asp", "ASP")
      .replace("Msp", "MSP"),
  ];
  if (group.demoralized) parts.push(`demoralised ${group.demoralized}`);
  if (group.oos) parts.push(`out of supply ${group.oos}`);
  if (group.station && group.station !== "field") parts.push(group.station);
  return parts.join(", ");
}

/** A way in a line: "4 points: 4507 1, 4508 3". @param {Reached} reached */
function told(reached) {
  return `${reached.cost} movement points: ${reached.steps.map((step) => `${step.place} ${sum(step.charges)}`).join(", ")}`;
}

/** @param {{amount: number}[]} charges */
const sum = (charges) => charges.reduce((total, each) => total + each.amount, 0);

/** The price of a way, step by step with its clauses. @param {Reached} reached @param {(place: string) => string} name */
export function price(reached, name) {
  return el(
    "table",
    { class: "price" },
    el("caption", {}, `${reached.cost} movement points`),
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
