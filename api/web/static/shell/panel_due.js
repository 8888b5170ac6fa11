// @ts-check
/** Whose decision is due and what it asks, what happened just here, who sits where. */

import { clause, told } from "./clauses.js";
import { el, words } from "./dom.js";
import { placesOf } from "./manifest.js";

const PASSING = 100; // milliseconds after which one stays at an event, and is told of it
const FEW = 8; // places that are told without being asked for
const SILENT = 40; // events in a row of which the chronicle may say nothing

/** @param {HTMLElement} pane @param {import("./panels.js").Around} around */
export async function drawDue(pane, around) {
  const { state } = around.store;
  const play = state.views.scene?.play;
  const due = play?.due;
  const parts = [];
  if (play?.outcome) {
    const { winner, reason, rule } = play.outcome;
    parts.push(
      el("h2", {}, winner ? `${words(winner)} won` : "Drawn"),
      el("p", {}, `${words(reason)} `, clause(rule)),
    );
  } else if (due) {
    parts.push(
      el(
        "h2",
        {},
        el("span", { class: `side ${due.seat}` }, words(due.seat)),
        `: ${words(due.kind).toLowerCase()}`,
      ),
    );
    parts.push(
      el("p", { class: "question" }, `${due.question ?? ""} `, clause(due.rule)),
      about(due.about, around),
    );
  } else
    parts.push(
      el("h2", {}, "In the midst of a command"),
      el("p", { class: "meta" }, "No decision is due at this event."),
    );
  const here = el("div", { class: "happened" });
  const seats = (state.game.seats ?? []).map((/** @type {any} */ seat) =>
    el(
      "li",
      {},
      el("b", { class: `side ${seat.seat}` }, words(seat.seat)),
      " ",
      seat.player ? `${seat.name || seat.player}${state.held.includes(seat.seat) ? " (you)" : ""}` : "free",
    ),
  );
  pane.replaceChildren(
    ...parts.filter((each) => each !== null),
    here,
    el("h3", {}, "Seats"),
    el("ul", { class: "plain" }, ...seats),
  );
  const entry = await happened(around.store).catch(() => null);
  if (entry && pane.contains(here)) here.append(el("h3", {}, `Event ${entry.version}`), ...line(entry));
}

/**
 * What a decision names: places that one may look at.
 * @param {any} told
 * @param {import("./panels.js").Around} around
 */
function about(told, { board, choose }) {
  const hexes = new Set();
  const look = (/** @type {any} */ value) => {
    if (typeof value === "string" && board.hexAt(value)) hexes.add(value);
    else if (value && typeof value === "object") Object.values(value).forEach(look);
  };
  look(told);
  if (!hexes.size || hexes.size > 60) return null;
  const links = [...hexes].map((hex) =>
    el(
      "button",
      { type: "button", class: "place", on: { click: () => choose(hex) } },
      board.chart.fullName(hex),
    ),
  );
  const all = el("div", { class: "places" }, ...links);
  if (hexes.size <= FEW) return el("div", {}, el("p", {}, "It is about:"), all);
  return el("details", {}, el("summary", {}, `It is about ${placesOf(hexes.size)}`), all);
}

/**
 * What the chronicle says of the event that is shown, or of the last before it of which it says something.
 * @param {import("./store.js").Store} store
 */
export async function happened(store) {
  const { timeline, at } = store.state.where;
  await new Promise((resolve) => setTimeout(resolve, PASSING));
  if (store.state.where.at !== at || store.state.where.timeline !== timeline) return null;
  const answer = await store.api.once(`${store.path}/views/chronicle`, {
    timeline,
    at,
    from: Math.max(1, at - SILENT),
    limit: SILENT + 1,
  });
  return answer.items.at(-1) ?? null;
}

/** An entry of the chronicle: its sentence, its clause, its arithmetic. @param {any} entry */
export function line(entry) {
  const details = entry.details ?? [];
  return [
    el("p", {}, ...told(entry.text ?? words(entry.type)), " ", entry.rule ? clause(entry.rule) : null),
    details.length
      ? el(
          "ul",
          { class: "sums" },
          ...details.map((/** @type {string} */ each) =>
            el("li", { class: /^[+-]\d/.test(each) ? "term" : "" }, ...told(each)),
          ),
        )
      : null,
  ].filter((each) => each !== null);
}
