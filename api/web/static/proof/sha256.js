// @ts-check
/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104) as plain functions: what checks a chain of hashes stays plain code,
 * and
 * works on pages over plain http too, where browsers have no WebCrypto.
 */

import { concat } from "./bytes.js";

const K = new Int32Array(64);
const FIRST = new Int32Array(8);

/**
 * The constants are the first bits of roots of primes (FIPS 180-4, 4.2.2 and 5.3.3), as the standard has
 * them.
 */
(function constants() {
  const fraction = (/** @type {number} */ value) => ((value - Math.floor(value)) * 0x100000000) | 0;
  let found = 0;
  for (let candidate = 2; found < 64; candidate += 1) {
    let prime = true;
    for (let factor = 2; factor * factor <= candidate; factor += 1)
      if (candidate % factor === 0) prime = false;
    if (!prime) continue;
    if (found < 8) FIRST[found] = fraction(Math.sqrt(candidate));
    K[found] = fraction(Math.cbrt(candidate));
    found += 1;
  }
})();

const words = new Int32Array(64);

/** @param {Int32Array} state @param {Uint8Array} bytes @param {number} at */
function block(state, bytes, at) {
  const w = words;
  for (let i = 0; i < 16; i += 1, at += 4) {
    w[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** A hash that takes its bytes piece by piece. */
export class Sha256 {
  constructor() {
    this._state = Int32Array.from(FIRST);
    this._begun = new Uint8Array(64);
    this._size = 0;
  }

  /** @param {Uint8Array} bytes @returns {this} */
  update(bytes) {
    let at = 0;
    const held = this._size % 64;
    this._size += bytes.length;
    if (held) {
      const more = Math.min(64 - held, bytes.length);
      this._begun.set(bytes.subarray(0, more), held);
      if (held + more < 64) return this;
      block(this._state, this._begun, 0);
      at = more;
    }
    for (; at + 64 <= bytes.length; at += 64) block(this._state, bytes, at);
    this._begun.set(bytes.subarray(at), 0);
    return this;
  }

  /** @returns {Uint8Array} the 32 bytes; nothing more is taken afterwards */
  digest() {
    const size = this._size;
    const end = new Uint8Array(size % 64 < 56 ? 64 - (size % 64) : 128 - (size % 64));
    end[0] = 0x80;
    new DataView(end.buffer).setBigUint64(end.length - 8, BigInt(size) * 8n);
    this.update(end);
    const found = new Uint8Array(32);
    const view = new DataView(found.buffer);
    this._state.forEach((word, at) => view.setInt32(4 * at, word));
    return found;
  }
}

/** @param {...Uint8Array} parts hashed one after another @returns {Uint8Array} */
export function sha256(...parts) {
  const hash = new Sha256();
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} */
export function hmacSha256(key, message) {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    padded.map((each) => each ^ 0x36),
    message,
  );
  return sha256(
    concat(
      padded.map((each) => each ^ 0x5c),
      inner,
    ),
  );
}
