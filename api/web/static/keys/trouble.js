// @ts-check
/** What keeps a seat's request waiting, from the errors of its client. */

import { Problem } from "../shell/api.js";
import { Fault, PlayerError, Refusal } from "./errors.js";
import { ended, isOut } from "../play/acting.js";
import { words } from "../shell/dom.js";

/**
 * @typedef {object} Trouble what keeps a seat's request, in words for its player
 * @property {"lost" | "ended" | "waits" | "wrong"} kind an answer that is missing; a session that has ended; a wait
 *   for others; what will not mend by itself
 * @property {string} text
 */

export const WAITS = "Waiting for the log’s checkpoint: the first dice link goes out once it is signed.";
export const OUT = "You are not signed in any more: sign in in another tab to play on.";
export const GIVEN_UP =
  "The order was given up. It may have been carried out nevertheless: the game shows it then.";

/** @param {unknown} wrong of the code "behind" or "unproved" */
export const unproved = (wrong) =>
  `${textOf(wrong)} Nothing is sent before it proves that it continues the same log; this page looks again by itself.`;

/** @param {string} seat */
export const notHere = (seat) =>
  `${words(seat)} signs with a key that is not in this browser, so nothing can be ordered for it here.`;

/** Whether a player's program cannot do it for a reason. @param {unknown} wrong @param {string} code */
export const isCoded = (wrong, code) => wrong instanceof PlayerError && wrong.code === code;

/** Whether the session has ended. @param {unknown} wrong */
export const isEnded = (wrong) => wrong instanceof Fault && isOut(wrong.status, wrong.message);

/** @param {unknown} wrong */
export const textOf = (wrong) => (wrong instanceof Error ? wrong.message : String(wrong));

/** What keeps a request from being answered, if it may yet be. @param {string} seat @param {unknown} wrong @returns {Trouble | null} */
export function troubleOf(seat, wrong) {
  if (isEnded(wrong)) return { kind: "ended", text: ended(seat) };
  if (isCoded(wrong, "not-yet")) return { kind: "waits", text: WAITS };
  if (isCoded(wrong, "behind") || isCoded(wrong, "unproved")) return { kind: "waits", text: unproved(wrong) };
  if (isCoded(wrong, "pending"))
    return {
      kind: "lost",
      text: `Another order of ${words(seat)} was given in this browser, perhaps in another tab, and has no answer yet. Yours is given after it, by itself: wait, or look at the other tab. “Give up” drops the earlier order and gives yours now.`,
    };
  if (!(wrong instanceof Fault) || !wrong.lost) return null;
  const why = wrong.status ? ` (${wrong.message.replace(/\.$/, "")})` : "";
  return {
    kind: "lost",
    text: `No answer came to ${words(seat)}’s order${why}. It is sent again by itself, and counts once.`,
  };
}

/** What went wrong as the table's other calls tell it. @param {unknown} wrong @returns {unknown} */
export function asProblem(wrong) {
  if (wrong instanceof Refusal) {
    const ready =
      wrong.rule === "dice/ready"
        ? " The other seat’s browser shows its first link by itself, once its player’s table is open."
        : "";
    const reason = wrong.reason + ready;
    return new Problem(wrong.status, { ...wrong.problem, reason, detail: reason });
  }
  if (wrong instanceof Fault) return new Problem(wrong.status, { ...wrong.problem, detail: wrong.message });
  if (wrong instanceof PlayerError) return new Problem(0, { detail: wrong.message });
  return wrong;
}
