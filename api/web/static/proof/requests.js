// @ts-check
/**
 * What a seat signs: `ironclad-command/v2`, and v1 of older keys (docs/signatures.md). Players sign with it,
 * verifiers check with it.
 */

import { frame, fromHex, hex, utf8 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { sha256 } from "./sha256.js";
import { Misshapen, closed, integer, listOf, orNull, otherwise, string, struct } from "./shapes.js";

const SCHEME = "ironclad-command/v1";
/** What keys are registered with now; a key without a scheme signs v1. */
export const SCHEME_2 = "ironclad-command/v2";
/** In place of a timeline in a request on the match. */
export const MATCH = "match";

/** The fields of stored requests on a match that the service fills in: they are not signed. */
const FILLED_IN = /** @type {Record<string, string[]>} */ ({
  take_seat: ["player", "log"],
  register_key: ["log"],
  offer_key: ["log"],
  propose_rewind: ["proposal"],
  accept_rewind: ["head"],
  anchor_dice: ["offer"],
  make_intent: ["intent"],
  offer_draw: ["offer"],
  accept_draw: ["head"],
  resign: ["head"],
  move_rules: ["head"],
  propose_pause: ["pause"],
  forgive_flag: ["round_closed"],
});

/**
 * @typedef {object} Request all that a signature covers
 * @property {string} log the origin of the log that the key was registered for, "" for none
 * @property {string} game
 * @property {string} timeline its id, or "match" for what is asked of the match
 * @property {string} seat
 * @property {string} [decision]
 * @property {number} [expectedVersion]
 * @property {string} id as the log stores it
 * @property {Record<string, any>} command as it is sent or stored
 * @property {Uint8Array} [link] the hash of the link that is sent (`linkHash`)
 * @property {import("./seen.js").Seen | null} [seen] what the seat had seen: a message of v2; without it of v1
 */

/** @template T @param {Record<string, T>} table @param {Record<string, any>} command @returns {T | null} */
const ofType = (table, { type }) =>
  typeof type === "string" && Object.hasOwn(table, type) ? table[type] : null;

/**
 * A command as it is signed: without what the service fills in.
 * @param {string} timeline
 * @param {Record<string, any>} command
 * @returns {string}
 * @throws {import("./canonical.js").NotCanonical}
 */
export function signedCommand(timeline, command) {
  const made = (timeline === MATCH && ofType(FILLED_IN, command)) || [];
  return canonical(Object.fromEntries(Object.entries(command).filter(([name]) => !made.includes(name))));
}

/** What a message has in place of the link that is sent with a command. @param {string} link 64 digits */
export const linkHash = (link) => sha256(frame(`${SCHEME}/link`, link));

/** What the log keeps of the secret id with which a seat is taken. @param {string} secret */
export const seatId = (secret) => hex(sha256(utf8(`ironclad-seat-id|${secret}`)));

/** The bytes that are signed. @param {Request} request @returns {Uint8Array} */
export function message(request) {
  const { log, game, timeline, seat, decision = "", expectedVersion = 0, id, command } = request;
  const about = [log, game, timeline, seat, decision, expectedVersion, id];
  const said = [...about, signedCommand(timeline, command), request.link ?? new Uint8Array(0)];
  if (!request.seen) return frame(SCHEME, ...said);
  const { checkpoint, line, match } = request.seen;
  const log2 = [checkpoint.size, fromHex(checkpoint.root)];
  const game2 = [line.timeline, line.version, fromHex(line.hash), match.version, fromHex(match.hash)];
  return frame(SCHEME_2, ...said, ...log2, ...game2);
}

const own = closed({ anchor: string, length: integer });
const dice = otherwise(orNull(own), null);
const text = otherwise(string, "");

/** @type {Record<string, Record<string, (value: any) => any>>} */
const STORED = {
  take_seat: { player: string, dice, key: text, log: text, key_scheme: text },
  register_key: { key: string, log: text, key_scheme: text },
  offer_key: { key: string, log: text, key_scheme: text },
  accept_key: { of: string, key: string },
  decline_key: { of: string, key: string },
  anchor_dice: { timeline: string, offer: string, dice, custody: text, agrees_to: text },
  accept_rewind: { proposal: string, head: integer, dice },
  order_chains: { timeline: string, seats: listOf(string), custody: string, why: string },
  vacate_seat: { seat: string, why: string },
};

/**
 * A stored request on the match that changes keys or chains; null for any other, and for what has another
 * shape.
 * @param {Record<string, any>} command
 * @returns {any}
 */
export function readRequest(command) {
  const fields = ofType(STORED, command);
  if (!fields || Object.keys(command).some((name) => name !== "type" && !Object.hasOwn(fields, name)))
    return null;
  try {
    return { ...struct(fields)(command), type: command.type };
  } catch (wrong) {
    if (wrong instanceof Misshapen) return null;
    throw wrong;
  }
}
