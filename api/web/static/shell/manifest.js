// @ts-check
/** The manifest of the ruleset: how things are called and coloured, what a page may show and order. */

import { capitals, words } from "./dom.js";

/**
 * @typedef {{id: string, name: string, sign?: string}} Side
 * @typedef {{field: string, group: string, kind?: string, text?: string}} Ground
 * @typedef {{kind?: "hexes" | "areas" | "plane", place: string, one?: string, several?: string, field?: string,
 *   fields?: string, region?: string,
 *   regions?: string, sights?: string, ground?: Ground[], edge?: Ground[]}} Board
 * @typedef {{role: string, text: string, shape?: "area" | "line" | "spot"}} Sign
 * @typedef {{name: string, view: string, legend: Sign[]}} Overlay
 * @typedef {{kind: string, name: string, several: string, types: string[], ends_turn?: boolean}} Moments
 * @typedef {{decision: string, begin: string, onward: string, leave?: string, also?: string[], halt?: string, origin?: string, path?: string,
 *   units?: string, leaders?: string, modes?: Mode[], by_id?: boolean}} March
 * @typedef {{name: string, command: string, origin?: string, path?: string, units?: string, leaders?: string, leader?: string,
 *   open?: Record<string, any>, onward?: boolean, of?: Record<string, string>, legs?: string}} Mode
 * @typedef {{view: string, member: string, key: string, module: string, name: string}} Inset
 * @typedef {{name: string, text: string, asks?: "place" | "word" | "number", total?: string, several?: number | string,
 *   entry?: string}} Field
 * @typedef {{command: string, fields: Field[], button?: string}} Form
 * @typedef {{name: string, of: string[], role?: string, sign?: string, sum?: boolean}} Series
 * @typedef {{title: string, lines?: Series[], bars?: {name: string, layers: Series[]}[]}} Chart
 * @typedef {{name: string, means: string, full?: string, also?: string[], rules?: string[]}} Term
 * @typedef {{sides: Side[], board: Board, clause: string, abbreviations?: string[], overlays?: Overlay[],
 *   topics?: string[], together?: {opens: string[], closes: string[], title: string}, moments?: Moments[],
 *   results?: string[], announced?: string[],
 *   orders?: {march?: March, ends?: string[], filled?: Record<string, Form>,
 *   drafted?: Record<string, import("../play/drafts.js").Drafted>, forms?: Record<string, string>,
 *   starts?: string[], goals?: string[], names?: Record<string, string>, verbs?: Record<string, string>, gives_up?: string[]}, cells?: string[], weight?: string,
 *   place_why?: {name: string, rules: string[], types: string[], everywhere?: string[], none?: string},
 *   charts?: Chart[], toll?: {title: string, columns: Record<string, string>}, tables?: Record<string, any>,
 *   area_changes?: string[], points?: string, fractions?: number, style?: string,
 *   terms?: Term[], inset?: Inset}} Manifest as domain/kernel/drawing/manifest.py describes it
 */

/** @type {Manifest} */
let known = { sides: [], board: { place: "(?!)" }, clause: "(?!)" };
let home = "";

/** Use a ruleset's manifest on this page. @param {string} ruleset @returns {Promise<Manifest>} */
export async function openManifest(ruleset) {
  home = `../games/${encodeURIComponent(ruleset)}/`;
  const answer = await fetch(new URL(`${home}manifest.json`, import.meta.url));
  if (!answer.ok)
    throw Object.assign(new Error("This ruleset has no page manifest."), { status: answer.status });
  known = await answer.json();
  capitals(known.abbreviations ?? []);
  return known;
}

/** The manifest of this page's ruleset. */
export const manifest = () => known;

/** A module of the ruleset's own client; `own.js` keeps them. @param {string} name @returns {Promise<any>} */
export const ownModule = (name) => import(new URL(home + name, import.meta.url).href);

/** The ids of the sides, in their order. */
export const sides = () => known.sides.map((side) => side.id);

/** What a side is called; "nobody" without one. @param {string | null | undefined} id */
export const sideName = (id) =>
  known.sides.find((side) => side.id === id)?.name ?? (id && id !== "none" ? id : "nobody");

/** What a place of the board is called: "hex", "area" … */
export const placeNoun = () => known.board.one ?? "place";

/** So many places in words. @param {number} count */
export const placesOf = (count) =>
  `${count} ${count === 1 ? placeNoun() : (known.board.several ?? "places")}`;

/** Whether a word is written as the id of a place is. @param {unknown} word */
export const isPlace = (word) =>
  typeof word === "string" && new RegExp(`^(?:${known.board.place})$`).test(word);

/** The field by which a record names a place. */
export const placeField = () => known.board.field ?? "place";

/** The place that an entry of the chronicle or a decision names, if any. @param {Record<string, any>} record @returns {string | null} */
export const placeIn = (record) => record[placeField()] ?? null;

/** The places that a record has in a list, each with what it says of it. @param {Record<string, any>} record @returns {any[] | undefined} */
export const placesIn = (record) =>
  record[known.board.fields ?? "places"]?.map((/** @type {any} */ each) => ({
    ...each,
    place: placeIn(each),
  }));

/** A price as a number of points: "1.5" for 3 where prices are half points. @param {number} price */
export const costOf = (price) => String(price / (known.fractions ?? 1));

/** A price in words: "2 movement points". @param {number} price */
export const pointsOf = (price) => `${costOf(price)} ${known.points ?? "point"}${costOf(price) === "1" ? "" : "s"}`;

/** What an order of a type is called before what it says. @param {string} type */
export const verbOf = (type) => known.orders?.verbs?.[type] ?? words(type);

/** The orders that are given on the map, if the ruleset has such. */
export const marches = () => known.orders?.march ?? null;
