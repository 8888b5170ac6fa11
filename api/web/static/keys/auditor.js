// @ts-check
/**
 * This browser as an auditor of a log (docs/signatures.md, "What a client has to mind"): it keeps the last checkpoint
 * that it verified, moves on by consistency proofs only, and stops where the log contradicts itself.
 *
 * What it keeps is of the log, not of a game: all games and tabs of a service share it.
 */

import { base64, fromHex, hex, isHex } from "../proof/bytes.js";
import { MISSING, available } from "../proof/ed25519.js";
import { entryOf, ofHistory, ofRequest, proves } from "../proof/evidence.js";
import { KeyHistory, Wrong, readKey } from "../proof/notes.js";
import { isConsistent } from "../proof/tree.js";
import { Fault, NO_LOCKS, PlayerError } from "./errors.js";
import { get, put } from "./store.js";

const MOST_NOTES = 128;

/** @typedef {import("../proof/evidence.js").Evidence} Evidence */
/** @typedef {{size: number, root: string}} SeenCheckpoint its root in hex */
/**
 * @typedef {{at: string, text: string, evidence: Evidence | null, game: string, broken?: boolean}} Stopped why nothing
 *   is sent; `broken`: the log itself says that it lost events
 */
/**
 * @typedef {object} Audit what is kept of a log
 * @property {string[]} id server, the log's first key
 * @property {string[]} handovers as they were verified
 * @property {{size: number, root: string, note: string} | null} last the last checkpoint that was verified
 * @property {{size: number, root: string, note: string}[]} notes earlier ones, by their size
 * @property {Stopped | null} stopped
 * @property {Stopped[]} before earlier stops, which the player has passed over
 */

export class Auditor {
  /**
   * @param {import("./http.js").Http} http
   * @param {string} logKey the log's first key, as it is known
   */
  constructor(http, logKey) {
    this.http = http;
    this.logKey = logKey;
    /** @type {KeyHistory | null} */
    this._history = null;
  }

  /** What is kept of the log. @returns {Promise<Audit>} */
  async kept() {
    const id = [this.http.server, this.logKey];
    return (
      (await get("audits", id)) ?? { id, handovers: [], last: null, notes: [], stopped: null, before: [] }
    );
  }

  /** Why nothing is sent to this log, null where nothing is wrong. @returns {Promise<Stopped | null>} */
  async stopped() {
    return (await this.kept()).stopped;
  }

  /** @throws {PlayerError} "contradiction" where nothing is sent to this log any more */
  async allowed() {
    const stopped = await this.stopped();
    if (stopped) throw new PlayerError("contradiction", stopped.text);
  }

  /**
   * The newest checkpoint, verified: signed by the log's key, and an extension of the last one.
   * @param {number} [least] the position of an event that it has to cover
   * @returns {Promise<SeenCheckpoint>}
   * @throws {PlayerError} "contradiction": the log contradicts itself; "behind": it is older than the one that is
   *   known; "not-yet": no checkpoint covers that event yet; "unproved": no proof leads there from the last one
   */
  async advance(least = 1) {
    await this._able();
    return this._alone(async (audit) => {
      const { note } = await this._newest(Math.max(least, audit.last?.size ?? 0));
      const size = await this._take(audit, note);
      if (size < least) throw new PlayerError("not-yet", "no signed checkpoint of the log covers this yet");
      return nameOf(audit);
    });
  }

  /**
   * A checkpoint that came with a link, or with a receipt, held to what is known.
   * @param {string} note
   * @returns {Promise<SeenCheckpoint>} the largest that is known now
   * @throws {PlayerError} as `advance` does
   */
  async take(note) {
    await this._able();
    return this._alone(async (audit) => {
      const { checkpoint } = await this._open(note, audit);
      await this._forgetLost(audit);
      const known = audit.last;
      if (known && checkpoint.size < known.size) await this._holdEarlier(audit, note, checkpoint);
      else await this._take(audit, note);
      return nameOf(audit);
    });
  }

  /** A note's checkpoint, signed by the log's key. @param {string} note @throws {PlayerError} "unproved" */
  async open(note) {
    await this._able();
    return (await this._open(note, await this.kept())).checkpoint;
  }

