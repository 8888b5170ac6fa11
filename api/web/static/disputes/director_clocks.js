// @ts-check
/** What a director does with the clocks of a game: stop and start them, give and take time, adjourn, lift a flag. */

import { words } from "../shell/dom.js";
import { changed } from "../clocks/reading.js";
import { check, choice, line, span, text } from "./forms.js";

/** @typedef {import("./forms.js").Form} Form */
/** @typedef {(call: string) => (body: Record<string, any>) => Promise<unknown>} Post */

const WHY = "Why (all read it, and it is kept for ever)";

/**
 * An instant of the reader's zone, null where none was entered.
 * @param {string} name @param {string} label @returns {import("./forms.js").Field}
 */
function instant(name, label) {
  const field = line(name, label);
  const input = /** @type {HTMLInputElement} */ (field.place.querySelector("input"));
  input.type = "datetime-local";
  return { ...field, value: () => (input.value ? new Date(input.value).toISOString() : null) };
}

/** Only what was entered. @param {Record<string, any>} values */
const given = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ""));

/**
 * @param {any} clock as the service answers @param {Post} post @param {() => import("./forms.js").Field} claim
 * @returns {Form[]}
 */
export function clockActs(clock, post, claim) {
  const seats = Object.keys(clock.seats).map((seat) => [seat, words(seat)]);
  const flagged = seats.filter(([seat]) => clock.seats[seat].flagged);
  if (flagged.length) return [lift(flagged, post("/clock/lift"), claim())];
  if (clock.ended) return [];
  const running = clock.paused ? [start(post("/clock/start"))] : [stop(post("/clock/stop")), adjourn(post("/clock/adjourn"))];
  return [...running, adjust(seats, post("/clock/adjust"), claim())];
}

/** @param {(body: any) => Promise<unknown>} send @returns {Form} */
const stop = (send) => ({
  id: "stop",
  title: "Stop the clocks",
  fields: [
    text("why", WHY),
    instant("until", "Until (your time; empty: until they are started)"),
    check("play", "Orders may be given meanwhile"),
  ],
  button: "Stop them",
  done: "The clocks are stopped.",
  send: ({ why, until, play }) => send(given({ why, until, play })),
});

/** @param {(body: any) => Promise<unknown>} send @returns {Form} */
const start = (send) => ({
  id: "start",
  title: "Start the clocks",
  fields: [text("why", WHY)],
  button: "Start them",
  done: "The clocks run.",
  send,
});

/**
 * @param {(readonly string[])[]} seats @param {(body: any) => Promise<unknown>} send @param {import("./forms.js").Field} claim
 * @returns {Form}
 */
const adjust = (seats, send, claim) => ({
  id: "adjust",
  title: "Give or take time",
  fields: [choice("of", "Whose clock", seats), span("ms", "Time (below 0: taken)", { signed: true }), text("why", WHY), claim],
  button: "Change the clock",
  done: "The clock is changed.",
  sure: ({ of, ms }) => `${words(of)}: ${changed(ms)}?`,
  send: (values) => send(given(values)),
});

/** @param {(body: any) => Promise<unknown>} send @returns {Form} */
const adjourn = (send) => ({
  id: "adjourn",
  title: "Adjourn the game",
  says: "The seat that holds the turn seals its order, and then all clocks stop.",
  fields: [text("why", WHY), instant("until", "Until (your time; empty: open)")],
  button: "Adjourn it",
  done: "The game is being adjourned.",
  sure: () => "Adjourn the game? It cannot be taken back.",
  send: (values) => send(given(values)),
});

/**
 * @param {(readonly string[])[]} seats @param {(body: any) => Promise<unknown>} send @param {import("./forms.js").Field} claim
 * @returns {Form}
 */
const lift = (seats, send, claim) => ({
  id: "lift-flag",
  title: "Lift a flag",
  says: "The game continues, and the seat gets some time.",
  fields: [choice("of", "Whose flag", seats), span("ms", "Time (empty: a minute)", { needed: false }), text("why", WHY), claim],
  button: "Lift the flag",
  done: "The flag is lifted.",
  sure: ({ of }) => `Lift ${words(of)}’s flag? The game continues.`,
  send: (values) => send(given(values)),
});
