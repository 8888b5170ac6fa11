// @ts-check
/** Everything true of a hex: ground, sides, lines, who holds it, who stands in it and how they are fed. */

import { holder, SIDES, SIDE_NAMES } from "../board/stacks.js";
import { clause } from "./clauses.js";
import { countOf, el, words } from "./dom.js";

/** @typedef {import("./panels.js").Around} Around @typedef {import("../board/chart.js").Term} Term */

/** @param {HTMLElement} pane @param {Around} around */
export function drawHex(pane, around) {
  const id = around.hex();
  const hex = id ? around.board.hexAt(id) : null;
  if (!hex) {
    pane.replaceChildren(
      el("h2", {}, "No hex chosen"),
      el("p", {}, "Click a hex, or move the cursor with the arrow keys and press Enter."),
    );
    return;
  }
  const { chart } = around.board;
  const { views } = around.store.state;
  const side = holder(views, hex);
  const ground = [
    chart.told.states[hex.state] ?? hex.state,
    side ? `held by the ${SIDE_NAMES[side]}` : "held by nobody",
  ].join(", ");
  const many = (hex.names ?? []).filter((name) => name !== hex.name);
  pane.replaceChildren(
    el("h2", {}, hex.name ? `${hex.name} ` : "", el("span", { class: "number" }, hex.id)),
    el("p", { class: "meta" }, ground, many.length ? `; also ${many.join(", ")}` : ""),
    march(hex.id, around),
    ...forces(hex.id, around),
    ...works(hex.id, around),
    ...vessels(hex.id, around),
    ...economy(hex.id, around),
    reasons(hex.id, around),
    el("h3", {}, "Ground"),
    el("dl", { class: "terms" }, ...ground_terms(hex, chart)),
    el("h3", {}, "Hexsides"),
    sides(hex.id, around),
    ...lines(hex.id, around),
  );
}

/** A force here that may march, to be ordered to. @param {string} id @param {Around} around */
function march(id, { play }) {
  if (!play?.movable(id)) return "";
  const go = el(
    "button",
    { type: "button", class: "answer", on: { click: () => play.march(id) } },
    "March from here",
  );
  return el("p", {}, go);
}

/** @type {typeof import("../reading/hex_reasons.js").hexReasons | null} */
let reasonsOf = null;

/** Why it is so: its words are fetched when a hex is first looked at. @param {string} id @param {Around} around */
function reasons(id, around) {
  if (reasonsOf) return el("section", {}, ...reasonsOf(id, around));
  const section = el("section", {});
  void import("../reading/hex_reasons.js")
    .then(({ hexReasons }) => section.replaceChildren(...(reasonsOf = hexReasons)(id, around)))
    .catch(() => section.replaceChildren());
  return section;
}

/**
 * A term of the map with its cost and its clauses.
 * @param {Term | undefined} term
 * @param {string} [more]
 * @param {boolean} [added]
 */
function term(term, more = "", added = false) {
  if (!term) return [];
  const points = term.cost === undefined ? "" : `${added ? "+" : ""}${countOf(term.cost, "movement point")}`;
  const says = [more, points].filter(Boolean).join(", ");
  return [el("dt", {}, term.label), el("dd", {}, says ? `${says} ` : "", ...term.rules.map(clause))];
}

/** @param {import("../board/chart.js").Hex} hex @param {import("../board/chart.js").Chart} chart */
function ground_terms(hex, chart) {
  const { terrain = {}, places = {} } = chart.told.terms;
  return [
    ...term(terrain[hex.terrain]),
    ...(hex.city ? term(places[hex.city], hex.value ? `worth ${hex.value}` : "") : []),
    ...(hex.port
      ? term(places.port, `of the ${hex.port}${hex.port_value ? `, worth ${hex.port_value}` : ""}`)
      : []),
    ...(hex.fortress
      ? term(
          places.fortress,
          `${hex.fortress_name ?? ""}${hex.fortress_name ? ", " : ""}${SIDE_NAMES[hex.fortress]} at the start`,
        )
      : []),
    ...(hex.recruitment ? term(places.recruitment, words(hex.recruitment)) : []),
    ...(hex.source ? term(places.source) : []),
    ...(hex.coastal ? term(places.coastal, (hex.zones ?? []).join(", ")) : []),
    ...(hex.appalachia ? term(places.appalachia) : []),
    ...(hex.snow ? term(places.snow) : []),
  ];
}

/** @param {string} id @param {Around} around */
function sides(id, { board, choose }) {
  const { chart } = board;
  const rows = chart.around(id).map((near) => {
    const side = chart.between(id, near);
    const { sides: kinds = {}, features = {} } = chart.told.terms;
    const water = side ? term(kinds[side.kind], side.rivers?.join(", ") ?? side.name ?? "", true) : [];
    const built = side
      ? [
          ...(side.bridge ? term(features.bridge, side.bridge) : []),
          ...(side.ferry ? term(features.ferry, side.ferry) : []),
          ...(side.levee ? term(features.levee) : []),
          ...(side.loop === id ? term(features.loop) : []),
          ...(side.inlet ? term(features.inlet) : []),
        ]
      : [];
    const go = el(
      "button",
      { type: "button", class: "place", on: { click: () => choose(near) } },
      chart.fullName(near),
    );
    return el(
      "li",
      {},
      el("b", { class: "compass" }, chart.direction(id, near)),
      go,
      water.length + built.length ? el("dl", { class: "terms" }, ...water, ...built) : null,
    );
  });
  return el("ul", { class: "plain sides" }, ...rows);
}