  /**
   * Hold a checkpoint that another seat's request names to this browser's own tree.
   * @param {SeenCheckpoint} named
   * @param {{game: string, event: any, bytes: Uint8Array | null}} about the request's own event, as the API gives it
   * @throws {PlayerError} as `advance` does
   */
  async holdNamed(named, { game, event, bytes }) {
    const { last: so } = await this.kept();
    const known = so && so.size >= event.position ? so : await this.advance(event.position);
    if (known.size === named.size && known.root === named.root) return;
    const path = await this._path(named.size, known.size);
    if (leads(path, named.size, fromHex(named.root), known)) return;
    const stream = `${game}/${event.timeline || "match"}`;
    const text = `A request of ${event.data.seat} names another log of ${named.size} events than this service shows here.`;
    return this._alone(async (audit) => {
      const { root1: root, proof } = path;
      /** @type {Evidence | null} */
      let evidence = null;
      if (bytes && root !== null) {
        const { position } = event;
        const { proof: inclusion } = await this.http.get("/log/proofs/inclusion", {
          position,
          size: known.size,
        });
        const entry = base64(entryOf(stream, event.version, event.name, bytes));
        const found = { checkpoint: noteOf(audit, known.size), position, entry, inclusion, root, proof };
        evidence = await sound(ofRequest(this._log(audit), found));
      }
      if (!evidence) throw new PlayerError("unproved", text);
      await this._stop(audit, text, evidence, game);
    });
  }

  /** Stop for what is no contradiction of the log's, as a die that does not follow. @param {string} text @param {string} game @returns {Promise<never>} */
  stop(text, game) {
    return this._alone((audit) => this._stop(audit, text, null, game));
  }

  /**
   * The player decides to continue: the log is followed again from what it shows now; of a log that was broken, from
   * what it has kept. What was found is kept.
   * @returns {Promise<void>}
   */
  goOn() {
    return this._within(async (audit) => {
      if (!audit.stopped) return;
      audit.before = [...audit.before, audit.stopped].slice(-8);
      if (!audit.stopped.broken) Object.assign(audit, { last: null, notes: [] });
      audit.stopped = null;
      await put("audits", audit);
    });
  }

  // -- within

  async _able() {
    if (!(await available())) throw new PlayerError("no-ed25519", MISSING);
  }

  /** One tab at a time. @template T @param {(audit: Audit) => Promise<T>} work @returns {Promise<T>} */
  _within(work) {
    if (!navigator.locks)
      throw new PlayerError("no-locks", NO_LOCKS);
    const name = `ironclad-log ${JSON.stringify([this.http.server, this.logKey])}`;
    /** @type {() => Promise<T>} */
    const alone = async () => work(await this.kept());
    return /** @type {Promise<any>} */ (navigator.locks.request(name, alone));
  }

  /** The same, if nothing has stopped it. @template T @param {(audit: Audit) => Promise<T>} work @returns {Promise<T>} */
  _alone(work) {
    return this._within(async (audit) => {
      if (audit.stopped) throw new PlayerError("contradiction", audit.stopped.text);
      return work(audit);
    });
  }

  /** The newest checkpoint of a size, or an older one where there is none. @param {number} least @returns {Promise<{note: string}>} */
  async _newest(least) {
    try {
      return await this.http.get("/log/checkpoint", { at_least: least });
    } catch (wrong) {
      if (!(wrong instanceof Fault) || wrong.status !== 404) throw wrong;
      return this.http.get("/log/checkpoint");
    }
  }

  /** @param {string} note @param {Audit} audit */
  async _open(note, audit) {
    try {
      this._history ??= await this._keys(audit.handovers);
      return await this._history.open(note);
    } catch (wrong) {
      if (!(wrong instanceof Wrong)) throw wrong;
    }
    try {
      const { handovers } = await this.http.get("/log/keys"); // the log may have another key by now
      this._history = await this._keys(handovers);
      audit.handovers = handovers;
      return await this._history.open(note);
    } catch (wrong) {
      if (wrong instanceof PlayerError) throw wrong;
      const why = wrong instanceof Error ? wrong.message : String(wrong);
      throw new PlayerError(
        "unproved",
        `the log's checkpoint does not hold by the key that is known: ${why}`,
      );
    }
  }

  /** @param {string[]} handovers */
  async _keys(handovers) {
    const history = new KeyHistory(readKey(this.logKey), true);
    for (const each of handovers) await history.takeHandover(each);
    return history;
  }

  /** @param {Audit} audit @returns {import("../proof/evidence.js").EvidenceLog} */
  _log = (audit) => ({ key: this.logKey, handovers: audit.handovers });

  /**
   * Take a checkpoint in the place of the last one, if it extends it.
   * @param {Audit} audit
   * @param {string} note
   * @returns {Promise<number>} its size
   */
  async _take(audit, note) {
    const { checkpoint } = await this._open(note, audit);
    await this._forgetLost(audit);
    const { size } = checkpoint;
    const root = hex(checkpoint.root);
    const { last } = audit;
    if (last && size < last.size) {
      await this._holdEarlier(audit, note, checkpoint);
      const text = `The service shows a log of ${size} events. It signed one of ${last.size} before, which this browser has verified.`;
      throw new PlayerError("behind", text);
    }
    if (last && (size > last.size || root !== last.root))
      await this._extends(audit, last, note, { size, root });
    if (size > (last?.size ?? 0)) {
      if (last) audit.notes = thinned([...audit.notes, last]);
      audit.last = { size, root, note };
      await put("audits", audit);
    }
    return size;
  }

