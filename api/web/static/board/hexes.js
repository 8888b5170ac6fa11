// @ts-check
/** The printed map as the board asks of it: neighbours, hexsides, lines, what lies under a point. */

import { Sheet } from "./sheet.js";
import { through } from "./svg.js";

/** @typedef {import("./sheet.js").Point} Point @typedef {import("./sheet.js").Place} Place */

const COMPASS = ["N", "NE", "SE", "S", "SW", "NW"];

export class Hexes extends Sheet {
  /** @param {import("./sheet.js").SheetDocument} data as `GET /rulesets/{r}/map` gives it */
  constructor(data) {
    super(data, data.hexes ?? []);
    this.radius = data.radius ?? 1;
    this.apart = this.radius * Math.sqrt(3);
    /** @type {Map<string, Place[]>} */
    this._buckets = new Map();
    for (const hex of this.places.values()) this._bucket(hex.x, hex.y, true)?.push(hex);
    /** @type {Map<string, string[]>} */
    this._around = new Map();
  }

  /** @param {number} x @param {number} y @param {boolean} [make] */
  _bucket(x, y, make = false) {
    const key = `${Math.floor(x / this.apart)} ${Math.floor(y / this.apart)}`;
    if (make && !this._buckets.has(key)) this._buckets.set(key, []);
    return this._buckets.get(key);
  }

  /** @param {number} x @param {number} y @returns {Place[]} */
  _near(x, y) {
    const found = [];
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1])
        found.push(...(this._bucket(x + dx * this.apart, y + dy * this.apart) ?? []));
    }
    return found;
  }

  /** The hex under a point of the map, if it is one. @param {Point} point @returns {Place | null} */
  under({ x, y }) {
    let best = null;
    let least = this.apart * 0.58;
    for (const hex of this._near(x, y)) {
      const far = Math.hypot(hex.x - x, hex.y - y);
      if (far < least) [best, least] = [hex, far];
    }
    return best;
  }

  /** The hexes beside a hex, clockwise from the north. @param {string} id @returns {string[]} */
  around(id) {
    const known = this._around.get(id);
    if (known) return known;
    const here = this.places.get(id);
    if (!here) return [];
    const found = this._near(here.x, here.y)
      .filter((hex) => hex !== here && Math.hypot(hex.x - here.x, hex.y - here.y) < this.apart * 1.1)
      .map((hex) => hex.id)
      .sort((a, b) => this._turn(here, a) - this._turn(here, b));
    this._around.set(id, found);
    return found;
  }

  /** @param {Point} here @param {string} id */
  _turn(here, id) {
    const there = this.at(id);
    return Math.round(((Math.atan2(there.x - here.x, here.y - there.y) * 3) / Math.PI + 6) % 6) % 6;
  }

  /** "N", "NE" … from a hex to one beside it. @param {string} from @param {string} to */
  direction(from, to) {
    return COMPASS[this._turn(this.at(from), to)];
  }

  /**
   * The hex one step away in a direction of the arrow keys, over water too.
   * @param {string} id
   * @param {number} dx
   * @param {number} dy
   */
  step(id, dx, dy) {
    const here = this.at(id);
    const ahead = (/** @type {Place} */ hex) => (hex.x - here.x) * dx + (hex.y - here.y) * dy;
    const beside = (/** @type {Place} */ hex) =>
      Math.abs((hex.x - here.x) * dy) + Math.abs((hex.y - here.y) * dx);
    const row = id.slice(-2);
    let best = null;
    let least = Infinity;
    for (const hex of this.places.values()) {
      const forward = ahead(hex);
      if (forward < this.radius || beside(hex) > forward) continue;
      const cost = forward + 2 * beside(hex) - (dx && hex.id.endsWith(row) ? this.radius : 0);
      if (cost < least) [best, least] = [hex.id, cost];
    }
    return best ?? id;
  }

  /**
   * The outline of a hex as path data, a little smaller or larger than it is.
   * @param {string} id
   * @param {number} [size]
   */
  outline(id, size = 1) {
    const { x, y } = this.at(id);
    const far = this.radius * size;
    const corners = [0, 1, 2, 3, 4, 5].map((turn) => ({
      x: x + far * Math.cos((turn * Math.PI) / 3),
      y: y + far * Math.sin((turn * Math.PI) / 3),
    }));
    return through(corners, true);
  }
}
