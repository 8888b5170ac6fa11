// @ts-check
/**
 * Playing: `turn.js` knows whose decision is due and gives orders, `steering.js` chooses forces and goals on the map,
 * `panel.js` shows both. Each knows no more of the others than it calls.
 */

import { STALE } from "../shell/api.js";
import { passesOn } from "../shell/curtain.js";
import { words } from "../shell/dom.js";
import { manifest } from "../shell/manifest.js";
import { wrongButton } from "../disputes/offer.js";
import { happened } from "../shell/happened.js";
import { openDecisions } from "../shell/store.js";
import { createAdvice } from "../answers/advice.js";
import { createBar } from "../answers/bar.js";
import { createCalling } from "../answers/calling.js";
import { createGiving } from "../answers/giving.js";
import { createActing } from "./acting.js";
import { createAnyTime } from "./anytime.js";
import { createDrafting } from "./drafting.js";
import { createFilling } from "./filling.js";
import { createInset } from "./inset.js";
import { createLooking } from "./looking.js";
import { createKeyboard } from "./keyboard.js";
import { createNews } from "./news.js";
import { createNotices } from "./notices.js";
import { createPanel } from "./panel.js";
import { createSteering, isMarching } from "./steering.js";
import { createStanding } from "./standing.js";
import { createTakingBack } from "./taking_back.js";
import { createTurn } from "./turn.js";

/**
 * Play on a table.
 * @param {{board: import("../board/board.js").Board, store: import("../shell/store.js").Store,
 *   tabs: ReturnType<typeof import("../shell/tabs.js").createTabs>,
 *   panels: ReturnType<typeof import("../shell/panels.js").createPanels>}} table
 */
