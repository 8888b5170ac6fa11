// @ts-check
/** The tracks beside the map, and how the game went turn by turn. */

import { SIDES, SIDE_NAMES } from "../board/stacks.js";
import { el, signed, words } from "./dom.js";
import { turnEnds } from "./scrubber.js";
import { chart, track } from "./tracks.js";

const SAMPLED = ["economy", "politics", "map"];
const SEASONS = ["Sp", "Su", "Fa", "Wi"];

/** @param {HTMLElement} pane @param {import("./panels.js").Around} around */
export function drawTracks(pane, { store }) {
  const { economy, politics, map } = store.state.views;
  const play = map?.play;
  const parts = [];
  if (play && economy) parts.push(...turns(play, economy, politics));
  if (economy) parts.push(...levels(economy));
  if (politics) parts.push(...status(politics));
  if (map?.control?.totals) parts.push(control(map.control.totals));
  let course = pane.querySelector(".course");
  if (!(course instanceof HTMLElement)) course = el("section", { class: "course" });
  pane.replaceChildren(...parts, course);
  void drawCourse(/** @type {HTMLElement} */ (course), store);
}

/** @param {any} play @param {any} economy @param {any} politics */
function turns(play, economy, politics) {
  const last = Math.max(play.turn, ...(economy.later ?? []).map((/** @type {any} */ each) => each.turn));
  const elections = new Set(politics?.elections?.turns ?? []);
  const boxes = Array.from({ length: last }, (_, index) => {
    const turn = index + 1;
    const marks = elections.has(turn) ? ["election"] : [];
    return {
      label: String(turn),
      title: `Turn ${turn}, ${SEASONS[index % 4]}${elections.has(turn) ? ", election" : ""}`,
      marks,
      now: turn === play.turn,
      past: turn < play.turn,
    };
  });
  const says = [
    `${words(play.season)} ${play.year}`,
    `${words(play.phase).toLowerCase()}${play.step ? `, ${words(play.step).toLowerCase()}` : ""}`,
  ];
  if (play.initiative) says.push(`initiative: ${words(play.initiative)}`);
  if (play.phase === "operations") says.push(`impulse ${play.impulse}, ${words(play.player)}`);
  return [
    el("h2", {}, "Turns"),
    track(boxes, `Turn ${play.turn} of ${last}`),
    el("p", { class: "meta" }, says.join(" · ")),
  ];
}

/**
 * The economy less political status, between what the Confederacy needs and what wins for it.
 * @param {any} economy
 */
function levels({ recorded, now, survival, victory }) {
  const most = Math.max(victory + 3, recorded.size + 1, now.size + 1, 24);
  const boxes = Array.from({ length: most + 1 }, (_, level) => {
    const marks = [
      ...(level === recorded.size ? ["recorded"] : []),
      ...(level === now.size ? ["counted"] : []),
    ];
    const title = [
      `${level}`,
      level < survival ? "the Union wins below survival" : "",
      level === survival ? "survival" : "",
      level === victory ? "victory level" : "",
    ]
      .filter(Boolean)
      .join(", ");
    return { label: String(level), title, marks, past: level < survival, now: level > victory };
  });
  return [
    el("h2", {}, "Confederate economy"),
    track(boxes, `Economy ${recorded.size}; survival ${survival}, victory above ${victory}`),
    el(
      "dl",
      { class: "facts" },
      ...fact(
        "Recorded, less politics",
        `${recorded.economy} − (${signed(recorded.political_status)}) = ${recorded.size}`,
      ),
      ...fact("If counted now", String(now.size)),
      ...fact("The Union wins below", String(survival)),
      ...fact("The Confederacy wins above", String(victory)),
      ...fact("Without factories", String(recorded.size_without_factories)),
    ),
  ];
}

/** @param {string} name @param {string} value */
const fact = (name, value) => [el("dt", {}, name), el("dd", {}, value)];

