// @ts-check
/**
 * The scene on the board: counters and marks of a position, drawn from data. `domain/kernel/drawing/scene.py` has the same
 * shapes; shared vectors hold both to them.
 */

import { Keyed } from "./keyed.js";
import { round, svg } from "./svg.js";

const HALF = 12.5; // half a counter's side, in units of the sheet
const STAR = "M0,-8 2.1,-2.9 7.6,-2.5 3.4,1.1 4.7,6.5 0,3.6 -4.7,6.5 -3.4,1.1 -7.6,-2.5 -2.1,-2.9Z";
const SIGN = 8.4; // from the middle of a sign to the next one's
const NARROW = 0.86; // of a counter that shares its place
const BESIDE = 11.5; // to one side, of a counter that shares its place
const FAR = 8.5; // places that a stack may have come

/**
 * @typedef {{d: string, role?: string}} Shape
 * @typedef {{key: string, layer: "works" | "counters" | "above", form: "counter" | "token" | "hull" | "paths",
 *   place: string, x: number, y: number, role?: string, label?: string, title?: string, shapes?: Shape[],
 *   plate?: string[], badges?: {label: string, role: string, corner?: number}[], outline?: string,
 *   several?: boolean, due?: boolean, beside?: number}} Element
 * @typedef {import("./stacks.js").Stack} Stack
 * @typedef {[string, Record<string, string | number>, string]} Primitive an SVG element: name, attributes, text
 */

/** The shapes of an element about its middle, from the bottom up; the last is its title. @param {Element} element @returns {Primitive[]} */
export const primitives = (element) => [...FORMS[element.form](element), ["title", {}, element.title ?? ""]];

/** The transform of an element's shapes within its place: "" for one that has its place to itself. @param {Element} element */
export const shift = ({ beside }) => (beside ? `translate(${BESIDE * beside} 0) scale(${NARROW})` : "");

/** @type {Record<Element["form"], (element: Element) => Primitive[]>} */
const FORMS = {
  counter,
  token: ({ label = "" }) => [
    ["circle", { r: 6 }, ""],
    ["text", { y: 2.5 }, label],
  ],
  hull,
  paths: ({ shapes = [] }) => shapes.map(({ d, role }) => drawnPath(d, role)),
};

/** @param {string} d @param {string} [role] @returns {Primitive} */
const drawnPath = (d, role) => [
  "path",
  role ? { class: role, d } : /** @type {Record<string, string>} */ ({ d }),
  "",
];

/** @param {number} [by] @param {number} [x] @param {number} [y] */
const square = (by = 0, x = 0, y = 0) => ({
  x: x - HALF - by,
  y: y - HALF - by,
  width: 2 * (HALF + by),
  height: 2 * (HALF + by),
  rx: 2.5 + by,
});

/** @param {Element} element */
function counter({ due, outline, several, shapes = [], label, plate = [], badges = [] }) {
  /** @type {Primitive[]} */
  const drawn = [];
  if (due) drawn.push(["rect", { class: "due", ...square(3.2) }, ""]);
  if (outline) drawn.push(["path", { class: "outline", d: outline }, ""]);
  if (several) drawn.push(["rect", { class: "under", ...square(0, 2.4, -2.4) }, ""]);
  drawn.push(["rect", { class: "face", ...square() }, ""]);
  shapes.forEach(({ d, role = "" }, index) => {
    const transform = `translate(${round((index - (shapes.length - 1) / 2) * SIGN)} -7.6)`;
    drawn.push(["path", { class: `kind ${role}`, d, transform }, ""]);
  });
  const led = plate.length > 0;
  if (label) drawn.push(["text", { class: led ? "strength led" : "strength", y: led ? 4.9 : 8 }, label]);
  else drawn.push(["path", { class: "star", d: STAR }, ""]);
  if (led) {
    const box = { x: -HALF, y: HALF - 6.6, width: 2 * HALF, height: 6.6, rx: 1.5 };
    /** @type {Record<string, string | number>} */
    const squeeze = plate.length > 2 ? { textLength: 2 * HALF - 2, lengthAdjust: "spacingAndGlyphs" } : {};
    drawn.push(["rect", { class: "plate", ...box }, ""]);
    drawn.push(["text", { class: "leaders", y: HALF - 1.3, ...squeeze }, plate.join(" ")]);
  }
  for (const { label: letter, role, corner = -1 } of badges) {
    drawn.push(["circle", { class: `badge ${role}`, cx: corner * HALF, cy: -HALF, r: 4.6 }, ""]);
    drawn.push(["text", { class: "badge-label", x: corner * HALF, y: 2.4 - HALF }, letter]);
  }
  return drawn;
}

