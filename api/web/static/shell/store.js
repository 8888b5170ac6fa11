// @ts-check
/** What the table knows: the game, the event that is shown, its views, whose decision is due. */

import { Problem } from "./api.js";

const ALWAYS = ["scene"]; // what the board itself draws

/**
 * @typedef {{timeline: string, at: number, head: number, follows: boolean}} Where
 *   `follows`: the head is shown, and stays so when it moves
 * @typedef {{game: Record<string, any>, where: Where, views: Record<string, any>, due: any[], held: string[],
 *   screen: import("./curtain.js").Screen | null, timelines: any[], loading: boolean, error: Error | null, steps: number}} State
 *   `due` are the decisions due at the head of the game's own line; `steps` how far the last load went (0: elsewhere)
 * @typedef {(state: State, what: string) => void} Listener `what`: "position", "game", "views", "loading", "error"
 */

/**
 * The decisions that are open in the position that is shown, each with its question.
 * @param {Record<string, any>} views @returns {any[]}
 */
export const openDecisions = (views) => [views.scene?.play?.due ?? []].flat();

/**
 * @param {{api: import("./api.js").Api, game: string, where: Where, held: string[], names: string[],
 *   screen?: import("./curtain.js").Screen | null}} given
 *   `names` are the views that the ruleset has; `screen` the seats that share this browser, where they do
 */
export function createStore({ api, game, where, held, names, screen = null }) {
  const path = `/games/${encodeURIComponent(game)}`;
  /** @type {Set<Listener>} */
  const listeners = new Set();
  const wanted = new Set(ALWAYS);
  /** @type {State} */
  const state = {
    game: { id: game },
    where: { ...where },
    views: {},
    due: [],
    held,
    screen,
    timelines: [],
    loading: false,
    error: null,
    steps: 0,
  };
  /** @type {AbortController | null} */
  let going = null;
  let running = Promise.resolve();
  /** @type {{timeline: string, at: number} | null} */
  let next = null;
  let shown = "";

  const tell = (/** @type {string} */ what) => listeners.forEach((listener) => listener(state, what));
  const had = () => [...wanted].filter((name) => names.includes(name)).sort();

  /** @param {unknown} error */
  function failed(error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    state.error = error instanceof Error ? error : new Error(String(error));
    tell("error");
  }

  /**
   * Go to an event; null is the head, which is then followed. Asked again meanwhile, only the last is gone to,
   * and every caller waits until it is shown.
   * @param {number | null} at @param {string} [timeline]
   */
  async function load(at, timeline = state.where.timeline) {
    if (timeline !== state.where.timeline) {
      going?.abort();
      await enter(timeline);
    }
    const { head } = state.where;
    const place = at === null ? head : Math.min(Math.max(1, at), head);
    state.where.follows = at === null || (place === head && state.where.follows);
    next = { timeline, at: place };
    if (!going) running = run();
    await running;
  }

  /** @param {string} timeline */
  async function enter(timeline) {
    const line = (await refresh()).find((/** @type {any} */ each) => each.id === timeline);
    if (line) state.where = { timeline, at: state.where.at, head: line.version, follows: false };
  }

  async function run() {
    state.loading = true;
    tell("loading");
    while (next) {
      const { timeline, at } = next;
      next = null;
      going = new AbortController();
      try {
        const got = had();
        const answer = await api.once(`${path}/views`, { names: got.join(","), timeline, at }, going.signal);
        if (timeline !== state.where.timeline) continue;
        state.steps = shown === timeline ? at - state.where.at : 0;
        shown = timeline;
        state.where.at = at;
        state.views = answer.views;
        state.error = null;
        tell("position");
      } catch (error) {
        if (error instanceof Problem && error.after) {
          await new Promise((resolve) => setTimeout(resolve, 1000 * error.after));
          next ??= { timeline, at };
        } else failed(error);
      }
    }
    going = null;
    state.loading = false;
    tell("loading");
  }

  /** Have these views too, now and at every place from now on. @param {...string} more */
  async function want(...more) {
    const fresh = more.filter((name) => names.includes(name) && !wanted.has(name));
    fresh.forEach((name) => wanted.add(name));
    const missing = more.filter((name) => names.includes(name) && !(name in state.views));
    if (!missing.length || going)
      return fresh.length && going
        ? load(state.where.follows ? null : (next?.at ?? state.where.at))
        : undefined;
    const { timeline, at } = state.where;
    try {
      const answer = await api.once(`${path}/views`, { names: missing.sort().join(","), timeline, at });
      if (timeline !== state.where.timeline || at !== state.where.at) return;
      state.views = { ...state.views, ...answer.views };
      tell("views");
    } catch (error) {
      failed(error);
    }
  }

  /**
   * Some views at any place, without going there.
   * @param {string[]} which
   * @param {number} at
   * @param {string} [timeline]
   */
  const peek = async (which, at, timeline = state.where.timeline) =>
    (
      await api.once(`${path}/views`, {
        names: which.filter((name) => names.includes(name)).join(","),
        timeline,
        at,
      })
    ).views;

  /** Have what will be shown at places of this line, as far as it has them. @param {...number} places */
  function ahead(...places) {
    const { timeline, head } = state.where;
    for (const at of places)
      if (at >= 1 && at <= head && !going)
        api.once(`${path}/views`, { names: had().join(","), timeline, at }).catch(() => undefined);
  }

  /** Ask again for the game and its timelines. @returns {Promise<any[]>} the timelines */
  async function refresh() {
    try {
      const [record, lines] = await Promise.all([api.ask(path), api.ask(`${path}/timelines`)]);
      const left =
        state.where.follows &&
        state.game.timeline === state.where.timeline &&
        record.timeline !== state.game.timeline;
      if (record.outcome && !state.game.outcome) api.forget(); // what was hidden is open now
      Object.assign(state, { game: record, due: record.due, timelines: lines.items, error: null });
      const here = lines.items.find((/** @type {any} */ line) => line.id === state.where.timeline);
      if (here) grown(here.version);
      tell("game");
      if (left) void load(null, record.timeline); // the game continues on another line: so does a reader who followed it
    } catch (error) {
      failed(error);
    }
    return state.timelines;
  }

  /** The line that is shown has so many events now. @param {number} head */
  function grown(head) {
    const behind = state.where.follows && state.where.at < state.where.head && !going; // a load had failed
    if (head <= state.where.head && !behind) return;
    state.where.head = Math.max(head, state.where.head);
    if (state.where.follows) void load(null);
    else tell("game");
  }

  return {
    state,
    path,
    /** Under what name this browser keeps what its reader wrote and read. */
    reader: screen ? `${game}/${screen.seat}` : game,
    api,
    load,
    want,
    peek,
    ahead,
    refresh,
    grown,
    /** @param {Listener} listener @returns {() => void} ends it */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */
