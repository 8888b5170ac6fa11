// @ts-check
/** The table's page: the board with its panel, its scrubber and its bar, over one store. The map with its counters is drawn first. */

import { createApi } from "./api.js";
import { drawing } from "../board/basemap.js";
import { createBoard } from "../board/board.js";
import { createStore, openDecisions } from "./store.js";
import { openBook, openMap } from "./clauses.js";
import { el, sentence, words } from "./dom.js";
import { createControls } from "./finding.js";
import { follow } from "./live.js";
import { openManifest } from "./manifest.js";
import { oneStop } from "./one_stop.js";
import { raised } from "./curtain.js";
import { keepView } from "./kept_view.js";
import { happened } from "./happened.js";
import { createTabs } from "./tabs.js";
import { keepVisits } from "./visits.js";

const page = document.body.dataset;
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** Names of tabs in addresses that were given out before. @type {Record<string, string>} */
const FORMER = { hex: "place" };
const MAP_WAIT = 1_000; // milliseconds that the rest of the page waits for the printed map
const STEPS_SEEN = 8; // a jump over more events than these is shown at once

/**
 * What code that builds on the table may put before its own answers. A click that one answers (returns true)
 * chooses no place.
 * @typedef {{placeClick?: (place: string, event: Event) => boolean, placeHover?: (place: string | null) => void,
 *   forceClick?: (part: import("../board/fan.js").Part) => boolean}} Hooks
 */

/**
 * Set the table, and hand it out to code that builds on it.
 * @returns {Promise<{board: import("../board/board.js").Board, store: import("./store.js").Store, hooks: Hooks, movable: (place: string) => boolean,
 *   choose: (place: string | null, how?: {fly?: boolean, stays?: boolean}) => void, rules: any,
 *   tabs: ReturnType<typeof createTabs>, panels: ReturnType<typeof import("./panels.js").createPanels>,
 *   scrubber: ReturnType<typeof import("../history/scrubber.js").createScrubber>}>}
 */
