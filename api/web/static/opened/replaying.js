// @ts-check
/** Positions of an opened bundle: the service replays its events by the rules, some at a time, and keeps nothing. */

import { course, eventsOf, isOfRules } from "./game.js";

const PART = 100; // events in one call
const BYTES = 150_000; // of them, unless one alone is larger
const KEPT = 60; // positions between those that end a part

/**
 * @typedef {{position: any, entries: any[], views: Record<string, any>}} Replayed
 * @param {import("./game.js").Game} game
 * @param {(body: any) => Promise<Replayed>} call asks the service
 */
export function createReplaying(game, call) {
  /** Positions by their last event; those that end a part stay. @type {Map<string, any>} */
  const ends = new Map();
  /** @type {Map<string, any>} */
  const others = new Map();
  /** Entries of the chronicle by event; null where it has none. @type {Map<string, any>} */
  const told = new Map();
  const seal = game.key ? { game: game.id, key: game.key } : null;
  let last = Promise.resolve();

  const keyOf = (/** @type {import("./game.js").Stored} */ event) => `${event.line}/${event.version}`;
  const known = (/** @type {string} */ key) => ends.get(key) ?? others.get(key);

  /** @param {import("./game.js").Stored[]} events @param {any} position @param {string[]} views */
  async function replay(events, position, views) {
    const sent = events.map(({ line, version, name, data }) => ({ line, version, name, data }));
    const answer = await call({ position, events: sent, views, seal });
    for (const event of events) told.set(keyOf(event), null);
    for (const { line, ...entry } of answer.entries) told.set(`${line}/${entry.version}`, entry);
    return answer;
  }

  /**
   * The views at a version of a line. One after the other: what one call brings is where the next begins.
   * @param {string} line @param {number} at @param {string[]} views @returns {Promise<Record<string, any>>}
   */
  function viewsAt(line, at, views) {
    const asked = last.then(() => go(line, at, views));
    last = asked.then(
      () => undefined,
      () => undefined,
    );
    return asked;
  }

  /** @param {string} line @param {number} at @param {string[]} views */
  async function go(line, at, views) {
    const events = eventsOf(game, course(game, line, at)).filter(isOfRules);
    let from = events.length;
    while (from > 0 && !known(keyOf(events[from - 1]))) from -= 1;
    let position = from ? known(keyOf(events[from - 1])) : null;
    for (;;) {
      const part = partOf(events, from);
      from += part.length;
      const done = from >= events.length;
      const answer = await replay(part, position, done ? views : []);
      position = answer.position;
      if (part.length) remember(keyOf(part[part.length - 1]), position, !done || from % PART === 0);
      if (done) return answer.views;
    }
  }

  /** @param {import("./game.js").Stored[]} events @param {number} from */
  function partOf(events, from) {
    const part = events.slice(from, (Math.floor(from / PART) + 1) * PART);
    let size = 0;
    const fits = part.findIndex((event, index) => {
      size += JSON.stringify(event.data).length;
      return index > 0 && size > BYTES;
    });
    return fits < 0 ? part : part.slice(0, fits);
  }

  /** @param {string} key @param {any} position @param {boolean} stays */
  function remember(key, position, stays) {
    (stays ? ends : others).set(key, position);
    if (others.size > KEPT) others.delete(/** @type {string} */ (others.keys().next().value));
  }

  /**
   * The entries of the chronicle for some events, by event.
   * @param {string} line @param {number} at the last event of the line that may be told
   * @param {import("./game.js").Stored[]} events
   */
  async function entriesOf(line, at, events) {
    const missing = () => events.filter((event) => isOfRules(event) && !told.has(keyOf(event)));
    if (missing().length) await viewsAt(line, at, []);
    for (const event of missing()) // what was taken back later
      if (!told.has(keyOf(event))) await viewsAt(line, event.version, []);
    return events.map((event) => told.get(keyOf(event)) ?? null);
  }

  return { viewsAt, entriesOf };
}
