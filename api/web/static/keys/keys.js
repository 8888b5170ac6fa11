// @ts-check
/**
 * A seat's Ed25519 key (docs/signatures.md): made, kept in this browser, taken out and put in as `ironclad
 * key` has it.
 */

import { MISSING, available, source } from "../proof/ed25519.js";
import { base64, hex, strictBase64 } from "../proof/bytes.js";
import { PlayerError } from "./errors.js";
import { all, idOf, put, remove } from "./store.js";

const LABEL = "PRIVATE KEY"; // RFC 7468, 10
const PEM_LENGTH = 4096;

/** @typedef {{publicKey: string, privateKey: CryptoKey}} SeatKey `publicKey` is 64 hexadecimal digits */
/**
 * @typedef {SeatKey & {log: string, number: number, scheme?: string}} KeptKey `number` 0: not registered yet,
 *   as far as is known; `scheme` how it signs, v1 where it is empty or not known
 */

/** @throws {PlayerError} */
async function require() {
  if (!(await available())) throw new PlayerError("no-ed25519", MISSING);
}

/**
 * A new key. One that is not extractable cannot be copied from this browser by anybody, its owner included.
 * @param {{extractable?: boolean}} [options]
 * @returns {Promise<SeatKey>}
 * @throws {PlayerError}
 */
export async function makeKey({ extractable = true } = {}) {
  await require();
  const made = /** @type {CryptoKeyPair} */ (
    await crypto.subtle.generateKey("Ed25519", extractable, ["sign", "verify"])
  );
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", made.publicKey));
  return { publicKey: hex(raw), privateKey: made.privateKey };
}

/** @param {SeatKey} key @param {Uint8Array} message @returns {Promise<string>} 128 hexadecimal digits */
export async function sign(key, message) {
  return hex(new Uint8Array(await crypto.subtle.sign("Ed25519", key.privateKey, source(message))));
}

/**
 * The key as a file: PKCS #8 in PEM, which `ironclad sign` and openssl read. Anybody who has it can sign.
 * @param {SeatKey} key
 * @returns {Promise<string>}
 * @throws {PlayerError} for a key that is not extractable
 */
export async function exportPem(key) {
  if (!key.privateKey.extractable)
    throw new PlayerError("key", "this key was made so that it never leaves the browser");
  const packed = base64(new Uint8Array(await crypto.subtle.exportKey("pkcs8", key.privateKey)));
  return `-----BEGIN ${LABEL}-----\n${packed.replace(/.{64}(?=.)/g, "$&\n")}\n-----END ${LABEL}-----\n`;
}

/**
 * A key from a PEM file without a password.
 * @param {string} text
 * @param {{extractable?: boolean}} [options]
 * @returns {Promise<SeatKey>}
 * @throws {PlayerError} which tells nothing of what is in the file
 */
export async function importPem(text, { extractable = true } = {}) {
  await require();
  const wrong = new PlayerError("bad-file", "this is no Ed25519 key in PEM (PKCS #8) without a password");
  const [, packed] =
    /^\s*-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]*)-----END PRIVATE KEY-----\s*$/.exec(
      text.slice(0, PEM_LENGTH),
    ) ?? [];
  const bytes = packed === undefined ? null : strictBase64(packed.replace(/\s/g, ""));
  if (!bytes) throw wrong;
  try {
    const whole = await crypto.subtle.importKey("pkcs8", source(bytes), "Ed25519", true, ["sign"]);
    const { x = "" } = await crypto.subtle.exportKey("jwk", whole);
    const raw = strictBase64(`${x.replaceAll("-", "+").replaceAll("_", "/")}=`);
    if (!raw || raw.length !== 32) throw wrong;
    const privateKey = extractable
      ? whole
      : await crypto.subtle.importKey("pkcs8", source(bytes), "Ed25519", false, ["sign"]);
    return { publicKey: hex(raw), privateKey };
  } catch {
    throw wrong;
  }
}

/**
 * Keep a key for a seat. Kept again it takes its record's place.
 * @param {import("./store.js").Place} place
 * @param {SeatKey} key
 * @param {string} log the origin that it is, or will be, registered for
 * @param {{number?: number, scheme?: string}} [about] its number there, 0 while it is not known to be registered;
 *   and how it signs
 */
export async function keepKey(place, key, log, { number = 0, scheme = "" } = {}) {
  const { publicKey, privateKey } = key;
  await put("keys", { id: [...idOf(place), publicKey], publicKey, privateKey, log, number, scheme });
}

/** Every key kept for a seat. @param {import("./store.js").Place} place @returns {Promise<KeptKey[]>} */
export const keysOf = (place) => all("keys", idOf(place));

/**
 * The key that a seat signs with: of those known to be registered the last.
 * @returns {Promise<KeptKey | null>}
 */
export async function keyInForce(/** @type {import("./store.js").Place} */ place) {
  const registered = (await keysOf(place)).filter((each) => each.number > 0);
  return registered.sort((one, other) => one.number - other.number).at(-1) ?? null;
}

/** @param {import("./store.js").Place} place @param {string} publicKey */
export const forgetKey = (place, publicKey) => remove("keys", [...idOf(place), publicKey]);
