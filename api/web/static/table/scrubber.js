// @ts-check
/** The line along the bottom: every event of the timeline, with where each turn ends. */

import { svg } from "../board/svg.js";
import { el } from "./dom.js";

const PACE = 700; // milliseconds an event is shown while playing
const FAR = 10; // events that a page key goes
const PLAY = "M4,3.5L15,9L4,14.5Z";
const PAUSE = "M4,4H7.4V14H4ZM10.6,4H14V14H10.6Z";

/** @typedef {import("../board/store.js").Store} Store */

/** @param {string} sign */
const icon = (sign) =>
  svg(
    "svg",
    { class: "icon", viewBox: "0 0 18 18", width: 18, height: 18, "aria-hidden": "true" },
    svg("path", { d: sign }),
  );

/** @param {HTMLElement} root @param {Store} store */
export function createScrubber(root, store) {
  const { state } = store;
  const slider = el("input", { type: "range", min: "1", max: "1", "aria-label": "Event" });
  const ticks = svg("svg", { preserveAspectRatio: "none", viewBox: "0 0 1 1", "aria-hidden": "true" });
  const told = el("output", {});
  const lamp = el("span", { class: "live off wide" }, "Live");
  const turns = el("select", {
    class: "wide",
    "aria-label": "Go to a turn",
    on: { change: () => turns.value && go(Number(turns.value)) },
  });
  const button = (
    /** @type {string} */ label,
    /** @type {string} */ sign,
    /** @type {() => void} */ call,
    wide = false,
  ) =>
    el(
      "button",
      { type: "button", title: label, "aria-label": label, class: wide ? "wide" : "", on: { click: call } },
      icon(sign),
    );
  const play = button("Play", PLAY, toggle);
  const latest = button("Latest", "M4,4L10,9L4,14ZM10,4L16,9L10,14ZM16,4V14", () => void go(null));
  root.append(
    button("First event", "M14,4L8,9L14,14ZM8,4L2,9L8,14ZM2,4V14", () => void go(1), true),
    button("Previous event", "M12,4L5,9L12,14Z", () => step(-1)),
    play,
    button("Next event", "M6,4L13,9L6,14Z", () => step(1)),
    latest,
    el("span", { class: "track" }, slider, ticks),
    told,
    turns,
    lamp,
  );
  let playing = 0;
  /** @type {{turn: string, at: number}[]} */
  let ends = [];
  let counted = "";

  const showPlay = (/** @type {string} */ label, /** @type {string} */ sign) => {
    play.replaceChildren(icon(sign));
    play.setAttribute("aria-label", label);
    play.title = label;
  };
  /** @param {number | null} at */
  const go = (at) => store.load(at);
  const step = (/** @type {number} */ by) => {
    stop();
    void go(aim(by));
  };
  /** Where a step leads from where one is going already. @param {number} by */
  function aim(by) {
    const at = Math.min(Math.max(1, Number(slider.value) + by), state.where.head);
    slider.value = String(at);
    return at === state.where.head && by > 0 ? null : at;
  }

  function toggle() {
    if (playing) return stop();
    if (state.where.at >= state.where.head) slider.value = "1";
    showPlay("Pause", PAUSE);
    const on = async () => {
      const at = aim(1);
      await go(at);
      if (playing) playing = at === null ? (stop(), 0) : setTimeout(on, PACE);
    };
    playing = setTimeout(on, 0);
  }

  function stop() {
    clearTimeout(playing);
    playing = 0;
    showPlay("Play", PLAY);
  }

  slider.addEventListener("input", () => {
    stop();
    const at = Number(slider.value);
    void go(at === state.where.head ? null : at);
  });

  /** Keys of the whole page; those of the board and of fields are theirs. @param {KeyboardEvent} event */
  function key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest("input:not([type=range]), select, textarea, [role=tablist], dialog")) return;
    if (["PageUp", "PageDown", "Home", "End"].includes(event.key) && target?.closest("[role=tabpanel]"))
      return;
    const steps = /** @type {Record<string, number>} */ ({
      ArrowLeft: -1,
      ",": -1,
      ".": 1,
      ArrowRight: 1,
      PageUp: -FAR,
      PageDown: FAR,
    });
    if (event.key in steps) step(steps[event.key]);
    else if (event.key === "Home") void go(1);
    else if (event.key === "End") void go(null);
    else return;
    event.preventDefault();
  }
  document.addEventListener("keydown", key);

  /** Where the turns end, from what the chronicle tells of that. */
  async function count() {
    const { timeline, head } = state.where;
    const key = `${timeline} ${state.game.version ? head : 0}`;
    if (counted === key) return;
    counted = key;
    const found = await turnEnds(store).catch(() => []);
    if (counted === key) draw(found);
  }

  /** @param {{turn: string, at: number}[]} found */
  function draw(found) {
    ends = found;
    const most = Math.max(2, state.where.head) - 1;
    ticks.replaceChildren(
      ...ends.map(({ at }) => svg("line", { x1: (at - 1) / most, x2: (at - 1) / most, y1: 0, y2: 1 })),
    );
    turns.replaceChildren(
      el("option", { value: "" }, "Turn…"),
      ...ends.map(({ turn, at }) => el("option", { value: String(at) }, `End of turn ${turn}`)),
    );
    turns.hidden = !ends.length;
  }

  function show() {
    const { at, head, follows } = state.where;
    slider.max = String(head);
    if (!state.loading) slider.value = String(at);
    told.textContent = `${at.toLocaleString("en")} of ${head.toLocaleString("en")}`;
    slider.setAttribute("aria-valuetext", `event ${at} of ${head}`);
    turns.value = ends.some((end) => end.at === at) ? String(at) : "";
    latest.disabled = follows;
  }

  store.subscribe((_, what) => {
    show();
    if (what === "game" || what === "position") void count();
  });
  draw([]);
  show();
  return { online: (/** @type {boolean} */ on) => (lamp.className = `live wide ${on ? "on" : "off"}`), stop };
}

/** @type {Map<string, {upto: number, ends: {turn: string, at: number}[]}>} */
const counts = new Map();

/**
 * The event that ends each turn of the timeline that is shown; only what is new since the last time is asked for.
 * @param {Store} store @returns {Promise<{turn: string, at: number}[]>}
 */
export async function turnEnds(store) {
  const { timeline, head } = store.state.where;
  const known = counts.get(timeline) ?? { upto: 0, ends: [] };
  if (known.upto < head) {
    const query = { timeline, at: head, from: known.upto + 1, types: "turn_ended", limit: 500 };
    const told = await store.api.ask(`${store.path}/views/chronicle`, { query });
    const fresh = told.items.filter(
      (/** @type {any} */ entry) => entry.version > (known.ends.at(-1)?.at ?? 0),
    );
    known.ends = [
      ...known.ends,
      ...fresh.map((/** @type {any} */ entry) => ({
        turn: /\d+/.exec(entry.text ?? "")?.[0] ?? "",
        at: entry.version,
      })),
    ];
    known.upto = head;
    counts.set(timeline, known);
  }
  return known.ends;
}
