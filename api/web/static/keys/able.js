// @ts-check
/** Whether this browser can keep a seat's key and dice chain, and the log that they are for. */

import { available } from "../proof/ed25519.js";
import { NO_LOCKS } from "./errors.js";
import { keysOf } from "./keys.js";
import { get, idOf, put } from "./store.js";

/** @typedef {import("./store.js").Place} Place */
/** @typedef {{origin: string, key: string}} KnownLog the log's origin and its first key, as this browser met them */

/**
 * What this browser lacks to keep a key and a chain, as one sentence; empty where it lacks nothing.
 * @param {Place} place
 */
export async function lacking(place) {
  const but = "The service continues to keep the dice of seats that have no key.";
  if (!globalThis.isSecureContext)
    return `This page came over plain http, where browsers keep no keys: ask for it over https. ${but}`;
  if (!(await signs())) return `This browser makes no Ed25519 signatures: a newer one does. ${but}`;
  if (!navigator.locks) return `${NO_LOCKS} ${but}`;
  try {
    await keysOf(place);
  } catch {
    return `This browser keeps nothing for this page (a private window, or no room): no key stays here. ${but}`;
  }
  return "";
}

/** Whether keys can be made here: reading one, as `available` does, is less. */
async function signs() {
  if (!(await available())) return false;
  try {
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}

/**
 * The log as this browser first met it for this seat, as a seat file brought it, or as an invitation named it: a
 * service that shows another one later gets no link and no key over it.
 * @param {Place} place
 * @param {() => Promise<any>} ask `GET /log/keys`
 * @returns {Promise<KnownLog>}
 */
export async function knownLog(place, ask) {
  const kept = (await get("logs", idOf(place))) ?? (await get("logs", [place.server]));
  if (kept) return { origin: kept.origin, key: kept.key };
  const answer = await ask();
  const log = { origin: String(answer.origin), key: String(answer.keys[0].key) };
  await keepLog(place, log);
  return log;
}

/** @param {Place} place @param {KnownLog} log */
export const keepLog = (place, { origin, key }) => put("logs", { id: idOf(place), origin, key });

/** The log of a service, as an invitation named it. @param {string} server @param {KnownLog} log */
export const keepMet = (server, { origin, key }) => put("logs", { id: [server], origin, key });
