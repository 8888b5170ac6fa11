// @ts-check
/**
 * Before a seat's first link (docs/dice.md, "What a client has to mind"): a signed checkpoint covers the
 * anchors.
 */

import { fromHex, isHex, utf8 } from "../proof/bytes.js";
import { canonical } from "../proof/canonical.js";
import { MISSING, available } from "../proof/ed25519.js";
import { KeyHistory, Wrong, readKey } from "../proof/notes.js";
import { isIncluded, leafHash } from "../proof/tree.js";
import { PlayerError } from "./errors.js";

/**
 * Hold the event that anchored an epoch to a signed checkpoint of the log.
 * @param {import("./http.js").Http} http
 * @param {string} game
 * @param {any} event as the API tells it
 * @param {string | null} logKey the log's first key as known from elsewhere; null takes the server's word
 * @throws {PlayerError} "anchor": no link must go out; "not-yet": none before the next checkpoint
 */
export async function checkAnchored(http, game, event, logKey) {
  if (!(await available())) throw new PlayerError("no-ed25519", MISSING);
  const keys = await http.get("/log/keys");
  try {
    const history = new KeyHistory(readKey(logKey ?? keys.keys[0].key), true);
    for (const each of keys.handovers) await history.takeHandover(each);
    const { note } = await http.get("/log/checkpoint", { at_least: event.position });
    const { checkpoint } = await history.open(note);
    if (checkpoint.size < event.position) {
      throw new PlayerError("not-yet", "no signed checkpoint of the log covers the anchors yet");
    }
    const said = await http.get("/log/proofs/inclusion", { position: event.position, size: checkpoint.size });
    const body = utf8(canonical(event.data));
    const leaf = leafHash(`${game}/match`, event.version, "match.dice_anchored.1", body);
    const proof = said.proof.every((/** @type {unknown} */ each) => isHex(each, 64))
      ? said.proof.map(fromHex)
      : null;
    const holds =
      leaf && proof && isIncluded(leaf, event.position - 1, checkpoint.size, proof, checkpoint.root);
    if (!holds) throw new Wrong("the log does not prove the event that anchored the chains");
  } catch (wrong) {
    if (wrong instanceof PlayerError) throw wrong;
    const why = wrong instanceof Error ? wrong.message : String(wrong); // an answer of another shape, too
    throw new PlayerError("anchor", `no link goes out over this: ${why}`);
  }
}
