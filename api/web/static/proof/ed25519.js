// @ts-check
/** Ed25519 (RFC 8032): signatures by WebCrypto, and whether 32 bytes are a key that anybody can have made. */

import { fromHex, hex } from "./bytes.js";

/** What a browser lacks in which no signature can be checked or made. */
export const MISSING =
  "this browser has no Ed25519 here: it takes a newer one, and a page over https or on one's own machine";

/** Bytes as WebCrypto's types want them. @param {Uint8Array} bytes */
export const source = (bytes) => /** @type {BufferSource} */ (bytes);

/** @type {Promise<boolean> | null} */
let asked = null;

/** Whether Ed25519 is to be had: not in old browsers, and not on a page over plain http. */
export function available() {
  asked ??= (async () => {
    try {
      await globalThis.crypto.subtle.importKey("raw", source(fromHex(BASE)), "Ed25519", false, ["verify"]);
      return true;
    } catch {
      return false;
    }
  })();
  return asked;
}

/** @type {Map<string, Promise<CryptoKey>>} */
const known = new Map();
const KNOWN_MOST = 256;

/**
 * Whether a signature is good. Only where Ed25519 is `available`.
 * @param {Uint8Array} key 32 bytes
 * @param {Uint8Array} signature
 * @param {Uint8Array} message
 * @returns {Promise<boolean>}
 */
export async function verifies(key, signature, message) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const name = hex(key);
  let imported = known.get(name);
  if (!imported) {
    if (known.size >= KNOWN_MOST) known.clear();
    imported = crypto.subtle.importKey("raw", source(key), "Ed25519", false, ["verify"]);
    known.set(name, imported);
  }
  try {
    return await crypto.subtle.verify("Ed25519", await imported, source(signature), source(message));
  } catch {
    return false; // bytes of no point
  }
}

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const BASE = "58" + "66".repeat(31); // the base point, y = 4/5

/** @param {bigint} value */
const mod = (value) => ((value % P) + P) % P;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let found = 1n;
  for (let square = mod(base); exponent > 0n; exponent >>= 1n, square = (square * square) % P) {
    if (exponent & 1n) found = (found * square) % P;
  }
  return found;
}

const D = mod(-121665n * power(121666n, P - 2n));
const ROOT = power(2n, (P - 1n) / 4n);

/**
 * @typedef {[bigint, bigint, bigint, bigint]} Point X, Y, Z, T of extended coordinates: x = X/Z, x y = T/Z
 */

/** @param {Uint8Array} bytes @returns {Point | null} the point, if these bytes are its one encoding */
function decoded(bytes) {
  const number = BigInt(`0x${hex(bytes.slice().reverse())}`);
  const sign = number >> 255n;
  const y = number & (2n ** 255n - 1n);
  if (y >= P) return null;
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (P - 5n) / 8n));
  if (mod(v * x * x - u)) x = (x * ROOT) % P;
  if (mod(v * x * x - u) || (x === 0n && sign)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, (x * y) % P];
}

/** @param {Point} one @param {Point} other @returns {Point} */
function plus(one, other) {
  const a = mod((one[1] - one[0]) * (other[1] - other[0]));
  const b = mod((one[1] + one[0]) * (other[1] + other[0]));
  const c = mod(2n * one[3] * other[3] * D);
  const d = mod(2n * one[2] * other[2]);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/** @param {Point} point */
const isNeutral = (point) => point[0] === 0n && point[1] === point[2];

/** @type {Map<string, boolean>} */
const judged = new Map();

/**
 * Whether 32 bytes are the one encoding of a point of the base point's group, not the neutral one: under keys
 * of small order one signature is good for many messages, and implementations differ on the others.
 * @param {Uint8Array} bytes
 * @returns {boolean}
 */
export function isKey(bytes) {
  if (bytes.length !== 32) return false;
  const name = hex(bytes);
  let found = judged.get(name);
  if (found === undefined) {
    if (judged.size >= KNOWN_MOST) judged.clear();
    found = inGroup(decoded(bytes));
    judged.set(name, found);
  }
  return found;
}

/** @param {Point | null} point */
function inGroup(point) {
  if (point === null || isNeutral(point)) return false;
  /** @type {Point} */
  let sum = [0n, 1n, 1n, 0n];
  let doubled = point;
  for (let factor = ORDER; factor > 0n; factor >>= 1n) {
    if (factor & 1n) sum = plus(sum, doubled);
    doubled = plus(doubled, doubled);
  }
  return isNeutral(sum);
}
