// @ts-check
/** Taking back what one ordered last, while that is free: a quiet button beside what is due, and the key `u`. */

import { linked } from "../shell/clauses.js";
import { el, words } from "../shell/dom.js";

const KEY = "u";
const SHOWN = 6; // sentences of the chronicle beside the button; the last ones of more

/**
 * @typedef {{seat: string, to: number, timeline: string, version: number}} Back
 *   what may be taken back: by which seat, to which version, of which timeline at which version
 * @typedef {{store: import("../shell/store.js").Store, acting: Pick<import("./acting.js").Acting, "post">,
 *   turn: Pick<import("./turn.js").Turn, "owed" | "atHead" | "busy">, failed: (error: unknown) => void,
 *   say: (text: string) => void, changed: () => void}} Around
 */

/**
 * What this browser may take back at the event that is shown; null if nothing is free.
 * @param {Pick<Around, "store" | "turn">} around
 * @returns {Back | null}
 */
export function mayTakeBack({ store, turn }) {
  const { game, where, held } = store.state;
  if (where.at !== where.head) return null;
  if (where.timeline === game.timeline) {
    const may = game.may_take_back;
    if (!may || !turn.atHead() || !held.includes(may.seat)) return null;
    return { ...may, timeline: game.timeline, version: game.version };
  }
  const owed = turn.owed(); // on a trial line of one's own one gives every seat's commands
  if (!owed?.mayTakeBack || owed.version !== where.head) return null;
  return { ...owed.mayTakeBack, timeline: where.timeline, version: owed.version };
}

/** @param {Around} around */
export function createTakingBack(around) {
  const { store, acting, turn, failed, say, changed } = around;
  /** @type {{key: string, said: string[]} | null} */
  let known = null;
  let busy = false;
  let news = "";

  /** What the chronicle says of it, or what was ordered where it is silent. @param {Back} back */
  async function learn({ to, timeline, version }) {
    const key = `${timeline} ${to} ${version}`;
    if (known?.key === key) return;
    known = { key, said: [] };
    const news = { timeline, at: version, from: to + 1 };
    const { items } = await store.api.once(`${store.path}/views/chronicle`, news);
    let said = items
      .filter((/** @type {any} */ each) => !each.taken_back && each.type !== "taken_back")
      .map((/** @type {any} */ each) => each.text ?? words(each.type));
    if (!said.length) {
      const events = await store.api.once(`${store.path}/events`, { timeline, from: to + 1, limit: 1 });
      said = [words(events.items[0]?.data.command?.type ?? "what was ordered last")];
    }
    if (known?.key !== key) return;
    known.said = said.slice(-SHOWN);
    changed();
  }

  /** Take it back: once, however often one asks; true if it was. */
  async function take() {
    const back = mayTakeBack(around);
    if (!back || busy || turn.busy()) return false; // an order that is under way may be the one to take back
    busy = true;
    changed();
    try {
      const { seat, to, timeline, version } = back;
      await acting.post("/take-backs", { seat, to, timeline, expected_version: version });
      news = `Taken back: ${known?.said.join("; ") || "what was ordered last"}.`;
      say(news);
      await store.refresh();
      await store.load(null, timeline);
      return true;
    } catch (error) {
      failed(error);
      await store.refresh(); // the other seat may have answered meanwhile
      return false;
    } finally {
      busy = false;
      changed();
    }
  }

  /** The part of the panel. @returns {(Node | null)[]} */
  function section() {
    const { game, held, where } = store.state;
    const back = mayTakeBack(around);
    if (back) {
      learn(back).catch(() => undefined); // the button does without
      const button = el(
        "button",
        { type: "button", class: "quiet", disabled: busy || turn.busy(), "aria-keyshortcuts": KEY },
        "Take back",
      );
      button.addEventListener("click", (event) => event.detail < 2 && void take());
      const said = known?.key === `${back.timeline} ${back.to} ${back.version}` ? known.said : [];
      const what = said.length ? said.flatMap((each, at) => [at ? "; " : "", ...linked(each)]) : ["…"];
      return [
        el(
          "section",
          { class: "take-back", "aria-label": "Take back" },
          el("p", {}, button, " ", el("kbd", {}, KEY), " ", el("span", { class: "meta" }, ...what)),
        ),
      ];
    }
    if (
      !held.length ||
      game.outcome ||
      where.timeline !== game.timeline ||
      where.at !== where.head ||
      where.head < 2
    )
      return [];
    const why =
      document.body.dataset.hides === "yes"
        ? "In a game that hides something no order is taken back."
        : "Nothing can be taken back now: the last order revealed something, or was answered.";
    return [
      el(
        "p",
        { class: "meta take-back" },
        `${why} To go back all the same, propose to the other seat to rewind.`,
      ),
    ];
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.key !== KEY || event.repeat || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest("input:not([type=range]), select, textarea, dialog[open]")) return;
    if (!mayTakeBack(around)) return say("There is nothing that could be taken back.");
    event.preventDefault();
    void take();
  }
  document.addEventListener("keydown", key);

  return {
    section,
    take,
    /** What was just taken back, said once more: before what is due again. */
    news() {
      const text = news;
      news = "";
      return text;
    },
  };
}
