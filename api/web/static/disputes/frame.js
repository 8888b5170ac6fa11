// @ts-check
/** What each page of disputes has: the game as it grows, who reads it, and how it asks. */

import { createActing } from "../play/acting.js";
import { createApi } from "../shell/api.js";
import { el, words } from "../shell/dom.js";
import { follow } from "../shell/live.js";
import { createStore } from "../shell/store.js";
import { reasonOf } from "./forms.js";

const SOON = 60; // milliseconds in which what belongs together comes

/**
 * @typedef {{root: HTMLElement, store: import("../shell/store.js").Store, acting: import("../play/acting.js").Acting,
 *   me: Me, game: string, path: string, timed: boolean, said: (text: string) => void}} Frame
 * @typedef {{seat: string, held: string[], official: string, director: boolean}} Me
 *   `seat` as which one reads and asks, "" for none
 */

/**
 * Set the page: `draw` is called at once, and whenever the game has grown. A failure is shown, and the next growth tries again.
 * @param {HTMLElement} root @param {(frame: Frame) => Promise<void>} draw
 */
export async function frame(root, draw) {
  const { game = "", held = "", official = "", director, timed, ruleset = "" } = root.dataset;
  const seats = held.split(" ").filter(Boolean);
  const asked = new URLSearchParams(location.search).get("as") ?? "";
  const seat = seats.includes(asked) ? asked : (seats[0] ?? "");
  const api = createApi({ seat: seat || null });
  const where = { timeline: "main", at: 1, head: 1, follows: false };
  const store = createStore({ api, game, where, held: seat ? [seat] : [], names: [] });
  store.state.game.ruleset = ruleset;
  const acting = createActing(store);
  const status = el("p", { class: "said", role: "status", tabIndex: -1 });
  const trouble = el("div", { class: "trouble", role: "alert" });
  const place = el("div", { class: "disputes" });
  root.replaceChildren(...seatChoice(seats, seat), status, trouble, place);
  root.hidden = false;
  /** @type {Frame} */
  const made = {
    root: place,
    store,
    acting,
    me: { seat, held: seats, official, director: director === "yes" },
    game,
    path: `/games/${encodeURIComponent(game)}`,
    timed: timed === "yes",
    said(text) {
      status.textContent = text;
      status.focus(); // which scrolls to it: a form may be far below
    },
  };

  acting.subscribe(() => trouble.replaceChildren(...acting.kept().map(waits)));
  let soon = 0;
  let busy = Promise.resolve();
  const look = () => {
    soon ||= setTimeout(() => {
      soon = 0;
      busy = busy.then(() => draw(made)).then(
        () => void trouble.querySelector(".failed")?.remove(),
        (error) => trouble.replaceChildren(el("p", { class: "failed" }, reasonOf(error))),
      );
    }, SOON);
  };
  store.subscribe((_, what) => {
    if (what === "game") look();
    if (what === "error") trouble.replaceChildren(el("p", { class: "failed" }, store.state.error?.message ?? ""));
  });
  await store.refresh();
  follow(store, () => undefined);
  return made;
}

/** What keeps a request, with what one may do about it. @param {import("../play/acting.js").Kept} kept */
function waits({ text, again, giveUp }) {
  const act = (/** @type {string} */ name, /** @type {(() => void) | null} */ call) =>
    call ? el("button", { type: "button", on: { click: call } }, name) : null;
  return el("div", { class: "kept" }, el("p", {}, text), act("Send again", again), " ", act("Give up", giveUp));
}

/** Who holds several seats in one browser says as which it asks. @param {string[]} seats @param {string} seat */
function seatChoice(seats, seat) {
  if (seats.length < 2) return [];
  const input = el("select", {}, ...seats.map((each) => el("option", { value: each, selected: each === seat }, words(each))));
  input.addEventListener("change", () => location.assign(`${location.pathname}?as=${encodeURIComponent(input.value)}`));
  return [el("label", { class: "field" }, "You act as", input)];
}

/** The id of a part, for links to it. @param {string} name */
export const idOf = (name) => name.replaceAll(" ", "-");

/**
 * Parts of a page, each drawn again only where it would not be the same: what is typed in the others stays.
 * @param {HTMLElement} root
 */
export function parts(root) {
  /** @type {Map<string, {key: string, place: HTMLElement}>} */
  const known = new Map();
  /** @type {string[]} */
  let order = [];
  return {
    begin: () => void (order = []),
    /**
     * @param {string} name @param {string} title @param {unknown} shows what it depends on
     * @param {() => (Node | string | null)[]} make nothing: the part is left out
     */
    part(name, title, shows, make) {
      const key = JSON.stringify(shows);
      let part = known.get(name);
      if (part?.key !== key) {
        const made = make().filter((each) => each !== null);
        const focused = part?.place.contains(document.activeElement);
        const place = part?.place ?? el("section", { class: `panel ${name}`, id: idOf(name), "aria-label": title, tabIndex: -1 });
        place.replaceChildren(...(made.length && title ? [el("h2", {}, title)] : []), ...made);
        place.hidden = !made.length;
        if (focused && !place.hidden) place.focus({ preventScroll: true });
        part = { key, place };
        known.set(name, part);
      }
      order.push(name);
    },
    /** Put the parts into their order. */
    end() {
      const places = order.map((name) => /** @type {HTMLElement} */ (known.get(name)?.place));
      if (places.length !== root.children.length || places.some((each, at) => each !== root.children[at]))
        root.replaceChildren(...places);
    },
  };
}
