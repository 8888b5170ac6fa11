// @ts-check
/**
 * A seat's own dice chain (docs/dice.md): made, kept in this browser, and counted by what the log shows.
 *
 * The next link is the one after the last that the log shows as revealed. Nothing that a refusal says moves
 * it: a reader who has a link has all before it, and a service could ask so to look ahead.
 */

import { fromHex, hex, isHex } from "../proof/bytes.js";
import { SCHEME, SCHEMES, contextOf, previousLink } from "../proof/dice.js";
import { PlayerError } from "./errors.js";
import { all, idOf, put, remove } from "./store.js";

const SHORTEST = 256;
const LONGEST = 16_384;
const FORMAT = "ironclad-chain/v1";

/**
 * @typedef {object} Chain
 * @property {string} game
 * @property {string} timeline
 * @property {string} seat
 * @property {number} series
 * @property {number} length
 * @property {string} end link[length], secret
 * @property {string} anchor link[0]
 * @property {string} [scheme] how the game's dice are made; of older records ironclad-dice/v1
 */
/**
 * @typedef {object} Count the state of a chain in the log
 * @property {number} revealed the index of the last link that the log shows
 * @property {any} epoch the `dice_anchored` event by which it is in use, as the API tells it; null: it is not
 * @property {boolean} ready whether a link of it is in force in this epoch
 * @property {number} match the last version of the match that was counted
 * @property {number} line of the timeline
 * @property {boolean} checked whether a signed checkpoint was seen to cover the epoch
 * @property {number} [committed] the version of the last commit of the timeline whose link the log shows
 * @property {{committed: number, size: number}} [sent] the last link that was sent: for which commit, and how large the
 *   checkpoint was over which it was sent
 */
/** @typedef {Chain & {count: Count}} KeptChain */

/** @type {Count} */
const NOTHING = { revealed: 0, epoch: null, ready: false, match: 0, line: 0, checked: false };

/** What a chain's links are hashed with. @param {Chain} chain */
const contextFor = ({ game, timeline, seat, series, scheme = SCHEME }) =>
  contextOf(game, timeline, seat, "client", series, scheme);

/** @param {Chain} chain @param {number} index 0 to its length @returns {string} a link, in hex */
export function linkAt(chain, index) {
  const context = contextFor(chain);
  let link = fromHex(chain.end);
  for (let at = chain.length; at > index; at -= 1) link = previousLink(context, at, link);
  return hex(link);
}

/**
 * A new chain.
 * @param {{game: string, timeline: string, seat: string, series?: number, length?: number, scheme?: string}} about
 *   `series` counts the chains that the seat anchors on the timeline, from 1; `scheme` is the game's
 * @returns {Chain}
 * @throws {PlayerError}
 */
export function makeChain({ game, timeline, seat, series = 1, length = 2048, scheme = SCHEME }) {
  if (!SCHEMES.includes(scheme)) throw new PlayerError("chain", `no dice are made by ${scheme} here`);
  if (!Number.isInteger(length) || length < SHORTEST || length > LONGEST) {
    throw new PlayerError("chain", `a chain has ${SHORTEST} to ${LONGEST} links, not ${length}`);
  }
  const end = hex(crypto.getRandomValues(new Uint8Array(32)));
  const chain = { game, timeline, seat, series, length, end, anchor: "", scheme };
  return { ...chain, anchor: linkAt(chain, 0) };
}

/** @param {any} event @param {string} seat the seat's own chain in an epoch */
const own = (event, seat) => event.data.epoch.chains.find((/** @type {any} */ each) => each.party === seat);

/**
 * Count on from what further events of the log show. Events are as the API tells them, each stream's in
 * order.
 * @param {Chain} chain
 * @param {Count} before
 * @param {any[]} events of the match and of the timeline, by position
 * @returns {Count}
 * @throws {PlayerError} where the log shows what this chain cannot have given
 */
