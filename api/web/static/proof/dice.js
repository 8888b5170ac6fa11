// @ts-check
/** Fair dice (docs/dice.md, "Chains", "Keys and faces"): links, keys and faces from nothing but hashes. */

import { bigEndian, frame, fromHex } from "./bytes.js";
import { hmacSha256, sha256 } from "./sha256.js";

export const SCHEME = "ironclad-dice/v1";
/** Commands are committed to before their links are revealed. */
export const SCHEME_2 = "ironclad-dice/v2";
export const SCHEMES = [SCHEME, SCHEME_2];
const ZEROS = new Uint8Array(32);

/**
 * What a chain is bound to.
 * @param {string} game
 * @param {string} timeline
 * @param {string} party
 * @param {string} custody
 * @param {number} series
 * @param {string} [scheme] how the game's dice are made
 */
export const contextOf = (game, timeline, party, custody, series, scheme = SCHEME) =>
  sha256(frame(`${scheme}/chain`, game, timeline, party, custody, series));

/** Link i - 1 from link i. @param {Uint8Array} context @param {number} index i @param {Uint8Array} link */
export const previousLink = (context, index, link) => sha256(context, bigEndian(index, 4), link);

/**
 * The key of a command's rolls.
 * @param {string} server the service's share, in hex
 * @param {(string | null)[]} seats theirs, in the game's order
 * @param {Uint8Array} [beacon]
 * @param {string} [scheme]
 */
export function keyOf(server, seats, beacon = ZEROS, scheme = SCHEME) {
  const shares = seats.map((each) => (each === null ? ZEROS : fromHex(each)));
  return sha256(frame(`${scheme}/key`, fromHex(server), ...shares, beacon));
}

/**
 * The faces of a roll.
 * @param {Uint8Array} key
 * @param {string} game
 * @param {string} timeline
 * @param {number} number of the roll
 * @param {number} count of dice
 * @param {number} sides 2 to 256
 * @param {string} [scheme]
 * @returns {number[]}
 */
export function facesOf(key, game, timeline, number, count, sides, scheme = SCHEME) {
  /** @type {number[]} */
  const faces = [];
  const most = 256 - (256 % sides);
  for (let block = 0; faces.length < count; block += 1) {
    for (const byte of hmacSha256(key, frame(`${scheme}/block`, game, timeline, number, block))) {
      if (byte < most && faces.length < count) faces.push((byte % sides) + 1);
    }
  }
  return faces;
}
