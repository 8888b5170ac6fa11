// @ts-check
/** Answers that put units into places: volunteers, the forces of a power, units of states that have left. */

import { el, words } from "../../shell/dom.js";
import { choice, orderForm, row } from "./entries.js";

/**
 * @typedef {{give: (command: Record<string, any>) => unknown, advised?: Record<string, any> | null}} How
 * @typedef {{id: string, name: string}} Place
 */

const KINDS = ["infantry", "cavalry", "artillery"];

/** @param {any} due @param {any} offer @param {How} how */
export const form = (due, offer, how) => FORMS[due.kind](due, how.advised ?? offer?.command ?? {}, how);

/** @type {Record<string, (due: any, first: Record<string, any>, how: How) => Node>} */
const FORMS = { volunteers, allied_forces: forces, relocation };

/** A place for each new infantry, at most one in a place. @param {any} due @param {Record<string, any>} first @param {How} how */
function volunteers(due, first, { give }) {
  const { count, spaces } = due.form;
  const begun = first.spaces ?? spaces.slice(0, count).map((/** @type {Place} */ { id }) => id);
  const entries = Array.from({ length: count }, (_, index) =>
    choice(`Infantry ${index + 1}`, spaces, begun[index] ?? spaces[index].id, () => made.summed()),
  );
  const chosen = () => entries.map((at) => at.value);
  const made = orderForm({
    parts: [
      el("fieldset", {}, el("legend", {}, "New infantry"), ...entries.map((at, index) => row(`Infantry ${index + 1}`, at))),
    ],
    button: "Place so",
    sums: () => {
      const right = new Set(chosen()).size === count;
      return { said: right ? `${count} in ${count} places` : "At most one in a place.", right };
    },
    answer: () => ({ type: "place_volunteers", spaces: chosen() }),
    give,
  });
  return made.node;
}

/** A place for each unit of a power, several in one if wanted. @param {any} due @param {Record<string, any>} first @param {How} how */
function forces(due, first, { give }) {
  const { counts, spaces } = due.form;
  /** @type {[string, HTMLSelectElement[]][]} */
  const entries = KINDS.map((kind) => [
    kind,
    Array.from({ length: counts[kind] }, (_, index) =>
      choice(`${words(kind)} ${index + 1}`, spaces, first[kind]?.[index] ?? spaces[0].id, () => made.summed()),
    ),
  ]);
  const where = () => new Set(entries.flatMap(([, own]) => own.map((at) => at.value))).size;
  const made = orderForm({
    parts: entries.map(([kind, own]) =>
      el("fieldset", {}, el("legend", {}, words(kind)), ...own.map((at, index) => row(`${words(kind)} ${index + 1}`, at))),
    ),
    button: "Place so",
    sums: () => ({ said: `In ${where()} ${where() === 1 ? "place" : "places"}`, right: true }),
    answer: () => ({
      type: "place_forces",
      ...Object.fromEntries(entries.map(([kind, own]) => [kind, own.map((at) => at.value)])),
    }),
    give,
  });
  return made.node;
}

/** A place for each unit that moves out. @param {any} due @param {Record<string, any>} first @param {How} how */
function relocation(due, first, { give }) {
  /** @type {[any, HTMLSelectElement][]} */
  const entries = due.form.units.map((/** @type {any} */ unit) => [
    unit,
    choice(unit.name, unit.spaces, first.to?.[unit.id] ?? unit.spaces[0].id, () => made.summed()),
  ]);
  const made = orderForm({
    parts: [
      el("fieldset", {}, el("legend", {}, "Units that move out"), ...entries.map(([unit, at]) => row(unit.name, at))),
    ],
    button: "Move them so",
    sums: () => ({ said: `${entries.length} ${entries.length === 1 ? "unit" : "units"}`, right: true }),
    answer: () => ({ type: "relocate_units", to: Object.fromEntries(entries.map(([unit, at]) => [unit.id, at.value])) }),
    give,
  });
  return made.node;
}
