// @ts-check
/** Answers that are numbers by name: losses by unit, combat supply by store, supply sent to depots and trains. */

import { el } from "../../shell/dom.js";
import { advisedButton, draftOf, orderForm, others } from "./entries.js";

/** @param {any} due @param {any} _offer @param {import("./entries.js").How} how */
export function form(due, _offer, how) {
  const { command, field, rows, total, button } = due.form;
  const begin = () =>
    /** @type {Map<string, number>} */ (
      new Map(rows.map((/** @type {any} */ { id, now }) => [id, now]))
    );
  const draft = draftOf(due, begin);
  /** @type {Map<string, HTMLInputElement>} */
  const inputs = new Map();
  const sum = () => [...draft.values()].reduce((all, each) => all + each, 0);
  const lines = rows.map((/** @type {any} */ { id, name, most }) => {
    const input = el("input", {
      type: "number",
      min: "0",
      max: String(most),
      value: String(draft.get(id) ?? 0),
      inputMode: "numeric",
      "data-model": "",
      "aria-label": name,
    });
    input.addEventListener("input", () => {
      draft.set(id, Math.max(0, Math.min(most, Math.trunc(input.valueAsNumber) || 0)));
      made.summed();
    });
    inputs.set(id, input);
    return el("label", { class: "amount" }, input, ` of ${most}: ${name}`);
  });
  const advised = advisedButton(command, how, () => {
    for (const [id, input] of inputs) {
      draft.set(id, how.advised?.[field]?.[id] ?? 0);
      input.value = String(draft.get(id));
    }
    made.summed();
  });
  const made = orderForm({
    parts: [el("div", { class: "amounts" }, ...lines), advised],
    button,
    sums: () => ({
      said: total === null ? `${sum()} in all` : `${sum()} of ${total}`,
      right: total === null ? sum() > 0 : sum() === total,
    }),
    answer: () => ({ type: command, [field]: Object.fromEntries([...draft].filter(([, count]) => count)) }),
    give: how.give,
    after: others(command, how),
  });
  return made.node;
}