/** @param {any} politics */
function status({ political_status: now, kentucky, diplomacy, draft, manpower, union_reinforcements: due }) {
  const least = Math.min(-6, now - 1);
  const boxes = Array.from({ length: Math.max(6, now + 1) - least + 1 }, (_, index) => ({
    label: signed(least + index),
    now: least + index === now,
    marks: least + index === now ? ["union"] : [],
  }));
  const held = (kentucky?.centres ?? []).map((/** @type {any} */ each) =>
    el(
      "li",
      {},
      el("span", { class: `swatch ${each.held_by ?? "none"}` }),
      `${each.name}: ${each.held_by ? words(each.held_by) : "nobody"}`,
    ),
  );
  const men = SIDES.filter((side) => manpower?.[side]).map((side) => [
    `${words(side)} in play`,
    [
      `${manpower[side].asp} ASP${manpower[side].asp_limit ? ` of ${manpower[side].asp_limit}` : ""}`,
      `${manpower[side].cavalry} cavalry`,
      `${manpower[side].msp} MSP`,
    ].join(", "),
  ]);
  return [
    el("h2", {}, "Politics"),
    track(boxes, `Union political status ${signed(now)}`),
    el(
      "dl",
      { class: "facts" },
      ...fact("Union political status", signed(now)),
      ...fact("At large", String(diplomacy?.at_large ?? 0)),
      ...fact("Diplomacy", words(diplomacy?.status ?? "")),
      ...fact("Draft", draft?.allowed ? "allowed" : "not allowed"),
      ...fact("Union reinforcements", String(due?.total ?? 0)),
      ...men.flatMap(([name, value]) => fact(name, value)),
    ),
    el("h3", {}, kentuckySaid(kentucky)),
    el("ul", { class: "plain columns" }, ...held),
  ];
}

/** @param {{status?: string, joined?: number | null}} [kentucky] `joined` is a turn */
const kentuckySaid = ({ status = "", joined } = {}) =>
  `Kentucky: ${words(status)}${joined ? `, since turn ${joined}` : ""}`;

/** @param {any} totals */
function control(totals) {
  const rows = ["hexes", "towns", "supply_centres"].map((kind) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, words(kind)),
      ...[...SIDES, "none"].map((side) => el("td", {}, String(totals[side]?.[kind] ?? 0))),
    ),
  );
  return el(
    "section",
    {},
    el("h2", {}, "Control"),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...["", "Union", "Confederacy", "Nobody"].map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el("tbody", {}, ...rows),
    ),
  );
}

/**
 * How the game went: what the views were at the end of every turn.
 * @param {HTMLElement} pane
 * @param {import("../board/store.js").Store} store
 */
async function drawCourse(pane, store) {
  const { timeline, head } = store.state.where;
  const ends = await turnEnds(store).catch(() => []);
  const key = `${timeline} ${ends.map((end) => end.at).join(" ")}`;
  if (pane.dataset.key === key || !ends.length) return;
  pane.dataset.key = key;
  const samples = await Promise.all(
    ends.map((end) => store.peek(SAMPLED, Math.min(end.at, head), timeline).catch(() => ({}))),
  );
  if (pane.dataset.key !== key) return;
  const of = (/** @type {(views: any) => number | undefined} */ read) =>
    samples.map((views) => read(views) ?? null);
  const strength = (/** @type {string} */ side) =>
    of((views) =>
      views.map?.forces
        ?.filter((/** @type {any} */ each) => each.side === side)
        .reduce(
          (/** @type {number} */ sum, /** @type {any} */ each) => sum + each.asp + each.msp + each.cavalry,
          0,
        ),
    );
  const charts = [
    {
      title: "Strength points on the map",
      lines: SIDES.map((side) => ({ name: SIDE_NAMES[side], classes: side, values: strength(side) })),
    },
    {
      title: "Confederate economy",
      lines: [
        {
          name: "economy less politics",
          classes: "confederate",
          values: of((views) => views.economy?.recorded?.size),
        },
        { name: "survival", classes: "survival", values: of((views) => views.economy?.survival) },
        { name: "victory", classes: "victory", values: of((views) => views.economy?.victory) },
      ],
    },
    {
      title: "Union political status",
      lines: [
        {
          name: "political status",
          classes: "union",
          values: of((views) => views.politics?.political_status),
        },
      ],
    },
  ];
  pane.replaceChildren(
    el("h2", {}, "The course of the game"),
    el("p", { class: "meta" }, "As it stood at the end of each turn."),
    ...charts.flatMap((each) => [
      el("h3", {}, each.title),
      legend(each.lines),
      chart({ ...each, turns: Math.max(2, samples.length) }),
    ]),
  );
}

/** @param {{name: string, classes: string}[]} lines */
const legend = (lines) =>
  el(
    "p",
    { class: "legend" },
    ...lines.map((line) => el("span", { class: `key ${line.classes}` }, words(line.name))),
  );
