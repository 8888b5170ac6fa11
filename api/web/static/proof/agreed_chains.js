// @ts-check
/** Whether a seat asked for a chain of dice that is in the log under its name (docs/signatures.md). */

import { canonical } from "./canonical.js";

/** @param {any} epoch @param {string} party */
export const chainOf = (epoch, party) =>
  epoch?.chains.find((/** @type {any} */ each) => each.party === party) ?? null;

/** Whether a chain needs nobody's word: the service's in its own place, one going on, one awaited. */
export function goesOn(/** @type {any} */ chain, /** @type {any} */ before) {
  if (chain.custody !== "client") return before?.custody !== "client";
  if (chain.length === 0) return true;
  return (
    before?.custody === chain.custody && before.series === chain.series && before.length === chain.length
  );
}

/** Whether a seat asked for this chain. */
export function fits(/** @type {any} */ chain, /** @type {any} */ asked, /** @type {boolean} */ on) {
  if (!asked) return false;
  const { own, custody } = asked;
  if (own) {
    const place = chain.custody === "client" && chain.index === 0;
    return place && chain.length === own.length && chain.link === own.anchor;
  }
  return custody ? chain.custody === "server" : on;
}

/** @param {any} event */
export const offered = ({ own, custody }) => ({
  own: own && { anchor: own.link, length: own.length },
  custody,
});

/** @param {any} event @param {string} seat @param {any} request */
export const isOffered = (event, seat, request) =>
  event.seat === seat &&
  event.timeline === request.timeline &&
  event.offer === request.offer &&
  canonical(offered(event)) === canonical({ own: request.dice, custody: request.custody });

/** What an official's order says of a chain: the service's, or the seat's own, which is awaited. @param {string} custody */
export const ordered = (custody) => (custody === "server" ? "server" : "");
