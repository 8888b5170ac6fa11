// @ts-check
/**
 * Playing: `turn.js` knows whose decision is due and gives orders, `steering.js` chooses forces and goals on the map,
 * `panel.js` shows both. Each knows no more of the others than it calls.
 */

import { words } from "../table/dom.js";
import { createActing } from "./acting.js";
import { createPanel } from "./panel.js";
import { createSteering } from "./steering.js";
import { createTurn } from "./turn.js";

/**
 * Play on a table.
 * @param {{board: import("../board/board.js").Board, store: import("../board/store.js").Store,
 *   tabs: ReturnType<typeof import("../table/tabs.js").createTabs>,
 *   panels: ReturnType<typeof import("../table/panels.js").createPanels>}} table
 */
export function createPlay({ board, store, tabs, panels }) {
  const acting = createActing(store);
  const steering = createSteering({
    board,
    store,
    tabs,
    panels,
    acting,
    turn: () => turn,
    changed: () => panel.draw(),
  });
  const turn = createTurn({
    store,
    acting,
    giving: () => panel.say(""),
    left: () => steering.stop(true),
    opened: (owed) => {
      steering.open(owed);
      board.say(`${words(owed.seat)}: ${owed.due.question ?? words(owed.due.kind)}`);
    },
    changed: () => panel.draw(),
    failed,
  });
  const panel = createPanel({ store, acting, failed, turn, steering, board, tabs });

  /** Say why something was refused, with its clause. @param {unknown} error */
  function failed(error) {
    const problem = /** @type {any} */ (error);
    const text = problem?.rule
      ? `${problem.told?.reason ?? problem.message} (${problem.rule})`
      : (problem?.message ?? String(error));
    panel.say(text);
    panel.draw();
    tabs.open("due");
  }

  panels.install("due", { draw: panel.drawIfChanged });
  store.subscribe((_, what) => {
    if (what === "game" || what === "position") void turn.look().then(panel.drawIfChanged);
  });
  void turn.look();
  return {
    click: steering.click,
    hover: steering.hover,
    give: turn.give,
    stop: steering.stop,
    turn,
    steering,
    panel,
  };
}
