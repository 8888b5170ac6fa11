// @ts-check
/** A board of areas: each place a polygon, with the point where its counters are. */

import { Sheet } from "./sheet.js";
import { through } from "./svg.js";

/** @typedef {import("./sheet.js").Point} Point */

export class Areas extends Sheet {
  /** @param {import("./sheet.js").SheetDocument} data */
  constructor(data) {
    super(data, data.areas ?? []);
    this.apart = Math.sqrt((this.width * this.height) / Math.max(1, this.places.size));
    this.marked = 1; // an area is not round: drawn smaller, its outline would leave it
    this.labelled = 22;
    /** @type {Map<string, Set<string>>} as the borders say, or else by the corners that they share */
    this._around = new Map();
    for (const { id } of data.sides ?? [])
      for (const end of id.split("-"))
        this._around.set(end, new Set([...(this._around.get(end) ?? []), ...id.split("-")]));
    if (this._around.size) return;
    /** @type {Map<string, string[]>} */
    const corners = new Map();
    for (const { id, polygon } of data.areas ?? [])
      for (const corner of polygon) corners.set(String(corner), [...(corners.get(String(corner)) ?? []), id]);
    for (const ids of corners.values())
      for (const id of ids) this._around.set(id, new Set([...(this._around.get(id) ?? []), ...ids]));
  }

  /** The area in which a point lies: the last of those that overlap. @param {Point} point */
  under(point) {
    let found = null;
    for (const place of this.places.values()) if (inside(point, place.polygon)) found = place;
    return found;
  }

  /** The areas beside one: those that it has a border with. @param {string} id */
  around(id) {
    return [...(this._around.get(id) ?? [])].filter((near) => near !== id);
  }

  /** Its name alone: the ids of areas are for commands. @param {string} id */
  fullName(id) {
    return this.nameOf(id);
  }

  /** @param {string} id @param {number} [size] about the point of its counters */
  outline(id, size = 1) {
    const area = this.places.get(id);
    if (!area) return "";
    const drawn = area.polygon.map((/** @type {[number, number]} */ [x, y]) => ({
      x: area.x + (x - area.x) * size,
      y: area.y + (y - area.y) * size,
    }));
    return through(drawn, true);
  }
}

/**
 * Whether a polygon has a point in it: a ray to the east crosses its sides an odd number of times.
 * @param {Point} point @param {[number, number][]} polygon
 */
function inside({ x, y }, polygon) {
  let odd = false;
  for (let here = 0, last = polygon.length - 1; here < polygon.length; last = here++) {
    const [ax, ay] = polygon[here];
    const [bx, by] = polygon[last];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
