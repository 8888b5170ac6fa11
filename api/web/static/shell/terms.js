// @ts-check
/**
 * What abbreviations and words of the game mean: a card beside the word under the pointer, under a finger or in what has the
 * keyboard; and all of them as a list. Words are found in the text as it stands, which is not changed for it.
 */

import { clause } from "./clauses.js";
import { el } from "./dom.js";
import { manifest } from "./manifest.js";

const REST = 450; // milliseconds that the pointer rests on a word
const LEAVE = 350; // milliseconds to get from the word to its card
const MOST = 3; // words of one control
const LONG = 160; // characters of a control that is explained
const GAP = 6; // pixels

/**
 * @typedef {import("./manifest.js").Term} Term
 * @typedef {{term: Term, from: number, to: number}} Found
 */

/** Words of the table itself. @type {Term[]} */
const OF_THE_TABLE = [
  { name: "trial line", also: ["trial lines"], means: "A try-out of yours beside the game: you give all orders in it, and it changes nothing." },
  { name: "rewind", means: "The game continues from an earlier event. What came after it is kept as a line of its own; the other seat has to agree." },
  { name: "standing answer", also: ["standing answers", "Standing answers"], means: "An answer that you gave in advance: it is given for you when the question comes up." },
  { name: "dice chain", also: ["dice chains"], means: "A row of secret numbers that a seat fixed before the game. The dice come of both sides' chains, so nobody could choose them." },
  { name: "checkpoint", also: ["checkpoints"], means: "A signed statement of the service of all that is in its log so far: it cannot change that afterwards unseen." },
];

/** @type {{of: unknown, pattern: RegExp | null, byForm: Map<string, Term>}} */
let read = { of: null, pattern: null, byForm: new Map() };

/** All terms of this page. @returns {Term[]} */
export const terms = () => [...(manifest().terms ?? []), ...OF_THE_TABLE];

function reading() {
  if (read.of === manifest()) return read;
  const byForm = new Map(terms().flatMap((term) => [term.name, ...(term.also ?? [])].map((form) => [form, term])));
  const forms = [...byForm.keys()].sort((a, b) => b.length - a.length);
  const either = forms.map((form) => form.replaceAll(/[^\w ]/g, "\\$&")).join("|");
  read = { of: manifest(), pattern: new RegExp(`(?<![\\w-])(?:${either})(?![\\w-])`, "g"), byForm };
  return read;
}

