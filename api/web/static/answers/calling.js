// @ts-check
/** Calling the player: the title, the icon, the application's badge and, if it is allowed, a sound say "your move". */

import { el } from "../shell/dom.js";
import { kept } from "../shell/kept.js";

const NOTES = [660, 880]; // hertz
const LONG = 0.16; // seconds that each sounds
const LOUD = 0.12;

/** @param {{mine: () => boolean}} given `mine`: whether this browser owes a decision now */
export function createCalling({ mine }) {
  const wanted = kept("ironclad-sound", "local");
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  const plain = icon?.getAttribute("href") ?? "";
  let called = mine();
  let base = document.title;

  /** The title without what this part puts before it. */
  function title() {
    const text = `${called ? "● Your move · " : ""}${base}`;
    if (document.title !== text) document.title = text;
  }
  new MutationObserver(() => {
    if (/^● Your move · /.test(document.title)) return;
    base = document.title;
    title();
  }).observe(/** @type {Node} */ (document.querySelector("title")), { childList: true });

  /** Look again whose move it is; a sound where it has become this browser's. */
  function look() {
    const now = mine();
    if (now === called) return;
    called = now;
    title();
    icon?.setAttribute("href", called ? plain.replace(/ironclad\.svg/, "ironclad_due.svg") : plain);
    const { setAppBadge, clearAppBadge } = /** @type {any} */ (navigator);
    (called ? setAppBadge : clearAppBadge)?.call(navigator)?.catch?.(() => undefined);
    if (called && wanted.get() === "yes") sound();
  }

  /** The choice, for the panel. */
  function choice() {
    const box = el("input", { type: "checkbox", checked: wanted.get() === "yes", "data-model": "" });
    box.addEventListener("change", () => {
      wanted.set(box.checked ? "yes" : "");
      if (box.checked) sound();
    });
    return el("label", { class: "sound" }, box, " A sound when it is my move");
  }

  return { look, choice };
}

/** Two soft notes. */
function sound() {
  const Made = window.AudioContext;
  if (!Made) return;
  const context = new Made();
  NOTES.forEach((pitch, index) => {
    const [tone, loud] = [context.createOscillator(), context.createGain()];
    const at = context.currentTime + index * LONG;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(LOUD, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 2 * LONG);
    tone.connect(loud).connect(context.destination);
    tone.start(at);
    tone.stop(at + 2 * LONG);
  });
  setTimeout(() => void context.close(), 1000);
}
