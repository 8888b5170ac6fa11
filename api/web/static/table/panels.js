// @ts-check
/**
 * The panels beside the board: only the one that is open is drawn, and again when what it shows has
 * changed.
 */

import { drawChronicle } from "./panel_chronicle.js";
import { drawDue } from "./panel_due.js";
import { drawForces } from "./panel_forces.js";
import { drawHex } from "./panel_hex.js";
import { drawTimelines } from "./panel_timelines.js";
import { drawTracks } from "./panel_tracks.js";

/**
 * @typedef {{store: import("../board/store.js").Store, board: import("../board/board.js").Board, rules: any,
 *   choose: (hex: string | null) => void, hex: () => string | null}} Around what every panel may ask and do
 * @typedef {{views?: string[], draw: (pane: HTMLElement, around: Around) => void | Promise<void>}} Panel
 */

/** @type {Record<string, Panel>} */
const PANELS = {
  due: { draw: drawDue },
  forces: { draw: drawForces },
  hex: { draw: drawHex, views: ["supply", "economy"] },
  chronicle: { draw: drawChronicle },
  tracks: { draw: drawTracks, views: ["economy", "politics"] },
  timelines: { draw: drawTimelines },
};

/** @param {Element | null} element */
const nameOf = (element) => element?.getAttribute("aria-label") ?? element?.textContent ?? "";

/** @param {{store: Around["store"], board: Around["board"], rules: any, choose: Around["choose"]}} given */
export function createPanels(given) {
  /** @type {string | null} */
  let hex = null;
  let current = "due";
  const around = { ...given, hex: () => hex };

  /** Draw the open panel; who stood on one of its buttons stands there again. */
  async function draw() {
    const panel = PANELS[current];
    const pane = document.getElementById(`pane-${current}`);
    if (!panel || !pane) return;
    const stood = pane.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    await panel.draw(pane, around);
    if (!stood || document.activeElement !== document.body) return;
    const again = [...pane.querySelectorAll("button, summary")].find((each) => nameOf(each) === stood);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  given.store.subscribe((_, what) => {
    if (what !== "loading" && what !== "error") void draw();
  });
  return {
    /** @param {string} name */
    open(name) {
      current = name;
      void given.store.want(...(PANELS[name]?.views ?? []));
      void draw();
    },
    /** @param {string | null} chosen */
    choose(chosen) {
      hex = chosen;
      if (current === "hex") void draw();
    },
    /** Draw one's own panel under a tab. @param {string} name @param {Panel} panel */
    install(name, panel) {
      PANELS[name] = panel;
      if (name === current) void draw();
    },
  };
}
