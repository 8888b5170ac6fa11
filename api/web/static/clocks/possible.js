// @ts-check
/** What a seat may ask of the clocks now, from what they show and from the control. */

import { words } from "../shell/dom.js";
import { shown } from "./reading.js";

const AGREED = "agreement";
const BY_FLAG = "flag";
const DAY = 86_400_000;
const SOON = 60_000; // a vacation that begins at once begins so much later, as none begins in the past

/**
 * @typedef {{name: string, kind: "span" | "instant" | "days" | "text", label: string, needed?: boolean,
 *   most?: number}} Field `most` whole days
 * @typedef {Record<string, any>} Values by field: ms, an instant as text, days, text; null where nothing was entered
 * @typedef {object} Act
 * @property {string} id no other act has it
 * @property {string} seat who acts
 * @property {string} button
 * @property {string} says what it does, in a sentence
 * @property {string} call below the game
 * @property {Field[]} fields
 * @property {(values: Values, now: number) => Record<string, any>} body `now` is the service's time, in ms
 * @property {((values: Values) => string) | null} sure what is asked before it is done; null: it can be undone
 * @property {string} done what is said after it
 */

/** @param {Partial<Act> & {id: string, seat: string, button: string, says: string, call: string, done: string}} act @returns {Act} */
const made = (act) => ({ fields: [], body: () => ({}), sure: null, ...act });

/** @param {string} [text] a reader's instant */
const local = (text) => new Date(text ?? "").toLocaleString();

/** What a seat plays by: the control, and what differs for the seat. @param {any} control @param {string} seat */
const termsOf = (control, seat) => ({ ...control, ...control.seats?.[seat] });

/**
 * All that a seat may ask now, what waits for its answer first.
 * @param {any} clock as the service answers @param {string} seat @param {number} now the service's time, in ms
 * @returns {Act[]}
 */
export function possible(clock, seat, now) {
  if (!clock.control || !clock.seats[seat]) return [];
  const forgiven = clock.ended && clock.ended !== BY_FLAG ? [] : forgiving(clock, seat);
  if (clock.ended) return forgiven;
  return [
    ...forgiven,
    ...answers(clock, seat, now),
    ...resuming(clock, seat),
    ...pausing(clock, seat),
    ...giving(clock, seat),
    ...drawing(clock, seat),
    ...leave(clock, seat, now),
  ];
}

/** @param {any} clock @param {string} seat */
const others = (clock, seat) => Object.keys(clock.seats).filter((each) => each !== seat);

/** @param {any} clock @param {string} seat */
function forgiving(clock, seat) {
  return others(clock, seat)
    .filter((of) => clock.seats[of].flagged)
    .map((of) =>
      made({
        id: `forgive ${seat} ${of}`,
        seat,
        button: `Forgive ${words(of)}’s flag`,
        says: `${words(of)} ran out of time: it gets the time that you enter, and the game continues.`,
        call: "/clock/forgive",
        fields: [{ name: "ms", kind: "span", label: "Time, a minute or more", needed: true }],
        body: ({ ms }) => ({ of, ms }),
        sure: ({ ms }) => `Forgive the flag, and let ${words(of)} have ${shown(ms)}? It cannot be taken back.`,
        done: `${words(of)}’s flag is forgiven.`,
      }),
    );
}

/** Accepting, declining, withdrawing. @param {any} clock @param {string} seat @param {number} now */
function answers(clock, seat, now) {
  return clock.proposals.flatMap((/** @type {any} */ proposal) => {
    const { pause, adjourn } = proposal;
    const until = `until ${local(proposal.until)}${proposal.why ? ` (“${proposal.why}”)` : ""}`;
    const call = `/clock/pauses/${encodeURIComponent(pause)}`;
    const what = adjourn ? "an adjournment" : "a pause";
    if (proposal.seat === seat)
      return made({
        id: `withdraw ${seat} ${pause}`,
        seat,
        button: "Withdraw the proposal",
        says: `You propose ${what} ${until}. Once it is withdrawn, nobody can accept it.`,
        call: `${call}/decline`,
        done: "The proposal is withdrawn.",
      });
    const stops = adjourn
      ? "if you accept, the seat that holds the turn seals its next order, and then all clocks stop."
      : "if you accept, all clocks stop and no order is taken.";
    const accept = made({
      id: `accept ${seat} ${pause}`,
      seat,
      button: `Accept the ${adjourn ? "adjournment" : "pause"}`,
      says: `${words(proposal.seat)} proposes ${what} ${until}; ${stops}`,
      call: `${call}/accept`,
      sure: adjourn ? () => `Adjourn the game ${until}? It cannot be taken back.` : null,
      done: adjourn ? "The game is being adjourned." : "The clocks are stopped.",
    });
    const decline = made({
      id: `decline ${seat} ${pause}`,
      seat,
      button: `Decline the ${adjourn ? "adjournment" : "pause"}`,
      says: "If you decline, the clocks go on as they are.",
      call: `${call}/decline`,
      done: "The proposal is declined.",
    });
    return Date.parse(proposal.until) > now ? [accept, decline] : [decline];
  });
}

