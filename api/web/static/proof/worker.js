// @ts-check
/**
 * The verifier in a worker: takes {source, logKey}, tells {progress: [done, total]}, at the end {verdict}.
 */

import { verifyBundle } from "./verify.js";

const EVERY = 100; // milliseconds between two words on how far it is

addEventListener("message", async ({ data: { source, logKey } }) => {
  let said = 0;
  const progress = (/** @type {number} */ done, /** @type {number} */ total) => {
    const now = performance.now();
    if (now - said < EVERY) return;
    said = now;
    postMessage({ progress: [done, total] });
  };
  postMessage({ verdict: await verifyBundle(source, { logKey, progress }) });
});
