// @ts-check
/** Forms of a dispute's pages: their fields, what is asked before it is done, and why it was refused. */

import { STALE, Problem } from "../shell/api.js";
import { el } from "../shell/dom.js";

export const TEXT = 2_000; // characters, as the service takes them
const UNITS = [
  ["minutes", 60_000],
  ["hours", 3_600_000],
  ["days", 86_400_000],
];

/**
 * @typedef {{name: string, place: HTMLElement, value: () => any, clear: () => void}} Field
 * @typedef {{id: string, title: string, says?: string, fields?: Field[], button: string, done: string, quiet?: boolean,
 *   sure?: ((values: Record<string, any>) => string) | null, send: (values: Record<string, any>) => Promise<unknown>,
 *   shows?: (answer: any) => string}} Form `shows` is said of an answer in place of `done`
 */

/**
 * @param {string} name @param {string} label @param {{needed?: boolean, lines?: number, value?: string}} [how]
 * @returns {Field}
 */
export function text(name, label, { needed = true, lines = 3, value = "" } = {}) {
  const input = el("textarea", { name, required: needed, maxLength: TEXT, rows: lines, value });
  return {
    name,
    place: el("label", { class: "field" }, label, input),
    value: () => input.value,
    clear: () => (input.value = ""),
  };
}

/** @param {string} name @param {string} label @param {{needed?: boolean, value?: string}} [how] @returns {Field} */
export function line(name, label, { needed = false, value = "" } = {}) {
  const input = el("input", { name, required: needed, maxLength: 500, autocomplete: "off", value });
  return {
    name,
    place: el("label", { class: "field" }, label, input),
    value: () => input.value.trim(),
    clear: () => (input.value = value),
  };
}

/**
 * One of a few; nothing is chosen before, unless `first` says what.
 * @param {string} name @param {string} label @param {(readonly string[])[]} of values with their words
 * @param {{first?: string, needed?: boolean}} [how]
 * @returns {Field & {input: HTMLSelectElement}}
 */
export function choice(name, label, of, { first = "", needed = true } = {}) {
  const none = el("option", { value: "" }, needed ? "Choose" : "None");
  const options = of.map(([value, said]) => el("option", { value, selected: value === first }, said));
  const input = el("select", { name, required: needed }, none, ...options);
  const clear = () => (input.value = first);
  return { name, input, place: el("label", { class: "field" }, label, input), value: () => input.value || null, clear };
}

/** @param {string} name @param {string} label @returns {Field} */
export function check(name, label) {
  const input = el("input", { type: "checkbox", name });
  const place = el("label", { class: "field check" }, input, label);
  return { name, place, value: () => input.checked, clear: () => (input.checked = false) };
}

/** Any of a few. @param {string} name @param {string} label @param {(readonly string[])[]} of @returns {Field} */
export function several(name, label, of) {
  const inputs = of.map(([value]) => el("input", { type: "checkbox", name, value }));
  const rows = of.map(([, said], at) => el("label", { class: "check" }, inputs[at], said));
  return {
    name,
    place: el("fieldset", { class: "field" }, el("legend", {}, label), ...rows),
    value: () => inputs.filter((each) => each.checked).map((each) => each.value),
    clear: () => inputs.forEach((each) => (each.checked = false)),
  };
}

/**
 * A duration in ms; `signed` may be below 0.
 * @param {string} name @param {string} label @param {{needed?: boolean, signed?: boolean}} [how] @returns {Field}
 */
export function span(name, label, { needed = true, signed = false } = {}) {
  const most = { max: "10000", step: "1", min: signed ? "-10000" : "1" };
  const input = el("input", { name, type: "number", required: needed, inputMode: "numeric", ...most });
  const units = UNITS.map(([unit, ms]) => el("option", { value: String(ms) }, String(unit)));
  const unit = el("select", { "aria-label": `Unit of: ${label}` }, ...units);
  return {
    name,
    place: el("div", { class: "field span" }, el("label", {}, label, input), unit),
    value: () => (input.value ? Number(input.value) * Number(unit.value) : null),
    clear: () => (input.value = ""),
  };
}