/** @param {any} clock @param {string} seat */
function resuming(clock, seat) {
  if (clock.paused?.by !== AGREED || clock.resumes.includes(seat)) return [];
  const last = others(clock, seat).every((each) => clock.resumes.includes(each));
  return [
    made({
      id: `resume ${seat}`,
      seat,
      button: last ? "Resume the game" : "Ask to resume",
      says: last
        ? "All others ask to end the pause: if you agree, the clocks go on at once."
        : "The pause ends before its time when all seats have asked for that.",
      call: "/clock/resume",
      sure: () =>
        last
          ? "Resume the game now? The clocks go on at once."
          : "Ask to end the pause now? It cannot be taken back.",
      done: last ? "The clocks go on." : "You have asked to resume.",
    }),
  ];
}

/** @param {any} clock @param {string} seat */
function pausing(clock, seat) {
  const waits = clock.proposals.some((/** @type {any} */ each) => each.seat === seat);
  if (clock.control.pause !== AGREED || clock.paused || clock.adjourning || waits) return [];
  return [
    made({
      id: `pause ${seat}`,
      seat,
      button: "Propose a pause",
      says: "If the other seat accepts, all clocks stop until then, and no order is taken.",
      call: "/clock/pauses",
      fields: [
        { name: "until", kind: "instant", label: "Until (your time)", needed: true },
        { name: "why", kind: "text", label: "Why (all read it)" },
      ],
      body: ({ until, why }) => ({ until, why: why ?? "", adjourn: false }),
      done: "The pause is proposed.",
    }),
    made({
      id: `adjourn ${seat}`,
      seat,
      button: "Propose an adjournment",
      says: "If the other seat accepts, the seat that holds the turn seals its next order, which nobody reads; then all clocks stop.",
      call: "/clock/pauses",
      fields: [
        { name: "until", kind: "instant", label: "Until (your time)", needed: true },
        { name: "why", kind: "text", label: "Why (all read it)" },
      ],
      body: ({ until, why }) => ({ until, why: why ?? "", adjourn: true }),
      done: "The adjournment is proposed.",
    }),
  ];
}

/** @param {any} clock @param {string} seat */
function giving(clock, seat) {
  return others(clock, seat).map((to) =>
    made({
      id: `give ${seat} ${to}`,
      seat,
      button: `Give ${words(to)} time`,
      says: `${words(to)}’s clock gets so much more; yours keeps what it has.`,
      call: "/clock/time",
      fields: [{ name: "ms", kind: "span", label: "Time", needed: true }],
      body: ({ ms }) => ({ to, ms }),
      sure: ({ ms }) => `Give ${words(to)} ${shown(ms)}? It cannot be taken back.`,
      done: `${words(to)} has more time.`,
    }),
  );
}

/** @param {any} clock @param {string} seat */
function drawing(clock, seat) {
  const mine = clock.seats[seat];
  const terms = termsOf(clock.control, seat);
  const cap = terms.stages[mine.stage - 1]?.cap_ms ?? null;
  const room = cap === null || mine.left_ms < cap || clock.running.includes(seat);
  if (terms.reserve !== "drawn" || !mine.reserve_ms || !room) return [];
  const most = cap === null ? "" : `, up to ${shown(cap)} on the clock`;
  return [
    made({
      id: `draw ${seat}`,
      seat,
      button: "Draw reserve",
      says: `Time moves from your reserve of ${shown(mine.reserve_ms)} to your clock${most}.`,
      call: "/clock/reserve",
      fields: [{ name: "ms", kind: "span", label: "Time (empty: as much as possible)" }],
      body: ({ ms }) => ({ ms }),
      sure: ({ ms }) => `Draw ${ms ? shown(ms) : "as much as possible"}? It does not go back into the reserve.`,
      done: "Your clock has it.",
    }),
  ];
}

/** Taking a vacation, and ending it. @param {any} clock @param {string} seat @param {number} now */
function leave(clock, seat, now) {
  const { vacation, vacation_days: days } = clock.seats[seat];
  if (vacation && Date.parse(vacation.to) > now)
    return [
      made({
        id: `back ${seat}`,
        seat,
        button: "End the vacation",
        says: `Your vacation from ${local(vacation.from)} to ${local(vacation.to)} ends now; a day that has begun is used up.`,
        call: "/clock/vacations/end",
        sure: () => "End the vacation now? Your clock may run at once.",
        done: "Your vacation is over.",
      }),
    ];
  if (days < 1) return [];
  return [
    made({
      id: `leave ${seat}`,
      seat,
      button: "Take a vacation",
      says: `Your own clock stops for whole days of 24 hours; you have ${days} left, and you may still give orders.`,
      call: "/clock/vacations",
      fields: [
        { name: "days", kind: "days", label: "Days", needed: true, most: days },
        { name: "from", kind: "instant", label: "From (your time; empty: in a minute)" },
      ],
      body: (values, at) => {
        const from = values.from ?? new Date(at + SOON).toISOString();
        return { from, to: new Date(Date.parse(from) + values.days * DAY).toISOString() };
      },
      sure: (values) =>
        `Take ${values.days === 1 ? "one day" : `${values.days} days`} of vacation from ${values.from ? local(values.from) : "now"}? A day that has begun is used up.`,
      done: "Your vacation is taken.",
    }),
  ];
}
