// @ts-check
/** What may be laid over the board: areas, lines and spots, as views tell them; and the signs of their legends. */

import { round, svg } from "./svg.js";

/**
 * @typedef {{areas?: {role: string, places: string[], size?: number, title?: string}[],
 *   lines?: {role: string, runs: [number, number][][]}[],
 *   spots?: {role: string, x: number, y: number, r?: number, label?: string, title?: string}[],
 *   lines_first?: boolean}} OverlayData as domain/kernel/drawing/scene.py describes it
 */

/** A sign of a legend, drawn with the classes that it has on the map. @param {string} overlay @param {import("../shell/manifest.js").Sign} sign */
export function signOf(overlay, { role, shape = "area" }) {
  const drawn =
    shape === "spot"
      ? svg("g", { class: role }, svg("circle", { r: 7 }))
      : svg("path", { class: role, d: shape === "line" ? "M-11,0H11" : "M-8,0L-4,-7H4L8,0L4,7H-4Z" });
  return svg("svg", { class: `overlay ${overlay}`, viewBox: "-12 -9 24 18", "aria-hidden": "true" }, drawn);
}

/**
 * The nodes of an overlay; none while its view is on its way.
 * @param {import("./sheet.js").Sheet} chart @param {OverlayData | undefined} data
 * @returns {SVGElement[]}
 */
export function overlayNodes(chart, data) {
  if (!data) return [];
  const areas = (data.areas ?? []).map(({ role, places, size = 1, title }) => {
    const d = places.map((id) => chart.outline(id, size)).join("");
    return svg("path", { class: role, d }, title ? svg("title", {}, title) : null);
  });
  const lines = (data.lines ?? []).map(({ role, runs }) =>
    svg("path", {
      class: role,
      d: runs
        .map((run) => run.map(([x, y], at) => `${at ? "L" : "M"}${round(x)},${round(y)}`).join(""))
        .join(""),
    }),
  );
  const spots = (data.spots ?? []).map(spot);
  return data.lines_first ? [...lines, ...areas, ...spots] : [...areas, ...lines, ...spots];
}

/** @param {NonNullable<OverlayData["spots"]>[number]} of */
function spot({ role, x, y, r = 0, label, title }) {
  const words = label ? svg("text", { y: r ? 4 : 0 }, label) : null;
  const tip = title ? svg("title", {}, title) : null;
  const inner = svg("g", { class: role }, r ? svg("circle", { r }) : null, words, tip);
  return svg("g", { transform: `translate(${round(x)} ${round(y)})` }, svg("g", { class: "spot" }, inner));
}
