// @ts-check
/**
 * What requests do to the match: who has which seat, on which line the game is, how it ends, its rules. These
 * events are held to the requests that cause them (docs/signatures.md, "What a verifier checks", 7).
 */

import { canonical } from "./canonical.js";
import { ClockConsents } from "./clocks.js";
import { DisputeConsents, isDisputeEvent, isOfDispute, ofClocks } from "./disputes.js";
import { hold, quoted } from "./fault.js";

export const UNSIGNED = [
  ...["open_game", "open_branch", "renew_dice", "void_intent", "refuse_intent"],
  ...["find_flag", "credit_outage", "open_sealed_move"],
];

const HELD = new Set([
  ...["game_opened", "seat_taken", "timeline_opened", "game_moved", "game_ended", "taken_back", "resigned"],
  ...["rewind_proposed", "rewind_accepted", "rewind_declined", "rewind_withdrawn"],
  ...["draw_offered", "draw_accepted", "draw_declined", "draw_withdrawn"],
  ...["rules_asked", "rules_moved", "rules_withdrawn"],
]);

/** @typedef {import("./events.js").Placed} Placed */
/** @typedef {[string, Record<string, unknown>]} Due the kind of an event, and what its fields have to be */

/** @param {unknown} test @param {number} position @param {string} detail */
const need = (test, position, detail) => hold(test, "signatures", detail, position);

/** What seats have proposed to each other in a game, and on which line the game is. */
export class Consents {
  constructor() {
    /** @type {string[]} */
    this._seats = [];
    /** @type {Set<string>} */
    this._branches = new Set();
    this._current = "";
    /** @type {Map<string, any>} */
    this._proposals = new Map();
    /** @type {any} */
    this._draw = null;
    /** @type {any} */
    this._rules = null;
    this._clocks = new ClockConsents();
    this._disputes = new DisputeConsents();
  }

  /** @param {Placed} first a command, commit or link @param {Placed[]} caused @throws {import("./fault.js").Fault} */
  take(first, caused) {
    const { kind, line, version, position } = first;
    const { seat, command } = first.event;
    const asked = kind === "command_accepted";
    if (asked && !line && isOfDispute(command.type)) {
      this._takeDispute(first, caused);
      return;
    }
    /** @type {Due[]} */
    let due = [];
    if (asked) {
      const unsigned = !line && UNSIGNED.includes(command.type);
      const allowed = unsigned || this._seats.includes(seat) || this._branches.has(line);
      need(allowed, position, `the game has no seat ${quoted(seat)}`);
      const of = this._due(line, version, seat, command);
      need(of, position, "there is nothing to be answered so");
      due = /** @type {Due[]} */ (of);
    }
    const found = caused.filter((each) => !each.line && HELD.has(each.kind));
    found.forEach((each, number) => {
      const isDue = number < due.length && is(each, due[number]);
      const ends = number === due.length && this._ends(line, asked ? command.type : "", each);
      need(isDue || ends, each.position, "nobody asked for this");
    });
    need(found.length >= due.length, position, "what was asked for here is missing");
    const ruled = caused.find((each) => !each.line && isDisputeEvent(each.kind));
    if (ruled) need(false, ruled.position, "nobody asked for this");
    const also = asked && !line ? this._clocksBack(command, caused) : [];
    this._takeClocks(line, first, caused, also);
  }

  /** The events by which clocks are set back with the game, where that was proposed. @param {any} command @param {Placed[]} caused */
  _clocksBack({ type, proposal }, caused) {
    if (type !== "accept_rewind" || !this._proposals.get(proposal)?.clocks) return [];
    for (const { line, kind, event, position } of caused) {
      const agreed = event.by === "agreement" && event.why === "agreement" && !event.claim && !event.outage;
      need(line || kind !== "time_adjusted" || agreed, position, "nobody asked for this");
    }
    return ["time_adjusted"];
  }

  /** What an append did, and what it did to the clocks. @param {string} line @param {Placed} first @param {Placed[]} caused @param {string[]} also */
  _takeClocks(line, first, caused, also = []) {
    for (const each of caused) this._take(each.kind, each.event);
    const ofMatch = caused.filter((each) => !each.line);
    const wrong = this._clocks.take(line, this._current, first, ofMatch, also);
    if (wrong) need(false, wrong[0] || first.position, wrong[1]);
  }

  /** An append of a request about a dispute. @param {Placed} first @param {Placed[]} caused */
  _takeDispute(first, caused) {
    const { event, position } = first;
    need(this._disputes.mayAsk(event, this._seats), position, `nobody named ${quoted(event.by)} an official of the game`);
    const ofMatch = caused.filter((each) => !each.line);
    const wrong = this._disputes.wrong(event, this._current, ofMatch);
    if (wrong) need(false, wrong[0] || position, wrong[1]);
    this._takeClocks("", first, caused, ofClocks(event.command.type));
  }

