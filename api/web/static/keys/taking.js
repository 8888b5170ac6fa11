// @ts-check
/** Taking a seat with a key and a dice chain that this browser keeps. */

import { Problem } from "../shell/api.js";
import { makeChain } from "./chain.js";
import { SeatClient } from "./client.js";
import { PlayerError } from "./errors.js";
import { makeKey } from "./keys.js";
import { keepForGood } from "./store.js";
import { knownLog, lacking } from "./able.js";
import { CHAIN_LENGTH } from "./holding.js";

/**
 * Take a seat: with a key, and with a chain where its dice are shared and the other seat has shown no link yet.
 * @param {import("../shell/store.js").Store} store @param {string} seat @param {string} player
 * @throws {Error} with a sentence for the player
 */
export async function takeOwn(store, seat, player) {
  const { game } = store.state;
  const place = { server: location.origin, game: String(game.id), seat };
  const lacks = await lacking(place);
  if (lacks) throw new Problem(0, { detail: lacks });
  await keepForGood().catch(() => false);
  const log = await knownLog(place, () => store.api.ask("/log/keys"));
  const client = new SeatClient(place, {
    log: log.origin,
    logKey: log.key,
    headers: { "ironclad-page": "table" },
  });
  if (await client.pending()) {
    await client.repeat(); // the seat was asked for before, and no answer came
    return;
  }
  const dice = await store.api.ask(`${store.path}/dice`);
  const bared = (/** @type {any} */ chain) =>
    chain.custody === "client" && dice.shares.some((/** @type {any} */ share) => share.party === chain.party);
  const free = dice.epoch && !dice.epoch.chains.some(bared);
  const chain = free
    ? makeChain({
        game: place.game,
        timeline: dice.timeline,
        seat,
        series: dice.series[seat],
        length: CHAIN_LENGTH,
        scheme: dice.scheme,
      })
    : undefined;
  try {
    await client.takeSeat({ player, key: await makeKey(), chain });
  } catch (wrong) {
    if (wrong instanceof PlayerError && wrong.code === "key") return; // it sits: the panel of keys tells the rest
    throw wrong;
  }
}
