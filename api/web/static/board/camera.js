// @ts-check
/** The part of the map that is seen: panning, zooming, and which point of the map is under a pointer. */

import { moves } from "./svg.js";

const LEAST = 0.2;
const MOST = 5;
const EDGE = 0.45; // of the window that may lie beyond an edge of the map
const STILL = 6; // pixels that a pointer may stray and have clicked yet
const REST = 160; // milliseconds after which the map is drawn sharply again

/**
 * @typedef {{x: number, y: number, scale: number}} View the middle of what is seen, in units of the map
 * @typedef {{left: number, top: number, width: number, height: number}} Area a part of the map, in its units
 */

export class Camera {
  /**
   * @param {HTMLElement} frame what is seen of the map
   * @param {HTMLElement} world the map, in its own units
   * @param {{width: number, height: number, grain?: number}} size `grain`: units of the map that are as large as one of another map
   * @param {{onTap: (point: {x: number, y: number}, event: PointerEvent) => void,
   *   onHover: (point: {x: number, y: number} | null) => void, onChange: (scale: number) => void,
   *   onGrab: (point: {x: number, y: number}, event: PointerEvent) => boolean, onDrag: (point: {x: number, y: number}) => void,
   *   onDrop: (point: {x: number, y: number} | null) => void}} calls
   *   `onGrab`: whether a pointer takes something that it then drags over the map, in place of the map itself
   */
  constructor(frame, world, size, calls) {
    this.frame = frame;
    this.world = world;
    this.size = size;
    this.calls = calls;
    /** The part of the map that is played on: it is what is seen as a whole. @type {Area} */
    this.area = { left: 0, top: 0, width: size.width, height: size.height };
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.top = 0; // pixels at the window's upper edge that controls lie on
    this.covered = { left: 0, bottom: 0 }; // pixels at other edges that a card lies on
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.strayed = 0;
    this.grabbed = false;
    this.flight = 0;
    this.timer = 0;
    this.painted = 0; // the scale that was painted last
    /** What `fit` has shown, while nobody has moved the map since. @type {{x: number, y: number, scale: number, cover: boolean} | null} */
    this.fitted = null;
    this.grain = size.grain ?? 1;
    world.style.width = `${size.width}px`;
    world.style.height = `${size.height}px`;
    frame.addEventListener("pointerdown", (event) => this._down(event));
    frame.addEventListener("pointermove", (event) => this._move(event));
    frame.addEventListener("pointerup", (event) => this._up(event));
    frame.addEventListener("pointercancel", (event) => this._up(event, true));
    frame.addEventListener("pointerleave", () => calls.onHover(null));
    frame.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    new ResizeObserver(() => this._resized()).observe(frame);
  }

  /** The map has another size: show all of it. */
  resize() {
    this.world.style.width = `${this.size.width}px`;
    this.world.style.height = `${this.size.height}px`;
    this.area = { left: 0, top: 0, width: this.size.width, height: this.size.height };
    this.fit();
  }

  _resized() {
    const box = this.frame.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const { fitted } = this;
    const unmoved = fitted && fitted.x === this.x && fitted.y === this.y && fitted.scale === this.scale;
    if (this.box && unmoved) {
      this.box = box;
      return this.fit(fitted.cover);
    }
    if (this.box) {
      this.x += (box.width - this.box.width) / 2;
      this.y += (box.height - this.box.height) / 2;
    }
    this.box = box;
    this._apply();
  }

  /** The point of the map under a point of the window. @param {number} left @param {number} top */
  toMap(left, top) {
    const box = this.frame.getBoundingClientRect();
    return { x: (left - box.left - this.x) / this.scale, y: (top - box.top - this.y) / this.scale };
  }

  /** Where in the window's frame a point of the map is. @param {{x: number, y: number}} point */
  toFrame({ x, y }) {
    return { left: x * this.scale + this.x, top: y * this.scale + this.y };
  }

  /** The part of the window that nothing lies on. */
  _free() {
    const { width, height } = this.frame.getBoundingClientRect();
    const { left, bottom } = this.covered;
    return { left, top: this.top, right: width, bottom: height - bottom, width: width - left, height: height - bottom };
  }

  /** The scale at which the whole map is in the window. */
  whole() {
    const box = this.frame.getBoundingClientRect();
    return Math.min(box.width / this.area.width, (box.height - this.top) / this.area.height);
  }

