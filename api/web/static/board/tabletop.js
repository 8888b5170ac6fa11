// @ts-check
/**
 * A free table on the board: ground, goals and the stands of units, as a scene's `table` has them
 * (`domain/kernel/drawing/table.py`); and over them what a player looks at: arcs, lines of sight, ghosts of orders.
 */

import { Keyed } from "./keyed.js";
import { direction, inches, middle, ring, sector, within } from "./outline.js";
import { svg } from "./svg.js";

/**
 * @typedef {import("./outline.js").Corner} Corner
 * @typedef {{key: string, kind: string, points: Corner[], open?: boolean, height?: number, says?: string}} Ground
 * @typedef {{corners: Corner[], figures?: number, form?: "foot" | "horse" | "gun" | "team" | "wagon"}} Stand
 * @typedef {{key: string, side: string, name: string, place: string, at: Corner, facing: number, stands: Stand[], sign?: string,
 *   role?: string, says?: string[], facts?: [string, string][], farthest?: number, draws?: Record<string, any> | null, legs?: string[]}} Figure
 * @typedef {{width: number, height: number, inch?: number, ground?: Ground[], figures?: Figure[],
 *   goals?: {at: Corner, radius: number, name: string, says?: string}[]}} Table
 * @typedef {{at: Corner, facing: number, half: number, bands?: [number, string][]}} Arc
 * @typedef {{to: string, line: [Corner, Corner], distance: number, open: boolean, block?: string, rule?: string, says?: string[]}} Sight
 * @typedef {{key: string, arcs: Arc[], sights?: Sight[], flanks?: Arc[], says?: string[]}} Look
 * @typedef {{key: string, side: string, at: Corner, facing: number, stands: Corner[][], text?: string, wrong?: boolean, from?: Corner,
 *   firm?: boolean, grips?: {kind: string, at: Corner}[]}} GhostShown `firm`: the referee has measured it
 */

const FIGURES_A_ROW = 6;
const LINE = 46; // units of the sheet
const NEAR = 30; // units about a stand within which a pointer means it
const FLANK = 1200; // how far the sectors of flanks are drawn

export class Tabletop {
  /** @param {Record<"table" | "aids" | "figures" | "ghosts", SVGElement>} layers */
  constructor(layers) {
    this.layers = layers;
    this.units = new Keyed(layers.figures);
    /** @type {Table | null} */
    this.table = null;
    this.ground = "";
  }

  /** Show a table, or none. @param {Table | null | undefined} table */
  show(table) {
    this.table = table ?? null;
    const look = JSON.stringify([table?.ground, table?.goals, table?.width, table?.height]);
    if (look !== this.ground) {
      this.ground = look;
      this.layers.table.replaceChildren(...(table ? laid(table) : []));
    }
    /** @type {Map<string, import("./keyed.js").Item>} */
    const items = new Map();
    for (const figure of table?.figures ?? [])
      items.set(figure.key, {
        x: 0,
        y: 0,
        sign: JSON.stringify(figure),
        classes: `unit ${figure.side} ${figure.role ?? ""}`,
        draw: () => unit(figure),
      });
    this.units.show(items);
  }

  /** The unit under a point of the sheet: the one whose stand it is in, else one close by. @param {{x: number, y: number}} point @returns {Figure | null} */
  under(point) {
    let best = null;
    let least = NEAR;
    for (const figure of this.table?.figures ?? [])
      for (const { corners } of figure.stands) {
        if (within(point, corners)) return figure;
        const far = Math.min(...corners.map(([x, y]) => Math.hypot(x - point.x, y - point.y)));
        if (far < least) [best, least] = [figure, far];
      }
    return best;
  }

  /** @param {string | null | undefined} key @returns {Figure | null} */
  figure(key) {
    return this.table?.figures?.find((each) => each.key === key) ?? null;
  }

  /** Mark the unit that is chosen. @param {string | null} key */
  choose(key) {
    for (const node of this.layers.figures.children)
      node.classList.toggle("picked", node.getAttribute("data-key") === key);
  }

  /** Show what a unit sees, or nothing. @param {Look | null} look */
  look(look) {
    this.layers.aids.replaceChildren(...(look ? aids(look) : []));
  }

  /** Show where orders would leave units. @param {GhostShown[]} ghosts */
  ghosts(ghosts) {
    this.layers.ghosts.replaceChildren(...ghosts.map(ghost));
  }
}

/** The cloth with what lies on it. @param {Table} table */
function laid({ width, height, ground = [], goals = [] }) {
  return [
    svg("rect", { class: "cloth", width, height }),
    ...ground.map(({ kind, points, open, says, height: level }) =>
      svg(
        "path",
        { class: `ground ${kind}${open ? " open" : ""}`, d: ring(points, open), "data-height": level },
        says ? svg("title", {}, says) : null,
      ),
    ),
    ...ground.filter(({ kind }) => kind.split(" ")[0] === "woods").flatMap(trees),
    ...goals.map(({ at: [x, y], radius, name, says }) =>
      svg(
        "g",
        { class: "goal" },
        svg("circle", { cx: x, cy: y, r: radius }),
        svg("text", { x, y: y + LINE / 3 }, name),
        says ? svg("title", {}, `${name}: ${says}`) : null,
      ),
    ),
    ...inchMarks(width, height),
  ];
}