async function set() {
  choosesColours();
  const asks = location.search; // the address changes with the event that is shown
  const ruleset = `/rulesets/${encodeURIComponent(page.ruleset ?? "")}`;
  const names = (page.views ?? "").split(" ").filter(Boolean);
  const rules = { views: Object.fromEntries(names.map((name) => [name, name])) }; // all that the page needs of them
  const where = {
    timeline: page.timeline ?? "main",
    at: Number(page.at),
    head: Number(page.head),
    follows: page.follows === "yes",
  };
  const known = openManifest(page.ruleset ?? "");
  known.catch(() => undefined); // waited for below, with the map
  const seats = (page.held ?? "").split(" ").filter(Boolean);
  const screen = await raised(seats);
  const api = createApi({ seat: screen?.seat });
  openBook(api, page.ruleset ?? "");
  const store = createStore({
    api,
    game: page.game ?? "",
    where,
    held: screen ? [screen.seat] : seats,
    names,
    screen,
  });
  store.ahead(where.follows ? where.head : where.at); // while the map is on its way
  const printed = drawing(`${api.root}${ruleset}/map.svg`);
  printed.catch(() => undefined); // the board tells of it
  const [chart] = await Promise.all([api.once(`${ruleset}/map`), known]);
  keepVisits(store);
  /** @type {Hooks} */
  const hooks = {};
  /** @type {(() => void) | null} the click or key that came before the panels */
  let early = null;
  let furnished = false;
  const later = (/** @type {() => void} */ call) => void (furnished ? call() : (early = call));
  const board = createBoard(byId("board"), chart, {
    drawing: printed,
    onPlaceClick: (place, event) => later(() => void (hooks.placeClick?.(place, event) || choose(place))),
    onPlaceHover: (place) => hooks.placeHover?.(place),
    onForceClick: (part) => later(() => void (hooks.forceClick?.(part) || tabs.open("place"))),
  });
  createControls(byId("board"), board, store, (place) => later(() => choose(place, { fly: true })));
  addEventListener("keydown", (event) => {
    const { target } = event;
    if (furnished || event.defaultPrevented || !target || target instanceof HTMLInputElement) return;
    later(() => void target.dispatchEvent(new KeyboardEvent("keydown", event)));
  });
  await firstLook(board, store, where.follows ? where.head : where.at);
  const { createBadge, createPanels, createPlay, createScrubber, createTalk, explain, installRules, installTime, nameOf, noteVersion } =
    await import("./furniture.js");

  /**
   * @param {string | null} place
   * @param {{fly?: boolean, stays?: boolean}} [how] `stays`: whatever panel is open
   */
  function choose(place, { fly = false, stays = false } = {}) {
    board.select(place);
    play.look(place);
    panels.choose(place);
    if (place && fly) board.focus(place);
    if (place && !stays) tabs.open("place", { quietly: narrow() });
  }

  const panels = createPanels({ store, board, rules, choose: (place) => choose(place, { fly: true }) });
  openMap({
    has: (place) => board.placeAt(place) !== null,
    go: (place) => choose(place, { fly: true, stays: true }),
  });
  const tabs = createTabs(byId("sheet"), panels.open);
  oneStop(byId("sheet"));
  byId("board").addEventListener("focusin", ({ target }) => {
    // on a phone the sheet would lie over what has the keyboard
    if (narrow() && target instanceof Element && target.matches(":focus-visible")) tabs.raise(false);
  });
  const scrubber = createScrubber(byId("scrub"), store);
  const play = createPlay({ board, store, tabs, panels });
  const time = installTime({
    board,
    store,
    acting: play.acting,
    tabs,
    panels,
    choose: (place) => {
      choose(place, { fly: true, stays: true });
      if (narrow()) tabs.raise(false); // the map is under the sheet
    },
  });
  scrubber.comparing(time.compare);
  createTalk({ board, store, tabs, panels, calls: play.acting.beside });
  noteVersion(store);
  installRules(store, (error) => (notice.textContent = error instanceof Error ? error.message : String(error)));
  explain();
  createBadge(/** @type {HTMLElement} */ (document.querySelector(".tools")), store, board.say);
  hooks.placeClick = play.click;
  hooks.placeHover = play.hover;
  board.frame.addEventListener("contextmenu", (event) => {
    const place = board.placeUnder(event.clientX, event.clientY);
    if (place && play.instead(place)) event.preventDefault();
  });
  const notice = el("p", { class: "notice", role: "alert" });
  byId("board").append(notice);
  board.ready.catch((error) => (notice.textContent = error.message));

  let playing = () => false; // what happened, march by march: it says in the bar what it plays
  store.subscribe((state, what) => {
    if (what === "position")
      board.show(state.views, { quietly: state.steps !== 0 && Math.abs(state.steps) <= STEPS_SEEN });
    if (what === "views") board.show(state.views);
    if (what === "position" || what === "game") {
      bar(state, nameOf);
      remember(state);
    }
    if (what === "position" && !playing() && (past(state) || silent(state))) void narrate(store);
    notice.textContent =
      what === "error" ? (state.error?.message ?? "") : state.error ? notice.textContent : "";
  });
  await Promise.all([store.load(where.follows ? null : where.at), store.refresh()]);
  const lively = keepView(board, store.reader) || board.gather() || !narrow() || board.legible() ? null : liveliest(board);
  if (lively) board.focus(lively, 0.8);
  const asked = location.hash.slice(1);
  if (tabs.current() === "due")
    // nobody has chosen another meanwhile
    tabs.open(document.getElementById(`tab-${asked}`) ? asked : (FORMER[asked] ?? "due"), { quietly: true });
  furnished = true;
  early?.();
  follow(store, scrubber.online);
  void import("../results/install.js").then(({ installResults }) => {
    const results = installResults({ board, store, around: panels.around, ordered: play.ordered, play: says });
    scrubber.passing(results.next);
    playing = results.playback.playing;
    if (new URLSearchParams(asks).has("plays")) scrubber.play();
  });
  if (page.timed === "yes")
    void import("../clocks/install.js").then(({ installClocks }) =>
      installClocks({ store, acting: play.acting, wrong: play.wrong, failed: (error) => (notice.textContent = error instanceof Error ? error.message : String(error)) }),
    );
  let claims = false;
  store.subscribe(({ game }, what) => {
    if (what !== "game" || claims || !game.claims) return;
    claims = true;
    void import("../disputes/notices.js").then(({ installNotices }) => installNotices({ store, say: board.say }));
  });
  const { acting, steering } = play;
  return { board, store, acting, hooks, choose, rules, tabs, panels, scrubber, movable: steering.mine };
}

/**
 * The map and what is on it, before anything else of the page is fetched; a failure is shown when all is loaded.
 * @param {import("../board/board.js").Board} board @param {import("./store.js").Store} store @param {number} at
 */
async function firstLook(board, store, at) {
  try {
    board.show(await store.peek(["scene"], at));
    await Promise.race([board.ready, new Promise((done) => setTimeout(done, MAP_WAIT))]);
    await new Promise((done) => (document.hidden ? done(null) : requestAnimationFrame(done)));
    await new Promise((done) => setTimeout(done)); // painted
  } catch {
    // the store asks once more
  }
}

