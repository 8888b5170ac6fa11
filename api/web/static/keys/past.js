// @ts-check
/**
 * What this browser has seen of a game: every event of its match and its timelines, read once, hashed, and held to the
 * seats' keys, to what they had seen, and to the chains of the dice (docs/signatures.md, docs/dice.md).
 */

import { fromHex, hex, utf8 } from "../proof/bytes.js";
import { NotCanonical, canonical } from "../proof/canonical.js";
import { DiceCheck } from "../proof/dice_check.js";
import { begins } from "../proof/events.js";
import { Beyond, Fault as Found } from "../proof/fault.js";
import { SignatureCheck } from "../proof/signature_check.js";
import { leafHash } from "../proof/tree.js";
import { MATCH } from "../proof/requests.js";
import { Leaves } from "./leaves.js";

const FIRST_HELD = 64; // requests of other seats, of a game that was not followed before

/** @typedef {import("../proof/events.js").Stored} Stored */
/** @typedef {{position: number, event: any, bytes: Uint8Array | null, leaf: Uint8Array}} Asked a signed request */

export class GamePast {
  /**
   * @param {import("./http.js").Http} http
   * @param {string} game
   * @param {string} origin the log's
   */
  constructor(http, game, origin) {
    this.http = http;
    this.game = game;
    this._signatures = new SignatureCheck(game, origin, true, () => undefined);
    this._dice = new DiceCheck(game, null);
    /** @type {Map<string, number>} the last version that was read of each stream */
    this._read = new Map();
    /** @type {Map<string, Asked>} the signed requests, by seat and id */
    this._asked = new Map();
    /** @type {Map<string, {position: number, seat: string, id: string, command: any}>} the commands that were committed to */
    this._commits = new Map();
    /** @type {Map<string, number>} the log's position of the last commit of each timeline */
    this._lastCommit = new Map();
    /** @type {Asked[]} those that name a checkpoint, and were not held to this browser's tree yet */
    this._unheld = [];
    /** @type {Promise<void>} */
    this._reading = Promise.resolve();
    this._leaves = new Leaves(http);
    /** whether the game hides something */
    this.hides = false;
    this._first = true;
    /** what does not hold of the record: the position of the event, and why @type {{position: number | null, detail: string} | null} */
    this.fault = null;
    /** whether the record is held to its dice and signatures: not where it has what this page does not know */
    this.checks = true;
  }

  /** Read on, to the end of what the service has now. @returns {Promise<void>} */
  read() {
    const next = this._reading.catch(() => undefined).then(() => this._readOn());
    this._reading = next;
    return next;
  }

  /**
   * What a request that is signed now has seen.
   * @param {string} timeline its own, or "match"
   * @param {Record<string, any>} command
   * @param {import("./auditor.js").SeenCheckpoint} checkpoint
   * @returns {import("../proof/seen.js").Seen}
   */
  seen(timeline, command, checkpoint) {
    const { seen } = this._signatures;
    const line = seen.lineOf(timeline, command);
    const version = seen.hashes.last(line);
    const match = seen.hashes.last(MATCH);
    const at = (/** @type {string} */ name, /** @type {number} */ last) =>
      hex(seen.hashes.at(name, last) ?? utf8(""));
    return {
      checkpoint: { size: checkpoint.size, root: checkpoint.root },
      line: { timeline: line, version, hash: at(line, version) },
      match: { version: match, hash: at(MATCH, match) },
    };
  }

  /** The log's position of the last request of a seat that says what it had seen; 0 for none. @param {string} seat */
  lastOf(seat) {
    return this._signatures.seen.last.get(seat)?.position ?? 0;
  }

  /** A command that was committed to at a version of a timeline. @param {string} timeline @param {number} version */
  commit(timeline, version) {
    return this._commits.get(linkId(timeline, version)) ?? null;
  }

  /** The log's position of the last command of a timeline that was committed to. @param {string} timeline */
  lastCommit(timeline) {
    return this._lastCommit.get(timeline) ?? 0;
  }

  /**
   * Whether a command of a type, which has hidden fields, is committed to by their digests on a timeline: as the keys and
   * the chains are that this browser has read of the log.
   * @param {string} timeline @param {string} type
   */
  closes(timeline, type) {
    return this._signatures.closes(timeline, type);
  }

  /** A signed request of a seat, by the id that the log has of it. @param {string} seat @param {string} id */
  asked(seat, id) {
    return this._asked.get(JSON.stringify([seat, id])) ?? null;
  }

  /**
   * The checkpoints that requests of other seats name, once each: of a game that was not followed before, those of
   * the last requests.
   * @param {string[]} own seats that this browser signs for
   * @returns {Asked[]}
   */
  unheld(own) {
    const others = this._unheld.filter(({ event }) => !own.includes(event.data.seat));
    const found = this._first ? others.slice(-FIRST_HELD) : others;
    return found;
  }

  /** These were held. @param {Asked} one */
  held(one) {
    this._first = false;
    const at = this._unheld.indexOf(one);
    this._unheld = this._unheld.slice(at + 1);
  }

  // -- reading

