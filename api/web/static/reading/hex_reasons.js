// @ts-check
/** Why a hex is what it is: who controls it since when, who holds it under guns, what its line of supply met. */

import { SIDES, SIDE_NAMES } from "../board/stacks.js";
import { clause } from "../table/clauses.js";
import { el } from "../table/dom.js";
import { why } from "./reasons.js";

/**
 * @param {string} id a hex @param {import("../table/panels.js").Around} around
 * @returns {HTMLElement[]}
 */
export function hexReasons(id, around) {
  const { store, board, choose } = around;
  const told = store.state.views.reasons;
  const go = (/** @type {string} */ hex) =>
    el(
      "button",
      { type: "button", class: "place", on: { click: () => choose(hex) } },
      board.chart.fullName(hex),
    );
  const guns = SIDES.flatMap((side) =>
    /** @type {[string, string][]} */ ([
      ["primary", "6.2/1"],
      ["secondary", "6.3/1"],
    ]).flatMap(([kind, rule]) => {
      const sources = /** @type {string[]} */ (told?.zones?.[side]?.[kind]?.[id] ?? []);
      if (!sources.length) return [];
      return [
        el(
          "li",
          {},
          el("b", { class: `side ${side}` }, SIDE_NAMES[side]),
          `: ${kind} zone, by the force in `,
          ...sources.flatMap((hex, index) => [index ? " and in " : "", go(hex)]),
          " ",
          clause(rule),
        ),
      ];
    }),
  );
  const unfed = (told?.unfed ?? []).filter((/** @type {any} */ row) => row.hex === id);
  const supply = unfed.flatMap((/** @type {any} */ row) =>
    row.says.map((/** @type {any} */ each) => el("li", {}, `${each.text} `, clause(each.rule))),
  );
  return [
    el("h3", {}, "Why"),
    supply.length
      ? el(
          "div",
          {},
          el("p", { class: "bad" }, "Out of supply, because:"),
          el("ul", { class: "plain" }, ...supply),
        )
      : null,
    guns.length
      ? el("ul", { class: "plain" }, ...guns)
      : el("p", { class: "meta" }, "In nobody's zone of control."),
    why(around, {
      name: "control of this hex",
      rules: ["3.1/2", "3.1/4"],
      types: ["hex_taken", "rails_taken", "kentucky_joined"],
      keep: (entry) => entry.hex === id || entry.type === "kentucky_joined",
      none: "Nobody has taken it since the start: it is its state's.",
    }),
  ].filter((each) => each !== null);
}
