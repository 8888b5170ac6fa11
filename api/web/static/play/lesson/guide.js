// @ts-check
/** The guide of a lesson: one step at a time, what it points at, what became of it, and the way back. */

import { svg } from "../../board/svg.js";
import { clause } from "../../shell/clauses.js";
import { el } from "../../shell/dom.js";
import { marches } from "../../shell/manifest.js";
import { openDecisions } from "../../shell/store.js";
import { table } from "../../shell/table.js";
import { pointer, seenNow } from "./pointing.js";
import { progressOf } from "./progress.js";

const AT_ONCE = 500; // events that are asked for in one call
const NARROW = matchMedia("(max-width: 52rem)");

/** @typedef {import("./progress.js").Step} Step @typedef {import("./progress.js").Happened} Happened */

const { board, store, tabs, movable, acting } = await table;
const root = /** @type {HTMLElement} */ (document.getElementById("guide"));
const page = document.body.dataset;
/** @type {Step[]} */
const steps = JSON.parse(root.dataset.steps ?? "[]");
const seats = (page.seats ?? "").split(" ");
const ring = svg("g", { class: "layer guided-place" });
document.querySelector(".pieces")?.append(ring);

const KEY = `ironclad-lesson-${page.game}`;
/** @type {Set<string>} */
const seen = new Set(remembered());
/** @type {Happened[]} */
let events = [];
let line = "";
let asking = false;
let index = -1;
let after = "";
let drawn = "";
let troubled = "";
let busy = false;
/** @type {HTMLElement | null} */
let lit = null;

/** @returns {string[]} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return []; // nothing may be kept here: the game's events tell the rest
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen]));
  } catch {
    // Kept for this page alone.
  }
}

/** Have every event of the game's own line up to its head. */
async function learn() {
  const { timeline, version } = store.state.game;
  if (!timeline || asking || (timeline === line && (events.at(-1)?.version ?? 0) >= version)) return;
  asking = true;
  try {
    const known = timeline === line ? events : [];
    for (let from = known.length + 1; from <= version; from = known.length + 1) {
      const query = { timeline, from, limit: AT_ONCE };
      const answer = await store.api.ask(`${store.path}/events`, { query });
      if (!answer.items.length) break;
      known.push(...answer.items);
    }
    [events, line] = [known, timeline];
  } catch (error) {
    troubled = error instanceof Error ? error.message : String(error);
  }
  asking = false;
  soon();
}

/** What the page shows, for those who point. */
function around() {
  const { game, where, due, views } = store.state;
  const head = where.timeline === game.timeline && where.at === where.head;
  const here = openDecisions(views)[0]; // it has its question in words
  const asked = here && here.id === due[0]?.id ? here : due[0];
  return { due: game.outcome ? null : asked, head, chosen: board.chosen, movable };
}

let waiting = 0;

/** Look again once the page has come to rest. */
function soon() {
  waiting ||= requestAnimationFrame(() => {
    waiting = 0;
    look();
  });
}

function look() {
  const { game, loading, where } = store.state;
  if (line !== game.timeline || (events.at(-1)?.version ?? 0) < game.version) return; // until its events are here
  if (loading || (where.follows && where.at !== game.version)) return; // and shown
  const now = around();
  for (;;) {
    const { index: at } = progressOf(steps, events, seen);
    const step = steps[at];
    if (!step || step.wanted || seen.has(step.id) || !now.head || !seenNow(step, now)) break;
    seen.add(step.id);
    remember();
  }
  const progress = progressOf(steps, events, seen);
  if (progress.index !== index) moveOn(progress.index);
  draw(progress, now);
}

/** Another step is due. @param {number} to */
function moveOn(to) {
  after = to > index && to > 0 ? (steps[to - 1]?.after ?? "") : "";
  const first = index < 0;
  index = to;
  troubled = "";
  const step = steps[to];
  board.say(
    [after, step ? `Step ${to + 1} of ${steps.length}: ${step.do}` : "The lesson is over."].join(" "),
  );
  const place = step?.origin || step?.place || (first ? steps.find((each) => each.place)?.place : "");
  if (place && first) board.focus(place, NARROW.matches ? 0.9 : 1.1);
  else if (place) board.reveal(place);
}

