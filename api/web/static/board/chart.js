// @ts-check
/** The printed map as the board asks of it: neighbours, hexsides, lines, what lies under a point. */

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{id: string, x: number, y: number, terrain: string, state: string, name?: string, names?: string[],
 *   city?: string, value?: number, port?: string, port_value?: number, fortress?: string, fortress_name?: string,
 *   recruitment?: string, source?: boolean, coastal?: boolean, zones?: string[], appalachia?: boolean,
 *   snow?: boolean}} Hex
 * @typedef {{id: string, kind: string, name?: string, rivers?: string[], bridge?: string, ferry?: string,
 *   levee?: boolean, loop?: string, zones?: string[], inlet?: boolean}} Side
 * @typedef {{kind: string, name: string, status: string, hexes: string[]}} Line
 * @typedef {{name: string, x: number, y: number, turned?: boolean}} Zone
 * @typedef {{label: string, rules: string[], cost?: number}} Term
 * @typedef {{ruleset: string, digest: string, width: number, height: number, radius: number, hexes: Hex[],
 *   sides: Side[], lines: Line[], zones: Zone[], states: Record<string, string>,
 *   terms: Record<string, Record<string, Term>>}} ChartDocument
 */

const COMPASS = ["N", "NE", "SE", "S", "SW", "NW"];

export class Chart {
  /** @param {ChartDocument} told as `GET /rulesets/{r}/map` gives it */
  constructor(told) {
    this.told = told;
    this.width = told.width;
    this.height = told.height;
    this.radius = told.radius;
    this.apart = told.radius * Math.sqrt(3);
    /** @type {Map<string, Hex>} */
    this.hexes = new Map(told.hexes.map((hex) => [hex.id, hex]));
    /** @type {Map<string, Side>} */
    this.sides = new Map(told.sides.filter((side) => side.kind !== "sandbar").map((side) => [side.id, side]));
    this.sandbars = told.sides.filter((side) => side.kind === "sandbar").map((side) => side.id);
    /** @type {Map<string, Zone>} */
    this.zones = new Map(told.zones.map((zone) => [zone.name, zone]));
    /** @type {Map<string, Hex[]>} */
    this._buckets = new Map();
    for (const hex of told.hexes) this._bucket(hex.x, hex.y, true)?.push(hex);
    /** @type {Map<string, Line[]>} */
    this._lines = new Map();
    for (const line of told.lines) {
      for (const id of line.hexes) this._lines.set(id, [...(this._lines.get(id) ?? []), line]);
    }
    /** @type {Map<string, string[]>} */
    this._around = new Map();
  }

  /** @param {number} x @param {number} y @param {boolean} [make] */
  _bucket(x, y, make = false) {
    const key = `${Math.floor(x / this.apart)} ${Math.floor(y / this.apart)}`;
    if (make && !this._buckets.has(key)) this._buckets.set(key, []);
    return this._buckets.get(key);
  }

  /** @param {number} x @param {number} y @returns {Hex[]} */
  _near(x, y) {
    const found = [];
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1])
        found.push(...(this._bucket(x + dx * this.apart, y + dy * this.apart) ?? []));
    }
    return found;
  }

  /** The hex under a point of the map, if it is one. @param {Point} point @returns {Hex | null} */
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
    const here = this.hexes.get(id);
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
    const ahead = (/** @type {Hex} */ hex) => (hex.x - here.x) * dx + (hex.y - here.y) * dy;
    const beside = (/** @type {Hex} */ hex) =>
      Math.abs((hex.x - here.x) * dy) + Math.abs((hex.y - here.y) * dx);
    const row = id.slice(-2);
    let best = null;
    let least = Infinity;
    for (const hex of this.told.hexes) {
      const forward = ahead(hex);
      if (forward < this.radius || beside(hex) > forward) continue;
      const cost = forward + 2 * beside(hex) - (dx && hex.id.endsWith(row) ? this.radius : 0);
      if (cost < least) [best, least] = [hex.id, cost];
    }
    return best ?? id;
  }

  /** The watercourse between two hexes, if there is one. @param {string} a @param {string} b */
  between(a, b) {
    return this.sides.get(a < b ? `${a}-${b}` : `${b}-${a}`);
  }

  /** Railroads and roads through a hex. @param {string} id @returns {Line[]} */
  linesAt(id) {
    return this._lines.get(id) ?? [];
  }

  /**
   * The middle of a hex, of a hexside ("1132-1133") or of a sea zone's name.
   * @param {string} place
   * @returns {Point}
   */
  at(place) {
    const here = this.hexes.get(place) ?? this.zones.get(place);
    if (here) return here;
    const [a, b] = place.split("-").map((id) => this.hexes.get(id));
    if (a && b) return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    return a ?? b ?? { x: 0, y: 0 };
  }

  /** Whether a place is on this map. @param {string} place */
  has(place) {
    return (
      this.hexes.has(place) || this.zones.has(place) || place.split("-").every((id) => this.hexes.has(id))
    );
  }

  /**
   * The corners of a hex, a little smaller or larger than it is.
   * @param {string} id
   * @param {number} [size]
   * @returns {Point[]}
   */
  corners(id, size = 1) {
    const { x, y } = this.at(id);
    const far = this.radius * size;
    return [0, 1, 2, 3, 4, 5].map((turn) => ({
      x: x + far * Math.cos((turn * Math.PI) / 3),
      y: y + far * Math.sin((turn * Math.PI) / 3),
    }));
  }

  /** What a hex is called: its name, or its number. @param {string} id */
  nameOf(id) {
    return this.hexes.get(id)?.name ?? id;
  }

  /** A hex's name with its number. @param {string} id */
  fullName(id) {
    const name = this.hexes.get(id)?.name;
    return name ? `${name} (${id})` : id;
  }
}
