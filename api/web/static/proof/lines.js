// @ts-check
/**
 * The lines of a bundle (docs/bundle.md, "The lines"): each one JSON object, written in the one canonical
 * way.
 */

import { counted, isText, strictBase64, textOf, utf8 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { Fault } from "./fault.js";
import { Misshapen, count, listOf, object, string, struct } from "./shapes.js";

const DEEPEST = 500;
const stretch = { at: count, count, hashes: string };

const header = {
  game: string,
  written_by: string,
  log_key: string,
  handovers: listOf(string),
  checkpoint: string,
  heads: string,
};
/** @typedef {Record<string, Record<string, (value: any) => any>>} Fields */
/** @type {Fields} */
const FIRST = {
  bundle: header,
  leaves: stretch,
  others: stretch,
  checkpoint: { note: string, proof: string },
  blob: { body: (value) => value, sha256: string },
  event: { body: (value) => value, name: string, position: count, stream: string, version: count },
  end: { events: count },
};
/** @type {Fields} */
const SECOND = {
  ...FIRST,
  bundle: { ...header, named: listOf(count) },
  checkpoint: { note: string },
  break: { size: count, text: string },
  opened: { path: string, position: count, salt: string, value: (value) => value },
};
/** The kinds of lines in a bundle of each version. */
const READERS = [FIRST, SECOND].map((kinds) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, fields]) => [kind, struct(fields)])),
);

/**
 * @typedef {{is: string, [field: string]: any}} BundleLine `bytes` has the body as it is written, `written` the
 *   value of an opened fact
 */

const SURROGATE = /\\u[dD][89a-fA-F]/;

/** Whether every text in plain data can be written as UTF-8. @param {unknown} value @returns {boolean} */
function hasText(value) {
  if (typeof value === "string") return isText(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, each]) => isText(name) && hasText(each));
}

const forgiving = new TextDecoder("utf-8", { ignoreBOM: true });

/** How deep lists and objects are nested. @param {string} text */
function depth(text) {
  let [deepest, now, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const each = text.charCodeAt(at);
    if (quoted) {
      if (each === 0x5c) at += 1;
      else if (each === 0x22) quoted = false;
    } else if (each === 0x22) quoted = true;
    else if (each === 0x5b || each === 0x7b) deepest = Math.max(deepest, (now += 1));
    else if (each === 0x5d || each === 0x7d) now -= 1;
  }
  return deepest;
}

/**
 * A line's text, and whether it is UTF-8: where it is not, the rest of it is read.
 * @param {Uint8Array} bytes
 */
function decoded(bytes) {
  try {
    return { text: textOf(bytes), sound: true };
  } catch {
    return { text: forgiving.decode(bytes), sound: false };
  }
}

/**
 * @param {Uint8Array} bytes a line without its newline
 * @param {number} number of the line, from 1
 * @param {number} version of the bundle
 * @returns {BundleLine}
 * @throws {Fault}
 */
export function readLine(bytes, number, version) {
  try {
    const { text, sound } = decoded(bytes);
    if (depth(text) > DEEPEST) throw new Misshapen("it is nested too deeply");
    const said = object(JSON.parse(text));
    if (SURROGATE.test(text) && !hasText(said)) throw new Misshapen("a text has half of a surrogate pair");
    const readers = READERS[version - 1];
    if (typeof said.is !== "string" || !Object.hasOwn(readers, said.is))
      throw new Misshapen("no line is of this kind");
    const line = { ...readers[said.is](said), is: said.is };
    if (said.is === "event" || said.is === "blob")
      return { ...line, sound, bytes: bodyIn(bytes, text, line, sound) };
    if (!sound) throw new Misshapen("it is not UTF-8");
    if (said.is === "opened") return { ...line, written: valueIn(text, line) };
    if (canonical(line) === text) return line;
  } catch (wrong) {
    if (wrong instanceof Fault) throw wrong;
    const why = wrong instanceof Error ? wrong.message : String(wrong);
    throw new Fault("file", `line ${counted(number)} cannot be read: ${why.slice(0, 200)}`);
  }
  throw new Fault("file", `line ${counted(number)} is not written in the canonical way`);
}

const START = '{"body":';

/**
 * The body as it is written. It comes first ("body" comes before the other names), and what follows it is
 * known: so what is left between must be one JSON value, without white space around it.
 * @param {Uint8Array} bytes
 * @param {string} text
 * @param {BundleLine} line
 * @param {boolean} sound
 */
function bodyIn(bytes, text, line, sound) {
  const rest = canonical({ ...line, body: undefined }).replace("{", ",");
  if (!sound && rest.includes("\ufffd")) throw new Misshapen("it is not UTF-8");
  const body = text.slice(START.length, text.length - rest.length);
  const whole = text === `${START}${body}${rest}` && body !== "" && body.trim() === body;
  if (!whole) throw new Misshapen("it is not written in the canonical way");
  JSON.parse(body);
  return bytes.subarray(START.length, bytes.length - utf8(rest).length);
}

/**
 * The value of an opened fact as it is written: the last field of its line.
 * @param {string} text
 * @param {BundleLine} line
 */
function valueIn(text, line) {
  const before = `${canonical({ ...line, value: undefined }).slice(0, -1)},"value":`;
  const value = text.slice(before.length, -1);
  const whole = text === `${before}${value}}` && value !== "" && value.trim() === value;
  if (!whole) throw new Misshapen("it is not written in the canonical way");
  JSON.parse(value);
  return value;
}

/** @param {string} text @returns {Uint8Array[] | null} hashes in a row, in base64 */
export function hashesOf(text) {
  const packed = strictBase64(text);
  if (!packed || packed.length % 32) return null;
  return Array.from({ length: packed.length / 32 }, (_, at) => packed.subarray(32 * at, 32 * at + 32));
}
