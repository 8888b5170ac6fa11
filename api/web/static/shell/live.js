// @ts-check
/** The game as it grows: the server's stream of events, or asking again where there is none. */

const ASK_EVERY = 5000; // milliseconds, while there is no stream
const TRY_AGAIN = 60000;
const GATHER = 50; // milliseconds in which the events of one command come
const APART = 400; // milliseconds between two looks at a game that grows all the time

/**
 * Keep a store up with its game.
 * @param {import("./store.js").Store} store
 * @param {(on: boolean) => void} onState whether the stream is open
 */
export function follow(store, onState) {
  const { state } = store;
  let gathering = 0;
  let asking = 0;
  let trying = 0;
  let looked = 0;
  let head = 0;
  let line = "";
  /** @type {EventSource | null} */
  let source = null;

  /** Look at the game once what belongs together has come. */
  function look() {
    gathering ||= setTimeout(
      () => {
        gathering = 0;
        looked = performance.now();
        if (line === lineOf()) store.grown(head);
        void store.refresh();
      },
      Math.max(GATHER, looked + APART - performance.now()),
    );
  }

  /** Ask every few seconds until the stream is open; a stream that fails again and again does not delay it. */
  function ask() {
    asking ||= setTimeout(async () => {
      if (!document.hidden) await store.refresh();
      asking = 0;
      if (source?.readyState !== EventSource.OPEN) ask();
    }, ASK_EVERY);
  }

  /** The line to listen to by name: "" is whichever the game is on. */
  const lineOf = () => (state.where.timeline === state.game.timeline ? "" : state.where.timeline);

  function listen() {
    clearTimeout(trying);
    source?.close();
    line = lineOf();
    head = 0;
    const { seat } = store.api;
    const query = new URLSearchParams({ ...(line ? { timeline: line } : {}), ...(seat ? { as: seat } : {}) });
    const opened = new EventSource(`${store.api.root}${store.path}/events/stream?${query}`);
    source = opened;
    opened.onopen = () => {
      clearTimeout(asking);
      asking = 0;
      onState(true);
      look(); // what came between the page and the stream
    };
    opened.onmessage = (message) => {
      const event = JSON.parse(message.data);
      if (event.timeline === state.where.timeline) head = Math.max(head, event.version);
      look();
    };
    opened.onerror = () => {
      onState(false);
      ask();
      if (opened.readyState === EventSource.CLOSED) trying = setTimeout(listen, TRY_AGAIN);
    };
  }

  store.subscribe(() => {
    if (source && line !== lineOf()) listen();
  });
  listen();
}
