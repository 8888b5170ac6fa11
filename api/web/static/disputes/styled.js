// @ts-check
/** The styles of disputes, for a page that has not loaded them: the table fetches them with the first dialog or notice. */

import { el } from "../shell/dom.js";

/** @type {Promise<unknown> | null} */
let asked = null;

/** Have the styles; what fails to load leaves a plain dialog. */
export function styled() {
  asked ??= new Promise((done) => {
    const href = new URL("./disputes.css", import.meta.url).href;
    const link = el("link", { rel: "stylesheet", href, on: { load: done, error: done } });
    document.head.append(link);
  });
  return asked;
}
