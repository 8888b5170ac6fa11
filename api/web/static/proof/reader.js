// @ts-check
/**
 * Reading a bundle: everything that its proofs can show of what is in it (docs/bundle.md, "What holds a
 * bundle together"). Each thing is held to what came before it; no event is kept.
 */

import { BreakOrder } from "./breaks.js";
import { counted, hex, same, strictBase64, textOf } from "./bytes.js";
import { byCodePoint } from "./canonical.js";
import { CHECKED_LIMIT, linesOf } from "./container.js";
import { readEvent } from "./events.js";
import { Fault, hold, quoted } from "./fault.js";
import { hashesOf, readLine } from "./lines.js";
import { KeyHistory, Wrong, about, isSigned, parseHeads, parseNote, readBreak, readKey } from "./notes.js";
import { checkOpened, digestOfOpened } from "./seals.js";
import { sha256 } from "./sha256.js";
import { OutlineCheck, isConsistent, leafHash } from "./tree.js";

const EARLIER_LIMIT = 20_000;
const BREAKS_LIMIT = 1_000;
const OPENED_LIMIT = 100_000;
const WITNESSES = 16; // lines of witnesses under an earlier checkpoint, at most

/** @template T @param {string} check @param {() => Promise<T> | T} work @returns {Promise<T>} */
async function under(check, work) {
  try {
    return await work();
  } catch (wrong) {
    if (wrong instanceof Wrong) throw new Fault(check, wrong.message);
    throw wrong;
  }
}

/** A bundle as far as its proofs go. `open` it, then take its `events` to the end. */
export class BundleReader {
  /**
   * @param {import("./container.js").Source} source
   * @param {string | null} logKey the log's first key as known from elsewhere, else the bundle's own is taken
   * @param {boolean} signed whether signatures can be checked here
   */
  constructor(source, logKey, signed) {
    this._form = { version: 0 };
    this._lines = linesOf(source, this._form);
    this._number = 0;
    this._taken = 0; // bytes of lines
    this._logKey = logKey;
    this._signed = signed;
    /** @type {import("./lines.js").BundleLine | null} */
    this._line = null;
    /** @type {Map<string, {parent: string | null, at: number}>} */
    this._opened = new Map();
    /** @type {Map<string, number>} */
    this._versions = new Map();
    this.read = 0;
    this.eventsHere = 0;
    this.game = "";
    // What `open` finds:
    this.history = /** @type {KeyHistory} */ (/** @type {unknown} */ (null));
    this.checkpoint = /** @type {import("./notes.js").Checkpoint} */ (/** @type {unknown} */ (null));
    this.heads = /** @type {Map<string, number>} */ (new Map());
    this._outline = new OutlineCheck(0);
    /** @type {Set<string>} the hashes of the documents that events name */
    this.documents = new Set();
    /** @type {Set<string>} those that no event has named yet */
    this._unnamed = new Set();
    /** @type {number[]} the sizes of the log that the bundle names, increasing */
    this.named = [];
    /** @type {number[]} the sizes of the log's earlier checkpoints, increasing */
    this.earlier = [];
    /** @type {{size: number, lost: number | null, until: number, reason: string}[]} the log's repairs, by the sizes kept */
    this.breaks = [];
    /** @type {BreakOrder | null} of a log that was broken */
    this._after = null;
    /** @type {Map<number, {path: string, digest: string}[]>} */
    this._facts = new Map();
    /** @type {import("./intents.js").Cosigned[]} those of them with lines of others than the log */
    this.cosigned = [];
  }

  /** Let go of the file. */
  async end() {
    await this._lines.return(undefined).catch(() => {});
  }

  /**
   * Check the rest of the file for damage, not for what its lines say, if it unpacks to CHECKED_LIMIT at most.
   * @throws {Fault}
   */
  async checkRest() {
    for (let next = await this._lines.next(); !next.done; next = await this._lines.next()) {
      this._taken += next.value.length + 1;
      if (this._taken > CHECKED_LIMIT) return;
    }
  }

