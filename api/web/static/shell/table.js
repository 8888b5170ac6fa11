// @ts-check
/** The table's page: the board with its panel, its scrubber and its bar, over one store. */

import { createApi } from "./api.js";
import { drawing } from "../board/basemap.js";
import { createBoard } from "../board/board.js";
import { createStore } from "./store.js";
import { createPlay } from "../play/play.js";
import { createTalk } from "../play/talk.js";
import { createBadge } from "../history/badge.js";
import { installTime } from "../history/install.js";
import { nameOf } from "../history/lines.js";
import { openBook, openMap } from "./clauses.js";
import { el, words } from "./dom.js";
import { createControls } from "./finding.js";
import { follow } from "./live.js";
import { openManifest } from "./manifest.js";
import { happened } from "./panel_due.js";
import { createPanels } from "./panels.js";
import { createScrubber } from "../history/scrubber.js";
import { createTabs } from "./tabs.js";
import { keepVisits } from "./visits.js";

const page = document.body.dataset;
const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const STEPS_SEEN = 8; // a jump over more events than these is shown at once

/**
 * What whoever builds on the table may put in the way of its own answers. A click that one answers (returns true)
 * chooses no hex.
 * @typedef {{hexClick?: (hex: string, event: Event) => boolean, hexHover?: (hex: string | null) => void,
 *   forceClick?: (part: import("../board/fan.js").Part) => boolean}} Hooks
 */

/**
 * Set the table, and hand it out to whoever builds on it.
 * @returns {Promise<{board: import("../board/board.js").Board, store: import("./store.js").Store, hooks: Hooks, movable: (hex: string) => boolean,
 *   choose: (hex: string | null, how?: {fly?: boolean, stays?: boolean}) => void, rules: any,
 *   tabs: ReturnType<typeof createTabs>, panels: ReturnType<typeof createPanels>,
 *   scrubber: ReturnType<typeof createScrubber>}>}
 */
async function set() {
  choosesColours();
  const api = createApi();
  const ruleset = `/rulesets/${encodeURIComponent(page.ruleset ?? "")}`;
  const names = (page.views ?? "").split(" ").filter(Boolean);
  const rules = { views: Object.fromEntries(names.map((name) => [name, name])) }; // all that the page needs of them
  const where = {
    timeline: page.timeline ?? "main",
    at: Number(page.at),
    head: Number(page.head),
    follows: page.follows === "yes",
  };
  const held = (page.held ?? "").split(" ").filter(Boolean);
  openBook(api, page.ruleset ?? "");
  const known = openManifest(page.ruleset ?? "");
  known.catch(() => undefined); // waited for below, with the map
  const store = createStore({
    api,
    game: page.game ?? "",
    where,
    held,
    names,
  });
  store.ahead(where.follows ? where.head : where.at); // while the map is on its way
  const printed = drawing(`${api.root}${ruleset}/map.svg`);
  printed.catch(() => undefined); // the board tells of it
  const [chart] = await Promise.all([api.once(`${ruleset}/map`), known]);
  keepVisits(store);
  /** @type {Hooks} */
  const hooks = {};
  const board = createBoard(place("board"), chart, {
    drawing: printed,
    onHexClick: (hex, event) => hooks.hexClick?.(hex, event) || choose(hex),
    onHexHover: (hex) => hooks.hexHover?.(hex),
    onForceClick: (part) => hooks.forceClick?.(part) || tabs.open("hex"),
  });

  /**
   * @param {string | null} hex
   * @param {{fly?: boolean, stays?: boolean}} [how] `stays`: whatever panel is open
   */
  function choose(hex, { fly = false, stays = false } = {}) {
    board.select(hex);
    panels.choose(hex);
    if (hex && fly) board.focus(hex);
    if (hex && !stays) tabs.open("hex", { quietly: narrow() });
  }

  const panels = createPanels({ store, board, rules, choose: (hex) => choose(hex, { fly: true }) });
  openMap({ has: (hex) => board.hexAt(hex) !== null, go: (hex) => choose(hex, { fly: true, stays: true }) });
  const tabs = createTabs(place("sheet"), panels.open);
  createControls(place("board"), board, store, (hex) => choose(hex, { fly: true }));
  const scrubber = createScrubber(place("scrub"), store);
  const play = createPlay({ board, store, tabs, panels });
  const time = installTime({
    board,
    store,
    acting: play.acting,
    tabs,
    panels,
    choose: (hex) => {
      choose(hex, { fly: true, stays: true });
      if (narrow()) tabs.raise(false); // the map is under the sheet
    },
  });
  scrubber.comparing(time.compare);
  createTalk({ board, store, tabs, panels });
  createBadge(/** @type {HTMLElement} */ (document.querySelector(".tools")), store, board.say);
  hooks.hexClick = play.click;
  hooks.hexHover = play.hover;
  const notice = el("p", { class: "notice", role: "alert" });
  place("board").append(notice);
  board.ready.catch((error) => (notice.textContent = error.message));

  store.subscribe((state, what) => {
    if (what === "position")
      board.show(state.views, { quietly: state.steps !== 0 && Math.abs(state.steps) <= STEPS_SEEN });
    if (what === "views") board.show(state.views);
    if (what === "position" || what === "game") {
      bar(state);
      remember(state);
    }
    if (what === "position" && !state.views.scene?.play?.due && !state.views.scene?.play?.outcome)
      void narrate(store);
    notice.textContent =
      what === "error" ? (state.error?.message ?? "") : state.error ? notice.textContent : "";
  });
  await Promise.all([store.load(where.follows ? null : where.at), store.refresh()]);
  const lively = narrow() ? liveliest(board) : null;
  if (lively) board.focus(lively, 0.8);
  const asked = location.hash.slice(1);
  if (tabs.current() === "due")
    // nobody has chosen another meanwhile
    tabs.open(document.getElementById(`tab-${asked}`) ? asked : "due", { quietly: true });
  follow(store, scrubber.online);
  return { board, store, hooks, choose, rules, tabs, panels, scrubber, movable: play.steering.mine };
}

