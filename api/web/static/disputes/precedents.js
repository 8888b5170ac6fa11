// @ts-check
/** Earlier rulings on the clauses of a claim, in games that the reader may read. */

import { el } from "../shell/dom.js";
import { reasonOf } from "./forms.js";
import { FINDINGS, remedyText } from "./said.js";

/** @param {import("./frame.js").Frame} frame @param {number} claim @param {boolean} rules whether the reader rules on it */
export function precedents({ store, game }, claim, rules) {
  const list = el("div", { role: "status" }, "…");
  store.api.ask(`${store.path}/claims/${claim}/precedents`).then(
    ({ items }) => {
      const others = items.filter((/** @type {any} */ each) => each.game !== game || each.claim !== claim);
      const rows = others.map((/** @type {any} */ each) => row(each, rules));
      list.replaceChildren(rows.length ? el("ul", {}, ...rows) : el("p", {}, "There are none."));
    },
    (error) => list.replaceChildren(el("p", {}, reasonOf(error))),
  );
  return list;
}

/** Put a precedent into the form of the ruling, where there is one. @param {string} named */
function cite(named) {
  const form = document.querySelector('form[data-act="rule"]');
  const field = /** @type {HTMLInputElement | null} */ (form?.querySelector('[name="precedent"]') ?? null);
  const fold = field?.closest("details");
  if (!field || !fold) return;
  fold.open = true;
  field.value = named;
  /** @type {HTMLElement | null} */ (fold.querySelector('[name="followed"]'))?.focus();
}

/** @param {any} each @param {boolean} director */
function row({ game, claim, clauses, finding, facts, remedy }, director) {
  const found = FINDINGS[/** @type {keyof typeof FINDINGS} */ (finding)] ?? finding;
  const said = remedy ? (remedy.type ? remedyText(remedy) : String(remedy)) : "";
  return el(
    "li",
    {},
    el("a", { href: `/games/${encodeURIComponent(game)}/claims/${claim}` }, `${game}/${claim}`),
    `: clauses ${clauses.join(", ") || "none"}. ${found}. ${said}`,
    facts ? el("blockquote", {}, facts) : null,
    director ? el("button", { type: "button", class: "quiet cite", on: { click: () => cite(`${game}/${claim}`) } }, "Name it in the ruling") : null,
  );
}
