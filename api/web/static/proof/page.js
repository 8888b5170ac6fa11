// @ts-check
/** The proof page of a game: fetches its bundle, has it verified, and shows what came of it. */

import { counted } from "./bytes.js";
import { get, keyInHand, pasted, remember } from "./key_in_hand.js";
import { showLog } from "./log_table.js";
import { Wrong, readKey } from "./notes.js";
import { verifyInWorker } from "./run.js";

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const proof = at("proof");
const { game, api } = proof.dataset;

/** @type {AbortController} of the verifying that is under way */
let running = new AbortController();
let address = "";

/** Badge: a state that has a colour and a sign of its own, and the words for it. */
function show(/** @type {string} */ state, /** @type {string} */ verdict, detail = "") {
  at("badge").dataset.state = state;
  at("verdict").textContent = verdict;
  at("detail").textContent = detail;
}

/** @param {import("./verify.js").Check[]} checks */
function showChecks(checks) {
  const words = { true: "holds", false: "does not hold", null: "not checked" };
  const items = checks.map(({ name, ok, detail }) => {
    const item = document.createElement("li");
    item.dataset.ok = String(ok);
    item.append(
      part("strong", name),
      " ",
      part("span", words[/** @type {"true"} */ (String(ok))], "tag"),
      part("p", detail),
    );
    return item;
  });
  at("checks").replaceChildren(...items);
}

function part(/** @type {string} */ kind, /** @type {string} */ text, style = "") {
  const made = document.createElement(kind);
  made.textContent = text;
  made.className = style;
  return made;
}

/**
 * Verify what a source gives, unless another verifying begins meanwhile.
 * @param {(signal: AbortSignal) => Promise<Blob>} source
 * @param {string} words where the bundle is from
 * @param {boolean} ours whether it must be of this game
 */
async function verify(source, words, ours) {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const bar = at("progress");
  show("running", "Verifying …");
  at("checks").replaceChildren();
  at("source").textContent = words;
  bar.hidden = false;
  bar.removeAttribute("value");
  try {
    const { key, source: from, word } = await keyInHand(api, signal, ours);
    at("key-line").textContent = key ?? "";
    at("key-said").textContent = from;
    at("forget").hidden = pasted() === null;
    const blob = await source(signal);
    const progress = (/** @type {number} */ done, /** @type {number} */ total) => {
      bar.max = Math.max(1, total);
      bar.value = done;
    };
    const verdict = await verifyInWorker(blob, { logKey: key, progress, signal });
    signal.throwIfAborted();
    offer(blob, ours);
    showVerdict(verdict, ours, word);
  } catch (wrong) {
    if (signal.aborted) return;
    show("open", "Nothing could be verified", wrong instanceof Error ? wrong.message : String(wrong));
  } finally {
    if (!signal.aborted) bar.hidden = true;
  }
}

/** The very bytes that were verified, to keep. @param {Blob} blob @param {boolean} ours */
function offer(blob, ours) {
  if (!ours) return;
  URL.revokeObjectURL(address);
  address = URL.createObjectURL(blob);
  at("download").href = address;
  at("download").hidden = false;
}

/**
 * @param {import("./verify.js").Verdict} verdict
 * @param {boolean} ours
 * @param {string} word whose the key is
 */
function showVerdict(verdict, ours, word) {
  showChecks(verdict.checks);
  const of = `${counted(verdict.events)} events of game ${verdict.game}`;
  const failure = verdict.firstFailure;
  if (failure) {
    const where = failure.position === null ? "" : `, at the event at position ${counted(failure.position)}`;
    show("fails", `Does not hold: ${failure.check}${where}`, failure.detail);
  } else if (verdict.game !== game && ours && (verdict.game || verdict.ok)) {
    show("fails", "Does not hold: this is the record of another game", `The server sent ${of}.`);
  } else if (verdict.ok) {
    const other = ours || verdict.game === game ? "" : " This file is of another game than the one above.";
    const taken = word && ` The log's key is ${word}.`;
    const rules = " The rules are not checked in the browser: ironclad verify does that.";
    const sealed = ` It has ${counted(verdict.waits)} sealed facts, which are opened when the game ends.`;
    const waits = verdict.waits ? sealed : "";
    const broken = verdict.breaks.map(saidOfBreak).join("");
    show("holds", "The record holds", `${of}.${rules}${waits}${taken}${other}${broken}`);
  } else {
    const open = verdict.checks.filter((each) => each.ok === null && each.name !== "rules");
    show(
      "open",
      "Not all could be checked in this browser",
      open.map((each) => `${each.name}: ${each.detail}`)[0],
    );
  }
}

/** @param {import("./verify.js").Verdict["breaks"][number]} each */
function saidOfBreak({ size, lost, reason }) {
  const many = lost === null ? "an unknown number of events" : `${counted(lost)} events of all games`;
  return ` The service says that its log lost ${many} after the first ${counted(size)}: ${reason}.`;
}

const fetched = () =>
  verify(
    async (signal) => (await get(`${api}/games/${encodeURIComponent(game)}/bundle`, signal)).blob(),
    "The bundle of this game as the server has it now.",
    true,
  );

/** The last thing that was asked: a pasted key is for that. */
let last = fetched;

at("again").addEventListener("click", () => (last = fetched)());

at("file").addEventListener("change", () => {
  const [file] = at("file").files;
  if (!file) return;
  at("file").value = "";
  last = () => verify(async () => file, `Your file ${file.name}, ${counted(file.size)} bytes.`, false);
  last();
});

at("key-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const key = at("key").value.trim();
  try {
    readKey(key);
  } catch (wrong) {
    if (!(wrong instanceof Wrong)) throw wrong;
    at("key-said").textContent = `This is no key of a log: ${wrong.message}.`;
    return;
  }
  at("key").value = "";
  remember(key);
  last();
});

at("forget").addEventListener("click", () => {
  remember(null);
  last();
});

proof.hidden = false;
fetched();
showLog({
  api,
  game,
  lines: JSON.parse(proof.dataset.lines),
  line: at("line"),
  rows: at("rows"),
  said: at("log-said"),
  earlier: at("earlier"),
  later: at("later"),
});
