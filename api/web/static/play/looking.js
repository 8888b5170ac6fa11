// @ts-check
/**
 * What a chosen unit of a free table sees, and measuring: arcs, ranges and lines of sight over the table, in words in the panel
 * of its place; a ruler between two points with its bearing.
 */

import { bearing, inches, ring } from "../board/outline.js";
import { svg } from "../board/svg.js";
import { clause } from "../shell/clauses.js";
import { el } from "../shell/dom.js";
import { manifest } from "../shell/manifest.js";

/**
 * @typedef {import("../board/outline.js").Corner} Corner
 * @param {{board: import("../board/board.js").Board, store: import("../shell/store.js").Store}} given
 */
export function createLooking({ board, store }) {
  const view = () => manifest().board.sights ?? "";
  /** @type {string | null} */
  let looked = null;
  /** @type {Corner | null} */
  let first = null;
  let measures = false;
  const layer = svg("g", { class: "ruler" });
  board.drawing.parentNode?.append(layer);
  const opener = el("button", { type: "button", class: "measure", "aria-pressed": "false", "aria-keyshortcuts": "m", title: "Measure between two points (m)", on: { click: toggle } }, "Ruler");

  /** Show the ruler, or put it away. */
  function toggle() {
    measures = !measures;
    first = null;
    layer.replaceChildren();
    opener.setAttribute("aria-pressed", String(measures));
    board.say(measures ? "Ruler: choose two points." : "The ruler is put away.");
  }

  /** @param {string} place */
  const corner = (place) => {
    const { x, y } = board.chart.at(place);
    return /** @type {Corner} */ ([x, y]);
  };

  /** A click on a place: true if the ruler took it. @param {string} place */
  function click(place) {
    if (!measures) return false;
    if (first) {
      board.say(span(first, corner(place)));
      first = null;
    } else {
      first = corner(place);
      layer.replaceChildren(svg("circle", { cx: first[0], cy: first[1], r: 16 }));
      board.say("From here: choose the other point.");
    }
    return true;
  }

  /** The ruler follows the pointer or the cursor. @param {string | null} place */
  function hover(place) {
    if (measures && first && place) span(first, corner(place));
  }

  /** Draw the ruler; what it says. @param {Corner} from @param {Corner} to */
  function span(from, to) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const way = bearing(dx, dy);
    const facing = board.tabletop.figure(looked)?.facing;
    const aside = facing === undefined ? "" : `, ${Math.abs(((way - facing + 540) % 360) - 180)}° off its facing`;
    const said = `${inches(Math.hypot(dx, dy))}″ at ${way}°${aside}`;
    layer.replaceChildren(
      svg("path", { d: ring([from, to], true) }),
      svg("text", { x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2 - 30 }, said),
    );
    return said;
  }

  /** Show what the unit on a place sees; nothing where there is none. @param {string | null} place */
  function look(place) {
    if (!view()) return;
    const figure = board.tabletop.table?.figures?.find((each) => each.place === place) ?? null;
    looked = figure?.key ?? null;
    if (!looked) return board.tabletop.look(null);
    void store.want(view());
    draw();
  }

  const found = (/** @type {string | null} */ key) => (key ? (store.state.views[view()]?.units?.[key] ?? null) : null);

  function draw() {
    if (view()) board.tabletop.look(found(looked));
  }

  store.subscribe((_, what) => {
    if (what === "position" || what === "views") draw();
  });
  addEventListener("keydown", (event) => {
    const { target } = event;
    const typing = target instanceof HTMLElement && target.matches("input, select, textarea");
    if (event.key !== "m" || typing || event.ctrlKey || event.metaKey || event.altKey || !board.tabletop.table) return;
    toggle();
  });
  if (manifest().board.kind === "plane" && view()) board.root.querySelector(".controls")?.append(opener);

  return { click, hover, look };
}

/**
 * A unit of a free table in words: its figures, and what it sees.
 * @param {import("../board/tabletop.js").Figure} figure @param {import("../board/tabletop.js").Look | null} look
 * @param {(key: string) => string} name
 */
export function unitSaid(figure, look, name) {
  return [
    el("h3", {}, figure.name),
    el("p", { class: "meta" }, [...(figure.says ?? []), `faces ${figure.facing}°`].join(", ")),
    el("dl", { class: "terms" }, ...(figure.facts ?? []).flatMap(([term, said]) => [el("dt", {}, term), el("dd", {}, said)])),
    look ? el("h3", {}, "What it sees") : null,
    look
      ? el(
          "ul",
          { class: "plain sights" },
          ...(look.says ?? []).map((said) => el("li", {}, said)),
          ...(look.sights ?? []).map((sight) =>
            el(
              "li",
              {},
              el("b", {}, name(sight.to)),
              sight.open ? `: ${(sight.says ?? []).join("; ")}` : `: ${inches(sight.distance)} inches, not in sight: ${sight.block} `,
              sight.rule ? clause(sight.rule) : "",
            ),
          ),
        )
      : null,
  ];
}
