// @ts-check
/** Whose turn this browser has: the decision that it owes, what may be ordered, and giving one order at a time. */

import { readOffers } from "./offers.js";

const MOST_OFFERS = 2000;

/**
 * @typedef {{due: any, seat: string, offers: import("./offers.js").Offer[], key: string}} Owed
 *   a decision that this browser owes; `key` tells one turn of one version from every other
 * @typedef {ReturnType<typeof createTurn>} Turn
 */

/**
 * What is owed here, known anew whenever the game has gone on.
 *
 * `giving` is called when an order is given, `left` when what was owed is over, `opened` when offers are known, `changed` when anything is.
 * @param {{store: import("../board/store.js").Store, acting: import("./acting.js").Acting, giving: () => void, left: () => void,
 *   opened: (owed: Owed) => void, changed: () => void, failed: (error: unknown) => void}} given
 */
export function createTurn({ store, acting, giving, left, opened, changed, failed }) {
  /** @type {Owed | null} */
  let owed = null;
  let busy = false;
  let loading = "";

  /** Whether the reader stands where one plays: at the head of the game's own line. */
  function atHead() {
    const { game, where } = store.state;
    return where.timeline === game.timeline && where.at === where.head && where.at === game.version;
  }

  /** The decision that this browser owes, if it does. */
  function owes() {
    const { due, held, game } = store.state;
    return game.outcome || !atHead() ? null : (due.find((each) => held.includes(each.seat)) ?? null);
  }

  /** Learn what may be ordered, once for each version; an answer that comes too late is dropped. */
  async function look() {
    const { game, where, views } = store.state;
    const onTheWay = where.follows && where.timeline === game.timeline && where.at !== game.version;
    if (onTheWay && owed && views.map?.play?.due?.id === owed.due.id) return; // the rest of the news is on its way
    const due = owes();
    const key = due ? `${game.timeline} ${game.version} ${due.id}` : "";
    if (key === loading) return;
    loading = key;
    owed = null;
    left();
    changed();
    if (!due) return;
    try {
      const legal = await store.api.ask(`${store.path}/legal`, {
        query: { seat: due.seat, limit: MOST_OFFERS, told: true },
      });
      if (loading !== key) return;
      owed = { due, seat: due.seat, offers: readOffers(legal), key };
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
   */
  async function give(command) {
    if (!owed || busy) return false;
    const { seat, due } = owed;
    busy = true;
    giving();
    changed();
    try {
      await acting.give(seat, due, command);
      await store.refresh();
      await store.load(null, store.state.game.timeline);
    } catch (error) {
      failed(error);
      await store.refresh(); // another tab may have gone on; where nothing has, what is chosen stays
    }
    busy = false;
    await look();
    changed();
    return true;
  }

  return { owed: () => owed, owes, busy: () => busy, atHead, look, give };
}
