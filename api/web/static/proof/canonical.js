// @ts-check
/**
 * Canonical JSON (docs/signatures.md, "Commands as bytes"): the one way to write a value of whole numbers.
 */

import { isText } from "./bytes.js";

/** A value that has no canonical form: a fraction, too large a number, a lone surrogate, no JSON at all. */
export class NotCanonical extends Error {}

/**
 * The order of the UTF-8 bytes, which is that of the code points. JavaScript's own compares halves of
 * surrogate pairs, and so puts U+10000 and beyond before U+E000 to U+FFFF.
 * @param {string} one
 * @param {string} other
 * @returns {number}
 */
export function byCodePoint(one, other) {
  const least = Math.min(one.length, other.length);
  for (let at = 0; at < least; at += 1) {
    const a = one.charCodeAt(at);
    const b = other.charCodeAt(at);
    if (a === b) continue;
    const high = (/** @type {number} */ unit) => unit >= 0xd800 && unit <= 0xdfff;
    return high(a) === high(b) ? a - b : high(a) ? 1 : -1;
  }
  return one.length - other.length;
}

/**
 * @param {unknown} value plain data; fields that are undefined are left out
 * @returns {string}
 * @throws {NotCanonical}
 */
export function canonical(value) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) {
      throw new NotCanonical("a signed command has whole numbers up to 2^53 - 1");
    }
    return String(value); // -0 is written 0
  }
  if (typeof value === "string") {
    if (!isText(value)) throw new NotCanonical("a text has half of a surrogate pair");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") throw new NotCanonical(`JSON has no ${typeof value}`);
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  fields.sort(([one], [other]) => byCodePoint(one, other));
  return `{${fields.map(([name, each]) => `${canonical(name)}:${canonical(each)}`).join(",")}}`;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WHITE = /[ \t\r\n]/;

/** Whether a number is written in the one way. @param {string} token */
function isNumber(token) {
  const value = Number(token);
  if (!/[.eE]/.test(token)) return token !== "-0";
  if (/e/.test(token)) return Number.isFinite(value) && value.toExponential().replace("+", "") === token;
  return String(value) === token || (token.endsWith(".0") && `${value}.0` === token) || token === "-0.0";
}

/**
 * Whether a JSON text is in canonical form: no white space between its parts, the names of each object in
 * order, texts and numbers in the one way. So no name comes twice, and every reader reads the same.
 * @param {string} text valid JSON
 */
export function isCanonical(text) {
  /** The last name of each object that is open; undefined in lists. @type {(string | undefined)[]} */
  const names = [];
  for (let at = 0; at < text.length; at += 1) {
    const each = text[at];
    if (each === "{" || each === "[") names.push(undefined);
    else if (each === "}" || each === "]") names.pop();
    else if (each === '"') {
      const start = at;
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
      const written = text.slice(start, at + 1);
      const name = JSON.parse(written);
      if (JSON.stringify(name) !== written) return false;
      if (text[at + 1] !== ":") continue;
      const before = names[names.length - 1];
      if (before !== undefined && byCodePoint(before, name) >= 0) return false;
      names[names.length - 1] = name;
    } else if (each === "-" || (each >= "0" && each <= "9")) {
      NUMBER.lastIndex = at;
      const [token] = /** @type {RegExpExecArray} */ (NUMBER.exec(text));
      if (!isNumber(token)) return false;
      at += token.length - 1;
    } else if (WHITE.test(each)) return false;
  }
  return true;
}
