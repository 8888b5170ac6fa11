// @ts-check
/** A counter that is dragged: a copy of it under the pointer, until it is dropped on a place. */

import { round, svg } from "./svg.js";

/**
 * @typedef {{mayGrab: (place: string, event: PointerEvent) => string | null, onGrab: (place: string) => void,
 *   onOver: (place: string | null) => void, onDrop: (from: string, to: string | null) => void}} DragCalls
 *   `mayGrab` gives the key of the counter that a pointer may take from a place, null for none; `onGrab` comes once it
 *   moves, `onDrop` with the place where it is let go (null: off the map, or the drag was broken off)
 */

/**
 * @param {{layer: SVGElement, counters: SVGElement, under: (point: {x: number, y: number}) => string | null,
 *   calls: () => DragCalls | null}} given `counters` is the layer with all of them
 */
export function createDragging({ layer, counters, under, calls }) {
  /** @type {{place: string, key: string, ghost: SVGElement | null} | null} */
  let held = null;

  /** Take what is at a point, if it may be moved. @param {{x: number, y: number}} point @param {PointerEvent} event */
  function grab(point, event) {
    const place = under(point);
    const key = place ? (calls()?.mayGrab(place, event) ?? null) : null;
    held = place && key ? { place, key, ghost: null } : null;
    return held !== null;
  }

  /** @param {{x: number, y: number}} point */
  function drag(point) {
    if (!held) return;
    if (!held.ghost) {
      const counter = counters.querySelector(`[data-key="${CSS.escape(held.key)}"] > g`);
      held.ghost = svg("g", { class: "ghost counters" }, counter ? counter.cloneNode(true) : null);
      layer.replaceChildren(held.ghost);
      calls()?.onGrab(held.place);
    }
    held.ghost.setAttribute("transform", `translate(${round(point.x)} ${round(point.y)})`);
    calls()?.onOver(under(point));
  }

  /** Let go; at null nothing comes of it. @param {{x: number, y: number} | null} point */
  function drop(point) {
    const was = held;
    held = null;
    layer.replaceChildren();
    if (was?.ghost) calls()?.onDrop(was.place, point && under(point));
  }

  return { grab, drag, drop };
}
