// @ts-check
/** Where the losses of a winter fall (7.5/11): CP of each army and of leaderless units. */

import { el, words } from "../../shell/dom.js";
import { TYPES, count, orderForm, row, some, valueOf } from "./entries.js";

/**
 * @param {any} due @param {unknown} _offer
 * @param {{give: (command: Record<string, any>) => unknown}} how
 */
export function form(due, _offer, { give }) {
  const { lose, pieces } = due.form;
  const changed = () => made.summed();
  let left = lose;
  /** @type {{id: string, type: string, text: string, field: HTMLInputElement}[]} */
  const entries = [];
  for (const { id, name, units } of pieces)
    for (const type of TYPES.filter((each) => units[each])) {
      const first = Math.min(left, units[type]); // what is proposed: the first that have any
      left -= first;
      const text = `${name}: ${words(type)}, of ${units[type]}`;
      entries.push({ id, type, text, field: count(text, units[type], changed, first) });
    }

  const total = () => entries.reduce((sum, { field }) => sum + valueOf(field), 0);

  function answer() {
    /** @type {Record<string, Record<string, number>>} */
    const losses = {};
    for (const { id, type, field } of entries)
      if (valueOf(field)) losses[id] = { ...losses[id], ...some({ [type]: valueOf(field) }) };
    return { type: "give_attrition_order", order: { losses } };
  }

  const made = orderForm({
    parts: [el("fieldset", {}, el("legend", {}, "Lose"), ...entries.map(({ text, field }) => row(text, field)))],
    button: "Give this order",
    sums: () => ({ said: `${total()} of ${lose} CP`, right: total() === lose }),
    answer,
    give,
  });
  return made.node;
}
