// @ts-check
/** The order of a preparation phase (4/4): purchases, an HQ to draw, what is left without pay. */

import { el, words } from "../../shell/dom.js";
import { TYPES, count, orderForm, row, some, tick, valueOf } from "./entries.js";

/**
 * @param {any} due @param {unknown} _offer
 * @param {{give: (command: Record<string, any>) => unknown}} how
 */
export function form(due, _offer, { give }) {
  const { revenue, upkeep, units, raider, draw } = due.form;
  const changed = () => made.summed();
  /** @type {[any, HTMLInputElement][]} */
  const buys = units.map((/** @type {any} */ unit) => [unit, count(words(unit.id), unit.left, changed)]);
  /** @type {[any, HTMLInputElement][]} */
  const unpaid = upkeep.map((/** @type {any} */ piece) => [piece, count(piece.name, piece.cost, changed)]);
  const wantsRaider = tick();
  wantsRaider.addEventListener("change", changed);
  const draws = tick(draw);

  function sums() {
    const maintenance = unpaid.reduce((sum, [piece, field]) => sum + piece.cost - valueOf(field), 0);
    const bought = buys.reduce((sum, [unit, field]) => sum + unit.price * valueOf(field), 0);
    const purchases = bought + (wantsRaider.checked ? raider.price : 0);
    const total = maintenance + purchases;
    const said = `Maintenance ${maintenance} + purchases ${purchases} = ${total} of ${revenue} revenue points`;
    return { said, right: total <= revenue };
  }

  function answer() {
    const bought = Object.fromEntries(buys.map(([unit, field]) => [unit.id, valueOf(field)]));
    const land = some(Object.fromEntries(TYPES.map((type) => [type, bought[type]])));
    const fleets = some(Object.fromEntries(Object.entries(bought).filter(([id]) => !TYPES.includes(id))));
    const left = some(Object.fromEntries(unpaid.map(([piece, field]) => [piece.id, valueOf(field)])));
    const buy = { ...land, fleets, raider: wantsRaider.checked };
    return { type: "give_preparation_order", order: { unpaid: left, draw: draws.checked, buy } };
  }

  const made = orderForm({
    parts: [
      el(
        "fieldset",
        {},
        el("legend", {}, "Buy"),
        ...buys.map(([unit, field]) =>
          row(`${words(unit.id)}, ${unit.price} each, ${unit.left} left`, field),
        ),
        raider.left ? row(`Raider, ${raider.price}`, wantsRaider) : null,
      ),
      draw ? row("Draw an HQ from the reserve", draws) : null,
      unpaid.length
        ? el(
            "details",
            {},
            el("summary", {}, "Leave without pay"),
            ...unpaid.map(([piece, field]) => row(`${piece.name}, of ${piece.cost}`, field)),
          )
        : null,
    ],
    button: "Give this order",
    sums,
    answer,
    give,
  });
  return made.node;
}
