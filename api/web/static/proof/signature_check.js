// @ts-check
/**
 * Who asked for what in a recorded game, held to the keys of its seats (docs/signatures.md, "What a verifier
 * checks").
 */

import { chainOf, fits, goesOn, isOffered, offered, ordered } from "./agreed_chains.js";
import { counted, fromHex, isHex } from "./bytes.js";
import { NotCanonical, canonical } from "./canonical.js";
import { Consents, UNSIGNED } from "./consents.js";
import { verifies } from "./ed25519.js";
import { isOfMatch, readEvent } from "./events.js";
import { Beyond, Fault, hold, quoted } from "./fault.js";
import { MATCH, SCHEME_2, linkHash, message, readRequest } from "./requests.js";
import { UnknownFork } from "./running.js";
import { NoSuchChange, SeatKeys } from "./seat_keys.js";
import { SeenCheck, Unseen } from "./seen.js";
import { asSigned, closedFields, closes, sealedOf } from "./sealed_commands.js";
import { leafHash } from "./tree.js";

const ONLY_2 = ["ironclad-dice/v2"]; // dice of games in which every key signs v2
const KEY_REQUESTS = ["take_seat", "register_key", "offer_key", "accept_key", "decline_key"];

/** @typedef {{key: string, number: number, log: string, newKey: string, scheme: string}} Signers */
/** @typedef {(size: number) => Uint8Array | null | undefined} RootAt see `SeenCheck.check` */
/** @typedef {import("./events.js").Placed} Placed */

/** @param {unknown} test @param {number} position @param {string} detail */
const need = (test, position, detail) => hold(test, "signatures", detail, position);

/** Takes a game append by append; `origin` is the log's, `signed` whether Ed25519 is to be had here. */
export class SignatureCheck {
  /** @param {string} game @param {string} origin @param {boolean} signed @param {RootAt} rootAt the log's roots */
  constructor(game, origin, signed, rootAt) {
    this._game = game;
    this._rootAt = rootAt;
    /** the game's streams, and what each seat had seen last */
    this.seen = new SeenCheck();
    this._only2 = false;
    this._hides = false;
    /** @type {Map<string, Set<string>>} the digests that the round of a timeline has */
    this._closed = new Map();
    /** @type {Map<string, string>} the ids of commands that were committed to, by timeline and version */
    this._commits = new Map();
    this._origin = origin;
    this._checks = signed;
    /** @type {string[]} */
    this._seats = [];
    this._keys = new SeatKeys();
    this._consents = new Consents();
    /** @type {Set<string>} */
    this._branches = new Set();
    /** @type {Map<string, any>} */
    this._epochs = new Map();
    /** @type {Map<string, Map<string, any>>} */
    this._offers = new Map();
    /** @type {Map<string, number>} */
    this._signed = new Map();
    /** @type {Map<string, number>} */
    this._words = new Map();
    this._agreements = 0;
    /** @type {Set<number>} the sizes of the log that signatures name */
    this.named = new Set();
    /** @type {string[]} */
    this._unproved = [];
  }

  /** @param {import("./events.js").Stored[]} append a command, and what it caused @throws {Fault} */
  async take(append) {
    const read = append.map((each) => (isOfMatch(each.name) ? readEvent(each) : null));
    const [command, ...caused] = /** @type {Placed[]} */ (read.filter(Boolean));
    if (command.kind !== "command_accepted") {
      await this._takeRound(command, caused);
      append.forEach((each, number) => this._hash(each, read[number]));
      return;
    }
    await this._checkSignature(command);
    const begins = append.find((each) => each.version === 1 && !isOfMatch(each.name));
    if (ONLY_2.includes(begins?.body?.dice)) this._only2 = true;
    this._checkKeys(command, caused);
    this._consents.take(command, caused);
    for (const each of caused) {
      this._checkDice(command, each);
      this._take(each);
    }
    append.forEach((each, number) => this._hash(each, read[number]));
  }

  /**
   * A commit or a link of a round of dice, with the commands that are carried out then.
   * @param {Placed} first @param {Placed[]} caused
   */
  async _takeRound(first, caused) {
    const { kind, line, version, position, event } = first;
    if (kind === "command_committed") {
      this._commits.set(JSON.stringify([line, version]), event.id);
      const closed = this.closes(line, event.command.type);
      await this._checkSignature(first, closed);
      if (closed) this._takeClosed(first);
    } else if (kind === "link_revealed") {
      this._checkOpened(first);
      const id = this._commits.get(JSON.stringify([line, event.committed]));
      need(id !== undefined, position, `nothing was committed to at ${event.committed} of ${line}`);
      const command = { type: "reveal_link", committed: event.committed, link: event.share.link };
      await this._checkSignature({ ...first, event: { ...event, id, command } });
    } else need(kind === "round_missed", position, "no command caused this");
    this._consents.take(first, caused);
    for (const each of caused) {
      if (each.kind === "command_accepted") {
        need(each.event.committed && each.line, each.position, "no seat committed to this command");
        this._closed.delete(each.line);
      } else {
        const asked = each.line || /^(key|dice)_/.test(each.kind);
        need(!asked, each.position, "nobody asked for this");
        this._take(each);
      }
    }
  }

