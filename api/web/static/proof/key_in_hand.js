// @ts-check
/** Which key of the log a reader verifies with: the one that they pasted, else what the server or the file says. */

const PASTED = "ironclad-log-key"; // in this origin's local storage

/** @type {string | null} the key that the player pasted, where the browser keeps nothing */
let unkept = null;

/** @returns {string | null} the key that the player pasted, now or another day */
export function pasted() {
  try {
    return localStorage.getItem(PASTED);
  } catch {
    return unkept;
  }
}

export function remember(/** @type {string | null} */ key) {
  try {
    if (key === null) localStorage.removeItem(PASTED);
    else localStorage.setItem(PASTED, key);
  } catch {
    unkept = key; // good for this visit
  }
}

/**
 * @param {string} address
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 * @throws {Error} in the server's words
 */
export async function get(address, signal) {
  const answer = await fetch(address, { signal });
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Error(problem.detail ?? `the server answered ${answer.status}`);
}

/**
 * The key to verify with, where it is from, and whose word it is unless the player's.
 * @param {string} api the address that the API's begin with
 * @param {AbortSignal} signal
 * @param {boolean} ours whether the bundle is this server's own, which then has to name a key
 * @returns {Promise<{key: string | null, source: string, word: string}>}
 * @throws {Error} where there is none
 */
export async function keyInHand(api, signal, ours) {
  const own = pasted();
  if (own !== null) return { key: own, source: "You named this key. It was kept in this browser.", word: "" };
  let keys = [];
  try {
    keys = (await (await get(`${api}/log/keys`, signal)).json()).keys;
  } catch (wrong) {
    if (ours) throw wrong;
  }
  if (!keys.length && ours) throw new Error("nobody signs the log of this server");
  if (!keys.length) {
    return {
      key: null,
      source: "The server names no key: the file's own is taken.",
      word: "the file's own word",
    };
  }
  const word = "the server's own word";
  const more = "A key that you had before, from elsewhere, proves more: paste it above.";
  return { key: keys[0].key, source: `This is ${word}. ${more}`, word };
}
