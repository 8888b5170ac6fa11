// @ts-check
/** The page that opens a bundle file: chosen or dropped, verified in this browser, then shown on the table. */

import { counted } from "../proof/bytes.js";
import { keyInHand } from "../proof/key_in_hand.js";
import { verifyInWorker } from "../proof/run.js";
import { LARGEST, readGame } from "./game.js";
import { keep } from "./kept_file.js";

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
let running = new AbortController();

/** @param {string} state @param {string} verdict @param {string} [detail] */
function show(state, verdict, detail = "") {
  at("badge").dataset.state = state;
  at("verdict").textContent = verdict;
  at("detail").textContent = detail;
}

/** @param {File} file */
async function open(file) {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  at("go").hidden = true;
  const bar = at("progress");
  try {
    if (file.size > LARGEST)
      throw new Error(`The file has ${counted(file.size)} bytes; the most that is opened is ${counted(LARGEST)}.`);
    show("running", "Verifying …", `${file.name}, ${counted(file.size)} bytes. It stays in this browser.`);
    bar.hidden = false;
    bar.removeAttribute("value");
    const mine = await keyInHand("/api/v1", signal, false);
    const progress = (/** @type {number} */ done, /** @type {number} */ total) => {
      bar.max = Math.max(1, total);
      bar.value = done;
    };
    let verdict = await verifyInWorker(file, { logKey: mine.key, progress, signal });
    let known = mine.key !== null;
    if (known && verdict.firstFailure?.check === "key") {
      // A game of another service: by the key that the file brings, which nobody here vouches for.
      verdict = await verifyInWorker(file, { logKey: null, progress, signal });
      known = false;
    }
    signal.throwIfAborted();
    const failure = verdict.firstFailure;
    if (failure) return show("fails", `Does not hold: ${failure.check}`, failure.detail);
    const game = await readGame(file);
    signal.throwIfAborted();
    const whose = known ? "" : " Its log's key is the one that it brings itself: nothing here vouches for it.";
    if (verdict.waits)
      return show("open", "The game hides something until it ends", "A file of it can be shown when the game has ended.");
    const found = await fetch(`/opened/${encodeURIComponent(game.opened.ruleset)}`, { method: "HEAD", signal });
    if (!found.ok) return show("open", `This service has no ruleset ${game.opened.ruleset}`, "So it cannot replay the file.");
    const said = verdict.ok ? "The record holds." : "Not all could be checked in this browser.";
    await keep({ blob: file, name: file.name, key: verdict.logKey, verdict: `${said}${whose}` });
    show(verdict.ok ? "holds" : "open", said, `${counted(verdict.events)} events of game ${verdict.game}. The rules are not checked in the browser.${whose}`);
    at("go").href = `/opened/${encodeURIComponent(game.opened.ruleset)}`;
    at("go").hidden = false;
    at("go").focus();
  } catch (wrong) {
    if (signal.aborted) return;
    const said = /** @type {any} */ (wrong);
    show("fails", "This file cannot be opened", said?.detail ?? said?.message ?? String(wrong));
  } finally {
    if (!signal.aborted) bar.hidden = true;
  }
}

at("file").addEventListener("change", () => {
  const [file] = at("file").files;
  at("file").value = "";
  if (file) void open(file);
});
for (const name of ["dragenter", "dragover"])
  document.addEventListener(name, (event) => {
    event.preventDefault();
    at("drop").classList.add("over");
  });
document.addEventListener("dragleave", () => at("drop").classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  at("drop").classList.remove("over");
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void open(file);
});
at("opener").hidden = false;
