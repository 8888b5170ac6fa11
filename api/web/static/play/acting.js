// @ts-check
/**
 * Asking and ordering as a player at this browser: each request has an id, and is given again with it. A seat
 * with a key or a dice chain of its own orders through `seat/holding.js`, which signs and sends its links.
 */

import { Problem } from "../shell/api.js";
import { words } from "../shell/dom.js";
import { played, trialOf } from "../history/lines.js";

const TRIES = 6; // of one request, before its player learns that no answer comes
const LONGEST_PAUSE = 30; // seconds between two tries of a request that its player knows of
const HEADERS = { "ironclad-page": "table" }; // what no foreign page can send

/**
 * @typedef {object} Kept what keeps a request from being answered, in words for its player
 * @property {"lost" | "ended" | "waits" | "wrong"} kind no answer; no session any more; a wait for others; a fault
 * @property {string} text
 * @property {(() => void) | null} again sends it again now
 * @property {(() => void) | null} giveUp
 * @typedef {(seat: string, due: any, command: Record<string, any>, timeline: string) => Promise<any> | null} Before
 */

/** An id that no other request has. */
export const freshId = () => crypto.randomUUID();

/** Whether an answer says that nobody is signed in: a private game is not there then. @param {number} status @param {string} text */
export const isOut = (status, text) => status === 401 || (status === 404 && /^there is no game/i.test(text));

/** @param {string} [seat] */
export const ended = (seat, what = "order") =>
  `You are not signed in any more, so ${seat ? `${words(seat)}’s` : "your"} ${what} waits here: sign in in another tab, and it is sent by itself.`;

/**
 * One for a page: it looks after the seats' keys and dice, and two would each send what is due by itself.
 * @param {import("../shell/store.js").Store} store
 */
