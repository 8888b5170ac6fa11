// @ts-check
/**
 * The dice of a recorded game, checked against the anchors and links in it (docs/dice.md, "What a verifier
 * checks").
 */

import { counted, fromHex, hex, isHex } from "./bytes.js";
import { SCHEME, SCHEMES, contextOf, facesOf, keyOf, previousLink } from "./dice.js";
import { Line } from "./dice_line.js";
import { Round } from "./dice_round.js";
import { isOfMatch, readEvent } from "./events.js";
import { Fault, hold, quoted, several } from "./fault.js";
import { shareOf } from "./intents.js";
import { ReplayCheck } from "./replays.js";
import { closedFields } from "./sealed_commands.js";

const SHORTEST = 256;
const LONGEST = 16_384;
const LONGEST_KEPT = 65_536;
const NAMED = 10; // epochs

/** @param {unknown} one @param {unknown} other plain data with its fields in one order */
const equal = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What a seat asked, and when; of sealed values who may read them: each place seals otherwise. */
const asked = (/** @type {any} */ event, /** @type {any} */ command) => [
  ...[event.seat, event.id, event.digest, event.at, event.by, event.decision, event.expected_version],
  withoutBoxes(command),
];

/** @param {any} data @returns {any} */
function withoutBoxes(data) {
  if (Array.isArray(data)) return data.map(withoutBoxes);
  if (typeof data !== "object" || data === null) return data;
  const { sealed } = data;
  const inner = typeof sealed === "object" && sealed !== null ? Object.keys(sealed).sort().join() : "";
  if (Object.keys(data).join() === "sealed" && inner === "box,digest,for") return { sealed: sealed.for };
  return Object.fromEntries(Object.entries(data).map(([name, each]) => [name, withoutBoxes(each)]));
}

/** Where a game's first event says that its dice come from. @param {any} body @param {number} position */
function diceOf(body, position) {
  const object = typeof body === "object" && body !== null && !Array.isArray(body);
  const said = object && Object.hasOwn(body, "dice") ? body.dice : "server";
  const read = "the event cannot be read: it does not say where its dice come from";
  hold(object && typeof said === "string", "order", read, position);
  return said;
}

/** Takes a game append by append, as its log has them. */
export class DiceCheck {
  /**
   * @param {string} game
   * @param {number[] | null} sizes of the log's earlier checkpoints, increasing; null where they are not at hand
   * @param {import("./intents.js").IntentCheck | null} [intents] null: a beacon's shares are taken as the
   *   log has them
   */
  constructor(game, sizes, intents = null) {
    this._intents = intents;
    this._opened = false;
    /** @type {Map<string, any>} the commands that were committed to, by line and version */
    this._commits = new Map();
    this._hides = false;
    this._replays = new ReplayCheck();
    this._game = game;
    this._sizes = sizes;
    /** @type {string[]} */
    this._seats = [];
    /** @type {Set<string>} */
    this._branches = new Set();
    /** @type {Map<string, Line>} */
    this._lines = new Map();
    /** @type {any} */
    this._terms = null;
    this._at = 0;
    this._rolls = 0;
    /** @type {Set<string>} */
    this._uncovered = new Set();
    /** @type {string[]} the seats whose chains an official ordered in this append */
    this._ordered = [];
  }

  /** What was found of a game whose dice hold. */
  get found() {
    if (this._terms === null) return "the service's own, as the game says: nothing proves them";
    const intents = this._intents?.found ?? "";
    const rolls = `${counted(this._rolls)} rolls, every face from the shares of all${intents}`;
    const open = [...this._uncovered];
    if (!open.length) {
      const each = this._terms.scheme === SCHEME ? "" : " and of each commit before its link";
      return `${rolls}, a signed checkpoint of the anchors before the first link of every epoch${each}`;
    }
    const more = open.length > NAMED ? ` and ${counted(open.length - NAMED)} more` : "";
    const which = `${open.slice(0, NAMED).join(", ")}${more}: the bundle has none`;
    const unseen =
      "that a signed checkpoint had the anchors before the first link was not looked at for epochs";
    return `${rolls}; ${unseen} ${which}`;
  }

  /** @param {import("./events.js").Stored[]} append @throws {Fault} */
  take(append) {
    for (const stored of append) {
      this._at = stored.position;
      if (isOfMatch(stored.name)) {
        const placed = readEvent(stored);
        this._intents?.take(placed);
        this._replays.take(placed);
        this._take(placed);
        if (this._opened) this._holdSame(placed);
      } else if (stored.version === 1) this._begun(stored.body);
    }
  }

