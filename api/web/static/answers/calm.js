// @ts-check
/** Drawing a part of the page again, but never between the press and the release of one of its buttons. */

import { redraw } from "../play/redraw.js";

const RELEASED = 400; // milliseconds after which a finger that was lifted has clicked, if it does, on a busy machine too

/**
 * @param {HTMLElement} pane @param {() => {children: (Node | null)[], shows: string, turn: string}} made
 *   `shows` tells one look from another
 */
export function createCalm(pane, made) {
  let releasing = 0;
  let pressed = false;
  let waiting = false;
  let drawn = "";

  function drawNow() {
    waiting = false;
    if (pressed) return;
    const { children, shows, turn } = made();
    if (shows === drawn) return;
    drawn = shows;
    redraw(pane, children, turn);
  }
  /** Draw once for all that changes in a breath. */
  function draw() {
    if (waiting) return;
    waiting = true;
    queueMicrotask(drawNow);
  }
  const released = () => {
    if (!pressed) return;
    pressed = false;
    draw();
  };
  pane.addEventListener("pointerdown", () => {
    clearTimeout(releasing);
    pressed = true;
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      clearTimeout(releasing);
      releasing = setTimeout(released, RELEASED);
    });
  pane.addEventListener("click", () => ((pressed = false), setTimeout(draw)), true);
  return draw;
}
