// @ts-check
/** How far a lesson has come: by the game's own events, and by what was seen of the steps that leave none. */

/**
 * @typedef {{id: string, kind: string, title: string, why: string, clause: string, do: string, after: string, seat: string,
 *   origin: string, place: string, tool: string, order: Record<string, any> | null, wanted: Record<string, any> | null}} Step
 * @typedef {{version: number, type: string, data: Record<string, any>}} Happened an event of the game's line
 * @typedef {{index: number, since: number, strays: Happened[]}} Progress
 *   `index` is the step that is due (as many as there are steps: all done), `since` the last version before what was done
 *   after the step before it, `strays` are the commands given since then
 */

const ACCEPTED = "command_accepted";

/** @param {Record<string, any>} wanted @param {Happened} event */
function matches({ type, ...fields }, event) {
  return event.type === type && Object.entries(fields).every(([name, value]) => event.data[name] === value);
}

/**
 * The version up to which an event's command reaches: the next command comes after it.
 * @param {Happened[]} events @param {number} at
 */
function closed(events, at) {
  const next = events.find((event) => event.version > at && event.type === ACCEPTED);
  return next ? next.version - 1 : (events.at(-1)?.version ?? 1);
}

/**
 * A step with an event is done when it has happened, wherever in the line; one that leaves none, or was skipped,
 * when it was seen, or when a later step's event has come.
 * @param {Step[]} steps @param {Happened[]} events from the first on @param {Set<string>} seen
 * @returns {Progress}
 */
export function progressOf(steps, events, seen) {
  const found = steps.map(({ wanted }) =>
    wanted ? events.find((event) => matches(wanted, event)) : undefined,
  );
  const last = found.findLastIndex((event) => event !== undefined);
  const done = steps.map(
    ({ id, wanted }, index) => (wanted ? found[index] !== undefined : index < last) || seen.has(id),
  );
  const open = done.indexOf(false);
  const index = open < 0 ? steps.length : open;
  const reached = found.slice(0, index).map((event) => event?.version ?? 0);
  const since = Math.max(...reached, 0) ? closed(events, Math.max(...reached)) : 1;
  const strays = events.filter((event) => event.version > since && event.type === ACCEPTED);
  return { index, since, strays };
}
