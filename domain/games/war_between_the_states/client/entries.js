// @ts-check
/** What the forms of this game have in common: a form that gives a command, and the other orders beside it. */

import { orderForm as filledForm } from "../../answers/order_form.js";
import { el, words } from "../../shell/dom.js";

/**
 * @typedef {{give: (command: Record<string, any>) => unknown, advised?: Record<string, any> | null, offers?: any[]}} How
 */

/** @type {Map<string, {asked: string, draft: any}>} */
const kept = new Map();

/**
 * What a player has filled in, for as long as the same decision is due.
 * @template T
 * @param {any} due @param {() => T} begin
 * @returns {T}
 */
export function draftOf(due, begin) {
  const asked = `${due.id} ${JSON.stringify(due.form)}`;
  const known = kept.get(due.kind);
  if (known?.asked === asked) return known.draft;
  const draft = begin();
  kept.set(due.kind, { asked, draft });
  return draft;
}

/** A form that gives a command. @param {Omit<import("../../answers/order_form.js").OrderForm, "kind" | "type">} of */
export const orderForm = (of) => filledForm({ ...of, kind: "wbts-order", type: of.answer().type });

/** @param {any} offer @param {How} how */
const asButton = (offer, how) =>
  el(
    "button",
    { type: "button", class: "answer", "data-type": offer.type, on: { click: () => void how.give(offer.command) } },
    `${words(offer.type)}${offer.text ? `: ${offer.text}` : ""}`,
  );

/**
 * The orders that the form does not give: those that end the decision as buttons, the others behind a fold.
 * @param {string} command the type that the form gives @param {How} how
 * @returns {(Node | null)[]}
 */
export function others(command, how) {
  const rest = (how.offers ?? []).filter((offer) => offer.type !== command);
  const ends = rest.filter((offer) => offer.type.startsWith("end_"));
  const more = rest.filter((offer) => !ends.includes(offer));
  return [
    ...ends.map((offer) => asButton(offer, how)),
    more.length
      ? el(
          "details",
          { "data-keep": `others ${command}` },
          el("summary", {}, `Other orders (${more.length})`),
          el("div", { class: "offers" }, ...more.map((offer) => asButton(offer, how))),
        )
      : null,
  ];
}

/** A button that fills in what the computer player would answer; null where it answers otherwise. @param {string} command @param {How} how @param {() => void} fill */
export const advisedButton = (command, how, fill) =>
  how.advised?.type === command
    ? el("button", { type: "button", class: "quiet", on: { click: fill } }, "Fill in the advised answer")
    : null;
