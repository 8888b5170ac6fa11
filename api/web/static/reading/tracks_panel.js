// @ts-check
/** The tracks of the map beside it: turns, economy, politics, Kentucky, leaders, control; each with its reasons. */

import { SIDES, SIDE_NAMES } from "../board/stacks.js";
import { clause } from "../table/clauses.js";
import { el, signed, words } from "../table/dom.js";
import { track } from "../table/tracks.js";
import { drawCourse } from "./course.js";
import { why } from "./reasons.js";
import { turnRecord } from "./turn_record.js";

const [LOWEST, HIGHEST] = [-4, 4]; // 15.1: the ends of the political track

/** @typedef {import("../table/panels.js").Around} Around */

/** @param {HTMLElement} pane @param {Around} around */
export function drawTracks(pane, around) {
  const { economy, politics, map, turns } = around.store.state.views;
  const parts = [];
  if (map?.play && turns) parts.push(...turnRecord(map.play, turns, around));
  if (economy) parts.push(...levels(economy, politics, around));
  if (politics)
    parts.push(...status(politics, around), ...kentucky(politics, around), ...men(politics, around));
  if (map?.leaders) parts.push(...leaders(map.leaders, around));
  if (map?.control?.totals) parts.push(...control(map.control.totals, around));
  let course = pane.querySelector(".course");
  if (!(course instanceof HTMLElement)) course = el("section", { class: "course" });
  // Only what is above the course is drawn anew: charts and their tables stay as they were left.
  const now = el("div", { class: "now-tracks" }, ...parts);
  const before = pane.querySelector(".now-tracks");
  if (before && course.parentElement === pane) before.replaceWith(now);
  else pane.replaceChildren(now, course);
  void drawCourse(/** @type {HTMLElement} */ (course), around);
}

/** @param {string} name @param {(Node | string)[]} value */
const fact = (name, ...value) => [el("dt", {}, name), el("dd", {}, ...value)];

/**
 * The economy less political status, between what the Confederacy needs and what wins for it.
 * @param {any} economy @param {any} politics @param {Around} around
 */
function levels({ recorded, now, survival, survival_reduction: relief, victory }, politics, around) {
  const most = Math.max(24, victory + 1, recorded.size + 1, now.size + 1);
  const boxes = Array.from({ length: most + 1 }, (_, level) => {
    const stands = [
      ...(level === recorded.size ? ["recorded"] : []),
      ...(level === now.size ? ["counted"] : []),
    ];
    const means = [
      level < survival ? "the Union would win" : "",
      level === survival ? "the least on which the Confederacy survives" : "",
      level > victory ? "the Confederacy would win" : "",
      level === recorded.size ? "recorded, less politics" : "",
      level === now.size ? "if it were counted now, less politics" : "",
    ];
    return {
      label: String(level),
      title: [String(level), ...means].filter(Boolean).join(", "),
      marks: stands,
      past: level < survival,
      now: level > victory,
      edge: level === survival || level === victory,
    };
  });
  const at = politics?.diplomacy?.at_large ?? 0;
  return [
    el("h2", {}, "Confederate economy"),
    track(boxes, `Economy ${recorded.size} less politics; survival ${survival}, victory above ${victory}`),
    el(
      "p",
      { class: "legend small" },
      el("span", {}, mark("recorded"), "recorded, less politics"),
      el("span", {}, mark("counted"), "if counted now"),
      el("span", {}, "grey: the Union wins · framed gold: the Confederacy wins"),
    ),
    el(
      "dl",
      { class: "facts" },
      ...fact("Recorded economy", String(recorded.economy)),
      ...fact(
        "Less political status",
        `${recorded.economy} − (${signed(recorded.political_status)}) = ${recorded.size}`,
      ),
      ...fact("Without factories, for victory", String(recorded.size_without_factories)),
      ...fact("If counted now", `${now.economy}, less politics ${now.size}`),
      ...fact(
        "The Union wins below",
        relief ? `${survival} (${survival + relief} − ${relief} by elections)` : String(survival),
      ),
      ...fact("The Confederacy wins above", String(victory)),
      ...fact("ASP at large", String(at)),
    ),
    why(around, {
      name: "the economy",
      rules: ["3.3/1", "3.3/2", "3.3/3", "3.3/4", "14.1/2"],
      types: ["economy_reckoned", "victory_checked"],
      says: [el("h3", {}, "If it were counted now"), ...counted(now)],
    }),
    why(around, { name: "at large", rules: ["4.2.3/1", "15.3/2"], types: ["diplomacy_rolled"] }),
  ];
}

