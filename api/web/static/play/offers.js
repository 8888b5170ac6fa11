// @ts-check
/** What a seat may order, as the rules offer it: as lines, found by the places that they name. */

import { isPlace, manifest } from "../shell/manifest.js";

/** @typedef {{command: Record<string, any>, type: string, text: string, from: string | null, to: string | null}} Offer */

/**
 * @param {{commands: Record<string, any>[], told: string[]}} legal
 * @param {Record<string, string>} [pieces] the place of each piece that commands name by an id
 * @returns {Offer[]}
 */
export function readOffers(legal, pieces = {}) {
  return legal.commands.map((command, index) => ({
    command,
    type: command.type,
    text: legal.told[index] ?? command.type,
    from: placeOf(command, manifest().orders?.starts ?? ["from", "place"], pieces),
    to: placeOf(command, manifest().orders?.goals ?? ["to", "path", "place"], pieces),
  }));
}

/**
 * The place that the first of some fields names which has a value; of a path its end, of a piece where it is, of
 * the parts of an order what its last one names.
 * @param {Record<string, any>} command @param {string[]} fields @param {Record<string, string>} pieces
 * @returns {string | null}
 */
function placeOf(command, fields, pieces) {
  const values = fields.map((field) =>
    Array.isArray(command[field]) ? command[field].at(-1) : command[field],
  );
  const named = values.find((each) => each !== undefined && each !== null);
  if (typeof named === "object") return placeOf(named, fields, pieces);
  const value = pieces[named] ?? named;
  return isPlace(value) ? /** @type {string} */ (value) : null;
}

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

/** The offers that begin or end in a place. @param {Offer[]} offers @param {string} place */
export const ofPlace = (offers, place) =>
  offers.filter((offer) => offer.from === place || offer.to === place);
