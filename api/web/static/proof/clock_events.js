// @ts-check
/** The events of a game's clocks as they are stored (docs/clocks.md): durations are whole milliseconds. */

import {
  Misshapen,
  boolean,
  count,
  integer,
  listOf,
  mapOf,
  orNull,
  otherwise,
  string,
  struct,
} from "./shapes.js";

const nothing = orNull(integer);

/** One of some words. @param {string[]} words @returns {import("./shapes.js").Reader<string>} */
const oneOf = (...words) => (value) => {
  if (!words.includes(value)) throw new Misshapen(`it should be one of ${words.join(", ")}`);
  return value;
};

const stage = struct({
  bank_ms: integer,
  turns: otherwise(nothing, null),
  increment_ms: otherwise(integer, 0),
  increment_turns: otherwise(nothing, null),
  cap_ms: otherwise(nothing, null),
  delay_ms: otherwise(integer, 0),
  delay: otherwise(oneOf("simple", "bronstein"), "simple"),
});
const byoyomi = struct({ kind: string, periods: integer, ms: integer });
const canadian = struct({ kind: string, turns: integer, ms: integer });
const charge = struct({ unit_ms: integer, double_after: otherwise(nothing, null) });

/** @type {import("./shapes.js").Reader<any>} */
const overtime = (value) => {
  const kind = oneOf("byo-yomi", "canadian")(value?.kind);
  return kind === "canadian" ? canadian(value) : byoyomi(value);
};

/** What is one for the game, and may differ for a seat. @param {boolean} whole whether `stages` has to be there */
const terms = (whole) => ({
  stages: whole ? listOf(stage) : otherwise(listOf(stage), undefined),
  repeat: otherwise(boolean, false),
  overtime: otherwise(orNull(overtime), null),
  charge: otherwise(orNull(charge), null),
  reserve: otherwise(oneOf("none", "drawn", "automatic"), "none"),
  reserve_ms: otherwise(integer, 0),
  reaction_free_ms: otherwise(integer, 0),
  turn_limit_ms: otherwise(nothing, null),
  grace_ms: otherwise(integer, 0),
  no_show_ms: otherwise(nothing, null),
  vacation_days: otherwise(integer, 0),
});
const shape = struct({
  ...terms(true),
  on_flag: otherwise(oneOf("loss", "director", "note"), "loss"),
  pause: otherwise(oneOf("agreement", "director"), "agreement"),
  starts: otherwise(string, "seated"),
  draw_counts_for: otherwise(orNull(string), null),
  seats: otherwise(mapOf(struct(terms(false))), {}),
});

/** A control that was read is compared as it is written. @type {import("./shapes.js").Reader<any>} */
const control = (value) => {
  shape(value);
  return value;
};

const carry = oneOf("fresh", "keep");
const seat = { seat: string };
const outage = struct({ id: string, from: string, to: string });

/** By kind: the readers of the match's events about clocks. @type {Record<string, ReturnType<typeof struct>>} */
export const CLOCK_EVENTS = {
  control_set: struct({ control, carry, by: string }),
  control_asked: struct({ ...seat, control, carry }),
  control_withdrawn: struct({ ...seat, by: string }),
  clock_pressed: struct({
    timeline: string,
    version: count,
    at: string,
    running: listOf(string),
    completed: otherwise(listOf(string), []),
    arrived: otherwise(listOf(string), []),
    holders: otherwise(orNull(listOf(string)), null),
  }),
  time_given: struct({ by: string, to: string, ms: integer }),
  reserve_drawn: struct({ ...seat, ms: integer }),
  time_adjusted: struct({
    ...seat,
    ms: integer,
    why: oneOf("ruling", "disturbance", "outage", "agreement"),
    by: string,
    claim: otherwise(nothing, null),
    outage: otherwise(orNull(outage), null),
  }),
  pause_proposed: struct({
    pause: string,
    ...seat,
    until: string,
    why: otherwise(string, ""),
    adjourn: otherwise(boolean, false),
  }),
  pause_declined: struct({ pause: string, by: string }),
  adjournment_called: struct({ by: string, until: orNull(string), why: string }),
  clocks_paused: struct({
    by: string,
    why: string,
    until: otherwise(orNull(string), null),
    play: otherwise(boolean, false),
  }),
  resume_asked: struct(seat),
  clocks_resumed: struct({ by: string, why: string }),
  vacation_taken: struct({ ...seat, from: string, to: string }),
  vacation_ended: struct(seat),
  move_sealed: struct({ timeline: string, ...seat, digest: string }),
  sealed_move_opened: struct({ ...seat, version: nothing }),
  flagged: struct({ ...seat, deadline: string, found_at: string }),
  flag_forgiven: struct({ ...seat, by: string, ms: integer, why: string }),
  end_lifted: struct({ by: string, why: string, claim: otherwise(nothing, null) }),
};
