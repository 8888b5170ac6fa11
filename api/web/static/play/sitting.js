// @ts-check
/** Who sits where: each seat with its player, or with the ways to fill it; whose turn it is where one holds both. */

import { atScreen } from "../shell/curtain.js";
import { el, words } from "../shell/dom.js";
import { inviting, watching } from "./inviting.js";
import { freeSeats } from "./seats.js";

/** @typedef {import("./seats.js").Around} Around */

/** The seats of the game. @param {Around} around @returns {HTMLElement[]} */
export function sitting(around) {
  const { game, held } = around.store.state;
  const seats = game.seats ?? [];
  if (!seats.length) return [];
  const forms = freeSeats(around);
  const open = !game.outcome;
  const rows = seats.map((/** @type {any} */ seat) => {
    const form = seat.player ? null : forms.shift();
    if (form) keepTyped(seat.seat, form);
    const name = seat.player
      ? `${seat.name ?? "somebody who was forgotten"}${held.includes(seat.seat) ? " (you)" : ""}`
      : "free";
    return el(
      "li",
      { "data-seat": seat.seat },
      seat.player || !open
        ? el("span", {}, el("b", { class: `side ${seat.seat}` }, words(seat.seat)), ` ${name}`)
        : null,
      open ? form : null,
      form && open && document.body.dataset.mayInvite === "yes" ? inviting(around, seat.seat) : null,
    );
  });
  const watch = watching(around);
  return [el("h3", {}, "Seats"), el("ul", { class: "seats plain" }, ...rows), ...(watch ? [watch] : [])];
}

/** What somebody is typing into a form outlives the drawing of another one. @param {string} seat @param {Element} form */
function keepTyped(seat, form) {
  const before = document.querySelector(`#pane-due [data-seat="${CSS.escape(seat)}"] input[name="player"]`);
  const now = form.querySelector('input[name="player"]');
  if (!(before instanceof HTMLInputElement) || !(now instanceof HTMLInputElement)) return;
  const { value, selectionStart, selectionEnd } = before;
  const focused = before === document.activeElement;
  if (value) now.value = value;
  if (focused)
    queueMicrotask(() => {
      now.focus({ preventScroll: true });
      now.setSelectionRange(selectionStart, selectionEnd);
    });
}

/** Whose turn it is, plainly, where this browser holds every seat. @param {Around} around @returns {HTMLElement[]} */
export function hotSeat({ store }) {
  const { game, due, held, screen } = store.state;
  if (screen) return game.outcome ? [] : [atScreen(screen)];
  const seats = game.seats ?? [];
  if (game.outcome || seats.length < 2 || seats.some((/** @type {any} */ each) => !held.includes(each.seat)))
    return [];
  const turn = [...new Set(due.map((each) => each.seat))];
  if (!turn.length) return [];
  return [
    el(
      "p",
      { class: "hot-seat", role: "status" },
      "At this table now: ",
      ...turn.flatMap((seat, index) => [
        index ? " and " : "",
        el("b", { class: `side ${seat}` }, words(seat)),
      ]),
    ),
  ];
}
