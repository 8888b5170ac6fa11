// @ts-check
/** What differs between two positions, marked on the map: each mark has a sign and a line of its own, not a colour alone. */

import { round, svg } from "../board/svg.js";

/**
 * @typedef {"came" | "went" | "changed"} Kind
 * @typedef {{group: string, kind: Kind, text: string, places: string[], side: string, a: any, b: any}} Change
 */

/** @type {Record<Kind, string>} */
export const SIGNS = { came: "+", went: "−", changed: "≠" };
/** @type {Record<Kind, string>} */
export const SAID = { came: "came", went: "went", changed: "changed" };
const PLAIN = new Set(["control", "railroads"]); // of many hexes at once: an area, and no sign

/**
 * The layer of a board for them; it lies under what is chosen.
 * @param {import("../board/board.js").Board} board
 */
export function createMarks(board) {
  const layer = svg("g", { class: "layer compared" });
  const pieces = /** @type {SVGElement} */ (board.frame.querySelector("svg.pieces"));
  pieces.insertBefore(layer, pieces.querySelector(".layer.cursor"));

  /** @param {Change[]} changes */
  function show(changes) {
    /** @type {Map<string, {kind: Kind | "held", texts: string[]}>} */
    const hexes = new Map();
    for (const { group, kind, places, text } of changes) {
      const area = PLAIN.has(group) && places.length > 1;
      for (const hex of places.flatMap((place) => place.split("-"))) {
        if (!board.hexAt(hex)) continue;
        const here = hexes.get(hex);
        const as = area ? "held" : kind;
        if (!here || here.kind === "held")
          hexes.set(hex, { kind: as, texts: [...(here?.texts ?? []), text] });
        else {
          here.texts.push(text);
          if (as !== "held" && here.kind !== as) here.kind = "changed";
        }
      }
    }
    layer.replaceChildren(...[...hexes].map(([hex, { kind, texts }]) => mark(hex, kind, texts)));
  }

  /** @param {string} hex @param {Kind | "held"} kind @param {string[]} texts */
  function mark(hex, kind, texts) {
    const { x, y } = board.chart.at(hex);
    const made = svg(
      "g",
      { class: `difference ${kind}`, "data-hex": hex },
      svg("title", {}, texts.join("\n")),
      svg("path", { d: board.chart.outline(hex, 0.9) }),
    );
    if (kind !== "held")
      made.append(
        svg(
          "g",
          { transform: `translate(${round(x + 17)} ${round(y - 19)})` },
          svg("g", { class: "sign" }, svg("circle", { r: 8 }), svg("text", { y: 4.4 }, SIGNS[kind])),
        ),
      );
    return made;
  }

  return { show, clear: () => layer.replaceChildren() };
}
