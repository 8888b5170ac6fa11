// @ts-check
/** Comforts of the page that shows a new invitation's link: it works without. */

import { lets } from "../play/copying.js";

for (const place of document.querySelectorAll("[data-copy]")) {
  const [field, button, said] = ["input", "button", ".copied"].map((each) => place.querySelector(each));
  if (field instanceof HTMLInputElement && button instanceof HTMLButtonElement && said instanceof HTMLElement)
    lets(field, button, said);
}
