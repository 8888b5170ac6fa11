// @ts-check
/** Comforts of the first page and of the one that shows a new invitation's link: both work without. */

import { lets, onlyHere } from "../play/copying.js";
import { keepLink } from "./kept_links.js";

for (const place of document.querySelectorAll("[data-copy]")) {
  const [field, button, said] = ["input", "button", ".copied"].map((each) => place.querySelector(each));
  if (field instanceof HTMLInputElement && button instanceof HTMLButtonElement && said instanceof HTMLElement)
    void withLog(field).then(() => shown(field, button, said)); // it is copied whole
}

/** @param {HTMLInputElement} field @param {HTMLButtonElement} button @param {HTMLElement} said */
function shown(field, button, said) {
  lets(field, button, said);
  const warning = document.createElement("p");
  warning.className = "notice";
  warning.textContent = onlyHere(field.value);
  if (warning.textContent) field.closest("[data-copy]")?.after(warning);
  const { game, seat } = field.dataset;
  if (game && seat) keepLink(game, seat, field.value);
}

// The answer to a form cannot be shown again: who comes back to this entry finds the table, which has the link.
const there = document.querySelector("[data-there]");
if (there instanceof HTMLElement && there.dataset.there) history.replaceState(null, "", there.dataset.there);

/**
 * Let a link say which log the service has: in its fragment, so that the service does not see it come back.
 * @param {HTMLInputElement} field
 */
async function withLog(field) {
  try {
    const server = location.origin;
    const { keys } = await (await fetch("/api/v1/log/keys")).json();
    const [{ Http }, { fragmentOf }] = await Promise.all([
      import("../keys/http.js"),
      import("../keys/meeting.js"),
    ]);
    field.value += await fragmentOf(new Http(server), String(keys[0].key));
  } catch {
    // Nobody signs the log, or this browser checks no signatures: the link works without.
  }
}

// A page that comes back from the browser's memory has ids that were used: it is asked for again.
addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("input[name=secret]")) location.reload();
});
