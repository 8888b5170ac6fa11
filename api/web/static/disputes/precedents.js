// @ts-check
/** Earlier rulings on the clauses of a claim, in games that the reader may read. */

import { el } from "../shell/dom.js";
import { reasonOf } from "./forms.js";
import { FINDINGS, remedyText } from "./said.js";

/** @param {import("./frame.js").Frame} frame @param {number} claim */
export function precedents({ store, game }, claim) {
  const list = el("div", { role: "status" }, "…");
  store.api.ask(`${store.path}/claims/${claim}/precedents`).then(
    ({ items }) => {
      const others = items.filter((/** @type {any} */ each) => each.game !== game || each.claim !== claim);
      const rows = others.map(row);
      list.replaceChildren(rows.length ? el("ul", {}, ...rows) : el("p", {}, "There are none."));
    },
    (error) => list.replaceChildren(el("p", {}, reasonOf(error))),
  );
  return list;
}

/** @param {any} each */
function row({ game, claim, clauses, finding, facts, remedy }) {
  const found = FINDINGS[/** @type {keyof typeof FINDINGS} */ (finding)] ?? finding;
  const said = remedy ? (remedy.type ? remedyText(remedy) : String(remedy)) : "";
  return el(
    "li",
    {},
    el("a", { href: `/games/${encodeURIComponent(game)}/claims/${claim}` }, `${game}/${claim}`),
    `: clauses ${clauses.join(", ") || "none"}. ${found}. ${said}`,
    facts ? el("blockquote", {}, facts) : null,
  );
}
