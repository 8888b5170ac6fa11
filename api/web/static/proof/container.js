// @ts-check
/**
 * The file around a bundle (docs/bundle.md, "The file"): read line by line, in bounded memory.
 *
 * Not more than a few kibibytes are handed to the unpacker at a time, so that what they unpack to (some
 * thousand times as much at most) is all that waits anywhere, however large the file would unpack to.
 */

import { concat, same, utf8 } from "./bytes.js";
import { Fault, hold } from "./fault.js";
import { Sha256 } from "./sha256.js";

const BEGINS = "ironclad-bundle/v";
/** The first line of each version that is read. */
const MAGICS = [1, 2].map((version) => utf8(`${BEGINS}${version}\n`));
const MAGIC_BYTES = MAGICS[0].length;
const DIGEST = 32;
const PIECE = 4096;
/** Bytes of the longest line. */
export const LINE_LIMIT = 8 * 1024 * 1024;
/** The most bytes of lines that are looked at for damage of a file once something else does not hold. */
export const CHECKED_LIMIT = 256 * 1024 * 1024;

/** @typedef {Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array>} Source */
/** @typedef {{version: number}} Form of a file: its version, 0 until its first line is read */

/** What comes before the digest, in pieces; held to be a bundle's, and to its digest. */
class Outside {
  /** @param {Source} source @param {Form} form */
  constructor(source, form) {
    this._form = form;
    const bytes = source instanceof ArrayBuffer ? new Uint8Array(source) : source;
    const stream = bytes instanceof Uint8Array ? new Blob([/** @type {BlobPart} */ (bytes)]) : bytes;
    this._reader = (stream instanceof Blob ? stream.stream() : stream).getReader();
    this._hash = new Sha256();
  }

  async _next() {
    try {
      return await this._reader.read();
    } catch (wrong) {
      throw new Fault("file", `it cannot be read: ${said(wrong)}`);
    }
  }

  /** @returns {AsyncGenerator<Uint8Array>} the pieces of the zlib stream */
  async *pieces() {
    /** @type {Uint8Array} */
    let held = new Uint8Array(0);
    let begun = false;
    for (let next = await this._next(); !next.done; next = await this._next()) {
      held = concat(held, next.value);
      if (!begun) {
        if (held.length < MAGIC_BYTES) continue;
        this._begin(held);
        held = held.subarray(MAGIC_BYTES);
        begun = true;
      }
      const end = held.length - DIGEST;
      if (end <= 0) continue;
      this._hash.update(held.subarray(0, end));
      for (let at = 0; at < end; at += PIECE) yield held.subarray(at, Math.min(end, at + PIECE));
      held = held.slice(end);
    }
    if (!begun) this._begin(held);
    hold(held.length === DIGEST, "file", "the file ends too early");
    this._digest = held;
  }

  /** @param {Uint8Array} start */
  _begin(start) {
    const begins = start.subarray(0, MAGIC_BYTES);
    this._form.version = 1 + MAGICS.findIndex((magic) => same(magic, begins));
    const newer = !this._form.version && same(begins.subarray(0, BEGINS.length), utf8(BEGINS));
    hold(!newer || begins.length < MAGIC_BYTES, "file", `the bundle was written by a newer build: ${String.fromCharCode(...begins.subarray(0, -1))}`);
    hold(this._form.version, "file", "this is no bundle: it does not begin with 'ironclad-bundle/v2'");
    this._hash.update(begins);
  }

  check() {
    const holds = this._digest !== undefined && same(this._digest, this._hash.digest());
    hold(holds, "file", "the file was changed: its digest is not that of its bytes");
  }

  /** Let go of what is not read; a reader that waits for more learns that there is none. */
  async end() {
    await this._reader.cancel().catch(() => {});
  }
}

/**
 * The lines of a bundle file without their newlines. Where nothing but the digest is wrong, that is found
 * after the last line.
 * @param {Source} source
 * @param {Form} form gets the file's version, before the first line is given
 * @returns {AsyncGenerator<Uint8Array>}
 * @throws {Fault}
 */
export async function* linesOf(source, form) {
  const outside = new Outside(source, form);
  const unpacker = new DecompressionStream("deflate");
  const writer = unpacker.writable.getWriter();
  const reader = unpacker.readable.getReader();
  /** @type {unknown} what stopped the writing */
  let stopped = null;
  const writing = (async () => {
    try {
      for await (const piece of outside.pieces()) await writer.write(/** @type {BufferSource} */ (piece));
      await writer.close();
    } catch (wrong) {
      stopped = wrong;
      await writer.abort(wrong).catch(() => {});
    }
  })();
  try {
    const line = new Line();
    for (;;) {
      let next;
      try {
        next = await reader.read();
      } catch (wrong) {
        await writing;
        throw stopped instanceof Fault
          ? stopped
          : new Fault("file", damage(said(wrong)));
      }
      if (next.done) break;
      yield* line.take(next.value);
    }
    await writing;
    if (stopped) throw stopped;
    hold(line.isEmpty(), "file", "the last line has no end");
    outside.check();
  } finally {
    await outside.end();
    await reader.cancel().catch(() => {});
    await writing;
  }
}

/** @param {unknown} wrong */
const said = (wrong) => (wrong instanceof Error ? wrong.message : String(wrong));

/** What is wrong with a file that cannot be unpacked. @param {string} reason the browser's own */
function damage(reason) {
  if (/truncated/i.test(reason)) return "the file ends too early";
  if (/junk/i.test(reason)) return "there is more in the file after the end of the bundle";
  return `the file is damaged: ${reason}`;
}

/** Cuts what was unpacked into lines; holds the one that has no end yet. */
class Line {
  constructor() {
    /** @type {Uint8Array[]} */
    this._begun = [];
    this._size = 0;
  }

  isEmpty() {
    return this._size === 0;
  }

  /** @param {Uint8Array} bytes @returns {Generator<Uint8Array>} */
  *take(bytes) {
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      this._keep(bytes.subarray(start, end));
      yield concat(...this._begun);
      this._begun = [];
      this._size = 0;
      start = end + 1;
    }
    this._keep(bytes.subarray(start));
  }

  /** @param {Uint8Array} part */
  _keep(part) {
    if (!part.length) return;
    this._size += part.length;
    hold(this._size <= LINE_LIMIT, "file", "a line has more than 8,388,608 bytes");
    this._begun.push(part);
  }
}