export function createActing(store) {
  /** @type {Set<Kept>} */
  const waiting = new Set();
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** What may take an order before it is given: an order that is sealed. @type {Before | null} */
  let before = null;
  /** @type {import("../keys/holding.js").Holding | null} */
  let holding = null;
  /** @type {Promise<import("../keys/holding.js").Holding> | null} */
  let asked = null;

  const changed = () => listeners.forEach((listener) => listener());
  const recordOf = (/** @type {string} */ seat) =>
    store.state.game.seats?.find((/** @type {any} */ each) => each.seat === seat);

  /** The seats that are held with a key or a chain of their own: made when there first is one. */
  function held() {
    // What it may have to say is here then, too: the service may be another by the time that it is said.
    const notices = import("../keys/seat_notices.js");
    asked ??= Promise.all([import("../keys/holding.js"), notices]).then(([{ createHolding }]) => {
      holding = createHolding(store, changed);
      void holding.look().then(changed);
      return holding;
    });
    return asked;
  }

  /** Whether a seat has anything of its own: a key, or a dice chain. @param {string | undefined} seat */
  function own(seat) {
    const record = seat ? recordOf(seat) : null;
    return Boolean(record && (record.key || record.custody === "client"));
  }

  /**
   * Post to a call of the game. The same request again (its answer was lost, the server was busy, the session had
   * ended) has the same id, so nothing is done twice. Raises Problem for a refusal.
   * @param {string} call @param {Record<string, any>} body
   */
  async function post(call, body) {
    const seat = body.seat ?? (store.state.held.length === 1 ? store.state.held[0] : undefined);
    const onTrial = body.timeline && body.timeline === trialOf(store.state)?.id; // there nobody signs
    if (own(seat) && !onTrial) {
      const answer = (await held()).post(seat, call, body);
      if (answer) return answer;
    }
    return plain(call, { id: freshId(), ...body }, seat);
  }

  /** Nothing is sent where this browser has found that the log contradicts itself. @throws {Problem} */
  async function allowed() {
    const stopped = asked ? (await asked).stopped() : null;
    if (stopped) throw new Problem(0, { detail: `Nothing is sent to this service: ${stopped.text}` });
  }

  /** @param {string} call @param {Record<string, any>} body @param {string} [seat] */
  async function plain(call, body, seat) {
    await allowed();
    for (let tried = 1; ; tried += 1) {
      try {
        return await store.api.ask(store.path + call, { method: "POST", body, headers: HEADERS });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const lost = [0, 502, 504].includes(error.status);
        const out = isOut(error.status, error.message);
        if (!lost && !out && !error.after) throw error;
        const seconds = error.after || Math.min(LONGEST_PAUSE, tried * (out ? 2 : 0.5));
        if (tried < TRIES && !out) await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
        else {
          const what = call.startsWith("/messages") ? "message" : "order";
          await waits(seconds, out ? "ended" : "lost", what, seat, error);
        }
      }
    }
  }

  /**
   * Tell what keeps a request, and wait: a while, or until the page is come back to, or the player continues. Raises
   * Problem where it is given up.
   * @param {number} seconds @param {"ended" | "lost"} kind @param {string} what waits @param {string | undefined} seat
   * @param {Problem} why
   */
  function waits(seconds, kind, what, seat, why) {
    const text = kind === "ended" ? ended(seat, what) : unanswered(seat, what, why);
    return new Promise((resolve, reject) => {
      const done = (/** @type {() => void} */ then) => {
        clearTimeout(clock);
        removeEventListener("focus", again);
        waiting.delete(kept);
        changed();
        then();
      };
      const again = () => done(() => resolve(undefined));
      const giveUp = () =>
        done(() => {
          const reason = kind === "ended" ? `The ${what} was given up: it was not sent.` : givenUp(what);
          reject(new Problem(why.status, { ...why.details, detail: reason, reason }));
        });
      /** @type {Kept} */
      const kept = { kind, text, again, giveUp };
      const clock = setTimeout(again, 1000 * seconds);
      addEventListener("focus", again);
      waiting.add(kept);
      changed();
    });
  }

  /** Calls one after the other: a second click waits for the first one's answer. */
  function queue() {
    /** @type {Promise<unknown>} */
    let last = Promise.resolve();
    /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
    const inTurn = (act) => {
      const done = last.then(act, act);
      last = done.catch(() => undefined);
      return done;
    };
    /** @param {string} method @param {string} call @param {Record<string, any>} body */
    const change = (method, call, body) =>
      inTurn(async () => {
        await allowed();
        return store.api.ask(store.path + call, { method, body, headers: HEADERS });
      });
    return {
      inTurn,
      /** @param {string} call @param {Record<string, any>} [body] */
      post: (call, body = {}) => inTurn(() => post(call, body)),
      /** Change what a call of the game names. @param {string} call @param {Record<string, any>} body */
      patch: (call, body) => change("PATCH", call, body),
      /** Remove what a call of the game names. @param {string} call */
      remove: (call) => change("DELETE", call, {}),
    };
  }
  const { inTurn, ...orders } = queue();
  const { post: say, patch, remove } = queue();

  store.subscribe((_, what) => {
    if (what !== "game") return;
    const { game, held: mine } = store.state;
    const any = (game.seats ?? []).some(
      (/** @type {any} */ each) => each.key || each.offered_key || each.custody === "client",
    );
    if (holding) void holding.look();
    else if (mine.length && any) void held();
  });

  /**
   * The version that an answer names: only where something was taken back on the line, so that an id may have come
   * again. A version is a lock: the other seat's order would refuse an answer that still holds.
   * @param {string} timeline @param {any} due @param {number} [version]
   */
  function locked(timeline, due, version) {
    const line = store.state.timelines.find((/** @type {any} */ each) => each.id === timeline);
    return due && line?.taken_back?.length ? version : undefined;
  }

  return {
    ...orders,
    /** The same calls in a line of their own, for what does not wait for orders. */
    beside: { post: say, patch, remove },
    /**
     * Give a seat's command for a decision, as it was when a version was seen; with an id that it was sealed with.
     * @param {string} seat @param {any} due @param {Record<string, any>} command @param {number} [version] @param {string} [id]
     */
    give: (seat, due, command, version, id) =>
      inTurn(async () => {
        const timeline = played(store.state);
        const taken = id ? null : before?.(seat, due, command, timeline);
        if (taken) return taken;
        const named = locked(timeline, due, version);
        const at = store.state.game.version;
        const told = (/** @type {unknown} */ error) => {
          const refused = { timeline, version: at, request: command, decision: due?.id ?? null };
          if (error instanceof Problem && error.rule && timeline === store.state.game.timeline)
            Object.assign(error, { refused }); // a claim may be made about it
          throw error;
        };
        if (own(seat) && timeline === store.state.game.timeline)
          return (await held()).give(seat, due, command, timeline, named, id).catch(told);
        const about = { decision: due?.id ?? null, expected_version: named ?? null, timeline };
        return plain("/commands", { id: id ?? freshId(), seat, ...about, command }, seat).catch(told);
      }),
    /** Set what may take an order before it is given. @param {Before} take */
    before: (take) => void (before = take),
    /** Whether a seat has a key or a dice chain of its own. @param {string} seat */
    keyed: own,
    /** Ask what changes nothing. @param {string} call @param {Record<string, any>} body @param {AbortSignal} [signal] */
    ask: (call, body, signal) =>
      store.api.ask(store.path + call, { method: "POST", body, signal, headers: HEADERS }),
    /** Post what has no id, and is not asked again. @param {string} call @param {Record<string, any>} body */
    send: async (call, body) => {
      await allowed();
      return store.api.ask(store.path + call, { method: "POST", body, headers: HEADERS });
    },
    /** What keeps requests from being answered now. @returns {Kept[]} */
    kept: () => [...waiting, ...(holding?.kept() ?? [])],
    /** The seats that have anything of their own, if there are any yet. */
    holding: () => holding,
    /** The same, made if need be: the panel of keys wants it. */
    held,
    /** @param {() => void} listener is called when what keeps a request, or how a seat is held, has changed */
    subscribe: (listener) => void listeners.add(listener),
  };
}

/** @param {string} what */
const givenUp = (what) =>
  `The ${what} was given up. It may have been carried out nevertheless: the game shows it then.`;

/** @param {string | undefined} seat @param {string} what @param {Problem} error */
function unanswered(seat, what, error) {
  const whose = seat ? `${words(seat)}’s` : "your";
  return `No answer came to ${whose} ${what}: ${error.message} It is sent again by itself, and counts once.`;
}

/** @typedef {ReturnType<typeof createActing>} Acting */
