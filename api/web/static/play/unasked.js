// @ts-check
/** Giving an order that answers no decision: once, however often the player asks for it. */

/**
 * @param {{store: import("../shell/store.js").Store, acting: Pick<import("./acting.js").Acting, "give">,
 *   failed: (error: unknown) => void, changed: () => void}} given
 */
export function createUnasked({ store, acting, failed, changed }) {
  let busy = false;

  /** @param {string} seat @param {Record<string, any>} command @param {() => void} taken is called when the game has it */
  async function give(seat, command, taken) {
    if (busy) return;
    busy = true;
    changed();
    try {
      await acting.give(seat, null, command);
      taken();
    } catch (error) {
      failed(error);
    }
    await store.refresh();
    await store.load(null);
    busy = false;
    changed();
  }

  return { give, busy: () => busy };
}
