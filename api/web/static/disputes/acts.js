// @ts-check
/** What a reader may ask about a claim now: a form for each. Nothing of a ruling is chosen before. */

import { hex, utf8 } from "../proof/bytes.js";
import { sha256 } from "../proof/sha256.js";
import { words } from "../shell/dom.js";
import { said as spoken } from "./counterfactual.js";
import { behind, check, choice, line, number, several, span, text } from "./forms.js";
import { remedyField } from "./remedies.js";
import { FINDINGS, GROUNDS, RUNGS, VOTES, remedyText } from "./said.js";

/**
 * @typedef {{frame: import("./frame.js").Frame, claim: any, number: number, around: import("./remedies.js").Around,
 *   policy: any}} Given
 * @typedef {import("./forms.js").Form} Form
 */

const KEPT = "All readers see it, and it is kept for ever.";
const MAKERS = /** @type {Record<string, (given: Given) => Form>} */ ({
  answer_claim: answer,
  settle_claim: settle,
  add_evidence: evidence,
  withdraw_claim: withdraw,
  take_claim: take,
  open_fact: fact,
  rule_claim: rule,
  appeal_ruling: appeal,
  name_panel: panel,
  vote_appeal: vote,
});

/** @param {Given} given @returns {Form[]} */
export const claimActs = (given) =>
  Object.keys(MAKERS)
    .filter((name) => given.claim.may.includes(name) && mineToDo(given, name))
    .map((name) => MAKERS[name](given));

/** Who has taken it rules on it, and need not take it again. @param {Given} given @param {string} name */
function mineToDo({ frame, claim, around }, name) {
  const maker = claim.events.find((/** @type {any} */ each) => each.type === "claim_made")?.data.seat;
  if (name === "answer_claim") return frame.me.seat !== maker; // who holds both seats asks as one of them
  if (name === "withdraw_claim") return frame.me.seat === maker;
  if (name === "settle_claim" && !frame.me.seat) return around.tournament; // else the seats alone settle
  const taken = Boolean(claim.taken_by) && claim.taken_by === frame.me.official;
  return name === "take_claim" ? !taken : !["rule_claim", "open_fact"].includes(name) || taken;
}

/** @param {Given} given @param {string} what */
const poster = ({ frame, number: of }, what) => (/** @type {Record<string, any>} */ body) =>
  frame.acting.post(`/claims/${of}/${what}`, { ...(frame.me.seat ? { seat: frame.me.seat } : {}), ...body });

/** An official's call has no seat. @param {Given} given @param {string} what */
const deciding = ({ frame, number: of }, what) => (/** @type {Record<string, any>} */ body) =>
  frame.acting.post(`/claims/${of}/${what}`, body);

/** @param {Given} given @returns {Form} */
function answer(given) {
  const post = poster(given, "answer");
  return {
    id: "answer",
    title: "Answer the claim",
    says: KEPT,
    fields: [
      choice("agrees", "Do you agree?", [["yes", "I agree"], ["no", "I do not agree"]]),
      text("says", "What you say"),
      remedyField("asks", "What you ask for", given.around, { needed: false }),
    ],
    button: "Answer",
    done: "Your answer is there.",
    send: ({ agrees, says, asks }) => post({ agrees: agrees === "yes", says, ...(asks ? { asks } : {}) }),
  };
}

/** @param {Given} given @returns {Form} */
function settle(given) {
  const post = poster(given, "settle");
  const offers = given.claim.events.filter((/** @type {any} */ each) => each.type === "settlement_offered");
  const last = offers.at(-1)?.data;
  const said = last && last.seat !== given.frame.me.seat ? ` ${words(last.seat)} offers: ${remedyText(last.remedy)}.` : "";
  return {
    id: "settle",
    title: "Settle it together",
    says: `It is settled when all seats offer the same remedy. Look at its cost first.${said}`,
    fields: [remedyField("remedy", "Remedy", given.around)],
    button: "Offer this",
    done: "Your offer is there.",
    sure: ({ remedy }) => `${remedyText(remedy)}? If the other seat has offered the same, it is done at once.`,
    send: post,
  };
}

