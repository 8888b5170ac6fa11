// @ts-check
/** A button beside an entry of the chronicle: what is shown against that event. */

import { el } from "../shell/dom.js";

/** @type {((at: number) => void) | null} */
let compare = null;

/** From now on entries have the button. @param {(at: number) => void} call */
export function offer(call) {
  compare = call;
}

/** @param {{version: number}} entry @param {boolean} wanted */
export const compareButton = (entry, wanted) =>
  wanted && compare
    ? el(
        "button",
        {
          type: "button",
          class: "clause compares",
          title: `Compare what is shown with event ${entry.version}`,
          "aria-label": `Compare what is shown with event ${entry.version}`,
          on: { click: () => compare?.(entry.version) },
        },
        "compare",
      )
    : "";
