// @ts-check
/** Who sits where: taking a free seat, asking the house to play, and what seats settle between themselves. */

import { el, words } from "../table/dom.js";

/**
 * @typedef {{store: import("../board/store.js").Store, acting: import("./acting.js").Acting, failed: (error: unknown) => void}} Around
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
      "aria-label": "Your name",
    });
    const form = el(
      "form",
      { class: "inline", "data-keep": seat.seat },
      el("b", { class: `side ${seat.seat}` }, words(seat.seat)),
      name,
      el("button", {}, "Take the seat"),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
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
    const house = el("button", { type: "button", class: "quiet" }, "Let the house play it");
    house.addEventListener("click", () =>
      acting.post(`/seats/${encodeURIComponent(seat.seat)}/house`).then(store.refresh, failed),
    );
    return el("div", {}, form, house);
  });
}

/** What other seats propose, and what one may propose oneself. @param {Around} around */
export function agreements({ store, acting, failed }) {
  const { game, held, where } = store.state;
  const done = (/** @type {Promise<any>} */ asked) => asked.then(store.refresh, failed);
  const act = (/** @type {string} */ text, /** @type {() => void} */ call, kind = "quiet") => {
    const button = el("button", { type: "button", class: kind }, text);
    button.addEventListener("click", call);
    return button;
  };
  const waiting = (game.proposals ?? []).map((/** @type {any} */ each) => {
    const rewind = each.kind === "rewind";
    const call = rewind ? `/rewinds/${each.id}` : `/draw-offers/${each.id}`;
    const said = rewind
      ? `${words(each.seat)} proposes to go back to event ${each.at}${each.reason ? `: ${each.reason}` : ""}`
      : `${words(each.seat)} offers a draw`;
    const others = held.filter((seat) => seat !== each.seat);
    const own = held.filter((seat) => seat === each.seat);
    return el(
      "div",
      { class: "proposal" },
      el("p", {}, said),
      ...others.flatMap((seat) => [
        act("Accept", () => done(acting.post(`${call}/accept`, { seat })), "answer"),
        act("Decline", () => done(acting.post(`${call}/decline`, { seat }))),
      ]),
      ...own.map((seat) => act("Withdraw", () => done(acting.post(`${call}/withdraw`, { seat })))),
    );
  });
  if (!held.length || game.outcome) return waiting;
  const [seat] = held;
  const back = where.timeline === game.timeline && where.at < where.head;
  return [
    ...waiting,
    el(
      "details",
      { class: "ending" },
      el("summary", {}, "Go back, or end the game"),
      back
        ? el(
            "p",
            {},
            act(`Propose to go on from event ${where.at}, which is shown`, () =>
              done(acting.post("/rewinds", { seat, at: where.at, timeline: where.timeline })),
            ),
          )
        : el("p", {}, "To go back, step to the event to go on from."),
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
