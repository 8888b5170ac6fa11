// @ts-check
/** Every force, leader, vessel and hex as lists: the board for whoever reads it instead of looking at it. */

import { holder, SIDES, SIDE_NAMES, unitsSaid } from "../board/stacks.js";
import { el, words } from "./dom.js";
import { redraw } from "../play/redraw.js";

const MOST = 80; // hexes that are listed at once

/** @typedef {import("./panels.js").Around} Around */

/** @param {HTMLElement} pane @param {Around} around */
export function drawForces(pane, around) {
  const { store, board } = around;
  const away = (store.state.views.map?.leaders ?? []).filter(
    (/** @type {any} */ each) => each.status === "wounded",
  );
  const wounded = away.map((/** @type {any} */ each) =>
    el(
      "li",
      {},
      el("b", { class: `side ${each.side}` }, words(each.side)),
      ` ${each.leader} (${each.rating}), back in turn ${each.returns}`,
    ),
  );
  const tables = SIDES.map((side) => ofSide(side, around));
  redraw(
    pane,
    [
      sieve(tables.flatMap(({ rows }) => rows)),
      ...tables.map(({ section }) => section),
      fleet(store.state.views, board, around.choose),
      wounded.length
        ? el("section", {}, el("h2", {}, "Wounded leaders"), el("ul", { class: "plain" }, ...wounded))
        : null,
      hexes(around),
    ],
    "forces",
  );
}

/** A filter over rows, by any of their words. @param {HTMLElement[]} rows */
function sieve(rows) {
  const field = el("input", {
    type: "search",
    class: "sieve",
    placeholder: "Filter: a place, a state, a kind, “march” …",
    "aria-label": "Filter forces",
  });
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !(row.textContent ?? "").toLowerCase().includes(wanted);
  });
  return field;
}

/** @param {string} side @param {Around} around */
function ofSide(side, { board, choose, play }) {
  const mine = [...board.stacks().values()]
    .filter((stack) => stack.side === side)
    .sort((a, b) => b.strength - a.strength || a.hex.localeCompare(b.hex));
  const sum = mine.reduce((total, stack) => total + stack.strength, 0);
  const rows = mine.map((stack) => {
    const marks = Object.entries(stack.marks).map(([mark, count]) => `${count} ${mark}`);
    const leaders = stack.leaders.map((each) => `${each.leader} (${each.rating})`).join(", ");
    const where = board.chart.fullName(stack.hex);
    const go = el(
      "button",
      { type: "button", class: "place", on: { click: () => choose(stack.hex) } },
      where,
    );
    const march = play?.movable(stack.hex)
      ? el(
          "button",
          {
            type: "button",
            class: "quiet march",
            "aria-label": `March from ${where}`,
            on: { click: () => play.march(stack.hex) },
          },
          "March",
        )
      : null;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, go, " ", march),
      el("td", {}, unitsSaid(stack) || "–"),
      el("td", {}, leaders || "–"),
      el("td", {}, marks.join(", ") || "–"),
    );
  });
  const title = `: ${sum} strength points in ${mine.length} places`;
  const section = el(
    "section",
    {},
    el("h2", {}, el("span", { class: `side ${side}` }, words(side)), title),
    table(`Forces of the ${words(side)}`, ["Where", "Units", "Leaders", "State"], rows),
  );
  return { section, rows };
}

/** @param {string} caption @param {string[]} names @param {HTMLElement[]} rows */
const table = (caption, names, rows) =>
  el(
    "table",
    {},
    el("caption", { class: "hush" }, caption),
    el("thead", {}, el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...rows),
  );

/**
 * @param {Record<string, any>} views
 * @param {import("../board/board.js").Board} board
 * @param {(hex: string) => void} choose
 */
function fleet(views, board, choose) {
  const vessels = views.naval?.vessels ?? [];
  if (!vessels.length) return null;
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
  return el(
    "section",
    {},
    el("h2", {}, "Vessels"),
    table("Vessels of both sides", ["Vessel", "Where", "State"], rows),
  );
}

/** Every hex of the map, by place, ground and who holds it. @param {Around} around */
function hexes({ board, store, choose }) {
  const { chart } = board;
  const grounds = Object.entries(chart.told.terms.terrain ?? {});
  const name = el("input", {
    type: "search",
    placeholder: "A place, a number, a state",
    "aria-label": "Filter hexes",
  });
  const ground = el(
    "select",
    { "aria-label": "Ground" },
    el("option", { value: "" }, "Any ground"),
    ...grounds.map(([id, term]) => el("option", { value: id }, term.label)),
  );
  const held = el(
    "select",
    { "aria-label": "Held by" },
    el("option", { value: "" }, "Held by anybody"),
    ...SIDES.map((side) => el("option", { value: side }, SIDE_NAMES[side])),
    el("option", { value: "none" }, "Nobody"),
  );
  const count = el("p", { class: "meta", role: "status" });
  const list = el("ul", { class: "plain" });
  const all = [...chart.hexes.values()].sort(
    (a, b) => Number(!a.name) - Number(!b.name) || a.id.localeCompare(b.id),
  );

  function fill() {
    const wanted = name.value.trim().toLowerCase();
    const found = all.filter(
      (hex) =>
        (!ground.value || hex.terrain === ground.value) &&
        (!held.value || (holder(store.state.views, hex) ?? "none") === held.value) &&
        `${hex.id} ${hex.name ?? ""} ${(hex.names ?? []).join(" ")} ${chart.told.states[hex.state] ?? ""}`
          .toLowerCase()
          .includes(wanted),
    );
    count.textContent =
      found.length > MOST ? `${found.length} hexes, the first ${MOST} of them:` : `${found.length} hexes:`;
    list.replaceChildren(...found.slice(0, MOST).map(line));
  }

  /** @param {import("../board/chart.js").Hex} hex */
  function line(hex) {
    const side = holder(store.state.views, hex);
    const terrain = chart.told.terms.terrain?.[hex.terrain]?.label ?? hex.terrain;
    const ground = `, ${terrain.toLowerCase()}, ${chart.told.states[hex.state] ?? hex.state}, ${side ? SIDE_NAMES[side] : "nobody"}`;
    const go = el(
      "button",
      { type: "button", class: "place", on: { click: () => choose(hex.id) } },
      chart.fullName(hex.id),
    );
    return el("li", {}, go, ground);
  }

  for (const field of [name, ground, held]) field.addEventListener(field === name ? "input" : "change", fill);
  const box = el(
    "details",
    { class: "hexes" },
    el("summary", {}, "All hexes"),
    el("div", { class: "sieves" }, name, ground, held),
    count,
    list,
  );
  box.addEventListener("toggle", () => box.open && !list.children.length && fill());
  return box;
}
