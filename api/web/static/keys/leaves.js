// @ts-check
/** The leaves of a log's tree, from its tiles (C2SP tlog-tiles), for events whose bodies are not shown whole. */

const WIDTH = 256;
const HASH = 32;

export class Leaves {
  /** @param {import("./http.js").Http} http */
  constructor(http) {
    this.http = http;
    /** @type {Map<number, Uint8Array>} */
    this._tiles = new Map();
  }

  /**
   * The leaf of the event at a position of the log.
   * @param {number} position from 1
   * @returns {Promise<Uint8Array>} 32 bytes
   * @throws {import("./errors.js").Fault}
   */
  async at(position) {
    const index = position - 1;
    const number = Math.floor(index / WIDTH);
    const start = (index % WIDTH) * HASH;
    const known = this._tiles.get(number);
    if (known && known.length >= start + HASH) return known.slice(start, start + HASH);
    const { size } = await this.http.get("/log/checkpoint", { at_least: position });
    const width = Math.min(WIDTH, size - number * WIDTH);
    const partial = width < WIDTH ? `.p/${width}` : "";
    const tile = await this.http.bytes(`/log/tile/0/${pathOf(number)}${partial}`);
    this._tiles.set(number, tile);
    return tile.slice(start, start + HASH);
  }
}

/** A tile's number as its path: groups of three digits, x before all but the last. @param {number} number */
function pathOf(number) {
  const digits = String(number);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.../g) ?? [];
  return groups.map((each, at) => (at < groups.length - 1 ? `x${each}` : each)).join("/");
}
