// @ts-check
/** Giving an order, unless something has to be said before it: what may lose the game, forces that have not acted. */

import { countOf } from "../shell/dom.js";
import { manifest, marches } from "../shell/manifest.js";
import { same } from "./advice.js";

const PATIENCE = 1000; // milliseconds that an order waits for what it would mean
const LOADED = 5000; // milliseconds that it waits for the offers of a new version
const SOON = 30; // milliseconds

/**
 * @typedef {{text: string, rule?: string}} Said
 * @typedef {{command: Record<string, any>, before: Record<string, any>[], key: string, said: Said[], danger: boolean}} Held
 *   an order that waits for a yes
 * @typedef {ReturnType<typeof createGiving>} Giving
 */

/** Whether an order ends a part of the play, and not the move of one force. @param {string} type */
export const endsAll = (type) =>
  type !== marches()?.halt && (manifest().orders?.ends ?? []).includes(type);

/**
 * @param {{store: import("../shell/store.js").Store, acting: import("../play/acting.js").Acting,
 *   turn: import("../play/turn.js").Turn, unmoved: () => string[], changed: () => void, say: (text: string) => void}} given
 *   `unmoved` are the places of forces that have not acted
 */
export function createGiving({ store, acting, turn, unmoved, changed, say }) {
  /** @type {Held | null} */
  let held = null;
  let asking = "";
  let asked = ""; // the part of the play for which one was asked whether to end it

  /** The decision that is answered; it stays the same where another seat's event comes. @param {import("../play/turn.js").Owed} owed */
  const decisionOf = (owed) => `${owed.timeline} ${owed.due.id}`;

  /** The decision as it is owed now: after another seat's event its offers are on their way. @param {import("../play/turn.js").Owed} owed */
  async function stillOwed(owed) {
    const until = performance.now() + LOADED;
    while (!turn.owed() && performance.now() < until) await new Promise((done) => setTimeout(done, SOON));
    const now = turn.owed();
    return now && decisionOf(now) === decisionOf(owed) ? now : null;
  }

  /** The part of the play that is under way: a seat's, as the bar names it. @param {import("../play/turn.js").Owed} owed */
  const part = (owed) => `${owed.timeline} ${owed.seat} ${store.state.views.scene?.play?.line}`;

  /** What a player is asked before a part of the play ends. @param {Record<string, any>} command @param {import("../play/turn.js").Owed} owed @returns {Said[]} */
  function idle(command, owed) {
    const left = unmoved().length;
    if (!left || !endsAll(command.type) || asked === part(owed)) return [];
    return [{ text: `${countOf(left, "force")} of yours ${left === 1 ? "has" : "have"} not acted.` }];
  }

  /** By what an order may lose the game; nothing where that is not known in time. @param {Record<string, any>} command @param {import("../play/turn.js").Owed} owed @returns {Promise<Said[]>} */
  async function dangers(command, owed) {
    const { seat, timeline } = owed;
    const body = { seat, timeline, decision: owed.due.id, commands: [command] };
    const ended = new AbortController();
    const clock = setTimeout(() => ended.abort(), PATIENCE);
    try {
      const { items } = await acting.ask("/foresight", body, ended.signal);
      return items[0]?.warns ?? [];
    } catch {
      return [];
    } finally {
      clearTimeout(clock);
    }
  }

  /**
   * Give an order; where something has to be said first it waits, and the same order again is given. One that is pressed
   * while the offers of a new version are on their way is given if its decision is still owed then.
   * @param {Record<string, any>} command @param {Record<string, any>[]} [before] answers that are given before it
   */
  async function give(command, before = []) {
    const owed = turn.owed() ?? turn.former();
    if (!command.type || !owed || turn.busy() || asking === decisionOf(owed)) return;
    if (held?.key === decisionOf(owed) && same([held.command, held.before], [command, before])) return confirm();
    asking = decisionOf(owed);
    const known = await dangers(command, owed);
    const now = await stillOwed(owed);
    asking = "";
    if (!now || turn.busy()) return;
    const said = [...known, ...idle(command, now)];
    held = said.length ? { command, before, key: decisionOf(now), said, danger: known.length > 0 } : null;
    if (!held) return void turn.give(command, before);
    say(said.map(({ text }) => text).join(" "));
    changed();
    queueMicrotask(() => document.getElementById("confirm-order")?.focus());
  }

  /** Give the order that waits. */
  async function confirm() {
    const order = held;
    held = null;
    const former = turn.former();
    const owed = turn.owed() ?? (former && (await stillOwed(former)));
    if (!order || !owed || order.key !== decisionOf(owed)) return changed();
    asked = part(owed);
    void turn.give(order.command, order.before);
  }

  return {
    give,
    confirm,
    /** The order that waits for a yes, of what is owed now. */
    held() {
      const owed = turn.owed();
      return held && owed && held.key === decisionOf(owed) ? held : null;
    },
    drop() {
      const owed = turn.owed();
      if (held && owed && !held.danger) asked = part(owed); // one was asked, once
      held = null;
      changed();
    },
  };
}
