// @ts-check
/** Charts over turns as SVG: lines and stacked bars, each with its figures in a table behind it. */

import { round, svg } from "../board/svg.js";
import { countOf, el } from "../shell/dom.js";

const [WIDE, HIGH] = [352, 168];
const [LEFT, RIGHT, TOP, BOTTOM] = [28, 12, 10, 20];
const DOT = 3;

/**
 * @typedef {{name: string, classes: string, values: (number | null)[], sign?: "dot" | "square" | "triangle" | "none"}} Line
 *   `sign` marks its values, so that lines differ not by colour alone
 * @typedef {{label: string, title: string, at: number, now: boolean}} Turn `at`: the event that a click goes to
 * @typedef {{turns: Turn[], go: (at: number) => void}} Axis
 */

/**
 * Lines over turns. A line may miss values.
 * @param {string} title @param {Line[]} lines @param {Axis} axis
 */
export function lineChart(title, lines, axis) {
  const values = lines.flatMap((line) => line.values).filter((value) => value !== null);
  const scale = scaleOf(Math.min(0, ...values), Math.max(1, ...values), axis.turns.length);
  const drawn = lines.map((line) => {
    let d = "";
    line.values.forEach((value, index) => {
      if (value !== null)
        d += `${d && line.values[index - 1] !== null ? "L" : "M"}${round(scale.x(index))},${round(scale.y(value))}`;
    });
    const signs = line.values.map((value, index) =>
      value === null || line.sign === "none" ? null : sign(line.sign, scale.x(index), scale.y(value)),
    );
    return svg("g", { class: `series ${line.classes}` }, svg("path", { class: "line", d }), ...signs);
  });
  return figure(title, lines, axis, scale, drawn);
}

/**
 * Bars over turns, one beside the other for each stack, its layers on top of each other.
 * @param {string} title @param {{name: string, layers: Line[]}[]} stacks @param {Axis} axis
 */
export function barChart(title, stacks, axis) {
  const sums = stacks.flatMap((stack) =>
    axis.turns.map((_, index) => stack.layers.reduce((sum, layer) => sum + (layer.values[index] ?? 0), 0)),
  );
  const scale = scaleOf(0, Math.max(1, ...sums), axis.turns.length);
  const room = scale.room / (stacks.length + 0.5);
  const drawn = stacks.flatMap((stack, number) =>
    axis.turns.map((_, index) => {
      let below = 0;
      const left = scale.x(index) - (room * stacks.length) / 2 + number * room;
      const bars = stack.layers.map((layer) => {
        const value = layer.values[index] ?? 0;
        const top = scale.y(below + value);
        const bar = svg("rect", {
          class: `bar ${layer.classes}`,
          x: round(left + 0.5),
          y: round(top),
          width: round(Math.max(1, room - 1)),
          height: round(scale.y(below) - top),
        });
        below += value;
        return value ? bar : null;
      });
      return svg("g", {}, ...bars);
    }),
  );
  const lines = stacks.flatMap((stack) =>
    stack.layers.map((layer) => ({ ...layer, name: `${stack.name} ${layer.name}` })),
  );
  return figure(title, lines, axis, scale, drawn, "swatch");
}

/** @param {number} least @param {number} most @param {number} turns */
function scaleOf(least, most, turns) {
  const room = (WIDE - LEFT - RIGHT) / turns;
  return {
    least,
    most,
    room,
    x: (/** @type {number} */ index) => LEFT + room * (index + 0.5),
    y: (/** @type {number} */ value) => TOP + ((HIGH - TOP - BOTTOM) * (most - value)) / (most - least || 1),
  };
}

/** @param {Line["sign"]} kind @param {number} x @param {number} y */
function sign(kind, x, y) {
  if (kind === "square")
    return svg("rect", { x: round(x - DOT), y: round(y - DOT), width: DOT * 2, height: DOT * 2 });
  if (kind === "triangle")
    return svg("path", {
      d: `M${round(x - DOT)},${round(y + DOT)}L${round(x + DOT)},${round(y + DOT)}L${round(x)},${round(y - DOT)}Z`,
    });
  return svg("circle", { cx: round(x), cy: round(y), r: DOT });
}

/**
 * @param {string} title @param {Line[]} lines @param {Axis} axis @param {ReturnType<typeof scaleOf>} scale
 * @param {SVGElement[]} drawn @param {string} [keys]
 */
