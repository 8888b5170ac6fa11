// @ts-check
/**
 * Commands that were committed to before they were given, and what witnesses cosigned of it (docs/dice.md,
 * the tournament level).
 */

import { counted, frame, fromHex, hex, isHex } from "./bytes.js";
import { NotCanonical, canonical } from "./canonical.js";
import { SCHEME } from "./dice.js";
import { readEvent } from "./events.js";
import { Fault, quoted } from "./fault.js";
import { Wrong, readWitnessKey, timeOfCosignature } from "./notes.js";
import { sha256 } from "./sha256.js";

const MOST_WITNESSES = 16;

/** @typedef {import("./events.js").Placed} Placed */
/**
 * @typedef {{size: number, note: import("./notes.js").Note}} Cosigned a checkpoint with lines of others than
 *   the log
 */
/** @typedef {{intent: string, digest: string, round: number, position: number}} Intent */

/** @param {string} value the hex of what a beacon said */
const isValue = (value) => value.length % 2 === 0 && isHex(value, value.length);

/**
 * A beacon's share in a key; null for a value that is not written as it must be.
 * @param {string} name
 * @param {{round: number, value: string}} said
 * @param {string} scheme how the game's dice are made
 * @returns {Uint8Array | null}
 */
export const shareOf = (name, { round, value }, scheme) =>
  round >= 0 && isValue(value) ? sha256(frame(`${scheme}/beacon`, name, round, fromHex(value))) : null;

/** Takes a game's events in the order of its log. */
export class IntentCheck {
  /**
   * @param {string} game
   * @param {Cosigned[]} cosigned in the order of their sizes
   * @param {boolean} alone whether the lines are of the game's witnesses alone
   * @param {boolean} signed whether signatures can be checked here
   */
  constructor(game, cosigned, alone, signed) {
    this._game = game;
    this._cosigned = cosigned;
    this._alone = alone;
    this._signed = signed;
    /** @type {any} */
    this.terms = null;
    this._counts = { answered: 0, refused: 0, voided: 0, contested: 0 };
    /** @type {Map<string, Intent>} */
    this._waiting = new Map();
    /** @type {Intent | null} */
    this._given = null;
    /** @type {Map<string, bigint>[]} when each witness first cosigned each checkpoint, or a larger one */
    this._first = [];
    this._wrong = "";
    this._scheme = SCHEME;
    /** @type {Map<string, Intent[]>} what waits on a line for a round, in games of v2 */
    this._rounds = new Map();
    /** @type {Set<string>} the commands that were committed to: their line and version */
    this._commits = new Set();
  }

  /** What was found of a game whose intents hold; empty for a game of another level. */
  get found() {
    if (this.terms === null) return "";
    const { answered, refused, voided, contested } = this._counts;
    const values = `the values of ${this.terms.beacon} as the log has them: hold them to the beacon with --beacon FILE`;
    if (this._scheme !== SCHEME)
      return (
        `; ${counted(answered)} commands waited for a round, each roll's witnessed before it,` +
        ` ${counted(voided)} rounds missed by the service's word` +
        ` (${counted(contested)} of them witnessed in time); ${values}`
      );
    return (
      `; ${counted(answered)} intents answered, each roll's witnessed before its round,` +
      ` ${counted(refused)} refused by the rules, ${counted(voided)} void by the service's word` +
      ` (${counted(contested)} of them witnessed in time); ${values}`
    );
  }

  /** Whether a checkpoint has lines that must be witnesses', and the game names none. */
  get unnamed() {
    return this._alone && this._cosigned.length > 0 && this.terms === null;
  }

  /**
   * Check the lines of the witnesses that an append names, before it is taken.
   * @param {import("./events.js").Stored[]} append
   */
  async prepare(append) {
    for (const stored of append) {
      if (stored.name !== "match.tournament_set.1" || this.terms !== null) continue;
      try {
        await this._verify(readEvent(stored).event.witnesses);
      } catch (wrong) {
        if (wrong instanceof Wrong) this._wrong = wrong.message;
        else if (!(wrong instanceof Fault)) throw wrong; // what cannot be read is found when it is taken
      }
    }
  }

