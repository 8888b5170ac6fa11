// @ts-check
/** The calls that the table posts, as the requests of a seat that signs them. */

import { CLOCK_KINDS } from "./clock_requests.js";
import { DISPUTE_KINDS } from "./dispute_requests.js";
import { asked } from "./signing.js";

/** @typedef {import("./signing.js").MatchRequest} MatchRequest */
/** @typedef {{matches: RegExp, asks: (parts: string[], body: Record<string, any>) => MatchRequest}} Kind */

/** @type {Kind[]} */
const KINDS = [
  {
    matches: /^\/rewinds$/,
    asks: (_, { timeline, at, reason, clocks }) => asked.proposeRewind(timeline, at, reason ?? "", clocks),
  },
  { matches: /^\/rewinds\/([^/]+)\/accept$/, asks: ([proposal]) => asked.acceptRewind(proposal) },
  {
    matches: /^\/rewinds\/([^/]+)\/(decline|withdraw)$/,
    asks: ([proposal, how]) => asked.endRewind(/** @type {"decline" | "withdraw"} */ (how), proposal),
  },
  { matches: /^\/draw-offers$/, asks: () => asked.offerDraw() },
  {
    matches: /^\/draw-offers\/([^/]+)\/(accept|decline|withdraw)$/,
    asks: ([offer, how]) => asked.answerDraw(/** @type {"accept" | "decline" | "withdraw"} */ (how), offer),
  },
  { matches: /^\/rules$/, asks: (_, { version, readings }) => asked.moveRules(version, readings) },
  { matches: /^\/rules\/withdraw$/, asks: () => asked.withdrawRules() },
  { matches: /^\/resignation$/, asks: () => asked.resign() },
  {
    matches: /^\/seats\/([^/]+)\/key\/(accept|decline)$/,
    asks: ([of, how], { key }) => asked.answerKey(/** @type {"accept" | "decline"} */ (how), of, key),
  },
  ...CLOCK_KINDS,
  ...DISPUTE_KINDS,
];

/**
 * The request that a call is; null for one that nobody signs.
 * @param {string} call below the game, as "/rewinds"
 * @param {Record<string, any>} body
 * @returns {MatchRequest | null}
 */
export function requestOf(call, body) {
  for (const { matches, asks } of KINDS) {
    const found = matches.exec(call);
    if (found) return asks(found.slice(1).map(decodeURIComponent), body);
  }
  return null;
}
