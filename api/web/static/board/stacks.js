// @ts-check
/** What is in each place, as the scene says: the one source for counters, panels and the spoken place. */

import { sideName, sides } from "../shell/manifest.js";

/**
 * @typedef {{kind?: string, label?: string, count?: number, known?: boolean, ready?: boolean, sound?: boolean, says?: string[],
 *   short?: string, sign?: string, unit?: Record<string, any>, name?: string, rating?: string, figure?: string}} Part
 *   equal units, or a leader (with a `name`)
 * @typedef {{key: string, place: string, side: string, weight: number, text: string, cells?: string[],
 *   parts?: Part[]}} Stack
 * @typedef {{play: any, elements: import("./scene.js").Element[],
 *   lines?: import("./overlays.js").OverlayData["lines"], stacks?: Stack[],
 *   table?: import("./tabletop.js").Table, moving?: {seat: string, place: string, left: number, parts?: Part[], by?: string}, pieces?: Record<string, string>,
 *   holders?: {places?: Record<string, string>, regions?: Record<string, string | null>},
 *   window?: [number, number, number, number][]}} Scene
 * @typedef {Record<string, any> & {scene?: Scene}} Views by name
 */

/** Every stack by its key, "side place". @param {Scene | undefined} scene @returns {Map<string, Stack>} */
export const stacksOf = (scene) => new Map((scene?.stacks ?? []).map((stack) => [stack.key, stack]));

/** How many a part has, as the reader knows it: "?" where that is hidden. @param {Part} part */
export const countShown = ({ count = 0, known = true }) => (known ? String(count) : "?");

/** What is written on a part's counter: its figure, or how many it has. @param {Part} part */
export const figureOf = (part) => part.figure || countShown(part);

/** What a part is called: "3 cavalry", "? cavalry", "Leader B", "I Corps". @param {Part} part */
export const partName = (part) => {
  if (part.name) return part.label ?? part.name;
  if (part.figure) return part.count === 1 ? (part.label ?? "") : `${part.count} × ${part.label ?? ""}`;
  return `${countShown(part)} ${part.label ?? ""}`;
};

/** A part in words, with its states. @param {Part} part */
export const partSaid = (part) => [partName(part), ...(part.says ?? [])].join(", ");

/**
 * Who holds a place.
 * @param {Views} views @param {import("./sheet.js").Place} place @param {string} [region] the field that names its region
 * @returns {string | null} a side, or null for nobody
 */
export function holder(views, place, region = "") {
  const { places = {}, regions = {} } = views.scene?.holders ?? {};
  const taken = places[place.id] ?? regions[place[region]] ?? null;
  return taken === "none" ? null : taken;
}

/**
 * A one-line summary of a place: its name, ground and holder, then what is there.
 * @param {import("./sheet.js").Sheet} chart @param {Views} views @param {Map<string, Stack>} stacks
 * @param {string} id @param {import("../shell/manifest.js").Board} board
 */
export function sayPlace(chart, views, stacks, id, board) {
  const place = chart.places.get(id);
  if (!place) {
    const here = [...stacks.values()].filter((stack) => stack.place === id).map(({ text }) => text);
    return here.join("; ") || (chart.has(id) ? id : "");
  }
  const side = holder(views, place, board.region);
  const where = [
    place.name && place.name !== id ? `${id} ${place.name}` : id,
    ...groundSaid(chart, place, board),
    ...(views.scene?.holders ? [side ? sideName(side) : "nobody's"] : []),
  ].join(", ");
  const said = (views.scene?.elements ?? [])
    .filter((each) => each.place === id && each.layer !== "counters" && each.title)
    .map((each) => String(each.title));
  for (const name of sides()) {
    const stack = stacks.get(`${name} ${id}`);
    if (stack) said.push(side === name && !said.length ? stack.text : `${sideName(name)}: ${stack.text}`);
  }
  return said.length ? `${where}; ${said.join("; ")}` : where;
}

/**
 * A place's ground and region, as words.
 * @param {import("./sheet.js").Sheet} chart @param {import("./sheet.js").Place} place
 * @param {import("../shell/manifest.js").Board} board
 */
export function groundSaid(chart, place, board) {
  const [first] = board.ground ?? [];
  const ground = first && chart.data.terms?.[first.group]?.[place[first.field]]?.label;
  const region = board.region ? place[board.region] : "";
  return [ground?.toLowerCase(), chart.data[board.regions ?? ""]?.[region] ?? region].filter(Boolean);
}