  /** @returns {Promise<import("./lines.js").BundleLine | null>} */
  async _next() {
    const next = await this._lines.next();
    this._taken += next.done ? 0 : next.value.length + 1;
    this._number += 1;
    this._line = next.done ? null : readLine(next.value, this._number, this._form.version);
    return this._line;
  }

  async _expect() {
    const line = await this._next();
    hold(line, "file", "the bundle ends too early");
    return line;
  }

  /** Hold its keys, its checkpoints and its outline. @throws {Fault} */
  async open() {
    const header = await this._expect();
    hold(header.is === "bundle", "file", "the first line is no header");
    this.game = header.game;
    this.named = header.named ?? [];
    this.history = await under("key", () => this._keys(header));
    const history = this.history;
    this.checkpoint = (await under("checkpoint", () => history.open(header.checkpoint))).checkpoint;
    this.heads = await under("heads", () => this._heads(header));
    const sizes = this.named.every((size, at) => size > (at ? this.named[at - 1] : 0));
    const within = sizes && (this.named.at(-1) ?? 0) <= this.checkpoint.size;
    hold(within, "file", "the sizes that the bundle names are in no order, or not the log's");
    this._outline = await this._outlined();
    this.eventsHere = this._outline.count;
    await this._noted();
    await this._broken();
    await this._documents();
    await this._openings();
  }

  /** The log's root at a size that the bundle names; null at any other. @param {number} size */
  rootAt(size) {
    if (size === this.checkpoint.size) return this.checkpoint.root;
    return this._outline.roots.get(size) ?? null;
  }

  /** @param {import("./lines.js").BundleLine} header */
  async _keys(header) {
    const first = readKey(header.log_key);
    if (this._logKey !== null && readKey(this._logKey).line !== first.line) {
      throw new Wrong(`the bundle is of another log, with the key ${first.line}`);
    }
    const history = new KeyHistory(first, this._signed);
    for (const each of header.handovers) await history.takeHandover(each);
    return history;
  }

  /** @param {import("./lines.js").BundleLine} header */
  async _heads(header) {
    const note = parseNote(header.heads);
    const keys = this.history.keysFor(this.checkpoint.size);
    if (this._signed && !(await isSigned(note, keys))) {
      throw new Wrong("no key of the log signed the statement of how far the game goes");
    }
    return parseHeads(note.text, this.checkpoint, header.game);
  }

  async _outlined() {
    const check = new OutlineCheck(this.checkpoint.size, this.named);
    for (let line = await this._expect(); /^(leaves|others)$/.test(line.is); line = await this._expect()) {
      check.take(line.at, line.count, line.is === "leaves", strictBase64(line.hashes));
    }
    const holds = same(check.root(), this.checkpoint.root);
    hold(holds, "inclusion", "the outline does not come to the root of the checkpoint");
    return check;
  }

  /** Whether the lines under earlier checkpoints are of the game's witnesses alone: in v1 they are. */
  get namedAlone() {
    return this._form.version === 1 && this.earlier.length > 0;
  }

  async _noted() {
    for (let line = this._line; line?.is === "checkpoint"; line = await this._expect()) {
      const { note: text, proof: packed } = line;
      hold(
        this.earlier.length < EARLIER_LIMIT,
        "file",
        "a bundle has no more than 20,000 earlier checkpoints",
      );
      const { checkpoint, note } = await under("checkpoint", () =>
        about("an earlier one", () => this.history.open(text)),
      );
      const size = counted(checkpoint.size);
      const first = this._form.version === 1;
      const most = !(first && note.signatures.length > 1 + WITNESSES);
      const plain = most && this._hasOneLine(note, checkpoint.size) && !checkpoint.extensions.length;
      hold(plain, "checkpoint", `the one of ${size} events has more than it needs`);
      if (note.signatures.length > 1) this.cosigned.push({ size: checkpoint.size, note });
      const holds = first ? this._follows(checkpoint, packed) : this._isShown(checkpoint);
      const unproved = first
        ? "an earlier one does not hold: the consistency proof does not lead to this log"
        : `the outline shows no such root of ${size} events as an earlier one has`;
      hold(holds, "checkpoint", unproved);
      const before = this.earlier.at(-1) ?? 0;
      hold(checkpoint.size > before, "checkpoint", `${size} events come after ${counted(before)}`);
      this.earlier.push(checkpoint.size);
    }
  }

