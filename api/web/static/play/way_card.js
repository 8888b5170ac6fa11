// @ts-check
/** A card over the map that tells the price of the way under the pointer, step by step, the zones among it. */

import { countOf, el } from "../shell/dom.js";
import { costOf, pointsOf } from "../shell/manifest.js";
import { sum } from "./marching.js";

const SHOWN = 6; // steps that are listed one by one

/** @param {HTMLElement} root the board */
export function createWayCard(root) {
  const card = el("div", { class: "way-card", hidden: true, "aria-hidden": "true" });
  root.append(card);

  /** @param {import("./marching.js").Reached | null} way @param {(place: string) => string} name */
  function show(way, name) {
    card.hidden = !way;
    if (!way) return;
    const early = way.steps.slice(0, Math.max(0, way.steps.length - SHOWN));
    const late = way.steps.slice(early.length);
    card.replaceChildren(
      el("b", {}, `${name(way.place)}: ${pointsOf(way.cost)}, ${costOf(way.left)} left`),
      el(
        "ul",
        { class: "plain" },
        early.length
          ? el(
              "li",
              {},
              `${countOf(early.length, "step")} before: ${sum(early.flatMap((step) => step.charges))}`,
            )
          : null,
        ...late.map((step) =>
          el(
            "li",
            {},
            `${step.place} ${sum(step.charges)} = `,
            step.charges.map((charge) => `${charge.name} ${charge.amount} (${charge.rule})`).join(" + "),
          ),
        ),
      ),
      way.meets ? el("p", { class: "meets" }, "The enemy is there: the march ends in a fight.") : "",
    );
  }

  return { show };
}
