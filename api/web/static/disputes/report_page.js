// @ts-check
/** All rulings of a game as a report to print: what was claimed, what was found, and what came of it. */

import { createApi } from "../shell/api.js";
import { el } from "../shell/dom.js";
import { reasonOf } from "./forms.js";
import { happenings } from "./history.js";
import { KINDS, aboutText, readingText, stateText } from "./said.js";

const root = /** @type {HTMLElement} */ (document.getElementById("rulings"));
const path = `/games/${encodeURIComponent(root.dataset.game ?? "")}`;

async function draw() {
  const api = createApi();
  const list = await api.ask(`${path}/claims`);
  const items = [];
  // One after the other: a report has time.
  for (const { claim } of list.items) items.push(await api.ask(`${path}/claims/${claim}`));
  const print = el("button", { type: "button", class: "print", on: { click: () => globalThis.print() } }, "Print");
  const none = el("p", {}, "Nothing was claimed in this game.");
  root.replaceChildren(...(items.length ? [print, ...items.map((each) => entry(each, list.officials))] : [none]));
  root.hidden = false;
}

/** @param {any} claim @param {any} officials */
function entry(claim, officials) {
  const { claim: number, state, about, kind, clauses, reading } = claim;
  const said = [
    KINDS[/** @type {keyof typeof KINDS} */ (kind)] ?? kind,
    clauses.length ? `clauses ${clauses.join(", ")}` : "",
    reading ? `reading ${readingText(reading)}` : "",
  ];
  const title = el("h2", {}, el("a", { href: `${path}/claims/${number}` }, `Claim ${number}`), `: ${aboutText(about)}`);
  const standing = el("p", {}, el("b", {}, stateText(state)), `. ${said.filter(Boolean).join("; ")}.`);
  return el("section", { class: "panel" }, title, standing, happenings(claim.events, officials, path));
}

draw().catch((error) => {
  root.replaceChildren(el("p", { role: "alert" }, reasonOf(error)));
  root.hidden = false;
});
