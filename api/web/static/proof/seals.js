// @ts-check
/** The sealed facts of a game, held to the key that its first append commits to (docs/bundle.md). */

import {
  bigEndian,
  concat,
  counted,
  fromHex,
  hex,
  isHex,
  same,
  strictBase64,
  textOf,
  utf8,
} from "./bytes.js";
import { NotCanonical, canonical, isCanonical } from "./canonical.js";
import { Fault, hold } from "./fault.js";
import { SALT, closedFields, sealedOf, stepOf } from "./sealed_commands.js";
import { hmacSha256, sha256 } from "./sha256.js";

const KEY = 32;
const NONCE = 12;
const TAG = 16;
const PADDED_TO = 256;
const MOST_PADDED = 16384;
const ACCEPTED = "match.command_accepted.1";
const COMMITTED = "match.command_committed.1";
const COMMAND = "/command";
const INSTEAD = "/instead/command";
const LINK = "match.link_revealed.1";
const OPENED = "/opened";
const MARK = '"sealed":'; // in every body that has sealed values

/** @typedef {{path: string, sealed: {for: string[], digest: string, box: string}}} Sealed */
/** @typedef {import("./events.js").Stored} Stored */

/** @param {string} stream @param {number} version */
const placeOf = (stream, version) => JSON.stringify([stream, version]);

/** Whether a path is below that of a part of an event; nothing is below "". @param {string} path @param {string} part */
const isIn = (path, part) => part !== "" && path.startsWith(`${part}/`);

/** Takes a game append by append, as its log has them; `finish` opens what can be opened. */
export class SealCheck {
  /** The commitment to the game's key, "" where the game hides nothing. */
  commitment = "";
  /** @type {Uint8Array | null} */
  #key = null;
  #begun = false;
  /** What each box is padded to a multiple of, in bytes. */
  #paddedTo = PADDED_TO;
  /** @type {{event: Stored, each: Sealed}[]} */
  #facts = [];
  /** @type {Map<string, string>} the digests of signed commands that were committed to, by stream and version */
  #signed = new Map();

  /** How many sealed facts nobody can open yet. */
  get waits() {
    return this.#key === null ? this.#facts.length : 0;
  }

  get found() {
    if (!this.commitment) return "the game hides nothing";
    const facts = `${counted(this.#facts.length)} sealed facts`;
    if (this.#key === null) return `${facts}, to be opened when the game ends`;
    return `${facts} opened, each the one that its digest binds`;
  }

  /** @param {Stored[]} append */
  take(append) {
    const named = append.map((event) => event.name);
    for (const event of append) {
      if (event.name === "match.seal_set.1") this.#set(event);
      else if (this.commitment) this.#keep(event);
    }
    this.#begun = true;
    const [opened, ended] = [named.indexOf("match.seal_opened.1"), named.indexOf("match.game_ended.1")];
    if (this.commitment && this.#key === null && ended >= 0) {
      const last = append[append.length - 1].position;
      hold(opened >= 0, "seals", "the game ends, and what it hides is not opened", last);
      const elsewhere = append.find((event, at) => event.name === named[opened] && at !== ended + 1);
      const detail = "a seal is opened elsewhere than right after the game's end";
      hold(!elsewhere, "seals", detail, elsewhere?.position ?? null);
      this.#open(append[opened]);
    } else {
      hold(opened < 0, "seals", "a seal is opened where none can be", append[opened]?.position ?? null);
    }
  }

  /** @param {Stored} event */
  #set(event) {
    const first = !this.#begun && !this.commitment;
    hold(first, "seals", "a seal is set after the game was opened", event.position);
    const committed = event.body.commitment;
    hold(isHex(committed, 2 * KEY), "seals", "what the game commits to is no hash of a key", event.position);
    const size = event.body.padded_to === undefined ? PADDED_TO : event.body.padded_to;
    const pads = Number.isInteger(size) && size > 0 && size <= MOST_PADDED && size % PADDED_TO === 0;
    hold(pads, "seals", "the game pads what it hides to a size that there is not", event.position);
    this.commitment = committed;
    this.#paddedTo = size;
  }