function figure(title, lines, axis, scale, drawn, keys = "") {
  const picture = svg(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": summary(title, lines, axis),
    },
    ...here(axis, scale),
    ...grid(scale),
    ...numbers(axis, scale),
    ...drawn,
    ...touched(lines, axis, scale),
  );
  return el(
    "figure",
    { class: "course-chart" },
    el("figcaption", {}, title),
    el("p", { class: "legend" }, ...lines.map((line) => el("span", {}, key(line, keys), line.name))),
    picture,
    table(title, lines, axis),
  );
}

/** What a line looks like, beside its name. @param {Line} line @param {string} keys */
function key(line, keys) {
  const sample = keys
    ? svg("rect", { class: `bar ${line.classes}`, x: 8, y: 1, width: 10, height: 10 })
    : svg(
        "g",
        { class: `series ${line.classes}` },
        svg("path", { class: "line", d: "M0,6H26" }),
        line.sign === "none" ? null : sign(line.sign, 13, 6),
      );
  return svg("svg", { viewBox: "0 0 26 12", width: 26, height: 12, "aria-hidden": "true" }, sample);
}

/** @param {string} title @param {Line[]} lines @param {Axis} axis */
function summary(title, lines, axis) {
  const last = axis.turns.length - 1;
  const said = lines.map((line) => `${line.name} ${line.values[last] ?? "unknown"}`).join(", ");
  return `${title}: ${countOf(last + 1, "turn")}, the last with ${said}. The figures are in the table below.`;
}

/** The turn that is shown. @param {Axis} axis @param {ReturnType<typeof scaleOf>} scale */
const here = (axis, scale) =>
  axis.turns.flatMap((turn, index) =>
    turn.now
      ? [
          svg("rect", {
            class: "standing",
            x: round(scale.x(index) - scale.room / 2),
            y: TOP - 4,
            width: round(scale.room),
            height: HIGH - TOP - BOTTOM + 4,
          }),
        ]
      : [],
  );

/** @param {ReturnType<typeof scaleOf>} scale */
const grid = ({ least, most, y }) =>
  steps(least, most).map((value) =>
    svg(
      "g",
      { class: value === 0 && least < 0 ? "grid zero" : "grid" },
      svg("line", { x1: LEFT, x2: WIDE - RIGHT, y1: round(y(value)), y2: round(y(value)) }),
      svg("text", { x: LEFT - 5, y: round(y(value) + 3.5), "text-anchor": "end" }, String(value)),
    ),
  );

/** @param {Axis} axis @param {ReturnType<typeof scaleOf>} scale */
const numbers = (axis, scale) =>
  axis.turns.map((turn, index) =>
    svg("text", { class: turn.now ? "turn now" : "turn", x: round(scale.x(index)), y: HIGH - 5 }, turn.label),
  );

/** A strip over each turn, to point at and to click: keys have the table. @param {Line[]} lines @param {Axis} axis @param {ReturnType<typeof scaleOf>} scale */
const touched = (lines, axis, scale) =>
  axis.turns.map((turn, index) => {
    const said = lines.map((line) => `${line.name} ${line.values[index] ?? "–"}`).join("\n");
    const strip = svg(
      "rect",
      {
        class: "touch",
        x: round(scale.x(index) - scale.room / 2),
        y: 0,
        width: round(scale.room),
        height: HIGH,
      },
      svg("title", {}, `${turn.title}\n${said}`),
    );
    strip.addEventListener("click", () => axis.go(turn.at));
    return strip;
  });

/** @param {string} title @param {Line[]} lines @param {Axis} axis */
function table(title, lines, axis) {
  const heads = lines.map((line) => el("th", { scope: "col" }, line.name));
  const rows = axis.turns.map((turn, index) =>
    el(
      "tr",
      { class: turn.now ? "now" : "" },
      el(
        "th",
        { scope: "row" },
        el(
          "button",
          {
            type: "button",
            class: "place",
            "aria-label": `Go to the end of ${turn.title}`,
            on: { click: () => axis.go(turn.at) },
          },
          turn.label,
        ),
      ),
      ...lines.map((line) => el("td", {}, line.values[index] ?? "–")),
    ),
  );
  return el(
    "details",
    { class: "figures" },
    el("summary", {}, `${title} as a table`),
    el(
      "div",
      { class: "wide-table", tabIndex: 0, role: "region", "aria-label": `${title}, figures` },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Turn"), ...heads)),
        el("tbody", {}, ...rows),
      ),
    ),
  );
}

/** @param {number} least @param {number} most */
function steps(least, most) {
  const rough = (most - least) / 4;
  const unit = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((each) => each >= rough) ?? 1000;
  const found = [];
  for (let value = Math.ceil(least / unit) * unit; value <= most; value += unit) found.push(value);
  return found;
}