/**
 * A word that is another one whenever the lesson, or what it points at, is. For programs that drive the page.
 * @param {import("./progress.js").Progress} progress @param {import("./pointing.js").Pointer} to
 */
const turnOf = (progress, to) =>
  [progress.index, line, events.length, to.place ?? "", visible(to)?.textContent ?? "", to.hint ?? ""].join(
    "|",
  );

// -- drawing

/** @param {import("./progress.js").Progress} progress @param {ReturnType<typeof around>} now */
function draw(progress, now) {
  const step = steps[progress.index];
  const mine = seats.every((seat) => store.state.held.includes(seat));
  const to = step && mine ? pointer(step, now) : {};
  light(to);
  Object.assign(root.dataset, { step: step?.id ?? "", turn: turnOf(progress, to) });
  const strays = progress.strays.filter((event) => event.data.command?.type !== marches()?.halt);
  const underWay =
    step && (step.kind === "battle" || step.kind === "answer") && now.due && now.due.kind !== "movement";
  const strayed = Boolean(step && mine && strays.length && !underWay);
  const shows = JSON.stringify([
    progress.index,
    mine,
    to.hint,
    strayed,
    progress.since,
    troubled,
    busy,
    after,
  ]);
  if (shows === drawn) return;
  drawn = shows;
  const focused = root.contains(document.activeElement) ? document.activeElement?.textContent : null;
  if (!mine) root.replaceChildren(...notMine());
  else if (!step) root.replaceChildren(...finished());
  else root.replaceChildren(...stepParts(step, progress, to.hint ?? "", strayed));
  const again = [...root.querySelectorAll("button")].find((each) => each.textContent === focused);
  if (focused) (again ?? root.querySelector("button"))?.focus({ preventScroll: true });
}

/**
 * @param {Step} step @param {import("./progress.js").Progress} progress @param {string} hint @param {boolean} strayed
 */
function stepParts(step, progress, hint, strayed) {
  const show = action("Show me", showMe, "shows");
  const skip = action("Skip", () => {
    seen.add(step.id);
    remember();
    soon();
  });
  skip.title = "Leave this step out";
  return [
    el(
      "p",
      { class: "guide-head" },
      el("b", {}, step.title),
      el("span", { class: "meta" }, `${progress.index + 1} of ${steps.length}`),
    ),
    after && !hint && !strayed ? el("p", { class: "guide-after" }, after) : "",
    el("p", { class: "guide-why" }, `${step.why} `, clause(step.clause)),
    el("p", { class: "guide-do" }, step.do),
    strayed ? astray(progress.since) : hint ? el("p", { class: "guide-hint" }, hint) : "",
    troubled ? el("p", { class: "refused", role: "alert" }, troubled) : "",
    el("p", { class: "guide-acts" }, show, skip),
  ];
}

/** Something else was ordered than the step asks for: say so, and offer the way back. @param {number} since */
function astray(since) {
  return el(
    "p",
    { class: "guide-hint" },
    "You have ordered something else: it counts, as in any game. If the step can no longer be done, take it back. ",
    busy ? "Going back …" : action("Take me back", () => void takeBack(since)),
  );
}

function finished() {
  return [
    el("p", { class: "guide-head" }, el("b", {}, "The lesson is over")),
    after ? el("p", { class: "guide-after" }, after) : "",
    el(
      "p",
      {},
      "You have marched, paid for ground and zones, restored a line of supply and fought a battle. Every event of it is in the log: ",
      el("a", { href: `/games/${encodeURIComponent(page.game ?? "")}/proof` }, "the proof"),
      " verifies that log in your own browser. Go on here for both seats if you like.",
    ),
    el("p", { class: "guide-acts" }, again("Begin again"), el("a", { href: "/" }, "Play a game")),
  ];
}

