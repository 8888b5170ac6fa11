// @ts-check
/**
 * Verifying a bundle with no server: every check in order, but the rules'. Nothing in the file is executed.
 */

import { counted } from "./bytes.js";
import { DiceCheck } from "./dice_check.js";
import { MISSING, available } from "./ed25519.js";
import { begins } from "./events.js";
import { Fault, hold } from "./fault.js";
import { IntentCheck } from "./intents.js";
import { BundleReader } from "./reader.js";
import { SealCheck, canOpen } from "./seals.js";
import { SignatureCheck } from "./signature_check.js";
import { TimeCheck } from "./times.js";

/** In the order in which `ironclad verify` prints them. */
export const CHECKS = Object.freeze([
  "file",
  "key",
  "checkpoint",
  "heads",
  "inclusion",
  "blobs",
  "order",
  "dice",
  "signatures",
  "seals",
  "rules",
]);
const RULES = "not checked in the browser: ironclad verify decides every command again";

/**
 * @typedef {{name: string, ok: boolean | null, detail: string}} Check `ok` null: it was not come to, or not
 *   checked
 */
/** @typedef {{position: number | null, check: string, detail: string}} Failure */
/**
 * @typedef {object} Verdict
 * @property {boolean} ok whether every check but `rules` holds
 * @property {"holds" | "fails" | "unanchored" | "waits" | "unchecked"} word that of `ironclad verify`, but
 *   for the rules; "unchecked": nothing failed, and this browser could not check all
 * @property {Check[]} checks
 * @property {Failure | null} firstFailure
 * @property {string} game "" where the file does not say
 * @property {string} logKey the log's first key as the bundle has it
 * @property {number} events how many were read
 * @property {number} waits sealed facts of a running game, which nobody can open yet
 * @property {number} size events of the whole log, as the checkpoint says that holds; 0 until it does
 * @property {{size: number, lost: number | null, until: number, reason: string}[]} breaks what the log says of its repairs
 */
/** @typedef {(done: number, total: number) => void} Progress events of the game, read and in all */
/** @typedef {{logKey?: string | null, progress?: Progress}} Options `logKey` as known from elsewhere */

/**
 * Hold a bundle to its proofs. Never throws: what a file has wrong is a failure with its reason.
 * @param {import("./container.js").Source} source
 * @param {Options} [options]
 * @returns {Promise<Verdict>}
 */
export async function verifyBundle(source, { logKey = null, progress } = {}) {
  /** @type {Verdict} */
  const verdict = {
    ok: false,
    word: "unchecked",
    checks: CHECKS.map((name) => ({ name, ok: null, detail: name === "rules" ? RULES : "" })),
    firstFailure: null,
    game: "",
    logKey: "",
    events: 0,
    waits: 0,
    size: 0,
    breaks: [],
  };
  if (typeof DecompressionStream === "undefined") {
    put(verdict, null, "not checked here: this browser cannot unpack a bundle, a newer one can", "file");
    return verdict;
  }
  try {
    await held(verdict, source, logKey, progress ?? (() => {}));
  } catch (wrong) {
    const fault =
      wrong instanceof Fault ? wrong : new Fault("file", `it cannot be read: ${String(wrong).slice(0, 300)}`);
    put(verdict, false, fault.detail, fault.check);
    verdict.firstFailure = { position: fault.position, check: fault.check, detail: fault.detail };
  }
  verdict.ok =
    verdict.checks.every((each) => each.ok || each.name === "rules") && verdict.firstFailure === null;
  verdict.word = wordOf(verdict, logKey !== null);
  return verdict;
}

/** @param {Verdict} verdict @param {boolean} anchored whether the log's key was known from elsewhere */
function wordOf({ ok, firstFailure, waits }, anchored) {
  if (firstFailure) return "fails";
  if (!ok) return "unchecked";
  if (waits) return "waits";
  return anchored ? "holds" : "unanchored";
}

