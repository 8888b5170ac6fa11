// @ts-check
/** How far the reader had read a game on the last visit: kept by the browser, by game. */

const KEY = "ironclad-read/";
const PAUSE = 1500; // milliseconds that an event is shown before it counts as read

/** @type {{timeline: string, version: number} | null} */
let last = null;

/** @param {string} game @returns {{timeline: string, version: number} | null} */
function kept(game) {
  try {
    const found = JSON.parse(localStorage.getItem(KEY + game) ?? "null");
    return typeof found?.timeline === "string" && Number.isInteger(found?.version) ? found : null;
  } catch {
    return null; // Nothing may be kept here, or something else wrote there.
  }
}

/** Keep from now on how far one reads. @param {import("./store.js").Store} store */
export function keepVisits(store) {
  const game = store.reader;
  last = kept(game);
  let waiting = 0;
  store.subscribe((state, what) => {
    if (what !== "position") return;
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const { timeline, at } = state.where;
      const before = kept(game);
      if (before?.timeline === timeline && before.version >= at) return;
      if (timeline !== state.game.timeline) return;
      try {
        localStorage.setItem(KEY + game, JSON.stringify({ timeline, version: at }));
      } catch {
        // Then the next visit begins as if it were the first.
      }
    }, PAUSE);
  });
}

/**
 * The last event that was read on an earlier visit and that the line shown has; null if there was none.
 * @param {import("./store.js").Store} store
 */
export function lastRead({ state }) {
  if (!last) return null;
  let { timeline: line } = state.where;
  let version = state.where.head;
  while (line !== last.timeline) {
    const found = state.timelines.find((/** @type {any} */ each) => each.id === line);
    if (!found?.parent) return null;
    version = Math.min(version, found.at);
    line = found.parent;
  }
  return Math.min(last.version, version);
}
