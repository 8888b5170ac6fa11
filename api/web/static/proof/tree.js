// @ts-check
/** The Merkle tree (RFC 9162, 2.1; docs/ledger.md): leaves, nodes, proofs, and a game's outline of it. */

import { bigEndian, counted, isText, same, utf8 } from "./bytes.js";
import { hold } from "./fault.js";
import { sha256 } from "./sha256.js";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const MOST = 0xffff;
const LEAVES_A_STRETCH = 1024;
/** The most events that a bundle is read with; their leaves take 32 bytes each while it is. */
export const EVENTS_LIMIT = 2_000_000;

/** @param {Uint8Array} left @param {Uint8Array} right */
export const nodeHash = (left, right) => sha256(NODE, left, right);

/**
 * The hash of a stored event's leaf; null for one that no log can have.
 * @param {string} stream
 * @param {number} version
 * @param {string} name
 * @param {Uint8Array} body
 */
export function leafHash(stream, version, name, body) {
  const [s, n] = [utf8(stream), utf8(name)];
  if (!isText(stream + name) || s.length + n.length + body.length + 14 > MOST) return null;
  const two = (/** @type {Uint8Array} */ bytes) => bigEndian(bytes.length, 2);
  return sha256(LEAF, two(s), s, bigEndian(version, 8), two(n), n, two(body), body);
}

const half = (/** @type {number} */ value) => Math.floor(value / 2);
const odd = (/** @type {number} */ value) => value % 2 === 1;

/**
 * Whether an inclusion proof leads a leaf to a root (RFC 9162, 2.1.3.2).
 * @param {Uint8Array} leaf
 * @param {number} index from 0
 * @param {number} size
 * @param {Uint8Array[]} proof
 * @param {Uint8Array} root
 */
export function isIncluded(leaf, index, size, proof, root) {
  const numbers = Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;
  if (!numbers || [leaf, root, ...proof].some((each) => each.length !== 32)) return false;
  let [node, last, found] = [index, size - 1, leaf];
  for (const each of proof) {
    if (last === 0) return false;
    if (odd(node) || node === last) {
      found = nodeHash(each, found);
      while (!odd(node) && node) [node, last] = [half(node), half(last)];
    } else {
      found = nodeHash(found, each);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && same(found, root);
}

/**
 * Whether a consistency proof leads from one root to another (RFC 9162, 2.1.4.2).
 * @param {number} size1
 * @param {number} size2
 * @param {Uint8Array} root1
 * @param {Uint8Array} root2
 * @param {Uint8Array[]} proof
 */
export function isConsistent(size1, size2, root1, root2, proof) {
  if (!(size1 > 0 && size1 <= size2)) return false;
  if (size1 === size2) return proof.length === 0 && same(root1, root2);
  if (!proof.length) return false;
  const whole = (BigInt(size1) & BigInt(size1 - 1)) === 0n;
  const path = whole ? [root1, ...proof] : proof;
  let [node, last] = [size1 - 1, size2 - 1];
  while (odd(node)) [node, last] = [half(node), half(last)];
  let [before, after] = [path[0], path[0]];
  for (const each of path.slice(1)) {
    if (last === 0) return false;
    if (odd(node) || node === last) {
      [before, after] = [nodeHash(each, before), nodeHash(each, after)];
      while (!odd(node) && node) [node, last] = [half(node), half(last)];
    } else {
      after = nodeHash(after, each);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && same(before, root1) && same(after, root2);
}

/** The levels of the largest complete subtrees that fill the leaves from `start` up to `end`, in order. */
function* levels(/** @type {number} */ start, /** @type {number} */ end) {
  let at = start;
  while (at < end) {
    let [level, width] = [0, 1];
    while (at % (2 * width) === 0 && at + 2 * width <= end) [level, width] = [level + 1, 2 * width];
    yield level;
    at += width;
  }
}

/** Takes a game's outline stretch by stretch; has then the log's root, and the game's own leaves in order. */
export class OutlineCheck {
  /** @param {number} size of the log @param {number[]} [named] sizes at which it is cut, increasing */
  constructor(size, named = []) {
    this._size = size;
    this._named = named;
    /** @type {Map<number, Uint8Array>} the log's root at each size that is named, once it has come to it */
    this.roots = new Map();
    this._at = 0;
    /** @type {[number, Uint8Array][]} subtrees of sinking levels that fill the leaves so far */
    this._complete = [];
    /** @type {{at: number, hashes: Uint8Array}[]} stretches of own leaves */
    this.own = [];
    this.count = 0;
    this._last = { own: false, full: false };
  }

  /**
   * @param {number} at
   * @param {number} count
   * @param {boolean} own
   * @param {Uint8Array | null} hashes
   * @throws {Fault}
   */
  take(at, count, own, hashes) {
    const wrong = (/** @type {string} */ detail) => `the outline ${detail} at leaf ${counted(at)}`;
    hold(hashes, "inclusion", () => wrong("cannot be read"));
    const placed = at === this._at && count >= 1 && count <= this._size - at;
    const place = `leaf ${counted(this._at)} of ${counted(this._size)}`;
    hold(
      placed,
      "inclusion",
      `the outline continues at leaf ${counted(at)} for ${counted(count)}, not at ${place}`,
    );
    const ends = this._named[this.roots.size] ?? this._size;
    const cut = this.roots.has(at) || (own && this._last.full);
    const one = at > 0 && own === this._last.own && !cut;
    const whole = !one && at + count <= ends && !(own && count > LEAVES_A_STRETCH);
    hold(whole, "inclusion", `the outline's stretch at leaf ${counted(at)} is cut in another way`);
    const parts = own ? Array(count).fill(0) : [...levels(at, at + count)];
    const wanted = `${counted(parts.length)} hashes of 32 bytes`;
    const bytes = `the outline has ${counted(hashes.length)} bytes for ${wanted}`;
    hold(hashes.length === 32 * parts.length, "inclusion", bytes);
    parts.forEach((level, number) => this._add(level, hashes.subarray(32 * number, 32 * number + 32)));
    if (own) {
      this.own.push({ at, hashes });
      this.count += count;
      hold(this.count <= EVENTS_LIMIT, "file", "the bundle has more than 2,000,000 events");
    }
    this._at = at + count;
    this._last = { own, full: count === LEAVES_A_STRETCH };
    if (this._at === this._named[this.roots.size]) this.roots.set(this._at, this._joined());
  }

  /** @param {number} level @param {Uint8Array} hash */
  _add(level, hash) {
    let [height, found] = [level, hash];
    for (let last = this._complete.at(-1); last && last[0] === height; last = this._complete.at(-1)) {
      this._complete.pop();
      [height, found] = [height + 1, nodeHash(last[1], found)];
    }
    this._complete.push([height, found]);
  }

  /** @returns {Uint8Array} the root of the log that the outline is of @throws {Fault} */
  root() {
    const ends = `the outline ends after ${counted(this._at)} of ${counted(this._size)} leaves`;
    hold(this._at === this._size, "inclusion", ends);
    return this._joined();
  }

  /** The root of what was taken so far. @returns {Uint8Array} */
  _joined() {
    if (!this._complete.length) return sha256();
    return this._complete.map(([, each]) => each).reduceRight((right, left) => nodeHash(left, right));
  }

  /** The index (from 0) and hash of each own leaf, in order. @returns {Generator<[number, Uint8Array]>} */
  *leaves() {
    for (const { at, hashes } of this.own) {
      for (let next = 0; 32 * next < hashes.length; next += 1) {
        yield [at + next, hashes.subarray(32 * next, 32 * next + 32)];
      }
    }
  }
}
