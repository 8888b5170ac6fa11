// @ts-check
/** A set-up, which the rules leave free (3.1.2): a place for each leader, and as many cities as an offered one names. */

import { el } from "../../shell/dom.js";

/**
 * @param {any} due @param {{command: Record<string, any>} | undefined} offer
 * @param {{name: (place: string) => string, give: (command: Record<string, any>) => void}} how
 */
export function form(due, offer, { name, give }) {
  const { leaders, asp } = due.about;
  const places = (/** @type {string[]} */ ids) => ids.map((id) => el("option", { value: id }, name(id)));
  const cities = Array.from({ length: offer?.command.asp?.length ?? 0 }, (_, index) => {
    const field = el("select", { "aria-label": `City of strength point ${index + 1}` }, ...places(asp));
    field.selectedIndex = Math.min(index, asp.length - 1);
    return field;
  });
  const fields = Object.entries(leaders).map(
    ([letter, ids]) => /** @type {const} */ ([letter, el("select", {}, ...places(ids))]),
  );
  const made = el(
    "form",
    { class: "set-up" },
    ...cities.map((field, index) => el("label", {}, `ASP ${index + 1} in `, field)),
    ...fields.map(([letter, field]) => el("label", {}, `Leader ${letter} in `, field)),
    el("button", { class: "answer" }, "Set up so"),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    give({
      type: "set_up",
      leaders: Object.fromEntries(fields.map(([letter, field]) => [letter, field.value])),
      asp: cities.map((field) => field.value),
    });
  });
  return made;
}
