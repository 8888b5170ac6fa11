// @ts-check
/** What happened, event by event: a chapter a turn, battles as cards; sought, filtered, and linked to. */

import { grouped, el } from "../shell/dom.js";
import { attach } from "../history/remarks.js";
import { lastRead } from "../shell/visits.js";
import { createBar } from "./chronicle_bar.js";
import { historyOf } from "./course.js";
import { entriesOf, filters, passes, together } from "./entries.js";
import { item } from "./items.js";

const AT_ONCE = 120; // groups of entries that are drawn at once
const CHAPTER = 250; // events in a chapter, where there are no turns

/**
 * @typedef {import("../shell/panels.js").Around} Around
 * @typedef {import("./entries.js").Entry} Entry
 * @typedef {{name: string, from: number, to: number}} Chapter
 */

/** What is drawn: kept from one drawing to the next, so that what one reads stays where it is. */
const shown = {
  /** @type {ReturnType<typeof createBar> | null} */
  bar: null,
  body: el("div", { class: "chapters" }),
  key: "",
  timeline: "",
  at: 0,
  /** @type {Map<number, boolean>} chapters that were opened or shut by hand, by their first event */
  opened: new Map(),
};

/** @param {HTMLElement} pane @param {Around} around */
export async function drawChronicle(pane, around) {
  const { store } = around;
  if (!shown.bar) {
    shown.bar = createBar(around, () => void drawChronicle(pane, around));
    pane.replaceChildren(el("h2", {}, "Chronicle"), shown.bar.element, shown.body);
  }
  const { timeline, at, head } = store.state.where;
  try {
    const chapters = await chaptersOf(around);
    if (at !== store.state.where.at || timeline !== store.state.where.timeline) return;
    shown.bar.show(chapters, lastRead(store));
    const filter = shown.bar.filter();
    const key = JSON.stringify([timeline, filter, shown.bar.quiet(), filters(filter) ? head : 0]);
    if (shown.timeline !== timeline) shown.opened.clear();
    if (filters(filter)) {
      if (key !== shown.key) await results(filter, around, key);
    } else await chaptersIn(chapters, around, key);
    if (shown.at !== at || shown.timeline !== timeline || key !== shown.key)
      showEntry(pane, at, { scroll: shown.at !== at || shown.timeline !== timeline });
    Object.assign(shown, { key, at, timeline });
  } catch (error) {
    shown.key = "";
    const said = `The chronicle did not come: ${error instanceof Error ? error.message : error}`;
    shown.body.replaceChildren(
      el("p", { role: "alert" }, said),
      el("button", { type: "button", on: { click: () => void drawChronicle(pane, around) } }, "Try again"),
    );
  }
}

/** The chapters of the line that is shown: its turns. @param {Around} around @returns {Promise<Chapter[]>} */
async function chaptersOf(around) {
  const { head } = around.store.state.where;
  const turns = await historyOf(around);
  if (turns.length)
    return turns.map((turn) => ({
      name: turn.name ?? `Turn ${turn.turn}`,
      from: turn.from,
      to: turn.to,
    }));
  return Array.from({ length: Math.ceil(head / CHAPTER) }, (_, index) => {
    const [from, to] = [index * CHAPTER + 1, Math.min(head, (index + 1) * CHAPTER)];
    return { name: `Events ${from} to ${to}`, from, to };
  });
}

/**
 * Every chapter as a fold; the one that is shown is open, others when they are opened.
 * @param {Chapter[]} chapters @param {Around} around @param {string} key
 */
async function chaptersIn(chapters, around, key) {
  const { at } = around.store.state.where;
  const quiet = shown.bar?.quiet() ?? false;
  const only = shown.bar?.chapter();
  if (key !== shown.key) shown.body.replaceChildren();
  const known = new Map(
    [...shown.body.querySelectorAll("details.chapter")].map((each) => [
      /** @type {HTMLElement} */ (each).dataset.from,
      /** @type {HTMLDetailsElement} */ (each),
    ]),
  );
  const loading = chapters.map(async (chapter) => {
    const fold = known.get(String(chapter.from)) ?? fresh(chapter, around);
    if (!fold.isConnected) shown.body.append(fold);
    fold.hidden = only !== undefined && only !== 0 && only !== chapter.from;
    const here = only === chapter.from || (at >= chapter.from && at <= chapter.to);
    fold.open = shown.opened.get(chapter.from) ?? here;
    if (here && !fold.open && shown.at !== at) fold.open = true;
    if (fold.open && !fold.hidden) await fill(fold, chapter, quiet, around);
  });
  await Promise.all(loading);
}

