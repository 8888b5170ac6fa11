// @ts-check
/**
 * Running hashes of a game's streams (docs/signatures.md, "What was seen"): one hash for all events of a stream
 * up to a version.
 */

import { sha256 } from "./sha256.js";

const START = new Uint8Array(32);

/** The running hash after one more event. @param {Uint8Array} before @param {Uint8Array} leaf */
export const extended = (before, leaf) => sha256(before, leaf);

/** A stream was forked from an event that is not known. */
export class UnknownFork extends Error {}

/** The running hashes of a game's streams at every version, by the streams' names within the game. */
export class RunningHashes {
  constructor() {
    /** @type {Map<string, Uint8Array[]>} */
    this._hashes = new Map();
    /** @type {Map<string, {parent: string, at: number}>} */
    this._forked = new Map();
  }

  /** A timeline begins after a version of its parent. @param {string} name @param {string} parent @param {number} at */
  fork(name, parent, at) {
    if (!this._forked.has(name) && !this._hashes.has(name)) this._forked.set(name, { parent, at });
  }

  /**
   * The next event of a stream, by its leaf.
   * @param {string} name
   * @param {Uint8Array} leaf
   * @throws {UnknownFork} where the stream was forked from an event that is not known
   */
  append(name, leaf) {
    const own = this._hashes.get(name) ?? [];
    const before = own.at(-1) ?? this.at(name, this._begins(name));
    if (!before) throw new UnknownFork(`${name} begins after an event that is not known`);
    own.push(extended(before, leaf));
    this._hashes.set(name, own);
  }

  /** The last version of a stream that is known; that of its fork where it has no event of its own. @param {string} name */
  last(name) {
    return this._begins(name) + (this._hashes.get(name)?.length ?? 0);
  }

  /** The running hash of a stream at a version; null where it has no such version. @param {string} name @param {number} version @returns {Uint8Array | null} */
  at(name, version) {
    const passed = new Set();
    let line = name;
    for (let from = this._forked.get(line); from && version <= from.at; from = this._forked.get(line)) {
      if (passed.has(line)) return null;
      passed.add(line);
      line = from.parent;
    }
    const own = version - this._begins(line);
    if (own === 0 && !this._forked.has(line)) return START;
    return this._hashes.get(line)?.[own - 1] ?? null;
  }

  /** The version after which a stream has events of its own. @param {string} name */
  _begins(name) {
    return this._forked.get(name)?.at ?? 0;
  }
}