  /** Whether the hidden fields of a command are committed to by their digests alone. @param {string} line @param {unknown} type */
  closes(line, type) {
    const [seats, keys] = [this._seats, this._keys];
    return this._hides && closes({ epoch: this._epochs.get(line), seats, keys }, type);
  }

  /** No digest of a round is another's: who repeats one could open it with the other's value. @param {Placed} commit */
  _takeClosed({ line, position, event }) {
    const known = this._closed.get(line) ?? new Set();
    const fresh = [...closedFields(event.command).values()];
    const own = fresh.every((each) => !known.has(each));
    need(own, position, `${event.seat} commits to a digest that is in another commit`);
    this._closed.set(line, new Set([...known, ...fresh]));
  }

  /** What was committed to by digests is opened sealed for its seat alone. @param {Placed} link */
  _checkOpened({ line, position, event }) {
    if (!this._closed.get(line)?.size || !event.opened) return;
    for (const [field, value] of Object.entries(event.opened)) {
      const sealed = sealedOf(value) && asSigned(event.seat, { value });
      need(sealed, position, `what ${event.seat} opens as ${field} is not sealed for it alone`);
    }
  }

  /**
   * Take the hashes of an append that is not checked.
   * @param {import("./events.js").Stored[]} append
   */
  passOver(append) {
    for (const each of append) {
      /** @type {Placed | null} */
      let placed = null;
      try {
        placed = isOfMatch(each.name) ? readEvent(each) : null;
      } catch (wrong) {
        if (!(wrong instanceof Fault || wrong instanceof Beyond)) throw wrong;
      }
      this._hash(each, placed);
      const { seat, signature = null } = placed?.event ?? {};
      if (signature?.seen) this.seen.note(seat, signature.seen, each.position);
    }
  }

  /** @param {import("./events.js").Stored} stored @param {Placed | null} placed */
  _hash(stored, placed) {
    const { position, stream, version, name, bytes } = stored;
    const leaf = stored.leaf ?? leafHash(stream, version, name, bytes);
    need(leaf, position, "no log can have this event");
    try {
      this.seen.take(stream.slice(stream.indexOf("/") + 1), /** @type {Uint8Array} */ (leaf), placed);
    } catch (wrong) {
      if (wrong instanceof UnknownFork) throw new Fault("order", wrong.message, position);
      throw wrong;
    }
  }

  /** @param {Placed} placed */
  _take({ kind, event }) {
    this._keys.take(kind, event);
    if (kind === "game_opened") this._seats = event.seats;
    else if (kind === "seal_set") this._hides = this._only2 = true;
    else if (kind === "timeline_opened") {
      if (event.why === "branch" || this._branches.has(event.parent)) this._branches.add(event.timeline);
    } else if (kind === "dice_anchored") {
      this._epochs.set(event.timeline, event.epoch);
      this._offers.delete(event.timeline);
    } else if (kind === "dice_offered") {
      const offers = this._offers.get(event.timeline) ?? new Map();
      this._offers.set(event.timeline, offers.set(event.seat, event));
    } else if (kind === "rewind_declined" || kind === "rewind_withdrawn") this._offers.delete(event.proposal);
  }

  // -- signatures

  /** Who has to sign a request; null where nobody does. @returns {Signers | null} */
  _signers(/** @type {string} */ timeline, /** @type {any} */ accepted) {
    const { seat, command } = accepted;
    if (!this._seats.includes(seat) || this._branches.has(timeline)) return null;
    const held = this._keys.inForce(seat);
    const brought = command.key === undefined ? "" : String(command.key);
    const log = command.log === undefined ? "" : String(command.log);
    const scheme = command.key_scheme === undefined ? "" : String(command.key_scheme);
    const alone = { key: brought, number: 1, log, newKey: "", scheme };
    if (timeline === MATCH) {
      if (UNSIGNED.includes(command.type)) return null;
      if (command.type === "take_seat") return brought ? alone : null;
      if (command.type === "register_key")
        return held ? { key: held.key, number: held.number, log, newKey: brought, scheme } : alone;
      if (command.type === "offer_key") return { ...alone, number: (held?.number ?? 0) + 1 };
    }
    return held && { ...held, newKey: "" };
  }