/** Trees, so that woods are woods without colour: the same ones every time. @param {Ground} ground */
function trees({ points, kind }) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const step = kind.includes("dense") ? 110 : 160;
  const made = [];
  for (let row = 0, y = Math.min(...ys) + step / 2; y < Math.max(...ys); y += step, row += 1)
    for (let x = Math.min(...xs) + (row % 2 ? step : step / 2); x < Math.max(...xs); x += step)
      if (within({ x, y }, points))
        made.push(svg("path", { class: "tree", d: `M${x},${y - 34}l26,44h-20v22h-12v-22h-20Z` }));
  return made;
}

/** A mark at every foot of the edges. @param {number} width @param {number} height */
function inchMarks(width, height) {
  const made = [];
  for (let x = 1200; x < width; x += 1200)
    made.push(svg("text", { class: "feet", x, y: height - 12 }, `${x / 100}″`));
  for (let y = 1200; y < height; y += 1200)
    made.push(svg("text", { class: "feet", x: 46, y: height - y }, `${y / 100}″`));
  return made;
}

/** @param {Figure} figure */
function unit(figure) {
  const { stands, name, says = [], facts = [], sign = "" } = figure;
  const [x, y] = middle(stands.flatMap(({ corners }) => corners));
  const low = Math.max(...stands.flatMap(({ corners }) => corners.map((corner) => corner[1])));
  const said = [name, facts[0]?.[1], ...says].filter(Boolean).join(", ");
  return [
    ...stands.flatMap(standOf),
    svg("path", { class: "front", d: frontOf(figure) }),
    svg("text", { class: "sign", x, y: y + LINE / 3 }, sign),
    svg("text", { class: "name", x, y: low + 10 }, name),
    svg("title", {}, said),
  ];
}

/** A stand with its figures. @param {Stand} stand */
function standOf({ corners, figures = 0, form = "foot" }) {
  return [
    svg("path", { class: `stand ${form}`, d: ring(corners) }),
    ...(form === "gun" || form === "team" || form === "wagon" ? [piece(corners, form)] : men(corners, figures, form)),
  ];
}

/** Figures in rows on a stand. @param {Corner[]} corners @param {number} count @param {string} form */
function men(corners, count, form) {
  const [a, b, c, d] = corners;
  const rows = Math.ceil(count / FIGURES_A_ROW);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / FIGURES_A_ROW);
    const here = Math.min(FIGURES_A_ROW, count - row * FIGURES_A_ROW);
    const across = ((index % FIGURES_A_ROW) + 0.5) / here;
    const back = (row + 0.5) / rows;
    const at = (/** @type {0 | 1} */ axis) => {
      const front = a[axis] + (b[axis] - a[axis]) * across;
      return front + (d[axis] + (c[axis] - d[axis]) * across - front) * back;
    };
    return svg("circle", { class: "man", cx: at(0).toFixed(1), cy: at(1).toFixed(1), r: form === "horse" ? 13 : 8 });
  });
}

/** A gun, a team or a wagon: a line of its own along the stand. @param {Corner[]} corners @param {string} form */
function piece(corners, form) {
  const [a, b, c, d] = corners;
  const front = middle([a, b]);
  const back = middle([c, d]);
  return svg("path", { class: `piece ${form}`, d: `M${front}L${back}` });
}

/** The way a unit faces, as an arrow ahead of its front. @param {Figure} figure */
function frontOf({ at: [x, y], facing, stands }) {
  const [dx, dy] = direction(facing);
  const size = Math.min(60, 12 + 6 * stands.length);
  const tip = [x + dx * size, y + dy * size];
  return `M${x - dy * size},${y + dx * size}L${tip}L${x + dy * size},${y - dx * size}`;
}

/** @param {Look} look */
function aids({ arcs, flanks = [], sights = [] }) {
  const front = arcs[Math.floor(arcs.length / 2)];
  return [
    ...flanks.map(({ at, facing, half }) => svg("path", { class: `flank of-${half}`, d: sector(at, facing, half, FLANK) })),
    ...(front?.bands ?? []).map(([radius, label]) =>
      svg("path", { class: "arc", d: sector(front.at, front.facing, front.half, radius) }, svg("title", {}, label)),
    ),
    ...(front ? bandLabels(front) : []),
    ...sights.map(({ line: [from, to], open, block, distance }) =>
      svg(
        "g",
        { class: `sight ${open ? "clear" : "blocked"}` },
        svg("path", { d: ring([from, to], true) }),
        svg("text", { x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2 }, open ? `${inches(distance)}″` : `✕ ${block}`),
      ),
    ),
  ];
}

/** @param {Arc} arc */
const bandLabels = ({ at, facing, bands = [] }) =>
  bands.map(([radius, label]) => {
    const [dx, dy] = direction(facing);
    return svg("text", { class: "band", x: at[0] + dx * radius, y: at[1] + dy * radius }, `${inches(radius)}″: ${label}`);
  });

/** @param {GhostShown} shown */
function ghost({ key, side, stands, text = "", wrong, from, firm, at, grips = [] }) {
  const [x, y] = middle(stands.flat());
  return svg(
    "g",
    { class: `ghost-unit ${side}${wrong ? " wrong" : ""}${firm ? " firm" : ""}`, "data-key": key },
    from ? svg("path", { class: "way", d: ring([from, at], true) }) : null,
    ...stands.map((corners) => svg("path", { class: "stand", d: ring(corners) })),
    ...grips.map(({ kind, at: [gx, gy] }) =>
      svg("circle", { class: `turning ${kind}`, "data-grip": kind, cx: gx, cy: gy, r: 26 }),
    ),
    text ? svg("text", { x, y: y - 70 }, text) : null,
  );
}
