// @ts-check
/** The line along the bottom: every event of the timeline, and the moments that the manifest names. */

import { svg } from "../board/svg.js";
import { manifest } from "../shell/manifest.js";
import { moments } from "./moments.js";
import { el, grouped } from "../shell/dom.js";

const PACES = { "½×": 1400, "1×": 700, "2×": 350, "4×": 175 }; // milliseconds an event is shown while playing
const NEXT = 40; // milliseconds of rest before more is fetched
const FAR = 10; // events that a page key goes
const PLAY = "M4,3.5L15,9L4,14.5Z";
const PAUSE = "M4,4H7.4V14H4ZM10.6,4H14V14H10.6Z";
/** Keys to the moment before and after: of a turn's end, of any other. @type {Record<string, [number, boolean]>} */
const KINDS = { "[": [-1, true], "]": [1, true], "{": [-1, false], "}": [1, false] };

/**
 * @typedef {import("../shell/store.js").Store} Store
 * @typedef {import("./moments.js").Moment} Moment
 */

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
  const others = (manifest().moments ?? []).filter((each) => !each.ends_turn);
  const other = others[0]?.name ?? "Moment";
  const slider = el("input", { type: "range", min: "1", max: "1", "aria-label": "Event" });
  const ticks = svg("svg", { preserveAspectRatio: "none", viewBox: "0 0 1 1", "aria-hidden": "true" });
  const shownCount = el("output", {});
  const lamp = el("span", { class: "live off wide" }, "Live");
  const jumps = el("select", {
    class: "wide",
    "aria-label": `Go to ${(manifest().moments ?? []).map((each) => `a ${each.name.toLowerCase()}`).join(" or ")}`,
    on: { change: () => jumps.value && (stop(), go(Number(jumps.value))) },
  });
  const pace = el(
    "select",
    { class: "wide pace", "aria-label": "Speed" },
    ...Object.entries(PACES).map(([name, each]) =>
      el("option", { value: String(each), selected: name === "1×" }, name),
    ),
  );
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
  const before = button(
    `${other} before`,
    "M3,4V14M15,4L7,9L15,14ZM5,6.5L9,11.5M9,6.5L5,11.5",
    () => jump(-1, false),
    true,
  );
  const after = button(
    `${other} after`,
    "M15,4V14M3,4L11,9L3,14ZM13,6.5L9,11.5M9,6.5L13,11.5",
    () => jump(1, false),
    true,
  );
  /** @type {((at: number) => Promise<number>) | null} */
  let passing = null;
  /** @type {(() => void) | null} */
  let compare = null;
  const compares = button(
    "Compare with …",
    "M3,5H11M8,2L11,5L8,8M15,13H7M10,10L7,13L10,16",
    () => compare?.(),
    true,
  );
  compares.hidden = true;
  root.append(
    button("First event", "M14,4L8,9L14,14ZM8,4L2,9L8,14ZM2,4V14", () => (stop(), void go(1)), true),
    before,
    button("Previous event", "M12,4L5,9L12,14Z", () => step(-1)),
    play,
    button("Next event", "M6,4L13,9L6,14Z", () => step(1)),
    after,
    latest,
    pace,
    el("span", { class: "track" }, slider, ticks),
    shownCount,
    jumps,
    compares,
    lamp,
  );
  let playing = 0;
  /** @type {Moment[]} */
  let known = [];
  let counted = "";
  let connected = false;
  let way = 1; // in which one steps
  let stepping = false; // the last move was a step: the next is likely one the same way, and soon
  let soon = 0;
  let round = 0; // of playing: one that was stopped goes no further

  const showPlay = (/** @type {string} */ label, /** @type {string} */ sign) => {
    play.replaceChildren(icon(sign));
    play.setAttribute("aria-label", label);
    play.title = label;
  };
  /** @param {number | null} at */
  const go = (at) => store.load(at);
  const step = (/** @type {number} */ by) => {
    stop();
    way = Math.sign(by);
    stepping = true;
    void go(aim(by));
  };
  /** Where a step leads from where one is going already. @param {number} by */
  function aim(by) {
    const at = Math.min(Math.max(1, Number(slider.value) + by), state.where.head);
    slider.value = String(at);
    return at === state.where.head && by > 0 ? null : at;
  }

  /** Go to the next moment of a kind, or to the last one before. @param {number} way @param {boolean} ends a turn's end */
  function jump(way, ends) {
    const at = Number(slider.value);
    const there = known.filter((each) => each.ends === ends && (way > 0 ? each.at > at : each.at < at));
    const goal = way > 0 ? there[0] : there.at(-1);
    if (!goal) return;
    stop();
    stepping = false;
    slider.value = String(goal.at);
    void go(goal.at);
  }

  function toggle() {
    if (playing) return stop();
    if (state.where.at >= state.where.head) slider.value = "1";
    showPlay("Pause", PAUSE);
    const mine = (round += 1);
    const on = async () => {
      const now = Number(slider.value);
      const by = passing && !state.loading ? (await passing(now)) - now : 1;
      if (round !== mine) return;
      const at = aim(Math.max(1, by));
      await go(at);
      if (round !== mine) return;
      if (at === null) stop();
      else playing = setTimeout(on, Number(pace.value));
    };
    playing = setTimeout(on, 0);
  }

  function stop() {
    clearTimeout(playing);
    playing = 0;
    round += 1;
    showPlay("Play", PLAY);
  }

  slider.addEventListener("input", () => {
    stop();
    stepping = false;
    const at = Number(slider.value);
    void go(at === state.where.head ? null : at);
  });

  /** Keys of the whole page; those of the board and of fields are theirs. @param {KeyboardEvent} event */
  function key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest("input:not([type=range]), select, textarea, [role=tablist], dialog[open]")) return;
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
    else if (event.key in KINDS) jump(...KINDS[event.key]);
    else if (event.key === "p") toggle();
    else if (event.key === "Home") (stop(), void go(1));
    else if (event.key === "End") (stop(), void go(null));
    else return;
    event.preventDefault();
  }
  document.addEventListener("keydown", key);

  /** Have what the next step shows before it is asked for. */
  function ahead() {
    const { at } = state.where;
    clearTimeout(soon);
    const likely = [at + way, at + 2 * way, stepping ? at + 3 * way : at - way];
    soon = setTimeout(() => store.ahead(...likely), playing || stepping ? 0 : NEXT);
  }

  /** Where the turns end and the other moments are, from what the chronicle tells of that. */
  async function count() {
    const { timeline, head } = state.where;
    const key = `${timeline} ${state.game.version ? head : 0}`;
    if (counted === key) return;
    counted = key;
    const found = await moments(store, timeline, head).catch(() => []);
    if (counted === key) draw(found);
  }

  /** @param {Moment[]} found */
  function draw(found) {
    known = found;
    const most = Math.max(2, state.where.head) - 1;
    ticks.replaceChildren(
      ...known.map(({ at, kind, ends }) => {
        const x = (at - 1) / most;
        return svg("line", { class: kind, x1: x, x2: x, y1: ends ? 0 : 0.45, y2: 1 });
      }),
    );
    const option = (/** @type {Moment} */ { at, text, turn, ends }) =>
      el("option", { value: String(at) }, ends ? `End of turn ${turn}` : text);
    const groups = (manifest().moments ?? []).map(
      ({ kind, several }) =>
        /** @type {[string, Moment[]]} */ ([several, known.filter((each) => each.kind === kind)]),
    );
    jumps.replaceChildren(
      el("option", { value: "" }, "Go to…"),
      ...groups.flatMap(([label, those]) =>
        those.length ? [el("optgroup", { label }, ...those.map(option))] : [],
      ),
    );
    jumps.hidden = !known.length;
    before.hidden = after.hidden = !known.some((each) => !each.ends);
  }

  function show() {
    const { at, head, follows } = state.where;
    slider.max = String(head);
    if (!state.loading) slider.value = String(at);
    shownCount.textContent = `${grouped(at)} of ${grouped(head)}`;
    slider.setAttribute("aria-valuetext", `event ${at} of ${head}`);
    jumps.value = known.some((each) => each.at === at) ? String(at) : "";
    latest.disabled = follows;
    const live = connected && follows;
    lamp.className = `live wide ${live ? "on" : "off"}`;
    lamp.textContent = follows ? (connected ? "Live" : "Not connected") : "Past";
  }

  store.subscribe((_, what) => {
    show();
    if (what === "position") ahead();
    if (what === "game" || what === "position") void count();
  });
  draw([]);
  show();
  return {
    online(/** @type {boolean} */ on) {
      connected = on;
      show();
    },
    stop,
    /** Play on from the event that is shown. */
    play: () => void (playing || toggle()),
    /** Playing goes to the event that this says, and passes over those between. @param {(at: number) => Promise<number>} next */
    passing: (next) => void (passing = next),
    /** Offer to compare what is shown. @param {() => void} call */
    comparing(call) {
      compare = () => call();
      compares.hidden = false;
    },
  };
}

/**
 * The event that ends each turn of the timeline that is shown.
 * @param {Store} store @returns {Promise<{turn: string, at: number}[]>}
 */
export async function turnEnds(store) {
  const { timeline, head } = store.state.where;
  return (await moments(store, timeline, head)).filter((each) => each.ends);
}
