// @ts-check
/** The answers that a place of the map takes, as a few buttons beside it: one click chooses the place, one answers. */

import { el } from "../shell/dom.js";

const GAP = 14; // pixels between the place and its buttons
const MOST = 8; // buttons; more are in the panel

/**
 * @typedef {{text: string, run: () => void, type?: string, advised?: boolean, over?: () => void}} Choice
 *   `over` is called when the pointer or the keyboard comes to it
 * @typedef {ReturnType<typeof createBubble>} Bubble
 */

/** @param {import("../board/board.js").Board} board */
export function createBubble(board) {
  const box = el("div", { class: "bubble", role: "group", hidden: true });
  board.root.append(box);
  /** @type {string | null} */
  let place = null;

  /** Keep it beside its place, within the board. */
  function put() {
    if (!place) return;
    const at = board.pointOf(place);
    const whole = board.root.getBoundingClientRect();
    const own = box.getBoundingClientRect();
    const left = Math.min(Math.max(4, at.left - own.width / 2), Math.max(4, whole.width - own.width - 4));
    const above = at.top - own.height - GAP;
    const top = above < 4 ? at.top + GAP : above;
    box.style.transform = `translate(${Math.round(left)}px, ${Math.round(Math.min(top, whole.height - own.height - 4))}px)`;
  }
  board.onView(put);

  /**
   * Show choices at a place.
   * @param {string} at @param {string} heading @param {Choice[]} choices
   * @param {{focus?: boolean, more?: () => void}} [how] `more` opens what has the rest
   */
  function show(at, heading, choices, { focus = false, more } = {}) {
    place = at;
    const shown = choices.slice(0, MOST).map((choice) => {
      const button = el(
        "button",
        { type: "button", class: choice.advised ? "advised" : "", "data-type": choice.type },
        choice.text,
      );
      button.addEventListener("click", (event) => {
        if (event.detail > 1) return;
        hide();
        choice.run();
      });
      for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => choice.over?.());
      return button;
    });
    const rest = el("button", { type: "button", class: "quiet" }, `${choices.length - MOST} more …`);
    rest.addEventListener("click", () => (hide(), more?.()));
    box.replaceChildren(
      el("p", {}, heading),
      el("div", { class: "choices" }, ...shown, choices.length > MOST && more ? rest : null),
    );
    box.setAttribute("aria-label", heading);
    box.hidden = false;
    put();
    if (focus) shown[0]?.focus();
  }

  function hide() {
    if (box.hidden) return false;
    const had = box.contains(document.activeElement);
    place = null;
    box.hidden = true;
    box.replaceChildren();
    if (had) board.frame.focus({ preventScroll: true });
    return true;
  }

  box.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") hide();
    else if (by) step(by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** @param {number} by */
  function step(by) {
    const all = [...box.querySelectorAll("button")];
    const now = all.indexOf(/** @type {any} */ (document.activeElement));
    all[(now + by + all.length) % all.length]?.focus();
  }

  return { show, hide, place: () => place };
}