export function counted(chain, before, events) {
  const count = { ...before };
  const context = contextFor(chain);
  let known = ""; // the link at `revealed`, once it is needed
  const last = () => (known ||= linkAt(chain, count.revealed));
  const reveal = (/** @type {any} */ share) => {
    const name = `link ${share.index} of this seat's chain ${chain.series} on ${chain.timeline}`;
    if (share.index !== count.revealed + 1) {
      throw new PlayerError("chain", `the log shows ${name}, where link ${count.revealed + 1} was next`);
    }
    const fits =
      isHex(share.link, 64) && hex(previousLink(context, share.index, fromHex(share.link))) === last();
    if (!fits) throw new PlayerError("chain", `the log shows another link than ${name}`);
    known = share.link;
    Object.assign(count, { revealed: share.index, ready: true });
  };
  for (const event of events) {
    const { type, data } = event;
    if (event.timeline === "") count.match = Math.max(count.match, event.version);
    else count.line = Math.max(count.line, event.version);
    if (type === "dice_anchored" && data.timeline === chain.timeline) {
      const named = own(event, chain.seat);
      const { index = 0, link, length, series, custody } = named ?? {};
      const same = custody === "client" && series === chain.series && length === chain.length;
      const ours = same && index === count.revealed && link === last();
      Object.assign(count, { epoch: ours ? event : null, ready: false, checked: false });
    } else if (count.epoch === null) {
      continue; // what is revealed now is of another chain
    } else if (type === "seat_ready" && data.timeline === chain.timeline && data.share.party === chain.seat) {
      reveal(data.share);
    } else if (type === "link_revealed" && event.timeline === chain.timeline) {
      if (data.share.party !== chain.seat) continue;
      reveal(data.share);
      count.committed = data.committed;
    } else if (type === "command_accepted" && event.timeline === chain.timeline && !data.committed) {
      const proof = data.dice_proof ?? {};
      if (proof.revealed?.includes(chain.seat)) {
        reveal(proof.shares.find((/** @type {any} */ each) => each.party === chain.seat));
      }
    }
  }
  return count;
}

/**
 * The link to send now, if the chain is in use.
 * @param {KeptChain} chain
 * @returns {string | null}
 * @throws {PlayerError}
 */
export function nextLink(chain) {
  if (chain.count.epoch === null) return null;
  const index = chain.count.revealed + 1;
  if (index > chain.length) throw new PlayerError("chain", "this chain is used up: anchor a new one");
  return linkAt(chain, index);
}

/**
 * Keep a chain: before its anchor is sent, so that it is never anchored and lost.
 * @param {import("./store.js").Place} place
 * @param {Chain} chain
 * @param {Count} [count]
 */
export async function keepChain(place, chain, count = NOTHING) {
  const { game, timeline, seat, series, length, end, anchor, scheme = SCHEME } = chain;
  if (game !== place.game || seat !== place.seat)
    throw new PlayerError("chain", "this chain is of another seat");
  const record = { game, timeline, seat, series, length, end, anchor, scheme, count };
  await put("chains", { id: [...idOf(place), timeline, anchor], ...record });
}

/** The chains kept for a seat on a timeline. @returns {Promise<KeptChain[]>} */
export const chainsOf = (/** @type {import("./store.js").Place} */ place, /** @type {string} */ timeline) =>
  all("chains", [...idOf(place), timeline]);

/** @param {import("./store.js").Place} place @param {Chain} chain */
export const forgetChain = (place, { timeline, anchor }) =>
  remove("chains", [...idOf(place), timeline, anchor]);

/**
 * A chain as a file, to continue with in another browser. Anybody who has it foresees this seat's shares.
 * @param {Chain} chain
 */
export function exportChain({ game, timeline, seat, series, length, end, anchor, scheme = SCHEME }) {
  return JSON.stringify({ format: FORMAT, game, timeline, seat, series, length, end, anchor, scheme });
}

/** @param {string} text @returns {Chain} @throws {PlayerError} which tells nothing of what is in the file */
export function importChain(text) {
  const wrong = new PlayerError("bad-file", "this is no dice chain of Ironclad, or it is damaged");
  let given;
  try {
    given = JSON.parse(text.slice(0, 4096));
  } catch {
    throw wrong;
  }
  const { format, game, timeline, seat, series, length, end, anchor, scheme = SCHEME } = given ?? {};
  const named = [game, timeline, seat].every((each) => typeof each === "string" && each);
  const sized =
    Number.isInteger(length) && length >= SHORTEST && length <= LONGEST && Number.isInteger(series);
  if (format !== FORMAT || !named || !sized || !isHex(end, 64) || !isHex(anchor, 64)) throw wrong;
  if (!SCHEMES.includes(scheme)) throw wrong;
  const chain = { game, timeline, seat, series, length, end, anchor, scheme };
  if (linkAt(chain, 0) !== anchor) throw wrong;
  return chain;
}
