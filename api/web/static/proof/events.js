// @ts-check
/** The events of a match as they are stored (docs/dice.md, docs/signatures.md): a closed list of names. */

import { textOf } from "./bytes.js";
import { isCanonical } from "./canonical.js";
import { CLOCK_EVENTS } from "./clock_events.js";
import { DISPUTE_EVENTS } from "./dispute_events.js";
import { Fault } from "./fault.js";
import {
  Misshapen,
  boolean,
  closed,
  count,
  integer,
  listOf,
  mapOf,
  object,
  orNull,
  otherwise,
  string,
  struct,
} from "./shapes.js";

const none = /** @type {any[]} */ ([]);

const share = struct({ party: string, index: integer, link: string });
const chain = struct({
  party: string,
  custody: string,
  series: integer,
  length: integer,
  link: string,
  index: otherwise(integer, 0),
});
const terms = struct({
  hands_over: otherwise(listOf(string), none),
  unprompted: otherwise(listOf(string), none),
  beacon: otherwise(string, ""),
  together: otherwise(listOf(string), none),
  scheme: otherwise(string, "ironclad-dice/v1"),
});
const epoch = struct({
  number: integer,
  chains: listOf(chain),
  agreed: otherwise(listOf(string), none),
  terms: otherwise(terms, terms({})),
});
const proof = struct({
  epoch: integer,
  revealed: otherwise(listOf(string), none),
  shares: otherwise(listOf(share), none),
  next_roll: otherwise(integer, 0),
  beacon: otherwise(orNull(struct({ round: integer, value: string, intent: integer })), null),
  since: otherwise(integer, 0),
});
const roll = struct({
  purpose: string,
  rule: string,
  faces: listOf(integer),
  sides: otherwise(integer, 6),
  number: otherwise(integer, 0),
  unprompted: otherwise(boolean, false),
});
const seen = orNull(
  closed({
    checkpoint: closed({ size: integer, root: string }),
    line: closed({ timeline: string, version: integer, hash: string }),
    match: closed({ version: integer, hash: string }),
  }),
);
const signature = struct({
  value: string,
  link: otherwise(string, ""),
  new_key: otherwise(string, ""),
  seen: otherwise(seen, null),
});
const answered = { proposal: string, seat: string };

/** @type {Record<string, ReturnType<typeof struct>>} */
const EVENTS = {
  command_accepted: struct({
    seat: string,
    id: string,
    digest: string,
    at: string,
    command: object,
    by: otherwise(string, ""),
    decision: otherwise(orNull(string), null),
    expected_version: otherwise(orNull(integer), null),
    rolls: otherwise(listOf(roll), none),
    signature: otherwise(orNull(signature), null),
    dice_proof: otherwise(orNull(proof), null),
    committed: otherwise(integer, 0),
    instead: otherwise(orNull(struct({ rule: string, reason: string, command: object })), null),
    replayed: otherwise(orNull(struct({ timeline: string, version: integer })), null),
  }),
  command_committed: struct({
    seat: string,
    id: string,
    digest: string,
    at: string,
    command: object,
    by: otherwise(string, ""),
    decision: otherwise(orNull(string), null),
    expected_version: otherwise(orNull(integer), null),
    signature: otherwise(orNull(signature), null),
    round: otherwise(integer, 0),
  }),
  link_revealed: struct({
    seat: string,
    committed: integer,
    share,
    at: string,
    by: otherwise(string, ""),
    signature: otherwise(orNull(signature), null),
    opened: otherwise(object, null),
  }),
  round_missed: struct({ timeline: string, committed: integer, round: integer, at: string }),
  roll_abandoned: struct({
    timeline: string,
    committed: listOf(integer),
    owed: listOf(string),
    by: string,
  }),
  game_opened: struct({
    ruleset: string,
    version: string,
    scenario: string,
    options: mapOf(string),
    seats: listOf(string),
    title: string,
    by: string,
  }),
  seat_taken: struct({ seat: string, player: string }),
  timeline_opened: struct({ timeline: string, parent: orNull(string), at: count, why: string, by: string }),
  rewind_proposed: struct({ proposal: string, seat: string, timeline: string, at: integer, reason: string, clocks: otherwise(string, "") }),
  rewind_accepted: struct(answered),
  rewind_declined: struct(answered),
  rewind_withdrawn: struct(answered),
  game_moved: struct({ timeline: string, left: string, at: integer, by: string, why: string }),
  dice_anchored: struct({ timeline: string, epoch }),
  dice_offered: struct({
    timeline: string,
    offer: string,
    seat: string,
    own: otherwise(orNull(chain), null),
    custody: otherwise(string, ""),
  }),
  seat_ready: struct({ timeline: string, epoch: integer, share }),
  key_registered: struct({
    seat: string,
    key: string,
    number: integer,
    log: otherwise(string, ""),
    agreed: otherwise(string, ""),
    scheme: otherwise(string, ""),
  }),
  key_offered: struct({
    seat: string,
    key: string,
    log: otherwise(string, ""),
    scheme: otherwise(string, ""),
  }),
  key_declined: struct({ seat: string, key: string, by: string }),
  draw_offered: struct({ seat: string, offer: otherwise(string, "") }),
  draw_accepted: struct({ seat: string }),
  draw_declined: struct({ seat: string }),
  draw_withdrawn: struct({ seat: string }),
  resigned: struct({ seat: string }),
  rules_asked: struct({ seat: string, version: string, readings: mapOf(string) }),
  rules_withdrawn: struct({ seat: string, by: string }),
  rules_moved: struct({
    timeline: string,
    at: count,
    version: string,
    readings: mapOf(string),
    by: string,
    claim: otherwise(orNull(integer), null),
  }),
  seal_set: struct({ commitment: string, padded_to: otherwise(integer, 256) }),
  seal_opened: struct({ key: string }),
  taken_back: struct({ timeline: string, version: integer, to: integer, seat: string, by: string }),
  tournament_set: struct({
    beacon: string,
    genesis: integer,
    period: integer,
    public_key: string,
    witnesses: listOf(string),
    needed: integer,
    lead: integer,
  }),
  intent_made: struct({ timeline: string, intent: string, seat: string, digest: string, round: integer }),
  intent_answered: struct({ timeline: string, intent: string, seat: string, version: integer }),
  intent_voided: struct({ timeline: string, intent: string, seat: string }),
  intent_refused: struct({
    timeline: string,
    intent: string,
    seat: string,
    request: closed({
      id: string,
      decision: orNull(string),
      expected_version: orNull(integer),
      command: object,
    }),
    rule: string,
  }),
  game_ended: struct({
    timeline: string,
    version: integer,
    how: string,
    winner: orNull(string),
    reason: string,
    rule: string,
    at: string,
  }),
  ...CLOCK_EVENTS,
  ...DISPUTE_EVENTS,
};

