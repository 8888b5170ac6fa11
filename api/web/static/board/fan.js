// @ts-check
/** The parts of a chosen stack, spread above its hex: every group and every leader by itself. */

import { kindSign } from "./counters.js";
import { SIDES } from "./stacks.js";
import { round, svg } from "./svg.js";

const WIDE = 25;
const ROW = 6;
const STATES = /** @type {Record<string, string>} */ ({ fort: "in fort", entrenched: "entrenched" });

/**
 * @typedef {import("./stacks.js").Stack} Stack @typedef {import("./stacks.js").Group} Group @typedef
 *   {import("./stacks.js").Leader} Leader
 */
/**
 * @typedef {{hex: string, side: string, group?: Group, leader?: Leader}} Part what was clicked: a group,
 *   or a leader
 */

/**
 * Draw a stack's parts above a point; nothing for a hex whose counters tell all.
 * @param {SVGElement} layer @param {{x: number, y: number} | null} at @param {Map<string, Stack>} stacks @param {string} hex
 * @param {(part: Part) => void} onPart
 */
export function fan(layer, at, stacks, hex, onPart) {
  /** @type {{part: Part, node: SVGElement}[]} */
  const parts = [];
  for (const side of SIDES) {
    const stack = at ? stacks.get(`${side} ${hex}`) : undefined;
    for (const group of stack?.groups ?? [])
      parts.push({ part: { hex, side, group }, node: groupNode(side, group) });
    for (const leader of stack?.leaders ?? [])
      parts.push({ part: { hex, side, leader }, node: leaderNode(leader) });
  }
  if (!at || parts.length < 2) return layer.replaceChildren();
  const across = Math.min(parts.length, ROW);
  const rows = Math.ceil(parts.length / ROW);
  const nodes = parts.map(({ part, node }, index) => {
    const x = ((index % ROW) - (across - 1) / 2) * (WIDE + 3);
    const y = -26 - (rows - 1 - Math.floor(index / ROW)) * 31;
    node.setAttribute("transform", `translate(${round(x)} ${round(y)})`);
    node.addEventListener("pointerup", () => onPart(part));
    return node;
  });
  const width = across * (WIDE + 3) + 7;
  const plate = svg("path", {
    class: "plate",
    d: `M${-width / 2},${-12 - rows * 31}H${width / 2}V-9H6L0,-2L-6,-9H${-width / 2}Z`,
  });
  const spread = svg(
    "g",
    { class: "spread", transform: `translate(${round(at.x)} ${round(at.y - 12)})` },
    plate,
    ...nodes,
  );
  layer.replaceChildren(spread);
}

/** @param {string} side @param {Group} group */
function groupNode(side, group) {
  const said = [
    group.demoralized ? "demoralized" : "",
    group.oos ? "no supply" : "",
    STATES[group.station] ?? "",
  ].filter(Boolean);
  const title = [
    `${group.count} ${group.kind.toUpperCase()}`,
    ...said,
    group.activity === "ready" ? "" : group.activity,
  ]
    .filter(Boolean)
    .join(", ");
  return svg(
    "g",
    { class: `counter part ${side}` },
    svg("title", {}, title),
    svg("rect", { class: "face", x: -WIDE / 2, y: -12.5, width: WIDE, height: 25, rx: 2.5 }),
    kindSign(group.kind, 0, -7.6),
    svg("text", { class: "strength", y: 5.5 }, String(group.count)),
    svg("text", { class: "said", y: 10.8 }, said[0] ?? (group.activity === "ready" ? "" : group.activity)),
  );
}

/** @param {Leader} leader */
function leaderNode(leader) {
  return svg(
    "g",
    { class: `counter part leader ${leader.side}` },
    svg("title", {}, `Leader ${leader.leader}, rating ${leader.rating}`),
    svg("rect", { class: "face", x: -WIDE / 2, y: -12.5, width: WIDE, height: 25, rx: 12 }),
    svg("text", { class: "strength", y: 1.5 }, leader.leader),
    svg("text", { class: "said", y: 9 }, String(leader.rating)),
  );
}