function notMine() {
  return [
    el("p", { class: "guide-head" }, el("b", {}, "A lesson of somebody else's")),
    el("p", {}, "You may look on, or begin your own."),
    el("p", { class: "guide-acts" }, again("Begin a lesson")),
  ];
}

/** @param {string} text @param {() => void} call @param {string} [kind] */
const action = (text, call, kind = "") =>
  el("button", { type: "button", class: kind, on: { click: call } }, text);

/** Another game of the lesson. @param {string} text */
const again = (text) =>
  el(
    "form",
    { method: "post", action: "/learn" },
    el("button", { name: "ruleset", value: root.dataset.ruleset }, text),
  );

// -- pointing

/** Light what is pointed at: a ring round a place, an outline round an element or the tab that it is under. @param {import("./pointing.js").Pointer} to */
function light(to) {
  const shape = to.place ? board.chart.outline(to.place, 1.12) : "";
  if (ring.dataset.place !== (to.place ?? "")) {
    ring.dataset.place = to.place ?? "";
    ring.replaceChildren(...(shape ? [svg("path", { class: "guided", d: shape })] : []));
  }
  const lights = visible(to);
  if (lights === lit && lights?.classList.contains("guided")) return;
  lit?.classList.remove("guided");
  lit = lights;
  lit?.classList.add("guided");
}

/** The element itself, or the tab or grip that leads to it. @param {import("./pointing.js").Pointer} to @returns {HTMLElement | null} */
function visible({ element, tab }) {
  if (!tab) return element ?? null;
  if (tabs.current() !== tab) return document.getElementById(`tab-${tab}`);
  if (NARROW.matches && !document.getElementById("sheet")?.classList.contains("up"))
    return document.getElementById("grip");
  return element ?? null;
}

/** Bring what the step points at into sight, opening what it is under. */
function showMe() {
  const step = steps[index];
  if (!step) return;
  const now = around();
  if (!now.head) return void store.load(null, store.state.game.timeline);
  const to = pointer(step, now);
  if (to.tab) tabs.open(to.tab);
  if (to.place) {
    if (NARROW.matches) tabs.raise(false);
    board.focus(to.place, NARROW.matches ? 1 : undefined);
    board.frame.focus({ preventScroll: true });
    board.say(to.place);
  }
  look();
  if (to.element || to.tab)
    requestAnimationFrame(() => {
      const { element } = pointer(step, around()); // the panel may have been drawn meanwhile
      element?.scrollIntoView({ block: "nearest" });
      const field = element?.matches("button") ? element : element?.querySelector("input");
      field?.focus({ preventScroll: true });
    });
}

/**
 * Let the game continue from a version on another line: one seat proposes it, the other agrees.
 * @param {number} at
 */
async function takeBack(at) {
  if (busy) return;
  busy = true;
  soon();
  try {
    const [one, other] = seats;
    for (const each of store.state.game.proposals ?? [])
      if (each.kind === "rewind") await acting.post(`/rewinds/${each.id}/withdraw`, { seat: each.seat });
    const { timeline } = store.state.game;
    const proposal = await acting.post("/rewinds", {
      seat: one,
      at,
      timeline,
      reason: "lesson: another try",
    });
    await acting.post(`/rewinds/${proposal.id}/accept`, { seat: other });
    await store.refresh();
    await store.load(null, store.state.game.timeline);
    troubled = "";
  } catch (error) {
    troubled = error instanceof Error ? error.message : String(error);
    await store.refresh();
  }
  busy = false;
  await learn();
}

// -- watching

store.subscribe((_, what) => {
  if (what === "game") void learn();
  soon();
});
const watcher = new MutationObserver(soon);
const watched = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ["d", "aria-selected", "hidden"],
};
for (const id of ["board", "sheet", "acts"])
  watcher.observe(/** @type {Node} */ (document.getElementById(id)), watched);
document.addEventListener("change", soon);
for (const each of ["click", "keyup"]) document.addEventListener(each, soon); // the sheet, the map's menu
NARROW.addEventListener("change", soon);
await learn();
soon();
