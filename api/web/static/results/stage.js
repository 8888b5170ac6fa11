// @ts-check
/** The card over the map: one thing at a time, until it is dismissed. It takes no keyboard from what one does. */

import { el } from "../shell/dom.js";
import { oneStop } from "../shell/one_stop.js";

const WIDE = 0.7; // of the board: what is beside a card that is so wide is not worth looking at
const MOST = 5; // sheets that wait: the latest; the chronicle has the others

/**
 * @typedef {{key: string, title: string, body: () => Node[], acts?: HTMLElement[], wide?: boolean, look?: string,
 *   shown?: () => void, left?: () => void}} Sheet
 * @typedef {ReturnType<typeof createStage>} Stage
 */

/** @param {import("../board/board.js").Board} board */
export function createStage(board) {
  const root = el("section", { class: "stage", tabIndex: -1, hidden: true });
  board.root.append(root);
  oneStop(root);
  /** @type {Sheet[]} */
  let waiting = [];
  /** @type {Sheet | null} */
  let current = null;
  /** @type {Element | null} */
  let before = null;

  function draw() {
    root.hidden = !current;
    if (!current) {
      board.cover({ left: 0, bottom: 0 });
      return root.replaceChildren();
    }
    const more = waiting.length;
    const dismiss = el(
      "button",
      { type: "button", class: "dismiss", title: "Escape", on: { click: next } },
      more ? `Next (${more} more)` : "Dismiss",
    );
    const title = el("h2", { tabIndex: -1 }, current.title);
    root.className = `stage ${current.look ?? ""}`;
    root.setAttribute("role", "dialog");
    root.setAttribute("aria-label", current.title);
    const body = el("div", { class: "body", tabIndex: 0, role: "region", "aria-label": "What it says" });
    body.append(...current.body());
    root.replaceChildren(el("header", {}, title, dismiss), body);
    if (current.acts?.length) root.append(el("footer", {}, ...current.acts));
    board.cover(covers());
  }

  /** The pixels of the board at its left or lower edge that the card lies on. */
  function covers() {
    const [own, whole] = [root.getBoundingClientRect(), board.root.getBoundingClientRect()];
    const wide = own.width > whole.width * WIDE;
    return wide ? { left: 0, bottom: whole.bottom - own.top } : { left: own.right - whole.left, bottom: 0 };
  }

  /** Dismiss what is shown; the next one that waits comes. */
  function next() {
    const inside = root.contains(document.activeElement);
    current?.left?.();
    current = waiting.shift() ?? null;
    draw();
    current?.shown?.();
    if (!inside) return;
    if (current) /** @type {HTMLElement | null} */ (root.querySelector(".dismiss"))?.focus();
    else (before instanceof HTMLElement && before.isConnected ? before : board.frame).focus({ preventScroll: true });
  }

  /** Have the keyboard on the card. */
  function read() {
    if (!current) return false;
    if (!root.contains(document.activeElement)) before = document.activeElement;
    root.querySelector("h2")?.focus();
    return true;
  }

  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    next();
  });

  return {
    /** Show sheets one after the other; the first at once, unless another one is shown. @param {...Sheet} sheets */
    add(...sheets) {
      const known = new Set([current, ...waiting].map((each) => each?.key));
      waiting.push(...sheets.filter((each) => !known.has(each.key)));
      waiting = waiting.slice(-MOST);
      if (current) draw();
      else next();
    },
    /** Show this one instead of all others. @param {Sheet} sheet */
    instead(sheet) {
      current?.left?.();
      waiting = [];
      current = sheet;
      draw();
      sheet.shown?.();
    },
    /** Take all away. */
    clear() {
      waiting = [];
      if (current) next();
    },
    draw,
    read,
    current: () => current,
  };
}
