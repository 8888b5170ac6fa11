// @ts-check
/**
 * The log that an invitation names: a fingerprint of its first key, and a signed checkpoint. They are in the
 * link's fragment, which browsers send to no server; the invited page holds the service to them.
 */

import { base64, hex, strictBase64, textOf, utf8 } from "../proof/bytes.js";
import { MISSING, available } from "../proof/ed25519.js";
import { sha256 } from "../proof/sha256.js";
import { keepMet } from "./able.js";
import { Auditor } from "./auditor.js";
import { PlayerError } from "./errors.js";

/** @typedef {{fingerprint: string, note: string}} Named what a link says of a log */

/** What tells a log's key from any other: SHA-256 of its line, in hex. @param {string} line */
export const fingerprintOf = (line) => hex(sha256(utf8(line)));

/** @param {string} text */
const packed = (text) => base64(utf8(text)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {string} text @returns {string | null} */
function unpacked(text) {
  const whole = text.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = strictBase64(whole.padEnd(Math.ceil(whole.length / 4) * 4, "="));
  return bytes && textOf(bytes);
}

/**
 * A link's fragment for a log, with the newest checkpoint that this browser has verified.
 * @param {import("./http.js").Http} http
 * @param {string} logKey the log's first key
 */
export async function fragmentOf(http, logKey) {
  const auditor = new Auditor(http, logKey);
  await auditor.advance();
  const { last } = await auditor.kept();
  return `#log=${fingerprintOf(logKey)}&checkpoint=${packed(last?.note ?? "")}`;
}

/** What a fragment says of a log; null for any other fragment. @param {string} fragment @returns {Named | null} */
export function readFragment(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const [fingerprint, checkpoint] = [fields.get("log") ?? "", fields.get("checkpoint") ?? ""];
  if (!fingerprint || !checkpoint) return null;
  return { fingerprint, note: unpacked(checkpoint) ?? "" };
}

/**
 * Hold a service to what a link says of its log, and remember the log: games that are taken up at this service
 * later are held to it.
 * @param {import("./http.js").Http} http
 * @param {Named} named
 * @returns {Promise<{size: number}>} the newest checkpoint, which extends the link's
 * @throws {PlayerError} "unproved" where the service shows another log, "contradiction" where its log contradicts
 *   itself, and what else `Auditor.advance` says
 */
export async function meet(http, named) {
  if (!(await available())) throw new PlayerError("no-ed25519", MISSING);
  const { origin, keys } = await http.get("/log/keys");
  const key = String(keys[0].key);
  if (fingerprintOf(key) !== named.fingerprint)
    throw new PlayerError(
      "unproved",
      "This service signs with another key than the one that the invitation names.",
    );
  const auditor = new Auditor(http, key);
  await auditor.take(named.note);
  const newest = await auditor.advance();
  await keepMet(http.server, { origin: String(origin), key });
  return newest;
}
