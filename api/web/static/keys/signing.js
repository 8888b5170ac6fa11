// @ts-check
/**
 * Requests of a seat: what is asked of the API, and its command in what is signed
 * (docs/signatures.md).
 */

import { linkHash, message, seatId } from "../proof/requests.js";
import { sign } from "./keys.js";

export { canonical } from "../proof/canonical.js";
export { MATCH, SCHEME_2, linkHash, message, seatId, signedCommand } from "../proof/requests.js";

/** @typedef {{path: string, body: Record<string, any>, command: Record<string, any>}} MatchRequest */

/** @param {string} text */
const part = (text) => encodeURIComponent(text);

/** The fields that say something. @param {Record<string, any>} fields */
const said = (fields) => Object.fromEntries(Object.entries(fields).filter(([, each]) => each !== undefined));

/** @param {import("./chain.js").Chain} [chain] */
const dice = (chain) => chain && { anchor: chain.anchor, length: chain.length };

/**
 * Each request on the match: where it is sent, its body but for id and signature, and what is signed of it. A
 * field that is undefined is left out of both.
 */
export const asked = Object.freeze({
  takeSeat(
    /** @type {string} */ seat,
    /** @type {{player: string, chain?: any, key?: any, scheme?: string}} */ { player, chain, key, scheme },
  ) {
    const as = key && scheme ? scheme : undefined;
    const own = said({ dice: dice(chain), key: key?.publicKey, key_scheme: as });
    return { path: `/seats/${part(seat)}`, body: { player, ...own }, command: { type: "take_seat", ...own } };
  },
  registerKey(/** @type {string} */ seat, /** @type {string} */ key, scheme = "") {
    const own = said({ key, key_scheme: scheme || undefined });
    return { path: `/seats/${part(seat)}/key`, body: own, command: { type: "register_key", ...own } };
  },
  offerKey(/** @type {string} */ seat, /** @type {string} */ key, scheme = "") {
    const own = said({ key, key_scheme: scheme || undefined });
    return {
      path: `/seats/${part(seat)}/key`,
      body: { ...own, lost: true },
      command: { type: "offer_key", ...own },
    };
  },
  answerKey(/** @type {"accept" | "decline"} */ how, /** @type {string} */ of, /** @type {string} */ key) {
    return { path: `/seats/${part(of)}/key/${how}`, body: { key }, command: { type: `${how}_key`, of, key } };
  },
  proposeRewind(
    /** @type {string} */ timeline,
    /** @type {number} */ at,
    reason = "",
    /** @type {string | undefined} */ clocks = undefined,
  ) {
    const fields = said({ timeline, at, reason, clocks: clocks || undefined });
    return { path: "/rewinds", body: fields, command: { type: "propose_rewind", ...fields } };
  },
  acceptRewind(
    /** @type {string} */ proposal,
    /** @type {import("./chain.js").Chain | undefined} */ chain = undefined,
  ) {
    const own = said({ dice: dice(chain) });
    const path = `/rewinds/${part(proposal)}/accept`;
    return { path, body: own, command: { type: "accept_rewind", proposal, ...own } };
  },
  endRewind(/** @type {"decline" | "withdraw"} */ how, /** @type {string} */ proposal) {
    return {
      path: `/rewinds/${part(proposal)}/${how}`,
      body: {},
      command: { type: `${how}_rewind`, proposal },
    };
  },
  anchorDice(
    /** @type {string} */ timeline,
    /** @type {{chain?: any, custody?: "server", agreesTo?: string}} */ { chain, custody, agreesTo } = {},
  ) {
    const more = said({ custody, agrees_to: agreesTo });
    const body = { timeline, ...dice(chain), ...more };
    return {
      path: "/dice/anchors",
      body,
      command: { type: "anchor_dice", timeline, ...said({ dice: dice(chain) }), ...more },
    };
  },
  revealFirst(
    /** @type {string} */ timeline,
    /** @type {string} */ link,
    /** @type {number | undefined} */ anchored = undefined,
  ) {
    const body = { timeline, link, ...said({ anchored }) };
    return { path: "/dice/ready", body, command: { type: "reveal_first", ...body } };
  },
  offerDraw: () => ({ path: "/draw-offers", body: {}, command: { type: "offer_draw" } }),
  answerDraw(/** @type {"accept" | "decline" | "withdraw"} */ how, /** @type {string} */ offer) {
    return { path: `/draw-offers/${part(offer)}/${how}`, body: {}, command: { type: `${how}_draw`, offer } };
  },
  moveRules(/** @type {string} */ version, /** @type {Record<string, string>} */ readings = {}) {
    const fields = { version, readings };
    return { path: "/rules", body: fields, command: { type: "move_rules", ...fields } };
  },
  withdrawRules: () => ({ path: "/rules/withdraw", body: {}, command: { type: "withdraw_rules" } }),
  resign: () => ({ path: "/resignation", body: {}, command: { type: "resign" } }),
});

/**
 * The signature of a request by a key.
 * @param {import("./keys.js").SeatKey} key
 * @param {Omit<import("../proof/requests.js").Request, "link"> & {link?: string}} request `link` as it is
 *   sent
 * @returns {Promise<string>} 128 hexadecimal digits
 * @throws {import("../proof/canonical.js").NotCanonical} for a command that nobody can sign
 */
export function signRequest(key, { link, ...request }) {
  return sign(key, message({ ...request, link: link === undefined ? undefined : linkHash(link) }));
}

/** An id for a request that no other has. @param {string} start letters that tell what it is */
export function freshId(start) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `${start}-${Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * What the log keeps as the id of a request.
 * @param {Record<string, any>} command
 * @param {string} id as it is sent
 */
export const loggedId = (command, id) => (command.type === "take_seat" ? seatId(id) : id);
