// @ts-check
/** Clauses of the rulebook: wherever one is named, its text is a click away. */

import { el } from "./dom.js";
import { manifest } from "./manifest.js";

/** A clause in running text, in brackets, or the id of a place; as the manifest writes them. */
const named = () => {
  const { clause: rule, board } = manifest();
  return new RegExp(`\\((${rule})\\)|\\b(${board.place})\\b`, "g");
};
const DICE = /\b(die|dice) (\d(?:(?:, | and | \+ )\d)*)/;

/** @type {{api: import("./api.js").Api, ruleset: string} | null} */
let source = null;
/** @typedef {{has: (place: string) => boolean, go: (place: string) => void}} Places */
/** @type {Places | null} */
let map = null;

/** Say where the clauses are to be had. @param {import("./api.js").Api} api @param {string} ruleset */
export function openBook(api, ruleset) {
  source = { api, ruleset };
}

/**
 * Say which words of a text are places, and what a click on one does.
 * @param {Places} places
 */
export function openMap(places) {
  map = places;
}

/** A button that shows a clause. @param {string} id */
export const clause = (id) =>
  el(
    "button",
    {
      type: "button",
      class: "clause",
      title: `Clause ${id}`,
      "aria-label": `Clause ${id}`,
      on: { click: () => void showClause(id) },
    },
    id,
  );

/** A button that goes to a place. @param {string} id */
const placeButton = (id) =>
  el("button", { type: "button", class: "place", on: { click: () => map?.go(id) } }, id);

/**
 * Text with its clauses and places as buttons and its dice as dice.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function linked(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(named())) {
    const [, rule, place] = found;
    if (place && !map?.has(place)) continue;
    const end = found.index + found[0].length;
    // A number in brackets keeps them on its line.
    const held = place && text[found.index - 1] === "(" && text[end] === ")";
    parts.push(...withDice(text.slice(from, found.index - (held ? 1 : 0))));
    parts.push(
      rule
        ? clause(rule)
        : held
          ? el("span", { class: "held" }, "(", placeButton(place), ")")
          : placeButton(place),
    );
    from = end + (held ? 1 : 0);
  }
  return [...parts, ...withDice(text.slice(from))];
}

/** @param {string} text @returns {(Node | string)[]} */
function withDice(text) {
  const found = DICE.exec(text);
  if (!found) return text ? [text] : [];
  const faces = [...found[2].matchAll(/\d/g)].map(([face]) =>
    el("span", { class: "die", "aria-hidden": "true" }, face),
  );
  return [
    text.slice(0, found.index),
    ...faces,
    el("span", { class: "said" }, `${found[0]}`),
    ...withDice(text.slice(found.index + found[0].length)),
  ];
}

/** Show a clause, or all of a paragraph ("9.4") that a text names. @param {string} id */
export async function showClause(id) {
  if (!source) throw new Error("No rulebook was opened.");
  try {
    const { openRulebook } = await import("../chronicle/rulebook.js");
    openRulebook(source, id);
  } catch {
    const notice = document.querySelector(".notice");
    if (notice) notice.textContent = "The rulebook did not come: the server does not answer.";
  }
}
