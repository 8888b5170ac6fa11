// @ts-check
/** A board's sheet as every kind of board has it: its places by id, sides between them, lines, names. */

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{id: string, x: number, y: number, name?: string, names?: string[], [field: string]: any}} Place
 * @typedef {{id: string, kind: string, [field: string]: any}} Side
 * @typedef {{kind: string, name: string, status: string, hexes: string[]}} Line
 * @typedef {{label: string, rules: string[], cost?: number}} Term
 * @typedef {{ruleset: string, digest: string, width: number, height: number, radius?: number, grain?: number, hexes?: Place[],
 *   areas?: (Place & {polygon: [number, number][]})[], points?: Place[], sides?: Side[], lines?: Line[],
 *   zones?: Place[], terms?: Record<string, Record<string, Term>>, [table: string]: any}} SheetDocument
 *   as `GET /rulesets/{r}/map` gives it
 */

export class Sheet {
  /** @param {SheetDocument} data @param {Place[]} places */
  constructor(data, places) {
    this.data = data;
    this.width = data.width;
    this.height = data.height;
    /** How many units of this sheet are as large to a reader as one of a map. */
    this.grain = data.grain ?? 1;
    /** The place of the unit of a free table under a point. @type {(point: Point) => string | null} */
    this.piece = () => null;
    /** How far apart places lie that are side by side. */
    this.apart = 1;
    /** How large the mark on a place is, as a part of the place. */
    this.marked = 0.94;
    /** How far below a place's middle the label of a mark is. */
    this.labelled = 17;
    /** @type {Map<string, Place>} */
    this.places = new Map(places.map((place) => [place.id, place]));
    /** @type {Map<string, Side>} */
    this.sides = new Map(
      (data.sides ?? []).filter((side) => side.kind !== "sandbar").map((side) => [side.id, side]),
    );
    /** @type {Map<string, Place>} places that are named and not in the grid, as a sea is */
    this.zones = new Map((data.zones ?? []).map((zone) => [zone.name ?? zone.id, zone]));
    /** @type {Map<string, Line[]>} */
    this._lines = new Map();
    for (const line of data.lines ?? [])
      for (const id of line.hexes ?? []) this._lines.set(id, [...(this._lines.get(id) ?? []), line]);
  }

  /** The place under a point of the sheet, if there is one. @param {Point} _ @returns {Place | null} */
  under(_) {
    return null;
  }

  /** The places beside one. @param {string} _ @returns {string[]} */
  around(_) {
    return [];
  }

  /** The way from a place to one beside it, in a letter or two. @param {string} _from @param {string} _to */
  direction(_from, _to) {
    return "";
  }

  /** The outline of a place as path data. @param {string} _ @param {number} [_size] */
  outline(_, _size) {
    return "";
  }

  /**
   * The place one step away in a direction of the arrow keys.
   * @param {string} id
   * @param {number} dx
   * @param {number} dy
   */
  step(id, dx, dy) {
    const here = this.at(id);
    let best = id;
    let least = Infinity;
    for (const place of this.places.values()) {
      const [x, y] = [place.x - here.x, place.y - here.y];
      const forward = x * dx + y * dy;
      const beside = Math.abs(x * dy) + Math.abs(y * dx);
      if (forward <= 0 || beside > forward) continue;
      if (forward + 2 * beside < least) [best, least] = [place.id, forward + 2 * beside];
    }
    return best;
  }

  /** What lies between two places, if anything does. @param {string} a @param {string} b */
  between(a, b) {
    return this.sides.get(a < b ? `${a}-${b}` : `${b}-${a}`);
  }

  /** Lines through a place. @param {string} id @returns {Line[]} */
  linesAt(id) {
    return this._lines.get(id) ?? [];
  }

  /**
   * The middle of a place, of the side between two ("a-b") or of a zone's name.
   * @param {string} place
   * @returns {Point}
   */
  at(place) {
    const here = this.places.get(place) ?? this.zones.get(place);
    if (here) return here;
    const [a, b] = place.split("-").map((id) => this.places.get(id));
    if (a && b) return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    return a ?? b ?? { x: 0, y: 0 };
  }

  /** Whether a place is on this board. @param {string} place */
  has(place) {
    return (
      this.places.has(place) || this.zones.has(place) || place.split("-").every((id) => this.places.has(id))
    );
  }

  /** What a place is called: its name, or its id. @param {string} id */
  nameOf(id) {
    return this.places.get(id)?.name ?? id;
  }

  /** A place's name with its id. @param {string} id */
  fullName(id) {
    const name = this.places.get(id)?.name;
    return name && name !== id ? `${name} (${id})` : id;
  }
}
