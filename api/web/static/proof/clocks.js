// @ts-check
/**
 * Who asked for the events of clocks (docs/signatures.md, "What a verifier checks", 9). What the clocks show needs the
 * rules of the game: `ironclad verify` decides that.
 */

import { canonical } from "./canonical.js";
import { CLOCK_EVENTS } from "./clock_events.js";

/** @typedef {import("./events.js").Placed} Placed */

const IN_TIME = "arrived in time";
const LIFTED_MS = 60_000;
const AGREEMENT = "agreement";
const NOBODY = "nobody asked for this";
const MISSING = "what was asked for here is missing";

/** By a request's type: the events of clocks that it may cause. @type {Map<unknown, string[]>} */
const CAUSED = new Map([
  ["open_game", ["control_set"]],
  ["set_control", ["control_asked", "control_set"]],
  ["withdraw_control", ["control_withdrawn"]],
  ["give_time", ["time_given"]],
  ["draw_reserve", ["reserve_drawn"]],
  ["propose_pause", ["pause_proposed"]],
  ["accept_pause", ["adjournment_called", "clocks_paused"]],
  ["decline_pause", ["pause_declined"]],
  ["resume_clocks", ["resume_asked", "clocks_resumed"]],
  ["seal_move", ["move_sealed", "clocks_paused"]],
  ["open_sealed_move", ["sealed_move_opened"]],
  ["take_vacation", ["vacation_taken"]],
  ["end_vacation", ["vacation_ended"]],
  ["find_flag", ["flagged", "clocks_paused"]],
  ["forgive_flag", ["flag_forgiven", "end_lifted", "clocks_resumed"]],
  ["credit_outage", ["time_adjusted"]],
]);
const NONE_NEEDED = ["open_game", "credit_outage"];

/** What seats have asked each other about the clocks of a game. */
export class ClockConsents {
  constructor() {
    /** @type {Map<string, unknown>} */
    this._controls = new Map();
    /** @type {Map<string, any>} */
    this._pauses = new Map();
    /** @type {Set<string>} */
    this._resumes = new Set();
  }

  /**
   * An append: its first event, and those of the match that it caused.
   * @param {string} line that of the first event, "" in the match
   * @param {string} current the line that the game is on after it
   * @param {Placed} first
   * @param {Placed[]} caused
   * @param {string[]} also kinds of events that a request about a dispute may cause; who asked is looked at there
   * @returns {[number, string] | null} a position (0: that of the first event) and what is wrong
   */
  take(line, current, first, caused, also = []) {
    const ofClocks = caused.filter((each) => Object.hasOwn(CLOCK_EVENTS, each.kind));
    const type = line ? "" : String(first.event.command?.type ?? "");
    let lifted = false;
    for (const [number, { position, kind, event }] of ofClocks.entries()) {
      const last = number + 1 === ofClocks.length;
      let fits;
      if (kind === "clock_pressed") {
        fits = last && event.timeline === current && event.at === first.event.at;
      } else if (lifts(kind, event, lifted, first.event)) {
        fits = lifted = true;
      } else if (also.includes(kind)) fits = true;
      else if (kind === "sealed_move_opened" && line) fits = event.seat === first.event.seat;
      else fits = CAUSED.get(type)?.includes(kind) && this._asked(type, first.event, kind, event);
      if (!fits) return [position, NOBODY];
    }
    const kinds = CAUSED.get(type);
    const there = kinds && ofClocks.some((each) => kinds.includes(each.kind));
    if (kinds && !there && !NONE_NEEDED.includes(type)) return [0, MISSING];
    for (const { kind, event } of ofClocks) this._take(kind, event);
    if (caused.some(({ kind }) => kind === "game_moved" || kind === "game_ended")) {
      this._pauses.clear();
      this._controls.clear();
      this._resumes.clear();
    }
    for (const { kind, event } of caused) if (kind === "seat_vacated") this._vacate(event.seat);
    return null;
  }

