// @ts-check
/** Small tracks and charts as SVG: boxes in a row with what stands in them, lines over turns. */

import { round, svg } from "../board/svg.js";

const WIDE = 340;

/**
 * A track of boxes, some marked.
 * @param {{label: string, title?: string, marks?: string[], now?: boolean, past?: boolean}[]} boxes `marks` are classes of what stands in a box
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
          class: `box${box.now ? " now" : ""}${box.past ? " past" : ""}`,
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

/**
 * Lines over turns; a line may miss values.
 * @param {{title: string, lines: {name: string, classes: string, values: (number | null)[]}[], turns: number}} given
 * @returns {SVGElement}
 */
export function chart({ title, lines, turns }) {
  const [high, left, right, top, bottom] = [150, 26, 8, 8, 18];
  const values = lines.flatMap((line) => line.values).filter((value) => value !== null);
  const most = Math.max(1, ...values);
  const least = Math.min(0, ...values);
  const x = (/** @type {number} */ turn) =>
    left + ((WIDE - left - right) * (turn - 1)) / Math.max(1, turns - 1);
  const y = (/** @type {number} */ value) =>
    top + ((high - top - bottom) * (most - value)) / (most - least || 1);
  const steps = niceSteps(least, most).map((value) =>
    svg(
      "g",
      { class: "grid" },
      svg("line", { x1: left, x2: WIDE - right, y1: round(y(value)), y2: round(y(value)) }),
      svg("text", { x: left - 4, y: round(y(value) + 3.5), "text-anchor": "end" }, String(value)),
    ),
  );
  const below = Array.from({ length: turns }, (_, index) => index + 1)
    .filter((turn) => turns <= 9 || turn % 2 === 1)
    .map((turn) => svg("text", { class: "turn", x: round(x(turn)), y: high - 4 }, String(turn)));
  const drawn = lines.map((line) => {
    let d = "";
    line.values.forEach((value, index) => {
      if (value !== null)
        d += `${d && line.values[index - 1] !== null ? "L" : "M"}${round(x(index + 1))},${round(y(value))}`;
    });
    const dots = line.values.map((value, index) =>
      value === null
        ? null
        : svg(
            "circle",
            { cx: round(x(index + 1)), cy: round(y(value)), r: 2.4 },
            svg("title", {}, `${line.name}, turn ${index + 1}: ${value}`),
          ),
    );
    return svg("g", { class: `series ${line.classes}` }, svg("path", { d }), ...dots);
  });
  return svg(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${WIDE} ${high}`,
      role: "img",
      "aria-label": `${title}: ${lines.map((line) => `${line.name} ${line.values.map((value) => value ?? "–").join(" ")}`).join("; ")}`,
    },
    ...steps,
    ...below,
    ...drawn,
  );
}

/** @param {number} least @param {number} most */
function niceSteps(least, most) {
  const rough = (most - least) / 4;
  const unit = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((each) => each >= rough) ?? 1000;
  const found = [];
  for (let value = Math.ceil(least / unit) * unit; value <= most; value += unit) found.push(value);
  return found;
}
