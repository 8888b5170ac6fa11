// @ts-check
/** A step in the past marks its piece and path; playing passes over events of which the chronicle says nothing. */

import { entriesOf } from "../chronicle/entries.js";
import { happened } from "../shell/happened.js";
import { happenings, onMap } from "./happenings.js";

const AHEAD = 60; // events in which the next one that says anything is looked for

/**
 * @param {{store: import("../shell/store.js").Store, arrows: import("./arrows.js").Arrows, busy: () => boolean}} given
 *   `busy`: the map shows something else
 */
export function createSteps({ store, arrows, busy }) {
  let marked = false;

  /** Mark what happened at the event that is shown. */
  async function show() {
    const { at, head, timeline } = store.state.where;
    if (busy()) return;
    if (at === head) {
      if (marked) arrows.clear();
      marked = false;
      return;
    }
    const entry = await happened(store).catch(() => null);
    if (!entry || busy() || store.state.where.at !== at || store.state.where.timeline !== timeline) return;
    marked = true;
    arrows.show(onMap(happenings([entry]), () => entry.text ?? ""));
  }

  /** The next event of which the chronicle says anything; the head if none follows. @param {number} at */
  async function next(at) {
    const { head } = store.state.where;
    for (let from = at + 1; from <= head; from += AHEAD) {
      const [found] = await entriesOf(store, from, Math.min(head, from + AHEAD - 1), false).catch(() => []);
      if (found) return found.version;
    }
    return head;
  }

  return { show: () => void show(), next };
}
