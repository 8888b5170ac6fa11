// @ts-check
/** A decision as a clear question: its answers as buttons, or as a list to pick from where they are many. */

import { countOf, el, words } from "../shell/dom.js";
import { verbOf } from "../shell/manifest.js";
import { means } from "./foresight.js";
import { byType } from "./offers.js";

export const FEW = 8; // answers of a type that are shown at once, each a button
let made = 0; // buttons so far, for their ids

/**
 * @typedef {import("./offers.js").Offer} Offer
 * @typedef {{give: (offer: Offer) => void, point: (offer: Offer | null) => void,
 *   means: (offer: Offer) => import("./foresight.js").Meaning | null, advised?: (offer: Offer) => boolean}} Choice
 *   `give` is ordered; `point` shows on the board what an offer is about (null: nothing); `means` is what it would
 *   bring about, as far as that is known yet; `advised` is what the computer player would answer
 */

/** Offers as buttons, by type. @param {Offer[]} offers @param {Choice} choice @param {boolean} [open] */
export function answers(offers, choice, open = true) {
  const types = byType(offers);
  return [...types].map(([type, of]) => {
    const only = () => el("div", { class: "only" }, ...button(of[0], choice, whole(of[0])));
    if (of.length === 1 && open) return only();
    const heading = `${verbOf(type)} (${countOf(of.length, "way")})`;
    if (of.length > FEW) return folded(heading, open && types.size === 1, () => picker(of, choice));
    const list = () => of.map((each) => el("li", {}, ...button(each, choice, each.text)));
    if (open && types.size === 1) return el("ul", { class: "answers" }, ...list());
    return folded(heading, open, () =>
      of.length === 1 ? only() : el("ul", { class: "answers" }, ...list()),
    );
  });
}

/** A folded part that is made when it is opened: there may be hundreds of orders in it. @param {string} heading @param {boolean} open @param {() => Node} make */
function folded(heading, open, make) {
  const box = el("details", { open }, el("summary", {}, heading));
  const fill = () => {
    if (box.open && box.childElementCount === 1) box.append(make());
  };
  box.addEventListener("toggle", fill);
  fill();
  return box;
}

/** A button that orders, and below it what that means. @param {Offer} offer @param {Choice} choice @param {string} text */
function button(offer, choice, text) {
  const id = `means-${(made += 1)}`;
  const meaning = means(choice.means(offer), id);
  if (meaning) meaning.hidden = true; // it describes the button all the same
  const order = el(
    "button",
    {
      type: "button",
      class: "answer",
      "data-type": offer.type,
      "aria-describedby": meaning ? id : undefined,
    },
    text,
    choice.advised?.(offer) ? el("small", { class: "advised" }, " suggested") : null,
  );
  order.addEventListener("click", (event) => event.detail < 2 && choice.give(offer)); // a double click is one
  for (const event of ["pointerenter", "focus"]) order.addEventListener(event, () => choice.point(offer));
  for (const event of ["pointerleave", "blur"]) order.addEventListener(event, () => choice.point(null));
  if (!meaning) return [order];
  const unfold = () => follows(order, text, means(choice.means(offer)));
  for (const event of ["pointerenter", "focus"]) order.addEventListener(event, unfold);
  const more = el("button", { type: "button", class: "quiet what", "aria-label": `What follows from: ${text}` }, "?");
  more.addEventListener("click", unfold);
  return [order, more, meaning];
}

/** Where what an answer means is shown: of the one that the pointer or the keyboard is on. */
export const followsBox = () => el("section", { class: "follows", "aria-label": "What follows" });

/** Show there what an answer means. @param {Element} order @param {string} text @param {Node | null} meaning */
function follows(order, text, meaning) {
  const box = order.closest('[role="tabpanel"]')?.querySelector(".follows");
  if (box && meaning) box.replaceChildren(el("b", {}, text), meaning);
}

/** An offer that is alone of its type: the type and what it says. @param {Offer} offer */
export function whole(offer) {
  const type = verbOf(offer.type);
  if (offer.text.toLowerCase().startsWith(type.toLowerCase().split(" ")[0])) return words(offer.text);
  return offer.text.toLowerCase() === type.toLowerCase() ? type : `${type}: ${offer.text}`;
}

/** Many offers: a filter over a list, and one button. @param {Offer[]} offers @param {Choice} choice */
function picker(offers, choice) {
  const list = el("select", { size: 8, "aria-label": verbOf(offers[0].type) });
  const filter = el("input", {
    type: "search",
    placeholder: "Filter",
    "aria-label": `Filter ${verbOf(offers[0].type)}`,
  });
  const go = el("button", { type: "button", class: "answer" }, "Order this");
  const fill = () => {
    const wanted = filter.value.trim().toLowerCase();
    list.replaceChildren(
      ...offers.flatMap((offer, index) =>
        offer.text.toLowerCase().includes(wanted) ? [el("option", { value: String(index) }, offer.text)] : [],
      ),
    );
    go.disabled = true;
  };
  filter.addEventListener("input", fill);
  const chosen = () => (list.value === "" ? undefined : offers[Number(list.value)]);
  const meaning = el("div", {});
  list.addEventListener("change", () => {
    const offer = chosen();
    choice.point(offer ?? null);
    go.disabled = !offer;
    meaning.replaceChildren(...[offer ? means(choice.means(offer)) : null].filter((each) => each !== null));
  });
  const give = (/** @type {MouseEvent} */ event) => {
    const offer = chosen();
    if (offer && (event.type === "dblclick" || event.detail < 2)) choice.give(offer);
  };
  list.addEventListener("dblclick", give);
  go.addEventListener("click", give);
  fill();
  return el("div", { class: "picker" }, filter, list, meaning, go);
}