  /**
   * A game's first event says where its dice come from: chains are anchored just if it says shared.
   * @param {any} body
   */
  _begun(body) {
    const said = diceOf(body, this._at);
    const fair = this._terms !== null;
    if (fair ? said === this._terms.scheme : !SCHEMES.includes(said)) return;
    const words = fair ? `anchors chains of ${this._terms.scheme}` : "anchors no chain";
    throw new Fault(
      "dice",
      `the game says that its dice are ${quoted(said)}, and ${words}`,
      this._at,
    );
  }

  /** @param {unknown} test @param {string} check @param {string} detail */
  _need(test, check, detail) {
    if (!test) throw new Fault("dice", `${check}: ${detail}`, this._at);
  }

  /** @param {import("./events.js").Placed} placed */
  _take({ line, version, kind, event }) {
    if (kind === "game_opened" && !this._opened) [this._opened, this._seats] = [true, event.seats];
    if (!this._opened) return;
    this._order(kind, event);
    if (kind === "timeline_opened") {
      if (event.why === "branch" || this._branches.has(event.parent)) this._branches.add(event.timeline);
    } else if (kind === "dice_anchored") this._takeAnchors(event.timeline, event.epoch);
    else if (kind === "seat_ready") this._takeReady(event);
    else if (kind === "game_moved") this._holdFree(event.left);
    else if (kind === "command_committed") this._takeCommit(line, version, event);
    else if (kind === "link_revealed") this._takeLink(line, event);
    else if (kind === "round_missed") {
      const { commits, done } = this._of2(event.timeline).round;
      const waits = !done && commits.some((each) => each.version === event.committed);
      this._need(waits, "commit", "no such commit waits for a round of the beacon");
    } else if (kind === "roll_abandoned") {
      const of = this._of2(event.timeline);
      of.round.abandon(event, this._seats, of, this._needs);
    } else if (kind === "command_accepted" && line && !event.replayed) {
      if (this._terms !== null || event.dice_proof !== null) this._takeCommand(line, version, event);
    }
  }

  /** A command that is carried out is the one that was committed to. @param {import("./events.js").Placed} placed */
  _holdSame({ line, version, kind, event }) {
    if (kind === "seal_set") this._hides = true;
    if (kind === "command_committed") this._commits.set(JSON.stringify([line, version]), event);
    if (kind === "link_revealed") this._open(line, event);
    if (kind !== "command_accepted" || !event.committed) return;
    const place = JSON.stringify([line, event.committed]);
    const commit = this._commits.get(place);
    this._commits.delete(place);
    const same = commit && equal(asked(commit, commit.command), asked(event, (event.instead ?? event).command));
    this._need(same, "commit", `${event.seat} committed to another request at ${event.committed}`);
    const once = event.signature === null;
    this._need(once, "commit", "the signature of a committed command is its commit's");
  }

  /** The link of a command that was committed to by digests opens these alone. @param {string} line @param {any} link */
  _open(line, { seat, committed, opened }) {
    const place = JSON.stringify([line, committed]);
    const commit = this._commits.get(place);
    const closed = commit && this._hides ? [...closedFields(commit.command).keys()] : [];
    const named = Object.keys(opened ?? {});
    const same = commit && named.length === closed.length && closed.every((each) => named.includes(each));
    const what = named.sort().join(", ") || "nothing";
    this._need(same, "commit", `${seat} opens ${what} of what it committed to at ${committed}`);
    const command = { ...commit.command };
    for (const field of closed) command[field] = opened[field];
    this._commits.set(place, { ...commit, command });
  }

  // -- anchors

  /** An official orders chains of some seats, for what is anchored in the same append. @param {string} kind @param {any} event */
  _order(kind, event) {
    if (kind === "chains_ordered") this._ordered = event.seats;
    else if (kind === "seat_vacated") this._ordered = [event.seat];
    else if (["command_accepted", "command_committed", "link_revealed"].includes(kind)) this._ordered = [];
  }

  /** @param {string} timeline @param {any} epoch */
  _takeAnchors(timeline, epoch) {
    const line = this._lines.get(timeline) ?? new Line();
    const { number, chains, agreed, terms } = epoch;
    this._holdFree(timeline);
    this._need(SCHEMES.includes(terms.scheme), "terms", `no dice are made by ${terms.scheme}`);
    this._terms ??= terms;
    this._need(number === line.number + 1, "epoch", `epoch ${number} of ${timeline} follows ${line.number}`);
    const parties = this._branches.has(timeline) ? ["server"] : ["server", ...this._seats];
    const found = chains.map((/** @type {any} */ each) => each.party);
    this._need(equal(found, parties), "parties", `chains of ${quoted(found)}, not of ${quoted(parties)}`);
    for (const chain of chains) this._checkChain(timeline, line, number, chain);
    this._need(equal(terms, this._terms), "terms", "the game's terms were others");
    for (const old of line.chains) this._checkAgreement(line, old, chains, agreed);
    this._ordered = [];
    Object.assign(line, { number, chains, shares: new Map(), anchored: this._at });
    this._lines.set(timeline, line);
  }

