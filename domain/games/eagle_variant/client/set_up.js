// @ts-check
/** The set-up of an army (tactical/5): a space of the battle map for each unit, and standing orders. */

import { el, words } from "../../shell/dom.js";
import { choice, orderForm, row, wordsOf } from "./entries.js";

/**
 * @param {any} due @param {unknown} _offer
 * @param {{give: (command: Record<string, any>) => unknown}} how
 */
export function form(due, _offer, { give }) {
  const { spaces, units, reserve, standing } = due.form;
  const changed = () => made.summed();
  const lines = spaces.filter((/** @type {any} */ each) => each.least);
  let placed = 0; // brigades begin in turn on the lines, leaders on the first
  /** @type {[any, HTMLSelectElement][]} */
  const entries = units.map((/** @type {any} */ unit) => {
    const line = unit.kind === "leader" ? lines[0] : lines[placed++ % lines.length];
    return [unit, choice(unit.name, spaces, line.id, changed)];
  });

  const now = standing.now;
  const stance = choice("Stance", wordsOf(standing.stances), now.stance, changed);
  const target = choice(
    "Aim first at",
    [{ id: "", name: "what is hit most easily" }, ...wordsOf(standing.targets)],
    now.targets[0] ?? "",
    changed,
  );
  const pursue = choice("Pursue", wordsOf(standing.pursuits), now.pursue, changed);
  const hold = /** @type {HTMLInputElement} */ (
    el("input", { type: "checkbox", checked: now.hold_reserve, "data-model": "" })
  );
  const withdraw = /** @type {HTMLInputElement} */ (
    el("input", {
      type: "number",
      min: "0",
      max: String(standing.most),
      value: String(now.withdraw_at),
      inputMode: "numeric",
      "data-model": "",
      "aria-label": "Withdraw at so many brigades; 0 is never",
    })
  );

  /** The units in a space. @param {string} space */
  const inSpace = (space) => entries.filter((/** @type {any} */ [, at]) => at.value === space);
  /** The brigades in a space. @param {string} space */
  const brigades = (space) =>
    inSpace(space).filter((/** @type {any} */ [unit]) => unit.kind !== "leader").length;

  const sums = () => ({
    said: spaces
      .map((/** @type {any} */ { id, name }) => `${name}: ${brigades(id)}`)
      .join(", "),
    right: lines.every((/** @type {any} */ { id, least }) => brigades(id) >= least),
  });

  function answer() {
    /** @type {Record<string, string[]>} */
    const found = {};
    for (const { id } of spaces) {
      const ids = inSpace(id).map((/** @type {any} */ [unit]) => unit.id);
      if (ids.length) found[id] = ids;
    }
    return {
      type: due.kind === "sealed_set_up" ? "seal_set_up" : "set_up_army",
      spaces: found,
      standing: {
        stance: stance.value,
        targets: target.value ? [target.value] : [],
        hold_reserve: hold.checked,
        withdraw_at: withdraw.valueAsNumber || 0,
        pursue: pursue.value,
      },
    };
  }

  const made = orderForm({
    parts: [
      el(
        "fieldset",
        {},
        el("legend", {}, "Set up"),
        ...entries.map((/** @type {any} */ [unit, at]) => row(unit.name, at)),
      ),
      reserve.length
        ? el("p", {}, `In reserve already: ${reserve.map((/** @type {any} */ each) => each.name).join(", ")}.`)
        : null,
      el(
        "fieldset",
        {},
        el("legend", {}, "Standing orders"),
        row("Stance", stance),
        row("Aim first at", target),
        row("Hold the reserve", hold),
        standing.withdraws ? row("Withdraw at so many brigades", withdraw) : null,
        row(words("pursue"), pursue),
      ),
    ],
    button: "Set up so",
    sums,
    answer,
    give,
  });
  return made.node;
}
