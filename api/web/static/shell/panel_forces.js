// @ts-check
/** Every stack and place as lists: the board for a reader who does not look at it. */

import { groundSaid, holder } from "../board/stacks.js";
import { blocksOf } from "./blocks.js";
import { el, words } from "./dom.js";
import { manifest, marches, placesOf, sideName, sides } from "./manifest.js";
import { redraw } from "../play/redraw.js";

const MOST = 80; // places that are listed at once

/** @typedef {import("./panels.js").Around} Around */

/** @param {HTMLElement} pane @param {Around} around */
export function drawForces(pane, around) {
  const tables = sides().map((side) => ofSide(side, around));
  redraw(
    pane,
    [
      sieve(tables.flatMap(({ rows }) => rows)),
      ...tables.map(({ section }) => section),
      el("section", {}, ...blocksOf(around.store.state.views.lists?.blocks ?? [], around)),
      around.board.chart.places.size ? places(around) : null,
    ],
    "forces",
  );
}

/** A filter over rows, by any of their words. @param {HTMLElement[]} rows */
function sieve(rows) {
  const field = el("input", {
    type: "search",
    class: "sieve",
    placeholder: `Filter: a place, a state, a kind${marches() ? ", “march”" : ""} …`,
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
    .sort((a, b) => b.weight - a.weight || a.place.localeCompare(b.place));
  const sum = mine.reduce((total, stack) => total + stack.weight, 0);
  const rows = mine.map((stack) => {
    const where = board.chart.fullName(stack.place);
    const go = el(
      "button",
      { type: "button", class: "place", on: { click: () => choose(stack.place) } },
      where,
    );
    const march = play?.movable(stack.place)
      ? el(
          "button",
          {
            type: "button",
            class: "quiet march",
            "aria-label": `March from ${where}`,
            on: { click: () => play.march(stack.place) },
          },
          "March",
        )
      : null;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, go, " ", march),
      ...(stack.cells ?? []).map((said) => el("td", {}, said || "–")),
    );
  });
  const title = `: ${sum} ${manifest().weight ?? "pieces"} in ${placesOf(mine.length)}`;
  const section = el(
    "section",
    {},
    el("h2", {}, el("span", { class: `side ${side}` }, words(side)), title),
    table(`Forces of the ${words(side)}`, ["Where", ...(manifest().cells ?? [])], rows),
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

/** Every place of the map, by name, ground and who holds it. @param {Around} around */
function places({ board, store, choose }) {
  const { chart } = board;
  const spec = manifest().board;
  const [kind] = spec.ground ?? [];
  const grounds = Object.entries(chart.data.terms?.[kind?.group ?? ""] ?? {});
  const several = spec.several ?? "places";
  const name = el("input", {
    type: "search",
    placeholder: "A name, a number, a region",
    "aria-label": `Filter ${several}`,
  });
  const ground = el(
    "select",
    { "aria-label": "Ground" },
    el("option", { value: "" }, "Any ground"),
    ...grounds.map(([id, term]) => el("option", { value: id }, term.label)),
  );
  ground.hidden = !grounds.length;
  const held = el(
    "select",
    { "aria-label": "Held by" },
    el("option", { value: "" }, "Held by anybody"),
    ...sides().map((side) => el("option", { value: side }, sideName(side))),
    el("option", { value: "none" }, "Nobody"),
  );
  const count = el("p", { class: "meta", role: "status" });
  const list = el("ul", { class: "plain" });
  const all = [...chart.places.values()].sort(
    (a, b) => Number(!a.name) - Number(!b.name) || a.id.localeCompare(b.id),
  );

  function fill() {
    const wanted = name.value.trim().toLowerCase();
    const found = all.filter(
      (place) =>
        (!ground.value || place[kind?.field ?? ""] === ground.value) &&
        (!held.value || (holder(store.state.views, place, spec.region) ?? "none") === held.value) &&
        [place.id, place.name ?? "", ...(place.names ?? []), ...groundSaid(chart, place, spec)]
          .join(" ")
          .toLowerCase()
          .includes(wanted),
    );
    count.textContent = `${placesOf(found.length)}${found.length > MOST ? `, the first ${MOST} of them` : ""}:`;
    list.replaceChildren(...found.slice(0, MOST).map(line));
  }

  /** @param {import("../board/sheet.js").Place} place */
  function line(place) {
    const side = holder(store.state.views, place, spec.region);
    const says = [
      ...groundSaid(chart, place, spec),
      ...(store.state.views.scene?.holders ? [sideName(side)] : []),
    ];
    const go = el(
      "button",
      { type: "button", class: "place", on: { click: () => choose(place.id) } },
      chart.fullName(place.id),
    );
    return el("li", {}, go, says.map((each) => `, ${each}`).join(""));
  }

  for (const field of [name, ground, held]) field.addEventListener(field === name ? "input" : "change", fill);
  const box = el(
    "details",
    { class: "all-places" },
    el("summary", {}, `All ${several}`),
    el("div", { class: "sieves" }, name, ground, held),
    count,
    list,
  );
  box.addEventListener("toggle", () => box.open && !list.children.length && fill());
  return box;
}