export function createPlay({ board, store, tabs, panels }) {
  const acting = createActing(store);
  let spoken = 0; // the event that was spoken last
  const steering = createSteering({
    board,
    store,
    tabs,
    panels,
    acting,
    turn: () => turn,
    changed,
    advised: (command) => advice.is(command),
    give: (command) => void giving.give(command),
  });
  const advice = createAdvice({ store, changed });
  const filling = createFilling({ board, name: steering.name, bubble: steering.bubble, changed });
  const looking = createLooking({ board, store });
  const drafting = createDrafting({
    board,
    acting,
    turn: () => turn,
    advised: () => advice.advised()?.command ?? null,
    picked: looking.look,
    changed,
  });
  const turn = createTurn({
    store,
    acting,
    giving: ({ timeline, version }) => {
      news.orders(timeline, version);
      panel.say("");
    },
    left: () => {
      filling.close();
      drafting.close();
      steering.leave();
    },
    opened: (owed) => {
      if (isMarching(owed.due)) advice.forget();
      else advice.want(owed, ({ command }) => filling.suggest(command));
      steering.open(owed);
      const form = manifest().orders?.filled?.[owed.due.kind];
      if (form) filling.open(form, owed);
      if (manifest().orders?.drafted?.[owed.due.kind]) drafting.open(owed);
      void tell(`${back.news()} ${words(owed.seat)}: ${asked(owed.due)}`.trim());
    },
    changed: () => {
      changed();
      calling.look();
      passOn?.();
    },
    failed,
  });
  const giving = createGiving({ store, acting, turn, unmoved: steering.unmoved, changed, say: board.say });
  const calling = createCalling({ mine: () => turn.owes() !== null });
  const news = createNews({
    store,
    name: steering.name,
    changed: () => panel.draw(),
    chronicle: () => tabs.open("chronicle"),
  });
  const { screen } = store.state;
  const passOn = screen ? passesOn(store, screen, turn.busy) : null;
  const panel = createPanel({
    store, acting, failed, turn, steering, filling, drafting, news, advice, giving, calling, tabs,
  });

  const back = createTakingBack({ store, acting, turn, failed, say: board.say, changed });
  panel.add(back.section, true);
  const standing = createStanding({ store, board, acting, turn, failed, changed });
  panel.add(standing.section);
  panel.add(createAnyTime({ store, board, acting, turn, failed, changed }).section);

  /** Draw what depends on whose turn it is. */
  function changed() {
    panel.draw();
    bar.draw();
    inset.draw();
  }

  /** "This is wrong": a seat claims something. @param {import("../disputes/offer.js").Subject} subject */
  const wrong = (subject) =>
    void import("../disputes/wrong.js").then(({ openWrong }) => openWrong({ store, acting }, subject)).catch(failed);

  /** Say why something was refused, with its clause. @param {unknown} error */
  function failed(error) {
    const problem = /** @type {any} */ (error);
    const text = problem?.rule
      ? `${problem.details?.reason ?? problem.message} (${problem.rule})`
      : (problem?.message ?? String(error));
    const subject = { refused: problem?.refused, rule: problem?.rule, text };
    panel.say(text, problem?.refused ? wrongButton(subject, wrong) : null);
    changed();
    tabs.open("due");
    if (problem?.message === STALE) void store.refresh(); // what is asked now
  }

  /** What a decision asks, as the position that is shown tells it. @param {any} due */
  function asked(due) {
    const here = openDecisions(store.state.views).find((each) => each.id === due.id);
    return here?.question ?? words(due.kind);
  }

  /** Speak what has just happened, and then what is asked. @param {string} question */
  async function tell(question) {
    const { at } = store.state.where;
    if (at === spoken) return;
    spoken = at;
    const entry = await happened(store).catch(() => null);
    if (store.state.where.at === at) board.say(entry?.text ? `${entry.text}. ${question}` : question);
  }

  /** What others do is spoken too, to a player who waits. */
  function listen() {
    const due = store.state.due[0];
    if (turn.atHead() && !turn.owed() && !turn.owes() && due)
      void tell(`${words(due.seat)} has to decide: ${asked(due)}`);
  }

  const keyboard = createKeyboard({ board, turn, steering, filling, tabs, inset: () => inset.toggle() });
  const next = keyboard.next;
  const bar = createBar({ store, acting, turn, steering, filling, drafting, advice, giving, failed, back, next, tabs });
  const inset = createInset({ store, board, acting, turn, giving, advice, around: panels.around, changed, failed });
  panels.lend({
    wrong: store.state.held.length ? wrong : null,
    play: {
      movable: steering.mine,
      march: (/** @type {string} */ place) => {
        board.focus(place);
        steering.choose(place);
        tabs.open("due");
        document.getElementById("tab-due")?.focus();
      },
    },
  });
  panels.install("due", { draw: panel.drawIfChanged });
  createNotices(acting, { store, raise: () => tabs.raise(true), failed });
  const drawKeys = async (/** @type {HTMLElement} */ pane) =>
    (await import("../keys/panel_keys.js")).drawKeys(pane, {
      holding: await acting.held(),
      store,
      acting,
      failed,
    });
  panels.install("keys", { draw: drawKeys });
  acting.subscribe(() => {
    const pane = document.getElementById("pane-keys");
    if (pane && tabs.current() === "keys") void drawKeys(pane); // how far the log was verified
  });
  store.subscribe((_, what) => {
    if (what !== "game" && what !== "position") return;
    passOn?.();
    void turn.look().then(panel.drawIfChanged);
    bar.draw();
    listen();
  });
  void turn.look();
  return {
    acting,
    wrong,
    ordered: news.since,
    click: (/** @type {string} */ place, /** @type {Event} */ event) =>
      looking.click(place) || standing.click(place) || filling.click(place) || drafting.click(place) || steering.click(place, event),
    hover: (/** @type {string | null} */ place) => {
      looking.hover(place);
      steering.hover(place);
    },
    look: looking.look,
    instead: steering.instead,
    give: turn.give,
    stop: steering.stop,
    turn,
    steering,
    panel,
  };
}
