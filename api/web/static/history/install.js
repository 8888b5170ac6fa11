// @ts-check
/** Time at the table, put in its place: comparing, trial lines, the panel of timelines, what is said over the map. */

import { el } from "../shell/dom.js";
import { offer } from "./beside.js";
import { createComparing } from "./comparing.js";
import { createOwnTrials } from "./own_trials.js";
import { createRemarkBox } from "./remark_box.js";
import { createRemarks } from "./remarks.js";
import { createTimelines } from "./timelines.js";
import { createTrial } from "./trial.js";

/**
 * @param {{board: import("../board/board.js").Board, store: import("../shell/store.js").Store,
 *   acting: import("../play/acting.js").Acting, tabs: ReturnType<typeof import("../shell/tabs.js").createTabs>,
 *   panels: ReturnType<typeof import("../shell/panels.js").createPanels>, choose: (place: string) => void}} table
 */
export function installTime({ board, store, acting, tabs, panels, choose }) {
  const root = /** @type {HTMLElement} */ (document.getElementById("board"));
  const banners = el("div", { class: "banners" });
  root.append(banners);
  const open = () => tabs.open("timelines");
  const pane = /** @type {HTMLElement} */ (document.getElementById("pane-timelines"));
  const changed = () => {
    if (tabs.current() === "timelines") timelines.draw(pane);
    say();
  };
  const comparing = createComparing({ board, store, choose, open, changed });
  const trial = createTrial({ store, board, acting });
  const alone = createOwnTrials({ store, acting, changed: () => changed(), say: board.say });
  const timelines = createTimelines({ store, acting, comparing, trial, alone });
  const remarks = createRemarks({ store, changed: () => say() });
  const box = createRemarkBox({ store, board, acting, remarks, redraw: () => say() });
  offer((at) => void comparing.start({ timeline: store.state.where.timeline, at }));
  panels.install("timelines", { draw: timelines.draw });
  let drawn = "";

  /** What is said over the map: that one is on another line, that two positions are compared. */
  function say() {
    const { where, game, timelines: lines } = store.state;
    const key = JSON.stringify([
      where.timeline,
      game.timeline,
      lines.length,
      alone.shows().trial,
      box.key(),
      comparing.kept(),
      comparing.summary(),
    ]);
    if (key === drawn) return;
    drawn = key;
    const button = (/** @type {string} */ text, /** @type {() => void} */ call) =>
      el("button", { type: "button", on: { click: call } }, text);
    const compared = comparing.kept()
      ? el(
          "p",
          { class: "banner compared" },
          `${comparing.summary()} `,
          button("List", open),
          " ",
          button("End", comparing.stop),
        )
      : null;
    const said = [box.box(), alone.banner(), trial.banner(), trial.elsewhere(), compared];
    banners.replaceChildren(...said.filter((each) => each !== null));
  }

  store.subscribe((_, what) => {
    if (what === "position" || what === "game") say();
  });
  return { compare: comparing.start, comparing, trial };
}