/**
 * Where most stands, for a window that cannot show the whole map.
 * @param {import("../board/board.js").Board} board
 */
function liveliest(board) {
  const stacks = [...board.stacks().values()];
  const crowd = (/** @type {string} */ hex) => {
    const here = board.chart.at(hex);
    return stacks.reduce(
      (sum, each) =>
        sum +
        each.weight /
          (1 + Math.hypot(here.x - board.chart.at(each.place).x, here.y - board.chart.at(each.place).y) / 90),
      0,
    );
  };
  const hexes = stacks.map((stack) => stack.place);
  return hexes.sort((a, b) => crowd(b) - crowd(a))[0] ?? null;
}

const narrow = () => matchMedia("(max-width: 52rem)").matches;

/**
 * In the midst of a command the bar says what happens, where the chronicle says anything.
 * @param {import("./store.js").Store} store
 */
async function narrate(store) {
  const { timeline, at } = store.state.where;
  const entry = await happened(store).catch(() => null);
  if (!entry?.text || store.state.where.at !== at || store.state.where.timeline !== timeline) return;
  place("owed").replaceChildren(entry.text);
  place("owed").title = entry.text;
}

/** What the bar says of the game. @param {import("./store.js").State} state */
function bar(state) {
  const play = state.views.scene?.play;
  if (play)
    place("standing").textContent =
      `${play.line}${!state.game.timeline || state.where.timeline === state.game.timeline ? "" : ` · ${nameOf(state, state.where.timeline)}`}`;
  const ended = state.where.at === state.where.head && state.where.timeline === state.game.timeline;
  const outcome = play?.outcome ?? (ended ? state.game.outcome : null);
  const due = play?.due;
  const owed = place("owed");
  if (outcome)
    owed.replaceChildren(
      el("b", {}, outcome.winner ? `${words(outcome.winner)} won` : "Drawn"),
      `: ${outcome.reason}`,
    );
  else if (due)
    owed.replaceChildren(
      el("b", { class: `side ${due.seat}` }, words(due.seat)),
      ` ${due.question ?? words(due.kind)}`,
    );
  owed.title = owed.textContent ?? "";
  document.title = `${document.querySelector("h1")?.textContent} · ${play ? `turn ${play.turn}` : state.where.at} · Ironclad`;
}

let remembering = 0;

/**
 * The address tells where one stands, for a link and for a reload; not at every step, browsers count them.
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
  const field = /** @type {HTMLSelectElement} */ (place("theme"));
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
}

/** The table, once it is set; refused where the game cannot be shown. */
export const table = set();
table.catch((error) => {
  const text =
    error?.status === 404
      ? "This game has no map to play on: its plain page shows all there is."
      : error.message;
  place("board").append(el("p", { class: "notice", role: "alert" }, text));
});
