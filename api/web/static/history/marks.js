// @ts-check
/** What differs between two positions, marked on the map: each mark has a sign and a line of its own, not a colour alone. */

import { round, svg } from "../board/svg.js";
import { manifest } from "../shell/manifest.js";

/**
 * @typedef {"came" | "went" | "changed"} Kind
 * @typedef {{group: string, kind: Kind, text: string, places: string[], side: string, a: any, b: any}} Change
 */

/** @type {Record<Kind, string>} */
export const SIGNS = { came: "+", went: "−", changed: "≠" };
/** @type {Record<Kind, string>} */
export const SAID = { came: "came", went: "went", changed: "changed" };

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
    const marked = new Map();
    for (const { group, kind, places, text } of changes) {
      const area = (manifest().area_changes ?? []).includes(group) && places.length > 1;
      for (const place of places.flatMap((each) => each.split("-"))) {
        if (!board.placeAt(place)) continue;
        const here = marked.get(place);
        const as = area ? "held" : kind;
        if (!here || here.kind === "held")
          marked.set(place, { kind: as, texts: [...(here?.texts ?? []), text] });
        else {
          here.texts.push(text);
          if (as !== "held" && here.kind !== as) here.kind = "changed";
        }
      }
    }
    layer.replaceChildren(...[...marked].map(([place, { kind, texts }]) => mark(place, kind, texts)));
  }

  /** @param {string} place @param {Kind | "held"} kind @param {string[]} texts */
  function mark(place, kind, texts) {
    const { x, y } = board.chart.at(place);
    const made = svg(
      "g",
      { class: `difference ${kind}`, "data-place": place },
      svg("title", {}, texts.join("\n")),
      svg("path", { d: board.chart.outline(place, 0.9) }),
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
