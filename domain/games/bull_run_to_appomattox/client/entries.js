// @ts-check
/** Entries of the forms of secret orders: numbers, choices, sums. */

import { orderForm as filledForm } from "../../answers/order_form.js";
import { el } from "../../shell/dom.js";

/** @typedef {{id: string, name: string}} Named */

export const TYPES = ["infantry", "cavalry", "artillery"];

/**
 * A number from 0 up. @param {string} label @param {number} most @param {() => void} changed @param {number} [value]
 * @returns {HTMLInputElement}
 */
export function count(label, most, changed, value = 0) {
  const field = /** @type {HTMLInputElement} */ (
    el("input", {
      type: "number",
      min: "0",
      max: String(most),
      value: String(value),
      inputMode: "numeric",
      required: true,
      "aria-label": label,
      "data-model": "",
    })
  );
  field.addEventListener("input", changed);
  return field;
}

/** What a number's entry has; 0 where it is empty. @param {HTMLInputElement} field */
export const valueOf = (field) => field.valueAsNumber || 0;

/**
 * A choice among named things, the first of which is chosen. @param {string} label @param {Named[]} named
 * @returns {HTMLSelectElement}
 */
export const choice = (label, named) =>
  /** @type {HTMLSelectElement} */ (
    el(
      "select",
      { "aria-label": label, "data-model": "" },
      ...named.map(({ id, name }) => el("option", { value: id }, name)),
    )
  );

/** A box to tick. @param {boolean} [ticked] @returns {HTMLInputElement} */
export const tick = (ticked = false) =>
  /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", checked: ticked, "data-model": "" }));

/** A line of a form. @param {string} text @param {Node} field */
export const row = (text, field) => el("label", {}, `${text} `, field);

/** A form that gives a command. @param {Omit<import("../../answers/order_form.js").OrderForm, "kind" | "type">} of */
export const orderForm = (of) => filledForm({ ...of, kind: "secret-order" });

/** The entries of an object that are not 0. @param {Record<string, number>} of */
export const some = (of) => Object.fromEntries(Object.entries(of).filter(([, value]) => value));
