// @ts-check
/**
 * Marks on places for a player (where one can go, what may be attacked), a path, the chosen place, the
 * cursor.
 */

import { round, svg, through } from "./svg.js";

/**
 * @typedef {"reach" | "join" | "attack" | "target" | "choice" | "warn"} MarkKind @typedef {{kind: MarkKind, label?:
 *   string, title?: string}} Mark
 */

const SHORT = 15; // pixels before a place's middle at which a path ends, so that the counter there shows

export class Marking {
  /**
   * @param {{marks: SVGElement, path: SVGElement, labels: SVGElement, cursor: SVGElement}} layers
   * @param {import("./sheet.js").Sheet} chart
   */
  constructor(layers, chart) {
    this.layers = layers;
    this.chart = chart;
    /** @type {Map<string, Mark>} */
    this.marks = new Map();
    this.chosen = svg("path", { class: "chosen" });
    this.cursor = svg("path", { class: "cursor" });
    layers.cursor.append(this.chosen, this.cursor);
  }

  /** Mark just these places. @param {Map<string, Mark>} marks */
  mark(marks) {
    this.marks = new Map(marks);
    const drawn = [];
    const labels = [];
    for (const [id, { kind, label, title }] of marks) {
      if (!this.chart.has(id)) continue;
      const { x, y } = this.chart.at(id);
      const tip = title ? svg("title", {}, title) : null;
      const area = svg("path", { d: this.chart.outline(id, this.chart.marked) }, tip);
      drawn.push(svg("g", { class: `mark ${kind}`, "data-place": id }, area));
      if (!label) continue;
      const half = 5 + 3 * label.length;
      const pill = svg("rect", { x: -half, y: -6.5, width: 2 * half, height: 12, rx: 6 });
      const place = `translate(${round(x)} ${round(y + this.chart.labelled)})`;
      const words = svg("text", { y: 3.2 }, label);
      labels.push(svg("g", { class: `label ${kind}`, "data-place": id, transform: place }, pill, words));
    }
    this.layers.marks.replaceChildren(...drawn);
    this.layers.labels.replaceChildren(...labels);
  }

  /** Show the way through places; none for an empty list. @param {string[]} places */
  path(places) {
    const points = places.filter((id) => this.chart.has(id)).map((id) => this.chart.at(id));
    if (points.length < 2) return this.layers.path.replaceChildren();
    const [near, last] = points.slice(-2);
    const short = Math.min(1, SHORT / Math.hypot(last.x - near.x, last.y - near.y));
    const end = { x: last.x + (near.x - last.x) * short, y: last.y + (near.y - last.y) * short };
    points.splice(-1, 1, end);
    const turned = (Math.atan2(end.y - near.y, end.x - near.x) * 180) / Math.PI;
    this.layers.path.replaceChildren(
      svg("path", { class: "way under", d: through(points) }),
      svg("path", { class: "way", d: through(points) }),
      svg("path", {
        class: "head",
        d: "M4,0L-9,-7V7Z",
        transform: `translate(${round(end.x)} ${round(end.y)}) rotate(${round(turned)})`,
      }),
    );
  }

  /** @param {string | null} id */
  choose(id) {
    this.chosen.setAttribute("d", id ? this.chart.outline(id, 1) : "");
  }

  /** @param {string | null} id */
  point(id) {
    this.cursor.setAttribute("d", id ? this.chart.outline(id, 0.9) : "");
  }
}

/**
 * A small arrow at the side of each counter that has not acted yet.
 * @param {SVGElement} layer @param {import("./scene.js").Element[]} elements @param {string[]} keys of the counters
 */
export function markReady(layer, elements, keys) {
  const wanted = new Set(keys);
  const nodes = elements.flatMap(({ key, x, y, beside = 0 }) =>
    wanted.has(key)
      ? [
          svg(
            "g",
            { class: "unmoved", "data-key": key, transform: `translate(${round(x + 12 * beside + 13)} ${round(y + 9)})` },
            svg("circle", { r: 5.2 }),
            svg("path", { d: "M-1.8,-2.8L2.6,0L-1.8,2.8Z" }),
          ),
        ]
      : [],
  );
  layer.replaceChildren(...nodes);
}
