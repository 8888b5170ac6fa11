// @ts-check
/** Entries of the chronicle: asked for in stretches that never change, and put together by what belongs together. */

import { manifest, placeIn, placesOf, sideName } from "../shell/manifest.js";

const STRETCH = 500; // events that are asked for at once: as many as the service gives
const opens = (/** @type {Entry} */ entry) => (manifest().together?.opens ?? []).includes(entry.type);
const closes = (/** @type {Entry} */ entry) => (manifest().together?.closes ?? []).includes(entry.type);

/**
 * @typedef {{version: number, type: string, text: string, rule?: string, details?: string[], place?: string,
 *   topic?: string, side?: string, quiet?: boolean, card?: any, moves?: Move[], takes?: string[]}} Entry
 * @typedef {{side: string, piece: string, path: string[], onward?: boolean}} Move which piece went by which places
 * @typedef {{topic: string, side: string, text: string, since: number, from: number, to: number}} Filter
 *   empty and 0 where it lets all pass
 */

/**
 * The entries of a stretch of the line that is shown, both ends included.
 * @param {import("../shell/store.js").Store} store
 * @param {number} from @param {number} to @param {boolean} quiet whether what is no news comes too
 * @param {(done: number) => void} [tell] is called with the last event that has come
 * @returns {Promise<Entry[]>}
 */
export async function entriesOf(store, from, to, quiet, tell) {
  const { timeline, head } = store.state.where;
  const first = Math.floor((from - 1) / STRETCH);
  const last = Math.floor((Math.min(to, head) - 1) / STRETCH);
  /** @type {Entry[]} */
  const found = [];
  for (let stretch = first; stretch <= last; stretch++) {
    const start = stretch * STRETCH + 1;
    const answer = await store.api.once(`${store.path}/views/chronicle`, {
      timeline,
      from: start,
      at: Math.min(start + STRETCH - 1, head),
      limit: STRETCH,
      quiet: quiet ? "yes" : undefined,
    });
    found.push(...answer.items);
    tell?.(Math.min(start + STRETCH - 1, to));
  }
  return found.filter((entry) => entry.version >= from && entry.version <= to);
}

/** Whether a filter lets anything not pass. @param {Filter} filter */
export const filters = ({ topic, side, text, since }) => Boolean(topic || side || text.trim() || since);

/** @param {Entry} entry @param {Filter} filter */
export function passes(entry, { topic, side, text, since, from, to }) {
  if (topic && entry.topic !== topic) return false;
  if (side && entry.side !== side) return false;
  if (entry.version <= since || entry.version < from || (to && entry.version > to)) return false;
  const sought = text.trim().toLowerCase();
  if (!sought) return true;
  const said = [entry.text, entry.rule ?? "", placeIn(entry) ?? "", ...(entry.details ?? [])]
    .join(" ")
    .toLowerCase();
  return sought.split(/\s+/).every((word) => said.includes(word));
}

/** Whether a group of entries is a card, as a battle is. @param {Entry[]} group */
export const isCard = (group) => opens(group[0]);

/** Whether a card has come to its end. @param {Entry[]} group */
export const isWhole = (group) => !isCard(group) || group.some(closes);

/** Whether a group is the march of one piece, in several steps. @param {Entry[]} group */
export const isMarch = (group) => group.filter((entry) => entry.moves).length > 1 && !isCard(group);

/**
 * Entries by what belongs together: a battle from its beginning to its end, the march of one piece with what it
 * took on its way, or an event by itself.
 * @param {Entry[]} entries
 * @returns {Entry[][]}
 */
export function together(entries) {
  /** @type {Entry[][]} */
  const found = [];
  let open = false;
  for (const entry of entries) {
    const group = found.at(-1);
    if (group && (open ? !opens(entry) : goesOn(group, entry))) group.push(entry);
    else found.push([entry]);
    open = opens(entry) || (open && !closes(entry));
  }
  return found;
}

/** Whether an entry belongs to the march of a group. @param {Entry[]} group @param {Entry} entry */
function goesOn(group, entry) {
  if (isCard(group) || entry.quiet) return false;
  const last = group.findLast((each) => each.moves)?.moves?.at(-1);
  if (!last) return false;
  const [next, second] = entry.moves ?? [];
  if (next && !second)
    return Boolean(next.onward) && next.side === last.side && next.path[0] === last.path.at(-1);
  return !next && entry.side === last.side && (entry.takes ?? []).includes(last.path.at(-1) ?? "");
}

/** The way of a march, each place in its order. @param {Entry[]} group */
export function wayOf(group) {
  const moves = group.flatMap((entry) => entry.moves ?? []);
  return moves.flatMap((move, index) => (index ? move.path.slice(1) : move.path));
}

/**
 * What a group says in one line.
 * @param {Entry[]} group @param {(place: string) => string} name what a place is called
 */
export function lineOf(group, name) {
  if (isCard(group)) {
    const title = manifest().together?.title;
    return (group.find((entry) => entry.type === title) ?? group[0]).text;
  }
  const taken = [...new Set(group.flatMap((entry) => entry.takes ?? []))];
  if (!group[0].moves) return group[0].text;
  const takes = taken.length ? `; takes ${taken.length > 3 ? placesOf(taken.length) : taken.map(name).join(", ")}` : "";
  if (!isMarch(group)) return group[0].text + takes;
  const way = wayOf(group);
  const { side, piece } = /** @type {Move} */ (group.findLast((entry) => entry.moves)?.moves?.at(-1));
  const far = `${way.length - 1} ${way.length === 2 ? "step" : "steps"}`;
  return `${sideName(side)}: ${piece} from ${name(way[0])} to ${name(way[way.length - 1])}, ${far}${takes}`;
}
