// @ts-check
/** A seat as a file: its key, its dice chains, and the place that they are for. Anybody who has it can play the seat. */

import { exportChain, importChain, keepChain } from "./chain.js";
import { PlayerError } from "./errors.js";
import { exportPem, importPem, keepKey, keysOf } from "./keys.js";
import { all, idOf } from "./store.js";
import { keepLog } from "./able.js";
import { SCHEME_2 } from "../proof/requests.js";

const FORMAT = "ironclad-seat/v1";
const MOST_BYTES = 256 * 1024;
const MOST = 256; // keys, and chains

/** @typedef {import("./store.js").Place} Place */

/**
 * The file of a seat, as text.
 * @param {Place} place @param {import("./able.js").KnownLog} log
 * @throws {PlayerError} for a key that was made so that it never leaves its browser
 */
export async function exportSeat(place, log) {
  const keys = [];
  for (const key of await keysOf(place))
    keys.push({ pem: await exportPem(key), number: key.number, log: key.log, scheme: key.scheme ?? "" });
  const chains = (await all("chains", idOf(place))).map((chain) => exportChain(chain));
  return `${JSON.stringify({ format: FORMAT, ...place, log, keys, chains }, null, 1)}\n`;
}

/**
 * Keep what a seat file has. What this browser has kept already stays beside it.
 * @param {string} text @param {Place} place the seat that it has to be of
 * @returns {Promise<{keys: number, chains: number}>}
 * @throws {PlayerError} which tells nothing of what is in the file; then nothing of it is kept
 */
export async function importSeat(text, place) {
  const given = read(text);
  if (given.game !== place.game || given.seat !== place.seat) {
    const whose = given.game === place.game ? `the seat ${given.seat}` : "another game";
    throw new PlayerError("bad-file", `this file is of ${whose}, not of this seat`);
  }
  const keys = [];
  for (const each of given.keys) {
    if (typeof each?.pem !== "string" || typeof each.log !== "string" || !Number.isInteger(each.number))
      throw damaged();
    const scheme = each.scheme === SCHEME_2 ? SCHEME_2 : "";
    keys.push({ key: await importPem(each.pem), log: each.log, number: Math.max(0, each.number), scheme });
  }
  const chains = given.chains.map((/** @type {unknown} */ each) => importChain(String(each)));
  if (chains.some(({ game, seat }) => game !== place.game || seat !== place.seat)) throw damaged();
  const known = new Set((await keysOf(place)).map((each) => each.publicKey));
  for (const { key, log, number, scheme } of keys)
    if (!known.has(key.publicKey)) await keepKey(place, key, log, { number, scheme });
  const anchors = new Set((await all("chains", idOf(place))).map((each) => each.anchor));
  for (const chain of chains) if (!anchors.has(chain.anchor)) await keepChain(place, chain); // counted by the log again
  if (given.log.key) await keepLog(place, given.log);
  return { keys: keys.length, chains: chains.length };
}

/**
 * @param {string} text
 * @returns {{game: string, seat: string, log: import("./able.js").KnownLog, keys: any[], chains: any[]}}
 */
function read(text) {
  let given;
  try {
    given = text.length <= MOST_BYTES ? JSON.parse(text) : null;
  } catch {
    throw damaged();
  }
  const { format, game, seat, log, keys, chains } = given ?? {};
  const named = [game, seat, log?.origin, log?.key].every((each) => typeof each === "string");
  const listed = [keys, chains].every((each) => Array.isArray(each) && each.length <= MOST);
  if (format !== FORMAT || !named || !listed) throw damaged();
  return { game, seat, log: { origin: log.origin, key: log.key }, keys, chains };
}

const damaged = () => new PlayerError("bad-file", "this is no seat file of Ironclad, or it is damaged");
