// @ts-check
/** Notes of one's own on a game: kept by this browser, and sent nowhere. */

import { el } from "../shell/dom.js";
import { kept } from "../shell/kept.js";

const MOST = 20_000; // characters

/** The part of the panel. @param {string} reader of a game */
export function createNotes(reader) {
  const key = `ironclad-notes-${reader}`;
  const notes = kept(key, "local");
  const field = el("textarea", { rows: 8, maxLength: MOST, "aria-label": "Notes", value: notes.get() });
  const about = el("p", { class: "meta" });
  const tell = (/** @type {boolean} */ done) => {
    about.textContent = done
      ? "This browser keeps them, and sends them to nobody."
      : "This browser keeps nothing: they are lost when the page is closed.";
  };
  tell(true);
  field.addEventListener("input", () => tell(notes.set(field.value)));
  addEventListener("storage", (event) => {
    if (event.key === key) field.value = event.newValue ?? ""; // written in another tab of the game
  });
  return el("details", { class: "notes" }, el("summary", {}, "Notes"), field, about);
}
