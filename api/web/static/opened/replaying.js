// @ts-check
/** Positions and turns of an opened bundle: the service replays its events by the rules, some at a time, and keeps nothing. */

import { course, eventsOf, isOfRules } from "./game.js";

const PART = 100; // events in one call
const BYTES = 150_000; // of them, unless one alone is larger
const KEPT = 60; // positions between those that end a part

/**
 * @typedef {import("./game.js").Stored} Stored
 * @typedef {{position: any, entries: any[], views: Record<string, any>, turn: any,
 *   turn_events: {line: string, version: number, ends: boolean}[]}} Replayed
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
  /** Whether an event ends a turn, of those that the history is made of. @type {Map<string, boolean>} */
  const ofTurns = new Map();
  /** Rows of turns by their last event. @type {Map<string, any>} */
  const rows = new Map();
  const seal = game.key ? { game: game.id, key: game.key } : null;
  let last = Promise.resolve();

  const keyOf = (/** @type {import("./game.js").Stored} */ event) => `${event.line}/${event.version}`;
  const known = (/** @type {string} */ key) => ends.get(key) ?? others.get(key);

  const sent = (/** @type {Stored[]} */ events) =>
    events.map(({ line, version, name, data }) => ({ line, version, name, data }));

  /** @param {Stored[]} events @param {any} position @param {string[]} views @param {Stored[] | null} turn */
  async function replay(events, position, views, turn) {
    const more = turn ? { turn: sent(turn) } : {};
    const answer = await call({ position, events: sent(events), views, seal, ...more });
    for (const event of events) told.set(keyOf(event), null);
    for (const { line, ...entry } of answer.entries) told.set(`${line}/${entry.version}`, entry);
    for (const event of answer.turn_events) ofTurns.set(`${event.line}/${event.version}`, event.ends);
    return answer;
  }

  /**
   * What a version of a line comes to. One after the other: what one call brings is where the next begins.
   * @param {string} line @param {number} at @param {string[]} views
   * @param {Stored[] | null} [turn] the events that count of the turn there, for its row
   * @returns {Promise<Replayed>}
   */
  function replayed(line, at, views, turn = null) {
    const asked = last.then(() => go(line, at, views, turn));
    last = asked.then(
      () => undefined,
      () => undefined,
    );
    return asked;
  }

  /** The views at a version of a line. @param {string} line @param {number} at @param {string[]} views @returns {Promise<Record<string, any>>} */
  const viewsAt = async (line, at, views) => (await replayed(line, at, views)).views;

  /** @param {string} line @param {number} at @param {string[]} views @param {Stored[] | null} turn */
  async function go(line, at, views, turn) {
    const events = eventsOf(game, course(game, line, at)).filter(isOfRules);
    let from = events.length;
    while (from > 0 && !known(keyOf(events[from - 1]))) from -= 1;
    let position = from ? known(keyOf(events[from - 1])) : null;
    for (;;) {
      const part = partOf(events, from);
      from += part.length;
      const done = from >= events.length;
      const answer = await replay(part, position, done ? views : [], done ? turn : null);
      position = answer.position;
      if (part.length) remember(keyOf(part[part.length - 1]), position, !done || from % PART === 0);
      if (done) return answer;
    }
  }

  /** @param {Stored[]} events @param {number} from */
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
   * @param {Stored[]} events
   */
  async function entriesOf(line, at, events) {
    const missing = () => events.filter((event) => isOfRules(event) && !told.has(keyOf(event)));
    if (missing().length) await viewsAt(line, at, []);
    for (const event of missing()) // what was taken back later
      if (!told.has(keyOf(event))) await viewsAt(line, event.version, []);
    return events.map((event) => told.get(keyOf(event)) ?? null);
  }

  /**
   * The turns of a line up to a version, the last one as it is there.
   * @param {string} line @param {number} at
   */
  async function turnsOf(line, at) {
    await replayed(line, at, []);
    const events = eventsOf(game, course(game, line, at));
    const ends = events.filter((event) => ofTurns.get(keyOf(event))).map(({ version }) => version);
    const bounds = [0, ...ends, ...((ends.at(-1) ?? 0) < at ? [at] : [])];
    const turns = [];
    for (const [index, to] of bounds.slice(1).entries()) {
      const [after, over] = [bounds[index], ends.includes(to)];
      const own = events.filter(({ version }) => version > after && version <= to);
      const key = `${own.length ? keyOf(own[own.length - 1]) : line} ${to} ${over}`;
      if (!rows.has(key)) {
        const counted = own.filter((event) => ofTurns.has(keyOf(event)));
        // A turn that is over is shown as it was before the event that ended it.
        rows.set(key, (await replayed(line, over ? to - 1 : to, [], counted)).turn);
      }
      turns.push({ from: after + 1, to, over, ...rows.get(key) });
    }
    return turns;
  }

  /** The position at a version of a line, as a document. @param {string} line @param {number} at */
  const positionAt = async (line, at) => (await replayed(line, at, [])).position;

  return { viewsAt, entriesOf, turnsOf, positionAt };
}
