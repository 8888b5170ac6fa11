// @ts-check
/** How messages read: who, when, and the text as it is, with the events that it names to go to. */

import { el, words } from "../shell/dom.js";

const NAMED = /\bevent\s+(\d{1,7})\b/giu;

/**
 * The parts of a text: what was said, and each event that it names.
 * @param {string} text @returns {{text: string, event: number | null}[]}
 */
export function parts(text) {
  const found = [];
  let last = 0;
  for (const match of text.matchAll(NAMED)) {
    found.push({ text: text.slice(last, match.index), event: null });
    found.push({ text: match[0], event: Number(match[1]) });
    last = match.index + match[0].length;
  }
  found.push({ text: text.slice(last), event: null });
  return found.filter((part) => part.text);
}

/** When something was said: the time, and the day unless it is today's. @param {string} moment @param {Date} [now] */
export function when(moment, now = new Date()) {
  const at = new Date(moment);
  const time = at.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hour12: false });
  return at.toDateString() === now.toDateString()
    ? time
    : `${at.toLocaleDateString("en", { day: "numeric", month: "short" })}, ${time}`;
}

/**
 * @param {any} message
 * @param {{go: (at: number) => void, remove: (number: number) => void}} around
 */
export function drawMessage(message, { go, remove }) {
  const name = message.name || "somebody who was forgotten";
  const said = parts(message.text).map(({ text, event }) => {
    if (event === null) return document.createTextNode(text);
    const link = el("button", { type: "button", class: "place", title: `Go to event ${event}` }, text);
    link.addEventListener("click", () => go(event));
    return link;
  });
  const gone = el(
    "button",
    { type: "button", class: "quiet", "aria-label": `Delete: ${message.text.slice(0, 40)}` },
    "Delete",
  );
  gone.addEventListener("click", () => remove(message.number));
  return el(
    "li",
    { class: message.own ? "own" : "" },
    el(
      "p",
      { class: "by" },
      el("b", { class: `side ${message.seat ?? ""}` }, name),
      message.seat && name !== words(message.seat) ? ` ${words(message.seat)}` : null,
      message.seat ? null : " watching",
      " ",
      el("time", { dateTime: message.said_at, class: "meta" }, when(message.said_at)),
      message.own ? " " : null,
      message.own ? gone : null,
    ),
    el("p", { class: "text" }, ...said),
  );
}
