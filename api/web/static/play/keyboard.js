// @ts-check
/** A whole turn by keys alone: forces one after the other, their goals, the answers, the end; and what the keys are. */

import { el } from "../shell/dom.js";

/** @type {[string, string][]} */
export const KEYS = [
  ["f, F", "the next force that may march, the one before"],
  ["w", "another way to go: march, by rail, by water …"],
  ["r", "what happened: the card over the map, or all since your last order"],
  ["g", "its goals as a list; choosing one shows the way, the price and what follows; Enter goes to its button"],
  ["arrows, then Enter", "on the map: the cursor to a place, and march there, or its answers; with Shift: by way of it"],
  ["a", "the answers, or the order that waits"],
  ["e", "the end of the move or of the movement"],
  ["m", "the map"],
  ["b", "another board over the map, such as a battle's, and the map again"],
  ["Escape", "let go of the force"],
  ["u", "take back what was ordered last"],
  ["p, [ ], { }", "play and pause; the end of a turn before and after, another moment before and after"],
  ["← → , .", "an event back or on; PgUp PgDn ten; Home End the first and last"],
  ["Tab, then arrows", "to a list of clauses, and within it: Tab leaves the list"],
  ["+ − 0", "on the map: zoom, and show all"],
  ["?", "these keys"],
];

/**
 * @param {{board: import("../board/board.js").Board, turn: import("./turn.js").Turn,
 *   steering: import("./steering.js").Steering, filling: import("./filling.js").Filling, tabs: ReturnType<typeof import("../shell/tabs.js").createTabs>,
 *   inset: () => void}} given `inset` shows a board over the map, or the map
 */
export function createKeyboard({ board, turn, steering, filling, tabs, inset }) {
  const pane = /** @type {HTMLElement} */ (document.getElementById("pane-due"));
  const first = (/** @type {string} */ of) =>
    /** @type {HTMLElement | null} */ (pane.querySelector(`${of}:not(:disabled)`));

  /** The places of the forces that may march, in the order in which the rules offer them. */
  const forces = () => [
    ...new Set(
      (turn.owed()?.offers ?? []).flatMap(({ from }) => (from && steering.mine(from) ? [from] : [])),
    ),
  ];

  /** Choose the next force that may march, or the one before. @param {number} by */
  function next(by) {
    const all = forces();
    if (!all.length) return board.say("No force of yours may march now.");
    const now = all.indexOf(steering.chosen() ?? "");
    const index = now < 0 ? (by > 0 ? 0 : all.length - 1) : (now + by + all.length) % all.length;
    board.frame.focus({ preventScroll: true });
    steering.choose(all[index], `Force ${index + 1} of ${all.length}: `);
  }

  /** Put the keyboard on something in the due panel. @param {string} of @param {string} missing */
  function goTo(of, missing) {
    tabs.open("due");
    const found = first(of);
    if (!found) return board.say(missing);
    found.closest("details")?.setAttribute("open", "");
    found.focus();
    found.scrollIntoView({ block: "nearest" });
  }

  /** Go another way with the force that is chosen. */
  function otherWay() {
    const ways = steering.modes();
    if (ways.length < 2) return board.say("There is no other way to go.");
    ways[(ways.findIndex(({ on }) => on) + 1) % ways.length].choose();
  }

  function release() {
    if (steering.bubble.hide() || filling.release()) return true;
    if (!steering.march() || steering.march()?.moving) return false;
    steering.release();
    board.say("Let go.");
    return true;
  }

  /** @type {Record<string, () => unknown>} */
  const does = {
    f: () => next(1),
    F: () => next(-1),
    w: otherWay,
    g: () => goTo('select[aria-label="Go to"]', "Choose a force first: f."),
    a: () => goTo(".answer", "Nothing is to be answered here."),
    e: () => goTo(".ends .answer", "Nothing is to be ended now."),
    b: inset,
    m: () => board.frame.focus(),
    "?": () => help(),
    Escape: release,
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented && event.key !== "Escape") return;
    const { target } = event;
    // a dialog that was just shut may still have the keyboard
    if (!(target instanceof HTMLElement) || target.closest("dialog[open]")) return;
    const types = target.matches("input, textarea, select, [contenteditable]");
    if (!(event.key in does) || (types && event.key !== "Escape")) return;
    does[event.key]();
    if (event.key !== "Escape") event.preventDefault();
  });
  return { next: () => next(1) };
}

/** Show the keys. */
export function help() {
  const dialog = el("dialog", { class: "clauses", "aria-label": "Keys" });
  const close = el(
    "button",
    { type: "button", class: "close", on: { click: () => dialog.close() } },
    "Close",
  );
  const rows = KEYS.map(([keys, what]) =>
    el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, keys)), el("td", {}, what)),
  );
  dialog.append(
    el("header", {}, el("h2", {}, "Keys"), close),
    el("div", { class: "page" }, el("table", { class: "keys" }, el("tbody", {}, ...rows))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