  /**
   * Whether the log signed a note once, in its first line.
   * @param {import("./notes.js").Note} note
   * @param {number} size
   */
  _hasOneLine(note, size) {
    const keys = this.history.keysFor(size);
    const own = note.signatures.map(({ name, id }) => keys.some((key) => key.name === name && key.id === id));
    return own[0] && own.filter(Boolean).length === 1;
  }

  /** What the log says of its repairs: each signed, and of a root that the outline shows. */
  async _broken() {
    /** @type {{size: number, lost: number | null, until: number, reason: string}[]} */
    const found = [];
    const texts = new Set();
    for (let line = this._line; line?.is === "break"; line = await this._expect()) {
      const { kept, lost, until, text, reason } = await under("checkpoint", () =>
        about("a statement of a break", () => readBreak(line.text, this.history)),
      );
      const root = this._outline.roots.get(kept.size);
      const shown = kept.size === line.size && root && same(root, kept.root);
      hold(shown, "checkpoint", `the break at ${counted(line.size)} events is of another log`);
      const rises = kept.size >= (found.at(-1)?.size ?? 0) && !texts.has(text) && found.length < BREAKS_LIMIT;
      hold(rises, "checkpoint", "the breaks are too many, or in no order");
      found.push({ size: kept.size, lost, until, reason });
      texts.add(text);
    }
    const told = found.filter((each) => each.lost !== null);
    const said = new Set(told.map((each) => each.size));
    const unsaid = this.history.renamed.filter((size) => !said.has(size));
    const first = counted(unsaid.reduce((one, other) => Math.min(one, other), Infinity));
    hold(!unsaid.length, "checkpoint", `no break says why the log has another name from ${first}`);
    this.breaks = found;
    if (told.length) this._after = new BreakOrder(told.map((each) => each.until));
  }

  /** Sealed facts that were opened before the end, by the position of their event. */
  async _openings() {
    /** @type {[number, string]} */
    let last = [0, ""];
    let count = 0;
    for (let line = this._line; line?.is === "opened"; line = await this._expect()) {
      const { position, path } = line;
      count += 1;
      const later = position > last[0] || (position === last[0] && byCodePoint(path, last[1]) > 0);
      const wrong = "the sealed facts that were opened are too many, or in no order";
      hold(later && count <= OPENED_LIMIT, "file", wrong);
      const facts = this._facts.get(position) ?? [];
      this._facts.set(position, [...facts, { path, digest: digestOfOpened(line) }]);
      last = [position, path];
    }
  }

  /** In v1: whether the proof leads from an earlier checkpoint to the bundle's own. */
  _follows(/** @type {import("./notes.js").Checkpoint} */ checkpoint, /** @type {string} */ packed) {
    const proof = hashesOf(packed);
    const now = this.checkpoint;
    return proof && isConsistent(checkpoint.size, now.size, checkpoint.root, now.root, proof);
  }

  /** In v2: whether the outline shows an earlier checkpoint's root. */
  _isShown(/** @type {import("./notes.js").Checkpoint} */ checkpoint) {
    const root = this._outline.roots.get(checkpoint.size);
    return root && same(root, checkpoint.root);
  }

  async _documents() {
    let last = "";
    for (let line = this._line; line?.is === "blob"; line = await this._expect()) {
      const named = hex(sha256(line.bytes)) === line.sha256;
      hold(named, "blobs", `the document ${quoted(line.sha256.slice(0, 64))} is not what its name says`);
      const next = line.sha256 > last && !(last && this._form.version === 1);
      hold(next, "file", "the documents are too many, or in no order");
      this.documents.add((last = line.sha256));
      this._unnamed.add(last);
    }
  }

  /**
   * The first size that the header names and nothing else does, or the other way round; null if there is none.
   * @param {Iterable<number>} signed
   */
  misnamed(signed) {
    if (this._form.version === 1) return null;
    const wanted = new Set([...this.earlier, ...this.breaks.map(({ size }) => size), ...signed]);
    const named = new Set(this.named);
    const wrong = [...wanted, ...named].filter((size) => !wanted.has(size) || !named.has(size));
    return wrong.length ? wrong.reduce((one, other) => Math.min(one, other)) : null;
  }

