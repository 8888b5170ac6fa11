// @ts-check
/** Bytes as the documents write them: hex, strict base64, UTF-8, and `frame` (docs/dice.md, "Bytes"). */

const DIGITS = "0123456789abcdef";
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @param {string} text @returns {Uint8Array} its UTF-8; a lone surrogate becomes U+FFFD: see `isText` */
export const utf8 = (text) => encoder.encode(text);

/** @param {Uint8Array} bytes @returns {string} the text; throws TypeError where it is not UTF-8 */
export const textOf = (bytes) => decoder.decode(bytes);

/** Whether a string can be written as UTF-8: it has no lone surrogate. @param {string} text */
export const isText = (text) => !/[\ud800-\udfff]/u.test(text);

/** @param {...Uint8Array} parts @returns {Uint8Array} */
export function concat(...parts) {
  let size = 0;
  for (const part of parts) size += part.length;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} one @param {Uint8Array} other */
export function same(one, other) {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** @param {Uint8Array} bytes @returns {string} hexadecimal digits in lower case */
export function hex(bytes) {
  let text = "";
  for (const each of bytes) text += DIGITS[each >> 4] + DIGITS[each & 15];
  return text;
}

/**
 * Whether a value is so many hexadecimal digits in lower case.
 * @param {unknown} text
 * @param {number} digits
 */
export const isHex = (text, digits) =>
  typeof text === "string" && text.length === digits && !/[^0-9a-f]/.test(text);

/** @param {string} text digits that `isHex` @returns {Uint8Array} */
export function fromHex(text) {
  const bytes = new Uint8Array(text.length >> 1);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/** @param {Uint8Array} bytes @returns {string} base64 with padding */
export function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

/** The bytes of base64 as it is written in one way only; null for any other. @param {string} text */
export function strictBase64(text) {
  let packed;
  try {
    packed = atob(text);
  } catch {
    return null;
  }
  if (btoa(packed) !== text) return null;
  const bytes = new Uint8Array(packed.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = packed.charCodeAt(at);
  return bytes;
}

/** A whole number from 0 to 2^53 - 1, big endian. @param {number} value @param {number} size in bytes */
export function bigEndian(value, size) {
  const bytes = new Uint8Array(size);
  let rest = value;
  for (let at = size - 1; at >= 0 && rest > 0; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/**
 * Each field behind its length in four bytes; text is UTF-8, a number eight bytes.
 * @param {...(string | number | Uint8Array)} fields
 * @returns {Uint8Array}
 */
export function frame(...fields) {
  const parts = [];
  for (const each of fields) {
    const raw = typeof each === "string" ? utf8(each) : typeof each === "number" ? bigEndian(each, 8) : each;
    parts.push(bigEndian(raw.length, 4), raw);
  }
  return concat(...parts);
}

/** A number as the verdicts write it: 12,345. @param {number} value */
export const counted = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
