// @ts-check
/** Asking and ordering as whoever sits at this browser: each request has an id, and is given again with it. */

import { Problem } from "../board/api.js";

const TRIES = 6; // of one request, while the server is not reached or asks to wait
const HEADERS = { "ironclad-page": "table" }; // what no foreign page can send

/** An id that no other request has. */
export const freshId = () => crypto.randomUUID();

/** @param {import("../board/store.js").Store} store */
export function createActing(store) {
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();

  /**
   * Post to a call of the game. The same request again (its answer was lost, or the server was busy) has the same
   * id, so nothing is done twice. Raises Problem for a refusal.
   * @param {string} call @param {Record<string, any>} body
   */
  async function post(call, body) {
    const sent = { id: freshId(), ...body };
    for (let tried = 1; ; tried += 1) {
      try {
        return await store.api.ask(store.path + call, { method: "POST", body: sent, headers: HEADERS });
      } catch (error) {
        const wait = error instanceof Problem ? error.after : error instanceof TypeError ? tried * 0.5 : 0;
        if (!wait || tried === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
      }
    }
  }

  /** One after the other: a second click waits for the first one's answer. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  function inTurn(act) {
    const done = last.then(act, act);
    last = done.catch(() => undefined);
    return done;
  }

  return {
    /** @param {string} call @param {Record<string, any>} [body] */
    post: (call, body = {}) => inTurn(() => post(call, body)),
    /** Give a seat's command for a decision. @param {string} seat @param {any} due @param {Record<string, any>} command */
    give: (seat, due, command) =>
      inTurn(() =>
        post("/commands", { seat, decision: due?.id ?? null, timeline: store.state.game.timeline, command }),
      ),
    /** Ask what changes nothing. @param {string} call @param {Record<string, any>} body @param {AbortSignal} [signal] */
    ask: (call, body, signal) =>
      store.api.ask(store.path + call, { method: "POST", body, signal, headers: HEADERS }),
  };
}

/** @typedef {ReturnType<typeof createActing>} Acting */
