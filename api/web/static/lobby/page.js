// @ts-check
/** Comforts of the first page and of the one that shows a new invitation's link: both work without. */

import { lets } from "../play/copying.js";

for (const place of document.querySelectorAll("[data-copy]")) {
  const [field, button, said] = ["input", "button", ".copied"].map((each) => place.querySelector(each));
  if (field instanceof HTMLInputElement && button instanceof HTMLButtonElement && said instanceof HTMLElement)
    lets(field, button, said);
}

// The link says which log the service has: in its fragment, so that the service does not see it come back.
for (const field of document.querySelectorAll("[data-invites] input"))
  if (field instanceof HTMLInputElement) void withLog(field);

/** @param {HTMLInputElement} field */
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