  /** @param {string[]} witnesses @throws {Wrong} */
  async _verify(witnesses) {
    this._wrong = "";
    const keys = witnesses.map(readWitnessKey);
    /** @type {Map<string, bigint>} */
    let after = new Map();
    for (const { size, note } of [...this._cosigned].reverse()) {
      const seen = new Set();
      for (const each of note.signatures) {
        const key = keys.find((one) => one.name === each.name && one.id === each.id);
        if (!key) continue;
        const at = await timeOfCosignature(key, each.body, note.text, this._signed);
        if (seen.has(key.line)) throw new Wrong(`the checkpoint of ${counted(size)} events has a line twice`);
        seen.add(key.line);
        const before = after.get(key.line);
        after = new Map(after).set(key.line, before === undefined || at < before ? at : before);
      }
      const others = seen.size !== note.signatures.length - 1;
      if (this._alone && others)
        throw new Wrong(`the checkpoint of ${counted(size)} events has lines of no witness of the game`);
      this._first.unshift(after);
    }
  }

  /** @param {Placed} placed @throws {Fault} */
  take({ position, line, version, kind, event }) {
    if (kind === "command_accepted") {
      this._given = null;
      if (line && !event.replayed) this._command(position, line, event);
    } else if (kind === "command_committed") this._committed(position, line, version, event);
    else if (kind === "round_missed") this._missed(position, line, event);
    else if (kind === "tournament_set") this._set(position, event);
    else if (kind === "dice_anchored") this._anchored(position, event);
    else if (kind === "game_moved") this._lapse(event.left);
    else if (kind === "intent_made") this._made(position, event);
    else if (/^intent_(answered|refused|voided)$/.test(kind)) this._settled(position, kind, event);
  }

  /**
   * The share of a beacon's round in the command that was just taken; null where it does not hold.
   * @param {{round: number, value: string, intent: number}} said
   * @param {number} at
   * @returns {Uint8Array | null}
   */
  share(said, at) {
    const intent = this._given;
    if (!intent || this.terms === null)
      throw fault(at, "intent", "this rolls, and nobody had committed to it");
    const late = `the intent at ${intent.position} was not witnessed before round ${intent.round}`;
    need(this._inTime(intent), at, "witness", late);
    if (said.intent !== intent.position || said.round !== intent.round) return null;
    return shareOf(this.terms.beacon, said, this._scheme);
  }

  // -- the events

  /** Whether as many witnesses as are needed cosigned an intent before its round. @param {Intent} intent */
  _inTime({ position, round }) {
    const at = this._cosigned.findIndex(({ size }) => size >= position);
    const times = at < 0 ? [] : [...this._first[at].values()].sort((one, other) => (one < other ? -1 : 1));
    const { genesis, period, needed } = this.terms;
    const time = BigInt(genesis) + BigInt(round - 1) * BigInt(period);
    return times.length >= needed && times[needed - 1] < time;
  }

  /** @param {number} at @param {any} terms */
  _set(at, terms) {
    need(this.terms === null, at, "terms", "the terms of the tournament level come twice");
    const { beacon, genesis, period, witnesses, needed, lead } = terms;
    need(beacon && period >= 1 && genesis >= 0, at, "terms", "no such beacon");
    need(lead >= 0, at, "terms", "the lead is negative");
    const different = new Set(witnesses).size === witnesses.length && witnesses.length <= MOST_WITNESSES;
    const enough = needed >= 1 && needed <= witnesses.length && different;
    need(enough, at, "terms", `${needed} of ${witnesses.length} witnesses cannot be needed`);
    need(!this._wrong, at, "witness", this._wrong);
    this.terms = terms;
  }

  /**
   * New chains end the waiting intents: their keeper may have known the beacon's value.
   * @param {number} at
   * @param {any} event
   */
  _anchored(at, { timeline, epoch }) {
    const name = this.terms?.beacon ?? "";
    need(epoch.terms.beacon === name, at, "terms", `the epoch names the beacon ${quoted(epoch.terms.beacon)}`);
    this._scheme = epoch.terms.scheme;
    this._lapse(timeline);
  }

  /** @param {string} timeline */
  _lapse(timeline) {
    for (const place of this._waiting.keys())
      if (JSON.parse(place)[0] === timeline) this._waiting.delete(place);
  }

