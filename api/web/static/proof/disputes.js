// @ts-check
/**
 * Who asked for what a dispute did to the match (docs/signatures.md, "What a verifier checks", 8). Whether a ruling or a
 * remedy is right needs the rules of the game: `ironclad verify` decides that.
 */

import { equal } from "./clocks.js";
import { DISPUTE_EVENTS } from "./dispute_events.js";

/** @typedef {import("./events.js").Placed} Placed */

const NOBODY = "nobody asked for this";
const MISSING = "what was asked for here is missing";
const MOVING = ["settle_claim", "rule_claim", "vote_appeal"];
const ENDING = [...MOVING, "end_game", "annul", "penalise"];
const BY_RULING = ["ruling", "annulled"];

/** By a request's type: the events of disputes that it may cause; the first it has to. @type {Map<unknown, string[]>} */
const CAUSED = new Map([
  ["name_officials", ["officials_named", "officials_asked"]],
  ["make_claim", ["claim_made"]],
  ["answer_claim", ["claim_answered"]],
  ["withdraw_claim", ["claim_withdrawn"]],
  ["add_evidence", ["evidence_added"]],
  ["settle_claim", ["settlement_offered", "claim_settled", "remedy_applied"]],
  ["take_claim", ["claim_taken"]],
  ["open_fact", ["fact_opened"]],
  ["declare_conflict", ["conflict_declared"]],
  ["rule_claim", ["ruling_given", "penalty_given", "remedy_undone", "remedy_applied"]],
  ["appeal_ruling", ["appeal_made"]],
  ["name_panel", ["panel_named"]],
  ["vote_appeal", ["appeal_voted", "appeal_decided", "remedy_undone", "remedy_applied"]],
  ["penalise", ["penalty_given"]],
  ["end_game", []],
  ["lift_end", []],
  ["annul", []],
  ["rule_on_version", []],
  ["order_chains", ["chains_ordered"]],
  ["vacate_seat", ["seat_vacated"]],
  ["stop_clocks", []],
  ["start_clocks", []],
  ["adjust_clock", []],
  ["call_adjournment", []],
  ["lift_flag", []],
]);

/** By a request's type: the events of clocks that it may cause. @type {Map<unknown, string[]>} */
const OF_CLOCKS = new Map([
  ["make_claim", ["clocks_paused"]],
  ["withdraw_claim", ["clocks_resumed"]],
  ["settle_claim", ["time_adjusted", "end_lifted", "clocks_resumed"]],
  ["rule_claim", ["time_adjusted", "end_lifted", "clocks_resumed"]],
  ["appeal_ruling", ["clocks_paused"]],
  ["vote_appeal", ["time_adjusted", "end_lifted", "clocks_resumed"]],
  ["penalise", ["time_adjusted"]],
  ["lift_end", ["end_lifted"]],
  ["annul", ["end_lifted"]],
  ["stop_clocks", ["clocks_paused"]],
  ["start_clocks", ["clocks_resumed"]],
  ["adjust_clock", ["time_adjusted"]],
  ["call_adjournment", ["adjournment_called"]],
  ["lift_flag", ["flag_forgiven", "end_lifted", "clocks_resumed"]],
]);
/** A director's requests about clocks: each has to cause the first of its events. */
const DIRECTED = ["stop_clocks", "start_clocks", "adjust_clock", "call_adjournment", "lift_flag"];

const BY_SEAT = ["officials_asked", "claim_made", "claim_answered", "appeal_made", "settlement_offered"];
/** What has the fields of its request, and is by who asked. @type {Record<string, string[]>} */
const ORDERS = { chains_ordered: ["timeline", "seats", "custody", "why"], seat_vacated: ["seat", "why"] };
const BY_NAME = ["evidence_added", "claim_taken", "ruling_given", "penalty_given", "appeal_voted"];
const NEVER = new Set([
  ...["game_opened", "seat_taken", "taken_back", "resigned"],
  ...["rewind_proposed", "rewind_accepted", "rewind_declined", "rewind_withdrawn"],
  ...["draw_offered", "draw_accepted", "draw_declined", "draw_withdrawn", "rules_asked", "rules_withdrawn"],
]);

/** Whether a type of request is one about disputes. @param {unknown} type */
export const isOfDispute = (type) => CAUSED.has(type);

/** Whether a kind of event is one of disputes. @param {string} kind */
export const isDisputeEvent = (kind) => Object.hasOwn(DISPUTE_EVENTS, kind);

/** The events of clocks that a type of request may cause. @param {unknown} type */
export const ofClocks = (type) => OF_CLOCKS.get(type) ?? [];

/** Who may rule in a game, as its events named them. */
export class DisputeConsents {
  constructor() {
    /** @type {string[]} */
    this._officials = [];
  }

  /** Whether a seat, or an official who was named, asks. @param {any} first @param {string[]} seats */
  mayAsk({ seat, by, command }, seats) {
    if (seat) return seats.includes(seat) && by === seat;
    return command.type === "name_officials" || this._officials.includes(by);
  }

  /**
   * The first event of the match that such a request does not cause.
   * @param {any} first
   * @param {string} current the line that the game is on before it
   * @param {Placed[]} caused
   * @returns {[number, string] | null} a position (0: that of the request) and what is wrong
   */
  wrong(first, current, caused) {
    const { type } = first.command;
    const kinds = /** @type {string[]} */ (CAUSED.get(type));
    let opened = "";
    let moved = false;
    for (const { position, kind, event } of caused) {
      let fits;
      if (kind === "timeline_opened") {
        fits = MOVING.includes(type) && event.why === "ruling";
        opened = event.timeline;
      } else if (kind === "game_moved") fits = moved = event.left === current && event.timeline === opened;
      else if (kind === "game_ended")
        fits = BY_RULING.includes(event.how) ? ENDING.includes(type) : moved && event.how === "rules";
      else if (kind === "rules_moved")
        fits = event.by === "ruling" && event.timeline === (type === "rule_on_version" ? current : opened);
      else if (isDisputeEvent(kind)) fits = kinds.includes(kind) && isOf(first, kind, event);
      else if (ofClocks(type).includes(kind))
        fits = event.by === first.by || (!DIRECTED.includes(type) && ["", "agreement", "panel"].includes(event.by));
      else fits = !NEVER.has(kind);
      if (!fits) return [position, NOBODY];
    }
    const causes = DIRECTED.includes(type) ? ofClocks(type) : kinds;
    const needed = type === "name_officials" ? kinds : causes.slice(0, 1);
    const there = caused.some(({ kind }) => needed.includes(kind));
    return needed.length && !there ? [0, MISSING] : null;
  }

  /** An event of the match. @param {string} kind @param {any} event */
  take(kind, event) {
    if (kind === "officials_named") this._officials = [event.chief, ...event.deputies, ...event.assessors];
  }
}

/** Whether an event of a dispute is of who asked. @param {any} first @param {string} kind @param {any} event */
function isOf(first, kind, event) {
  if (BY_SEAT.includes(kind)) return event.seat === first.seat;
  if (BY_NAME.includes(kind)) return event.by === first.by;
  if (Object.hasOwn(ORDERS, kind))
    return event.by === first.by && ORDERS[kind].every((name) => equal(event[name], first.command[name]));
  return kind !== "conflict_declared" || event.official === first.by;
}
