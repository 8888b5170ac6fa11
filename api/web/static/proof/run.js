// @ts-check
/**
 * Verifying beside a page: in a module worker, so that the page never freezes; in the page where there is
 * none.
 */

import { verifyBundle } from "./verify.js";

const WORKER = new URL("./worker.js", import.meta.url).href;

/** The one script that a worker is made from: the pages' policy wants it vouched for (Trusted Types). */
function workerAddress() {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  if (!types) return WORKER;
  policy ??= types.createPolicy("ironclad-proof", { createScriptURL: () => WORKER });
  return policy.createScriptURL(WORKER);
}
/** @type {any} */
let policy = null;

/**
 * As `verifyBundle`. A worker that cannot begin (an old browser) leaves the work to the page.
 * @param {Blob | Uint8Array} source
 * @param {import("./verify.js").Options & {signal?: AbortSignal}} [options] `signal` ends the work
 * @returns {Promise<import("./verify.js").Verdict>}
 * @throws the signal's reason, and nothing else
 */
export async function verifyInWorker(source, { logKey = null, progress, signal } = {}) {
  signal?.throwIfAborted();
  const worker = begun();
  try {
    if (worker) return await answerOf(worker, { source, logKey }, progress, signal);
  } catch {
    signal?.throwIfAborted();
  } finally {
    worker?.terminate();
  }
  return verifyBundle(source, { logKey, progress });
}

/** @returns {Worker | null} */
function begun() {
  try {
    return new Worker(workerAddress(), { type: "module", name: "proof" });
  } catch {
    return null;
  }
}

/**
 * @param {Worker} worker
 * @param {object} asked
 * @param {import("./verify.js").Progress} [progress]
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./verify.js").Verdict>}
 */
function answerOf(worker, asked, progress, signal) {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    worker.addEventListener("error", (event) =>
      reject(new Error(event.message || "the worker did not begin")),
    );
    worker.addEventListener("messageerror", () => reject(new Error("the worker's answer was lost")));
    worker.addEventListener("message", ({ data }) => {
      if (data.verdict) resolve(data.verdict);
      else progress?.(data.progress[0], data.progress[1]);
    });
    worker.postMessage(asked);
  });
}
