// @ts-check
/** What a stretch of the chronicle comes to: what was announced, marches, results, what changed hands, the rest. */

import { isCard, isWhole, together, wayOf } from "../chronicle/entries.js";
import { manifest, placeIn } from "../shell/manifest.js";

/**
 * @typedef {import("../chronicle/entries.js").Entry} Entry
 * @typedef {"result" | "march" | "announced" | "other"} Kind
 * @typedef {{kind: Kind, entries: Entry[], side: string, first: number, last: number, place: string | null}} Happening
 */

/** Whether what happened is shown as a card: a battle that is over, or what the ruleset calls a result. @param {Entry[]} group */
export const isResult = (group) =>
  (isCard(group) && isWhole(group)) || group.some((entry) => (manifest().results ?? []).includes(entry.type));

/** @param {Entry[]} group @returns {Kind} */
function kindOf(group) {
  if (isCard(group) || isResult(group)) return "result";
  if (group[0].moves) return "march";
  return group.some((entry) => (manifest().announced ?? []).includes(entry.type)) ? "announced" : "other";
}

/** @param {Entry[]} entries @returns {Happening[]} */
export const happenings = (entries) =>
  together(entries).map((group) => ({
    kind: kindOf(group),
    entries: group,
    side: group.find((entry) => entry.side)?.side ?? "",
    first: group[0].version,
    last: group[group.length - 1].version,
    place: group[0].moves ? (wayOf(group).at(-1) ?? null) : placeOf(group),
  }));

/** @param {Entry[]} group */
const placeOf = (group) => group.map((entry) => placeIn(entry)).find((place) => place) ?? null;

/**
 * What of it is drawn on the map.
 * @param {Happening[]} of @param {(happening: Happening) => string} text
 * @returns {import("./arrows.js").Happened}
 */
export function onMap(of, text) {
  const entries = of.flatMap((each) => each.entries);
  const moves = of.flatMap(({ kind, entries: group }) => (kind === "march" ? marched(group) : group.flatMap((each) => each.moves ?? [])));
  const battles = of.flatMap((each) =>
    isCard(each.entries) && each.place ? [{ place: each.place, text: text(each) }] : [],
  );
  /** @type {Map<string, string>} */
  const taken = new Map();
  for (const entry of entries) for (const place of entry.takes ?? []) taken.set(place, entry.side ?? "");
  return { moves, battles, taken: [...taken].map(([place, side]) => ({ place, side })) };
}

/** A march as one arrow along all its way. @param {Entry[]} group @returns {import("../chronicle/entries.js").Move[]} */
function marched(group) {
  const moves = group.flatMap((entry) => entry.moves ?? []);
  if (moves.length < 2 || (group[0].moves ?? []).length > 1) return moves;
  return [{ ...moves[moves.length - 1], path: wayOf(group) }];
}

/** The places that it is about: where marches begin and end, battles, and what changed hands. @param {import("./arrows.js").Happened} of */
export const placesOn = ({ moves, battles, taken }) => [
  ...moves.flatMap(({ path }) => [path[0], path[path.length - 1]]),
  ...[...battles, ...taken].map(({ place }) => place),
];