  /** @param {number} position @param {any} event */
  _made(position, { timeline, intent, seat, digest, round }) {
    const place = JSON.stringify([timeline, seat]);
    const free = this._scheme === SCHEME && !this._waiting.has(place);
    const may = this.terms !== null && free && round >= 1;
    need(may, position, "intent", `${seat} could not commit to this here`);
    this._waiting.set(place, { intent, digest, round, position });
  }

  /** @param {number} at @param {string} line @param {any} accepted */
  _command(at, line, accepted) {
    const { seat, id, decision, expected_version, command } = accepted;
    if (accepted.committed) {
      this._given = this._waited(line);
      this._counts.answered += this._given ? 1 : 0;
      return;
    }
    this._rounds.delete(line);
    const place = JSON.stringify([line, seat]);
    const intent = this._waiting.get(place);
    if (!intent) return;
    this._waiting.delete(place);
    const same = this._digest(line, seat, { id, decision, expected_version, command }) === intent.digest;
    need(same, at, "intent", `${seat} had committed to another request`);
    this._given = intent;
    this._counts.answered += 1;
  }

  /**
   * A command of v2 is committed to, for a round of the beacon or for none.
   * @param {number} position
   * @param {string} line
   * @param {number} version
   * @param {any} event
   */
  _committed(position, line, version, { round }) {
    const none = "a command waits for a round, and the game has no beacon";
    need(this.terms !== null || !round, position, "beacon", none);
    // Otherwise the round before this one has been carried out.
    if (!this._commits.has(JSON.stringify([line, version - 1]))) this._rounds.delete(line);
    this._commits.add(JSON.stringify([line, version]));
    if (round) this._wait(line, { intent: "", digest: "", round, position });
  }

  /** @param {string} line @param {Intent} intent */
  _wait(line, intent) {
    this._rounds.set(line, [...(this._rounds.get(line) ?? []), intent]);
  }

  /**
   * By the service's word too few had witnessed what waits before its round.
   * @param {number} at
   * @param {string} line
   * @param {any} event
   */
  _missed(at, line, { round }) {
    const waits = this._waited(line);
    if (!waits || this.terms === null)
      throw fault(at, "beacon", "nothing waits for a round of the beacon there");
    this._counts.contested += this._inTime(waits) ? 1 : 0;
    this._counts.voided += 1;
    this._wait(line, { ...waits, round });
    need(round > waits.round, at, "beacon", `round ${round} comes before ${waits.round}`);
  }

  /** What waits on a line for a round: the last of its commands, and the latest of their rounds. @param {string} line */
  _waited(line) {
    const waits = this._rounds.get(line) ?? [];
    if (!waits.length) return null;
    const last = waits.reduce((one, other) => (other.position > one.position ? other : one));
    return { ...last, round: Math.max(...waits.map((each) => each.round)) };
  }

  /** @param {number} at @param {string} kind @param {any} event */
  _settled(at, kind, event) {
    if (kind === "intent_answered") {
      const answers = this._given?.intent === event.intent;
      need(answers, at, "intent", "the command before it answers no intent of this id");
      return;
    }
    const { timeline, seat } = event;
    const place = JSON.stringify([timeline, seat]);
    const intent = this._waiting.get(place);
    if (intent?.intent !== event.intent || !intent)
      throw fault(at, "intent", `no intent ${quoted(event.intent)} of ${seat} waits there`);
    this._waiting.delete(place);
    if (kind === "intent_refused") {
      const same = this._digest(timeline, seat, event.request) === intent.digest;
      need(same, at, "intent", `${seat} had committed to another request`);
      this._counts.refused += 1;
      return;
    }
    this._counts.contested += this._inTime(intent) ? 1 : 0;
    this._counts.voided += 1;
  }

  /** @param {string} timeline @param {string} seat @param {any} asked */
  _digest(timeline, seat, asked) {
    try {
      const whole = canonical({ ...asked, game: this._game, timeline, seat });
      return hex(sha256(frame(`${SCHEME}/intent`, whole)));
    } catch (wrong) {
      if (wrong instanceof NotCanonical) return "";
      throw wrong;
    }
  }
}

/** @param {number} position @param {string} check @param {string} detail */
const fault = (position, check, detail) => new Fault("dice", `${check}: ${detail}`, position);

/** @param {unknown} test @param {number} position @param {string} check @param {string} detail */
function need(test, position, check, detail) {
  if (!test) throw fault(position, check, detail);
}
