// @ts-check
/** What happened, on the map: an arrow for each march, a mark for each battle, an edge about what changed hands. */

import { round, svg, through } from "../board/svg.js";
import { sideName } from "../shell/manifest.js";

const SHORT = 13; // of the sheet, before a place's middle at which an arrow ends, so that the counter there shows
const BLADES = "M-5,-5L5,5M5,-5L-5,5M-6.5,2.5L-2.5,6.5M6.5,2.5L2.5,6.5";

/**
 * @typedef {{moves: import("../chronicle/entries.js").Move[], battles: {place: string, text: string}[],
 *   taken: {place: string, side: string}[]}} Happened
 * @typedef {ReturnType<typeof createArrows>} Arrows
 */

/**
 * An arrow through points of the sheet, which ends before the last one.
 * @param {{x: number, y: number}[]} points at least two
 */
export function pointer(points) {
  const [near, far] = points.slice(-2);
  const short = Math.min(0.5, SHORT / Math.hypot(far.x - near.x, far.y - near.y));
  const end = { x: far.x + (near.x - far.x) * short, y: far.y + (near.y - far.y) * short };
  const way = [...points.slice(0, -1), end];
  const turned = (Math.atan2(end.y - near.y, end.x - near.x) * 180) / Math.PI;
  return [
    svg("path", { class: "under", d: through(way) }),
    svg("path", { class: "line", d: through(way) }),
    svg("g", { transform: `translate(${round(way[0].x)} ${round(way[0].y)})` }, svg("circle", { class: "from", r: 4 })),
    svg(
      "g",
      { transform: `translate(${round(end.x)} ${round(end.y)}) rotate(${round(turned)})` },
      svg("path", { class: "tip", d: "M5,0L-8,-7L-5,0L-8,7Z" }),
    ),
  ];
}

/**
 * The layer of a board for them; it lies under what is chosen.
 * @param {import("../board/board.js").Board} board
 */
export function createArrows(board) {
  const layer = svg("g", { class: "layer told" });
  const pieces = /** @type {SVGElement} */ (board.frame.querySelector("svg.pieces"));
  pieces.insertBefore(layer, pieces.querySelector(".layer.cursor"));
  const { chart } = board;

  /** @param {import("../chronicle/entries.js").Move} move */
  function arrow({ side, piece, path }) {
    const known = path.filter((place) => chart.has(place));
    if (!known.length) return null;
    const last = known[known.length - 1];
    const title = svg(
      "title",
      {},
      `${sideName(side)}: ${piece}, ${known.length > 1 ? `${chart.fullName(known[0])} to ` : ""}${chart.fullName(last)}`,
    );
    const made = svg("g", { class: `went-by ${side}`, "data-to": last }, title);
    const points = known.map((place) => chart.at(place));
    if (points.length < 2) {
      const [{ x, y }] = points;
      made.append(svg("g", { transform: `translate(${round(x)} ${round(y)})` }, svg("circle", { class: "came", r: 17 })));
      return made;
    }
    made.append(...pointer(points));
    return made;
  }

  /** @param {{place: string, text: string}} battle */
  function fought({ place, text }) {
    if (!chart.has(place)) return null;
    const { x, y } = chart.at(place);
    return svg(
      "g",
      { class: "fought-at", "data-place": place, transform: `translate(${round(x - 15)} ${round(y - 17)})` },
      svg("title", {}, text),
      svg("g", { class: "sign" }, svg("circle", { r: 10 }), svg("path", { d: BLADES })),
    );
  }

  /** @param {{place: string, side: string}} took */
  function taken({ place, side }) {
    if (!chart.has(place)) return null;
    return svg(
      "g",
      { class: `taken-by ${side}`, "data-place": place },
      svg("title", {}, `${sideName(side)} has taken ${chart.fullName(place)}`),
      svg("path", { d: chart.outline(place, 0.86) }),
    );
  }

  return {
    /** Show just this. @param {Happened} of */
    show(of) {
      const drawn = [...of.taken.map(taken), ...of.moves.map(arrow), ...of.battles.map(fought)];
      layer.replaceChildren(...drawn.filter((each) => each !== null));
    },
    /** Mark one march among them; "" none. @param {string} to */
    light(to) {
      for (const each of layer.children)
        each.classList.toggle("lit", Boolean(to) && (each.getAttribute("data-to") ?? each.getAttribute("data-place")) === to);
    },
    clear: () => layer.replaceChildren(),
    /** Places that have a mark. */
    places: () =>
      [...layer.children].flatMap((each) => each.getAttribute("data-to") ?? each.getAttribute("data-place") ?? []),
  };
}
