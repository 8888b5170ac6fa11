// @ts-check
/**
 * What a seat had seen when it signed, held to what was there: the rules of `ironclad-command/v2`
 * (docs/signatures.md, "What the server checks").
 */

import { hex, isHex } from "./bytes.js";
import { quoted } from "./fault.js";
import { RunningHashes } from "./running.js";

const MATCH = "match";

/** Why what was seen cannot be so. */
export class Unseen extends Error {}

/**
 * @typedef {{checkpoint: {size: number, root: string}, line: {timeline: string, version: number, hash: string},
 *   match: {version: number, hash: string}}} Seen
 */
/** @typedef {{size: number, match: number, position: number}} Last of a seat's last request of v2 */

/** @param {unknown} test @param {string} why */
function need(test, why) {
  if (!test) throw new Unseen(why);
}

/** @param {any} part @param {string[]} names */
const has = (part, names) =>
  typeof part === "object" && part !== null && Object.keys(part).sort().join() === [...names].sort().join();

/**
 * What is written as seen, if it has the shape that can be signed.
 * @param {any} given
 * @returns {Seen}
 * @throws {Unseen}
 */
export function readSeen(given) {
  const shaped =
    has(given, ["checkpoint", "line", "match"]) &&
    has(given.checkpoint, ["size", "root"]) &&
    has(given.line, ["timeline", "version", "hash"]) &&
    has(given.match, ["version", "hash"]);
  need(shaped && typeof given.line.timeline === "string", "what was seen has another shape");
  const numbers = [given.checkpoint.size, given.line.version, given.match.version];
  const whole = numbers.every((each) => Number.isSafeInteger(each) && each >= 0);
  need(whole, "sizes and versions are whole numbers from 0 to 2^53 - 1");
  const hashes = [given.checkpoint.root, given.line.hash, given.match.hash];
  need(
    hashes.every((each) => isHex(each, 64)),
    "a hash is 64 hexadecimal digits in lower case",
  );
  return given;
}

/** A game's streams as far as they have come, and what its requests can be about or answer. */
export class SeenCheck {
  constructor() {
    this.hashes = new RunningHashes();
    this.current = "main";
    /** @type {Set<string>} */
    this._lines = new Set();
    /** @type {Map<string, string>} */
    this._about = new Map();
    /** @type {Map<string, number>} */
    this._made = new Map();
    /** @type {Map<string, Last>} */
    this.last = new Map();
  }

  /**
   * One more event of the game, in the order of the log.
   * @param {string} stream its name within the game
   * @param {Uint8Array} leaf
   * @param {import("./events.js").Placed | null} placed null for an event of the rules
   */
  take(stream, leaf, placed) {
    this.hashes.append(stream, leaf);
    if (!placed || stream !== MATCH) return;
    const { kind, event, version } = placed;
    const made = (/** @type {string[]} */ ...names) => this._made.set(JSON.stringify(names), version);
    if (kind === "timeline_opened") {
      this._lines.add(event.timeline);
      if (event.parent !== null) this.hashes.fork(event.timeline, event.parent, event.at);
    } else if (kind === "game_moved") this.current = event.timeline;
    else if (kind === "rewind_proposed") {
      this._about.set(event.proposal, event.timeline);
      made("rewind", event.proposal);
    } else if (kind === "draw_offered") {
      made("draw", event.offer || `draw-${event.seat}`);
      made("draw", "");
    } else if (kind === "key_offered") made("key", event.seat);
    else if (kind === "rules_asked") made("rules", "");
    else if (kind === "pause_proposed") made("pause", event.pause);
    else if (kind === "control_asked") made("control", "");
    else if (kind === "dice_offered") {
      made("chain", event.offer);
      made("chains", event.timeline);
    } else if (kind === "dice_anchored") made("anchored", event.timeline);
  }

  /** The timeline that a request is about. @param {string} timeline @param {any} command @returns {string} */
  lineOf(timeline, command) {
    if (timeline !== MATCH) return timeline;
    const named = String(command.timeline || command.proposal || "");
    return this._lines.has(named) ? named : (this._about.get(named) ?? this.current);
  }

