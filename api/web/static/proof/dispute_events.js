// @ts-check
/** The events of a game's disputes as they are stored (docs/disputes.md): officials, claims, rulings, appeals. */

import { boolean, count, integer, listOf, mapOf, object, orNull, otherwise, string, struct } from "./shapes.js";

const claim = { claim: count };
const names = listOf(string);
const some = orNull(object);
const policy = struct({
  late_handovers: integer,
  late_hours: integer,
  appeal_hours: integer,
  panel: integer,
  pause_on_claim: string,
  rungs: names,
});
const people = {
  tournament: string,
  chief: string,
  deputies: names,
  assessors: names,
  keys: mapOf(string),
  policy,
  anchor: otherwise(string, ""),
};
const since = struct({ commands: integer, rolls: integer, facts: integer, handovers: integer });
const reading = otherwise(orNull(mapOf(string)), null);

/** By kind: the readers of the match's events about disputes. @type {Record<string, ReturnType<typeof struct>>} */
export const DISPUTE_EVENTS = {
  officials_named: struct({ ...people, by: string }),
  officials_asked: struct({ seat: string, officials: struct(people) }),
  claim_made: struct({
    ...claim,
    seat: string,
    about: object,
    kind: string,
    clauses: names,
    says: string,
    asks: object,
    since,
    sealed: boolean,
    late: boolean,
    reading,
    case: otherwise(string, ""),
  }),
  claim_answered: struct({ ...claim, seat: string, agrees: boolean, says: string, asks: otherwise(some, null) }),
  claim_withdrawn: struct(claim),
  evidence_added: struct({ ...claim, by: string, items: listOf(object) }),
  settlement_offered: struct({ ...claim, seat: string, remedy: object }),
  claim_settled: struct(claim),
  claim_taken: struct({ ...claim, by: string, why: otherwise(string, "") }),
  fact_opened: struct({ ...claim, timeline: string, version: integer, number: integer, to: string }),
  conflict_declared: struct({ official: string, why: string }),
  ruling_given: struct({
    ...claim,
    finding: string,
    facts: string,
    clauses: names,
    remedy: object,
    by: string,
    reading,
    penalties: otherwise(listOf(object), []),
    precedents: otherwise(listOf(object), []),
    suspends: otherwise(boolean, false),
    sealed_reason: otherwise(some, null),
    appeal_until: otherwise(string, ""),
  }),
  penalty_given: struct({
    seat: string,
    rung: string,
    why: string,
    by: string,
    claim: otherwise(orNull(count), null),
  }),
  remedy_applied: struct({ ...claim, remedy: object, effect: object }),
  remedy_undone: struct({ ...claim, why: string }),
  appeal_made: struct({ ...claim, seat: string, grounds: names, says: string, asks: otherwise(some, null) }),
  panel_named: struct({ ...claim, members: names, reserves: names, link: string, eligible: names }),
  appeal_voted: struct({ ...claim, by: string, vote: string, says: string, remedy: otherwise(some, null) }),
  appeal_decided: struct({ ...claim, outcome: string, remedy: otherwise(some, null) }),
  chains_ordered: struct({ timeline: string, seats: names, custody: string, by: string, why: string }),
  seat_vacated: struct({ seat: string, by: string, why: string }),
};
