// @ts-check
/** Answers that are numbers or a few units: ratings that blockade, ratings lost, brigades lost aboard. */

import { el } from "../../shell/dom.js";
import { draftOf, orderForm, row, stepper } from "./entries.js";

/**
 * @typedef {{give: (command: Record<string, any>) => unknown, advised?: Record<string, any> | null}} How
 * @typedef {Map<string, number>} Counts
 */

/** @type {Map<string, {asked: string, draft: Counts}>} */
const kept = new Map();

/** @param {any} due @param {any} offer @param {How} how */
export const form = (due, offer, how) => FORMS[due.kind](due, how.advised ?? offer?.command ?? {}, how);

/** @type {Record<string, (due: any, first: Record<string, any>, how: How) => Node>} */
const FORMS = { blockade_force: blockade, naval_losses: losses, shipment_losses: aboard };

/**
 * Numbers by name, each with its buttons, kept for as long as the same is asked.
 * @param {any} due @param {() => Counts} begin @param {{id: string, name: string, most: number}[]} rows
 */
function numbers(due, begin, rows) {
  const draft = draftOf(kept, due.kind, `${due.id} ${JSON.stringify(due.form)}`, begin);
  const list = el("div", { class: "numbers" });
  let changed = () => {};
  function fill() {
    const label = list.contains(document.activeElement) && document.activeElement?.getAttribute("aria-label");
    list.replaceChildren(
      ...rows.map(({ id, name, most }) =>
        el(
          "p",
          {},
          `${name} `,
          stepper(name, draft.get(id) ?? 0, { most }, (by) => {
            draft.set(id, (draft.get(id) ?? 0) + by);
            fill();
            changed();
          }),
        ),
      ),
    );
    const again = label && [...list.querySelectorAll("button")].find((each) => each.getAttribute("aria-label") === label);
    if (again) again.focus();
  }
  fill();
  return { draft, list, whenChanged: (/** @type {() => void} */ call) => void (changed = call) };
}

/** How many ratings blockade from now on. @param {any} due @param {Record<string, any>} first @param {How} how */
function blockade(due, first, { give }) {
  const { most, now } = due.form;
  const begin = () => new Map([["ratings", first.ratings ?? now]]);
  const { draft, list, whenChanged } = numbers(due, begin, [{ id: "ratings", name: "Naval Ratings that blockade", most }]);
  const count = () => draft.get("ratings") ?? 0;
  const made = orderForm({
    parts: [list],
    button: "Set the blockade",
    sums: () => ({ said: `${count()} blockade, ${most - count()} are free; ${now} blockade now.`, right: true }),
    answer: () => ({ type: "set_blockade", ratings: count() }),
    give,
  });
  whenChanged(made.summed);
  return made.node;
}

/** Which fleets lose ratings. @param {any} due @param {Record<string, any>} first @param {How} how */
function losses(due, first, { give }) {
  const { lose, fleets } = due.form;
  const begin = () => new Map(/** @type {[string, number][]} */ (Object.entries(first.markers ?? {})));
  const { draft, list, whenChanged } = numbers(due, begin, fleets);
  const total = () => [...draft.values()].reduce((sum, each) => sum + each, 0);
  const made = orderForm({
    parts: [list],
    button: "Lose these",
    sums: () => ({ said: `${total()} of ${lose} ratings`, right: total() === lose }),
    answer: () => ({ type: "choose_naval_losses", markers: Object.fromEntries([...draft].filter(([, count]) => count)) }),
    give,
  });
  whenChanged(made.summed);
  return made.node;
}

/** Which shipped brigades pay for lost ratings. @param {any} due @param {Record<string, any>} first @param {How} how */
function aboard(due, first, { give }) {
  const { lose, units } = due.form;
  const asked = `${due.id} ${JSON.stringify(due.form)}`;
  const begin = () => new Map(/** @type {[string, number][]} */ ((first.units ?? []).map((/** @type {string} */ id) => [id, 1])));
  const draft = draftOf(kept, due.kind, asked, begin);
  const chosen = () => units.filter((/** @type {any} */ { id }) => draft.get(id));
  const costs = () => chosen().map((/** @type {any} */ { cost }) => cost);
  const sum = () => costs().reduce((/** @type {number} */ all, /** @type {number} */ each) => all + each, 0);
  const needed = () => sum() - Math.min(...costs()) < lose;
  const boxes = units.map((/** @type {any} */ { id, name, cost }) => {
    const box = el("input", { type: "checkbox", checked: Boolean(draft.get(id)), "data-model": "" });
    box.addEventListener("change", () => {
      draft.set(id, Number(/** @type {HTMLInputElement} */ (box).checked));
      made.summed();
    });
    return row(`${name}, covers ${cost}`, box);
  });
  const made = orderForm({
    parts: [el("fieldset", {}, el("legend", {}, "Lost aboard"), ...boxes)],
    button: "Lose these",
    sums: () => ({
      said: `${sum()} of ${lose} ratings covered${chosen().length && !needed() ? ", with more than needed" : ""}`,
      right: sum() >= lose ? needed() : chosen().length === units.length,
    }),
    answer: () => ({ type: "give_up_shipped_units", units: chosen().map((/** @type {any} */ { id }) => id) }),
    give,
  });
  return made.node;
}