/** @param {Chapter} chapter @param {Around} around */
function fresh(chapter, around) {
  const summary = el("summary", {}, el("b", {}, chapter.name));
  const fold = el("details", { class: "chapter" }, summary, el("ol", { class: "chronicle" }));
  fold.dataset.from = String(chapter.from);
  summary.addEventListener("click", () => {
    shown.opened.set(chapter.from, !fold.open);
    if (!fold.open)
      void fill(fold, chapter, shown.bar?.quiet() ?? false, around).then(() =>
        mark(shown.body, around.store.state.where.at),
      );
  });
  return fold;
}

/**
 * Put the entries of a chapter there, unless they are.
 * @param {HTMLDetailsElement} fold @param {Chapter} chapter @param {boolean} quiet @param {Around} around
 */
async function fill(fold, chapter, quiet, around) {
  const key = `${chapter.to} ${quiet}`;
  if (fold.dataset.key === key) return;
  const list = fold.querySelector("ol");
  if (!list) return;
  if (!fold.dataset.key) list.replaceChildren(el("li", { class: "meta" }, "…"));
  const entries = await entriesOf(around.store, chapter.from, chapter.to, quiet);
  fold.dataset.key = key;
  if (!entries.length) {
    list.replaceChildren(el("li", { class: "meta" }, "Nothing worth a word."));
    return attach(/** @type {HTMLElement} */ (list.firstElementChild), chapter.from, chapter.to);
  }
  // A turn that is not over grows at its end: what is there already stays where the reader has it.
  const groups = together(entries);
  const named = groups.map((group) => `${quiet} ${group[0].version} ${group.length}`);
  let same = 0;
  const there = /** @type {HTMLCollectionOf<HTMLElement>} */ (list.children);
  while (same < named.length && there[same]?.dataset.key === named[same]) same++;
  while (there.length > same) list.lastElementChild?.remove();
  list.append(
    ...groups.slice(same).map((group, index) => {
      const made = item(group, around);
      made.dataset.key = named[same + index];
      return made;
    }),
  );
  // A remark on an event of which the chronicle says nothing is shown with the entry before it.
  groups.forEach((_, index) =>
    attach(
      there[index],
      index ? groups[index][0].version : chapter.from,
      index + 1 < groups.length ? groups[index + 1][0].version - 1 : chapter.to,
    ),
  );
}

/**
 * What a filter lets pass of the whole line, in stretches as they come.
 * @param {import("./entries.js").Filter} filter @param {Around} around @param {string} key
 */
async function results(filter, around, key) {
  const { store } = around;
  const { head } = store.state.where;
  const bar = shown.bar;
  if (!bar) return;
  shown.key = key;
  const from = Math.max(1, filter.from, filter.since + 1);
  const to = Math.min(head, filter.to || head);
  const entries =
    from > to
      ? []
      : await entriesOf(store, from, to, bar.quiet(), (done) =>
          bar.say(`Read up to event ${done} of ${to}…`),
        );
  if (shown.key !== key) return;
  const found = together(entries).filter((group) => group.some((entry) => passes(entry, filter)));
  const list = el("ol", { class: "chronicle" });
  const more = el("button", { type: "button", on: { click: () => add() } });
  let next = 0;
  function add() {
    const part = found.slice(next, next + AT_ONCE);
    next += part.length;
    list.append(...part.map((group) => item(group, around)));
    mark(list, store.state.where.at);
    more.hidden = next >= found.length;
    more.textContent = `${found.length - next} more`;
  }
  add();
  bar.say(found.length === 1 ? "1 found." : `${grouped(found.length)} found.`);
  shown.body.replaceChildren(list, more);
}

/**
 * Mark the entry of the event that is shown, and what comes after it.
 * @param {HTMLElement} root @param {number} at
 * @returns {HTMLElement | null} that entry
 */
function mark(root, at) {
  const rows = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".entry")]).filter(
    (each) => !each.closest("details.steps:not([open])"),
  );
  const here = rows.findLast((each) => Number(each.dataset.version) <= at) ?? null;
  for (const each of rows) {
    each.classList.toggle("here", each === here);
    each.classList.toggle("later", Number(each.dataset.version) > at);
    const link = each.querySelector(".version");
    if (each === here) link?.setAttribute("aria-current", "true");
    else link?.removeAttribute("aria-current");
  }
  return here;
}

/** @param {HTMLElement} pane @param {number} at @param {{scroll: boolean}} how */
function showEntry(pane, at, { scroll }) {
  const here = mark(shown.body, at);
  if (!scroll || !here || here.offsetParent === null) return;
  if (pane.querySelector(":focus-visible")) return; // what has the keyboard stays in sight
  const top = here.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  if (top < 0 || top > pane.clientHeight - 60) pane.scrollTop += top - pane.clientHeight / 3;
}
