// @ts-check
/** Orders that a seat may give whatever is due: each has a form of the ruleset's, in a part of the panel of its own. */

import { clause } from "../shell/clauses.js";
import { el } from "../shell/dom.js";
import { manifest } from "../shell/manifest.js";
import { own } from "../shell/own.js";
import { createUnasked } from "./unasked.js";

/** @typedef {{kind: string, seat: string, rule: string, name: string, form: any}} AnyTime as the scene tells it, to its seat alone */

/**
 * @param {{store: import("../shell/store.js").Store, board: import("../board/board.js").Board,
 *   acting: Pick<import("./acting.js").Acting, "give">, turn: Pick<import("./turn.js").Turn, "atHead">,
 *   failed: (error: unknown) => void, changed: () => void}} given
 */
export function createAnyTime({ store, board, acting, turn, failed, changed }) {
  const unasked = createUnasked({ store, acting, failed, changed });

  /** @param {AnyTime} order @param {Record<string, any>} command */
  const give = (order, command) => unasked.give(order.seat, command, () => board.say(`${order.name}: given.`));

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
      unasked.busy() ? el("p", { role: "status" }, "The order is given …") : made,
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
