// @ts-check
/** The tracks of the game beside its map, each with its reasons; below them its course as charts. */

import { blocksOf } from "../shell/blocks.js";
import { el } from "../shell/dom.js";
import { drawCourse } from "./course.js";
import { why } from "./reasons.js";

/** @param {HTMLElement} pane @param {import("../shell/panels.js").Around} around */
export function drawTracks(pane, around) {
  const { tracks } = around.store.state.views;
  let course = pane.querySelector(".course");
  if (!(course instanceof HTMLElement)) course = el("section", { class: "course" });
  // Only what is above the course is drawn again: charts and their tables stay as they were left.
  const reasons = (/** @type {typeof around} */ of, /** @type {any} */ block) =>
    why(of, { ...block, says: blocksOf(block.blocks ?? [], of) });
  const now = el("div", { class: "now-tracks" }, ...blocksOf(tracks?.blocks ?? [], around, reasons));
  const before = pane.querySelector(".now-tracks");
  if (before && course.parentElement === pane) before.replaceWith(now);
  else pane.replaceChildren(now, course);
  void drawCourse(/** @type {HTMLElement} */ (course), around);
}
