// @ts-check
/** What claims, rulings and remedies are called: one wording for the table, the claim's page and the lists. */

import { changed } from "../clocks/reading.js";
import { countOf, words } from "../shell/dom.js";

export { instant } from "../clocks/reading.js";

/** @typedef {Record<string, any> & {type: string}} Remedy */

export const KINDS = {
  rules: "A rule was applied wrongly",
  arithmetic: "The arithmetic, a map or a chart is wrong",
  clock: "A clock is wrong",
  conduct: "A player’s conduct",
  result: "The result is wrong",
};
export const FINDINGS = {
  event_stands: "The event stands",
  event_wrong: "The event is wrong",
  conduct: "It is a matter of conduct",
  no_case: "There is no case",
};
export const GROUNDS = {
  wrong_rule: "The rule is wrong",
  wrong_fact: "A fact is wrong",
  partial: "The official was partial",
  new_evidence: "There is new evidence",
};
export const VOTES = {
  confirm: "The ruling was right",
  change: "It was not: change the remedy",
  return: "It was not: return it to a director",
};
export const RUNGS = {
  caution: "Caution",
  warning: "Warning",
  time: "Time",
  points: "Points",
  game: "Loss of the game",
  expulsion: "Expulsion",
};
const STATES = {
  made: "Waits for an answer",
  answered: "Answered, waits for a ruling or a settlement",
  settled: "Settled by the seats",
  withdrawn: "Withdrawn",
  ruled: "Ruled on, may be appealed",
  final: "Ruled on, final",
  appealed: "Appealed, waits for the panel",
  decided: "Decided on appeal",
};

const ACTS = {
  answer_claim: "answer the claim",
  settle_claim: "settle it together",
  add_evidence: "add evidence",
  withdraw_claim: "withdraw the claim",
  take_claim: "take the claim",
  open_fact: "have a hidden fact opened",
  rule_claim: "rule on the claim",
  appeal_ruling: "appeal against the ruling",
  name_panel: "have the panel drawn",
  vote_appeal: "vote on the appeal",
  lift_flag: "lift the flag",
  end_game: "end the game",
  start_clocks: "start the clocks",
};

/** What an act is called within a sentence. @param {string} name */
export const actText = (name) => ACTS[/** @type {keyof typeof ACTS} */ (name)] ?? words(name).toLowerCase();

/** @param {string} state */
export const stateText = (state) => STATES[/** @type {keyof typeof STATES} */ (state)] ?? words(state);

/** @param {Record<string, string> | null} reading */
export const readingText = (reading) =>
  Object.entries(reading ?? {})
    .map(([name, value]) => {
      if (value === "holds" || value === "not") return `erratum ${name} ${value === "holds" ? "holds" : "does not hold"}`;
      return `${words(name)}: ${words(value)}`;
    })
    .join(", ");

/** What a claim points at. @param {any} about */
export function aboutText(about) {
  if (about.flag) return `the flag of ${words(about.flag)}`;
  if (about.refused) return `a refused order at event ${about.refused.version}${about.rule ? ` (${about.rule})` : ""}`;
  return `event ${about.version}${about.timeline === "main" ? "" : ` of line ${about.timeline.slice(0, 6)}`}`;
}

/** @param {Remedy} remedy @returns {string} */
export function remedyText(remedy) {
  switch (remedy.type) {
    case "let_stand":
      return "Let it stand: the finding is recorded";
    case "time":
      return `Time for ${words(remedy.seat)}: ${changed(remedy.ms)}`;
    case "points":
      return `Points for ${remedy.entry}: ${remedy.tenths / 10}`;
    case "same_faces": {
      const through = remedy.through ? ` through event ${remedy.through}` : "";
      return `Decide event ${remedy.version}${through} again with the same faces, under ${readingText(remedy.reading)}`;
    }
    case "rewind":
      return `Go back to event ${remedy.at}; clocks ${remedy.clocks === "keep" ? "as they are now" : "as they were then"}`;
    case "correct":
      return `Correct the position: ${Object.entries(remedy.set)
        .map(([path, value]) => `${path} = ${JSON.stringify(value)}`)
        .join(", ")}`;
    case "result":
      return remedy.winner ? `The game ends: ${words(remedy.winner)} wins` : "The game ends as a draw";
    case "weighted":
      return `The game ends with shares: ${Object.entries(remedy.shares)
        .map(([seat, share]) => `${words(seat)} ${share}`)
        .join(", ")}`;
    case "replay":
      return "Annul the game, and play another one";
    default:
      return words(remedy.type);
  }
}

/** Who an official is, without a name that only the service knows. @param {any} officials @param {string} by */
export function whoIs(officials, by) {
  if (!by) return "The service";
  const [deputies, assessors] = [officials?.deputies ?? [], officials?.assessors ?? []];
  if (by === officials?.chief) return "The chief director";
  if (deputies.includes(by)) return deputies.length > 1 ? `Deputy ${deputies.indexOf(by) + 1}` : "The deputy";
  if (assessors.includes(by)) return `Assessor ${assessors.indexOf(by) + 1}`;
  return /^[0-9a-f]{12,}$/.test(by) ? "A former official" : words(by);
}

/** What happened since. @param {any} since */
export const sinceText = ({ commands, rolls, facts, handovers }) =>
  [
    countOf(commands, "command"),
    countOf(rolls, "roll"),
    countOf(handovers, "hand-over"),
    ...(facts ? [countOf(facts, "hidden fact")] : []),
  ].join(", ");
