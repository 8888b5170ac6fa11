// @ts-check
/** The moments of a line that one goes to, as the manifest names them: where its turns end, its battles. */

import { manifest, placeIn } from "../shell/manifest.js";

/**
 * @typedef {{kind: string, ends: boolean, at: number, turn: string, text: string, place: string | null}} Moment
 *   `ends`: a turn ends there; `turn` is that one, of any other moment the one in which it lies
 */

const MOST = 500; // entries of one answer

/** @type {Map<string, {upto: number, found: Moment[], asking: Promise<void>}>} */
const counts = new Map();

/**
 * Every moment of a line up to an event; only what is new since the last time is asked for.
 * @param {import("../shell/store.js").Store} store @param {string} timeline @param {number} head
 * @returns {Promise<Moment[]>}
 */
export async function moments(store, timeline, head) {
  const types = (manifest().moments ?? []).flatMap((each) => each.types).join(",");
  if (!types) return [];
  const key = `${store.path} ${timeline}`;
  const known = counts.get(key) ?? { upto: 0, found: [], asking: Promise.resolve() };
  counts.set(key, known);
  known.asking = known.asking.then(async () => {
    while (known.upto < head) {
      const query = { timeline, at: head, from: known.upto + 1, types, limit: MOST };
      const { items, next } = await store.api.ask(`${store.path}/views/chronicle`, { query });
      known.found.push(...items.map(moment));
      known.upto = next ? Number(next) - 1 : head;
    }
  });
  const asked = known.asking;
  known.asking = asked.catch(() => undefined);
  await asked;
  let turn = 1;
  for (const each of known.found) {
    if (each.ends) turn = Number(each.turn) + 1;
    else each.turn = String(turn);
  }
  return known.found.filter((each) => each.at <= head);
}

/** @param {any} entry @returns {Moment} */
function moment(entry) {
  const spec = manifest().moments?.find((each) => each.types.includes(entry.type));
  return {
    kind: spec?.kind ?? "",
    ends: spec?.ends_turn ?? false,
    at: entry.version,
    turn: /\d+/.exec(entry.text ?? "")?.[0] ?? "",
    text: entry.text ?? "",
    place: placeIn(entry),
  };
}