  /** @param {string} timeline @param {Line} line @param {number} number @param {any} chain */
  _checkChain(timeline, line, number, chain) {
    const who = `${chain.party}'s chain ${chain.series} on ${timeline}`;
    if (chain.custody === "server") {
      const isNew = chain.index === 0 && chain.series === number;
      this._need(isNew, "series", `${who} is not a new chain of epoch ${number}`);
      const fits = chain.length >= 1 && chain.length <= LONGEST_KEPT;
      this._need(fits, "length", `${who} has ${chain.length} links`);
    } else {
      const kept = chain.custody === "client" && chain.party !== "server";
      this._need(kept, "custody", `${who} is kept by ${quoted(chain.custody)}`);
      this._checkOwn(timeline, line, chain, who);
      if (chain.length === 0) return;
      line.series.set(chain.party, chain.series);
      const fits = chain.length >= SHORTEST && chain.length <= LONGEST;
      this._need(fits, "length", `${who} has ${chain.length} links`);
    }
    this._need(isHex(chain.link, 64), "anchor", `${who} has no anchor`);
  }

  /** A seat's own chain is its next from link 0, or continues where it was. */
  _checkOwn(
    /** @type {string} */ timeline,
    /** @type {Line} */ line,
    /** @type {any} */ chain,
    /** @type {string} */ who,
  ) {
    const old = line.chain(chain.party);
    if (old?.custody === "client" && old.series === chain.series) {
      if (old.length === 0) {
        this._need(chain.index === 0, "series", `${who} does not begin at its anchor`);
        return;
      }
      const last = line.last(old);
      const goesOn = equal([chain.index, chain.link, chain.length], [last.index, last.link, old.length]);
      this._need(goesOn, "series", `${who} does not go on at link ${last.index}`);
      return;
    }
    const series = (line.series.get(chain.party) ?? 0) + 1;
    const isNew = chain.series === series && chain.index === 0;
    this._need(isNew, "series", `${who} is not chain ${series} from its anchor`);
  }

  /** Who bared a share agrees to losing it, and who keeps a chain to having another, or none. */
  _checkAgreement(
    /** @type {Line} */ line,
    /** @type {any} */ old,
    /** @type {any[]} */ chains,
    /** @type {string[]} */ agreed,
  ) {
    const next = chains.find((each) => each.party === old.party);
    const own = old.custody === "client" || next.custody === "client";
    const bared = old.custody === "client" && line.shares.has(old.party);
    const goesOn =
      old.custody === next.custody && old.series === next.series && (old.length > 0 || next.length === 0);
    const has = agreed.includes(old.party) || this._ordered.includes(old.party);
    this._need(has || !bared || this._ordered.length, "agreement", `${old.party} has not agreed to new chains`);
    this._need(has || !own || goesOn, "agreement", `${old.party} has not agreed to its chain`);
  }

  // -- links

  /** @param {string} timeline @param {number} epoch @returns {Line} */
  _standing(timeline, epoch) {
    const line = this._lines.get(timeline);
    this._need(line, "anchor", `no chain was anchored on ${timeline} before`);
    const held = /** @type {Line} */ (line);
    this._need(
      epoch === held.number,
      "epoch",
      `epoch ${epoch} is named on ${timeline}, ${held.number} stands`,
    );
    return held;
  }

  /** @param {any} event */
  _takeReady({ timeline, epoch, share }) {
    const line = this._standing(timeline, epoch);
    const chain = line.chain(share.party);
    const due = chain?.custody === "client" && !line.shares.has(share.party);
    this._need(due, "reveal", `${share.party} had no link to reveal`);
    this._reveal(timeline, line, chain, share);
    this._checkPublished(timeline, line);
  }