/** @param {Given} given @returns {Form} */
function evidence(given) {
  const { store } = given.frame;
  const kinds = [["statement", "A statement"], ["message", "A message of the game’s talk"], ["events", "Events"]];
  const kind = choice("kind", "What it is", kinds, { first: "statement" });
  const statement = text("statement", "Statement", { needed: false });
  const message = number("message", "Number of the message", { needed: false });
  const from = number("from", "From event", { needed: false });
  const to = number("to", "To event", { needed: false });
  const fields = { statement: [statement], message: [message], events: [from, to] };
  const show = () => {
    for (const [name, of] of Object.entries(fields)) for (const field of of) field.place.hidden = kind.value() !== name;
  };
  kind.input.addEventListener("change", show);
  show();
  const post = poster(given, "evidence");
  return {
    id: "evidence",
    title: "Add evidence",
    says: KEPT,
    fields: [kind, statement, message, from, to],
    button: "Add it",
    done: "The evidence is there.",
    async send(values) {
      const timeline = given.around.place?.timeline ?? store.state.game.timeline;
      if (values.kind === "statement") return post({ items: [{ statement: values.statement }] });
      if (values.kind === "events") return post({ items: [{ events: { timeline, from: values.from, to: values.to } }] });
      return post({ items: [await messageOf(store, values.message)] });
    },
  };
}

/** A message with the SHA-256 of its text. @param {import("../shell/store.js").Store} store @param {number} wanted */
async function messageOf(store, wanted) {
  const query = { before: wanted + 1, limit: 1 };
  const { items } = await store.api.ask(`${store.path}/messages`, { query });
  const found = items.find((/** @type {any} */ each) => each.number === wanted);
  if (!found) throw new Error(`The game’s talk has no message ${wanted} that you may read.`);
  return { message: wanted, sha256: hex(sha256(utf8(found.text))) };
}

/** @param {Given} given @returns {Form} */
function withdraw(given) {
  return {
    id: "withdraw",
    title: "Withdraw the claim",
    button: "Withdraw it",
    done: "The claim is withdrawn.",
    sure: () => "Withdraw it? It stays in the log, and may be made again.",
    send: () => poster(given, "withdraw")({}),
  };
}

/** @param {Given} given @returns {Form} */
function take(given) {
  const taken = Boolean(given.claim.taken_by);
  return {
    id: "take",
    title: taken ? "Take the claim from another director" : "Take the claim",
    says: "Who has taken it rules on it.",
    fields: taken ? [text("why", "Why")] : [],
    button: "Take it",
    done: "You have taken it.",
    send: ({ why = "" }) => deciding(given, "take")({ why }),
  };
}

/**
 * One hidden fact, for the director alone: only the answer has its value.
 * @param {Given} given @returns {Form}
 */
function fact(given) {
  const { place } = given.around;
  const of = given.frame.store.state.game;
  return {
    id: "fact",
    title: "Have a hidden fact opened",
    says: "Its value is shown to you alone, once. Everybody reads that it was opened to you.",
    fields: [
      line("timeline", "Line", { needed: true, value: place?.timeline ?? of.timeline }),
      number("version", "Of event", { value: place?.version }),
      number("number", "Which of its hidden facts", { value: 1 }),
    ],
    button: "Open it",
    done: "The fact is opened to you.",
    sure: ({ version, number: which }) => `Open hidden fact ${which} of event ${version}? Everybody reads that you did.`,
    shows: ({ value }) => `The fact is: ${spoken(value)}. Note it: no page shows it again.`,
    send: deciding(given, "facts"),
  };
}