  /** @param {Placed} placed @param {boolean} [closed] whether its hidden fields are committed to by digests alone */
  async _checkSignature(placed, closed = false) {
    const { position: at, event: accepted } = placed;
    const { seat, signature: given } = accepted;
    const timeline = placed.line || MATCH;
    const wanted = this._signers(timeline, accepted);
    if (!wanted) {
      need(given === null, at, `a signature is here that no key of ${quoted(seat)} has to give`);
      const asked = this._seats.includes(seat) && !this._branches.has(timeline);
      if (asked && !UNSIGNED.includes(accepted.command.type))
        this._words.set(seat, (this._words.get(seat) ?? 0) + 1);
      return;
    }
    need(given, at, `${seat} has key ${wanted.number}, and did not sign this`);
    const two = Boolean(wanted.newKey) === Boolean(given.new_key);
    need(two, at, "a new key signs just where it takes another's place");
    const as = Boolean(given.seen) === Boolean(wanted.scheme);
    need(as, at, `this is not signed as ${wanted.scheme || "ironclad-command/v1"} has it`);
    if (given.seen) this._checkSeen(placed, timeline, given);
    const signed = this._message(placed, wanted, given, closed);
    const own = await this._holds(wanted.key, given.value, signed);
    need(own, at, `this is not signed by ${seat}'s key ${wanted.number}`);
    if (wanted.newKey) {
      const fresh = await this._holds(wanted.newKey, given.new_key, signed);
      need(fresh, at, `this is not signed by ${seat}'s new key`);
    }
    this._signed.set(seat, (this._signed.get(seat) ?? 0) + 1);
  }

  /** What a signature of v2 names was there before the request. @param {Placed} placed @param {string} timeline @param {any} given */
  _checkSeen({ position, event: accepted }, timeline, given) {
    const { seat, command } = accepted;
    const bringsLink = Boolean(given.link || this._revealed(timeline, accepted));
    try {
      const about = { position, timeline, seat, command, bringsLink };
      const seen = this.seen.check(given.seen, about, this._rootAt);
      this.named.add(seen.checkpoint.size);
    } catch (wrong) {
      if (wrong instanceof Unseen) throw new Fault("signatures", wrong.message, position);
      throw wrong;
    }
  }

  /** @param {string} key @param {string} value @param {Uint8Array} signed */
  async _holds(key, value, signed) {
    if (!isHex(value, 128) || !isHex(key, 64)) return false;
    return !this._checks || verifies(fromHex(key), fromHex(value), signed);
  }

  /** @param {Placed} placed @param {Signers} wanted @param {any} given @param {boolean} closed @returns {Uint8Array} */
  _message({ position: at, line, event: accepted }, wanted, given, closed) {
    const version = accepted.expected_version ?? 0;
    need(version >= 0, at, `${version} is no version that anybody can have seen`);
    const { seat } = accepted;
    const command = this._hides && line ? asSigned(seat, accepted.command, closed) : accepted.command;
    need(command, at, `what ${seat} gave is not sealed as it must be`);
    try {
      return message({
        log: wanted.log,
        game: this._game,
        timeline: line || MATCH,
        seat: accepted.seat,
        decision: accepted.decision ?? "",
        expectedVersion: version,
        id: accepted.id,
        command,
        link: this._link(at, line, accepted, given),
        seen: given.seen,
      });
    } catch (wrong) {
      if (wrong instanceof NotCanonical) throw new Fault("signatures", wrong.message, at);
      throw wrong;
    }
  }

  /** The hash of the link that was sent: of the one that the command revealed, or as it is recorded. */
  _link(
    /** @type {number} */ at,
    /** @type {string} */ line,
    /** @type {any} */ accepted,
    /** @type {any} */ given,
  ) {
    const revealed = this._revealed(line || MATCH, accepted);
    if (!given.link) return revealed ? linkHash(revealed) : new Uint8Array(0);
    need(!revealed, at, "a hash of a link is recorded beside the link that was revealed");
    need(isHex(given.link, 64), at, "what is recorded of a link is no hash");
    return fromHex(given.link);
  }

  /** The link that the giver itself revealed with a command; "" where it did not. @returns {string} */
  _revealed(/** @type {string} */ timeline, /** @type {any} */ { seat, dice_proof: proof }) {
    const chain = chainOf(this._epochs.get(timeline), seat);
    if (!proof || !chain || chain.custody === "server" || !proof.revealed.includes(seat)) return "";
    return proof.shares.find((/** @type {any} */ each) => each.party === seat)?.link ?? "";
  }

  // -- keys

