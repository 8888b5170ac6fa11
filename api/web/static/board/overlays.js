// @ts-check
/** What may be laid over the map: who controls it, whose zones it lies in, who is fed and how, what the economy counts. */

import { holder, SIDES } from "./stacks.js";
import { round, svg, through } from "./svg.js";

/** @typedef {import("./chart.js").Chart} Chart @typedef {import("./stacks.js").Views} Views */

/** Their names, the views that they need, and how they are drawn. */
export const OVERLAYS =
  /** @type {Record<string, {views: string[], draw: (chart: Chart, views: Views) => SVGElement[]}>} */ ({
    control: { views: ["map", "railroads"], draw: control },
    zones: { views: ["zones"], draw: zones },
    supply: { views: ["supply"], draw: supply },
    economy: { views: ["economy"], draw: economy },
  });

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

/** @param {Chart} chart @param {Views} views */
function supply(chart, views) {
  const drawn = [];
  for (const force of views.supply?.forces ?? []) {
    const path = (force.path ?? []).map((/** @type {string} */ id) => chart.at(id));
    if (path.length > 1) drawn.push(svg("path", { class: `line ${force.side}`, d: through(path) }));
    const { x, y } = chart.at(force.hex);
    const title = `${force.units}: ${force.fed_by === "none" ? "out of supply" : `fed by ${force.fed_by}`}, ${force.how}`;
    drawn.push(
      svg(
        "circle",
        { class: `fed ${force.fed_by}`, cx: round(x), cy: round(y), r: 19 },
        svg("title", {}, title),
      ),
    );
  }
  for (const each of [...(views.supply?.depots ?? []), ...(views.supply?.centres ?? [])]) {
    const { x, y } = chart.at(each.hex);
    drawn.push(svg("text", { class: "feeds", x: round(x + 13), y: round(y + 20) }, `feeds ${each.feeds}`));
  }
  return drawn;
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
