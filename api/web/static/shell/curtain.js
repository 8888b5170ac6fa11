// @ts-check
/**
 * The curtain between the views of seats that share a browser, in a game that hides something. The page comes with
 * it, and asks for nothing of the game until a player says which seat is at the screen. When the next seat has to
 * decide, the page is loaded again: nothing of the former seat's view is left in it.
 */

import { el } from "./dom.js";
import { sideName } from "./manifest.js";

const OTHERS = "body > :not(.curtain, script)";

/** The seats that share this browser, and the one at the screen. @typedef {{seat: string, others: string[]}} Screen */

/**
 * The seat whose player says so at the curtain; null at once where the page has none.
 * @param {string[]} held the seats of this browser
 * @returns {Promise<Screen | null>}
 */
export async function raised(held) {
  const curtain = /** @type {HTMLElement | null} */ (document.querySelector(".curtain"));
  if (!curtain) return null;
  const buttons = /** @type {HTMLButtonElement[]} */ ([...curtain.querySelectorAll("button[data-seat]")]);
  const chosen = new Promise((resolve) => {
    for (const button of buttons) {
      button.addEventListener("click", () => resolve(button.dataset.seat ?? ""));
      button.disabled = false;
    }
  });
  buttons[0]?.focus();
  const seat = await chosen;
  curtain.remove();
  for (const each of document.querySelectorAll(OTHERS)) each.removeAttribute("inert");
  document.getElementById("board")?.focus({ preventScroll: true });
  addEventListener("pageshow", (event) => event.persisted && pass()); // come back to by the browser's history
  return { seat, others: held.filter((each) => each !== seat) };
}

/** Give the screen away: everything on the page goes, and the page comes again with its curtain. */
export function pass() {
  for (const each of document.querySelectorAll(OTHERS)) each.remove();
  document.body.append(el("div", { class: "curtain", role: "status" }, "The curtain is drawn …"));
  document.title = "Ironclad";
  history.replaceState(null, "", location.pathname);
  location.reload();
}

/**
 * Give the screen away when the seat at it has answered all that it was asked, and another one at this screen is asked.
 * @param {import("./store.js").Store} store @param {Screen} screen @param {() => boolean} busy whether a request is under way
 */
export function passesOn(store, screen, busy) {
  let owed = false;
  return () => {
    const { due, game } = store.state;
    if (busy() || game.outcome) return;
    const asked = (/** @type {string[]} */ seats) => due.some((each) => seats.includes(each.seat));
    const owes = asked([screen.seat]);
    if (owed && !owes && asked(screen.others)) pass();
    owed = owes;
  };
}

/** Who is at the screen, and a button that gives it to another. @param {Screen} screen */
export function atScreen({ seat, others }) {
  const next = others.map(sideName).join(" or ");
  return el(
    "p",
    { class: "hot-seat" },
    "At this screen: ",
    el("b", { class: `side ${seat}` }, sideName(seat)),
    " ",
    el("button", { type: "button", class: "quiet", on: { click: pass } }, `Pass the screen to ${next}`),
  );
}
