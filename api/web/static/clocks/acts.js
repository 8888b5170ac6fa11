// @ts-check
/** The part of the clock panel in which a seat acts on the clocks: one form for each act that is possible now. */

import { Problem } from "../shell/api.js";
import { el, words } from "../shell/dom.js";
import { Entry } from "./entry.js";
import { possible } from "./possible.js";

/** @typedef {import("./possible.js").Act} Act */

/** Why an act was refused, without the name of the rule. @param {unknown} error */
function reasonOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  const rule = error instanceof Problem ? `${error.rule}: ` : "";
  return rule && text.startsWith(rule) ? text.slice(rule.length) : text;
}

const WAITS = "You have asked to resume: the other seat has to agree.";

/** @param {{store: import("../shell/store.js").Store, acting: import("../play/acting.js").Acting}} table */
export function createActs({ store, acting }) {
  const said = el("p", { class: "clock-said", role: "status", tabIndex: -1 });
  const list = el("div", { class: "clock-acts" });
  const place = el("section", { "aria-label": "Acts on the clocks", hidden: true }, said, list);
  /** What is shown, by what it says: a form that still holds keeps what was entered. @type {Map<string, HTMLElement>} */
  let parts = new Map();
  let now = () => Date.now();

  /** Draw what is possible; the form that has the keyboard keeps it. @param {any} clock @param {() => number} at the service's time */
  function show(clock, at) {
    now = at;
    const { held } = store.state;
    const before = parts;
    parts = new Map();
    const kept = (/** @type {any[]} */ says, /** @type {() => HTMLElement} */ make) => {
      const key = JSON.stringify(says);
      parts.set(key, before.get(key) ?? make());
    };
    for (const seat of held) {
      const acts = possible(clock, seat, at());
      if (held.length > 1 && acts.length) kept(["seat", seat], () => el("h3", {}, words(seat)));
      if (clock.resumes.includes(seat)) kept(["waits", seat], () => el("p", {}, WAITS));
      for (const act of acts) kept([act.id, act.button, act.says, act.fields], () => formOf(act));
    }
    const shown = [...parts.values()];
    if (shown.length === list.children.length && shown.every((each, at) => each === list.children[at])) return;
    const { activeElement } = document;
    const had = list.contains(activeElement);
    list.replaceChildren(...shown);
    place.hidden = !shown.length && !said.textContent;
    if (!had) return;
    if (list.contains(activeElement)) /** @type {HTMLElement} */ (activeElement).focus({ preventScroll: true });
    else said.focus({ preventScroll: true }); // what had the keyboard is not possible any more
  }

  /** @param {Act} act */
  function formOf(act) {
    const entries = act.fields.map((field) => new Entry(field));
    const button = el("button", {}, act.button);
    const about = el("p", {}, act.says);
    const rows = el("fieldset", { "aria-label": act.button }, ...entries.map(({ place }) => place), button);
    const after = el("div");
    const form = el("form", { class: "clock-act", "data-act": act.id }, about, rows, after);

    const back = () => {
      rows.disabled = false;
      after.replaceChildren();
      button.focus();
    };
    const send = async (/** @type {Record<string, any>} */ values) => {
      rows.disabled = true;
      try {
        await acting.post(act.call, { seat: act.seat, ...act.body(values, now()) });
      } catch (error) {
        back();
        after.replaceChildren(el("p", { class: "refused", role: "alert" }, reasonOf(error)));
        return;
      }
      rows.disabled = false;
      after.replaceChildren();
      for (const entry of entries) entry.clear();
      said.textContent = act.done;
      said.focus();
      await store.refresh();
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const values = Object.fromEntries(entries.map((entry) => [entry.name, entry.value()]));
      if (!act.sure) return void send(values);
      rows.disabled = true; // a second click or Enter at the same place does nothing
      const yes = el("button", { type: "button", class: "yes" }, "Yes");
      const no = el("button", { type: "button", class: "quiet" }, "No, go back");
      yes.addEventListener("click", () => void send(values));
      no.addEventListener("click", back);
      const text = act.sure(values);
      const asks = el("div", { class: "proposal", role: "group", "aria-label": text }, el("p", {}, text), yes, " ", no);
      asks.addEventListener("keydown", (key) => {
        if (key.key !== "Escape") return;
        key.stopPropagation();
        back();
      });
      after.replaceChildren(asks);
      no.focus();
    });
    return form;
  }

  return { place, show };
}
