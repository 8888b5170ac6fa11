// @ts-check
/** The exact odds of an attack, with every modifier and its clause, before it is ordered. */

import { clause } from "../shell/clauses.js";
import { el, signed, words } from "../shell/dom.js";

const SHOWN = 4; // tables that are open at once

/** @typedef {{seat: string, command: Record<string, any>}} Answer what a seat is taken to answer */

/**
 * @param {{odds: any}} answer as of POST /games/{g}/odds
 * @param {Map<string, Answer>} [given] answers in place of what is assumed, by seat and kind of decision
 * @param {() => void} [again] asks for the odds again, after `given` has changed
 */
export function oddsTable(answer, given = new Map(), again = () => {}) {
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
    ...tables,
    forecast.modifiers.length
      ? el(
          "details",
          {},
          el("summary", {}, "What goes in"),
          el(
            "ul",
            { class: "lines" },
            ...forecast.modifiers.map((/** @type {any} */ each) =>
              el(
                "li",
                {},
                `${words(each.line.side)}, ${each.line.roll}: ${words(each.line.name)} ${each.line.written || signed(each.line.amount)} `,
                clause(each.line.rule),
                each.probability === "1" ? "" : ` (with probability ${each.probability})`,
              ),
            ),
          ),
        )
      : null,
    assumptions.length
      ? el(
          "details",
          {},
          el("summary", {}, "What was assumed"),
          el(
            "ul",
            { class: "lines" },
            ...assumptions.map((/** @type {any} */ each) =>
              el(
                "li",
                {},
                `${words(each.seat)}: ${each.text.startsWith("as given:") ? "as you chose" : each.text} `,
                clause(each.rule),
                each.choices.length ? chooser(each, given, again) : null,
              ),
            ),
          ),
        )
      : null,
  );
}

/** @param {{seat: string, kind: string}} each */
const keyOf = (each) => `${each.seat} ${each.kind}`;

/**
 * A list of the answers that a seat could give instead; the first entry is what the odds assume.
 * @param {any} each an assumption @param {Map<string, Answer>} given @param {() => void} again
 */
function chooser(each, given, again) {
  const key = keyOf(each);
  const chosen = JSON.stringify(given.get(key)?.command);
  const select = el(
    "select",
    { "aria-label": `${words(each.seat)}, ${words(each.kind)}`, name: `assumed ${key}`, "data-model": "" },
    el("option", { value: "" }, "as the odds assume"),
    ...each.choices.map((/** @type {any} */ choice, /** @type {number} */ index) =>
      el("option", { value: index, selected: JSON.stringify(choice.command) === chosen }, words(choice.text)),
    ),
  );
  select.addEventListener("change", () => {
    if (select.value === "") given.delete(key);
    else given.set(key, { seat: each.seat, command: each.choices[Number(select.value)].command });
    again();
  });
  return select;
}
