// @ts-check
/**
 * The table tells what happened: a card after each result, what the other side did when a seat is asked again, and at a
 * step in the past which piece went where.
 */

import { entriesOf, lineOf } from "../chronicle/entries.js";
import { item } from "../chronicle/items.js";
import { el } from "../shell/dom.js";
import { manifest, sideName } from "../shell/manifest.js";
import { kept } from "../shell/kept.js";
import { createArrows } from "./arrows.js";
import { digest } from "./digest.js";
import { createFilm } from "./film.js";
import { happenings, isResult, onMap, placesOn } from "./happenings.js";
import { createPlayback } from "./playback.js";
import { createStage } from "./stage.js";
import { createSteps } from "./steps.js";

const MOST = 1000; // events that are looked at together
const FEW = 20; // happenings that are shown where no part of the play was announced
const MARCHES = 3; // so many marches of the other side come by themselves, without a new turn or impulse among them

/** @typedef {import("./happenings.js").Happening} Happening */

/**
 * @param {{board: import("../board/board.js").Board, store: import("../shell/store.js").Store, around: import("../shell/panels.js").Around,
 *   ordered: () => number | null, play: (now: string) => void}} given
 *   `ordered` is the version at which this reader's seat gave its last order, if this browser knows;
 *   `play` says in the bar what is played
 */