  /**
   * What a request has to cause at a version of its line; null where nothing waits for this answer.
   * @param {string} line @param {number} version @param {string} seat @param {any} command
   * @returns {Due[] | null}
   */
  _due(line, version, seat, command) {
    const { type, to, proposal, timeline, at, branch, player } = command;
    if (line) return type === "take_back" ? [["taken_back", { timeline: line, version, to, seat }]] : [];
    switch (type) {
      case "open_game":
        return [
          ["game_opened", {}],
          ["timeline_opened", { parent: null, at: 0, why: "main" }],
        ];
      case "open_branch":
        return [["timeline_opened", { timeline: branch, parent: timeline, at, why: "branch" }]];
      case "take_seat":
        return [["seat_taken", { seat, player }]];
      case "propose_rewind":
        return [["rewind_proposed", { seat, proposal, timeline, at, clocks: command.clocks ?? "" }]];
      case "accept_rewind":
      case "decline_rewind":
      case "withdraw_rewind":
        return this._ofRewind(seat, command);
      case "offer_draw":
        return [["draw_offered", { seat, offer: command.offer ?? "" }]];
      case "accept_draw":
      case "decline_draw":
      case "withdraw_draw":
        return this._ofDraw(seat, command);
      case "resign": {
        const winner = this._seats.find((each) => each !== seat) ?? null;
        return [["resigned", { seat }], this._end(command, "resignation", winner)];
      }
      case "move_rules":
      case "withdraw_rules":
        return this._ofRules(seat, command);
      default:
        return [];
    }
  }

  /** An answer to a proposal: by the other seat, or taken back by its own. @param {string} seat @param {any} command @returns {Due[] | null} */
  _ofRewind(seat, { type, proposal: id, head }) {
    const proposed = this._proposals.get(id);
    if (!proposed || (proposed.seat === seat) !== (type === "withdraw_rewind")) return null;
    const answer = { proposal: id, seat };
    if (type !== "accept_rewind")
      return [[type === "decline_rewind" ? "rewind_declined" : "rewind_withdrawn", answer]];
    const { timeline: parent, at } = proposed;
    return [
      ["rewind_accepted", answer],
      ["timeline_opened", { timeline: id, parent, at, why: "rewind" }],
      ["game_moved", { timeline: id, left: this._current, at: head }],
    ];
  }

  /** An answer to an offer of a draw: by the other seat, or taken back by its own. @param {string} seat @param {any} command @returns {Due[] | null} */
  _ofDraw(seat, command) {
    const { type } = command;
    if (!this._draw || (this._draw.seat === seat) !== (type === "withdraw_draw")) return null;
    if (type === "accept_draw") return [["draw_accepted", { seat }], this._end(command, "draw", null)];
    return [[type === "decline_draw" ? "draw_declined" : "draw_withdrawn", { seat }]];
  }

  /** The rules are moved as the second seat asks for the same as the first. @param {string} seat @param {any} command @returns {Due[] | null} */
  _ofRules(seat, { type, version, readings }) {
    const asks = this._rules;
    if (type === "withdraw_rules") return asks && [["rules_withdrawn", { seat: asks.seat, by: seat }]];
    if (!asks) return [["rules_asked", { seat, version, readings }]];
    if (asks.seat === seat || asks.version !== version || !same(asks.readings, readings)) return null;
    return [["rules_moved", { timeline: this._current, by: "agreement", version, readings }]];
  }

  /** @param {any} command @param {string} how @param {string | null} winner @returns {Due} */
  _end({ head }, how, winner) {
    return ["game_ended", { timeline: this._current, version: head, how, winner }];
  }

  /**
   * Whether the rules, or a flag, may end the game here: on the line that it is on, or comes to.
   * @param {string} line @param {unknown} type of the request @param {Placed} placed
   */
  _ends(line, type, { kind, event }) {
    if (kind !== "game_ended") return false;
    if (event.how === "flag") return !line && type === "find_flag" && event.timeline === this._current;
    if (event.how !== "rules") return false;
    if (line) return event.timeline === line && line === this._current;
    return type === "open_game" || type === "accept_rewind";
  }

  /** @param {string} kind @param {any} event */
  _take(kind, event) {
    this._disputes.take(kind, event);
    switch (kind) {
      case "game_opened":
        this._seats = event.seats;
        break;
      case "timeline_opened":
        if (event.why === "main") this._current = event.timeline;
        if (event.why === "branch" || this._branches.has(event.parent)) this._branches.add(event.timeline);
        break;
      case "rewind_proposed":
        this._proposals.set(event.proposal, event);
        break;
      case "rewind_accepted":
      case "rewind_declined":
      case "rewind_withdrawn":
        this._proposals.delete(event.proposal);
        break;
      case "game_moved":
        this._current = event.timeline;
        this._draw = this._rules = null;
        this._proposals.clear();
        break;
      case "draw_offered":
        this._draw = event;
        break;
      case "draw_accepted":
      case "draw_declined":
      case "draw_withdrawn":
        this._draw = null;
        break;
      case "rules_asked":
        this._rules = event;
        break;
      case "rules_moved":
      case "rules_withdrawn":
        this._rules = null;
        break;
      case "game_ended":
        this._draw = this._rules = null;
        if (event.how !== "rules") this._proposals.clear();
        break;
      case "seal_opened":
        this._proposals.clear();
        break;
      case "seat_vacated":
        for (const [id, each] of this._proposals) if (each.seat === event.seat) this._proposals.delete(id);
        if (this._draw?.seat === event.seat) this._draw = null;
        if (this._rules?.seat === event.seat) this._rules = null;
        break;
    }
  }
}

/** Whether an event is what was due. @param {Placed} placed @param {Due} due */
function is({ kind, event }, [wanted, fields]) {
  return kind === wanted && Object.entries(fields).every(([name, value]) => same(event[name], value));
}

/** Whether two values are equal as JSON. @param {any} found @param {any} asked */
function same(found, asked) {
  if (typeof found !== "object" || found === null) return found === asked;
  if (typeof asked !== "object" || asked === null) return false;
  try {
    return canonical(found) === canonical(asked);
  } catch {
    return false;
  }
}
