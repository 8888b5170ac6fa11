// @ts-check
/** The goals of a force as a list, for keys. */

import { el } from "../shell/dom.js";
import { costOf } from "../shell/manifest.js";

const TYPED = 700; // milliseconds between two letters of one name, at most

/**
 * Every goal in reach as a list, for a player without a pointer: choosing shows the way, the button marches.
 * @param {{steering: Pick<import("../play/steering.js").Steering, "aim" | "target">, name: (place: string) => string, pane: HTMLElement}} around
 * @param {import("../play/marching.js").March} march @param {import("../play/marching.js").Reached | null} target
 */
export function goals({ steering, name, pane }, march, target) {
  if (!march.reached().size) return null;
  const list = el(
    "select",
    { "aria-label": "Go to", "data-model": "" },
    el("option", { value: "" }, "Go to …"),
    ...[...march.reached().values()].map((each) =>
      el(
        "option",
        { value: each.place },
        `${name(each.place)}, ${costOf(each.cost)}${each.meets ? ", enemy" : `, ${costOf(each.left)} left`}`,
      ),
    ),
  );
  list.value = target?.place ?? "";
  // Letters that are typed one after the other are one name: the panel is drawn again when it is whole.
  let typed = -TYPED;
  let waiting = 0;
  const aim = () => {
    clearTimeout(waiting);
    waiting = 0;
    steering.aim(march.reached().get(list.value) ?? null);
  };
  list.addEventListener("keydown", (event) => {
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) typed = performance.now();
    if (event.key === "Enter" && waiting) aim();
    if (event.key !== "Enter" || !steering.target()) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (pane.querySelector(".march-there"))?.focus();
  });
  list.addEventListener("change", () => {
    clearTimeout(waiting);
    if (performance.now() - typed < TYPED) waiting = setTimeout(aim, TYPED);
    else aim();
  });
  return el("p", {}, list);
}
