// @ts-check
/** The parts of a chosen stack, spread above its place: every group and every leader by itself. */

import { sides } from "../shell/manifest.js";
import { figureOf, partName } from "./stacks.js";
import { round, svg } from "./svg.js";

const WIDE = 25;
const GAP = 3;
const LETTER = 5; // the width of a letter of a long name
const LONG = 4; // letters beyond which a leader's name is written small, on a wider part
const ROW = 6;

/** @param {import("./stacks.js").Part} part */
const isLong = (part) => (part.name ?? "").length > LONG;
/** @param {import("./stacks.js").Part} part */
const widthOf = (part) => (isLong(part) ? Math.max(WIDE, 8 + LETTER * (part.name ?? "").length) : WIDE);

/**
 * @typedef {import("./stacks.js").Stack} Stack
 * @typedef {{place: string, side: string, part: import("./stacks.js").Part}} Part what was clicked: of which stack
 */

/**
 * Draw a stack's parts above a point; nothing for a place whose counters tell all.
 * @param {SVGElement} layer @param {{x: number, y: number} | null} at @param {Map<string, Stack>} stacks @param {string} place
 * @param {(part: Part) => void} onPart
 */
export function fan(layer, at, stacks, place, onPart) {
  const found = sides().flatMap((side) =>
    ((at && stacks.get(`${side} ${place}`)?.parts) || []).map((part) => ({ place, side, part })),
  );
  if (!at || found.length < 2) return layer.replaceChildren();
  const rows = Math.ceil(found.length / ROW);
  const lengths = Array.from({ length: rows }, (_, row) =>
    found.slice(row * ROW, (row + 1) * ROW).reduce((sum, { part }) => sum + widthOf(part) + GAP, 0),
  );
  const widest = Math.max(...lengths);
  let x = 0;
  const nodes = found.map((each, index) => {
    const node = each.part.name ? leaderNode(each) : groupNode(each);
    if (index % ROW === 0) x = -widest / 2;
    const half = (widthOf(each.part) + GAP) / 2;
    x += half;
    const y = -26 - (rows - 1 - Math.floor(index / ROW)) * 31;
    node.setAttribute("transform", `translate(${round(x)} ${round(y)})`);
    x += half;
    node.addEventListener("pointerup", () => onPart(each));
    return node;
  });
  const width = widest + 7;
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

/** @param {Part} of */
const groupNode = ({ side, part }) =>
  svg(
    "g",
    { class: `counter part ${side}` },
    svg("title", {}, [partName(part), ...(part.says ?? [])].join(", ")),
    svg("rect", { class: "face", x: -WIDE / 2, y: -12.5, width: WIDE, height: 25, rx: 2.5 }),
    part.sign ? svg("path", { class: "kind", d: part.sign, transform: "translate(0 -7.6)" }) : null,
    svg("text", { class: "strength", y: 5.5 }, figureOf(part)),
    svg("text", { class: "said", y: 10.8 }, part.short ?? ""),
  );

/** @param {Part} of */
const leaderNode = ({ side, part }) =>
  svg(
    "g",
    { class: `counter part leader ${side}` },
    svg("title", {}, [partName(part), ...(part.says ?? [])].join(", ")),
    svg("rect", {
      class: "face",
      x: -widthOf(part) / 2,
      y: -12.5,
      width: widthOf(part),
      height: 25,
      rx: 12,
    }),
    svg("text", { class: isLong(part) ? "strength long" : "strength", y: 1.5 }, part.name ?? ""),
    svg("text", { class: "said", y: 9 }, part.rating ?? ""),
  );