/** @param {Given} given @returns {Form} */
function rule(given) {
  const { around, claim, policy } = given;
  const seats = around.seats.map((seat) => [seat, words(seat)]);
  const apart = ["game", "expulsion", "points"]; // given apart from a ruling
  const rungs = Object.entries(RUNGS).filter(([name]) => policy.rungs.includes(name) && !apart.includes(name));
  const penalised = choice("penalised", "Penalty for", seats, { needed: false });
  const limited = (claim.late || claim.sealed) && policy.limits === "strict";
  const limits = "The policy limits this ruling to let it stand, or to time, as the claim is late or sealed. ";
  return {
    id: "rule",
    title: "Rule on the claim",
    says: `${limited ? limits : ""}${KEPT}`,
    fields: [
      choice("finding", "Finding", Object.entries(FINDINGS)),
      text("facts", "The facts that you find, and why"),
      line("clauses", "Clauses, with spaces between", { value: claim.clauses.join(" ") }),
      choice("reading", "Reading that holds", around.readings, { needed: false }),
      remedyField("remedy", "Remedy", around),
      ...behind("A precedent", [
        line("precedent", "A precedent, as GAME/CLAIM"),
        choice("followed", "The precedent is", [["yes", "followed"], ["no", "not followed"]], { needed: false }),
        line("distinguished", "Why it is followed, or why not (where one is named)"),
      ]),
      ...behind("A penalty", [
        penalised,
        choice("rung", "Which penalty", rungs, { needed: false }),
        span("taken", "Time that a penalty takes", { needed: false }),
        line("why", "Why the penalty is given"),
      ]),
      ...(policy.panel ? [check("suspends", "An appeal stops the clocks")] : []),
    ],
    button: "Give the ruling",
    done: "The ruling is given.",
    sure: ({ finding, remedy }) => {
      const found = FINDINGS[/** @type {keyof typeof FINDINGS} */ (finding)];
      return `${found}. ${remedyText(remedy)}. Give this ruling? Only an appeal changes it.`;
    },
    send: (values) => deciding(given, "ruling")(rulingOf(values)),
  };
}

/** @param {Record<string, any>} values */
function rulingOf({ finding, facts, clauses, reading, remedy, penalised, rung, taken, why, precedent, followed, distinguished, suspends }) {
  const [game, claim] = (precedent ?? "").split("/");
  return {
    finding,
    facts,
    clauses: clauses.split(/[\s,]+/).filter(Boolean),
    remedy,
    ...(reading ? { reading: JSON.parse(reading) } : {}),
    penalties: penalised && rung ? [{ seat: penalised, rung, why, ...(rung === "time" ? { ms: taken ?? 0 } : {}) }] : [],
    precedents: game && claim ? [{ game, claim: Number(claim), followed: followed === "yes", why: distinguished }] : [],
    ...(suspends ? { suspends } : {}),
  };
}

/** @param {Given} given @returns {Form} */
function appeal(given) {
  const post = poster(given, "appeal");
  return {
    id: "appeal",
    title: "Appeal against the ruling",
    says: `Asked is whether the ruling was right. You may appeal once. ${KEPT}`,
    fields: [
      several("grounds", "Grounds", Object.entries(GROUNDS)),
      text("says", "Why it was not right"),
      remedyField("asks", "What you ask for", given.around, { needed: false }),
    ],
    button: "Appeal",
    done: "Your appeal is made.",
    send: ({ grounds, says, asks }) => post({ grounds, says, ...(asks ? { asks } : {}) }),
  };
}

/** @param {Given} given @returns {Form} */
function panel(given) {
  return {
    id: "panel",
    title: "Have the panel drawn",
    says: "Members are drawn by lot among the assessors without a conflict; anybody can draw again.",
    button: "Draw the panel",
    done: "The panel is drawn.",
    send: () => deciding(given, "panel")({}),
  };
}

/** @param {Given} given @returns {Form} */
function vote(given) {
  const post = deciding(given, "votes");
  return {
    id: "vote",
    title: "Vote on the appeal",
    says: `The question is whether the ruling was right, not how you would have ruled. ${KEPT}`,
    fields: [
      choice("vote", "Your vote", Object.entries(VOTES)),
      text("says", "Why"),
      remedyField("remedy", "Remedy, for a change", given.around, { needed: false }),
    ],
    button: "Vote",
    done: "Your vote is given.",
    sure: () => "Give this vote? It cannot be taken back.",
    send: ({ vote: chosen, says, remedy }) => post({ vote: chosen, says, ...(chosen === "change" && remedy ? { remedy } : {}) }),
  };
}
