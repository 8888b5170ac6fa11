// @ts-check
/** What keeps a player's requests, above the panels: a lost answer, a session that has ended, keys that are elsewhere. */

import { el } from "../shell/dom.js";

/**
 * @param {import("./acting.js").Acting} acting
 * @param {{store: import("../shell/store.js").Store, raise: () => void, failed: (error: unknown) => void}} around
 *   `raise` brings the sheet up, which is down on a phone
 */
export function createNotices(acting, { store, raise, failed }) {
  const place = el("div", { class: "notices", role: "status" });
  document.getElementById("panes")?.before(place);
  let shown = "";

  async function draw() {
    const kept = acting.kept();
    const holding = acting.holding();
    const more = holding
      ? (await import("../keys/seat_notices.js")).seatNotices({ holding, store, acting, failed })
      : [];
    const parts = [...kept.map(notice), ...more];
    const now = parts.map((part) => part.textContent).join("\n");
    if (now === shown) return;
    const stops = Boolean(holding?.stopped()) && !shown.includes("Stopped:");
    const raised =
      stops || (kept.some(({ kind }) => kind === "lost" || kind === "ended") && !shown.includes(kept[0].text));
    shown = now;
    const focused = place.contains(document.activeElement) ? document.activeElement?.textContent : null;
    place.replaceChildren(...parts);
    const again = [...place.querySelectorAll("button")].find(
      (each) => focused && each.textContent === focused,
    );
    again?.focus({ preventScroll: true });
    if (raised) raise();
  }

  place.addEventListener("click", raise);
  acting.subscribe(() => void draw());
  return { draw };
}

/** @param {import("./acting.js").Kept} kept */
function notice({ kind, text, again, giveUp }) {
  const act = (/** @type {string} */ name, /** @type {(() => void) | null} */ call) =>
    call ? el("button", { type: "button", on: { click: call } }, name) : null;
  const signIn =
    kind === "ended" && document.body.dataset.accounts === "yes"
      ? el(
          "a",
          {
            href: `/sign-in?back=${encodeURIComponent(location.pathname)}`,
            target: "_blank",
            rel: "noopener",
          },
          "Sign in in another tab",
        )
      : null;
  return el(
    "div",
    { class: `kept ${kind}`, role: kind === "waits" ? null : "alert" },
    el("p", {}, text),
    signIn || again || giveUp
      ? el("p", { class: "acts" }, signIn, act("Send again", again), act("Give up", giveUp))
      : null,
  );
}
