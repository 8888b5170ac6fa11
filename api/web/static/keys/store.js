// @ts-check
/**
 * What a player keeps in this browser (IndexedDB): keys, chains, a request whose answer was lost, the log known, its last
 * checkpoints, receipts, what it committed to by digests and opens later.
 */

import { PlayerError } from "./errors.js";

const NAME = "ironclad-player";
const STORES = /** @type {const} */ (["keys", "chains", "pending", "logs", "audits", "receipts", "openings"]);

/** @typedef {typeof STORES[number]} StoreName */
/** @typedef {string[]} Id server, game, seat, and what tells records of a seat apart */
/**
 * @typedef {{server: string, game: string, seat: string}} Place a seat: the server's origin, the game, the
 *   seat
 */

/** @param {Place} place @returns {Id} */
export const idOf = ({ server, game, seat }) => [server, game, seat];

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {unknown} */ why) =>
      reject(new PlayerError("no-storage", `this browser keeps nothing for this page: ${why}`));
    let asked;
    try {
      asked = indexedDB.open(NAME, 4);
    } catch (wrong) {
      fail(wrong);
      return;
    }
    asked.onupgradeneeded = () =>
      STORES.filter((each) => !asked.result.objectStoreNames.contains(each)).forEach((each) =>
        asked.result.createObjectStore(each, { keyPath: "id" }),
      );
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

/**
 * One transaction; what it wrote is on the disk when this is done.
 * @template T
 * @param {StoreName} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 * @throws {PlayerError}
 */
async function within(name, mode, work) {
  const base = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = base.transaction(name, mode, { durability: "strict" });
      const request = work(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => {
        reject(new PlayerError("no-storage", `this browser did not keep it: ${transaction.error}`));
      };
    });
  } finally {
    base.close();
  }
}

/** @param {StoreName} name @param {{id: Id, [field: string]: any}} record */
export const put = (name, record) => within(name, "readwrite", (store) => store.put(record));

/** @param {StoreName} name @param {Id} id @returns {Promise<any>} the record, or undefined */
export const get = (name, id) => within(name, "readonly", (store) => store.get(id));

/** Every record whose id begins so. @param {StoreName} name @param {Id} start @returns {Promise<any[]>} */
export const all = (name, start) =>
  within(name, "readonly", (store) => store.getAll(IDBKeyRange.bound(start, [...start, []])));

/** @param {StoreName} name @param {Id} id */
export const remove = (name, id) => within(name, "readwrite", (store) => store.delete(id));

/** Ask the browser to clear this page's store only at its user's word. Whether it will. */
export const keepForGood = async () => Boolean(await navigator.storage?.persist?.());
