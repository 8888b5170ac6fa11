// @ts-check
/**
 * A layer of things by key: what is still there keeps its node, so that a new position costs what changed.
 */

import { moves, round, svg } from "./svg.js";

const FLIGHT = 320; // milliseconds that a counter takes to its new place

/**
 * @typedef {{x: number, y: number, sign: string, draw: () => (Node | null)[], classes?: string, from?: string}} Item
 *   `sign` tells one look from another; `from` is the key of the thing that it came out of, if it moved.
 */

export class Keyed {
  /** @param {SVGElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** @type {Map<string, {node: SVGElement, body: SVGElement, sign: string, x: number, y: number}>} */
    this.known = new Map();
  }

  /**
   * Show just these things.
   * @param {Map<string, Item>} items
   * @param {boolean} [quietly] let what moved be seen moving
   */
  show(items, quietly = false) {
    const starts = new Map();
    if (quietly && moves()) {
      for (const item of items.values()) {
        const start = item.from && this.known.get(item.from);
        if (start) starts.set(item, { x: start.x, y: start.y });
      }
    }
    for (const [key, old] of this.known) {
      if (!items.has(key)) {
        old.node.remove();
        this.known.delete(key);
      }
    }
    for (const [key, item] of items) this._put(key, item, starts.get(item));
  }

  /** @param {string} key @param {Item} item @param {{x: number, y: number} | undefined} start */
  _put(key, item, start) {
    let here = this.known.get(key);
    if (!here) {
      const body = svg("g");
      here = { node: svg("g", { "data-key": key }, body), body, sign: "", x: NaN, y: NaN };
      this.known.set(key, here);
      this.layer.append(here.node);
    }
    if (here.sign !== item.sign) {
      here.sign = item.sign;
      here.body.setAttribute("class", item.classes ?? "");
      here.body.replaceChildren(...item.draw().filter((each) => each !== null));
    }
    if (here.x !== item.x || here.y !== item.y) {
      here.x = item.x;
      here.y = item.y;
      here.node.setAttribute("transform", `translate(${round(item.x)} ${round(item.y)})`);
    }
    if (start && (start.x !== item.x || start.y !== item.y)) {
      const away = `${round(start.x - item.x)}px ${round(start.y - item.y)}px`;
      here.node.parentNode?.append(here.node); // over what it passes
      here.body.animate([{ translate: away }, { translate: "0px 0px" }], {
        duration: FLIGHT,
        easing: "ease-in-out",
      });
    }
  }
}
