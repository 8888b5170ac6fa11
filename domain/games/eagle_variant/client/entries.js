// @ts-check
/** Entries of the forms of this game: choices, numbers, and the form that gives a command. */

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
      { "aria-label": label, "data-model": "" },
      ...named.map(({ id, name }) => el("option", { value: id }, name)),
    )
  );
  field.value = value;
  field.addEventListener("change", changed);
  return field;
}

/** A line of a form. @param {string} text @param {Node} field */
export const row = (text, field) => el("label", {}, `${text} `, field);

/**
 * A form that gives a command; `sums` says in words what is filled in, and whether it may be sent so.
 * @param {{parts: (Node | null)[], button: string, sums: () => {said: string, right: boolean}, answer: () => Record<string, any>,
 *   give: (command: Record<string, any>) => unknown}} of
 * @returns {{node: HTMLElement, summed: () => void}}
 */
export function orderForm({ parts, button, sums, answer, give }) {
  const send = /** @type {HTMLButtonElement} */ (el("button", { class: "answer" }, button));
  const said = el("p", { class: "meta", role: "status" });
  const node = el("form", { class: "filled eagle-order" }, ...parts, said, send);
  function summed() {
    const now = sums();
    said.textContent = now.said;
    send.disabled = !now.right;
  }
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    void give(answer());
  });
  summed();
  return { node, summed };
}