  /**
   * The version of the match that holds what a request answers; 0 where it answers nothing.
   * @param {string} timeline
   * @param {any} command
   * @param {boolean} bringsLink
   */
  answered(timeline, command, bringsLink) {
    const at = (/** @type {unknown[]} */ ...names) => this._made.get(JSON.stringify(names.map(String))) ?? 0;
    if (timeline !== MATCH) return bringsLink ? at("anchored", timeline) : 0;
    const { type, proposal = "", offer, of = "" } = command;
    if (type === "accept_rewind") return Math.max(at("rewind", proposal), at("chains", proposal));
    if (/^(decline|withdraw)_rewind$/.test(type)) return at("rewind", proposal);
    if (/^(accept|decline|withdraw)_draw$/.test(type)) return at("draw", offer || "");
    if (/^(accept|decline)_key$/.test(type)) return at("key", of);
    if (/^(move|withdraw)_rules$/.test(type)) return at("rules", "");
    if (/^(accept|decline)_pause$/.test(type)) return at("pause", command.pause ?? "");
    if (/^(set|withdraw)_control$/.test(type)) return at("control", "");
    if (type === "anchor_dice" && command.agrees_to) return at("chain", command.agrees_to);
    if (type === "reveal_first") return at("anchored", command.timeline ?? "");
    return 0;
  }

  /**
   * Check what a request names, before its own event is taken, and remember it as the seat's last.
   * @param {any} given as it is recorded
   * @param {{position: number, timeline: string, seat: string, command: any, bringsLink: boolean}} request
   * @param {(size: number) => Uint8Array | null | undefined} rootAt the log's root at a size; null where it is
   *   not known, undefined where it is compared later
   * @returns {Seen}
   * @throws {Unseen}
   */
  check(given, { position, timeline, seat, command, bringsLink }, rootAt) {
    const seen = readSeen(given);
    const { checkpoint, line, match } = seen;
    const last = this.last.get(seat);
    need(
      checkpoint.size >= 1 && checkpoint.size < position,
      `no checkpoint of ${checkpoint.size} events was there: the last has ${position - 1}`,
    );
    const least = last ? Math.max(last.size, last.position) : 1;
    need(
      checkpoint.size >= least,
      `name a checkpoint of ${least} events or more: the seat's last request is among them`,
    );
    const root = rootAt(checkpoint.size);
    need(root !== null, `the log's root at ${checkpoint.size} events is not known here`);
    need(
      !root || hex(root) === checkpoint.root,
      `the log has another root at ${checkpoint.size} events`,
    );
    const about = this.lineOf(timeline, command);
    need(line.timeline === about, `this is about ${about}: name how far that has come, not ${quoted(line.timeline.slice(0, 64))}`);
    const fits = (/** @type {string} */ stream, /** @type {{version: number, hash: string}} */ one) => {
      const known = this.hashes.at(stream, one.version);
      return known !== null && one.version <= this.hashes.last(stream) && hex(known) === one.hash;
    };
    need(
      fits(about, line),
      `${about} has no version ${line.version} with this running hash`,
    );
    need(
      fits(MATCH, match),
      `the match has no version ${match.version} with this running hash`,
    );
    const answers = this.answered(timeline, command, bringsLink);
    need(
      match.version >= answers,
      `it rests on event ${answers} of the match: the seat had seen ${match.version}`,
    );
    need(!last || match.version >= last.match, "the seat had seen more of the match before");
    const anchored = timeline !== MATCH || command.type !== "reveal_first" || command.anchored === answers;
    need(anchored, `the chains were anchored at ${answers} of the match: name that (anchored)`);
    this.note(seat, seen, position);
    return seen;
  }

  /** A seat's last request of v2 had seen this. @param {string} seat @param {Seen} seen @param {number} position */
  note(seat, { checkpoint, match }, position) {
    this.last.set(seat, { size: checkpoint.size, match: match.version, position });
  }
}