/** @param {string} name @param {string} label @param {{min?: number, needed?: boolean, value?: number}} [how] @returns {Field} */
export function number(name, label, { min = 1, needed = true, value } = {}) {
  const input = el("input", { name, type: "number", required: needed, min: String(min), step: "1", value });
  return {
    name,
    place: el("label", { class: "field" }, label, input),
    value: () => (input.value ? Number(input.value) : null),
    clear: () => (input.value = String(value ?? "")),
  };
}

/**
 * Fields behind a fold, for what is seldom asked: one field that shows them, and each with its value.
 * @param {string} title @param {Field[]} fields @returns {Field[]}
 */
export function behind(title, fields) {
  const place = el("details", { class: "field" }, el("summary", {}, title), ...fields.map((each) => each.place));
  const fold = { name: "", place, value: () => null, clear: () => void (place.open = false) };
  return [fold, ...fields.map((each) => ({ ...each, place: el("span", { hidden: true }) }))];
}

/** Why a request was refused, with its rule. @param {unknown} error */
export function reasonOf(error) {
  if (!(error instanceof Problem)) return error instanceof Error ? error.message : String(error);
  if (error.message === STALE) return "The game is further than this page was: nothing was written. Look again.";
  const text = error.details.reason ?? error.message;
  return error.rule && !text.startsWith(error.rule) ? `${text} (${error.rule})` : text;
}

/** A form behind its title, as one of many. @param {HTMLElement} form */
export function folded(form) {
  const title = form.querySelector("h3") ?? "";
  return el("details", { class: "fold" }, el("summary", {}, title), form);
}

/**
 * A form: what it says, its fields, its button. `after` is called when it was done, with what was answered; `refused`
 * may say more than the reason.
 * @param {Form} form
 * @param {{after?: (answer: any, done: string) => unknown, refused?: (error: unknown) => Promise<string>}} [then]
 */
export function formOf({ id, title, says = "", fields = [], button, done, sure = null, send, shows }, then = {}) {
  const press = el("button", {}, button);
  const rows = el("fieldset", { "aria-label": title }, ...fields.map(({ place }) => place), press);
  const after = el("div");
  const about = says ? el("p", {}, says) : null;
  const made = el("form", { class: "act", "data-act": id }, el("h3", {}, title), about, rows, after);

  const back = () => {
    rows.disabled = false;
    after.replaceChildren();
    press.focus();
  };
  const give = async (/** @type {Record<string, any>} */ values) => {
    rows.disabled = true;
    try {
      const answer = await send(values);
      for (const field of fields) field.clear();
      after.replaceChildren();
      rows.disabled = false;
      await then.after?.(answer, shows?.(answer) ?? done);
    } catch (error) {
      back();
      const reason = reasonOf(error);
      const more = (await then.refused?.(error)) ?? "";
      after.replaceChildren(el("p", { class: "refused", role: "alert" }, more ? `${reason}. ${more}` : reason));
    }
  };
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(fields.map((field) => [field.name, field.value()]));
    if (!sure) return void give(values);
    const asked = sure(values);
    rows.disabled = true;
    const yes = el("button", { type: "button", class: "yes" }, "Yes");
    const no = el("button", { type: "button", class: "quiet" }, "No, go back");
    yes.addEventListener("click", () => void give(values));
    no.addEventListener("click", back);
    const asks = el("div", { class: "sure", role: "group", "aria-label": asked }, el("p", {}, asked), yes, " ", no);
    asks.addEventListener("keydown", (key) => {
      if (key.key !== "Escape") return;
      key.stopPropagation();
      back();
    });
    after.replaceChildren(asks);
    no.focus();
  });
  return made;
}
