// @ts-check
/** Entries of the chronicle as nodes: a battle is a card, a march one line, an event its sentence. */

import { blocksOf, foldOf, tableOf } from "../shell/blocks.js";
import { linked } from "../shell/clauses.js";
import { el, words } from "../shell/dom.js";
import { line } from "../shell/happened.js";
import { manifest, placeIn } from "../shell/manifest.js";
import { wrongButton } from "../disputes/offer.js";
import { compareButton } from "../history/beside.js";
import { lineOf as historyLine } from "../history/lines.js";
import { attach } from "../history/remarks.js";
import { isCard, isMarch, lineOf } from "./entries.js";

/**
 * @typedef {import("../shell/panels.js").Around} Around
 * @typedef {import("./entries.js").Entry} Entry
 */

/**
 * A group of entries: a battle is a card, a march one line with its steps below it.
 * @param {Entry[]} group @param {Around} around @param {{open?: boolean}} [how] `open`: the charts are open
 */
export function item(group, around, how = {}) {
  const made = bare(group, around, how);
  attach(made, group[0].version, group[group.length - 1].version);
  return made;
}

/** @param {Entry[]} group @param {Around} around @param {{open?: boolean}} how */
function bare(group, around, { open = false }) {
  const lines = group.map((entry) => row(entry, group, around, open));
  if (isMarch(group)) return march(group, lines, around);
  if (!isCard(group)) return el("li", {}, ...lines);
  const result = group.find((entry) => entry.type === manifest().together?.title);
  const [opening] = group;
  const side = opening.side ? ` ${opening.side}` : "";
  return el(
    "li",
    { class: `battle${side}` },
    el("h3", {}, ...linked(result?.text ?? opening.text ?? words(opening.type))),
    ...lines,
  );
}

/** @param {Entry[]} group @param {HTMLElement[]} lines @param {Around} around */
function march(group, lines, around) {
  const name = (/** @type {string} */ place) => around.board.chart.fullName(place);
  const whole = { ...group[0], text: lineOf(group, name), details: [], card: undefined };
  const steps = el("details", { class: "steps" }, el("summary", {}, `${lines.length} events`), ...lines);
  for (const each of lines) each.querySelector(".compares")?.remove();
  return el("li", { class: "marched" }, row(whole, [whole], around, false), steps);
}

/** @param {Entry} entry @param {Entry[]} group @param {Around} around @param {boolean} open */
function row(entry, group, around, open) {
  const { store } = around;
  const card = entry.card?.blocks
    ? [...blocksOf(entry.card.blocks, around), ...chartsRead(entry, group, around, open)]
    : null;
  const made = el(
    "div",
    { class: `entry${entry.quiet ? " quiet" : ""}${entry.side ? ` of ${entry.side}` : ""}` },
    visitOf(entry, store, around.board),
    el(
      "div",
      {},
      ...(card ? [...line({ ...entry, details: [] }), ...card] : line(entry)),
      compareButton(entry, entry === group[0]),
      wrongOf(entry, around, entry !== group[0]),
    ),
  );
  made.dataset.version = String(entry.version);
  return made;
}

/** "This is wrong" beside an entry, for who plays: not on a trial, which counts for nothing. @param {Entry} entry @param {Around} around @param {boolean} small */
function wrongOf({ version, rule, text }, { store, wrong }, small) {
  const { timeline } = store.state.where;
  if (!wrong || historyLine(store.state, timeline)?.why === "branch") return "";
  return wrongButton({ event: { timeline, version }, rule, text }, wrong, small);
}

/**
 * The number of an entry's event: a link to it, which goes there.
 * @param {Entry} entry @param {Around["store"]} store @param {Around["board"]} board
 */
function visitOf(entry, store, board) {
  return el(
    "a",
    {
      class: "version",
      href: addressOf(store, entry.version),
      "aria-label": `Go to event ${entry.version}`,
      title: `Go to event ${entry.version}; a link to it`,
      on: {
        click: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          void store.load(entry.version);
          const where = placeIn(entry);
          if (where && board.placeAt(where)) board.focus(where);
        },
      },
    },
    String(entry.version),
  );
}

/**
 * The charts that a card's entries read, with the last entry that read each: every cell that was read is lit.
 * @param {Entry} entry @param {Entry[]} group @param {Around} around @param {boolean} open
 */
function chartsRead(entry, group, around, open) {
  const all = group.flatMap((each) =>
    (each.card?.blocks ?? [])
      .filter((/** @type {any} */ block) => block.block === "chart")
      .map((/** @type {any} */ block) => ({ ...block, version: each.version })),
  );
  const here = all.filter(
    (block) =>
      block.version === entry.version && all.findLast((each) => each.chart === block.chart) === block,
  );
  return here.flatMap(({ chart, title, version }) => {
    const printed = manifest().tables?.[chart];
    const read = all.filter((each) => each.chart === chart).flatMap((each) => each.read);
    if (!printed) return [];
    const fold = foldOf(title, "figures", () => [tableOf({ ...printed, read }, around)], `${title} ${version}`);
    if (open) fold.open = true;
    return [fold];
  });
}

/** The address of an event of the line that is shown. @param {import("../shell/store.js").Store} store @param {number} at */
export function addressOf({ state }, at) {
  const query = new URLSearchParams();
  if (state.game.timeline && state.where.timeline !== state.game.timeline)
    query.set("timeline", state.where.timeline);
  query.set("at", String(at));
  return `${location.pathname}?${query}#chronicle`;
}
