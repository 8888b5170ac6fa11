// @ts-check
/** What happened, event by event; each battle is a card with its dice and its arithmetic. */

import { told } from "./clauses.js";
import { el, words } from "./dom.js";
import { line } from "./panel_due.js";

const STRETCH = 250; // events that are asked for at once
const OPENS = /^(battle_began|naval_combat_began)$/;
const BELONGS =
  /^(battle_|losses_|leader_|force_(demoralized|retreated|surrendered)|political_|participants|retreat|naval_|fort_(taken|destroyed|surrendered|shots))/;

/** @type {{key: string, first: number, last: number}} */
let shown = { key: "", first: 0, last: 0 };

/** @param {HTMLElement} pane @param {import("./panels.js").Around} around */
export async function drawChronicle(pane, around) {
  const { store } = around;
  const { timeline, at, head } = store.state.where;
  const stretch = Math.floor((at - 1) / STRETCH);
  if (shown.key !== timeline || stretch < shown.first || stretch > shown.last)
    shown = {
      key: timeline,
      first: Math.max(0, stretch - 1),
      last: stretch + ((at - 1) % STRETCH > STRETCH * 0.8 && (stretch + 1) * STRETCH < head ? 1 : 0),
    };
  const { first, last } = shown;
  const stretches = Array.from({ length: last - first + 1 }, (_, index) =>
    entriesOf(store, timeline, first + index, head),
  );
  const entries = (await Promise.all(stretches)).flat();
  if (shown.key !== timeline || shown.first !== first || shown.last !== last || store.state.where.at !== at)
    return;
  const stands = entries.findLast((entry) => entry.version <= at)?.version ?? 0;
  const list = el("ol", { class: "chronicle" }, ...cards(entries).map((card) => item(card, stands, around)));
  const more = (/** @type {string} */ label, /** @type {() => void} */ call) =>
    el("button", { type: "button", on: { click: () => (call(), void drawChronicle(pane, around)) } }, label);
  const before = {
    key: pane.dataset.key,
    first: Number(pane.dataset.first),
    top: pane.scrollTop,
    high: pane.scrollHeight,
  };
  pane.replaceChildren(
    el("h2", {}, "Chronicle"),
    first > 0 ? more("Earlier", () => (shown.first -= 1)) : "",
    list,
    (last + 1) * STRETCH < head ? more("Later", () => (shown.last += 1)) : "",
  );
  Object.assign(pane.dataset, { key: `${timeline} ${at}`, first: String(first) });
  const here = list.querySelector(".entry.here")?.closest("li");
  if (pane.dataset.key === before.key) {
    // What was read stays where it was, whatever came before it.
    pane.scrollTop = before.top + (first < before.first ? pane.scrollHeight - before.high : 0);
  } else if (here) pane.scrollTop = Math.max(0, here.offsetTop - pane.clientHeight / 3);
}

/**
 * @param {import("../board/store.js").Store} store
 * @param {string} timeline
 * @param {number} stretch
 * @param {number} head
 */
async function entriesOf(store, timeline, stretch, head) {
  const from = stretch * STRETCH + 1;
  const answer = await store.api.once(`${store.path}/views/chronicle`, {
    timeline,
    from,
    at: Math.min(from + STRETCH - 1, head),
    limit: STRETCH,
  });
  return answer.items;
}

/**
 * Entries by what belongs together: a battle and all that it brought, or an event by itself.
 * @param {any[]} entries
 * @returns {any[][]}
 */
function cards(entries) {
  /** @type {any[][]} */
  const found = [];
  for (const entry of entries) {
    const card = found.at(-1);
    if (card && OPENS.test(card[0].type) && BELONGS.test(entry.type) && !OPENS.test(entry.type))
      card.push(entry);
    else found.push([entry]);
  }
  return found;
}

/**
 * @param {any[]} card
 * @param {number} stands the version of the entry that tells where one stands
 * @param {import("./panels.js").Around} around
 */
function item(card, stands, { store, board }) {
  const { at } = store.state.where;
  const [opening] = card;
  const here = card.some((entry) => entry.version === stands);
  const go = (/** @type {any} */ entry) => {
    const current = entry.version === stands ? "true" : undefined;
    const title = `Go to event ${entry.version}`;
    return el(
      "button",
      {
        type: "button",
        class: "version",
        title,
        "aria-label": title,
        "aria-current": current,
        on: { click: () => visit(entry) },
      },
      String(entry.version),
    );
  };
  const visit = (/** @type {any} */ entry) => {
    void store.load(entry.version);
    if (entry.hex && board.hexAt(entry.hex)) board.focus(entry.hex);
  };
  const lines = card.map((entry) =>
    el(
      "div",
      { class: `entry${entry.version === stands ? " here" : ""}${entry.version > at ? " later" : ""}` },
      go(entry),
      el("div", {}, ...line(entry)),
    ),
  );
  if (!OPENS.test(opening.type)) return el("li", { class: here ? "here" : "" }, ...lines);
  const result = card.find((entry) => entry.type === "battle_fought");
  return el(
    "li",
    { class: `battle${here ? " here" : ""}` },
    el("h3", {}, ...told(result?.text ?? opening.text ?? words(opening.type))),
    ...lines,
  );
}
