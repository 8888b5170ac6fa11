// @ts-check
/** Trial lines that their maker alone sees, until they are opened: each is a game of its own. */

import { el, grouped } from "../shell/dom.js";
import { act } from "./agreeing.js";
import { boundary } from "./lines.js";

/**
 * @typedef {{game: string, parent: string, timeline: string, at: number, name: string, open: boolean, own: boolean}} Trial
 */

const address = (/** @type {string} */ game, query = "") => `/games/${encodeURIComponent(game)}/table${query}`;

/**
 * @param {{store: import("../shell/store.js").Store, acting: import("../play/acting.js").Acting,
 *   changed: () => void, say: (text: string) => void}} given `changed` is called when there is more to show
 */
export function createOwnTrials({ store, acting, changed, say }) {
  const { state } = store;
  /** @type {{items: Trial[], trial: Trial | null}} */
  let known = { items: [], trial: null };
  let busy = false;

  async function learn() {
    const answer = await store.api.ask(`${store.path}/trials`).catch(() => null);
    if (!answer || JSON.stringify(answer) === JSON.stringify(known)) return;
    known = answer;
    changed();
  }

  /** Make one at what is shown, and go to its table. Raises Problem. */
  async function make() {
    if (busy) return;
    busy = true;
    try {
      const { timeline, at } = state.where;
      const from = await boundary(store, { timeline, at });
      const { trial } = await acting.post("/trials", { at: from, timeline });
      location.assign(address(trial.game));
    } finally {
      busy = false;
    }
  }

  async function open() {
    try {
      await acting.post("/trial/open", {});
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
    await learn();
  }

  /** What says, over the map, that the game is a trial line of another one. */
  function banner() {
    const { trial } = known;
    if (!trial) return null;
    const mine = trial.own ? "A trial line that only you see" : "A trial line";
    const said = trial.open ? "A trial line, open to all who may read its game" : mine;
    return el(
      "p",
      { class: "banner trial" },
      el("b", {}, `${said}: nothing here counts.`),
      " From ",
      el(
        "a",
        { href: address(trial.parent, `?timeline=${encodeURIComponent(trial.timeline)}&at=${trial.at}`) },
        `event ${grouped(trial.at)} of the game`,
      ),
      ". ",
      trial.own && !trial.open
        ? el("button", { type: "button", on: { click: () => void open() } }, "Open it to others")
        : "",
    );
  }

  /** May the reader make one here: with a seat at any time, without one when the game has ended. */
  const may = () => !known.trial && (state.held.length > 0 || Boolean(state.game.outcome));

  /** The button, and those that there are. @param {(call: () => Promise<unknown>) => void} attempt */
  function section(attempt) {
    if (!may() && !known.items.length) return [];
    const entry = (/** @type {Trial} */ trial) => {
      const whose = trial.own ? (trial.open ? "yours, open to others" : "yours alone") : trial.name || "a reader";
      return el(
        "li",
        {},
        el("a", { href: address(trial.game) }, `From event ${grouped(trial.at)}`),
        el("span", { class: "meta" }, ` (${whose})`),
      );
    };
    return [
      el("h3", {}, "Try alone"),
      ...(may()
        ? [
            el("p", {}, act(`Try alone from event ${grouped(state.where.at)}`, () => attempt(make), "")),
            el(
              "p",
              { class: "meta" },
              "A line at a table of its own. Nobody else knows of it, until you open it to others.",
            ),
          ]
        : []),
      known.items.length ? el("ul", { class: "own-trials" }, ...known.items.map(entry)) : "",
    ];
  }

  void learn();
  return { banner, section, learn, shows: () => known };
}