/** @param {string} id @param {Around} around */
function lines(id, { board }) {
  const { chart } = board;
  const found = chart.linesAt(id);
  if (!found.length) return [];
  const kinds = chart.told.terms.lines ?? {};
  const rows = found.flatMap((line) =>
    term(kinds[line.status === "unfinished" ? "unfinished" : line.kind], line.name),
  );
  return [el("h3", {}, "Lines"), el("dl", { class: "terms" }, ...rows)];
}

/** @param {string} id @param {Around} around */
function forces(id, { board, store }) {
  const fed = store.state.views.supply?.forces ?? [];
  const found = SIDES.flatMap((side) => {
    const stack = board.stacks().get(`${side} ${id}`);
    if (!stack) return [];
    const rows = stack.groups.map((group) => {
      const said = [
        group.station === "field" ? "" : group.station === "fort" ? "inside the fort" : group.station,
        group.demoralized ? `${group.demoralized} demoralized marker${group.demoralized > 1 ? "s" : ""}` : "",
        group.oos ? `${group.oos} out-of-supply marker${group.oos > 1 ? "s" : ""}` : "",
        group.activity === "ready" ? "" : words(group.activity).toLowerCase(),
      ];
      return el(
        "li",
        {},
        el("b", {}, `${group.count} ${group.kind === "cavalry" ? "cavalry" : group.kind.toUpperCase()}`),
        said
          .filter(Boolean)
          .map((each) => `, ${each}`)
          .join(""),
      );
    });
    const leaders = stack.leaders.map((each) =>
      el("li", {}, el("b", {}, `Leader ${each.leader}`), `, rating ${each.rating}`),
    );
    const supply = fed
      .filter((/** @type {any} */ each) => each.side === side && each.hex === id)
      .map((/** @type {any} */ each) =>
        el(
          "li",
          { class: each.fed_by === "none" ? "bad" : "" },
          each.fed_by === "none"
            ? `Out of supply: ${each.how}`
            : `In supply by ${each.fed_by}: ${each.how}${each.cost ? `, ${countOf(each.cost, "movement point")} away` : ""}`,
        ),
      );
    return [
      el("h3", {}, el("span", { class: `side ${side}` }, words(side))),
      el("ul", { class: "plain" }, ...rows, ...leaders, ...supply),
    ];
  });
  return found;
}

/** @param {string} id @param {Around} around */
function works(id, { board, store }) {
  const { views } = store.state;
  const kinds = board.chart.told.terms.works ?? {};
  const at = (/** @type {any[] | undefined} */ rows) => (rows ?? []).filter((row) => row.hex === id);
  const upgraded = (views.railroads?.upgraded ?? []).includes(id);
  const rows = [
    ...at(views.map?.forts).flatMap((each) => term(kinds.fort, fortSaid(each))),
    ...at(views.map?.entrenchments).flatMap((each) => term(kinds.entrenchment, SIDE_NAMES[each.side])),
    ...at(views.map?.depots).flatMap((each) =>
      term(kinds.depots, `${each.depots}, ${SIDE_NAMES[each.side]}`),
    ),
    ...at(views.construction?.projects).flatMap((each) => term(kinds.project, `${each.name}, ${each.state}`)),
    ...at(views.railroads?.broken).flatMap(() => term(kinds.break)),
    ...at(views.railroads?.usmrr).flatMap((each) => term(kinds.usmrr, each.name)),
    ...(upgraded ? term(kinds.upgraded) : []),
  ];
  return rows.length ? [el("h3", {}, "Works"), el("dl", { class: "terms" }, ...rows)] : [];
}

/** @param {any} fort */
const fortSaid = (fort) =>
  [
    `${SIDE_NAMES[fort.side]}, ${words(fort.state).toLowerCase()}`,
    `inside: ${fort.inside}`,
    fort.besieged_by ? `besieged by ${fort.besieged_by}` : "",
  ]
    .filter(Boolean)
    .join("; ");

/** @param {string} id @param {Around} around */
function vessels(id, { store }) {
  const here = (store.state.views.naval?.vessels ?? []).filter((/** @type {any} */ each) =>
    each.place?.split("-").includes(id),
  );
  if (!here.length) return [];
  const rows = here.map((/** @type {any} */ each) =>
    el(
      "li",
      {},
      el("b", { class: `side ${each.side}` }, each.name),
      `, ${each.where}, ${each.state}${each.supplies ? `, supplies ${each.supplies}` : ""}`,
    ),
  );
  return [el("h3", {}, "Vessels"), el("ul", { class: "plain" }, ...rows)];
}

/** @param {string} id @param {Around} around */
function economy(id, { store }) {
  const now = store.state.views.economy?.now;
  const here = [...(now?.centres ?? []), ...(now?.ports ?? []), ...(now?.works ?? [])].filter(
    (each) => each.hex === id,
  );
  if (!here.length) return [];
  const rows = here.map((each) =>
    el(
      "li",
      {},
      `${each.name}: ${each.counts === false ? `would count ${each.value}, does not` : `counts ${each.value}`}; ${each.reason} `,
      each.rule ? clause(each.rule) : null,
    ),
  );
  return [el("h3", {}, "Confederate economy"), el("ul", { class: "plain" }, ...rows)];
}
