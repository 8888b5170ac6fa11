// @ts-check
/** The free infantry at the start (scenarios/2, /3): a space or none in each state. */

import { el } from "../../shell/dom.js";
import { choice, orderForm, row } from "./entries.js";

/**
 * @param {any} due @param {any} offer a placement to begin with
 * @param {{give: (command: Record<string, any>) => unknown}} how
 */
export function form(due, offer, { give }) {
  const { count, states } = due.form;
  const changed = () => made.summed();
  const first = new Set(offer?.command?.spaces ?? []);
  const none = { id: "", name: "none" };
  /** @type {[string, HTMLSelectElement][]} */
  const entries = states.map((/** @type {any} */ { state, spaces }) => {
    const begun = spaces.find((/** @type {any} */ each) => first.has(each.id))?.id ?? "";
    return [state, choice(state, [none, ...spaces], begun, changed)];
  });
  const chosen = () => entries.map(([, at]) => at.value).filter(Boolean);

  const made = orderForm({
    parts: [
      el(
        "fieldset",
        {},
        el("legend", {}, "Free infantry"),
        ...entries.map(([state, at]) => row(state, at)),
      ),
    ],
    button: "Place so",
    sums: () => ({ said: `${chosen().length} of ${count} placed`, right: chosen().length === count }),
    answer: () => ({
      type: due.kind === "sealed_free_set_up" ? "seal_free_infantry" : "place_free_infantry",
      spaces: chosen(),
    }),
    give,
  });
  return made.node;
}
