// @ts-check
/** The ways to go beside the march: by rail, by water, leaders alone; which of them the rules offer in a place. */

import { marches } from "../shell/manifest.js";

/** @typedef {import("../shell/manifest.js").Mode} Mode */

/** Whether an order goes by a mode. @param {Mode} mode @param {import("../play/offers.js").Offer} offer */
const isOf = (mode, { type, command }) =>
  type === mode.command && Object.entries(mode.of ?? {}).every(([name, value]) => command[name] === value);

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
    offers.some((offer) => {
      if (!isOf(mode, offer)) return false;
      if (!moving) return offer.from === place;
      return mode.onward === true && !offer.command[mode.origin ?? "from"];
    }),
  );
}