  /**
   * Every event of the game in the log's order, each held to its leaf and its stream.
   * @returns {AsyncGenerator<import("./events.js").Stored>}
   * @throws {Fault}
   */
  async *events() {
    for (const [index, expected] of this._outline.leaves()) {
      const line = this._line;
      const position = index + 1;
      const missing = `the event at position ${counted(position)} is missing`;
      hold(line?.is === "event", "inclusion", missing, position);
      const event = /** @type {import("./events.js").Stored} */ (/** @type {unknown} */ (line));
      this._checkLeaf(event, position, expected);
      this._checkOrder(event);
      this._checkNames(event);
      checkOpened(event, this._facts.get(position) ?? []);
      this._facts.delete(position);
      this.read += 1;
      yield event;
      await this._next();
    }
    const last = this._line;
    hold(last?.is !== "event", "inclusion", "this event is not in the outline", last?.position);
    const ends = last?.is === "end" && last.events === this.read;
    hold(ends, "file", `the bundle does not end after its ${counted(this.read)} events as it should`);
    this._checkHeads();
    const [unnamed = ""] = this._unnamed;
    hold(!this._unnamed.size, "blobs", `no event names the document ${quoted(unnamed)}`);
    hold(!this._facts.size, "seals", "a fact is opened of what is no event of the game");
    hold((await this._next()) === null, "file", "there are more lines after the last");
  }

  /** @param {import("./events.js").Stored} event @param {number} position @param {Uint8Array} expected */
  _checkLeaf(event, position, expected) {
    const displaced = `the event at ${counted(event.position)} is where ${counted(position)} comes next`;
    hold(event.position === position, "inclusion", displaced, position);
    const found = leafHash(event.stream, event.version, event.name, event.bytes);
    hold(found, "inclusion", "no log has such an event", position);
    hold(same(found, expected), "inclusion", `the log has another event than this ${event.name}`, position);
    hold(event.sound, "order", "the event cannot be read: it is not UTF-8", position);
  }

  /** Strike out the documents that an event names. @param {import("./events.js").Stored} event */
  _checkNames(event) {
    if (!this._unnamed.size) return;
    const text = textOf(event.bytes);
    for (const each of this._unnamed) if (text.includes(each)) this._unnamed.delete(each);
  }

  /** @param {import("./events.js").Stored} event */
  _checkOrder(event) {
    const cut = event.stream.indexOf("/");
    const name = event.stream.slice(cut + 1);
    const own = cut >= 0 && event.stream.slice(0, cut) === this.game && name !== "";
    hold(own, "order", `the stream ${quoted(event.stream)} is not this game's`, event.position);
    const last = this._versions.get(name) ?? this._opened.get(name)?.at ?? 0;
    const follows = `${name} continues at ${event.version}, after ${last}`;
    hold(event.version === last + 1, "order", follows, event.position);
    this._versions.set(name, event.version);
    this._after?.take(event, name);
    if (event.name === "match.taken_back.1") {
      const back = readEvent(event).event.timeline;
      hold(this._opened.has(back), "order", `no line ${back} has been opened`, event.position);
    }
    if (event.name !== "match.timeline_opened.1") return;
    const { timeline, parent, at } = readEvent(event).event;
    const opens = !this._opened.has(timeline) && (parent === null || this._opened.has(parent));
    hold(opens, "order", `the line ${quoted(timeline)} cannot be opened from ${quoted(parent)} here`, event.position);
    this._opened.set(timeline, { parent, at });
  }

  _checkHeads() {
    for (const name of [...new Set([...this._versions.keys(), ...this.heads.keys()])].sort()) {
      const [has, stated] = [this._versions.get(name) ?? 0, this.heads.get(name) ?? 0];
      const at = counted(this.checkpoint.size);
      hold(
        has === stated,
        "heads",
        `${name} ends at ${has}, and the log's key states ${stated} at ${at} events`,
      );
    }
  }
}
