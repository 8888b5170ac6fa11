// @ts-check
/** Counters: a stack's strength, kinds, leaders and what ails it, legible at a glance. */

import { Keyed } from "./keyed.js";
import { SIDES, stackSaid, SIDE_NAMES } from "./stacks.js";
import { svg } from "./svg.js";

const HALF = 12.5; // half a counter's side, in pixels of the map
const NAMES_SHOWN = 2; // leaders' letters that fit a counter

/** @typedef {import("./stacks.js").Stack} Stack @typedef {import("./stacks.js").Views} Views */

/**
 * A little sign for a kind: infantry crossed, cavalry one stroke, militia open.
 * @param {string} kind
 * @param {number} x
 * @param {number} y
 */
export function kindSign(kind, x, y) {
  const strokes = { asp: "M-4,-2.6L4,2.6M-4,2.6L4,-2.6", cavalry: "M-4,2.6L4,-2.6", msp: "" }[kind] ?? "";
  return svg("path", {
    class: `kind ${kind}`,
    d: `M-4,-2.6H4V2.6H-4Z${strokes}`,
    transform: `translate(${x} ${y})`,
  });
}

/** @param {Stack} stack */
function marksOf(stack) {
  const marks = stack.marks;
  return {
    demoralized: Boolean(marks.demoralized),
    unsupplied: Boolean(marks["out of supply"]),
    inFort: Boolean(marks["in a fort"]),
    entrenched: Boolean(marks.entrenched),
  };
}

/** The nodes of one stack's counter, its middle at 0, 0. @param {Stack} stack @param {boolean} due */
export function drawCounter(stack, due) {
  const { demoralized, unsupplied, entrenched } = marksOf(stack);
  const kinds = ["asp", "cavalry", "msp"].filter((kind) => stack[/** @type {"asp"} */ (kind)]);
  const alone = stack.strength === 0;
  const letters = stack.leaders.slice(0, NAMES_SHOWN).map((each) => `${each.leader}${each.rating}`);
  if (stack.leaders.length > NAMES_SHOWN) letters.push("+");
  const squeeze =
    letters.length > NAMES_SHOWN ? { textLength: 2 * HALF - 2, lengthAdjust: "spacingAndGlyphs" } : {};
  const square = { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 2.5 };
  return [
    due ? svg("rect", { class: "due", ...grown(square, 3.2) }) : null,
    entrenched
      ? svg("path", {
          class: "trench",
          d: "M-15.5,-9V15.5H15.5V-9M-15.5,0H-12M-15.5,9H-12M12,0H15.5M12,9H15.5",
        })
      : null,
    stack.groups.length + stack.leaders.length > 1
      ? svg("rect", { class: "under", ...square, x: -HALF + 2.4, y: -HALF - 2.4 })
      : null,
    svg("rect", { class: "face", ...square }),
    ...kinds.map((kind, index) => kindSign(kind, (index - (kinds.length - 1) / 2) * 8.4, -7.6)),
    alone
      ? svg("path", {
          class: "star",
          d: "M0,-8 2.1,-2.9 7.6,-2.5 3.4,1.1 4.7,6.5 0,3.6 -4.7,6.5 -3.4,1.1 -7.6,-2.5 -2.1,-2.9Z",
        })
      : svg(
          "text",
          { class: letters.length ? "strength led" : "strength", y: letters.length ? 4.9 : 8 },
          String(stack.strength),
        ),
    letters.length
      ? svg("rect", { class: "plate", x: -HALF, y: HALF - 6.6, width: 2 * HALF, height: 6.6, rx: 1.5 })
      : null,
    letters.length ? svg("text", { class: "leaders", y: HALF - 1.3, ...squeeze }, letters.join(" ")) : null,
    demoralized ? badge("demoralized", -HALF, "D") : null,
    unsupplied ? badge("unsupplied", HALF, "S") : null,
    svg("title", {}, `${SIDE_NAMES[stack.side] ?? stack.side}, ${stack.hex}: ${stackSaid(stack)}`),
  ];
}

