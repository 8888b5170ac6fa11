// @ts-check
/** Orders that a seat may give whatever is due: each has a form of the ruleset's, in a part of the panel of its own. */

import { clause } from "../shell/clauses.js";
import { el } from "../shell/dom.js";
import { manifest } from "../shell/manifest.js";
import { own } from "../shell/own.js";

/** @typedef {{kind: string, seat: string, rule: string, name: string, form: any}} AnyTime as the scene tells it, to its seat alone */

/**
 * @param {{store: import("../shell/store.js").Store, board: import("../board/board.js").Board,
 *   acting: Pick<import("./acting.js").Acting, "give">, turn: Pick<import("./turn.js").Turn, "atHead">,
 *   failed: (error: unknown) => void, changed: () => void}} given
 */
export function createAnyTime({ store, board, acting, turn, failed, changed }) {
  let busy = false;

  /** Give it: once, however often one asks. @param {AnyTime} order @param {Record<string, any>} command */
  async function give(order, command) {
    if (busy) return;
    busy = true;
    changed();
    try {
      await acting.give(order.seat, null, command);
      board.say(`${order.name}: given.`);
    } catch (error) {
      failed(error);
    }
    await store.refresh();
    await store.load(null);
    busy = false;
    changed();
  }

  /** @param {AnyTime} order */
  function drawn(order) {
    const module = manifest().orders?.forms?.[order.kind];
    if (!module) return null;
    const how = { give: (/** @type {Record<string, any>} */ command) => void give(order, command), changed };
    const made = own(module, ({ form }) => form(order, null, how), changed, failed);
    return el(
      "details",
      { class: "anytime", "data-keep": order.kind },
      el("summary", {}, order.name),
      el("p", { class: "meta" }, "You may give these at any time; nobody else sees them. ", clause(order.rule)),
      busy ? el("p", { role: "status" }, "The order is given …") : made,
    );
  }

  /** The part of the panel. */
  function section() {
    const { views, held } = store.state;
    if (!turn.atHead()) return [];
    const mine = (views.scene?.play?.anytime ?? []).filter((/** @type {AnyTime} */ each) => held.includes(each.seat));
    return mine.map(drawn);
  }

  return { section };
}