  async _readOn() {
    /** @type {any[]} */
    const fresh = [];
    for (;;) {
      const more = await this._match();
      fresh.push(...more);
      if (!more.length && fresh.length) break; // no event of the match came between those of its timelines
      const lines = await this._lines();
      fresh.push(...lines);
      if (!more.length && !lines.length) break;
    }
    fresh.sort((one, other) => one.position - other.position);
    for (const append of appends(fresh))
      await this._take(await Promise.all(append.map((each) => this._stored(each))), append);
  }

  async _match() {
    const found = [];
    const path = `/games/${encodeURIComponent(this.game)}/match/events`;
    for await (const each of this.http.events(path, {}, (this._read.get(MATCH) ?? 0) + 1)) found.push(each);
    if (found.length) this._read.set(MATCH, found[found.length - 1].version);
    return found;
  }

  /** The events of each timeline that counts: nobody signs on a branch. */
  async _lines() {
    const path = `/games/${encodeURIComponent(this.game)}`;
    const { items } = await this.http.get(`${path}/timelines`);
    /** @type {any[]} */
    const found = [];
    for (const line of this._counting(items)) {
      const from = (this._read.get(line.id) ?? line.at) + 1;
      if (line.version < from) continue;
      const own = [];
      for await (const each of this.http.events(`${path}/events`, { timeline: line.id }, from))
        if (each.timeline === line.id) own.push(each);
      if (own.length) this._read.set(line.id, own[own.length - 1].version);
      found.push(...own);
    }
    return found;
  }

  /** @param {any[]} lines */
  _counting(lines) {
    const branches = new Set();
    return lines.filter(({ id, parent, why }) => {
      if (why === "branch" || branches.has(parent)) branches.add(id);
      return !branches.has(id);
    });
  }

  /** An event as it is stored, as far as it is shown. @param {any} event @returns {Promise<Stored>} */
  async _stored({ position, timeline, version, name, data }) {
    const stream = `${this.game}/${timeline || MATCH}`;
    if (name === "match.seal_set.1") this.hides = true;
    const about = { position, stream, version, name, body: data, sound: true };
    const bytes = this.hides && timeline ? null : bytesOf(data); // of a timeline's events parts are hidden
    const leaf = bytes && leafHash(stream, version, name, bytes);
    return { ...about, bytes: bytes ?? utf8(""), leaf: leaf ?? (await this._leaves.at(position)) };
  }

  /**
   * Take what was appended together. What does not hold is remembered; the hashes continue.
   * @param {Stored[]} append
   * @param {any[]} events
   */
  async _take(append, events) {
    const [first] = append;
    const { signature, seat, id } = first.body;
    if (first.name === "match.command_committed.1") {
      const { position, version, body } = first;
      this._commits.set(linkId(events[0].timeline, version), { position, seat, id, command: body.command });
      this._lastCommit.set(events[0].timeline, position);
    }
    if (signature) {
      const asked = {
        position: first.position,
        event: events[0],
        bytes: first.bytes.length ? first.bytes : null,
        leaf: /** @type {Uint8Array} */ (first.leaf),
      };
      const { timeline } = events[0];
      this._asked.set(JSON.stringify([seat, id ?? linkId(timeline, first.body.committed)]), asked);
      if (signature.seen) this._unheld.push(asked);
    }
    const { seen } = this._signatures;
    const before = seen.hashes.last(streamOf(first));
    const shown = !this.hides || streamOf(first) === MATCH;
    const whole = this.checks && !this.fault && begins(first);
    try {
      if (!whole) throw new Beyond("not checked");
      if (!this.hides) this._dice.take(append);
      if (shown) await this._signatures.take(append);
      else this._signatures.passOver(append);
    } catch (wrong) {
      const bad = wrong instanceof Found && (wrong.check === "dice" || wrong.check === "signatures");
      if (bad) this.fault = { position: wrong.position, detail: wrong.detail };
      else if (wrong instanceof Found || wrong instanceof Beyond) this.checks = false;
      else throw wrong;
      if (seen.hashes.last(streamOf(first)) === before) this._signatures.passOver(append);
    }
  }
}

/**
 * What the reveal of a link is known by here: the log has no id of it.
 * @param {string} timeline @param {number} committed
 */
export const linkId = (timeline, committed) => `link of ${timeline}@${committed}`;

/** @param {Stored} stored its stream's name within the game */
const streamOf = ({ stream }) => stream.slice(stream.indexOf("/") + 1);

/** The bytes that are stored of an event; null where it cannot be written in the one way. @param {any} data */
function bytesOf(data) {
  try {
    return utf8(canonical(data));
  } catch (wrong) {
    if (wrong instanceof NotCanonical) return null;
    throw wrong;
  }
}

/** Events as they were appended together, of those that follow each other in the log. @param {any[]} events */
function* appends(events) {
  /** @type {any[]} */
  let together = [];
  for (const event of events) {
    const next = together.length && event.position === together[together.length - 1].position + 1;
    if (together.length && (begins({ name: event.name, body: event.data }) || !next)) {
      yield together;
      together = [];
    }
    together.push(event);
  }
  if (together.length) yield together;
}
