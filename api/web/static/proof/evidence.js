// @ts-check
/**
 * Evidence that a log contradicts itself (docs/ledger.md, "Evidence"): two signed checkpoints that cannot both be
 * true, or a request in the log which names a past that this log never had.
 */

import { bigEndian, concat, fromHex, hex, isHex, same, strictBase64, textOf, utf8 } from "./bytes.js";
import { KeyHistory, Wrong, readKey } from "./notes.js";
import { isConsistent, isIncluded } from "./tree.js";
import { sha256 } from "./sha256.js";

export const FORMAT = "ironclad-evidence/v1";
const MOST_HANDOVERS = 1000;
const MOST_HASHES = 128;

/** What is no evidence, and why. */
export class NoEvidence extends Error {}

/** @typedef {{key: string, handovers: string[]}} EvidenceLog the log's first key, and the handovers from it */
/** @typedef {{format: string, kind: string, log: EvidenceLog, [field: string]: any}} Evidence */

/** @param {unknown} test @param {string} why */
function need(test, why) {
  if (!test) throw new NoEvidence(why);
}

/**
 * Two checkpoints of one log: the tree of the second, at the size of the first, has another root.
 * @param {EvidenceLog} log
 * @param {{first: string, second: string, root: string, proof: string[]}} found notes, and a root in hex
 * @returns {Evidence}
 */
export const ofHistory = (log, { first, second, root, proof }) => ({
  format: FORMAT,
  kind: "history",
  log,
  first,
  second,
  root,
  proof,
});

/**
 * A request in the log that names a root which the log's tree does not have at that size.
 * @param {EvidenceLog} log
 * @param {{checkpoint: string, position: number, entry: string, inclusion: string[], root: string,
 *   proof: string[]}} found `entry` in base64
 * @returns {Evidence}
 */
export const ofRequest = (log, { checkpoint, position, entry, inclusion, root, proof }) => ({
  format: FORMAT,
  kind: "request",
  log,
  checkpoint,
  position,
  entry,
  inclusion,
  root,
  proof,
});

/**
 * Check evidence with nothing but itself.
 * @param {any} given
 * @returns {Promise<string>} what it proves, in a sentence
 * @throws {NoEvidence} where it proves nothing
 */
export async function proves(given) {
  need(typeof given === "object" && given !== null, "this is no evidence file");
  need(given.format === FORMAT, `this is no ${FORMAT}`);
  const { kind } = given;
  need(kind === "history" || kind === "request", `nothing is known of evidence of the kind ${kind}`);
  try {
    const history = await keysOf(given.log);
    return kind === "history" ? await historyProves(given, history) : await requestProves(given, history);
  } catch (wrong) {
    if (wrong instanceof Wrong) throw new NoEvidence(wrong.message);
    throw wrong;
  }
}

/** @param {any} log */
async function keysOf(log) {
  const shaped = typeof log?.key === "string" && Array.isArray(log.handovers);
  need(shaped && log.handovers.length <= MOST_HANDOVERS, "the evidence names no key of a log");
  const history = new KeyHistory(readKey(log.key), true);
  for (const each of log.handovers) await history.takeHandover(text(each, "a handover"));
  return history;
}

/** @param {any} given @param {KeyHistory} history */
async function historyProves(given, history) {
  const { checkpoint: first } = await history.open(text(given.first, "first"));
  const { checkpoint: second } = await history.open(text(given.second, "second"));
  const root = hash(given.root, "root");
  const holds = isConsistent(first.size, second.size, root, second.root, hashes(given.proof, "proof"));
  need(holds, "the proof does not lead from that root to the second checkpoint");
  need(!same(root, first.root), "the second checkpoint extends the first: they do not contradict each other");
  if (first.size === second.size) return `${first.origin} signed two different logs of ${first.size} events`;
  const at = `whose first ${first.size} are not those`;
  return `${first.origin} signed a log of ${first.size} events, and one of ${second.size} events ${at}`;
}

/** @param {any} given @param {KeyHistory} history */
async function requestProves(given, history) {
  const { checkpoint } = await history.open(text(given.checkpoint, "checkpoint"));
  const entry = strictBase64(text(given.entry, "entry"));
  const { position } = given;
  need(entry && Number.isSafeInteger(position), "the evidence names no event");
  const leaf = sha256(Uint8Array.of(0), /** @type {Uint8Array} */ (entry));
  const path = hashes(given.inclusion, "inclusion");
  const included = isIncluded(leaf, position - 1, checkpoint.size, path, checkpoint.root);
  need(included, `the event is not at ${position} in the log of the checkpoint`);
  const { seat, named } = requestIn(/** @type {Uint8Array} */ (entry));
  need(named.size < position, "the request names a checkpoint that came after it");
  const root = hash(given.root, "root");
  const proof = hashes(given.proof, "proof");
  const holds = isConsistent(named.size, checkpoint.size, root, checkpoint.root, proof);
  need(holds, "the proof does not lead from that root to the checkpoint");
  need(hex(root) !== named.root, "the request names the root that the log has");
  const what = `a request of ${seat} at ${position} which names another log of ${named.size} events`;
  return `${checkpoint.origin} signed a log that has ${what} than its own`;
}

const REQUESTS = ["match.command_accepted.1", "match.command_committed.1", "match.link_revealed.1"];

/**
 * The seat and the checkpoint that a stored request names.
 * @param {Uint8Array} entry
 * @returns {{seat: string, named: {size: number, root: string}}}
 * @throws {NoEvidence}
 */
function requestIn(entry) {
  const number = (/** @type {number} */ at) => (entry[at] ?? 0) * 256 + (entry[at + 1] ?? 0);
  const kindAt = 2 + number(0) + 8;
  const bodyAt = kindAt + 2 + number(kindAt);
  const name = textOf(entry.subarray(kindAt + 2, bodyAt));
  need(REQUESTS.includes(name), "the event is no request");
  need(bodyAt + 2 + number(bodyAt) === entry.length, "the event cannot be read");
  let body;
  try {
    body = JSON.parse(textOf(entry.subarray(bodyAt + 2)));
  } catch {
    throw new NoEvidence("the event cannot be read");
  }
  const named = body?.signature?.seen?.checkpoint;
  const shaped = Number.isSafeInteger(named?.size) && isHex(named?.root, 64) && typeof body.seat === "string";
  need(shaped, "the request names no checkpoint");
  return { seat: body.seat, named };
}

/**
 * A stored event as the log's tree takes it (docs/ledger.md, "Leaves").
 * @param {string} stream
 * @param {number} version
 * @param {string} name
 * @param {Uint8Array} body
 */
export function entryOf(stream, version, name, body) {
  const [s, n] = [utf8(stream), utf8(name)];
  const two = (/** @type {Uint8Array} */ bytes) => bigEndian(bytes.length, 2);
  return concat(two(s), s, bigEndian(version, 8), two(n), n, two(body), body);
}

/** @param {unknown} given @param {string} what @returns {string} */
function text(given, what) {
  if (typeof given !== "string") throw new NoEvidence(`the evidence has no ${what}`);
  return given;
}

/** @param {unknown} given @param {string} what */
function hash(given, what) {
  if (!isHex(given, 64)) throw new NoEvidence(`${what}: no hash of 64 hexadecimal digits`);
  return fromHex(/** @type {string} */ (given));
}

/** @param {unknown} given @param {string} what @returns {Uint8Array[]} */
function hashes(given, what) {
  if (!Array.isArray(given) || given.length > MOST_HASHES) throw new NoEvidence(`${what}: no list of hashes`);
  return given.map((each) => hash(each, what));
}