/**
 * Where most pieces are, for a window that cannot show the whole map.
 * @param {import("../board/board.js").Board} board
 */
function liveliest(board) {
  const stacks = [...board.stacks().values()];
  const crowd = (/** @type {string} */ place) => {
    const here = board.chart.at(place);
    return stacks.reduce(
      (sum, each) =>
        sum +
        each.weight /
          (1 + Math.hypot(here.x - board.chart.at(each.place).x, here.y - board.chart.at(each.place).y) / 90),
      0,
    );
  };
  const places = stacks.map((stack) => stack.place);
  return places.sort((a, b) => crowd(b) - crowd(a))[0] ?? null;
}

const narrow = () => matchMedia("(max-width: 52rem)").matches;

/** Whether an event before the last is shown. @param {import("./store.js").State} state */
const past = ({ where }) => where.at < where.head;

/** Whether nothing is asked there. @param {import("./store.js").State} state */
const silent = ({ views }) => !openDecisions(views).length && !views.scene?.play?.outcome;

/** Say something in the bar. @param {string} text */
function says(text) {
  byId("owed").replaceChildren(text);
  byId("owed").title = text;
}

/**
 * At a past event and in the midst of a command the bar says what happens, where the chronicle says anything.
 * @param {import("./store.js").Store} store
 */
async function narrate(store) {
  const { timeline, at } = store.state.where;
  const entry = await happened(store).catch(() => null);
  if (!entry?.text || store.state.where.at !== at || store.state.where.timeline !== timeline) return;
  says(entry.text);
}

/**
 * What the bar says of the game.
 * @param {import("./store.js").State} state @param {typeof import("../history/lines.js").nameOf} nameOf
 */
function bar(state, nameOf) {
  const play = state.views.scene?.play;
  if (play)
    byId("standing").textContent =
      `${play.line}${!state.game.timeline || state.where.timeline === state.game.timeline ? "" : ` · ${nameOf(state, state.where.timeline)}`}`;
  const ended = state.where.at === state.where.head && state.where.timeline === state.game.timeline;
  const outcome = play?.outcome ?? (ended ? state.game.outcome : null);
  const due = openDecisions(state.views);
  const owed = byId("owed");
  const { held } = state;
  if (!outcome && owed.querySelector(".outcome")) owed.replaceChildren(); // nobody has won yet at a past event
  if (outcome)
    owed.replaceChildren(
      el("b", { class: "outcome" }, outcome.winner ? `${words(outcome.winner)} won` : "Drawn"),
      `: ${sentence(outcome.reason)}`,
    );
  else if (due.length)
    owed.replaceChildren(
      ...due.flatMap((each) => [
        held.length && !held.includes(each.seat) ? "Waiting for " : "",
        el("b", { class: `side ${each.seat}` }, words(each.seat)),
        `${held.length && !held.includes(each.seat) ? ":" : ""} ${each.question ?? words(each.kind)} `,
      ]),
    );
  owed.title = owed.textContent ?? "";
  document.title = `${document.querySelector("h1")?.textContent} · ${play ? `turn ${play.turn}` : state.where.at} · Ironclad`;
}

let remembering = 0;

/**
 * The address names the event that is shown, for a link and for a reload; not at every step, browsers count them.
 * @param {import("./store.js").State} state
 */
function remember(state) {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    const query = new URLSearchParams();
    const { timeline, at, follows } = state.where;
    if (state.game.timeline && timeline !== state.game.timeline) query.set("timeline", timeline);
    if (!follows) query.set("at", String(at));
    const text = query.toString();
    history.replaceState(null, "", location.pathname + (text ? `?${text}` : "") + location.hash);
  }, 300);
}

function choosesColours() {
  const field = /** @type {HTMLSelectElement} */ (byId("theme"));
  field.value = document.documentElement.dataset.theme ?? "auto";
  field.addEventListener("change", () => {
    if (field.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = field.value;
    try {
      localStorage.setItem("ironclad-theme", field.value);
    } catch {
      // Chosen for this page alone, where nothing may be kept.
    }
  });
  field.disabled = false;
}

/** The table, once it is set; refused where the game cannot be shown. */
export const table = set();
table.catch((error) => {
  const text =
    error?.status === 404
      ? "This game has no map to play on: its plain page shows all there is."
      : error.message;
  byId("board").append(el("p", { class: "notice", role: "alert" }, text));
});
