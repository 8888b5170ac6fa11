// @ts-check
/**
 * The board: the printed map with all that is on it, moved by pointer, wheel, fingers and keys.
 *
 * It does not know whose turn it is: the code that plays marks places, draws paths and listens.
 */

import { manifest, placeNoun } from "../shell/manifest.js";
import { drawBase } from "./basemap.js";
import { Camera } from "./camera.js";
import { createDragging } from "./dragging.js";
import { fan } from "./fan.js";
import { sheetOf } from "./kinds.js";
import { Marking, markReady } from "./marking.js";
import { overlayNodes } from "./overlays.js";
import { SceneLayers } from "./scene.js";
import { createSpeech } from "./speech.js";
import { sayPlace, stacksOf } from "./stacks.js";
import { around, shade } from "./shade.js";
import { round, svg } from "./svg.js";
import { Tabletop } from "./tabletop.js";

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
});
const STEP = 90; // pixels that Shift with an arrow pans
const LAYERS = [
  "shade", "table", "lines", "overlay", "works", "marks", "path", "aids", "figures", "counters", "above", "ready", "labels", "cursor",
  "ghosts", "fan", "drag",
];
const NEAR = 1.15; // the scale at which one reads everything
const FAR = 0.62; // below it, one sees where things are and reads little
const LARGE = 3000; // the width of a map on which pieces grow more, as it is seen from afar
const TOGETHER = 0.4; // of the map's width and height, in which all stacks lie that are shown alone at first
const ROOM = 0.09; // of the map's height, about them
const LONG = 300; // milliseconds that the map waits for what is on it

/**
 * @typedef {import("./stacks.js").Views} Views
 * @typedef {import("./marking.js").Mark} Mark
 * @typedef {import("./fan.js").Part} Part
 * @typedef {{onPlaceClick?: (place: string, event: Event) => void, onPlaceHover?: (place: string | null) => void,
 *   onForceClick?: (part: Part) => void, onCursor?: (place: string) => void}} Calls
 * @typedef {{grab: (point: {x: number, y: number}, event: PointerEvent) => boolean, drag: (point: {x: number, y: number}) => void,
 *   drop: (point: {x: number, y: number} | null) => void}} Grips in units of the sheet
 * @typedef {ReturnType<typeof createBoard>} Board
 */

/**
 * Make the board in an element.
 *
 * `data` is the document of `GET /rulesets/{r}/map`; `drawing` its picture, which may be on its way. `onPlaceClick` comes for
 * a click, a tap and Enter on the cursor; `onPlaceHover` with null when the pointer leaves; `onForceClick` for a part
 * of the stack that is spread out over the chosen place; `onCursor` when the keys move the cursor.
 *
 * @param {HTMLElement} root
 * @param {import("./sheet.js").SheetDocument} data
 * @param {Calls & {drawing: Promise<Document>}} calls
 */