  /**
   * Of a log that was broken (docs/bundle.md): forget the checkpoints of what it lost, and stop once, so that the player
   * knows. What is kept has to be continued as ever.
   * @param {Audit} audit
   */
  async _forgetLost(audit) {
    if (!this._history?.renamed.length || !audit.last) return;
    const [known, kept] = [[...audit.notes, audit.last], []];
    for (const each of known) if (await isOf(this._history, each.note)) kept.push(each);
    if (kept.length === known.length) return;
    const size = Math.min(...this._history.renamed.filter((each) => each < known[known.length - 1].size));
    const text = `The service says that its log lost what it had after its first ${size} events. This browser has verified ${audit.last.size} of them.`;
    [audit.notes, audit.last] = [kept.slice(0, -1), kept.at(-1) ?? null];
    await this._stop(audit, text, null, "", true);
  }

  /**
   * @param {Audit} audit @param {{size: number, root: string, note: string}} before
   * @param {string} note @param {SeenCheckpoint} after
   */
  async _extends(audit, before, note, after) {
    const path =
      after.size === before.size
        ? { root1: after.root, proof: [] }
        : await this._path(before.size, after.size);
    if (leads(path, before.size, fromHex(before.root), after)) return;
    const { root1: root, proof } = path;
    const evidence =
      root === null ? null : ofHistory(this._log(audit), { first: before.note, second: note, root, proof });
    const found = await sound(evidence);
    if (!found)
      throw new PlayerError(
        "unproved",
        `The service does not prove that its log of ${after.size} events extends the one of ${before.size} events which this browser has verified.`,
      );
    await this._stop(audit, contradicts(before.size, after.size), found, "");
  }

  /**
   * Hold a checkpoint that is smaller than the last one to those that were verified before it: the largest that is not
   * larger, and the last one itself.
   * @param {Audit} audit @param {string} note @param {import("../proof/notes.js").Checkpoint} checkpoint
   */
  async _holdEarlier(audit, note, checkpoint) {
    const after = { size: checkpoint.size, root: hex(checkpoint.root) };
    const before = audit.notes.filter((each) => each.size <= after.size).at(-1);
    if (before) await this._extends(audit, before, note, after);
  }

  /**
   * The service's path from one size to another, and the root that it says the smaller one has.
   * @param {number} from @param {number} to
   * @returns {Promise<{root1: string | null, proof: string[]}>}
   */
  async _path(from, to) {
    const { root1, proof } = await this.http.get("/log/proofs/consistency", { from, to });
    const listed = Array.isArray(proof) && proof.every((each) => isHex(each, 64));
    return listed ? { root1: isHex(root1, 64) ? root1 : null, proof } : { root1: null, proof: [] };
  }

  /**
   * @param {Audit} audit @param {string} text @param {Evidence | null} evidence @param {string} game
   * @param {boolean} [broken]
   * @returns {Promise<never>}
   */
  async _stop(audit, text, evidence, game, broken = false) {
    audit.stopped = { at: new Date().toISOString(), text, evidence, game, broken };
    await put("audits", audit);
    throw new PlayerError("contradiction", text);
  }
}

/** Whether a checkpoint is of a log as its keys are now. @param {KeyHistory} history @param {string} note */
async function isOf(history, note) {
  try {
    await history.open(note);
    return true;
  } catch (wrong) {
    if (wrong instanceof Wrong) return false;
    throw wrong;
  }
}

/** @param {Audit} audit @returns {SeenCheckpoint} */
function nameOf({ last }) {
  if (!last) throw new PlayerError("not-yet", "no signed checkpoint of the log is known yet");
  return { size: last.size, root: last.root };
}

/** @param {Audit} audit @param {number} size */
const noteOf = ({ last, notes }, size) => [...notes, last].find((each) => each?.size === size)?.note ?? "";

/**
 * @param {{proof: string[]}} path @param {number} size @param {Uint8Array} root @param {SeenCheckpoint} to
 */
const leads = ({ proof }, size, root, to) =>
  isConsistent(size, to.size, root, fromHex(to.root), proof.map(fromHex));

/** Evidence that proves what it says; null for any other. @param {Evidence | null} evidence */
async function sound(evidence) {
  try {
    if (evidence) await proves(evidence);
    return evidence;
  } catch {
    return null;
  }
}

/** @param {number} before @param {number} after */
const contradicts = (before, after) =>
  before === after
    ? `The service has signed two different logs of ${before} events.`
    : `The service signed a log of ${before} events, and then one of ${after} events that does not begin with them.`;

/** So many notes that all of a year fit: beyond a number every other one of the older half goes. @template T @param {T[]} notes @returns {T[]} */
const thinned = (notes) =>
  notes.length <= MOST_NOTES ? notes : notes.filter((_, at) => at >= MOST_NOTES / 2 || at % 2 === 0);