/** The terms in a text, with their places in it. @param {string} text @returns {Found[]} */
export function termsIn(text) {
  const { pattern, byForm } = reading();
  return [...text.matchAll(/** @type {RegExp} */ (pattern))].map((found) => ({
    term: /** @type {Term} */ (byForm.get(found[0])),
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** A term as an entry of a list. @param {Term} term */
const entry = ({ name, full, means, rules }) => [
  el("dt", {}, name, full ? el("span", { class: "full" }, ` ${full}`) : null),
  el("dd", {}, means, " ", ...(rules ?? []).flatMap((rule) => [clause(rule), " "])),
];

/** All terms as a list. */
export const glossary = () =>
  el("dl", { class: "terms" }, ...[...terms()].sort((a, b) => a.name.localeCompare(b.name)).flatMap(entry));

/** The word at a point of the window, if it is a term. @param {number} x @param {number} y */
function under(x, y) {
  const page = /** @type {any} */ (document);
  const at = page.caretPositionFromPoint?.(x, y);
  const range = at ? null : page.caretRangeFromPoint?.(x, y);
  const node = at?.offsetNode ?? range?.startContainer;
  const offset = at?.offset ?? range?.startOffset;
  if (!(node instanceof Text) || node.parentElement?.closest("input, textarea, select, .term-card, dl.terms")) return null;
  const found = termsIn(node.data).find(({ from, to }) => from <= offset && offset <= to);
  if (!found) return null;
  const word = document.createRange();
  word.setStart(node, found.from);
  word.setEnd(node, found.to);
  const box = word.getBoundingClientRect();
  // the caret is found beside a text, too
  if (x < box.left - 2 || x > box.right + 2 || y < box.top - 2 || y > box.bottom + 2) return null;
  return { term: found.term, box };
}

/** Explain words where they are read. */
export function explain() {
  const card = el("div", { class: "term-card", role: "tooltip", id: "term-card", hidden: true });
  document.body.append(card);
  /** @type {Element | null} what has the keyboard, and is explained */
  let described = null;
  let timer = 0;
  /** @type {Term | null} */
  let shown = null;

  /** @param {Term[]} which @param {DOMRect} beside */
  function show(which, beside) {
    clearTimeout(timer);
    shown = which[0];
    card.replaceChildren(el("dl", {}, ...which.flatMap(entry)));
    const dialog = document.querySelector("dialog[open]"); // nothing is over one but what is in it
    if (card.parentElement !== (dialog ?? document.body)) (dialog ?? document.body).append(card);
    card.hidden = false;
    const own = card.getBoundingClientRect();
    const below = beside.bottom + GAP + own.height <= innerHeight;
    card.style.left = `${Math.max(4, Math.min(beside.left, innerWidth - own.width - 4))}px`;
    card.style.top = `${Math.max(4, below ? beside.bottom + GAP : beside.top - GAP - own.height)}px`;
  }

  function hide() {
    clearTimeout(timer);
    const was = !card.hidden;
    card.hidden = true;
    shown = null;
    described?.removeAttribute("aria-describedby");
    described = null;
    if (card.parentElement !== document.body) document.body.append(card);
    return was;
  }

  const within = (/** @type {EventTarget | null} */ target) => target instanceof Node && card.contains(target);

  document.addEventListener("pointermove", ({ clientX, clientY, target, pointerType, buttons }) => {
    if (pointerType === "touch" || buttons) return;
    if (within(target)) return clearTimeout(timer);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const found = under(clientX, clientY);
      if (found) show([found.term], found.box);
      else if (shown && !described) hide();
    }, shown ? LEAVE : REST);
  });
  document.addEventListener("pointerdown", ({ target }) => !within(target) && hide());
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (within(target) || !(target instanceof Element)) return;
    if (/** @type {PointerEvent} */ (event).pointerType !== "touch" || target.closest("button, a, label, summary")) return;
    const found = under(event.clientX, event.clientY);
    if (found) show([found.term], found.box);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (within(target)) return;
    hide();
    if (!(target instanceof HTMLElement) || !target.matches("button, a, summary, label, [role=tab], select")) return;
    if (!target.matches(":focus-visible") || target.hasAttribute("aria-describedby")) return;
    const text = target instanceof HTMLSelectElement ? "" : (target.textContent ?? "");
    if (!text || text.length > LONG) return;
    const which = [...new Set(termsIn(text).map(({ term }) => term))].slice(0, MOST);
    if (!which.length) return;
    timer = setTimeout(() => {
      if (document.activeElement !== target) return;
      show(which, target.getBoundingClientRect());
      described = target;
      target.setAttribute("aria-describedby", card.id);
    }, REST);
  });
  // Before all that Escape does else: one key puts one thing away.
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !hide()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  document.addEventListener("scroll", (event) => !within(event.target) && hide(), { capture: true, passive: true });
  underline();
}

/** A dotted line below each term where it is first read in a part of the page; nothing where the browser cannot. */
function underline() {
  const { Highlight } = /** @type {any} */ (globalThis);
  const registry = /** @type {any} */ (CSS).highlights;
  if (!Highlight || !registry) return;
  const marks = new Highlight();
  registry.set("term", marks);
  let asked = false;

  function look() {
    asked = false;
    marks.clear();
    for (const part of document.querySelectorAll(".ask, .panes > section:not([hidden]), .bubble:not([hidden]), .results:not([hidden])")) {
      /** @type {Set<Term>} */
      const seen = new Set();
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = /** @type {Text} */ (texts.currentNode);
        if (node.data.length < 2) continue;
        for (const { term, from, to } of termsIn(node.data)) {
          if (seen.has(term)) continue;
          seen.add(term);
          const range = document.createRange();
          range.setStart(node, from);
          range.setEnd(node, to);
          marks.add(range);
        }
      }
    }
  }

  const later = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ call) => setTimeout(call, 200));
  function soon() {
    if (asked) return;
    asked = true;
    later(look, { timeout: 1_000 });
  }
  const watching = new MutationObserver(soon);
  for (const part of document.querySelectorAll(".ask, #panes"))
    watching.observe(part, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["hidden"] });
  soon();
}