/** @param {Element} element @returns {Primitive[]} */
function hull({ label = "", badges = [] }) {
  const half = 7.5 + 2.9 * label.length;
  const d = `M${round(-half)},-5H${round(half)}L${round(half - 5)},5.5H${round(5 - half)}Z`;
  return [
    ["path", { d }, ""],
    ["text", { y: 3.2 }, label],
    ...badges.map(
      ({ role, corner = -1 }) =>
        /** @type {Primitive} */ ([
          "circle",
          { class: role, cx: Number(round(corner * half)), cy: -5, r: 3.2 },
          "",
        ]),
    ),
  ];
}

/** @param {Element} element */
function nodes(element) {
  const drawn = primitives(element).map(([name, attributes, text]) => svg(name, attributes, text || null));
  const transform = shift(element);
  return transform ? [svg("g", { transform }, ...drawn)] : drawn;
}

/** How much a stack is, to see which one shrank. @param {Stack | undefined} stack */
const size = (stack) =>
  stack ? stack.weight * 10 + (stack.parts ?? []).filter((part) => part.name).length : 0;

/**
 * For stacks that are new or grew: the stack of their side nearest to them that went or shrank.
 * @param {Map<string, Stack>} before @param {Map<string, Stack>} after @param {import("./sheet.js").Sheet} chart
 * @returns {Map<string, string>}
 */
function origins(before, after, chart) {
  const lost = [...before.values()].filter((stack) => size(after.get(stack.key)) < size(stack));
  const found = new Map();
  for (const stack of after.values()) {
    if (size(stack) <= size(before.get(stack.key))) continue;
    const here = chart.at(stack.place);
    let least = chart.apart * FAR;
    for (const old of lost) {
      if (old.side !== stack.side || old.key === stack.key) continue;
      const there = chart.at(old.place);
      const far = Math.hypot(here.x - there.x, here.y - there.y);
      if (far < least) {
        least = far;
        found.set(stack.key, old.key);
      }
    }
  }
  return found;
}

export class SceneLayers {
  /** @param {Record<Element["layer"], SVGElement>} layers @param {import("./sheet.js").Sheet} chart */
  constructor(layers, chart) {
    this.layers = {
      works: new Keyed(layers.works),
      counters: new Keyed(layers.counters),
      above: new Keyed(layers.above),
    };
    this.chart = chart;
    /** @type {Map<string, Stack>} */
    this.stacks = new Map();
  }

  /**
   * Show a position's elements.
   * @param {Element[]} elements @param {Map<string, Stack>} stacks @param {boolean} quietly let what moved be seen moving
   */
  show(elements, stacks, quietly) {
    const from = quietly ? origins(this.stacks, stacks, this.chart) : new Map();
    /** @type {Record<Element["layer"], Map<string, import("./keyed.js").Item>>} */
    const items = { works: new Map(), counters: new Map(), above: new Map() };
    for (const element of elements)
      items[element.layer].set(element.key, {
        x: element.x,
        y: element.y,
        sign: JSON.stringify(element),
        classes: `${element.form} ${element.role ?? ""}`,
        draw: () => nodes(element),
        from: from.get(element.key),
      });
    this.layers.works.show(items.works);
    this.layers.counters.show(items.counters, quietly);
    this.layers.above.show(items.above, quietly);
    this.stacks = stacks;
  }
}
