// @ts-check
/** Small tracks as SVG: boxes in a row with what is in them. */

import { round, svg } from "../board/svg.js";

const WIDE = 340;

/**
 * A track of boxes, some marked.
 * @param {{label: string, title?: string, marks?: string[], now?: boolean, past?: boolean, edge?: boolean}[]} boxes
 *   `marks` are classes of what is in a box
 * @param {string} title
 * @returns {SVGElement}
 */
export function track(boxes, title) {
  const across = Math.min(boxes.length, 17);
  const size = WIDE / across;
  const rows = Math.ceil(boxes.length / across);
  const high = Math.min(30, size + 8);
  return svg(
    "svg",
    { class: "track-row", viewBox: `0 0 ${WIDE} ${rows * high}`, role: "img", "aria-label": title },
    ...boxes.map((box, index) => {
      const x = (index % across) * size;
      const y = Math.floor(index / across) * high;
      const dots = (box.marks ?? []).map((mark, at) =>
        svg("circle", {
          class: `pawn ${mark}`,
          cx: round(size / 2 + (at - ((box.marks ?? []).length - 1) / 2) * 7),
          cy: high - 8,
          r: 3.2,
        }),
      );
      return svg(
        "g",
        {
          class: `box${box.now ? " now" : ""}${box.past ? " past" : ""}${box.edge ? " edge" : ""}`,
          transform: `translate(${round(x)} ${y})`,
        },
        svg("rect", { x: 1, y: 1, width: round(size - 2), height: high - 2, rx: 3 }),
        svg("text", { x: round(size / 2), y: dots.length ? high / 2 - 1 : high / 2 + 4 }, box.label),
        ...dots,
        box.title ? svg("title", {}, box.title) : null,
      );
    }),
  );
}