  /** Show the whole map, or all of it that is as high as the window. @param {boolean} [cover] */
  fit(cover = false) {
    const box = this.frame.getBoundingClientRect();
    const { left, top, width, height } = this.area;
    const wide = box.width / width;
    const high = (box.height - this.top) / height;
    this.scale = this._bounded(cover ? Math.max(wide, high) : Math.min(wide, high));
    this.x = (box.width - width * this.scale) / 2 - left * this.scale;
    this.y = this.top + (box.height - this.top - height * this.scale) / 2 - top * this.scale;
    this._apply();
    this.fitted = { x: this.x, y: this.y, scale: this.scale, cover };
  }

  /**
   * Show some points with the room about them, as large as they fit and no larger than `most`; the scale.
   * @param {{x: number, y: number}[]} points @param {number} room @param {number} most a scale
   */
  gather(points, room, most) {
    const free = this._free();
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
    const [wide, high] = [Math.max(...xs) + room - left, Math.max(...ys) + room - top];
    const least = this.covered.left || this.covered.bottom ? LEAST / this.grain : this.whole();
    const scale = Math.max(least, Math.min(most, free.width / wide, free.height / high));
    this.focus({ x: left + wide / 2, y: top + high / 2 }, scale);
    return this._bounded(scale);
  }

  /**
   * Bring a point of the map into the middle.
   * @param {{x: number, y: number}} point
   * @param {number} [scale]
   */
  focus(point, scale = this.scale) {
    const free = this._free();
    const to = this._bounded(scale);
    const [left, top] = [this.area.left * to, this.area.top * to];
    const x = filled(free.left + free.width / 2 - point.x * to + left, free.left, free.right, this.area.width * to) - left;
    const y = filled(free.height / 2 - point.y * to + top, free.top, free.bottom, this.area.height * to) - top;
    this._fly({ x, y, scale: to });
  }

  /** What is seen now. @returns {View} */
  view() {
    const box = this.frame.getBoundingClientRect();
    const { x, y } = this.toMap(box.left + box.width / 2, box.top + box.height / 2);
    return { x, y, scale: this.scale };
  }

  /** Show what was seen before, at once. @param {View} view */
  look({ x, y, scale }) {
    cancelAnimationFrame(this.flight);
    const box = this.frame.getBoundingClientRect();
    const to = this._bounded(scale);
    this._set({ x: box.width / 2 - x * to, y: box.height / 2 - y * to, scale: to });
  }

  /** Bring a point into sight, moving no more than that takes. @param {{x: number, y: number}} point */
  reveal(point) {
    const free = this._free();
    const edge = Math.min(90, free.width / 4, free.height / 4);
    const { left, top } = this.toFrame(point);
    const dx = Math.max(edge + free.left - left, 0) - Math.max(left - free.right + edge, 0);
    const dy = Math.max(edge + free.top - top, 0) - Math.max(top - free.bottom + edge, 0);
    if (dx || dy) this._fly({ x: this.x + dx, y: this.y + dy, scale: this.scale });
  }

  /** Whether a point is in sight, not at the very edge. @param {{x: number, y: number}} point */
  sees(point) {
    const free = this._free();
    const { left, top } = this.toFrame(point);
    const edge = Math.min(40, free.width / 8, free.height / 8);
    return (
      left > free.left + edge && top > free.top + edge && left < free.right - edge && top < free.bottom - edge
    );
  }

  /** @param {number} dx pixels @param {number} dy */
  pan(dx, dy) {
    this._fly({ x: this.x + dx, y: this.y + dy, scale: this.scale });
  }

