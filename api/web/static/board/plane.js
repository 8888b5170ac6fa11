// @ts-check
/**
 * A board without a grid: a place is any point of the sheet, "1250,300" in hundredths of an inch, or a point that the
 * sheet names.
 */

import { Sheet } from "./sheet.js";
import { round } from "./svg.js";

/** @typedef {import("./sheet.js").Point} Point @typedef {import("./sheet.js").Place} Place */

const POINT = /^(-?\d+),(-?\d+)$/;
const REACH = 40; // hundredths of an inch from a named point at which it is meant
const STEP = 25; // that an arrow key goes

export class Plane extends Sheet {
  /** @param {import("./sheet.js").SheetDocument} data */
  constructor(data) {
    super(data, data.points ?? []);
    this.apart = 2 * REACH;
  }

  /** A named point near by, or the point itself; null off the sheet. @param {Point} point @returns {Place | null} */
  under({ x, y }) {
    const piece = this.piece({ x, y });
    if (piece) return { id: piece, ...this.at(piece) };
    let best = null;
    let least = REACH;
    for (const place of this.places.values()) {
      const far = Math.hypot(place.x - x, place.y - y);
      if (far < least) [best, least] = [place, far];
    }
    if (best || x < 0 || y < 0 || x > this.width || y > this.height) return best;
    const at = { x: Math.round(x), y: Math.round(y) };
    return { id: `${at.x},${at.y}`, ...at };
  }

  /** @param {string} place @returns {Point} */
  at(place) {
    const found = POINT.exec(place);
    return found ? { x: Number(found[1]), y: Number(found[2]) } : super.at(place);
  }

  /** @param {string} place */
  has(place) {
    return POINT.test(place) || super.has(place);
  }

  /** @param {string} id @param {number} dx @param {number} dy */
  step(id, dx, dy) {
    const { x, y } = this.at(id);
    const within = (/** @type {number} */ value, /** @type {number} */ most) =>
      Math.min(most, Math.max(0, value));
    return `${within(Math.round(x + dx * STEP), this.width)},${within(Math.round(y + dy * STEP), this.height)}`;
  }

  /** A circle about a point. @param {string} id @param {number} [size] */
  outline(id, size = 1) {
    const { x, y } = this.at(id);
    const far = (REACH / 2) * size;
    const half = `${round(far)},${round(far)} 0 1 0`;
    return `M${round(x - far)},${round(y)}a${half} ${round(2 * far)},0a${half} ${round(-2 * far)},0Z`;
  }
}