/**
 * @typedef {{position: number, stream: string, version: number, name: string, body: any, bytes: Uint8Array,
 *   sound: boolean, leaf?: Uint8Array}} Stored an event as it is stored; `bytes` its body as written, `sound`
 *   whether it is UTF-8, `leaf` its hash where its body is not known as it was written
 */
/**
 * @typedef {{position: number, line: string, version: number, kind: string, event: any, bytes: Uint8Array}}
 *   Placed an event that was read
 */

const BEGINS = new Set(["match.command_committed.1", "match.link_revealed.1", "match.round_missed.1"]);

/**
 * Whether an event is the first of those that were appended together: a request's own, but for a command that was
 * committed to, which follows the last link that its round owed, and for one that is decided again by ruling.
 * @param {{name: string, body: any}} event
 */
export const begins = ({ name, body }) =>
  BEGINS.has(name) || (name === "match.command_accepted.1" && !body?.committed && !body?.replayed);

/** Whether an event is one of the match's kinds, in whatever stream. @param {string} name */
export const isOfMatch = (name) => name.startsWith("match.");

const FRACTION = /\d[.eE]/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A body in which 1.0 and 1e0 are not taken for 1, as JavaScript reads them. @param {Stored} stored */
function withoutFractions({ body, bytes }) {
  const text = textOf(bytes);
  if (!FRACTION.test(text)) return body;
  let any = false;
  const marked = text.replace(TOKEN, (token) => {
    if (token[0] === '"' || !/[.eE]/.test(token)) return token;
    any = true;
    return "0.5";
  });
  return any ? JSON.parse(marked) : body;
}

/**
 * A stored event of the match's kinds, read; `line` is its timeline, "" in the match.
 * @param {Stored} stored
 * @returns {Placed}
 * @throws {Fault}
 */
export function readEvent(stored) {
  const known = READ.get(stored);
  if (known) return known;
  const found = readStored(stored);
  READ.set(stored, found);
  return found;
}

/** What was read already: several checks ask for the same events. @type {WeakMap<Stored, Placed>} */
const READ = new WeakMap();

/** @param {Stored} stored @returns {Placed} */
function readStored(stored) {
  const [, kind = ""] = /^match\.([a-z_]+)\.1$/.exec(stored.name) ?? [];
  if (!Object.hasOwn(EVENTS, kind)) {
    throw new Fault("order", `the event cannot be read: nothing is named ${stored.name}`, stored.position);
  }
  try {
    if (!stored.sound) throw new Misshapen("it is not UTF-8");
    const event = EVENTS[kind](withoutFractions(stored));
    if (!isCanonical(textOf(stored.bytes))) throw new Misshapen("it is not written in the canonical way");
    if (Object.hasOwn(stored.body, "type") && stored.body.type !== kind) throw new Misshapen(`its type should be ${kind}`);
    const stream = stored.stream.slice(stored.stream.indexOf("/") + 1);
    const line = stream === "match" ? "" : stream;
    return { position: stored.position, line, version: stored.version, kind, event, bytes: stored.bytes };
  } catch (wrong) {
    if (!(wrong instanceof Misshapen)) throw wrong;
    throw new Fault("order", `the event cannot be read: ${stored.name}: ${wrong.message}`, stored.position);
  }
}
