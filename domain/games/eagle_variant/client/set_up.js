// @ts-check
/** The set-up of an army (tactical/5): a space of the battle map for each unit, and standing orders. */

import { el } from "../../shell/dom.js";
import { choice, orderForm, row } from "./entries.js";
import { standingFields } from "./orders.js";
import { putUnit, setUpFor } from "./set_ups.js";

/**
 * @param {any} due @param {unknown} _offer
 * @param {{give: (command: Record<string, any>) => unknown, advised?: Record<string, any> | null, changed?: () => void}} how
 */
export function form(due, _offer, { give, advised = null, changed = () => undefined }) {
  const { spaces, units, reserve, standing } = due.form;
  const lines = spaces.filter((/** @type {any} */ each) => each.least);
  const draft = setUpFor(due, advised?.spaces);
  const orders = standingFields(standing, () => made.summed());
  const entries = units.map((/** @type {any} */ unit) => {
    const at = choice(unit.name, spaces, draft.get(unit.id) ?? lines[0].id, () => {
      if (draft.get(unit.id) === at.value) return;
      putUnit(due, unit.id, at.value);
      made.summed();
      changed();
    });
    at.dataset.model = ""; // it shows what the battle board has, too
    return row(unit.name, at);
  });

  /** The units in a space. @param {string} space */
  const inSpace = (space) => units.filter((/** @type {any} */ { id }) => draft.get(id) === space);
  /** The brigades in a space. @param {string} space */
  const brigades = (space) => inSpace(space).filter((/** @type {any} */ { kind }) => kind !== "leader").length;

  const sums = () => ({
    said: spaces
      .map((/** @type {any} */ { id, name }) => `${name}: ${brigades(id)}`)
      .join(", "),
    right: lines.every((/** @type {any} */ { id, least }) => brigades(id) >= least),
  });

  function answer() {
    /** @type {Record<string, string[]>} */
    const found = {};
    for (const { id } of spaces) {
      const ids = inSpace(id).map((/** @type {any} */ unit) => unit.id);
      if (ids.length) found[id] = ids;
    }
    return {
      type: due.kind === "sealed_set_up" ? "seal_set_up" : "set_up_army",
      spaces: found,
      standing: orders.value(),
    };
  }

  const made = orderForm({
    parts: [
      el("p", { class: "meta" }, "On the battle board: choose a unit, then where it goes. Or here, unit by unit."),
      el("details", {}, el("summary", {}, `Where each of ${units.length} units is`), ...entries),
      reserve.length
        ? el("p", {}, `In reserve already: ${reserve.map((/** @type {any} */ each) => each.name).join(", ")}.`)
        : null,
      orders.node,
    ],
    button: "Set up so",
    sums,
    answer,
    give,
  });
  return made.node;
}
