// @ts-check
/** The Turn Record Track: where the game stands, and what happens on which turn. */

import { SIDES, SIDE_NAMES } from "../board/stacks.js";
import { clause } from "../table/clauses.js";
import { el, words } from "../table/dom.js";
import { track } from "../table/tracks.js";
import { why } from "./reasons.js";

/** Whether its table is open: it stays so when the panel is drawn anew. */
let unfolded = false;

/** What a turn brings, in words. @param {any} turn @param {any} before the turn before it */
function brings(turn, before) {
  const due = turn.due;
  return [
    turn.election ? "Union election" : "",
    turn.draft && !before?.draft ? "a draft may be declared from now on" : "",
    turn.kentucky_check && !before?.kentucky_check ? "Kentucky is rolled for from now on" : "",
    ...SIDES.map((side) =>
      turn.cavalry[side] && !before?.cavalry[side] ? `${SIDE_NAMES[side]} cavalry from now on` : "",
    ),
    ...turn.builds
      .filter((/** @type {string} */ kind) => before && !before.builds.includes(kind))
      .map((/** @type {string} */ kind) => `${kind.toUpperCase()} from now on`),
    due.draft_marker ? `draft marker +${due.draft_marker}` : "",
    due.forts ? `${due.forts} Confederate fort${due.forts > 1 ? "s" : ""} due` : "",
    ...SIDES.flatMap((side) =>
      due.leaders[side].map(
        (/** @type {string} */ letter) => `leader ${letter} (${SIDE_NAMES[side]}) returns`,
      ),
    ),
    ...due.railway_units.map((/** @type {string} */ name) => `${name} returns`),
  ].filter(Boolean);
}

/**
 * @param {any} play @param {any} view @param {import("../table/panels.js").Around} around
 */
export function turnRecord(play, view, around) {
  const rows = /** @type {any[]} */ (view.turns);
  const boxes = rows.map((turn, index) => {
    const due = turn.due;
    const waits =
      due.draft_marker ||
      due.forts ||
      due.railway_units.length ||
      SIDES.some((side) => due.leaders[side].length);
    const said = brings(turn, rows[index - 1]);
    return {
      label: String(turn.turn),
      title: [`Turn ${turn.turn}, ${turn.season} ${turn.year}`, ...said].join("; "),
      marks: [...(turn.election ? ["election"] : []), ...(waits ? ["waits"] : [])],
      now: turn.turn === play.turn,
      past: turn.turn < play.turn,
    };
  });
  const says = [
    `${words(play.season)} ${play.year}`,
    `${words(play.phase).toLowerCase()}${play.step ? `, ${words(play.step).toLowerCase()}` : ""}`,
  ];
  if (play.phase === "operations") says.push(`impulse ${play.impulse}, ${words(play.player)}`);
  const record = rows.find((turn) => turn.turn === play.turn);
  const table = el(
    "details",
    { class: "figures", open: unfolded },
    el("summary", {}, "What happens on which turn"),
    recordTable(rows, play.turn),
  );
  table.addEventListener("toggle", () => (unfolded = table.open));
  return [
    el("h2", {}, "Turns"),
    track(boxes, `Turn ${play.turn} of ${rows.length}`),
    el(
      "p",
      { class: "legend small" },
      el("span", {}, el("i", { class: "pawn-key election", "aria-hidden": "true" }), "election"),
      el("span", {}, el("i", { class: "pawn-key waits", "aria-hidden": "true" }), "something is due"),
    ),
    el("p", { class: "meta" }, says.join(" · ")),
    el(
      "dl",
      { class: "facts" },
      el("dt", {}, "Initiative"),
      el("dd", {}, play.initiative ? SIDE_NAMES[play.initiative] : "not rolled yet"),
      ...(record
        ? [
            el("dt", {}, "Movement points, supply length"),
            el("dd", {}, `${record.movement_points}, ${record.supply_length}`),
          ]
        : []),
    ),
    why(around, { name: "initiative", rules: ["3.2.1/3"], types: ["initiative_rolled"] }),
    table,
  ];
}

/** @param {any[]} rows @param {number} now */
function recordTable(rows, now) {
  const heads = [
    "Turn",
    "Season",
    "MP",
    "Supply",
    "Union ASP",
    "Union builds",
    "Survive",
    "Win above",
    "Brings",
  ];
  const lines = rows.map((turn, index) =>
    el(
      "tr",
      { class: turn.turn === now ? "now" : "" },
      el("th", { scope: "row" }, String(turn.turn)),
      el("td", {}, `${turn.season} ${turn.year}`),
      el("td", {}, String(turn.movement_points)),
      el("td", {}, String(turn.supply_length)),
      el("td", {}, String(turn.union_asp)),
      el("td", {}, String(turn.construction)),
      el("td", {}, String(turn.survival)),
      el("td", {}, String(turn.victory)),
      el("td", {}, brings(turn, rows[index - 1]).join("; ")),
    ),
  );
  return el(
    "div",
    {},
    el("p", { class: "rules" }, clause("TRT/1"), clause("TRT/2"), clause("ET/1")),
    el(
      "div",
      { class: "wide-table", tabIndex: 0, role: "region", "aria-label": "Turn record" },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, ...heads.map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, ...lines),
      ),
    ),
  );
}
