// @ts-check
/** A form that fills in a command of several values: its sum in words, and one button that gives it. */

import { el } from "../shell/dom.js";

/**
 * @typedef {object} OrderForm
 * @property {(Node | null)[]} parts
 * @property {string} button its words
 * @property {() => {said: string, right: boolean}} sums what is filled in, in words, and whether it may be given so
 * @property {() => Record<string, any>} answer the command
 * @property {(command: Record<string, any>) => unknown} give
 * @property {(Node | null)[]} [after] comes below the button
 * @property {string} kind a class of the form
 * @property {string} [type] the type of the command, for those who look for its button
 */

/** @param {OrderForm} of @returns {{node: HTMLElement, summed: () => void}} `summed`: something in it has changed */
export function orderForm({ parts, button, sums, answer, give, after = [], kind, type }) {
  const send = /** @type {HTMLButtonElement} */ (el("button", { class: "answer", "data-type": type }, button));
  const said = el("p", { class: "meta", role: "status" });
  const node = el("form", { class: `filled ${kind}` }, ...parts, said, send, ...after);
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