/** @param {Verdict} verdict @param {boolean | null} ok @param {string} detail @param {...string} names */
function put(verdict, ok, detail, ...names) {
  for (const each of verdict.checks) if (names.includes(each.name)) Object.assign(each, { ok, detail });
}

/**
 * @param {Verdict} verdict
 * @param {import("./container.js").Source} source
 * @param {string | null} logKey
 * @param {Progress} progress
 */
async function held(verdict, source, logKey, progress) {
  const signed = await available();
  const reader = new BundleReader(source, logKey, signed);
  /** What hangs on a signature holds only where one can be checked. */
  const holds = (/** @type {string} */ detail, /** @type {string} */ name) =>
    signed ? put(verdict, true, detail, name) : put(verdict, null, `not checked here: ${MISSING}`, name);
  try {
    await reader.open();
    verdict.game = reader.game;
    verdict.logKey = reader.history.keys[0].line;
    const own = `${verdict.logKey} by the bundle's own word: hold it to what the server publishes`;
    holds(logKey === null ? own : `${verdict.logKey}, as it was named`, "key");
    verdict.size = reader.checkpoint.size;
    verdict.breaks = reader.breaks;
    const at = `${counted(reader.checkpoint.size)} events of ${reader.checkpoint.origin}`;
    holds(`signed for ${at}`, "checkpoint");
    const intents = new IntentCheck(reader.game, reader.cosigned, reader.namedAlone, signed);
    const dice = new DiceCheck(reader.game, reader.earlier, intents);
    const signatures = new SignatureCheck(reader.game, reader.history.origin, signed, (size) =>
      reader.rootAt(size),
    );
    const seals = new SealCheck();
    const times = new TimeCheck();
    for await (const append of appends(reader.events())) {
      await intents.prepare(append);
      for (const event of append) times.take(event);
      dice.take(append);
      await signatures.take(append);
      seals.take(append);
      verdict.events = reader.read;
      progress(reader.read, reader.eventsHere);
    }
    const misnamed = reader.misnamed(signatures.named);
    const wrong = `the sizes that the bundle names are wrong at ${counted(misnamed ?? 0)}`;
    hold(misnamed === null, "file", wrong);
    put(verdict, true, "as it was written, byte for byte", "file");
    put(verdict, true, `${counted(reader.read)} events, each at its place among the ${at}`, "inclusion");
    const rising = times.holds ? ", no time before an earlier one" : "";
    const order = "every stream without a gap, every event after the command that caused it";
    put(verdict, true, `${order}${rising}`, "order");
    const heads = [...reader.heads].map(([name, last]) => `${name} to ${counted(last)}`);
    holds(`nothing is missing at the end: ${heads.join(", ")}`, "heads");
    put(verdict, true, reader.documents.size ? "as named" : "none", "blobs");
    const named = "a checkpoint has lines of witnesses, and the game names none";
    hold(!intents.unnamed, "dice", named);
    put(verdict, true, dice.found, "dice");
    holds(signatures.found, "signatures");
    verdict.waits = seals.waits;
    if (seals.commitment && !canOpen()) {
      put(verdict, null, "not checked here: this page has no way to open what is sealed", "seals");
      return;
    }
    await seals.finish();
    put(verdict, true, seals.found, "seals");
  } catch (wrong) {
    // Damage of the file comes first: so a verdict does not depend on how far it had been read.
    if (wrong instanceof Fault && wrong.check !== "file") await reader.checkRest();
    throw wrong;
  } finally {
    await reader.end();
  }
}

/**
 * Events as they were appended together: a command, and what it caused.
 * @param {AsyncIterable<import("./events.js").Stored>} events
 */
async function* appends(events) {
  /** @type {import("./events.js").Stored[]} */
  let together = [];
  for await (const event of events) {
    if (begins(event)) {
      if (together.length) yield together;
      together = [];
    } else {
      hold(together.length, "order", `no command caused this ${event.name}`, event.position);
      const next = event.position === together[together.length - 1].position + 1;
      hold(next, "order", `this ${event.name} is apart from its command`, event.position);
    }
    together.push(event);
  }
  if (together.length) yield together;
}