  /** @param {Stored} event */
  #keep(event) {
    const text = textOf(event.bytes);
    if (!text.includes(MARK)) return;
    const sealed = [...sealedIn(event.body, "")];
    hold(isFinite(event.body), "order", "the event cannot be read: a number is out of range", event.position);
    const unordered = `${event.name} has sealed values, and is not written in the canonical way`;
    hold(isCanonical(text), "seals", unordered, event.position);
    for (const each of sealed) {
      const what = `${event.name} has no sealed value at ${each.path}`;
      hold(isFormed(each.sealed, this.#paddedTo), "seals", what, event.position);
      this.#facts.push({ event, each });
    }
    this.#holdCommitted(event, sealed);
  }

  /** What is opened of a signed command, or carried out later, has the digests that were signed. @param {Stored} event @param {Sealed[]} sealed */
  #holdCommitted({ name, stream, version, position, body }, sealed) {
    const digests = (/** @type {string} */ part, /** @type {[string, string][]} */ closed = []) => {
      const there = sealed.filter(({ path }) => isIn(path, part));
      const found = there.map((each) => [each.path.slice(part.length), each.sealed.digest]);
      return JSON.stringify([...found, ...closed].sort());
    };
    if (name === COMMITTED && body.signature) {
      const closed = [...closedFields(body.command)];
      const named = closed.map(([field, digest]) => /** @type {[string, string]} */ ([`/${stepOf(field)}`, digest]));
      this.#signed.set(placeOf(stream, version), digests(COMMAND, named));
    } else if ((name === ACCEPTED || name === LINK) && body.committed) {
      const part = this.#signedPart({ name, stream, body });
      const same = !part || digests(part) === this.#signed.get(placeOf(stream, body.committed));
      hold(same, "seals", `the command has other digests than those signed at ${body.committed}`, position);
    }
  }

  /**
   * The path of the command in an event whose salts its seat chose, as it signed it; "" for none.
   * @param {{name: string, stream: string, body: any}} event
   */
  #signedPart({ name, stream, body }) {
    if (name === LINK) return OPENED;
    if (name === COMMITTED) return body.signature ? COMMAND : "";
    if (name !== ACCEPTED) return "";
    if (!body.committed) return body.signature ? COMMAND : "";
    if (!this.#signed.has(placeOf(stream, body.committed))) return "";
    return Object.hasOwn(body, "instead") ? INSTEAD : COMMAND;
  }

