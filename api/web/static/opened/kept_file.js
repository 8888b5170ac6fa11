// @ts-check
/** The bundle file that is open, kept in this browser so that another page of this site can show it. */

const STORE = "files";

/** @typedef {{blob: Blob, name: string, key: string, verdict: string}} Kept `key` is the log's key that it was verified with */

/** @returns {Promise<IDBDatabase>} */
const opened = () =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open("ironclad-opened", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} call @returns {Promise<T>} */
async function within(mode, call) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const asked = call(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Keep a file in the last one's place. @param {Kept} file */
export const keep = (file) => within("readwrite", (store) => store.put(file, "last"));

/** The file that was kept last. @returns {Promise<Kept | undefined>} */
export const kept = () => within("readonly", (store) => store.get("last"));
