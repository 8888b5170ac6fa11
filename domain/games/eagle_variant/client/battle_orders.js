// @ts-check
/** Standing orders that are changed while a battle is fought, by their owner alone. */

import { el } from "../../shell/dom.js";
import { orderForm } from "./entries.js";
import { standingFields } from "./orders.js";

/**
 * @param {any} order @param {unknown} _offer
 * @param {{give: (command: Record<string, any>) => unknown}} how
 */
export function form(order, _offer, { give }) {
  const { standing, sealed } = order.form;
  const fields = standingFields(standing, () => undefined);
  const count = Object.keys(sealed).length;
  const made = orderForm({
    parts: [
      count ? el("p", { class: "meta" }, `Your set-up of ${count} units is in, sealed; the battle board shows it.`) : null,
      fields.node,
    ],
    button: "Give these orders",
    sums: () => ({ said: "", right: true }),
    answer: () => ({ type: "give_battle_orders", standing: fields.value() }),
    give,
  });
  return made.node;
}