  /** @param {Stored} event */
  #open(event) {
    const key = event.body.key;
    const fits = isHex(key, 2 * KEY) && commitmentOf(fromHex(key)) === this.commitment;
    hold(fits, "seals", "the key that opens the game is not the one it committed to", event.position);
    this.#key = fromHex(key);
  }

  /** Open every sealed fact of a game that has ended, and hold it to its digest. @throws {Fault} */
  async finish() {
    if (this.#key === null) return;
    for (const { event, each } of this.#facts) {
      const wrong = await this.#wrong(event, each);
      const place = `${each.path} of ${event.stream} ${event.version}`;
      if (wrong) throw new Fault("seals", `the sealed value at ${place} ${wrong}`, event.position);
    }
  }

  /** @param {Stored} event @param {Sealed} each @returns {Promise<string>} "" for a value that opens */
  async #wrong(event, { path, sealed }) {
    const info = `ironclad-seal-fact/v1|${event.stream}|${event.version}|${path}`;
    const digest = fromHex(sealed.digest);
    const fact = derived(/** @type {Uint8Array} */ (this.#key), info, KEY + SALT);
    const padded = await opened(
      fact.slice(0, KEY),
      digest.slice(0, NONCE),
      /** @type {Uint8Array} */ (strictBase64(sealed.box)),
    );
    if (padded === null) return "does not open";
    const mark = padded.lastIndexOf(0x80);
    const zeros = padded.slice(mark + 1);
    const padding = zeros.length < this.#paddedTo && zeros.every((byte) => byte === 0);
    if (mark < SALT || !padding) return "is not padded as it must be";
    const plain = padded.slice(0, mark);
    if (!same(sha256(plain), digest)) return "is not the one that its digest binds";
    const chosen = isIn(path, this.#signedPart(event));
    if (!chosen && !same(plain.slice(0, SALT), fact.slice(KEY))) return "has another salt than its place gives";
    try {
      const text = textOf(plain.slice(SALT));
      return canonical(JSON.parse(text)) === text ? "" : "is not written in the canonical way";
    } catch (wrong) {
      if (wrong instanceof NotCanonical) return "is not written in the canonical way";
      return "is not JSON";
    }
  }
}

/**
 * The digest in hex that a fact which was opened alone has to have.
 * @param {any} line its `written` has the value as it is written
 * @throws {Fault}
 */
export function digestOfOpened({ position, salt, written }) {
  const formed = isHex(salt, 2 * SALT) && isWritten(written);
  hold(formed, "seals", "an opened fact is written in another way than the one", position);
  return hex(sha256(fromHex(salt), utf8(written)));
}

/** Whether a text is JSON in canonical form. @param {string} text */
function isWritten(text) {
  try {
    return canonical(JSON.parse(text)) === text;
  } catch (wrong) {
    if (wrong instanceof NotCanonical) return false;
    throw wrong;
  }
}

/**
 * Check an event's facts that were opened.
 * @param {Stored} event
 * @param {{path: string, digest: string}[]} opened
 * @throws {Fault}
 */
export function checkOpened(event, opened) {
  const sealed = new Map([...sealedIn(event.body, "")].map((each) => [each.path, each.sealed]));
  for (const { path, digest } of opened) {
    const found = sealed.get(path);
    hold(found, "seals", `nothing is sealed at ${path} that could be opened`, event.position);
    const binds = `what is opened at ${path} is not what its digest binds`;
    hold(found?.digest === digest, "seals", binds, event.position);
  }
}

/** The commitment to a game's seal key. @param {Uint8Array} key */
export const commitmentOf = (key) => hex(sha256(utf8("ironclad-seal-key/v1|"), key));

/**
 * HKDF with SHA-256 and no salt (RFC 5869).
 * @param {Uint8Array} key
 * @param {string} info
 * @param {number} length
 */
export function derived(key, info, length) {
  const extracted = hmacSha256(new Uint8Array(32), key);
  /** @type {Uint8Array} */
  let whole = new Uint8Array(0);
  /** @type {Uint8Array} */
  let block = new Uint8Array(0);
  for (let number = 1; whole.length < length; number += 1) {
    block = hmacSha256(extracted, concat(block, utf8(info), bigEndian(number, 1)));
    whole = concat(whole, block);
  }
  return whole.slice(0, length);
}

/**
 * What AES-256-GCM encrypted; null where the box does not open.
 * @param {Uint8Array} key
 * @param {Uint8Array} nonce
 * @param {Uint8Array} box
 * @returns {Promise<Uint8Array | null>}
 */
async function opened(key, nonce, box) {
  const bare = (/** @type {Uint8Array} */ bytes) => new Uint8Array(bytes);
  const imported = await crypto.subtle.importKey("raw", bare(key), "AES-GCM", false, ["decrypt"]);
  try {
    const way = { name: "AES-GCM", iv: bare(nonce) };
    return new Uint8Array(await crypto.subtle.decrypt(way, imported, bare(box)));
  } catch {
    return null;
  }
}

/** Whether this browser can open what is sealed: on https, and on one's own machine. */
export const canOpen = () => typeof crypto !== "undefined" && crypto.subtle !== undefined;

/** Whether every number in plain data is one that JavaScript holds. @param {any} data @returns {boolean} */
function isFinite(data) {
  if (typeof data === "number") return Number.isFinite(data);
  return typeof data !== "object" || data === null || Object.values(data).every(isFinite);
}

/** @param {any} sealed @param {number} paddedTo */
function isFormed(sealed, paddedTo) {
  const named =
    Array.isArray(sealed.for) && sealed.for.every((/** @type {any} */ seat) => typeof seat === "string");
  const box = typeof sealed.box === "string" ? strictBase64(sealed.box) : null;
  const sized = box !== null && box.length > TAG && (box.length - TAG) % paddedTo === 0;
  return named && sized && isHex(sealed.digest, 64);
}

/**
 * The sealed values of a body, with their paths (JSON pointers, RFC 6901).
 * @param {any} data
 * @param {string} path
 * @returns {Generator<Sealed>}
 */
export function* sealedIn(data, path) {
  if (typeof data !== "object" || data === null) return;
  if (Array.isArray(data)) {
    for (const [at, each] of data.entries()) yield* sealedIn(each, `${path}/${at}`);
    return;
  }
  const inner = sealedOf(data);
  if (inner) {
    yield { path, sealed: inner };
    return;
  }
  for (const name of Object.keys(data).sort()) {
    yield* sealedIn(data[name], `${path}/${stepOf(name)}`);
  }
}
