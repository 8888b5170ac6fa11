// @ts-check
/**
 * The clocks of a timed game: one line under what is owed. It opens to the deadlines and to the ledger, each item with
 * the event that made it, and to what a seat may ask of the clocks (acts.js). Everything is asked of the service; between
 * two answers the clocks that run are counted on.
 */

import { wrongButton } from "../disputes/offer.js";
import { el, words } from "../shell/dom.js";
import { createActs } from "./acts.js";
import { createSealing } from "./sealing.js";
import { SPOKEN, changed, instant, leftOf, nextLook, shown } from "./reading.js";

const ITEMS = 500;

/**
 * @param {{store: import("../shell/store.js").Store, acting: import("../play/acting.js").Acting,
 *   failed: (error: unknown) => void, wrong?: ((subject: import("../disputes/offer.js").Subject) => void) | null}} table
 */
export function installClocks({ store, acting, failed, wrong = null }) {
  const line = el("summary", { class: "clock-line" });
  const acts = createActs({ store, acting });
  const sealing = createSealing({ store, acting }, () => void ask());
  const table = el("div");
  const more = el("div", { class: "clock-more" }, sealing.place, acts.place, table);
  const fold = el("details", { class: "clocks" }, line, more);
  const said = el("p", { class: "hush", role: "status" });
  document.querySelector(".ask")?.append(fold, said);
  /** @type {any} */
  let clock = null;
  let asked = 0;
  let latest = 0;
  let ticking = 0;
  let version = -1;
  /** What was said of each seat. @type {Map<string, number>} */
  const told = new Map();

  async function ask() {
    const mine = ++latest;
    try {
      const answer = await store.api.ask(`${store.path}/clock`, { query: { limit: fold.open ? ITEMS : 0 } });
      if (mine !== latest) return; // a later answer says more
      clock = answer;
    } catch (error) {
      return failed(error);
    }
    asked = performance.now();
    draw();
    if (fold.open) open();
  }

  function draw() {
    clearTimeout(ticking);
    if (!clock?.control) return;
    sealing.show(clock);
    const passed = performance.now() - asked;
    const seats = Object.entries(clock.seats).map(([seat, each]) => {
      const runs = clock.running.includes(seat) && !clock.paused && !clock.ended;
      return { seat, each, runs, left: leftOf(each, runs, passed) };
    });
    line.replaceChildren(...seats.map(ofSeat), stateOf(clock), ...waiting(clock, store.state.held));
    for (const { seat, runs, left } of seats) if (runs) speak(seat, left);
    const running = seats.filter(({ runs, left }) => runs && left > 0);
    const least = Math.min(...running.map(({ left }) => left));
    if (running.length) ticking = setTimeout(draw, nextLook(least));
  }

  /** Say once that a seat has an hour or ten minutes left. @param {string} seat @param {number} left */
  function speak(seat, left) {
    const reached = SPOKEN.findLastIndex(([ms]) => left <= /** @type {number} */ (ms));
    const before = told.get(seat);
    told.set(seat, reached);
    if (before === undefined || reached <= before) return;
    said.textContent = `${words(seat)} has ${SPOKEN[reached][1]} left.`;
  }

  function open() {
    const seats = Object.entries(clock.seats).map(([seat, each]) =>
      el("li", {}, el("b", {}, words(seat)), ` ${detailsOf(each, clock.running.includes(seat))} `, flagged(seat, each)),
    );
    const items = clock.ledger.items.map((/** @type {any} */ item) =>
      el(
        "tr",
        {},
        el("td", {}, new Date(item.at).toLocaleString()),
        el("td", {}, item.seat ? words(item.seat) : "All"),
        el("td", {}, words(item.what)),
        el("td", {}, item.ms ? changed(item.ms) : ""),
        el("td", {}, item.seat ? shown(item.left_ms) : ""),
        el("td", {}, `event ${item.event} of the match`),
      ),
    );
    const heads = ["When", "Seat", "What", "Change", "Then", "By"].map((head) => el("th", { scope: "col" }, head));
    const ledger = el("table", {}, el("caption", {}, "Every change of the clocks"), el("tr", {}, ...heads), ...items);
    const stopped = clock.paused && !clock.ended ? el("p", {}, pauseOf(clock.paused)) : null;
    table.replaceChildren(...(stopped ? [stopped] : []), el("ul", {}, ...seats), el("div", { class: "clock-ledger", tabIndex: 0 }, ledger));
    acts.show(clock, () => Date.parse(clock.now) + performance.now() - asked);
  }

  /** A claim about a flag that has fallen. @param {string} seat @param {any} each */
  const flagged = (seat, each) =>
    each.flagged && wrong && store.state.held.length ? wrongButton({ flag: seat }, wrong) : null;

  fold.addEventListener("toggle", () => {
    if (fold.open) void ask();
  });
  store.subscribe((state, what) => {
    const grown = state.game?.version ?? 0;
    if (what !== "game" && grown === version) return;
    version = grown;
    void ask();
  });
  void ask();
}

