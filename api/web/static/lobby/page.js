// @ts-check
/** Comforts of the first page and of the one that shows a new invitation's link: both work without. */

import { lets } from "../play/copying.js";

for (const place of document.querySelectorAll("[data-copy]")) {
  const [field, button, said] = ["input", "button", ".copied"].map((each) => place.querySelector(each));
  if (field instanceof HTMLInputElement && button instanceof HTMLButtonElement && said instanceof HTMLElement)
    lets(field, button, said);
}

// A page that comes back from the browser's memory has ids that were used: it is asked for again.
addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("input[name=secret]")) location.reload();
});