export function createBoard(root, data, calls) {
  const chart = sheetOf(data, manifest().board.kind);
  const size = { width: chart.width, height: chart.height, grain: chart.grain };
  const frame = made("div", "frame");
  const world = made("div", "world");
  const base = made("div", "base");
  const speech = createSpeech();
  frame.tabIndex = 0;
  frame.setAttribute("role", "application");
  frame.setAttribute(
    "aria-label",
    `Map. Arrow keys move the cursor from ${placeNoun()} to ${placeNoun()}, Enter chooses, Shift with arrows pans, plus and minus zoom, 0 shows all.`,
  );
  const layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer ${name}` })]));
  const picture = svg("svg", {
    class: "pieces",
    viewBox: `0 0 ${round(size.width)} ${round(size.height)}`,
    width: size.width,
    height: size.height,
  });
  picture.append(...LAYERS.map((name) => layers[name]));
  world.append(base, picture);
  frame.append(world);
  root.append(frame, speech.element);

  const pieces = new SceneLayers(
    { works: layers.works, counters: layers.counters, above: layers.above },
    chart,
  );
  const tabletop = new Tabletop({
    table: layers.table,
    aids: layers.aids,
    figures: layers.figures,
    ghosts: layers.ghosts,
  });
  chart.piece = (point) => tabletop.under(point)?.place ?? null;
  const { marks, path, labels, cursor: pointer } = layers;
  const marking = new Marking({ marks, path, labels, cursor: pointer }, chart);
  /** @type {Views} */
  let views = {};
  /** @type {Map<string, import("./stacks.js").Stack>} */
  let stacks = new Map();
  let played = "[]"; // the window of the scene
  /** @type {string | null} */
  let chosen = null;
  /** @type {string | null} */
  let cursor = null;
  /** @type {string | null} */
  let hovered = null;
  /** @type {string | null} the unit of a free table that is chosen */
  let picked = null;
  /** @type {Set<string>} */
  const overlays = new Set();
  /** @type {Set<() => void>} */
  const viewers = new Set();
  /** @type {import("./dragging.js").DragCalls | null} */
  let dragCalls = null;
  const dragging = createDragging({
    layer: layers.drag,
    counters: layers.counters,
    under: (point) => chart.under(point)?.id ?? null,
    calls: () => dragCalls,
  });
  /** @type {Grips | null} */
  let grips = null;
  let gripped = false;
  let showing = () => {};
  const shown = /** @type {Promise<void>} */ (new Promise((done) => (showing = done)));

  const camera = new Camera(frame, world, size, {
    onTap: (point, event) => tapped(point, event),
    onHover: (point) => hover(point ? (chart.under(point)?.id ?? null) : null),
    onChange: (scale) => {
      const closeness = scale * chart.grain;
      const large = size.width / chart.grain > LARGE;
      frame.dataset.zoom = base.dataset.zoom = closeness < FAR ? "far" : closeness < NEAR ? "mid" : "near";
      picture.style.setProperty("--thick", String(Math.min(2.4, Math.max(1, 0.9 / closeness))));
      picture.style.setProperty("--grow", String(Math.min(large ? 2.4 : 1.5, Math.max(0.8, 0.75 / closeness))));
      picture.style.setProperty("--pixel", String(1 / scale));
      viewers.forEach((call) => call());
    },
    onGrab: (point, event) => (gripped = grips?.grab(point, event) ?? false) || dragging.grab(point, event),
    onDrag: (point) => (gripped ? grips?.drag(point) : dragging.drag(point)),
    onDrop(point) {
      if (gripped) grips?.drop(point);
      else dragging.drop(point);
      gripped = false;
    },
  });

  /** @param {{x: number, y: number}} point @param {Event} event */
  function tapped(point, event) {
    if (event.target instanceof Element && event.target.closest(".part")) return;
    const place = chart.under(point);
    if (place) press(place.id, event);
  }

  /** @param {string} place @param {Event} event */
  function press(place, event) {
    cursor = place;
    marking.point(null);
    if (calls.onPlaceClick) calls.onPlaceClick(place, event);
    else select(place);
  }

  /** @param {string | null} place */
  function hover(place) {
    if (place !== hovered) calls.onPlaceHover?.((hovered = place));
  }

  /**
   * Choose a place and spread its stack; null lets go.
   * @param {string | null} place
   * @param {string} [before] said before the place
   */
  function select(place, before = "") {
    chosen = place && chart.has(place) ? place : null;
    cursor = chosen ?? cursor;
    marking.choose(chosen);
    spread();
    if (!chosen) return;
    camera.reveal(chart.at(chosen));
    say(chosen, before);
  }

  function spread() {
    fan(layers.fan, chosen ? chart.at(chosen) : null, stacks, chosen ?? "", (part) =>
      calls.onForceClick?.(part),
    );
  }

  /** Speak a place, or any sentence. @param {string} words @param {string} [before] said before a place */
  function say(words, before = "") {
    const mark = marking.marks.get(words);
    const said = sayPlace(chart, views, stacks, words, manifest().board) || words;
    speech.say(before + (mark ? [said, mark.kind, mark.label, mark.title].filter(Boolean).join("; ") : said));
  }

  /**
   * Show a position; `quietly` lets what moved be seen moving.
   * @param {Views} now
   * @param {{quietly?: boolean}} [how]
   */
  function show(now, { quietly = false } = {}) {
    const begun = performance.now();
    views = { ...now };
    lay(views.scene?.table);
    stacks = stacksOf(views.scene);
    frameIn(views.scene?.window ?? []);
    pieces.show(views.scene?.elements ?? [], stacks, quietly);
    layers.lines.replaceChildren(...overlayNodes(chart, { lines: views.scene?.lines ?? [] }));
    drawOverlays();
    spread();
    showing();
    frame.dataset.drawn = (performance.now() - begun).toFixed(1);
  }

  /** Show the part of the map that is played on, and the rest in the shade. @param {[number, number, number, number][]} window */
  function frameIn(window) {
    if (JSON.stringify(window) === played) return;
    played = JSON.stringify(window);
    layers.shade.replaceChildren(...shade(size, window));
    camera.area = around(size, window);
    camera.fit(!legible());
  }

  /** Show a game's own table, which may be smaller than the sheet. @param {import("./tabletop.js").Table | undefined} table */
  function lay(table) {
    if (table && (table.width !== size.width || table.height !== size.height)) {
      Object.assign(size, { width: table.width, height: table.height });
      Object.assign(chart, { width: table.width, height: table.height });
      picture.setAttribute("viewBox", `0 0 ${table.width} ${table.height}`);
      picture.setAttribute("width", String(table.width));
      picture.setAttribute("height", String(table.height));
      camera.resize();
    }
    base.hidden = Boolean(table);
    tabletop.show(table);
    tabletop.choose(picked);
  }

  function drawOverlays() {
    layers.overlay.replaceChildren(
      ...[...overlays].flatMap((name) => {
        const view = known(name)?.view ?? "";
        return svg("g", { class: name }, ...overlayNodes(chart, views[view]));
      }),
    );
  }

  const known = (/** @type {string} */ name) => manifest().overlays?.find((each) => each.name === name);

  /**
   * Lay an overlay over the map, or take it off; the views that those on it need.
   * @param {string} name
   * @param {boolean} on
   */
  function overlay(name, on) {
    if (on && known(name)) overlays.add(name);
    else overlays.delete(name);
    drawOverlays();
    return [...overlays].map((each) => known(each)?.view ?? "");
  }

  /** @param {string} place */
  function moveCursor(place) {
    cursor = place;
    marking.point(place);
    camera.reveal(chart.at(place));
    speech.hush(); // the place before is of no interest any more
    say(place);
    calls.onCursor?.(place);
  }

  /** Where the cursor begins: at the chosen place, or in the middle of what is seen. */
  function begin() {
    const box = frame.getBoundingClientRect();
    const { x, y } = camera.toMap(box.left + box.width / 2, box.top + box.height / 2);
    const far = (/** @type {{x: number, y: number}} */ place) => Math.hypot(place.x - x, place.y - y);
    const places = [...chart.places.values()];
    if (!places.length) return chosen ?? chart.under({ x, y })?.id ?? "0,0";
    return chosen ?? places.reduce((a, b) => (far(b) < far(a) ? b : a)).id;
  }

  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow && event.shiftKey) camera.pan(-arrow[0] * STEP, -arrow[1] * STEP);
    else if (arrow) moveCursor(cursor ? chart.step(cursor, ...arrow) : begin());
    else if (event.key === "Enter" || event.key === " ") cursor ? press(cursor, event) : moveCursor(begin());
    else if (event.key === "+" || event.key === "=") camera.zoom(1.3);
    else if (event.key === "-") camera.zoom(1 / 1.3);
    else if (event.key === "0") camera.fit();
    else if (event.key === "Escape" && chosen) select(null);
    else return;
    event.preventDefault();
  });
  frame.addEventListener("blur", () => marking.point(null));

  const legible = () => camera.whole() * chart.grain >= FAR;
  camera.fit(!legible());
  const ready = drawBase(base, together(calls.drawing));

  /** The map, once something is on it, so that both are painted at once; or alone, if that is long in coming. @param {Promise<Document>} drawing */
  async function together(drawing) {
    const drawn = await drawing;
    await Promise.race([shown, new Promise((done) => setTimeout(done, LONG))]);
    return drawn;
  }

  return {
    chart,
    /** The element that the board was made in: what lies over the map goes there. */
    root,
    /** The element that has the keyboard. */
    frame,
    /** Settles when the printed map is drawn; refused where it did not come. */
    ready,
    show,
    select,
    say,
    overlay,
    /** Mark just these places. @param {Map<string, Mark>} marks */
    mark: (marks) => marking.mark(marks),
    /** Draw the way through places; an empty list takes it away. @param {string[]} places */
    path: (places) => marking.path(places),
    /** Bring a place, a hexside or a sea zone into the middle. @param {string} place @param {number} [scale] */
    focus: (place, scale) => camera.focus(chart.at(place), scale ?? Math.max(camera.scale, 1 / chart.grain)),
    /** Show all stacks, where they lie together in a small part of the map; whether they do. */
    gather() {
      const points = [...stacks.values()].map((each) => chart.at(each.place));
      const spans = (/** @type {"x" | "y"} */ axis, /** @type {number} */ whole) =>
        Math.max(...points.map((each) => each[axis])) - Math.min(...points.map((each) => each[axis])) <=
        whole * TOGETHER;
      const near = points.length > 0 && spans("x", camera.area.width) && spans("y", camera.area.height);
      if (near) camera.gather(points, camera.area.height * ROOM, NEAR / chart.grain);
      return near;
    },
    /** Show a rectangle of the map. @param {{x: number, y: number, width: number, height: number}} box */
    within: ({ x, y, width, height }) => camera.gather([{ x, y }, { x: x + width, y: y + height }], 0, NEAR / chart.grain),
    /** Whether more than an edge of a rectangle of the map is played on. @param {{x: number, y: number, width: number, height: number}} box */
    plays: ({ x, y, width, height }) => {
      const { left, top, width: wide, height: high } = camera.area;
      const across = Math.min(x + width, left + wide) - Math.max(x, left);
      const down = Math.min(y + height, top + high) - Math.max(y, top);
      return across > width / 8 && down > height / 8;
    },
    /** Bring a place into sight, moving no more than that takes. @param {string} place */
    reveal: (place) => camera.reveal(chart.at(place)),
    /** Bring some places into sight, if none of them is. @param {string[]} places */
    bring(places) {
      const points = places.filter((place) => chart.has(place)).map((place) => chart.at(place));
      if (points.length && !points.some((point) => camera.sees(point)))
        camera.gather(points, camera.area.height * ROOM, Math.max(camera.scale, FAR / chart.grain));
    },
    /**
     * Bring some places into sight, all of them, no larger than they are now. What it returns shows what was seen before, unless
     * somebody has zoomed since.
     * @param {string[]} places
     */
    bringAll(places) {
      const points = places.filter((place) => chart.has(place)).map((place) => chart.at(place));
      if (points.every((point) => camera.sees(point))) return () => {};
      const before = camera.view();
      const scale = camera.gather(points, camera.area.height * ROOM, Math.max(camera.scale, FAR / chart.grain));
      return () => void (camera.scale === scale && camera.look(before));
    },
    /** Show places beside what lies over the board at these edges, from now on. @param {{left: number, bottom: number}} pixels */
    cover: (pixels) => void (camera.covered = pixels),
    /** Where in the board's element the middle of a place is. @param {string} place */
    pointOf: (place) => camera.toFrame(chart.at(place)),
    /** What is seen of the map. */
    view: () => camera.view(),
    /** Show what was seen before. @param {import("./camera.js").View} view */
    look: (view) => camera.look(view),
    /** Leave room for controls at the upper edge, and show the map below them. @param {number} pixels */
    clear(pixels) {
      camera.top = Math.min(pixels, frame.clientHeight / 4);
      camera.fit(!legible());
    },
    /** Have a function called whenever another part of the map is seen. @param {() => void} call */
    onView: (call) => void viewers.add(call),
    /** The free table that lies on the board, where a scene has one. */
    tabletop,
    /** Choose a unit of a free table. @param {string | null} key */
    pick(key) {
      picked = key;
      tabletop.choose(key);
    },
    /** Let something on a free table be dragged. @param {Grips} given */
    grips: (given) => void (grips = given),
    /** The layer of what a player draws over the map. */
    drawing: layers.ghosts,
    /** Let counters be dragged. @param {import("./dragging.js").DragCalls} given */
    drags: (given) => void (dragCalls = given),
    /** Mark the counters that have not acted yet, by their keys. @param {string[]} keys */
    unmoved: (keys) => markReady(layers.ready, views.scene?.elements ?? [], keys),
    /** What the sheet says of a place. @param {string} id @returns {import("./sheet.js").Place | null} */
    placeAt: (id) =>
      chart.places.get(id) ?? (chart.has(id) && id.includes(",") ? { id, ...chart.at(id) } : null),
    /** The place under a point of the window. @param {number} left @param {number} top */
    placeUnder: (left, top) => chart.under(camera.toMap(left, top))?.id ?? null,
    /** The stacks that are shown, by "side place". */
    stacks: () => stacks,
    /** The chosen place. */
    chosen: () => chosen,
    /** Whether everything can be read while the whole map is shown. */
    legible,
    /** Show the whole map, or with `cover` no more than fills the window. */
    fit: (cover = false) => camera.fit(cover),
    /** Take the counters off the map, to see what is under them, or put them back. @param {boolean} off */
    bare: (off) => frame.classList.toggle("bare", off),
    zoom: (/** @type {number} */ factor) => camera.zoom(factor),
  };
}

/** @param {string} name @param {string} classes */
function made(name, classes) {
  const element = document.createElement(name);
  element.className = classes;
  return element;
}