/** What counts towards the economy as things stand, and what does not, with the reason. @param {any} now */
function counted(now) {
  const all = [...now.centres, ...now.ports, ...now.works];
  const rows = all.map((/** @type {any} */ each) =>
    el(
      "tr",
      { class: each.counts === false ? "out" : "" },
      el("th", { scope: "row" }, each.name),
      el("td", {}, each.counts === false ? `0 of ${each.value}` : String(each.value)),
      el("td", {}, `${each.reason} `, each.rule ? clause(each.rule) : null),
    ),
  );
  const st_louis = el(
    "tr",
    {},
    el("th", { scope: "row" }, "St Louis"),
    el("td", {}, String(now.st_louis)),
    el("td", {}, `${now.st_louis_reason} `, clause("15.6/3")),
  );
  const heads = ["What", "Counts", "Because"].map((name) => el("th", { scope: "col" }, name));
  return [
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...heads)),
      el("tbody", {}, ...rows, st_louis),
      el(
        "tfoot",
        {},
        el("tr", {}, el("th", { scope: "row" }, "In all"), el("td", {}, String(now.economy)), el("td", {})),
      ),
    ),
  ];
}

/** @param {string} kind */
const mark = (kind) => el("i", { class: `pawn-key ${kind}`, "aria-hidden": "true" });

/** @param {any} politics @param {Around} around */
function status({ political_status: now, diplomacy, draft, elections }, around) {
  const boxes = Array.from({ length: HIGHEST - LOWEST + 1 }, (_, index) => ({
    label: signed(LOWEST + index),
    title: `${signed(LOWEST + index)}${LOWEST + index < 0 ? ", Confederate diplomacy is rolled for" : ""}`,
    now: LOWEST + index === now,
    past: LOWEST + index < 0,
    marks: LOWEST + index === now ? ["union"] : [],
  }));
  const markers = Object.entries(draft?.markers ?? {}).map(([turn, marker]) => `+${marker} in turn ${turn}`);
  return [
    el("h2", {}, "Politics"),
    track(boxes, `Union political status ${signed(now)}, on a track from −4 to +4`),
    el(
      "dl",
      { class: "facts" },
      ...fact("Union political status", signed(now)),
      ...fact("Diplomacy", words(diplomacy?.status ?? "")),
      ...(diplomacy?.mediation_turn ? fact("Mediation holds in turn", String(diplomacy.mediation_turn)) : []),
      ...fact("Draft", draft?.allowed ? "may be declared" : "may not be declared"),
      ...(markers.length ? fact("Draft markers", markers.join(", ")) : []),
      ...(elections?.penalty ? fact("Elections lost", `−${elections.penalty} Union ASP a turn`) : []),
    ),
    why(around, {
      name: "political status",
      rules: ["15.0/1", "15.1/1", "15.1/2", "15.1/3", "15.1/4", "15.1/5"],
      types: ["political_status_changed", "political_roll", "surrender_rolled"],
    }),
    why(around, {
      name: "elections, drafts and diplomacy",
      rules: ["15.2/1", "4.1.3/1", "15.3/1"],
      types: ["election_held", "draft_declared", "diplomacy_rolled"],
    }),
  ];
}

/** @param {any} politics @param {Around} around */
function kentucky({ kentucky: told, turn }, around) {
  if (!told) return [];
  const { status: stands, joined, violator, centres = [] } = told;
  const chance = turn >= 2 ? Math.min(6, turn - 1) : 0;
  const says = [
    stands === "neutral" ? "neutral" : `with the ${SIDE_NAMES[stands] ?? words(stands)}`,
    joined ? `since turn ${joined}` : "",
    violator ? `after the ${SIDE_NAMES[violator] ?? words(violator)} violated its neutrality` : "",
  ];
  const held = centres.map((/** @type {any} */ each) =>
    el(
      "li",
      {},
      el("span", { class: `swatch ${each.held_by ?? "none"}` }),
      el(
        "button",
        { type: "button", class: "place", on: { click: () => around.choose(each.hex) } },
        each.name,
      ),
      `: ${each.held_by ? SIDE_NAMES[each.held_by] : "nobody"}`,
    ),
  );
  return [
    el("h3", {}, `Kentucky: ${says.filter(Boolean).join(", ")}`),
    stands === "neutral"
      ? el(
          "p",
          { class: "meta" },
          turn >= 2
            ? `In this turn's Political Phase it joins the Union on a die below ${turn}: ${chance} in 6. `
            : "From turn 2 on it is rolled for in each Political Phase. ",
          clause("15.5.1/1"),
        )
      : null,
    el("ul", { class: "plain columns" }, ...held),
    why(around, {
      name: "Kentucky",
      rules: ["15.5/1", "15.5.1/1", "15.5.2/1"],
      types: [
        "kentucky_rolled",
        "kentucky_violated",
        "kentucky_joined",
        "kentucky_militia_raised",
        "units_deployed",
      ],
    }),
  ].filter((each) => each !== null);
}

