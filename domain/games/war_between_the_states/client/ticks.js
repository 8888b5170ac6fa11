// @ts-check
/** Answers by ticks: the units in each leader's span, the places that are fed. */

import { el } from "../../shell/dom.js";
import { advisedButton, draftOf, orderForm, others } from "./entries.js";

/** @typedef {{id: string, name: string, on: boolean}} Row @typedef {{id: string, name: string, most: number, rows: Row[]}} Group */

/** @param {any} due @param {any} _offer @param {import("./entries.js").How} how */
export function form(due, _offer, how) {
  const { command, field, groups, button, by_group: byGroup = false, inverse = false } = due.form;
  const begin = () =>
    /** @type {Map<string, Set<string>>} */ (
      new Map(groups.map((/** @type {Group} */ { id, rows }) => [id, new Set(rows.filter(({ on }) => on).map((row) => row.id))]))
    );
  const draft = draftOf(due, begin);
  const chosen = (/** @type {string} */ group) => draft.get(group) ?? new Set();
  /** @type {Map<string, HTMLInputElement>} */
  const boxes = new Map();
  const parts = groups.map((/** @type {Group} */ group) =>
    el(
      "fieldset",
      {},
      el("legend", {}, byGroup ? `${group.name}: up to ${group.most}` : group.name),
      ...group.rows.map((row) => tick(group, row)),
    ),
  );

  /** @param {Group} group @param {Row} row */
  function tick(group, row) {
    const box = el("input", { type: "checkbox", checked: chosen(group.id).has(row.id), "data-model": "" });
    boxes.set(`${group.id} ${row.id}`, box);
    box.addEventListener("change", () => {
      if (byGroup && box.checked) elsewhere(group.id, row.id);
      if (box.checked) chosen(group.id).add(row.id);
      else chosen(group.id).delete(row.id);
      made.summed();
    });
    return el("label", { class: "tick" }, box, ` ${row.name}`);
  }

  /** A piece is in one group at most. @param {string} group @param {string} id */
  function elsewhere(group, id) {
    for (const other of draft.keys())
      if (other !== group && chosen(other).delete(id)) {
        const box = boxes.get(`${other} ${id}`);
        if (box) box.checked = false;
      }
  }

  function answer() {
    if (byGroup) return Object.fromEntries(groups.map((/** @type {Group} */ { id }) => [id, [...chosen(id)]]));
    const [only] = groups;
    const ids = only.rows.map((/** @type {Row} */ row) => row.id);
    return ids.filter((/** @type {string} */ id) => chosen(only.id).has(id) !== inverse);
  }

  function sums() {
    const over = groups.filter((/** @type {Group} */ { id, most }) => chosen(id).size > most);
    if (over.length) return { said: `Too many for ${over[0].name}.`, right: false };
    const count = [...draft.values()].reduce((all, each) => all + each.size, 0);
    return { said: `${count} ticked`, right: true };
  }

  const advised = advisedButton(command, how, () => {
    for (const group of groups) {
      const given = how.advised?.[field];
      const ids = byGroup ? (given?.[group.id] ?? []) : group.rows.map((/** @type {Row} */ row) => row.id).filter((/** @type {string} */ id) => (given ?? []).includes(id) !== inverse);
      draft.set(group.id, new Set(ids));
      for (const row of group.rows) {
        const box = boxes.get(`${group.id} ${row.id}`);
        if (box) box.checked = ids.includes(row.id);
      }
    }
    made.summed();
  });
  const made = orderForm({
    parts: [...parts, groups.length ? null : el("p", { class: "meta" }, "There is nothing to tick."), advised],
    button,
    sums,
    answer: () => ({ type: command, [field]: answer() }),
    give: how.give,
    after: others(command, how),
  });
  return made.node;
}
