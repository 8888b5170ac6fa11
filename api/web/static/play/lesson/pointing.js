// @ts-check
/**
 * What a step points at just now. Where that is not there (another decision is due, a panel is shut, another force is
 * chosen), it points at what leads there, and says so.
 */

import { words } from "../../shell/dom.js";
import { manifest, placeNoun } from "../../shell/manifest.js";
import { isMarching } from "../steering.js";

/**
 * @typedef {import("./progress.js").Step} Step
 * @typedef {{place?: string, element?: HTMLElement, tab?: string, hint?: string}} Pointer
 *   a place of the map, or an element of the page under a tab (none: always there); `hint` says what comes first
 * @typedef {{due: any, head: boolean, chosen: () => string | null, movable: (place: string) => boolean}} Page
 *   the decision due, whether the head is shown, and whether a force in a place may be chosen to march
 */

const pane = () => /** @type {HTMLElement} */ (document.getElementById("pane-due"));

/** The first button of the due panel whose text fits. @param {RegExp} text @returns {HTMLElement | undefined} */
const button = (text) =>
  [
    .../** @type {NodeListOf<HTMLElement>} */ (
      pane().querySelectorAll("button.answer:not(.standing-answers *)")
    ),
  ].find((each) => text.test(each.textContent ?? ""));

/** How a place is marked: "reach", "attack" …, or "". @param {string} place */
function marked(place) {
  const mark = document.querySelector(`.layer.marks > .mark[data-place="${place}"]`);
  return mark?.classList.item(1) ?? "";
}

/** The button of the due panel that gives an order of a type. @param {string | undefined} type @returns {HTMLElement | undefined} */
const orders = (type) =>
  /** @type {HTMLElement | null} */ (pane().querySelector(`button.answer[data-type="${type}"]`)) ?? undefined;

/** What the seat that owes an answer is asked, where the step needs its movement. @param {any} due @returns {Pointer} */
const first = (due) => ({
  element: button(/./),
  tab: "due",
  hint: `First ${words(due.seat)} is asked: ${due.question ?? words(due.kind)}`,
});

/**
 * A place to choose. Another force that is on the march or chosen would go there.
 * @param {string} place @param {Page} page @returns {Pointer}
 */
function choose(place, { chosen, movable }) {
  if (!marked(place) || chosen() === place) return { place };
  const end = orders(manifest().orders?.march?.halt);
  const asked = /** @type {HTMLElement | null} */ (document.querySelector('.bubble button[data-type="choose"]'));
  if (asked) return { element: asked, hint: "Choose this force: the other one would join it." };
  if (end && movable(place)) return { place, hint: "Another force is on the march: click, and then choose this one." };
  if (end)
    return {
      element: end,
      tab: "due",
      hint: "The force that has just marched could still march, and a click would send it there: end its move first.",
    };
  return {
    place,
    hint: `Another force is chosen, and a click would send it to ${place}. Let go of it first (Escape).`,
  };
}

/** A march to a goal: its force is chosen first, then the goal is clicked. @param {Step} step @param {Page} page @returns {Pointer} */
const march = (step, page) =>
  page.chosen() === step.origin && marked(step.place) ? { place: step.place } : choose(step.origin, page);

/**
 * What to point at for a step.
 * @param {Step} step @param {Page} page
 * @returns {Pointer}
 */
export function pointer(step, page) {
  const { due } = page;
  const sure = document.getElementById("confirm-order");
  if (sure) return { element: sure, hint: "The order waits for a yes." };
  if (step.kind === "tab") return { element: document.getElementById(`tab-${step.tool}`) ?? undefined };
  if (!page.head)
    return { hint: "You are looking at an earlier event. The lesson continues at the last event." };
  if (step.kind === "choose")
    return isMarching(due) || !due ? choose(step.place, page) : { place: step.place };
  if (step.kind === "overlay") return overlay(step);
  if (!due) return { hint: "The game is over." };
  if (step.kind === "battle" && !isMarching(due))
    return {
      element: button(/./),
      tab: "due",
      hint: `${words(due.seat)} is asked: ${due.question ?? words(due.kind)}`,
    };
  if (step.kind === "answer" && due.seat === step.seat)
    return { element: orders(step.tool) ?? button(/./), tab: "due" };
  if (!isMarching(due)) return first(due);
  if (step.kind === "battle" || step.kind === "answer") return { hint: "No battle is under way." };
  if (due.seat !== step.seat)
    return { hint: `It is ${words(due.seat)}'s movement: this step was ${words(step.seat)}'s.` };
  if (step.kind === "end") return { element: orders(step.tool), tab: "due" };
  const attack = step.kind === "attack" && marked(step.place) ? button(/ and attack$/) : undefined;
  return attack ? { element: attack, tab: "due" } : march(step, page);
}

/** @param {Step} step @returns {Pointer} */
function overlay({ tool, place }) {
  const label = [
    .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".overlays label")),
  ].find((each) => each.textContent?.trim().toLowerCase() === tool);
  if (label?.querySelector("input")?.checked) return { place };
  return { element: label?.checkVisibility() ? label : (document.querySelector(".controls > .more") ?? undefined) };
}

/** Whether a step that leaves no event is done, by what the page shows. @param {Step} step @param {Page} page */
export function seenNow(step, { chosen }) {
  if (step.kind === "choose") return chosen() === step.place;
  if (step.kind === "overlay")
    return Boolean(/** @type {any} */ (overlay({ ...step, place: "" })).place === "");
  if (step.kind === "aim") return marked(step.place) === "attack" && pane().querySelector(".odds") !== null;
  if (step.kind === "tab")
    return document.getElementById(`tab-${step.tool}`)?.getAttribute("aria-selected") === "true";
  return false;
}