  /** @param {string} timeline @param {Line} line @param {any} chain @param {any} share */
  _reveal(timeline, line, chain, share) {
    const last = line.last(chain);
    const name = `link ${share.index} of ${chain.party}'s chain ${chain.series} on ${timeline}`;
    this._need(
      line.chains.every((each) => each.length),
      "anchor",
      `${name} before every chain was anchored`,
    );
    this._need(share.index > last.index, "reused", `${name} again: link ${last.index + 1} was due`);
    this._need(share.index === last.index + 1, "skipped", `${name}: link ${last.index + 1} was due`);
    this._need(share.index <= chain.length, "length", `${name}, which has ${chain.length}`);
    const { scheme } = this._terms;
    const context = contextOf(this._game, timeline, chain.party, chain.custody, chain.series, scheme);
    const fits =
      isHex(share.link, 64) && hex(previousLink(context, share.index, fromHex(share.link))) === last.link;
    this._need(fits, "link", `${name} does not hash to link ${last.index}`);
    line.shares.set(share.party, share);
  }

  /** A signed checkpoint of a size between the anchors and this reveal has the anchors in it. */
  _checkPublished(/** @type {string} */ timeline, /** @type {Line} */ line) {
    if (!this._sizes || this._covers(line.anchored)) return;
    const own = line.chains.some((each) => each.custody === "client");
    this._need(!own, "checkpoint", `no checkpoint covers the anchors at ${line.anchored} before this`);
    this._uncovered.add(`${line.number} of ${timeline}`);
  }

