// @ts-check
/** What may be laid over the map: who controls it, whose zones it lies in, who is fed and how, what the economy counts. */

import { holder, SIDES } from "./stacks.js";
import { round, svg, through } from "./svg.js";

/** @typedef {import("./chart.js").Chart} Chart @typedef {import("./stacks.js").Views} Views */

/**
 * @typedef {object} Overlay
 * @property {string[]} views the views that it needs
 * @property {(chart: Chart, views: Views) => SVGElement[]} draw
 * @property {Record<string, string>} legend words by the class of the sign that they explain
 */

/** By name. */
export const OVERLAYS = /** @type {Record<string, Overlay>} */ ({
  control: {
    views: ["map", "railroads"],
    draw: control,
    legend: {
      "held union": "Union",
      "held confederate": "Confederate",
      "rails union": "rails taken by the Union",
      "rails confederate": "rails taken by the Confederacy",
    },
  },
  zones: {
    views: ["zones"],
    draw: zones,
    legend: {
      "zone primary union": "Union, primary",
      "zone secondary union": "secondary",
      "zone primary confederate": "Confederate, primary",
      "zone secondary confederate": "secondary",
    },
  },
  supply: {
    views: ["supply"],
    draw: supply,
    legend: {
      "fed line": "fed by a line",
      "fed sea": "by sea or water",
      "fed depot": "by a depot or centre, for a few",
      "fed none": "by nothing",
    },
  },
  economy: {
    views: ["economy"],
    draw: economy,
    legend: { "worth centre": "supply centre", "worth port": "port", "worth lost": "does not count now" },
  },
});

/** A sign of a legend, drawn with the classes that it has on the map. @param {string} overlay @param {string} sign */
export function signOf(overlay, sign) {
  const [kind] = sign.split(" ");
  const shape =
    kind === "worth"
      ? svg("g", { class: sign }, svg("circle", { r: 7 }))
      : svg("path", { class: sign, d: kind === "rails" ? "M-11,0H11" : "M-8,0L-4,-7H4L8,0L4,7H-4Z" });
  return svg("svg", { class: `overlay ${overlay}`, viewBox: "-12 -9 24 18", "aria-hidden": "true" }, shape);
}

/** @param {Chart} chart @param {Views} views */
function control(chart, views) {
  /** @type {Record<string, string>} */
  const areas = { union: "", confederate: "" };
  for (const hex of chart.told.hexes) {
    const side = holder(views, hex);
    if (side) areas[side] += through(chart.corners(hex.id), true);
  }
  const land = SIDES.map((side) => svg("path", { class: `held ${side}`, d: areas[side] }));
  const rails = SIDES.map((side) =>
    svg("path", { class: `rails ${side}`, d: railsOf(chart, views.railroads?.changed?.[side] ?? []) }),
  );
  return [...land, ...rails];
}

/** Zones of control: primary ones whole, secondary ones smaller. @param {Chart} chart @param {Views} views */
function zones(chart, views) {
  return SIDES.flatMap((side) =>
    /** @type {const} */ ([
      ["secondary", 0.62],
      ["primary", 0.86],
    ]).map(([reach, size]) => {
      const hexes = views.zones?.[side]?.[reach] ?? [];
      const shape = hexes.map((/** @type {string} */ id) => through(chart.corners(id, size), true)).join("");
      return svg("path", { class: `zone ${reach} ${side}`, d: shape });
    }),
  );
}

/** The rails of hexes, from each hex's middle to its sides. @param {Chart} chart @param {string[]} hexes */
function railsOf(chart, hexes) {
  let drawn = "";
  for (const id of hexes) {
    const here = chart.at(id);
    for (const line of chart.linesAt(id)) {
      if (line.kind !== "rail") continue;
      const at = line.hexes.indexOf(id);
      for (const near of [line.hexes[at - 1], line.hexes[at + 1]]) {
        if (!near) continue;
        const there = chart.at(near);
        drawn += through([here, { x: (here.x + there.x) / 2, y: (here.y + there.y) / 2 }]);
      }
    }
  }
  return drawn;
}

/** Hexes by what feeds the force there, over the lines that go to it. @param {Chart} chart @param {Views} views */
function supply(chart, views) {
  const forces = views.supply?.forces ?? [];
  const lines = forces.flatMap((/** @type {any} */ force) => {
    const path = (force.path ?? []).map((/** @type {string} */ id) => chart.at(id));
    if (path.length < 2) return [];
    const end = path.at(-1);
    return [
      svg("path", { class: `line ${force.side}`, d: through(path) }),
      svg("circle", { class: `source ${force.side}`, cx: round(end.x), cy: round(end.y), r: 5 }),
    ];
  });
  const hexes = forces.map((/** @type {any} */ force) => {
    const title = `${force.units}: ${force.fed_by === "none" ? "out of supply" : `fed by ${force.fed_by}`}, ${force.how}`;
    const d = through(chart.corners(force.hex, 0.88), true);
    return svg("path", { class: `fed ${force.fed_by}`, d }, svg("title", {}, title));
  });
  const feeding = [...(views.supply?.depots ?? []), ...(views.supply?.centres ?? [])].map((each) => {
    const { x, y } = chart.at(each.hex);
    return svg("text", { class: "feeds", x: round(x + 13), y: round(y + 20) }, `feeds ${each.feeds}`);
  });
  return [...lines, ...hexes, ...feeding];
}

/** @param {Chart} chart @param {Views} views */
function economy(chart, views) {
  const now = views.economy?.now;
  if (!now) return [];
  return [...bubbles(chart, now.centres ?? [], "centre", 0), ...bubbles(chart, now.ports ?? [], "port", 18)];
}

/** @param {Chart} chart @param {any[]} rows @param {string} kind @param {number} dx */
function bubbles(chart, rows, kind, dx) {
  return rows
    .filter((row) => row.hex && chart.has(row.hex))
    .map((row) => {
      const { x, y } = chart.at(row.hex);
      const counts = row.counts ?? (row.value ?? 0) > 0;
      const title = `${row.name}: ${row.value ?? 0}${row.reason ? `, ${row.reason}` : ""}`;
      const bubble = svg(
        "g",
        { class: `worth ${kind} ${counts ? "counts" : "lost"}` },
        svg("circle", { cx: dx, r: 9 }),
        svg("text", { x: dx, y: 4 }, String(row.value ?? 0)),
        svg("title", {}, title),
      );
      return svg("g", { transform: `translate(${round(x)} ${round(y - 16)})` }, bubble);
    });
}
