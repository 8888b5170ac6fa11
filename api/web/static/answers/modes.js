// @ts-check
/** The ways to go beside the march: by rail, by water, leaders alone; which of them the rules offer in a place. */

import { marches } from "../shell/manifest.js";

/** @typedef {import("../shell/manifest.js").Mode} Mode */

/**
 * Whether an order is one of a mode's. @param {import("../play/offers.js").Offer} offer
 */
export const isModal = ({ type }) => (marches()?.modes ?? []).some((mode) => mode.command === type);

/**
 * The modes that are offered in a place; of the force on the move, those by which it may continue.
 * @param {import("../play/offers.js").Offer[]} offers @param {string | null} place @param {boolean} moving
 * @returns {Mode[]}
 */
export function modesAt(offers, place, moving) {
  return (marches()?.modes ?? []).filter((mode) =>
    offers.some(({ type, from, command }) => {
      if (type !== mode.command) return false;
      if (!moving) return from === place;
      return mode.onward === true && !command[mode.origin ?? "from"];
    }),
  );
}
