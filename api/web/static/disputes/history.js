// @ts-check
/** What was said and decided of a claim, in its order. Texts are shown as they were written, and never as markup. */

import { el, words } from "../shell/dom.js";
import { shown } from "../clocks/reading.js";
import { FINDINGS, GROUNDS, RUNGS, VOTES, instant, readingText, remedyText, whoIs } from "./said.js";

/** @param {string} text */
const quote = (text) => (text ? el("blockquote", {}, text) : null);

/** @param {any} remedy @param {string} before */
const asks = (remedy, before) => (remedy ? el("p", {}, `${before}${remedyText(remedy)}.`) : null);

/**
 * @param {any[]} events as the claim has them: each after the request that caused it
 * @param {any} officials @param {string} path of the game in the API
 */
export function happenings(events, officials, path) {
  let at = "";
  /** @type {(HTMLElement)[]} */
  const rows = [];
  for (const { type, data } of events) {
    if (type === "command_accepted") at = data.at ?? at;
    else {
      const [title, ...parts] = of(type, data, officials, path);
      const when = at ? el("time", { dateTime: at, class: "meta" }, instant(at)) : null;
      rows.push(el("li", { "data-event": type }, el("p", {}, el("b", {}, title), " ", when), ...parts));
    }
  }
  return el("ol", { class: "happenings" }, ...rows);
}

/**
 * @param {string} type @param {any} data @param {any} officials @param {string} path
 * @returns {[string, ...(HTMLElement | null)[]]}
 */
function of(type, data, officials, path) {
  const seat = words(data.seat ?? "");
  const by = whoIs(officials, data.by ?? "");
  switch (type) {
    case "claim_made":
      return [`${seat} claims`, quote(data.says), asks(data.asks, "Asks for: ")];
    case "claim_answered":
      return [`${seat} ${data.agrees ? "agrees" : "does not agree"}`, quote(data.says), asks(data.asks, "Asks for: ")];
    case "claim_withdrawn":
      return ["The claim is withdrawn"];
    case "evidence_added":
      return [`${by} adds evidence`, el("ul", {}, ...data.items.map((/** @type {any} */ each) => evidence(each, path)))];
    case "settlement_offered":
      return [data.seat ? `${seat} would settle` : "The director agrees", asks(data.remedy, "")];
    case "claim_settled":
      return ["Settled: all seats offer the same"];
    case "claim_taken":
      return [`${by} takes the claim`, quote(data.why ?? "")];
    case "fact_opened":
      return [`A hidden fact of event ${data.version} is opened to ${whoIs(officials, data.to)}`];
    case "ruling_given":
      return [`${by} rules: ${FINDINGS[/** @type {keyof typeof FINDINGS} */ (data.finding)]}`, ...ruling(data)];
    case "penalty_given":
      return [`${seat} is given a penalty: ${RUNGS[/** @type {keyof typeof RUNGS} */ (data.rung)]}`, quote(data.why)];
    case "remedy_applied":
      return ["Remedy", asks(data.remedy, ""), effect(data.effect)];
    case "remedy_undone":
      return ["The remedy is undone", quote(data.why)];
    case "appeal_made":
      return [`${seat} appeals`, grounds(data.grounds), quote(data.says), asks(data.asks, "Asks for: ")];
    case "panel_named":
      return [`The panel is drawn by lot: ${members(data.members, officials)}`];
    case "appeal_voted":
      return [`${by} votes: ${VOTES[/** @type {keyof typeof VOTES} */ (data.vote)]}`, quote(data.says), asks(data.remedy, "")];
    case "appeal_decided":
      return [`The appeal is decided: ${words(data.outcome)}`, asks(data.remedy, "")];
    default:
      return [words(type), quote(data.why ?? "")];
  }
}

/** @param {string[]} names @param {any} officials */
const members = (names, officials) => names.map((each) => whoIs(officials, each)).join(", ");

/** @param {any} data */
function ruling(data) {
  const { facts, clauses, reading, remedy, penalties = [], precedents = [], suspends } = data;
  return [
    quote(facts),
    clauses.length ? el("p", {}, `Clauses: ${clauses.join(", ")}.`) : null,
    reading ? el("p", {}, `Reading: ${readingText(reading)}.`) : null,
    asks(remedy, "Remedy: "),
    ...penalties.map((/** @type {any} */ each) => {
      const time = each.ms ? ` of ${shown(each.ms)}` : "";
      const rung = RUNGS[/** @type {keyof typeof RUNGS} */ (each.rung)];
      return el("p", {}, `Penalty for ${words(each.seat)}: ${rung}${time}. ${each.why}`);
    }),
    ...precedents.map((/** @type {any} */ each) =>
      el("p", {}, `${each.followed ? "Follows" : "Does not follow"} claim ${each.claim} of game ${each.game}. ${each.why}`),
    ),
    suspends ? el("p", {}, "An appeal stops the clocks until it is decided.") : null,
  ];
}

/** @param {string[]} of */
const grounds = (of) =>
  el("p", {}, `${of.map((each) => GROUNDS[/** @type {keyof typeof GROUNDS} */ (each)] ?? each).join("; ")}.`);

/** @param {any} effect */
function effect({ timeline, game, clocks = {} }) {
  const said = [
    ...(timeline ? [`the game continues on line ${timeline.slice(0, 6)}`] : []),
    ...(game ? [`a new game is opened: ${game}`] : []),
    ...Object.entries(clocks).map(([seat, ms]) => `${words(seat)}’s clock: ${ms < 0 ? "−" : "+"}${shown(Math.abs(ms))}`),
  ];
  return said.length ? el("p", {}, `${words(said.join("; "))}.`) : null;
}

/** @param {any} item @param {string} path */
function evidence({ events, view, message, statement, file, sha256 }, path) {
  if (statement) return el("li", {}, quote(statement));
  if (events) return el("li", {}, `Events ${events.from} to ${events.to} of line ${events.timeline}`);
  if (view) return el("li", {}, `What ${words(view.seat)} saw at event ${view.at} of line ${view.timeline}`);
  if (message !== undefined && message !== null) return el("li", {}, `Message ${message}, SHA-256 `, el("code", {}, sha256));
  const href = `/api/v1${path}/files/${file}`;
  return el("li", { "data-file": file, "data-href": href }, "File, SHA-256 ", el("code", {}, file));
}
