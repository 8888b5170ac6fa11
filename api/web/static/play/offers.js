// @ts-check
/** What a seat may order, as the rules offer it: told as lines, found by the hexes that they name. */

import { isPlace } from "../shell/manifest.js";

/** @typedef {{command: Record<string, any>, type: string, text: string, from: string | null, to: string | null}} Offer */

/**
 * @param {{commands: Record<string, any>[], told: string[]}} legal
 * @returns {Offer[]}
 */
export function readOffers(legal) {
  return legal.commands.map((command, index) => ({
    command,
    type: command.type,
    text: legal.told[index] ?? command.type,
    from: hexOf(command.from ?? command.hex ?? null),
    to: hexOf(command.to ?? lastOf(command.path) ?? command.hex ?? null),
  }));
}

/** @param {unknown} value */
const hexOf = (value) => (isPlace(value) ? /** @type {string} */ (value) : null);
/** @param {unknown} value */
const lastOf = (value) => (Array.isArray(value) && value.length ? value[value.length - 1] : undefined);

/** Offers by type, in the order in which the rules offer them. @param {Offer[]} offers @returns {Map<string, Offer[]>} */
export function byType(offers) {
  /** @type {Map<string, Offer[]>} */
  const found = new Map();
  for (const offer of offers) {
    const of = found.get(offer.type);
    if (of) of.push(offer);
    else found.set(offer.type, [offer]);
  }
  return found;
}

/** The offers that begin or end in a hex. @param {Offer[]} offers @param {string} hex */
export const ofHex = (offers, hex) => offers.filter((offer) => offer.from === hex || offer.to === hex);