/** Manpower, and what the Union's reinforcements are made of. @param {any} politics @param {Around} around */
function men({ manpower, union_reinforcements: due, union_asp_lost: lost, militia_called: called }, around) {
  if (!manpower) return [];
  const rows = SIDES.map((side) => {
    const { asp = 0, asp_limit: limit, cavalry = 0, msp = 0 } = manpower[side] ?? {};
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, SIDE_NAMES[side]),
      el("td", {}, limit ? `${asp} of ${limit}` : String(asp)),
      el("td", {}, String(cavalry)),
      el("td", {}, String(msp)),
    );
  });
  const heads = ["In play", "ASP", "Cavalry", "MSP"].map((name) => el("th", { scope: "col" }, name));
  const terms = (due?.terms ?? []).map((/** @type {any} */ term) =>
    el("li", { class: "term" }, `${signed(term.amount)} ${term.name} `, clause(term.rule)),
  );
  return [
    el("h2", {}, "Manpower"),
    el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)),
    el(
      "dl",
      { class: "facts" },
      ...fact("Union reinforcements, if reckoned now", `${due?.total ?? 0} ASP`),
      ...fact("Union ASP lost this turn, last turn", `${lost?.this_turn ?? 0}, ${lost?.last_turn ?? 0}`),
      ...(called?.length ? fact("Militia called this turn", called.join(", ")) : []),
    ),
    why(around, {
      name: "reinforcements",
      rules: ["4.1.1/1", "4.1.1/3", "4.2.1/1"],
      types: ["reinforcements_reckoned"],
      says: [el("ul", { class: "sums" }, ...terms)],
    }),
  ];
}

/** @param {any[]} told @param {Around} around */
function leaders(told, { board, choose, store }) {
  const row = (/** @type {any} */ each) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, el("span", { class: `side ${each.side}` }, each.leader)),
      el("td", {}, String(each.rating)),
      el(
        "td",
        {},
        each.hex
          ? el(
              "button",
              { type: "button", class: "place", on: { click: () => choose(each.hex) } },
              board.chart.fullName(each.hex),
            )
          : each.returns
            ? `wounded, back in turn ${each.returns}`
            : "not in play",
      ),
    );
  const heads = ["Leader", "Rating", "Where"].map((name) => el("th", { scope: "col" }, name));
  const order = SIDES.flatMap((side) => told.filter((each) => each.side === side));
  return [
    el("h2", {}, "Leaders"),
    el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...order.map(row))),
    why(
      { store, board, choose, rules: {}, hex: () => null },
      {
        name: "the leaders",
        rules: ["10.0/1", "9.12/1", "9.12/5"],
        types: [
          "leader_created",
          "leader_promoted",
          "leader_wounded",
          "leader_killed",
          "leader_captured",
          "leader_returned",
        ],
      },
    ),
  ];
}

/** @param {any} totals @param {Around} around */
function control(totals, around) {
  const rows = ["hexes", "towns", "supply_centres"].map((kind) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, words(kind)),
      ...[...SIDES, "none"].map((side) => el("td", {}, String(totals[side]?.[kind] ?? 0))),
    ),
  );
  const heads = ["", ...SIDES.map((side) => SIDE_NAMES[side]), "Nobody"];
  return [
    el("h2", {}, "Control"),
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...heads.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...rows),
    ),
    why(around, { name: "control", rules: ["3.1/2", "3.1/4", "7.1/3"], types: ["hex_taken", "rails_taken"] }),
  ];
}
