// @ts-check
/** Who sits where: taking a free seat, asking the computer player to play, and what seats settle between themselves. */

import { custodyChoice } from "./custody.js";
import { el, words } from "../shell/dom.js";
import { act, proposals, proposing } from "../history/agreeing.js";
import { newerRules, rulesAsked } from "../history/rules.js";

/**
 * @typedef {{store: import("../shell/store.js").Store, acting: import("./acting.js").Acting, failed: (error: unknown) => void}} Around
 */

/** The free seats, to be taken. @param {Around} around */
export function freeSeats({ store, acting, failed }) {
  const { game, held } = store.state;
  const free = (game.seats ?? []).filter((/** @type {any} */ seat) => !seat.player);
  return free.map((/** @type {any} */ seat) => {
    const name = el("input", {
      name: "player",
      required: true,
      maxLength: 64,
      placeholder: "Your name",
      autocomplete: "nickname",
      value: document.body.dataset.account ?? "", // an account sits under its own name
      readOnly: Boolean(document.body.dataset.account),
      "aria-label": "Your name",
    });
    const form = el(
      "form",
      { class: "inline", "data-keep": seat.seat },
      el("b", { class: `side ${seat.seat}` }, words(seat.seat)),
      name,
      el("button", {}, "Take the seat"),
    );
    const custody = custodyChoice(seat.seat);
    if (seat.custody) form.append(custody.place);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        if (custody.own()) {
          await (await import("../keys/taking.js")).takeOwn(store, seat.seat, name.value);
          location.reload();
          return;
        }
        const answer = await fetch(
          `/games/${encodeURIComponent(game.id)}/seats/${encodeURIComponent(seat.seat)}`,
          {
            method: "POST",
            body: new URLSearchParams({ player: name.value }),
            credentials: "same-origin",
          },
        );
        if (!answer.ok) throw new Error(`The seat was not given (${answer.status}).`);
        location.reload();
      } catch (error) {
        failed(error);
      }
    });
    if (!held.length) return form;
    const house = el("button", { type: "button", class: "quiet" }, "Let the computer player take it");
    house.addEventListener("click", () =>
      acting.post(`/seats/${encodeURIComponent(seat.seat)}/house`).then(store.refresh, failed),
    );
    return el("div", {}, form, house);
  });
}

/** What other seats propose, and what one may propose oneself. @param {Around} around */
export function agreements(around) {
  const { store, acting, failed } = around;
  const { game, held } = store.state;
  const done = (/** @type {Promise<any>} */ asked) => void asked.then(store.refresh, failed);
  const waiting = [...proposals(around), ...rulesAsked(around)];
  if (!held.length || game.outcome) return waiting;
  const [seat] = held;
  return [
    ...waiting,
    newerRules(around),
    el(
      "details",
      { class: "ending", "data-keep": "ending" },
      el("summary", {}, "Go back, or end the game"),
      proposing(around),
      el(
        "p",
        {},
        act("Offer a draw", () => done(acting.post("/draw-offers", { seat }))),
        " ",
        act(
          "Resign",
          () =>
            confirm(`Resign as ${words(seat)}? The other seat wins.`) &&
            done(acting.post("/resignation", { seat })),
        ),
      ),
    ),
  ];
}
