// @ts-check
/** Answers as they read beside a place, and the order in which they are shown: what gives something up is last. */

import { manifest, verbOf } from "../shell/manifest.js";
import { words } from "../shell/dom.js";
import { same } from "./advice.js";

/** @typedef {import("../play/offers.js").Offer} Offer */

/** What an order is called on its button, where the ruleset says. @param {Offer} offer */
export const named = (offer) => manifest().orders?.names?.[offer.type] ?? null;

/** Whether an answer gives something up. @param {Offer} offer */
const givesUp = (offer) => (manifest().orders?.gives_up ?? []).includes(offer.type);

/**
 * Offers with the advised one first and those that give something up last; else in the order of the rules.
 * @param {Offer[]} offers @param {(command: Record<string, any>) => boolean} advised @returns {Offer[]}
 */
export function inOrder(offers, advised) {
  const rank = (/** @type {Offer} */ offer) => (advised(offer.command) ? 0 : givesUp(offer) ? 2 : 1);
  return offers
    .map((offer, index) => /** @type {const} */ ([rank(offer), index, offer]))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .map(([, , offer]) => offer);
}

/**
 * Offers with the advised answer, where the rules take it and name others as examples of its kind.
 * @param {Offer[]} offers @param {{command: Record<string, any>, told: string} | null} advised @returns {Offer[]}
 */
export const withAdvised = (offers, advised) =>
  !advised || offers.some((offer) => same(offer.command, advised.command))
    ? offers
    : [{ command: advised.command, type: advised.command.type, text: advised.told, from: null, to: null }, ...offers];

/**
 * An answer as it reads beside its place: without the place's name; with its type where there are several.
 * @param {Offer} offer @param {string} place its full name @param {boolean} several types are beside it
 */
export function beside(offer, place, several) {
  const type = named(offer) ?? verbOf(offer.type);
  const rest = offer.text
    .replaceAll(place, "")
    .replace(/(^|[\s,;])(in|to|at|from)(?=\s*(?:[,;]|$))/gi, "$1")
    .replace(/^[\s,;]+|[\s,;]+$/g, "")
    .replace(/\s*([,;])[\s,;]*/g, "$1 ");
  if (!rest || rest.toLowerCase() === type.toLowerCase()) return type;
  const said = /^\d/.test(rest) ? `+${rest}` : words(rest);
  return several ? `${type}: ${said}` : said;
}
