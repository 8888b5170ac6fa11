// @ts-check
/**
 * Signed notes and their keys (C2SP signed-note), checkpoints (C2SP tlog-checkpoint) and the history of a
 * log's key (docs/ledger.md). Functions throw Wrong with what does not hold; which check that is, the caller
 * knows.
 */

import { base64, concat, fromHex, hex, isHex, same, strictBase64, utf8 } from "./bytes.js";
import { verifies } from "./ed25519.js";
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
const shown = (text) => JSON.stringify(text.slice(0, 100));

/** A log's public key from its one line: name+id+base64. @param {string} line @returns {LogKey} */
export function readKey(line) {
  const [, name, id, packed] = /^([^+]*)\+([^+]*)\+([^]*)$/.exec(line) ?? [];
  const key = packed === undefined ? null : strictBase64(packed);
  if (!key || !isName(name) || !isHex(id, 8) || key.length !== 33) {
    throw new Wrong(`${shown(line)} is no key of a note`);
  }
  if (hex(sha256(utf8(`${name}\n`), key).subarray(0, 4)) !== id) {
    throw new Wrong(`the id of the key of ${shown(name)} is not the key's`);
  }
  if (key[0] !== 1) throw new Wrong(`the key of ${shown(name)} is of type ${key[0]}, not Ed25519`);
  return { name, id, public: key.subarray(1), line };
}

/** @param {string} text */
function checkText(text) {
  if (!text.endsWith("\n")) throw new Wrong("a note's text ends with a newline");
  if (/[\u0000-\u0009\u000b-\u001f]/.test(text)) throw new Wrong("a note's text has no control characters");
}

/** @param {string} whole @returns {Note} parsed, not verified */
export function parseNote(whole) {
  if (whole.length > NOTE_LENGTH && [...whole].length > NOTE_LENGTH) throw new Wrong("a note has at most 1,000,000 characters");
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
  if (size === null) throw new Wrong(`${shown(digits)} is no size of a log`);
  if (!root || root.length !== 32) throw new Wrong("the checkpoint's root is not 32 bytes in base64");
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

  /** @param {string} whole the next handover @throws {Wrong} */
  async takeHandover(whole) {
    const old = this.keys[this.keys.length - 1];
    const note = parseNote(whole);
    if (this._signed && !(await isSigned(note, [old]))) {
      throw new Wrong(`the handover from ${old.line} is not signed by it`);
    }
    const lines = note.text.split("\n");
    if (!note.text.startsWith(HANDOVER) || lines.length !== 6)
      throw new Wrong("the statement is of another kind");
    const last = parseCheckpoint(`${lines.slice(1, 4).join("\n")}\n`, this.origin);
    const successor = readKey(lines[4]);
    if (this._signed && !(await isSigned(note, [successor]))) {
      throw new Wrong("the successor has not signed the handover");
    }
    if (last.size < (this.lasts.at(-1)?.size ?? 0)) {
      throw new Wrong(`the key ${old.line} ends at ${last.size}, before it began`);
    }
    if (this.keys.some((each) => each.line === successor.line)) {
      throw new Wrong(`the key ${successor.line} comes twice`);
    }
    this.lasts.push(last);
    this.keys.push(successor);
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
    if (this._signed && !(await isSigned(note, keys))) throw new Wrong("no key of the log signed this");
    return note;
  }

  /** @param {string} whole @returns {Promise<{checkpoint: Checkpoint, note: Note}>} @throws {Wrong} */
  async open(whole) {
    const note = parseNote(whole);
    const checkpoint = parseCheckpoint(note.text, this.origin);
    if (this._signed && !(await isSigned(note, this.keysFor(checkpoint.size)))) {
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

const BREAK = "ironclad-log-break/v1\n";
const REASON_LENGTH = 500;

/**
 * The state that a repair of the log kept, as the key in force from then on states it.
 * @param {string} whole a note
 * @param {KeyHistory} history
 * @returns {Promise<{kept: Checkpoint, text: string}>}
 * @throws {Wrong}
 */
export async function readBreak(whole, history) {
  const { text } = await history.signedBy(whole, history.keys);
  if (!text.startsWith(BREAK)) throw new Wrong("the statement is of another kind");
  const lines = text.slice(BREAK.length).split("\n");
  const kept = parseCheckpoint(`${lines.slice(0, 3).join("\n")}\n`, history.origin);
  const reason = lines.slice(3, -1).join("\n");
  if (!reason || [...reason].length > REASON_LENGTH || /\p{C}|(?! )\p{Z}/u.test(reason))
    throw new Wrong("a reason is one line of at most 500 printable characters");
  await history.signedBy(whole, history.keysFor(kept.size).slice(-1));
  return { kept, text };
}

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
    throw new Wrong("the statement is of another game, or of another state of the log than the checkpoint");
  }
  const heads = new Map();
  let before = null;
  for (const row of text.slice(start.length).split("\n").slice(0, -1)) {
    const cut = row.lastIndexOf(" ");
    const [name, version] = [row.slice(0, cut), readNumber(row.slice(cut + 1))];
    if (cut < 1 || version === null) throw new Wrong(`${shown(row)} names no stream and version`);
    if (before !== null && compareBytes(before, name) >= 0)
      throw new Wrong("the streams are not in their order");
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
