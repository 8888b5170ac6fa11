// @ts-check
/** Who keeps a seat's key and dice, asked where a seat is taken. */

import { el } from "../shell/dom.js";

/** The question as fields of a form. @param {string} seat */
export function custodyChoice(seat) {
  const name = `custody-${seat}`;
  const service = el("input", { type: "radio", name, value: "service", checked: true });
  const own = el("input", { type: "radio", name, value: "own" });
  const place = el(
    "details",
    { class: "custody" },
    el("summary", {}, "Who keeps the seat’s dice and key"),
    el(
      "label",
      {},
      service,
      el(
        "span",
        {},
        el("b", {}, "The service keeps the dice"),
        ": nothing to look after, from any browser. You trust the service with your share of each roll, and orders are not signed.",
      ),
    ),
    el(
      "label",
      {},
      own,
      el(
        "span",
        {},
        el("b", {}, "This browser keeps the seat’s key and dice"),
        " (recommended for rated play): nobody else can give your orders or choose your dice. Lose the browser’s data without a saved file, and the other seat has to agree before you play on.",
      ),
    ),
  );
  return { place, own: () => own.checked };
}
