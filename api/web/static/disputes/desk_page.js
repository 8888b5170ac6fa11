// @ts-check
/** A director's desk: what waits for the reader in any game, the longest first. It looks again by itself. */

import { createApi } from "../shell/api.js";
import { el, words } from "../shell/dom.js";
import { reasonOf } from "./forms.js";
import { aboutText, actText, instant, stateText } from "./said.js";

const EVERY = 15_000; // milliseconds between two looks
const KINDS = {
  claim: "Claim",
  appeal: "Appeal",
  flag: "A flag fell",
  late: "Slow game",
  pause: "Clocks stand still",
};
const root = /** @type {HTMLElement} */ (document.getElementById("desk"));
const said = el("p", { role: "status" });
const list = el("ol", { class: "desk-items" });
const api = createApi();
let shown = "";

async function look() {
  try {
    const { items, total } = await api.ask("/desk");
    const key = JSON.stringify(items);
    if (key === shown) return;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.item;
    shown = key;
    const first = total > items.length ? `, the first ${items.length} shown` : "";
    said.textContent = total ? `${total} waiting${first}.` : "Nothing waits for you. This page looks again by itself.";
    list.replaceChildren(...items.map(item));
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-item="${CSS.escape(focused)}"]`))?.focus();
  } catch (error) {
    said.textContent = reasonOf(error);
  }
}

/** @param {any} each */
function item({ game, title, ruleset, kind, since, may, claim, seat, state, about, taken_by_me: mine }) {
  const path = `/games/${encodeURIComponent(game)}`;
  const where = claim ? `${path}/claims/${claim}` : `${path}/claims`;
  const name = `${KINDS[/** @type {keyof typeof KINDS} */ (kind)] ?? words(kind)}${claim ? ` ${claim}` : ""}`;
  const key = `${game} ${kind} ${claim ?? seat ?? ""}`;
  const parts = [
    seat ? words(seat) : "",
    about ? aboutText(about) : "",
    state ? stateText(state) : "",
    mine ? "you have taken it" : "",
    may?.length ? `you may: ${may.map(actText).join(", ")}` : "",
  ];
  return el(
    "li",
    { class: "panel" },
    el("p", {}, el("a", { href: where, "data-item": key }, name), ` in ${title || words(ruleset)}`),
    el("p", {}, `${parts.filter(Boolean).join("; ")}.`),
    el("p", { class: "meta" }, "Waits since ", el("time", { dateTime: since }, instant(since))),
  );
}

/** One key away: j and k go down and up, Enter opens. @param {KeyboardEvent} event */
function goes(event) {
  const by = { j: 1, k: -1 }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("a")]);
  const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}

root.replaceChildren(el("p", { class: "meta" }, "j and k go down and up; Enter opens."), said, list);
root.hidden = false;
document.addEventListener("keydown", goes);
setInterval(() => document.hidden || void look(), EVERY);
void look();
