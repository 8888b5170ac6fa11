// @ts-check
/** The political action of a round: what each would bring; of those that are not open, why. */

import { clause } from "../../shell/clauses.js";
import { el, words } from "../../shell/dom.js";

/**
 * @param {any} due @param {unknown} _offer
 * @param {{give: (command: Record<string, any>) => unknown, advised?: Record<string, any> | null,
 *   means?: (command: Record<string, any>) => Node | null}} how
 */
export function form(due, _offer, { give, advised = null, means = () => null }) {
  /** @type {{type: string, open: boolean, reason?: string, rule?: string}[]} */
  const actions = due.form.actions;
  const ranked = [...actions].sort((a, b) => rank(a) - rank(b));

  /** The suggested one is first, those that are not open are last. @param {{type: string, open: boolean}} action */
  function rank({ type, open }) {
    return type === advised?.type ? 0 : open ? 1 : 2;
  }

  /** @param {{type: string, open: boolean, reason?: string, rule?: string}} action */
  function line({ type, open, reason = "", rule = "" }) {
    const name = words(type);
    if (!open)
      return el("li", { class: "closed" }, el("b", {}, name), `: not now, ${reason} `, rule ? clause(rule) : null);
    const order = el(
      "button",
      { type: "button", class: "answer", "data-type": type },
      name,
      type === advised?.type ? el("small", { class: "advised" }, " suggested") : null,
    );
    order.addEventListener("click", (event) => event.detail < 2 && give({ type }));
    return el("li", {}, order, means({ type }));
  }

  return el(
    "section",
    { class: "eagle-order politics", "aria-label": "Political actions" },
    el("ul", { class: "plain" }, ...ranked.map(line)),
  );
}
