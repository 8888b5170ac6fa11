// @ts-check
/** Whose turn this browser has: the decision that it owes, what may be ordered, and giving one order at a time. */

import { atItsHead, commands, dueThere, played } from "../history/lines.js";
import { openDecisions } from "../shell/store.js";
import { readOffers } from "./offers.js";

const MOST_OFFERS = 2000;

/**
 * @typedef {{due: any, seat: string, offers: import("./offers.js").Offer[], key: string, timeline: string, version: number,
 *   mayTakeBack: {seat: string, to: number} | null}} Owed
 *   a decision that this browser owes, as of a version; `key` tells one turn of one version from every other
 * @typedef {ReturnType<typeof createTurn>} Turn
 */

/**
 * What is owed here, fetched again whenever the game has grown.
 *
 * `giving` is called when an order is given, `left` when what was owed is over, `opened` when offers are known, `changed` when anything is.
 * @param {{store: import("../shell/store.js").Store, acting: import("./acting.js").Acting, giving: (owed: Owed) => void, left: () => void,
 *   opened: (owed: Owed) => void, changed: () => void, failed: (error: unknown) => void}} given
 */
export function createTurn({ store, acting, giving, left, opened, changed, failed }) {
  /** @type {Owed | null} */
  let owed = null;
  /** @type {Owed | null} what was owed last: the answers that are shown, and may be pressed, are its */
  let former = null;
  let busy = false;
  let loading = "";

  /** Whether the head is shown of the line on which the reader plays: the game's, or a trial of the reader's. */
  const atHead = () => atItsHead(store.state);

  /** The decision that this browser owes, if it does. */
  function owes() {
    const due = atHead() ? dueThere(store.state) : [];
    return due.find((each) => commands(store.state, each.seat)) ?? null;
  }

  /** Learn what may be ordered, once for each version; an answer that comes too late is dropped. */
  async function look() {
    const { where, views } = store.state;
    const line = played(store.state);
    const onTheWay = where.follows && where.timeline === line && !atHead();
    const before = owed?.due.id;
    if (onTheWay && before && openDecisions(views).some((each) => each.id === before)) return; // the rest of the news is on its way
    const due = owes();
    const key = due ? `${line} ${where.at} ${due.id}` : "";
    if (key === loading) return;
    loading = key;
    former = owed ?? former;
    owed = null;
    left();
    changed();
    if (!due) return;
    try {
      const legal = await store.api.ask(`${store.path}/legal`, {
        query: { seat: due.seat, decision: due.id, timeline: line, limit: MOST_OFFERS, told: true },
      });
      if (loading !== key) return;
      const { version, may_take_back: mayTakeBack } = legal;
      owed = { due, seat: due.seat, offers: readOffers(legal, store.state.views.scene?.pieces), key, timeline: line, version, mayTakeBack };
      opened(owed);
      changed();
    } catch (error) {
      if (loading !== key) return;
      loading = "";
      failed(error);
    }
  }

  /**
   * Give a command, and follow what comes of it; false where another order is still under way.
   * @param {Record<string, any>} command
   * @param {Record<string, any>[]} [before] answers to the same decision that are given before it, one by one
   */
  async function give(command, before = []) {
    if (!owed || busy) return false;
    const { seat, due } = owed;
    let { version } = owed;
    busy = true;
    giving(owed);
    changed();
    try {
      for (const each of [...before, command])
        version = (await acting.give(seat, due, each, version))?.events?.at(-1)?.version ?? version;
      await store.refresh();
      await store.load(null, played(store.state));
    } catch (error) {
      failed(error);
      await store.refresh(); // another tab may have gone on; where nothing has, what is chosen stays
    }
    busy = false;
    await look();
    changed();
    return true;
  }

  return { owed: () => owed, former: () => former, owes, busy: () => busy, atHead, look, give };
}
