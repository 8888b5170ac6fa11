// @ts-check
/** Trial lines at the table: forked at the event that is shown, played with both seats, left again. */

import { el } from "../shell/dom.js";
import { boundary, nameOf, trialOf } from "./lines.js";

/**
 * @param {{store: import("../shell/store.js").Store, board: import("../board/board.js").Board,
 *   acting: import("../play/acting.js").Acting}} given
 */
export function createTrial({ store, board, acting }) {
  const { state } = store;
  let busy = false;

  /** Open a line of one's own at what is shown, and go there. Raises Problem. */
  async function fork() {
    if (busy) return;
    busy = true;
    try {
      const { timeline, at } = state.where;
      const from = await boundary(store, { timeline, at });
      const line = await acting.post("/forks", { at: from, timeline });
      await store.load(null, line.id);
      const said =
        from === at ? "" : ` Event ${at} is in the middle of an order, which has to be given again.`;
      board.say(`A trial line from event ${from}: you command both seats, and nothing here counts.${said}`);
    } finally {
      busy = false;
    }
  }

  const back = () => store.load(null, state.game.timeline);

  /** What says, over the map, that a trial is shown. */
  function banner() {
    const line = trialOf(state);
    if (!line) return null;
    return el(
      "p",
      { class: "banner trial" },
      el("b", {}, "A trial line: nothing here counts."),
      ` From event ${line.at.toLocaleString("en")}; you command both seats.`,
      " ",
      el("button", { type: "button", on: { click: () => void back() } }, "Back to the game"),
    );
  }

  /** What says that one looks at another line than the game's. */
  function elsewhere() {
    if (!state.game.timeline || state.where.timeline === state.game.timeline || trialOf(state)) return null;
    return el(
      "p",
      { class: "banner elsewhere" },
      `You look at “${nameOf(state, state.where.timeline)}”. `,
      el("button", { type: "button", on: { click: () => void back() } }, "Back to the game"),
    );
  }

  return { fork, back, banner, elsewhere };
}
