// @ts-check
/** Every force and leader as tables: the board for whoever reads it instead of looking at it. */

import { SIDES, unitsSaid } from "../board/stacks.js";
import { el, words } from "./dom.js";

/** @param {HTMLElement} pane @param {import("./panels.js").Around} around */
export function drawForces(pane, { store, board, choose }) {
  const { views } = store.state;
  const stacks = [...board.stacks().values()];
  const parts = SIDES.map((side) => {
    const mine = stacks
      .filter((stack) => stack.side === side)
      .sort((a, b) => b.strength - a.strength || a.hex.localeCompare(b.hex));
    const sum = mine.reduce((total, stack) => total + stack.strength, 0);
    const rows = mine.map((stack) => {
      const marks = Object.entries(stack.marks).map(([mark, count]) => `${count} ${mark}`);
      const leaders = stack.leaders.map((each) => `${each.leader} (${each.rating})`).join(", ");
      const go = el(
        "button",
        { type: "button", class: "place", on: { click: () => choose(stack.hex) } },
        board.chart.fullName(stack.hex),
      );
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, go),
        el("td", {}, unitsSaid(stack) || "–"),
        el("td", {}, leaders || "–"),
        el("td", {}, marks.join(", ") || "–"),
      );
    });
    const head = el(
      "tr",
      {},
      ...["Where", "Units", "Leaders", "State"].map((name) => el("th", { scope: "col" }, name)),
    );
    return el(
      "section",
      {},
      el(
        "h2",
        {},
        el("span", { class: `side ${side}` }, words(side)),
        `: ${sum} strength points in ${mine.length} places`,
      ),
      el(
        "table",
        {},
        el("caption", { class: "hush" }, `Forces of the ${words(side)}`),
        el("thead", {}, head),
        el("tbody", {}, ...rows),
      ),
    );
  });
  const away = (views.map?.leaders ?? []).filter((/** @type {any} */ each) => each.status === "wounded");
  const wounded = away.map((/** @type {any} */ each) =>
    el(
      "li",
      {},
      el("b", { class: `side ${each.side}` }, words(each.side)),
      ` ${each.leader} (${each.rating}), back in turn ${each.returns}`,
    ),
  );
  pane.replaceChildren(
    ...parts,
    fleet(views, board, choose),
    wounded.length
      ? el("section", {}, el("h2", {}, "Wounded leaders"), el("ul", { class: "plain" }, ...wounded))
      : "",
  );
}

/**
 * @param {Record<string, any>} views
 * @param {import("../board/board.js").Board} board
 * @param {(hex: string) => void} choose
 */
function fleet(views, board, choose) {
  const vessels = views.naval?.vessels ?? [];
  if (!vessels.length) return "";
  const rows = vessels.map((/** @type {any} */ each) => {
    const hex = each.place?.split("-")[0];
    const where = board.hexAt(hex)
      ? el("button", { type: "button", class: "place", on: { click: () => choose(hex) } }, each.where)
      : each.where;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, el("span", { class: `side ${each.side}` }, each.name)),
      el("td", {}, where),
      el("td", {}, words(each.state)),
    );
  });
  const head = el("tr", {}, ...["Vessel", "Where", "State"].map((name) => el("th", { scope: "col" }, name)));
  return el(
    "section",
    {},
    el("h2", {}, "Vessels"),
    el(
      "table",
      {},
      el("caption", { class: "hush" }, "Vessels of both sides"),
      el("thead", {}, head),
      el("tbody", {}, ...rows),
    ),
  );
}
