// @ts-check
/** What a director may do in a game apart from a claim's ruling: penalties, its end, its rules. Each with a reason. */

import { words } from "../shell/dom.js";
import { clockActs } from "./director_clocks.js";
import { choice, line, number, span, text } from "./forms.js";
import { asChoices, rivals } from "./readings.js";
import { RUNGS } from "./said.js";

/** @typedef {import("./forms.js").Form} Form */

const WHY = "Why (all read it, and it is kept for ever)";

/**
 * @param {import("./frame.js").Frame} frame @param {any} policy @param {any} ruleset @param {any} clock null without clocks
 * @returns {Form[]}
 */
export function directorActs({ store, acting }, policy, ruleset, clock) {
  const { game } = store.state;
  const seats = game.seats.map((/** @type {any} */ each) => [each.seat, words(each.seat)]);
  const claim = () => number("claim", "About claim (empty: none)", { needed: false });
  const post = (/** @type {string} */ call) => (/** @type {Record<string, any>} */ body) => acting.post(call, body);
  const ended = Boolean(game.outcome);
  const clocks = clock ? clockActs(clock, post, claim) : [];
  const penalised = penalty(seats, policy, post("/penalties"), claim());
  return [...clocks, penalised, ...(ended ? [lift(post("/lift"), claim())] : running())];

  /** What is asked while the game runs. */
  function running() {
    return [
      end(seats, post("/end"), claim()),
      annul(post("/annul"), claim()),
      move(game, ruleset, post("/rules/ruling"), claim()),
    ];
  }
}

/**
 * @param {(readonly string[])[]} seats @param {any} policy @param {(body: any) => Promise<unknown>} send
 * @param {import("./forms.js").Field} claim
 * @returns {Form}
 */
function penalty(seats, policy, send, claim) {
  const rungs = Object.entries(RUNGS).filter(([name]) => policy.rungs.includes(name));
  return {
    id: "penalise",
    title: "Give a penalty",
    says: "A penalty is no remedy. Of one for the same seat and the same reason the next rung is given.",
    fields: [
      choice("of", "Seat", seats),
      choice("rung", "Penalty", rungs),
      span("ms", "Time that it takes, with the rung time", { needed: false }),
      text("why", WHY),
      claim,
    ],
    button: "Penalise",
    done: "The penalty is given.",
    sure: ({ of, rung }) => `${RUNGS[/** @type {keyof typeof RUNGS} */ (rung)]} for ${words(of)}?`,
    send: ({ of, rung, ms, why, claim: about }) => send({ of, rung, why, claim: about, ms: rung === "time" ? (ms ?? 0) : 0 }),
  };
}

/** @param {(body: any) => Promise<unknown>} send @param {import("./forms.js").Field} claim @returns {Form} */
const lift = (send, claim) => ({
  id: "lift",
  title: "Lift the end",
  says: "The game continues. An end by its rules is not lifted.",
  fields: [text("why", WHY), claim],
  button: "Lift the end",
  done: "The end is lifted.",
  sure: () => "Lift the end? The game continues from where it ended.",
  send,
});

/**
 * @param {(readonly string[])[]} seats @param {(body: any) => Promise<unknown>} send @param {import("./forms.js").Field} claim
 * @returns {Form}
 */
const end = (seats, send, claim) => ({
  id: "end",
  title: "End the game",
  says: "By ruling, apart from a claim.",
  fields: [choice("winner", "Who wins", [...seats, ["-", "Nobody: a draw"]]), text("why", WHY), claim],
  button: "End the game",
  done: "The game is ended.",
  sure: ({ winner }) => `End the game: ${winner === "-" ? "a draw" : `${words(winner)} wins`}?`,
  send: ({ winner, ...rest }) => send({ winner: winner === "-" ? null : winner, ...rest }),
});

/** @param {(body: any) => Promise<unknown>} send @param {import("./forms.js").Field} claim @returns {Form} */
const annul = (send, claim) => ({
  id: "annul",
  title: "Annul the game",
  says: "It ends, and counts for nothing.",
  fields: [text("why", WHY), claim],
  button: "Annul the game",
  done: "The game is annulled.",
  sure: () => "Annul the game? It counts for nothing then.",
  send,
});

/**
 * @param {any} game @param {any} ruleset @param {(body: any) => Promise<unknown>} send @param {import("./forms.js").Field} claim
 * @returns {Form}
 */
function move(game, ruleset, send, claim) {
  const versions = (ruleset.versions ?? []).map((/** @type {any} */ each) => [each.version, `Version ${each.version}`]);
  const options = rivals({ options: ruleset.options }, game, []);
  return {
    id: "rules",
    title: "Move the game to another reading",
    says: "From now on; nothing before it changes.",
    fields: [
      choice("version", "Version of the rules", versions, { first: game.ruleset_version }),
      choice("reading", "Reading", asChoices(options), { needed: false }),
      text("why", WHY),
      claim,
    ],
    button: "Move the game",
    done: "The rules are moved.",
    sure: ({ version }) => `Move the game to version ${version} from now on?`,
    send: ({ version, reading, why, claim: about }) =>
      send({ version, readings: reading ? JSON.parse(reading) : {}, why, claim: about }),
  };
}

/** Naming officials: as the opener, as each seat the same. @param {import("./frame.js").Frame} frame @returns {Form} */
export function naming({ acting, me }) {
  const list = (/** @type {string} */ said) => said.split(",").map((each) => each.trim()).filter(Boolean);
  const panels = [["0", "None: a ruling is final"], ["1", "One assessor"], ["3", "Three assessors"]];
  const limits = [["strict", "Strict: let it stand, or time"], ["open", "Open: any remedy"]];
  return {
    id: "officials",
    title: "Name officials",
    says:
      "The opener names them, or all seats with the same words. Chief and deputies are directors; " +
      "nobody who plays in the game is one.",
    fields: [
      line("chief", "Chief (name of an account)", { needed: true }),
      line("deputies", "Deputies (names, with commas)"),
      line("assessors", "Assessors, for appeals (names, with commas)"),
      choice("panel", "A panel for appeals", panels, { first: "0" }),
      choice("limits", "A late or sealed claim gets", limits, { first: "strict" }),
      choice("pause", "A claim", [["none", "stops no clock"], ["both", "stops all clocks"]], { first: "none" }),
    ],
    button: "Name them",
    done: "They are named, or asked for.",
    send: ({ chief, deputies, assessors, panel, limits: limited, pause }) =>
      acting.post("/officials", {
        ...(me.seat ? { seat: me.seat } : {}),
        chief,
        deputies: list(deputies),
        assessors: list(assessors),
        policy: { panel: Number(panel), limits: limited, pause_on_claim: pause },
      }),
  };
}
