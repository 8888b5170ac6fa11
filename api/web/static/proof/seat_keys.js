// @ts-check
/** The keys of a recorded game (docs/signatures.md): registered, offered in place of lost ones, declined. */

import { fromHex, isHex } from "./bytes.js";
import { isKey } from "./ed25519.js";
import { SCHEME_2 } from "./requests.js";

/** @typedef {{key: string, number: number, log: string, scheme: string}} SeatKey */
/** @typedef {{kind: string, [field: string]: any}} Change a key event without its `type` */

/** What no request on keys can bring about. */
export class NoSuchChange extends Error {}

/** @param {unknown} test @param {string} why */
function need(test, why) {
  if (!test) throw new NoSuchChange(why);
}

/** Every key that the seats of a game registered, in order, and those that wait for an agreement. */
export class SeatKeys {
  constructor() {
    /** @type {Map<string, SeatKey[]>} */
    this.registered = new Map();
    /** @type {Map<string, any>} */
    this.offers = new Map();
    /** @type {Set<string>} the seats that were vacated since: they have no key in force */
    this.vacated = new Set();
  }

  /** The key that a seat signs with. @param {string} seat @returns {SeatKey | null} */
  inForce(seat) {
    return this.vacated.has(seat) ? null : (this.registered.get(seat)?.at(-1) ?? null);
  }

  /**
   * Take an event of the match; those of other kinds change nothing.
   * @param {string} kind
   * @param {any} event
   */
  take(kind, event) {
    if (kind === "key_offered") this.offers.set(event.seat, event);
    if (kind === "seat_vacated") this.vacated.add(event.seat);
    else if (kind !== "key_registered" && kind !== "key_declined") return;
    this.offers.delete(event.seat);
    if (kind === "seat_vacated") return;
    if (kind === "key_declined") return;
    const { seat, key, number, log, scheme } = event;
    this.vacated.delete(seat);
    this.registered.set(seat, [...(this.registered.get(seat) ?? []), { key, number, log, scheme }]);
  }

  /**
   * What a seat's request does to the keys, as the events that it causes.
   * @param {string[]} seats
   * @param {string} seat
   * @param {any} request
   * @returns {Change[]}
   * @throws {NoSuchChange}
   */
  caused(seats, seat, request) {
    const { type, key, log, key_scheme: scheme } = request;
    if (type === "take_seat") {
      need(!key || !this.inForce(seat), `${seat} has a key`);
      return key ? [this._registering(seat, key, log, scheme)] : [];
    }
    if (type === "register_key") return [this._registering(seat, key, log, scheme)];
    if (type === "offer_key") return [this._offering(seat, key, log, scheme)];
    need(seats.includes(request.of), `the game has no seat ${request.of}`);
    const offer = this.offers.get(request.of);
    need(offer && offer.key === key, `${request.of} has no open offer of this key`);
    if (type === "decline_key") return [{ kind: "key_declined", seat: offer.seat, key, by: seat }];
    need(offer.seat !== seat, "the other seat must agree to it");
    return [this._registering(offer.seat, key, offer.log, offer.scheme, seat)];
  }

  /** @returns {Change} */
  _registering(
    /** @type {string} */ seat,
    /** @type {string} */ key,
    /** @type {string} */ log,
    /** @type {string} */ scheme,
    agreed = "",
  ) {
    this._checkNew(seat, key, log, scheme);
    const number = (this.registered.get(seat)?.length ?? 0) + 1;
    return { kind: "key_registered", seat, key, number, log, agreed, scheme };
  }

  /** @param {string} seat @param {string} key @param {string} log @param {string} scheme @returns {Change} */
  _offering(seat, key, log, scheme) {
    need(this.inForce(seat), `${seat} has no key that it could have lost: register one`);
    this._checkNew(seat, key, log, scheme);
    need(this.offers.get(seat)?.key !== key, "the key is on offer already");
    return { kind: "key_offered", seat, key, log, scheme };
  }

  /**
   * A key is one that can be, of a scheme that the seat may use, and none that any seat ever had.
   * @param {string} seat @param {string} key @param {string} log @param {string} scheme
   */
  _checkNew(seat, key, log, scheme) {
    need(isHex(key, 64), "a key is 64 hexadecimal digits in lower case");
    need(isKey(fromHex(key)), "these bytes are no Ed25519 public key that anybody can have made");
    need(scheme === "" || scheme === SCHEME_2, `no key signs '${scheme.slice(0, 64)}' here: ${SCHEME_2}`);
    const held = this.inForce(seat)?.scheme;
    need(scheme || !held, `the seat signs ${held}: a new key signs that too`);
    need(!scheme || log, `nobody signs this log: ${scheme} names its checkpoints`);
    for (const [owner, keys] of this.registered) {
      const old = keys.find((each) => each.key === key);
      need(!old, `this is key ${old?.number} of ${owner}: a new key is made for each use`);
    }
  }
}