  /**
   * Zoom about a point of the window, or the middle.
   * @param {number} factor
   * @param {number} [left]
   * @param {number} [top]
   */
  zoom(factor, left, top) {
    const box = this.frame.getBoundingClientRect();
    const at = {
      x: (left ?? box.left + box.width / 2) - box.left,
      y: (top ?? box.top + box.height / 2) - box.top,
    };
    const scale = this._bounded(this.scale * factor);
    this.x = at.x - ((at.x - this.x) * scale) / this.scale;
    this.y = at.y - ((at.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this._apply();
  }

  /** @param {{x: number, y: number, scale: number}} end */
  _fly(end) {
    cancelAnimationFrame(this.flight);
    if (!moves()) return this._set(end);
    const start = { x: this.x, y: this.y, scale: this.scale };
    const begun = performance.now();
    const frame = (/** @type {number} */ now) => {
      const part = Math.min(1, Math.max(0, now - begun) / 220);
      const eased = 1 - (1 - part) ** 3;
      this._set({
        x: start.x + (end.x - start.x) * eased,
        y: start.y + (end.y - start.y) * eased,
        scale: start.scale + (end.scale - start.scale) * eased,
      });
      if (part < 1) this.flight = requestAnimationFrame(frame);
    };
    this.flight = requestAnimationFrame(frame);
  }

  /** A scale within the limits; a large map may be seen as a whole. @param {number} scale */
  _bounded(scale) {
    return Math.min(MOST / this.grain, Math.max(Math.min(LEAST / this.grain, this.whole()), scale));
  }

  /** @param {{x: number, y: number, scale: number}} to */
  _set(to) {
    Object.assign(this, { x: to.x, y: to.y, scale: to.scale });
    this._apply();
  }

  _apply() {
    const box = this.box ?? this.frame.getBoundingClientRect();
    const covered = this.covered;
    const within = (/** @type {number} */ start, /** @type {number} */ window, /** @type {number} */ map, before = 0, after = 0) =>
      Math.min(Math.max(window * EDGE, before), Math.max(Math.min(window * (1 - EDGE), window - after) - map, start));
    const [left, top] = [this.area.left * this.scale, this.area.top * this.scale];
    this.x = within(this.x + left, box.width, this.area.width * this.scale, covered.left) - left;
    this.y = within(this.y + top, box.height, this.area.height * this.scale, 0, covered.bottom) - top;
    // By whole pixels of the screen: what is painted already moves with the map, and stays sharp.
    const whole = (/** @type {number} */ pixels) => Math.round(pixels * devicePixelRatio) / devicePixelRatio;
    this.world.style.transform = `translate3d(${whole(this.x)}px, ${whole(this.y)}px, 0) scale(${this.scale.toFixed(4)})`;
    if (this.painted && this.painted !== this.scale) {
      this.frame.classList.add("zooming");
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.frame.classList.remove("zooming"), REST);
    }
    this.painted = this.scale;
    this.calls.onChange(this.scale);
  }

  /** @param {PointerEvent} event */
  _down(event) {
    if (event.button > 0) return;
    cancelAnimationFrame(this.flight);
    if (this.grabbed) this._letGo(null); // a second finger: the map is moved
    if (!this.pointers.size) {
      this.strayed = 0;
      this.grabbed = this.calls.onGrab(this.toMap(event.clientX, event.clientY), event);
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.calls.onHover(this.toMap(event.clientX, event.clientY));
      return;
    }
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    this.strayed += Math.hypot(dx, dy);
    if (this.strayed > STILL && !this.frame.hasPointerCapture(event.pointerId)) {
      this.frame.setPointerCapture(event.pointerId);
    }
    if (this.grabbed) {
      if (this.strayed > STILL) this.calls.onDrag(this.toMap(event.clientX, event.clientY));
    } else if (this.pointers.size === 1) {
      if (this.strayed > STILL) this._set({ x: this.x + dx, y: this.y + dy, scale: this.scale });
    } else if (this.pointers.size === 2) {
      const other = [...this.pointers].filter(([id]) => id !== event.pointerId)[0][1];
      const far = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      this._set({ x: this.x + dx / 2, y: this.y + dy / 2, scale: this.scale });
      if (was > 0) this.zoom(far / was, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event @param {boolean} [broken] */
  _up(event, broken = false) {
    const known = this.pointers.delete(event.pointerId);
    if (known && this.grabbed) this._letGo(broken ? null : this.toMap(event.clientX, event.clientY));
    if (known && !broken && !this.pointers.size && this.strayed <= STILL) {
      this.calls.onTap(this.toMap(event.clientX, event.clientY), event);
    }
  }

  /** @param {{x: number, y: number} | null} point */
  _letGo(point) {
    this.grabbed = false;
    this.calls.onDrop(point);
  }

  /** @param {WheelEvent} event */
  _wheel(event) {
    event.preventDefault();
    cancelAnimationFrame(this.flight);
    const lines = event.deltaMode === 1 ? 16 : 1;
    const turned = Math.max(-120, Math.min(120, event.deltaY * lines));
    this.zoom(Math.exp(-turned * (event.ctrlKey ? 0.012 : 0.0022)), event.clientX, event.clientY);
  }
}

/**
 * Where the map begins, so that nothing beyond its edges is seen; in the middle, where it is smaller than the window.
 * @param {number} start @param {number} from where the window begins @param {number} to where it ends @param {number} map pixels
 */
const filled = (start, from, to, map) =>
  map < to - from ? from + (to - from - map) / 2 : Math.min(from, Math.max(to - map, start));