  /** Whether an earlier checkpoint of a size from a position up to before this event is known. @param {number} position */
  _covers(position) {
    const sizes = this._sizes ?? [];
    let [low, high] = [0, sizes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sizes[middle] < position) low = middle + 1;
      else high = middle;
    }
    return low < sizes.length && sizes[low] < this._at;
  }

  // -- commits and their links

  _needs = (/** @type {unknown} */ test, /** @type {string} */ check, /** @type {string} */ detail) =>
    this._need(test, check, detail);

  /** Nothing that was committed to waits on a timeline. @param {string} timeline */
  _holdFree(timeline) {
    const free = this._lines.get(timeline)?.round.free ?? true;
    this._need(free, "owed", `a command waits for its link on ${timeline}`);
  }

  /** A timeline whose commands are committed to. @param {string} timeline @returns {Line} */
  _of2(timeline) {
    const line = this._lines.get(timeline);
    this._need(line, "anchor", `no chain was anchored on ${timeline} before`);
    this._need(this._terms.scheme !== SCHEME, "commit", `nothing is committed to in games of ${SCHEME}`);
    return /** @type {Line} */ (line);
  }

  /** @param {string} timeline @param {number} version @param {any} event */
  _takeCommit(timeline, version, event) {
    const line = this._of2(timeline);
    const { seat, command } = event;
    const commit = { version, position: this._at, seat, command: command.type };
    line.round.commit(commit, line, this._terms, this._needs);
  }

  /** A link that a committed command owed: a checkpoint before it has every commit of the round. @param {string} timeline @param {any} event */
  _takeLink(timeline, event) {
    const line = this._of2(timeline);
    line.round.link(event, this._seats, line, this._needs);
    this._reveal(timeline, line, line.chain(event.seat), event.share);
    this._checkPublished(timeline, line);
    const last = line.round.last;
    const size = event.signature?.seen?.checkpoint?.size;
    if (size !== undefined)
      // its seat says what it had seen: another seat's answer may not come after that
      this._need(last <= size && size < this._at, "checkpoint", `this was sent before the commit at ${last} was seen`);
    else if (this._sizes)
      this._need(this._covers(last), "checkpoint", `no checkpoint covers the commit at ${last} before this link`);
  }

  // -- commands

  /**
   * Who had to reveal a link with a command, in the order of the game.
   * @param {Line} line
   * @param {any} event
   */
  _due(line, event) {
    const seats = this._seats.filter((seat) => line.chain(seat));
    const { hands_over, together, beacon, scheme } = this._terms;
    const { type } = event.command;
    const reveals = hands_over.includes(type) || (scheme !== SCHEME && together.includes(type));
    if (scheme !== SCHEME && (event.rolls.length || reveals)) {
      const own = line.chain(event.seat)?.custody === "client" || (event.rolls.length && beacon);
      this._need(!own, "commit", `${event.seat} had to commit to this before a link was revealed`);
    }
    if (!event.rolls.length) return reveals && seats.includes(event.seat) ? [event.seat] : [];
    const late = (/** @type {string} */ seat) =>
      !line.shares.has(seat) && line.chain(seat).custody === "server";
    return ["server", ...seats.filter((seat) => seat === event.seat || late(seat))];
  }

  /** @param {string} timeline @param {number} version @param {any} event */
  _takeCommand(timeline, version, event) {
    const proof = event.dice_proof;
    this._need(this._lines.get(timeline), "anchor", `no chain was anchored on ${timeline} before`);
    this._need(proof, "proof", "the command has no dice proof");
    if (event.committed)
      this._of2(timeline).round.accept(event, this._seats, this._of2(timeline), this._needs);
    else this._holdFree(timeline);
    const line = this._standing(timeline, proof.epoch);
    const { round } = line;
    const due = event.committed ? round.reveals(event, this._seats, line) : this._due(line, event);
    if (due.length || (event.committed && event.rolls.length))
      this._checkProof(timeline, version, line, event, due);
    else {
      const bare = !proof.revealed.length && !proof.shares.length && !proof.next_roll && !proof.beacon;
      this._need(bare && proof.since === line.since, "reveal", "links, where none were due");
    }
    if (event.committed && round.settle()) line.round = new Round();
  }

  /** Every link that was revealed with a command, the shares in force after it, and its rolls. */
  _checkProof(
    /** @type {string} */ timeline,
    /** @type {number} */ version,
    /** @type {Line} */ line,
    /** @type {any} */ event,
    /** @type {string[]} */ due,
  ) {
    const proof = event.dice_proof;
    this._need(equal(proof.revealed, due), "reveal", `${several(proof.revealed)} revealed links, ${several(due)} had to`);
    this._need(proof.since === 0, "reveal", "what revealed links names no command before it");
    for (const party of due) {
      const share = proof.shares.findLast((/** @type {any} */ each) => each.party === party);
      this._need(share, "share", `the share of ${party} is missing`);
      if (event.committed && line.chain(party).custody === "client") continue; // it is in the log, for the commit
      this._reveal(timeline, line, line.chain(party), share);
    }
    if (due.length) this._checkPublished(timeline, line);
    const parties = ["server", ...this._seats].filter((party) => line.shares.has(party));
    const inForce = parties.map((party) => line.shares.get(party));
    this._need(equal(proof.shares, inForce), "share", "the shares stated are not those in force");
    this._checkRolls(timeline, line, event, proof);
    line.since = version;
  }

  /** A beacon's share in a key; undefined where the game has none. @param {Line} line @param {any} said */
  _beaconShare(line, said) {
    const name = line.chains.length > 1 ? this._terms.beacon : "";
    this._need(Boolean(name) === Boolean(said), "beacon", `the epoch names the beacon ${quoted(name)}`);
    if (!said) return undefined;
    const share = this._intents ? this._intents.share(said, this._at) : shareOf(name, said, this._terms.scheme);
    this._need(share, "beacon", `round ${said.round} of ${name} does not hold`);
    return share ?? undefined;
  }

  /** Every face again, from the shares in force. */
  _checkRolls(
    /** @type {string} */ timeline,
    /** @type {Line} */ line,
    /** @type {any} */ { rolls, committed },
    /** @type {any} */ proof,
  ) {
    const { scheme } = this._terms;
    this._need(rolls.length || !proof.beacon, "beacon", "a beacon's share, and nothing rolled");
    let key = committed ? line.round.key : null;
    const same = !rolls.length || !key || equal(proof.beacon, line.round.beacon);
    this._need(same, "beacon", "the commands of a round have one beacon's share");
    if (rolls.length && !key) {
      const absent = this._seats.filter((seat) => line.chain(seat) && !line.shares.has(seat));
      this._need(!absent.length, "share", `rolled without a share of ${absent.join(", ")}`);
      const shares = this._seats.map((seat) => line.shares.get(seat)?.link ?? null);
      key = keyOf(line.shares.get("server").link, shares, this._beaconShare(line, proof.beacon), scheme);
      if (committed) Object.assign(line.round, { key, beacon: proof.beacon });
    }
    for (const roll of rolls) {
      this._need(roll.number === line.roll, "number", `roll ${roll.number} follows roll ${line.roll - 1}`);
      const unprompted = this._terms.unprompted.includes(roll.rule);
      this._need(roll.unprompted === unprompted, "cause", `roll ${roll.number} says what caused it wrongly`);
      this._need(roll.sides >= 2 && roll.sides <= 256, "sides", `a die of ${roll.sides} sides`);
      const faces = facesOf(
        /** @type {Uint8Array} */ (key),
        this._game,
        timeline,
        line.roll,
        roll.faces.length,
        roll.sides,
        scheme,
      );
      const [shown, due] = [roll.faces.slice(0, 20), faces.slice(0, 20)];
      const what = `roll ${roll.number} shows ${several(shown)}, its shares give ${several(due)}`;
      this._need(equal(faces, roll.faces), "faces", what);
      line.roll += 1;
    }
    this._need(
      proof.next_roll === line.roll,
      "number",
      `roll ${proof.next_roll} is to follow ${line.roll - 1}`,
    );
    this._rolls += rolls.length;
  }
}
