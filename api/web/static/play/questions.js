// @ts-check
/** A decision as a clear question: its answers as buttons, or as a list to pick from where they are many. */

import { countOf, el, words } from "../table/dom.js";
import { byType } from "./offers.js";

const FEW = 8; // answers of a type that stand open, each a button

/**
 * @typedef {import("./offers.js").Offer} Offer
 * @typedef {{give: (offer: Offer) => void, point: (offer: Offer | null) => void}} Choice
 *   `give` is ordered; `point` shows on the board what an offer is about (null: nothing)
 */

/** Offers as buttons, by type. @param {Offer[]} offers @param {Choice} choice @param {boolean} [open] */
export function answers(offers, choice, open = true) {
  return [...byType(offers)].map(([type, of]) => {
    if (of.length === 1) return el("p", {}, button(of[0], choice, whole(of[0])));
    const heading = `${words(type)} (${countOf(of.length, "way")})`;
    const list =
      of.length > FEW
        ? picker(of, choice)
        : el("ul", { class: "answers" }, ...of.map((each) => el("li", {}, button(each, choice, each.text))));
    return el(
      "details",
      { open: open && (of.length <= FEW || byType(offers).size === 1) },
      el("summary", {}, heading),
      list,
    );
  });
}

/** @param {Offer} offer @param {Choice} choice @param {string} text */
function button(offer, choice, text) {
  const made = el("button", { type: "button", class: "answer" }, text);
  made.addEventListener("click", (event) => event.detail < 2 && choice.give(offer)); // a double click is one
  for (const event of ["pointerenter", "focus"]) made.addEventListener(event, () => choice.point(offer));
  for (const event of ["pointerleave", "blur"]) made.addEventListener(event, () => choice.point(null));
  return made;
}

/** An offer that is alone of its type: the type and what it says. @param {Offer} offer */
export function whole(offer) {
  const type = words(offer.type);
  return offer.text.toLowerCase() === type.toLowerCase() ? type : `${type}: ${offer.text}`;
}

/** Many offers: a filter over a list, and one button. @param {Offer[]} offers @param {Choice} choice */
function picker(offers, choice) {
  const list = el("select", { size: 8, "aria-label": words(offers[0].type) });
  const filter = el("input", {
    type: "search",
    placeholder: "Filter",
    "aria-label": `Filter ${words(offers[0].type)}`,
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
  list.addEventListener("change", () => {
    choice.point(offers[Number(list.value)] ?? null);
    go.disabled = !offers[Number(list.value)];
  });
  list.addEventListener(
    "dblclick",
    () => offers[Number(list.value)] && choice.give(offers[Number(list.value)]),
  );
  go.addEventListener("click", () => offers[Number(list.value)] && choice.give(offers[Number(list.value)]));
  fill();
  return el("div", { class: "picker" }, filter, list, go);
}

/**
 * A set-up, which the rules leave free: a place for each leader, and as many cities as there are points to place.
 * @param {any} due @param {number} points @param {(place: string) => string} name
 * @param {(command: Record<string, any>) => void} give
 */
export function setUp(due, points, name, give) {
  const { leaders, asp } = due.about;
  const places = (/** @type {string[]} */ ids) => ids.map((id) => el("option", { value: id }, name(id)));
  const cities = Array.from({ length: asp.length ? points : 0 }, (_, index) => {
    const field = el("select", { "aria-label": `City of strength point ${index + 1}` }, ...places(asp));
    field.selectedIndex = Math.min(index, asp.length - 1);
    return field;
  });
  const fields = Object.entries(leaders).map(
    ([letter, ids]) => /** @type {const} */ ([letter, el("select", {}, ...places(ids))]),
  );
  const form = el(
    "form",
    { class: "set-up" },
    ...cities.map((field, index) => el("label", {}, `ASP ${index + 1} in `, field)),
    ...fields.map(([letter, field]) => el("label", {}, `Leader ${letter} in `, field)),
    el("button", { class: "answer" }, "Set up so"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    give({
      type: "set_up",
      leaders: Object.fromEntries(fields.map(([letter, field]) => [letter, field.value])),
      asp: cities.map((field) => field.value),
    });
  });
  return form;
}
