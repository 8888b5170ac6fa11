// @ts-check
/**
 * Signed notes and their keys (C2SP signed-note), checkpoints (C2SP tlog-checkpoint) and the history of a
 * log's key (docs/ledger.md). Functions throw Wrong with what does not hold; which check that is, the caller
 * knows.
 */

import { base64, concat, fromHex, hex, isHex, same, strictBase64, utf8 } from "./bytes.js";
import { verifies } from "./ed25519.js";
import { quoted } from "./fault.js";
import { sha256 } from "./sha256.js";

/** What does not hold of a note, a key, a checkpoint. */
export class Wrong extends Error {}

/** @typedef {{name: string, id: string, public: Uint8Array, line: string}} LogKey */
/** @typedef {{name: string, id: string, body: Uint8Array}} Signature */
/** @typedef {{text: string, signatures: Signature[]}} Note */
/** @typedef {{origin: string, size: number, root: Uint8Array, extensions: string[]}} Checkpoint */

const NOTE_LENGTH = 1_000_000;
const SIGNATURES = 100;
const HANDOVER = "ironclad-log-key-handover/v1\n";
const EMPTY_ROOT = sha256();

/** Without white space (as Unicode has it, U+0085 too and U+FEFF not) and plus. @param {string} name */
const isName = (name) =>
  name !== "" &&
  !/[+\u0000-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/.test(name);

/** @param {string} text */
const shown = (text) => quoted([...text].slice(0, 100).join(""));

/** A log's public key from its one line: name+id+base64. @param {string} line @returns {LogKey} */
export const readKey = (line) => readKeyOf(line, 1);

/** A witness's public key from its one line. @param {string} line @returns {LogKey} */
export const readWitnessKey = (line) => readKeyOf(line, 4);

/**
 * @param {string} line
 * @param {number} type that of an Ed25519 key that signs notes (1) or cosigns (4)
 * @returns {LogKey}
 */
function readKeyOf(line, type) {
  const [, name, id, packed] = /^([^+]*)\+([^+]*)\+([^]*)$/.exec(line) ?? [];
  const key = packed === undefined ? null : strictBase64(packed);
  if (!key || !isName(name) || !isHex(id, 8) || key.length !== 33) {
    throw new Wrong(`${shown(line)} is no key of a note`);
  }
  if (hex(sha256(utf8(`${name}\n`), key).subarray(0, 4)) !== id) {
    throw new Wrong(`the id of the key of ${shown(name)} is not the key's`);
  }
  if (key[0] !== type) throw new Wrong(`the key of ${shown(name)} is of type ${key[0]}, not ${type}`);
  return { name, id, public: key.subarray(1), line };
}

/** @param {string} text */
function checkText(text) {
  if (!text.endsWith("\n")) throw new Wrong("a note's text ends with a newline");
  if (/[\u0000-\u0009\u000b-\u001f]/.test(text)) throw new Wrong("a note's text has no control characters");
}

/** @param {string} whole @returns {Note} parsed, not verified */
export function parseNote(whole) {
  if (whole.length > NOTE_LENGTH && [...whole].length > NOTE_LENGTH)
    throw new Wrong("a note has at most 1,000,000 characters");
  const start = whole.lastIndexOf("\n\n");
  if (start < 0 || !whole.endsWith("\n")) throw new Wrong("a note has a text, an empty line, and signatures");
  const text = whole.slice(0, start + 1);
  checkText(text);
  const lines = whole
    .slice(start + 2)
    .split("\n")
    .slice(0, -1);
  if (lines.length < 1 || lines.length > SIGNATURES) throw new Wrong("a note has 1 to 100 signatures");
  return { text, signatures: lines.map(readSignature) };
}

/** @param {string} line @returns {Signature} */
function readSignature(line) {
  const [, name, packed] = /^\u2014 ([^ ]*) ([^]*)$/.exec(line) ?? [];
  const body = packed === undefined ? null : strictBase64(packed);
  if (!body || !isName(name) || body.length <= 4) throw new Wrong(`${shown(line)} is no signature line`);
  return { name, id: hex(body.subarray(0, 4)), body: body.subarray(4) };
}

/**
 * Whether one of some keys signed a note. Lines of other keys are passed over.
 * @param {Note} note
 * @param {LogKey[]} keys
 * @returns {Promise<boolean>}
 * @throws {Wrong} where a line says that it is of one of the keys, and is not
 */
export async function isSigned(note, keys) {
  let found = false;
  for (const each of note.signatures) {
    const key = keys.find((one) => one.name === each.name && one.id === each.id);
    if (!key) continue;
    if (!(await verifies(key.public, each.body, utf8(note.text)))) {
      throw new Wrong(`the signature of ${each.name} is not of that key or not of this text`);
    }
    found = true;
  }
  return found;
}

/**
 * When a witness cosigned a checkpoint (C2SP tlog-cosignature), in seconds since 1970.
 * @param {LogKey} key
 * @param {Uint8Array} body eight bytes of time, and the signature
 * @param {string} text the checkpoint's
 * @param {boolean} signed whether signatures can be checked here
 * @throws {Wrong} where it is not of that key or not of this text
 */
export async function timeOfCosignature(key, body, text, signed) {
  const seconds = body.length === 72 ? BigInt(`0x${hex(body.subarray(0, 8))}`) : -1n;
  const message = utf8(`cosignature/v1\ntime ${seconds}\n${text}`);
  const timely = seconds >= 0n && seconds < 2n ** 63n;
  if (!timely || (signed && !(await verifies(key.public, body.subarray(8), message))))
    throw new Wrong(`the signature of ${key.name} is not of that key or not of this text`);
  return seconds;
}

/** @param {string} digits @returns {number | null} a number written in the one way, up to 2^53 - 1 */
export function readNumber(digits) {
  const value = /^(0|[1-9][0-9]{0,18})$/.test(digits) ? Number(digits) : NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** @param {string} text a note's @param {string} [origin] @returns {Checkpoint} */
export function parseCheckpoint(text, origin) {
  checkText(text);
  const lines = text.split("\n").slice(0, -1);
  if (lines.length < 3 || !lines.every(Boolean)) {
    throw new Wrong("a checkpoint has three lines or more, none of them empty");
  }
  const [name, digits, packed, ...extensions] = lines;
  if (origin !== undefined && name !== origin) {
    throw new Wrong(`the checkpoint is of ${shown(name)}, not of ${shown(origin)}`);
  }
  const size = readNumber(digits);
  const root = strictBase64(packed);
  if (size === null && !/^(0|[1-9][0-9]{0,18})$/.test(digits))
    throw new Wrong(`${shown(digits)} is no size of a log`);
  if (!root) throw new Wrong("the checkpoint's root cannot be read: it is not base64");
  if (root.length !== 32 || BigInt(digits) >= 2n ** 63n)
    throw new Wrong("a root has 32 bytes, a log less than 2^63 leaves");
  if (size === null) throw new Wrong(`no bundle is of a log of ${digits} events`);
  if (size === 0 && !same(root, EMPTY_ROOT)) throw new Wrong("an empty log has another root");
  return { origin: name, size, root, extensions };
}

/** @param {Checkpoint} checkpoint @returns {string} its three lines */
export const checkpointText = ({ origin, size, root }) => `${origin}\n${size}\n${base64(root)}\n`;

/**
 * The keys of a log, from the first that is trusted to the one in use. `signed` false: signatures are not
 * asked.
 */
export class KeyHistory {
  /** @param {LogKey} first @param {boolean} signed */
  constructor(first, signed) {
    this.origin = first.name;
    this.keys = [first];
    /** @type {Checkpoint[]} the last of each key but the one in use */
    this.lasts = [];
    this._signed = signed;
  }

  /**
   * What a note says that hands the key over; null for one that says something else.
   * @param {LogKey} old
   * @param {string} whole
   * @throws {Wrong}
   */
  async _handover(old, whole) {
    const note = parseNote(whole);
    if (this._signed && !(await isSigned(note, [old]))) throw new Wrong(NOBODY);
    if (!note.text.startsWith(HANDOVER)) return null;
    const lines = note.text.slice(HANDOVER.length).split("\n").slice(0, -1);
    const last = parseCheckpoint(`${lines.slice(0, -1).join("\n")}\n`, old.name);
    const successor = readKey(lines.at(-1) ?? "");
    const agreed = !last.extensions.length && (!this._signed || (await isSigned(note, [successor])));
    return { last, successor, agreed };
  }

  /** @param {string} whole the next handover @throws {Wrong} */
  async takeHandover(whole) {
    const old = this.keys[this.keys.length - 1];
    const read = await about(`the handover from ${old.line}`, () => this._handover(old, whole));
    if (!read) throw new Wrong("the statement is of another kind");
    const { last, successor, agreed } = read;
    if (!agreed) throw new Wrong("the successor has not signed the handover");
    if (last.size < (this.lasts.at(-1)?.size ?? 0)) {
      throw new Wrong(`the key ${old.line} ends at ${last.size}, before it began`);
    }
    if (this.keys.some((each) => each.line === successor.line)) {
      throw new Wrong(`the key ${successor.line} comes twice`);
    }
    this.lasts.push(last);
    this.keys.push(successor);
  }

  /** The sizes at which the log got another name, after events of it were lost. */
  get renamed() {
    return this.lasts
      .filter((_, at) => this.keys[at].name !== this.keys[at + 1].name)
      .map((last) => last.size);
  }

  /** The keys that may sign a checkpoint of a size. @param {number} size */
  keysFor(size) {
    return this.keys.filter((_, at) => {
      const start = at === 0 ? 0 : this.lasts[at - 1].size;
      return start <= size && (at === this.lasts.length || size <= this.lasts[at].size);
    });
  }

  /** A note that one of these keys signed. @param {string} whole @param {LogKey[]} keys @throws {Wrong} */
  async signedBy(whole, keys) {
    const note = parseNote(whole);
    if (this._signed && !(await isSigned(note, keys))) throw new Wrong(NOBODY);
    return note;
  }

  /** @param {string} whole @returns {Promise<{checkpoint: Checkpoint, note: Note}>} @throws {Wrong} */
  async open(whole) {
    const note = parseNote(whole);
    const checkpoint = parseCheckpoint(note.text);
    if (!this.keys.some((key) => key.name === checkpoint.origin)) {
      throw new Wrong(`the checkpoint is of ${shown(checkpoint.origin)}, not of ${shown(this.origin)}`);
    }
    const keys = this.keysFor(checkpoint.size).filter((key) => key.name === checkpoint.origin);
    if (!keys.length || (this._signed && !(await isSigned(note, keys)))) {
      throw new Wrong(`no key that this log had at ${checkpoint.size} leaves signed the checkpoint`);
    }
    for (const last of this.lasts) {
      if (last.size === checkpoint.size && !same(last.root, checkpoint.root)) {
        throw new Wrong(`the handover at ${checkpoint.size} leaves names another root`);
      }
    }
    return { checkpoint, note };
  }
}

const NOBODY = "none of the keys that are trusted signed the note";

/**
 * Work on something that is named where it does not hold.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {Wrong}
 */
export async function about(what, work) {
  try {
    return await work();
  } catch (wrong) {
    if (wrong instanceof Wrong) throw new Wrong(`${what} does not hold: ${wrong.message}`);
    throw wrong;
  }
}

const BREAK = /^ironclad-log-break\/v([12])\n/;
const REASON_LENGTH = 500;

/**
 * The state that a repair of the log kept, and how many events were lost, as the key in force from then on
 * states it; `lost` is null where the statement does not say.
 * @param {string} whole a note
 * @param {KeyHistory} history
 * @returns {Promise<{kept: Checkpoint, lost: number | null, until: number, text: string, reason: string}>} `until`: the
 *   size at which all is there that is left of the log before
 * @throws {Wrong}
 */
export async function readBreak(whole, history) {
  const { text } = await history.signedBy(whole, history.keys);
  const version = BREAK.exec(text)?.[1];
  if (!version) throw new Wrong("the statement is of another kind");
  const lines = text.split("\n").slice(1, -1);
  const kept = parseCheckpoint(ended(lines.slice(0, 3)));
  const { lost, until } = version === "1" ? { lost: null, until: kept.size } : lostOf(lines, kept);
  const reason = lines.slice(version === "1" ? 3 : 6).join("\n");
  if (!reason || [...reason].length > REASON_LENGTH || /\p{C}|(?! )\p{Z}/u.test(reason))
    throw new Wrong("a reason is one line of at most 500 printable characters");
  const signers = history.keysFor(kept.size).slice(-1);
  if (signers[0].name !== kept.origin) throw new Wrong(`the statement is of ${shown(kept.origin)}`);
  await history.signedBy(whole, signers);
  return { kept, lost, until, text, reason };
}

/** @param {string[]} lines of a statement of v2 @param {Checkpoint} kept @throws {Wrong} */
function lostOf(lines, kept) {
  const before = parseCheckpoint(ended([lines[0], ...lines.slice(3, 5)]));
  if (before.size <= kept.size) throw new Wrong("the statement says that more events were kept than were there");
  const replayed = readNumber(lines[5] ?? "");
  if (replayed === null || lines[5].length > 15) throw new Wrong(`${shown(lines[5] ?? "")} is no number of events`);
  const until = kept.size + replayed;
  return { lost: Math.max(before.size - until, 0), until };
}

/** @param {string[]} lines */
const ended = (lines) => lines.map((line) => `${line}\n`).join("");

/**
 * How far a game goes: the last version of each of its streams, as a statement beside a checkpoint has it.
 * @param {string} text
 * @param {Checkpoint} checkpoint
 * @param {string} game
 * @returns {Map<string, number>}
 * @throws {Wrong}
 */
export function parseHeads(text, checkpoint, game) {
  const start = `ironclad-game-heads/v1\n${checkpointText(checkpoint)}${game}\n`;
  if (!text.startsWith("ironclad-game-heads/v1\n")) throw new Wrong("the statement is of another kind");
  if (!text.startsWith(start)) {
    const other = text.startsWith(`ironclad-game-heads/v1\n${checkpointText(checkpoint)}`);
    throw new Wrong(
      other
        ? `the statement is of another game than ${quoted(game)}`
        : "the statement is of another state of the log than the checkpoint",
    );
  }
  const heads = new Map();
  let before = null;
  for (const row of text.slice(start.length).split("\n").slice(0, -1)) {
    const cut = row.lastIndexOf(" ");
    const [name, digits] = [row.slice(0, cut), row.slice(cut + 1)];
    if (cut < 1 || !/^[0-9]{1,19}$/.test(digits)) throw new Wrong(`${shown(row)} names no stream and version`);
    if (String(BigInt(digits)) !== digits)
      throw new Wrong("the statement is written in another way than the one");
    const version = readNumber(digits);
    if (version === null) throw new Wrong(`no stream of a bundle goes to ${digits}`);
    if (before !== null && compareBytes(before, name) >= 0)
      throw new Wrong("the statement is written in another way than the one");
    heads.set(name, version);
    before = name;
  }
  return heads;
}

/** @param {string} one @param {string} other */
function compareBytes(one, other) {
  const [a, b] = [hex(utf8(one)), hex(utf8(other))];
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The line of a key with which a log's key signs, as docs/ledger.md has it.
 * @param {string} name
 * @param {string} publicHex
 * @returns {string}
 */
export function keyLine(name, publicHex) {
  const key = concat(Uint8Array.of(1), fromHex(publicHex));
  return `${name}+${hex(sha256(utf8(`${name}\n`), key).subarray(0, 4))}+${base64(key)}`;
}