  /**
   * The keys change as the request asks, and not otherwise.
   * @param {Placed} command
   * @param {Placed[]} caused
   */
  _checkKeys({ position: at, line, event: accepted }, caused) {
    const found = caused.filter(({ kind }) => kind.startsWith("key_"));
    /** @type {any[]} */
    let wanted = [];
    if (!line && KEY_REQUESTS.includes(accepted.command.type)) {
      const request = readRequest(accepted.command);
      need(request, at, "no key changes so: the request cannot be read");
      try {
        wanted = this._keys.caused(this._seats, accepted.seat, request);
      } catch (wrong) {
        if (!(wrong instanceof NoSuchChange)) throw wrong;
        throw new Fault("signatures", `no key changes so: ${wrong.message}`, at);
      }
    }
    found.forEach(({ position, kind, event }, number) => {
      need(number < wanted.length, position, "nobody asked for this change of a key");
      const as = canonical({ kind, ...event }) === canonical(wanted[number]);
      need(as, position, "the key is recorded in another way than it was asked for");
    });
    need(found.length === wanted.length, at, "the change of a key that was asked for here is missing");
    for (const each of found) if (each.kind === "key_registered") this._checkRegistered(each);
  }

  /** @param {Placed} placed */
  _checkRegistered({ position, event: { seat, number, log, agreed, scheme } }) {
    const whose = `key ${number} of ${seat}`;
    const fits = !this._only2 || scheme === SCHEME_2;
    need(fits, position, `${whose} signs v1, in a game whose seats sign ${SCHEME_2}`);
    const here = log === "" || log === this._origin;
    need(here, position, `${whose} was registered for the log ${log}: this is another`);
    if (!log) this._unproved.push(`${whose} was registered for no log: what it signs names none`);
    if (agreed && !this._keys.inForce(agreed)) {
      this._unproved.push(`that ${agreed} agreed to ${whose} is the server's word`);
    }
  }

  // -- chains of dice that seats agreed to

  /** @param {Placed} command @param {Placed} placed */
  _checkDice({ line, event: accepted }, { position: at, kind, event }) {
    if (kind !== "dice_anchored" && kind !== "dice_offered") return;
    const request = line ? null : readRequest(accepted.command);
    if (kind === "dice_offered") {
      const asks = request?.type === "anchor_dice" && isOffered(event, accepted.seat, request);
      need(asks, at, `${event.seat} did not offer this chain`);
      return;
    }
    const asked = this._asked(accepted.seat, request, event.timeline);
    const before = this._epochs.get(event.timeline);
    for (const chain of event.epoch.chains) {
      const on = goesOn(chain, chainOf(before, chain.party));
      const needed = event.epoch.agreed.includes(chain.party) || !on;
      const holds = !needed || fits(chain, asked.get(chain.party), on);
      need(holds, at, `${chain.party} did not agree to this chain of ${event.timeline}`);
    }
    const parties = event.epoch.chains.map((/** @type {any} */ each) => each.party);
    const known = event.epoch.agreed.every((/** @type {string} */ each) => parties.includes(each));
    need(known, at, "somebody agreed who has no chain here");
    this._agreements += new Set(event.epoch.agreed).size;
  }

  /**
   * Who asked for which chain, in this request or in an offer that it answers.
   * @returns {Map<string, any>}
   */
  _asked(/** @type {string} */ seat, /** @type {any} */ request, /** @type {string} */ timeline) {
    const offers = [...(this._offers.get(timeline)?.values() ?? [])];
    const asked = new Map();
    const put = (/** @type {any[]} */ some) => some.forEach((each) => asked.set(each.seat, offered(each)));
    if (request?.type === "take_seat" && request.dice) asked.set(seat, { own: request.dice, custody: "" });
    if (request?.type === "accept_rewind") {
      put(offers);
      if (request.dice) asked.set(seat, { own: request.dice, custody: "" });
    }
    if (request?.type === "order_chains")
      for (const each of request.seats) asked.set(each, { own: null, custody: ordered(request.custody) });
    if (request?.type === "vacate_seat") asked.set(request.seat, { own: null, custody: "server" });
    if (request?.type === "anchor_dice") {
      asked.set(seat, { own: request.dice, custody: request.custody });
      if (request.agrees_to)
        put(offers.filter((each) => each.offer === request.agrees_to && each.seat !== seat));
    }
    return asked;
  }

  /** What was found of a game whose signatures hold. */
  get found() {
    if (!this._keys.registered.size) return "no seat has a key: who asked for what is the server's word";
    const said = this._seats.map((seat) => {
      const count = this._words.get(seat) ?? 0;
      const words = `${counted(count)} unsigned are the server's word`;
      const keys = this._keys.registered.get(seat)?.length ?? 0;
      if (!keys) return `${seat} has no key: ${words}`;
      const by = keys === 1 ? "its key" : `its ${keys} keys`;
      const before = count ? ` (${words}, from before its first key)` : "";
      return `${counted(this._signed.get(seat) ?? 0)} requests of ${seat} by ${by}${before}`;
    });
    if (this._agreements)
      said.push(`${counted(this._agreements)} agreements to chains of dice, each asked for`);
    return [...said, ...this._unproved].join("; ");
  }
}
