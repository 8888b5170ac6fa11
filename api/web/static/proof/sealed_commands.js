// @ts-check
/** Commands with hidden fields, as their seats sign them (docs/signatures.md, "Hidden fields"). */

import { fromHex, hex, isHex, utf8 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { sha256 } from "./sha256.js";

export const SALT = 16; // bytes

/** A name as a step of a JSON pointer (RFC 6901). @param {string} name */
export const stepOf = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The inside of a sealed value; null for any other. @param {any} data */
export function sealedOf(data) {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  if (Object.keys(data).join() !== "sealed") return null;
  const inner = data.sealed;
  const plain = typeof inner === "object" && inner !== null && !Array.isArray(inner);
  return plain && Object.keys(inner).sort().join() === "box,digest,for" ? inner : null;
}

/** The digest in `{"sealed": {"digest"}}`, the form that is signed; undefined for any other value. @param {any} data */
function digestAlone(data) {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  const inner = Object.keys(data).join() === "sealed" ? data.sealed : null;
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return undefined;
  return Object.keys(inner).join() === "digest" && isHex(inner.digest, 64) ? inner.digest : undefined;
}

/** The digests of a command's fields that are committed to by these alone, by field. @param {Record<string, any>} command */
export const closedFields = (command) =>
  new Map(
    Object.entries(command)
      .map(([name, value]) => /** @type {[string, string]} */ ([name, digestAlone(value)]))
      .filter(([, digest]) => digest !== undefined),
  );

/**
 * Whether a command of a type is committed to by digests, if it has hidden fields: every seat signs, and keeps its chain.
 * @param {{epoch: any, seats: string[], keys: import("./seat_keys.js").SeatKeys}} line @param {unknown} type
 */
export function closes({ epoch, seats, keys }, type) {
  if (!epoch?.terms.together.includes(type)) return false;
  const own = (/** @type {string} */ seat) =>
    epoch.chains.some((/** @type {any} */ each) => each.party === seat && each.custody === "client");
  return seats.every((seat) => own(seat) && Boolean(keys.inForce(seat)?.scheme));
}

/**
 * A stored command, with its hidden values sealed, as its seat signed it: each with its digest alone.
 * @param {string} seat
 * @param {Record<string, any>} command
 * @param {boolean} [closed] whether it is stored with the digests alone
 * @returns {Record<string, any> | null} null where something is sealed as it must not be
 */
export function asSigned(seat, command, closed = false) {
  /** @type {[string, any][]} */
  const said = [];
  for (const [name, value] of Object.entries(command)) {
    const inner = sealedOf(value);
    if (closed && digestAlone(value) !== undefined) said.push([name, value]);
    else if (inner) {
      const named = inner.for;
      if (closed || !Array.isArray(named) || named.length !== 1 || named[0] !== seat) return null;
      said.push([name, { sealed: { digest: inner.digest } }]);
    } else {
      if (name === "sealed" || looksSealed(value)) return null;
      said.push([name, value]);
    }
  }
  return Object.fromEntries(said);
}

/** Whether a part of a command has the name of sealed values. @param {any} data @returns {boolean} */
function looksSealed(data) {
  if (typeof data !== "object" || data === null) return false;
  if (!Array.isArray(data) && Object.hasOwn(data, "sealed")) return true;
  return Object.values(data).some(looksSealed);
}

/**
 * A fresh salt for each hidden field that a command has, by JSON pointer; undefined where it has none.
 * @param {Record<string, any>} command
 * @param {string[]} secret the fields that its ruleset hides
 * @returns {Record<string, string> | undefined}
 */
export function freshSalts(command, secret) {
  const there = secret.filter((name) => Object.hasOwn(command, name) && command[name] !== undefined);
  if (!there.length) return undefined;
  const salt = () => hex(crypto.getRandomValues(new Uint8Array(SALT)));
  return Object.fromEntries(there.map((name) => [`/${stepOf(name)}`, salt()]));
}

/**
 * A command as its seat signs it: with the digest in place of each field that has a salt.
 * @param {Record<string, any>} command as it is sent
 * @param {Record<string, string>} [salts] by JSON pointer
 * @returns {Record<string, any>}
 * @throws {import("./canonical.js").NotCanonical}
 */
export function withDigests(command, salts = {}) {
  const said = Object.entries(command).map(([name, value]) => {
    const salt = salts[`/${stepOf(name)}`];
    if (salt === undefined) return [name, value];
    return [name, { sealed: { digest: hex(sha256(fromHex(salt), utf8(canonical(value)))) } }];
  });
  return Object.fromEntries(said);
}
