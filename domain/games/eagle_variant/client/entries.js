// @ts-check
/** Entries of the forms of this game: choices, numbers, and the form that gives a command. */

import { orderForm as filledForm } from "../../answers/order_form.js";
import { el, words } from "../../shell/dom.js";

/** @typedef {{id: string, name: string}} Named */

/** Words of the rules as choices. @param {string[]} of @returns {Named[]} */
export const wordsOf = (of) => of.map((id) => ({ id, name: words(id) }));

/**
 * A choice among named things. @param {string} label @param {Named[]} named @param {string} value @param {() => void} changed
 * @returns {HTMLSelectElement}
 */
export function choice(label, named, value, changed) {
  const field = /** @type {HTMLSelectElement} */ (
    el(
      "select",
      { "aria-label": label },
      ...named.map(({ id, name }) => el("option", { value: id }, name)),
    )
  );
  field.value = value;
  field.addEventListener("change", changed);
  return field;
}

/**
 * A number with a button for one less and one for one more. `step` is given the change.
 * @param {string} label what is counted @param {number} value @param {{least?: number, most: number}} bounds
 * @param {(by: number) => void} step
 */
export function stepper(label, value, { least = 0, most }, step) {
  const button = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ what) =>
    el(
      "button",
      {
        type: "button",
        class: "step",
        "aria-label": `${what}: ${label}`,
        disabled: by < 0 ? value <= least : value >= most,
        on: { click: () => step(by) },
      },
      sign,
    );
  return el(
    "span",
    { class: "stepper", role: "group", "aria-label": `${label}: ${value}` },
    button(-1, "−", "One less"),
    el("output", {}, String(value)),
    button(1, "+", "One more"),
  );
}

/**
 * What a player has chosen for a question, for as long as the same one is asked: `asked` tells one from another.
 * @template T
 * @param {Map<string, {asked: string, draft: T}>} kept @param {string} name @param {string} asked @param {() => T} begin
 * @returns {T}
 */
export function draftOf(kept, name, asked, begin) {
  const known = kept.get(name);
  if (known?.asked === asked) return known.draft;
  const draft = begin();
  kept.set(name, { asked, draft });
  return draft;
}

/** A line of a form. @param {string} text @param {Node} field */
export const row = (text, field) => el("label", {}, `${text} `, field);

/** A form that gives a command. @param {Omit<import("../../answers/order_form.js").OrderForm, "kind" | "type">} of */
export const orderForm = (of) => filledForm({ ...of, kind: "eagle-order" });
