// @ts-check
/** A game on a part of a large map: where that part is, and the shade over the rest. */

import { round, svg } from "./svg.js";

/** @typedef {[number, number, number, number]} Box left, top, width, height in units of the map */

/**
 * What holds all boxes; the whole map where there are none.
 * @param {{width: number, height: number}} size @param {Box[]} boxes
 * @returns {import("./camera.js").Area}
 */
export function around({ width, height }, boxes) {
  if (!boxes.length) return { left: 0, top: 0, width, height };
  const left = Math.min(...boxes.map(([x]) => x));
  const top = Math.min(...boxes.map(([, y]) => y));
  return {
    left,
    top,
    width: Math.max(...boxes.map(([x, , wide]) => x + wide)) - left,
    height: Math.max(...boxes.map(([, y, , high]) => y + high)) - top,
  };
}

/**
 * The shade over what is in none of the boxes: strips between their edges, from west to east.
 * @param {{width: number, height: number}} size @param {Box[]} boxes
 * @returns {SVGElement[]}
 */
export function shade({ width, height }, boxes) {
  if (!boxes.length) return [];
  const edges = [...new Set([0, width, ...boxes.flatMap(([x, , wide]) => [x, x + wide])])].sort((a, b) => a - b);
  const strips = edges.slice(1).map((right, index) => dark(edges[index], right, height, boxes));
  return [svg("path", { class: "beyond", d: strips.join("") })];
}

/** The parts of a strip that no box covers, as path data. @param {number} left @param {number} right @param {number} height @param {Box[]} boxes */
function dark(left, right, height, boxes) {
  const light = boxes.filter(([x, , wide]) => x <= left && x + wide >= right).sort((a, b) => a[1] - b[1]);
  let from = 0;
  let d = "";
  for (const [, top, , high] of [...light, [0, height, 0, 0]]) {
    if (top > from) d += `M${round(left)},${round(from)}H${round(right)}V${round(top)}H${round(left)}Z`;
    from = Math.max(from, top + high);
  }
  return d;
}
