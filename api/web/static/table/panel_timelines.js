// @ts-check
/** The tree of timelines: where each began, from what, and why it was left. */

import { countOf, el, words } from "./dom.js";

/** @param {HTMLElement} pane @param {import("./panels.js").Around} around */
export function drawTimelines(pane, { store }) {
  const { timelines, where } = store.state;
  const below = (/** @type {string | null} */ parent) => {
    const lines = timelines.filter((line) => line.parent === parent);
    return lines.length ? el("ul", { class: "tree" }, ...lines.map(entry)) : null;
  };
  /** @param {any} line @returns {HTMLElement} */
  function entry(line) {
    const here = line.id === where.timeline;
    const go = el(
      "button",
      {
        type: "button",
        class: "place",
        "aria-current": here ? "true" : undefined,
        on: { click: () => void store.load(null, line.id) },
      },
      line.id,
    );
    const tag = line.current ? "the game" : line.left_for ? "left" : words(line.why).toLowerCase();
    const from = line.parent
      ? `, from event ${line.at} of ${line.parent}, by ${words(line.by) || "a reader"}`
      : "";
    const left = line.left_for
      ? el(
          "p",
          { class: "meta" },
          `Left at event ${line.left_at} for ${line.left_for} by ${words(line.left_by)}${line.left_because ? `: ${line.left_because}` : ""}`,
        )
      : null;
    const fork = line.parent
      ? el(
          "button",
          { type: "button", class: "place", on: { click: () => void store.load(line.at, line.parent) } },
          "where it forked",
        )
      : null;
    return el(
      "li",
      { class: here ? "here" : "" },
      el("p", {}, go, " ", el("span", { class: "tag" }, tag)),
      el("p", { class: "meta" }, countOf(line.version, "event"), from, " ", fork),
      left,
      below(line.id),
    );
  }
  pane.replaceChildren(
    el("h2", {}, "Timelines"),
    el("p", { class: "meta" }, "Every line of the game's events, with what was rewound and what was tried."),
    below(null) ?? el("p", {}, "…"),
  );
}