  /**
   * Whether a request of this type, and of this seat, causes such an event.
   * @param {string} type @param {any} first @param {string} kind @param {any} event
   */
  _asked(type, { seat, command }, kind, event) {
    const as = (/** @type {string[]} */ ...names) => same(event, command, names);
    switch (kind) {
      case "control_set":
        return this._controlAgreed(type, seat, command, event);
      case "control_asked":
        return event.seat === seat && as("control", "carry");
      case "control_withdrawn":
        return event.by === seat && event.seat === command.seat;
      case "time_given":
        return event.by === seat && as("to", "ms");
      case "pause_proposed":
        return event.seat === seat && as("pause", "why", "adjourn");
      case "pause_declined":
        return event.by === seat && event.pause === command.pause;
      case "adjournment_called":
        return this._pauseAgreed(seat, command, kind, event);
      case "clocks_paused":
        if (type === "accept_pause") return this._pauseAgreed(seat, command, kind, event);
        return type === "seal_move" || (event.by === "" && event.why === "flag" && event.until === null);
      case "clocks_resumed":
        if (type !== "resume_clocks") return event.by === seat;
        return event.by === AGREEMENT && [...this._resumes].some((each) => each !== seat);
      case "end_lifted":
        return event.by === seat;
      case "move_sealed":
        return event.seat === seat && as("timeline", "digest");
      case "sealed_move_opened":
        return !seat && event.version === null && event.seat === command.seat;
      case "flag_forgiven":
        return event.by === seat && seat !== event.seat && as("seat", "ms", "why");
      case "flagged":
        return !seat;
      case "time_adjusted":
        return !seat && event.outage !== null && event.outage.id === command.outage;
      default:
        return event.seat === seat;
    }
  }

  /**
   * Set by the opener, or by the second seat that asked for the same.
   * @param {string} type @param {string} seat @param {any} command @param {any} event
   */
  _controlAgreed(type, seat, command, { control, carry, by }) {
    if (!equal(control, command.control)) return false;
    if (type === "open_game") return carry === "fresh";
    const others = [...this._controls].filter(([name]) => name !== seat).map(([, each]) => each);
    const agreed = others.length > 0 && others.every((each) => equal(each, [control, carry]));
    return agreed && by === AGREEMENT && carry === command.carry;
  }

  /**
   * The other seat had proposed just this.
   * @param {string} seat @param {any} command @param {string} kind @param {any} event
   */
  _pauseAgreed(seat, command, kind, { by, until, why }) {
    const known = this._pauses.get(String(command.pause));
    if (!known || known.seat === seat) return false;
    const adjourns = kind === "adjournment_called";
    return by === AGREEMENT && adjourns === known.adjourn && until === known.until && why === known.why;
  }

  /** @param {string} kind @param {any} event */
  _take(kind, event) {
    switch (kind) {
      case "control_asked":
        this._controls.set(event.seat, [event.control, event.carry]);
        break;
      case "control_withdrawn":
        this._controls.delete(event.seat);
        break;
      case "control_set":
        this._controls.clear();
        break;
      case "pause_proposed":
        this._pauses.set(event.pause, event);
        break;
      case "pause_declined":
        this._pauses.delete(event.pause);
        break;
      case "clocks_paused":
      case "adjournment_called":
        this._pauses.clear();
        this._resumes.clear();
        break;
      case "resume_asked":
        this._resumes.add(event.seat);
        break;
      case "clocks_resumed":
        this._resumes.clear();
        break;
    }
  }

  /** What the player of a vacated seat had asked for lapses. @param {string} seat */
  _vacate(seat) {
    this._controls.delete(seat);
    this._resumes.delete(seat);
    for (const [pause, each] of this._pauses) if (each.seat === seat) this._pauses.delete(pause);
  }
}

/**
 * Whether an event lifts the flag of the seat whose request had arrived in time, by the service's word.
 * @param {string} kind @param {any} event @param {boolean} lifted @param {any} first
 */
function lifts(kind, event, lifted, first) {
  if (kind === "flag_forgiven") {
    const { by, ms, why, seat } = event;
    return by === "" && ms === LIFTED_MS && why === IN_TIME && seat === first.seat;
  }
  return lifted && (kind === "end_lifted" || kind === "clocks_resumed") && event.by === "";
}

/** Whether fields of an event are as they were asked for. @param {any} event @param {any} command @param {string[]} names */
function same(event, command, names) {
  return names.every((name) => !Object.hasOwn(command, name) || equal(event[name], command[name]));
}

/** Whether two values are equal as JSON. @param {any} found @param {any} asked */
export function equal(found, asked) {
  try {
    return canonical(found) === canonical(asked);
  } catch {
    return false;
  }
}
