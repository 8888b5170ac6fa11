// @ts-check
/** "This is wrong" beside an event, a refusal or a flag: what it opens is fetched when it is asked for. */

import { el } from "../shell/dom.js";

/**
 * @typedef {{timeline: string, version: number, request: Record<string, any>, decision: string | null}} Refused
 * @typedef {{event?: {timeline: string, version: number}, rule?: string, text?: string, refused?: Refused,
 *   flag?: string}} Subject
 *   what is wrong: just one of an event, a refused request, a seat's flag; its clause and what was said of it
 */

/** @param {Subject} subject @param {(subject: Subject) => void} open @param {boolean} [small] with a sign in place of words */
export function wrongButton(subject, open, small = false) {
  const what = subject.event ? `: event ${subject.event.version}` : subject.flag ? ": the flag" : "";
  return el(
    "button",
    {
      type: "button",
      class: "clause wrong",
      title: `This is wrong${what}`,
      "aria-label": `This is wrong${what}`,
      "aria-haspopup": "dialog",
      on: { click: () => open(subject) },
    },
    small ? "⚑" : "This is wrong",
  );
}
