// @ts-check
/** What the computer player would answer in the place of the seat that is asked: the first suggestion, no more. */

import { manifest } from "../shell/manifest.js";

const SOON = 500; // milliseconds that answers wait for it, so as not to move under the pointer

/**
 * @typedef {{command: Record<string, any>, told: string, commands: Record<string, any>[]}} Advised
 *   `commands` are all its answers to a decision that has a form of its own
 * @typedef {ReturnType<typeof createAdvice>} Advice
 */

/** @param {{store: import("../shell/store.js").Store, changed: () => void}} given */
export function createAdvice({ store, changed }) {
  let key = "";
  let settled = true;
  /** @type {Advised | null} */
  let advised = null;

  /** @param {string} of @param {Advised | null} found */
  function settle(of, found) {
    if (of !== key || (settled && !found)) return;
    settled = true;
    advised = found;
    changed();
  }

  /**
   * Have it for what is owed, once. `then` is called with it before it is shown.
   * @param {import("../play/turn.js").Owed} owed @param {(found: Advised) => void} then
   */
  function want(owed, then) {
    if (owed.key === key) return;
    [key, settled, advised] = [owed.key, false, null];
    const mine = key;
    setTimeout(() => settle(mine, null), SOON);
    const whole = Boolean(manifest().orders?.forms?.[owed.due.kind]);
    const query = { seat: owed.seat, decision: owed.due.id, timeline: owed.timeline, whole };
    store.api.ask(`${store.path}/advice`, { query }).then(
      (answer) => {
        const found = answer.command ? { command: answer.command, told: answer.told, commands: answer.commands ?? [] } : null;
        if (found && mine === key) then(found);
        settle(mine, found);
      },
      () => settle(mine, null), // one answers without it
    );
  }

  /** There is nothing to advise on. */
  function forget() {
    [key, settled, advised] = ["", true, null];
  }

  return {
    want,
    forget,
    /** Whether it is known, or not to be waited for. */
    settled: () => settled,
    advised: () => advised,
    /** Whether an order is the one that is advised. @param {Record<string, any>} command */
    is: (command) => advised !== null && same(command, advised.command),
  };
}

/** Whether two commands are the same, whatever the order of their members. @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => same(a[name] ?? null, b[name] ?? null));
}