/** @param {string} name @param {number} x @param {string} letter */
const badge = (name, x, letter) =>
  svg(
    "g",
    { class: `badge ${name}`, transform: `translate(${x} ${-HALF})` },
    svg("circle", { r: 4.6 }),
    svg("text", { y: 2.4 }, letter),
  );

/** @param {{x: number, y: number, width: number, height: number, rx: number}} square @param {number} by */
const grown = (square, by) => ({
  x: square.x - by,
  y: square.y - by,
  width: square.width + 2 * by,
  height: square.height + 2 * by,
  rx: square.rx + by,
});

/**
 * A counter that shares its hex: smaller, and to one side.
 * @param {number} shift
 * @param {(Node | null)[]} nodes
 */
const beside = (shift, nodes) => svg("g", { transform: `translate(${shift} 0) scale(.86)` }, ...nodes);

/** Hexes that the decision which is due names. @param {Views} views @returns {Set<string>} */
function dueHexes(views) {
  const found = new Set();
  const look = (/** @type {any} */ value) => {
    if (typeof value === "string") found.add(value);
    else if (value && typeof value === "object") Object.values(value).forEach(look);
  };
  const due = views.map?.play?.due;
  if (due && due.kind !== "setup" && due.kind !== "placement") look(due.about);
  return found;
}

/**
 * For stacks that are new or grew: the stack of their side nearest to them that went or shrank.
 * @param {Map<string, Stack>} before @param {Map<string, Stack>} after @param {import("./chart.js").Chart} chart
 * @returns {Map<string, string>}
 */
function origins(before, after, chart) {
  const weight = (/** @type {Stack | undefined} */ stack) =>
    stack ? stack.strength * 10 + stack.leaders.length : 0;
  const lost = [...before.values()].filter((stack) => weight(after.get(stack.key)) < weight(stack));
  const found = new Map();
  for (const stack of after.values()) {
    if (weight(stack) <= weight(before.get(stack.key))) continue;
    const here = chart.at(stack.hex);
    let least = chart.apart * 8.5;
    for (const old of lost) {
      if (old.side !== stack.side || old.key === stack.key) continue;
      const there = chart.at(old.hex);
      const far = Math.hypot(here.x - there.x, here.y - there.y);
      if (far < least) {
        least = far;
        found.set(stack.key, old.key);
      }
    }
  }
  return found;
}

export class Counters {
  /** @param {SVGElement} layer @param {import("./chart.js").Chart} chart */
  constructor(layer, chart) {
    this.keyed = new Keyed(layer);
    this.chart = chart;
    /** @type {Map<string, Stack>} */
    this.stacks = new Map();
  }

  /**
   * @param {Map<string, Stack>} stacks @param {Views} views @param {boolean} quietly
   */
  show(stacks, views, quietly) {
    const from = quietly ? origins(this.stacks, stacks, this.chart) : new Map();
    const due = dueHexes(views);
    const seat = views.map?.play?.due?.seat;
    const items = new Map();
    for (const stack of stacks.values()) {
      if (!this.chart.has(stack.hex)) continue;
      const { x, y } = this.chart.at(stack.hex);
      const shared = SIDES.every((side) => stacks.has(`${side} ${stack.hex}`));
      const shift = shared ? (stack.side === SIDES[0] ? -11.5 : 11.5) : 0;
      const marked = due.has(stack.hex) && stack.side === seat;
      items.set(stack.key, {
        x,
        y,
        sign: JSON.stringify([stack, marked, shift]),
        classes: `counter ${stack.side}`,
        draw: () => (shift ? [beside(shift, drawCounter(stack, marked))] : drawCounter(stack, marked)),
        from: from.get(stack.key),
      });
    }
    this.keyed.show(items, quietly);
    this.stacks = stacks;
  }
}
