// @ts-check
/**
 * The movement of a free table as a film: after an entry with `film` all units go their ways together, part by part, with the
 * places marked at which they stopped.
 */

import { entriesOf } from "../chronicle/entries.js";
import { ring, rotated, shifted } from "../board/outline.js";
import { moves, svg } from "../board/svg.js";
import { bodyOf } from "../play/drafts.js";
import { el } from "../shell/dom.js";

const FRAME = 140; // milliseconds of a part
const MOST = 60; // events that are looked at together

/**
 * @typedef {import("../board/outline.js").Corner} Corner
 * @typedef {{unit: string, points: [number, number, number][], stopped?: string}} Reel as domain/kernel/telling/moves.py describes it
 */

/** @param {{board: import("../board/board.js").Board, store: import("../shell/store.js").Store, failed: (error: unknown) => void}} given */
export function createFilm({ board, store, failed }) {
  const layer = svg("g", { class: "film" });
  board.drawing.parentNode?.append(layer);
  const again = el(
    "button",
    { type: "button", class: "film-again", hidden: true, title: "Show the movement again", on: { click: () => void play() } },
    "Film",
  );
  board.root.querySelector(".controls")?.append(again);
  /** @type {Reel[]} */
  let reels = [];
  let seen = 0; // the event up to which it was looked for
  let line = "";
  let running = 0;

  /** Look for a movement among the events since the last look. */
  async function look() {
    const { timeline, at } = store.state.where;
    const from = timeline === line && at > seen && at - seen <= MOST ? seen + 1 : at;
    [line, seen] = [timeline, at];
    stop();
    const found = await entriesOf(store, from, at, false);
    if (store.state.where.at !== at || !board.tabletop.table) return;
    const last = /** @type {any} */ (found.findLast((entry) => /** @type {any} */ (entry).film));
    if (!last) return void (again.hidden = !reels.length);
    reels = last.film;
    again.hidden = false;
    if (moves()) await play();
    else still();
  }

  const height = () => board.tabletop.table?.height ?? 0;

  /** The stands of a unit where it was after a part. @param {Reel} reel @param {number} part */
  function stands(reel, part) {
    const figure = board.tabletop.figure(reel.unit);
    const [x, y, facing] = reel.points[Math.min(part, reel.points.length - 1)];
    if (!figure) return [];
    const body = bodyOf(figure);
    const spun = rotated(body, body.at, facing - body.facing);
    return shifted(spun, x - body.at[0], height() - y - body.at[1]).stands;
  }

  /** The ways of all units, and where they stopped. */
  function ways() {
    return reels.flatMap((reel) => {
      const points = reel.points.map(([x, y]) => /** @type {Corner} */ ([x, height() - y]));
      const [x, y] = points[points.length - 1];
      return [
        svg("path", { class: "way", d: ring(points, true) }),
        reel.stopped
          ? svg("text", { class: "stop", x, y: y - 40 }, `✋ ${board.tabletop.figure(reel.stopped)?.name ?? ""}`)
          : null,
      ];
    });
  }

  /** The ways alone, for a reader who does not want things to move. */
  const still = () => layer.replaceChildren(...ways().filter((each) => each !== null));

  /** @param {number} part */
  function draw(part) {
    layer.replaceChildren(
      ...ways().filter((each) => each !== null),
      ...reels.flatMap((reel) => {
        const side = board.tabletop.figure(reel.unit)?.side ?? "";
        return stands(reel, part).map((corners) => svg("path", { class: `stand ${side}`, d: ring(corners) }));
      }),
      svg("text", { class: "part", x: 60, y: 90 }, part ? `part ${part}` : "before the movement"),
    );
  }

  /** Play it once, and take it off the table. */
  async function play() {
    const mine = ++running;
    const parts = Math.max(0, ...reels.map(({ points }) => points.length - 1));
    for (let part = 0; part <= parts; part += 1) {
      draw(part);
      await new Promise((done) => setTimeout(done, FRAME));
      if (mine !== running) return;
    }
    still();
  }

  function stop() {
    running += 1;
    layer.replaceChildren();
  }

  store.subscribe((_, what) => {
    if (what === "position" && board.tabletop.table) look().catch(failed);
  });
  return { play, stop };
}
