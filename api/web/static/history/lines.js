// @ts-check
/** What the lines of a game are called, which of them are one's own trials, where one may fork. */

import { grouped, words } from "../shell/dom.js";
import { openDecisions } from "../shell/store.js";

/**
 * @typedef {import("../shell/store.js").Store} Store
 * @typedef {import("../shell/store.js").State} State
 * @typedef {{timeline: string, at: number}} Point
 */

const NEAR = 200; // events among which a command begins

/** @param {State} state @param {string} id */
export const lineOf = (state, id) => state.timelines.find((line) => line.id === id) ?? null;

/** The reader's own trial line, if it is shown: there the reader commands both seats, and nothing counts. @param {State} state */
export function trialOf(state) {
  const line = lineOf(state, state.where.timeline);
  return line?.why === "branch" && state.held.includes(line.by) ? line : null;
}

/** The line on which the reader plays: the game's own, unless a trial of the reader's is shown. @param {State} state @returns {string} */
export const played = (state) => trialOf(state)?.id ?? state.game.timeline;

/** Whether the last event of that line is shown. @param {State} state */
export function atItsHead(state) {
  const { game, where } = state;
  const there = where.timeline === played(state) && where.at === where.head;
  return there && (where.timeline !== game.timeline || where.at === game.version);
}

/**
 * The decisions that are due where one plays, as far as they are known: on a trial, those of what is shown.
 * @param {State} state @returns {any[]}
 */
export function dueThere(state) {
  if (!trialOf(state)) return state.game.outcome ? [] : state.due.filter(({ seat }) => !waits(state.game, seat));
  return state.views.scene?.play?.outcome ? [] : openDecisions(state.views);
}

/** Whether what a seat committed to waits for a link, or for another seat's answer. @param {any} game @param {string} seat */
const waits = ({ owed = [], awaits = [] }, seat) =>
  awaits.length ? !awaits.includes(seat) : owed.some((/** @type {any} */ each) => each.seat === seat);

/** Whether this browser answers for a seat where it plays. @param {State} state @param {string} seat */
export const commands = (state, seat) => trialOf(state) !== null || state.held.includes(seat);

/** Who opened a line: a seat's player, or a reader. @param {State} state @param {string} by */
export function who(state, by) {
  const seat = (state.game.seats ?? []).find((/** @type {any} */ each) => each.seat === by);
  if (!seat) return !by || by === "reader" || /^[0-9a-f]{12,}$/.test(by) ? "a reader" : by;
  return state.held.includes(by) ? `you (${words(by)})` : `${seat.name || words(by)}`;
}

/**
 * A line's name among people. @param {State} state @param {string} id
 * @param {number | null} [turn] in which its fork lies
 */
export function nameOf(state, id, turn = null) {
  const line = lineOf(state, id);
  if (!line) return id === state.game.timeline || id === "main" ? "The game" : `Line ${id.slice(0, 6)}`;
  const from = `event ${grouped(line.at)}`;
  if (line.why === "branch")
    return `Trial by ${who(state, line.by)} from ${turn ? `turn ${turn}, ${from}` : from}`;
  if (line.current) return line.parent ? `The game, since ${from}` : "The game";
  const to = line.left_at ? ` to event ${grouped(line.left_at)}` : "";
  return line.parent ? `The game from ${from}${to}, left` : `The game's first line${to}, left`;
}

/** Why a line was left. @param {any} line */
export const leftBecause = (line) =>
  `Left at event ${grouped(line.left_at)} by ${leftBy(line.left_by)}${line.left_because ? `: ${line.left_because}` : ""}.`;

/** A seat's proposal, all seats, or an official, who has a pseudonym. @param {string | null} by */
function leftBy(by) {
  if (!by || by === "agreement") return "agreement";
  if (by === "panel") return "the panel of an appeal";
  return /^[0-9a-f]{12,}$/.test(by) ? "a ruling" : `${words(by)}'s proposal`;
}

/** A point as words. @param {State} state @param {Point} point */
export const pointName = (state, { timeline, at }) =>
  `event ${grouped(at)}${timeline === state.where.timeline && timeline === state.game.timeline ? "" : ` of “${nameOf(state, timeline)}”`}`;

/** The turn in which an event lies, 0 where nothing tells. @param {Store} store @param {Point} point @returns {Promise<number>} */
export async function turnAt(store, { timeline, at }) {
  const views = await store.peek(["scene"], at, timeline);
  return views.scene?.play?.turn ?? 0;
}

/** After these events a command waits for a link, or for another seat's answer. */
const WAITS = new Set(["command_committed", "link_revealed", "round_missed"]);

/** Whether an event is the first of a command: one that was committed to begins with its commit. @param {any} event */
const begins = ({ type, data }) =>
  ["command_committed", "rules_moved"].includes(type) || (type === "command_accepted" && !data.committed);

/**
 * The last event at or before a point after which no command is half done, and none waits: there one may fork.
 * @param {Store} store @param {Point} point
 */
export async function boundary(store, { timeline, at }) {
  const head = lineOf(store.state, timeline)?.version;
  for (let last = at === head ? at : at + 1; last > 1; last -= NEAR - 1) {
    const query = { timeline, from: Math.max(1, last - NEAR + 1), to: last, limit: NEAR };
    const { items } = await store.api.once(`${store.path}/events`, query);
    if (last === head && at === head && !WAITS.has(items.at(-1).type)) return at;
    const free = (/** @type {any} */ each, /** @type {number} */ index) =>
      index > 0 && begins(each) && !WAITS.has(items[index - 1].type);
    const begun = items.findLast(free);
    if (begun) return begun.version - 1;
  }
  return at;
}