export function installResults({ board, store, around, ordered, play }) {
  const setting = kept("ironclad-results", "local");
  const told = kept(`ironclad-told/${store.reader}`, "local");
  const shows = () => setting.get() !== "off";
  const arrows = createArrows(board);
  const stage = createStage(board);
  const name = (/** @type {string} */ place) => board.chart.fullName(place);
  const text = (/** @type {Happening} */ each) => lineOf(each.entries, name);
  const playback = createPlayback({ store, board, arrows, text, said: play });
  const steps = createSteps({ store, arrows, busy: () => playback.playing() || stage.current()?.look === "digest" });
  if (manifest().board.kind === "plane") createFilm({ board, store, failed: () => undefined });
  let first = true; // look at the game on this page
  let busy = Promise.resolve();

  const atHead = () => {
    const { where, game } = store.state;
    return Boolean(game.timeline) && where.timeline === game.timeline && where.at === where.head;
  };

  /** The last event that was told of on the line that is shown; null if none was. */
  function toldUpTo() {
    const [line, version] = told.get().split(" ");
    return line === store.state.where.timeline ? Number(version) : null;
  }

  /** Look once at what is new at the head. */
  async function look() {
    if (!atHead() || playback.playing()) return;
    const { timeline, at } = store.state.where;
    const upTo = toldUpTo();
    const away = first;
    first = false;
    if (upTo === at) return;
    if (upTo === null && ordered() === null) return void told.set(`${timeline} ${at}`);
    const found = happenings(await entriesOf(store, Math.max(1, (upTo ?? ordered() ?? at) + 1, at - MOST), at, false));
    if (!atHead() || store.state.where.at !== at) return;
    const open = found.at(-1)?.kind === "result" && !isResult(found[found.length - 1].entries) ? found.pop() : null;
    const news = await owedNews(away);
    if (store.state.where.at !== at) return;
    told.set(`${timeline} ${open ? open.first - 1 : at}`);
    if (!shows()) return;
    if (news) showDigest(news, `${timeline} ${at}`);
    else if (!away) stage.add(...found.filter((each) => each.kind === "result").map(card));
  }

  /**
   * What others did since this reader's last order, where that is worth a screen now: the reader is asked again after a
   * part of the play, or comes back.
   * @param {boolean} away
   */
  async function owedNews(away) {
    const { due, held, where } = store.state;
    const mine = (/** @type {string} */ side) => held.includes(side);
    if (!held.length || held.length === manifest().sides.length) return null;
    if (!due.some((/** @type {any} */ each) => mine(each.seat)) && !store.state.game.outcome) return null;
    const since = ordered();
    if (since === null || since >= where.at) return null;
    const found = happenings(await entriesOf(store, Math.max(since + 1, where.at - MOST), where.at, false));
    const theirs = found.filter((each) => each.side && !mine(each.side) && each.kind !== "other");
    const acted = theirs.filter((each) => each.kind === "march" || each.kind === "result");
    const turned = found.some((each) => each.kind === "announced");
    if (!acted.length && !(turned && theirs.length)) return null;
    return turned || away || acted.length >= MARCHES ? found : null;
  }

  /** @param {Happening} each @returns {import("./stage.js").Sheet} */
  const card = (each) => ({
    key: `result ${each.first}`,
    title: text(each),
    look: "result",
    body: () => [el("ol", { class: "chronicle" }, item(each.entries, around, { open: true }))],
    acts: [choice()],
    shown: () => {
      arrows.show(onMap([each], text));
      board.say(`Result: ${text(each)}. R reads it.`);
      if (each.place && board.placeAt(each.place)) board.reveal(each.place);
    },
    left: () => arrows.clear(),
  });

  /** @param {Happening[]} of @param {string} key */
  function showDigest(of, key) {
    const marked = () => arrows.show(onMap(of, text));
    let back = () => {};
    const player = el("button", { type: "button", class: "plays" }, "Play it");
    const now = (/** @type {Happening | null} */ each) => {
      player.textContent = each ? "Stop" : "Play it";
      const lines = /** @type {HTMLElement[]} */ ([...board.root.querySelectorAll(".stage li[data-first]")]);
      for (const line of lines) {
        const here = line.dataset.first === String(each?.first);
        line.classList.toggle("playing", here);
        if (here) line.scrollIntoView({ block: "nearest" });
      }
      if (!each) marked();
    };
    player.addEventListener("click", () => {
      if (playback.playing()) return void playback.stop().then(() => now(null));
      player.textContent = "Stop";
      void playback.play(of, now);
    });
    stage.instead({
      key: `digest ${key}`,
      title: titleOf(of),
      look: "digest",
      body: () => digest(of, around, point),
      acts: [player, choice()],
      shown: () => {
        marked();
        back = board.bringAll(placesOn(onMap(of, text)));
        board.say(`${titleOf(of)}: ${of.filter((each) => each.kind !== "other").map(text).join(". ")}`);
      },
      left: () => {
        void playback.stop();
        arrows.clear();
        back();
      },
    });
  }

  /** @param {Happening} each */
  function point(each) {
    if (!each.place || !board.placeAt(each.place)) return;
    board.focus(each.place);
    arrows.light(each.place);
  }

  /** @param {Happening[]} of */
  function titleOf(of) {
    const others = [...new Set(of.map((each) => each.side))].filter((side) => side && !store.state.held.includes(side));
    return others.length === 1 ? `What the other side did (${sideName(others[0])})` : "What happened";
  }

  /** Whether cards come by themselves: kept in this browser. */
  function choice() {
    const box = el("input", { type: "checkbox", checked: shows() });
    box.addEventListener("change", () => void setting.set(box.checked ? "" : "off"));
    return el("label", { class: "choice" }, box, " Show this by itself");
  }

  /** Show what happened since this reader's last order, and before it in the other side's part of the turn. */
  async function again() {
    await playback.stop();
    if (store.state.where.at !== store.state.where.head) await store.load(null, store.state.game.timeline);
    const { at } = store.state.where;
    const found = happenings(await entriesOf(store, Math.max(1, at - MOST), at, false));
    const part = lastPart(found, store.state.held);
    const since = ordered();
    showDigest(since === null ? part : found.filter((each) => each.last > since || part.includes(each)), `again ${at}`);
    stage.read();
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "r" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog[open]")) return;
    event.preventDefault();
    if (!stage.read()) void again();
  });
  const opener = el(
    "button",
    { type: "button", class: "again", title: "What happened since your last order (r)", on: { click: () => void again() } },
    "What happened",
  );
  board.root.querySelector(".controls")?.insertBefore(opener, board.root.querySelector(".controls > .more"));

  const soon = () => void (busy = busy.then(look).catch(() => undefined)); // the next event asks again
  store.subscribe((_, what) => {
    if (what === "position" || what === "game") soon();
    if (what === "position") steps.show();
  });
  soon();
  steps.show();
  return { again, stage, arrows, playback, next: steps.next };
}

/**
 * The last part of the play in which others acted: from where it was announced to the end. Without such announcements, the
 * last few happenings.
 * @param {Happening[]} of @param {string[]} held the seats of the reader
 */
function lastPart(of, held) {
  const mine = (/** @type {Happening} */ each) => held.includes(each.side);
  const theirs = of.findLastIndex((each) => each.side && !mine(each));
  const announced = (/** @type {Happening} */ each) => each.kind === "announced" && each.side !== "";
  const before = of.slice(0, theirs + 1).findLastIndex((each) => announced(each) && mine(each));
  return before < 0 ? of.slice(-FEW) : of.slice(before + 1);
}