/** @param {{seat: string, each: any, runs: boolean, left: number}} seat */
function ofSeat({ seat, each, runs, left }) {
  const mark = runs ? "▶ " : "";
  const reserve = each.reserve_ms ? ` + ${shown(each.reserve_ms)} in reserve` : "";
  const label = `${words(seat)} ${shown(left)}${reserve}${runs ? ", runs" : ""}${each.flagged ? ", out of time" : ""}`;
  return el(
    "span",
    { class: `side ${seat}${runs ? " runs" : ""}`, "aria-label": label },
    `${mark}${words(seat)} ${shown(left)}`,
  );
}

/** What holds for all. @param {any} clock */
function stateOf(clock) {
  const { paused } = clock;
  if (clock.ended) return el("span", {}, "The clocks have stopped.");
  if (paused) {
    const what = clock.sealed ? "Adjourned" : "Paused";
    return el("span", {}, paused.until ? `${what} until ${new Date(paused.until).toLocaleString()}` : what);
  }
  if (clock.sealed) return el("span", { class: "asks" }, `${words(clock.sealed)}’s sealed order is given first`);
  if (clock.adjourning) return el("span", { class: "asks" }, "Being adjourned: the next order is sealed");
  return el("span", {}, clock.running.length ? "" : "The clocks have not begun");
}

/** Who stopped the clocks, until when and why. @param {any} paused */
function pauseOf({ by, why, until, play }) {
  const who = by === "agreement" ? "Both seats" : by ? "A director" : "The service";
  const end = until ? ` until ${instant(until)}` : ", until they are started again";
  return `${who} stopped the clocks${end}${why ? `: “${why}”` : ""}. ${play ? "Orders are taken meanwhile." : "No order is taken meanwhile."}`;
}

/** What waits for an answer of a seat here. @param {any} clock @param {string[]} held */
function waiting(clock, held) {
  if (clock.ended) return [];
  const asks = (/** @type {string} */ seat) => held.some((mine) => mine !== seat);
  const paused = clock.proposals.filter((/** @type {any} */ each) => asks(each.seat));
  const said = paused.map(
    (/** @type {any} */ each) => `${words(each.seat)} proposes ${each.adjourn ? "an adjournment" : "a pause"}`,
  );
  const resumes = clock.resumes.filter((/** @type {string} */ seat) => asks(seat) && !held.includes(seat));
  said.push(...resumes.map((/** @type {string} */ seat) => `${words(seat)} asks to resume`));
  return said.map((/** @type {string} */ text) => el("span", { class: "asks" }, text));
}

/** @param {any} each of a seat @param {boolean} runs */
function detailsOf(each, runs) {
  const parts = [`${shown(each.left_ms)} left`, `${shown(each.used_ms)} used in this turn`];
  if (runs && each.deadline) parts.push(`in time until ${instant(each.deadline)}`);
  if (each.reserve_ms) parts.push(`${shown(each.reserve_ms)} in reserve`);
  if (each.periods) parts.push(`${each.periods} periods`);
  if (each.block_turns) parts.push(`${each.block_turns} turns in ${shown(each.block_ms)}`);
  if (each.vacation) parts.push(`on vacation from ${instant(each.vacation.from)} to ${instant(each.vacation.to)}`);
  if (each.flagged) parts.push("out of time");
  return `${parts.join(", ")}.`;
}
