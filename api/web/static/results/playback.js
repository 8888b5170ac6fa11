// @ts-check
/** Playing what happened at a human pace: march by march and battle by battle; bookkeeping is passed over. */

import { onMap } from "./happenings.js";

const PACES = { march: 1500, result: 3600, announced: 1100, other: 900 }; // milliseconds

/**
 * @param {{store: import("../shell/store.js").Store, board: import("../board/board.js").Board,
 *   arrows: import("./arrows.js").Arrows, text: (of: import("./happenings.js").Happening) => string,
 *   said: (text: string) => void}} given
 */
export function createPlayback({ store, board, arrows, text, said }) {
  let round = 0; // one that was stopped goes no further
  let playing = false;
  let wake = () => {};

  /** @param {number} long */
  const pause = (long) =>
    new Promise((done) => {
      const timer = setTimeout(done, long);
      wake = () => (clearTimeout(timer), done(undefined));
    });

  /**
   * Play these, and then show the head again.
   * @param {import("./happenings.js").Happening[]} of @param {(now: import("./happenings.js").Happening | null) => void} now
   */
  async function play(of, now) {
    const mine = (round += 1);
    playing = true;
    for (const each of of) {
      if (each.kind === "other" && !each.place) continue;
      await store.load(each.last);
      if (round !== mine) return;
      arrows.show(onMap([each], text));
      if (each.place && board.placeAt(each.place)) board.reveal(each.place);
      said(text(each));
      now(each);
      await pause(PACES[each.kind]);
      if (round !== mine) return;
    }
    await stop();
    now(null);
  }

  async function stop() {
    if (!playing) return;
    playing = false;
    round += 1;
    wake();
    await store.load(null);
  }

  return { play, stop, playing: () => playing };
}
