// @ts-check
/** The exact odds of an attack, with every modifier and its clause, before it is ordered. */

import { clause } from "../table/clauses.js";
import { el, signed, words } from "../table/dom.js";

const SHOWN = 4; // tables that are open at once

/** @param {{odds: any}} answer as of POST /games/{g}/odds */
export function oddsTable(answer) {
  const { forecast, assumptions } = answer.odds;
  const tables = forecast.tables.map((/** @type {any} */ table, /** @type {number} */ index) =>
    el(
      "details",
      { open: index < SHOWN },
      el(
        "summary",
        {},
        table.title,
        table.expected === null ? "" : `, on average ${table.expected.toFixed(2)}`,
      ),
      el("p", {}, clause(table.rule)),
      el(
        "table",
        {},
        el(
          "tbody",
          {},
          ...table.rows.map((/** @type {any} */ row) =>
            el(
              "tr",
              {},
              el("th", { scope: "row" }, words(row.what)),
              el("td", {}, `${(100 * row.decimal).toFixed(1)}%`),
              el("td", {}, el("meter", { min: 0, max: 1, value: row.decimal, "aria-hidden": "true" })),
            ),
          ),
        ),
      ),
    ),
  );
  return el(
    "section",
    { class: "odds" },
    el("h3", {}, "Exact odds"),
    forecast.modifiers.length
      ? el(
          "details",
          { open: true },
          el("summary", {}, "What goes in"),
          el(
            "ul",
            { class: "lines" },
            ...forecast.modifiers.map((/** @type {any} */ each) =>
              el(
                "li",
                {},
                `${words(each.line.roll)}: ${each.line.name} ${signed(each.line.amount)} `,
                clause(each.line.rule),
                each.probability === "1" ? "" : ` (with probability ${each.probability})`,
              ),
            ),
          ),
        )
      : null,
    ...tables,
    assumptions.length
      ? el(
          "details",
          {},
          el("summary", {}, "What was assumed"),
          el(
            "ul",
            { class: "lines" },
            ...assumptions.map((/** @type {any} */ each) =>
              el("li", {}, `${words(each.seat)}: ${each.text} `, clause(each.rule)),
            ),
          ),
        )
      : null,
  );
}
