// @ts-check
/**
 * The badge of the proof in the bar: this browser itself holds the game's record to its proofs, when it is asked to, and
 * again as the game grows.
 */

import { el, grouped } from "../shell/dom.js";

const REST = 20_000;
const SHARE = 20; // of the time one verifying took, that must go by before the next

/** @typedef {"open" | "running" | "holds" | "fails"} Look */

/** @type {Record<Look, string>} */
const SAYS = {
  open: "Unverified",
  running: "Verifying …",
  holds: "The record holds",
  fails: "Does not hold",
};

/**
 * @param {HTMLElement} root where the badge goes, first
 * @param {import("../shell/store.js").Store} store
 * @param {(words: string) => void} say speaks a sentence
 * @param {number} [rest] milliseconds between two verifyings that nobody asked for, at least
 */
export function createBadge(root, store, say, rest = REST) {
  const { state } = store;
  const { game: id } = document.body.dataset;
  const game = encodeURIComponent(id ?? "");
  const words = el("span", { class: "long" });
  const badge = el("button", { type: "button", class: "proof-badge" }, words);
  const verdict = el("p", { class: "verdict", role: "status" });
  const detail = el("p", {});
  const key = el("p", { class: "meta" });
  const line = el("code", {});
  const again = el("button", { type: "button", on: { click: () => void verify(true) } }, "Verify now");
  const bundle = el("a", { href: `${store.api.root}/games/${game}/bundle`, download: `${id}.bundle` });
  bundle.append("Download the bundle");
  const panel = el(
    "div",
    { class: "proof-said", role: "dialog", "aria-labelledby": "proof-title" },
    el("h2", { id: "proof-title" }, "Proof of this game"),
    verdict,
    detail,
    key,
    el("p", {}, line),
    el("p", { class: "acts" }, again),
    el(
      "ul",
      {},
      el("li", {}, bundle),
      el("li", {}, el("a", { href: `/games/${game}/proof` }, "Every check, and files of your own")),
      el("li", {}, el("a", { href: `/games/${game}/proof#log-title` }, "The log as a table")),
    ),
  );
  panel.popover = "auto";
  badge.popoverTargetElement = panel;
  root.prepend(badge);
  document.body.append(panel);

  /** @type {Look} */
  let look = "open";
  let held = ""; // the game as it was when it was last verified
  let ended = 0;
  let took = 0;
  let waiting = 0;
  /** @type {string | null} the address of the bytes that were verified */
  let bytes = null;

  /** @param {Look} now @param {string} said @param {string} [more] */
  function show(now, said, more = "") {
    look = now;
    badge.dataset.state = now;
    words.textContent = SAYS[now];
    verdict.textContent = said;
    detail.textContent = more;
    badge.setAttribute("aria-label", `Proof: ${SAYS[now]}`);
    badge.title = `${said} ${more}`.trim();
    again.disabled = now === "running";
  }

  /** All of the game that a record would tell of. */
  const recorded = () =>
    JSON.stringify([
      state.timelines.map((each) => [each.id, each.version]),
      state.game.proposals,
      state.game.seats,
      state.game.outcome,
    ]);

  /** @param {boolean} asked whether somebody waits for it */
  async function verify(asked) {
    if (look === "running") return;
    clearTimeout(waiting);
    const before = look;
    const verified = recorded();
    const begun = performance.now();
    if (asked || before !== "holds") show("running", "Verifying the game's record in this browser …");
    try {
      const [{ get, keyInHand }, { verifyInWorker }] = await Promise.all([
        import("../proof/key_in_hand.js"),
        import("../proof/run.js"),
      ]);
      const { signal } = new AbortController();
      const trusted = await keyInHand(store.api.root, signal, true);
      const blob = await (await get(bundle.dataset.server ?? bundle.href, signal)).blob();
      const found = await verifyInWorker(blob, {
        logKey: trusted.key,
        progress: (done, total) => {
          if (look === "running") detail.textContent = `${grouped(done)} of ${grouped(total)} events.`;
        },
      });
      offer(blob);
      key.textContent = trusted.word
        ? `The log's key is ${trusted.word}. One that you had before, from elsewhere, proves more: name it on the page of every check.`
        : trusted.source;
      line.textContent = trusted.key ?? "";
      judged(found, asked);
      held = verified;
    } catch (wrong) {
      const reason = wrong instanceof Error ? wrong.message : String(wrong);
      // What was verified before holds still; what is new since then is tried again.
      if (asked || before !== "holds") show("open", "Nothing could be verified.", reason);
    }
    took = performance.now() - begun;
    ended = performance.now();
    grown();
  }

  /** @param {import("../proof/verify.js").Verdict} found @param {boolean} asked */
  function judged(found, asked) {
    const failure = found.firstFailure;
    const other = !failure && found.game !== id && (found.game || found.ok);
    const at = new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    if (failure || other) {
      const where =
        failure && failure.position !== null ? `, at the event at position ${grouped(failure.position)}` : "";
      show(
        "fails",
        failure
          ? `Does not hold: ${failure.check}${where}.`
          : "Does not hold: this is the record of another game.",
        failure ? `${failure.detail}.` : "",
      );
      say(verdict.textContent ?? "");
    } else if (found.ok) {
      show(
        "holds",
        "The record holds.",
        `${grouped(found.events)} events of this game, each at its place in a signed checkpoint of ${grouped(found.size)} events; verified at ${at}. The rules are not checked here: ironclad verify does that.`,
      );
      if (asked) say("The record holds.");
    } else {
      const open = found.checks.find((each) => each.ok === null && each.name !== "rules");
      show("open", "Not all could be checked in this browser.", open ? `${open.name}: ${open.detail}.` : "");
    }
  }

  /** The very bytes that were verified, to keep. @param {Blob} blob */
  function offer(blob) {
    if (bytes) URL.revokeObjectURL(bytes);
    bundle.dataset.server ??= bundle.href;
    bundle.href = bytes = URL.createObjectURL(blob);
  }

  /** While it is green it is made sure of again as the game grows: at rest, and not often. */
  function grown() {
    if (look !== "holds" || held === recorded()) return;
    clearTimeout(waiting);
    const wait = Math.max(0, ended + Math.max(rest, rest && SHARE * took) - performance.now());
    waiting = setTimeout(() => {
      if (document.hidden) return;
      const idle =
        globalThis.requestIdleCallback ?? ((/** @type {() => void} */ call) => setTimeout(call, 0));
      idle(() => void (look === "holds" && held !== recorded() && verify(false)), { timeout: 5000 });
    }, wait);
  }

  badge.addEventListener("click", () => {
    if (look === "open") void verify(true);
  });
  document.addEventListener("visibilitychange", () => !document.hidden && grown());
  store.subscribe((_, what) => {
    if (what === "game") grown();
  });
  show("open", "Nothing verified yet.");
}
