// @ts-check
/** Who goes: every group of a stack with its state, as many of each as are wanted, and its leaders with their ratings. */

import { el, words } from "../table/dom.js";

/**
 * @typedef {{kind?: string, count?: number, demoralized?: number, oos?: number, station?: string, activity?: string,
 *   battle_supply?: boolean, bound?: string, origin?: string}} Group
 * @typedef {{letter: string, rating: number}} Rider
 * @typedef {ReturnType<typeof createGoing>} Going
 */

/** @param {Group} group */
const size = (group) => group.count ?? 1;
/** @param {Group} group */
const kindOf = (group) => group.kind ?? "asp";
/** Whether a group has done nothing yet in this impulse. @param {Group} group */
export const isReady = (group) => !group.activity || group.activity === "ready";

/** What is to be known of a group beside its kind and number. @param {Group} group */
export function stateSaid(group) {
  return [
    group.demoralized ? `demoralized ${group.demoralized}` : "",
    group.oos ? `out of supply ${group.oos}` : "",
    group.battle_supply ? "with battle supply" : "",
    group.station === "fort" ? "in the fort" : group.station === "entrenched" ? "entrenched" : "",
    group.bound ? `bound to ${group.bound}` : "",
    isReady(group) ? "" : words(group.activity).toLowerCase(),
  ].filter(Boolean);
}

/**
 * A choice among the units and leaders of a stack. `changed` is called when it is another one. `able` says whether a
 * group may be chosen; it begins with all of them, or with `none`.
 * @param {{groups: Group[], riders: Rider[], changed: () => void, able?: (group: Group) => boolean, none?: boolean}} given
 */
export function createGoing({ groups, riders, changed, able = isReady, none = false }) {
  const ready = groups.map(able);
  const going = groups.map((group, index) => (ready[index] && !none ? size(group) : 0));
  const riding = new Set(riders.map((each) => each.letter));

  /** @param {(group: Group) => number} count */
  function choose(count) {
    groups.forEach((group, index) => (going[index] = ready[index] ? count(group) : 0));
    changed();
  }

  /** Set how many of a group go. @param {number} index @param {number} count */
  function set(index, count) {
    const most = ready[index] ? size(groups[index]) : 0;
    const next = Math.min(most, Math.max(0, Math.trunc(count) || 0));
    if (next === going[index]) return;
    going[index] = next;
    changed();
  }

  /** Whether all that is ready goes. */
  const all = () => groups.every((group, index) => !ready[index] || going[index] === size(group));

  /** The units that are chosen, as a command names them. */
  const chosen = () =>
    groups.flatMap((group, index) => (going[index] ? [{ ...group, count: going[index] }] : []));

  /** @param {Group} group @param {number} index */
  function row(group, index) {
    const name = kindName(group);
    const said = stateSaid(group);
    if (!ready[index])
      return el(
        "li",
        { class: "group spent" },
        `${size(group)} ${name}`,
        marks(said),
        " has acted in this impulse",
      );
    const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ what) =>
      el(
        "button",
        {
          type: "button",
          class: "step",
          "aria-label": `${what} ${name} ${said.join(" ")}`,
          disabled: by < 0 ? going[index] === 0 : going[index] === size(group),
          on: { click: () => set(index, going[index] + by) },
        },
        sign,
      );
    const input = el("input", {
      type: "number",
      min: "0",
      max: String(size(group)),
      value: String(going[index]),
      inputMode: "numeric",
      "data-model": "",
      "aria-label": `How many ${name} ${said.join(" ")} go`,
    });
    input.addEventListener("change", () => {
      set(index, Number(input.value));
      input.value = String(going[index]);
    });
    return el(
      "li",
      { class: "group" },
      step(-1, "−", "One less"),
      input,
      step(1, "+", "One more"),
      ` of ${size(group)} ${name}`,
      marks(said),
    );
  }

  /** The choice as fields. @param {string} legend */
  function fields(legend) {
    const wanted = /** @type {[string, (group: Group) => number, boolean][]} */ ([
      ["All", size, true],
      ["None", () => 0, true],
      ["Only cavalry", (group) => (kindOf(group) === "cavalry" ? size(group) : 0), kinds().has("cavalry")],
      ["Only ASP", (group) => (kindOf(group) === "asp" ? size(group) : 0), kinds().size > 1],
      ["Only the sound", (group) => (group.demoralized || group.oos ? 0 : size(group)), mixed()],
    ]);
    const shortcuts = wanted
      .filter(([, , shown]) => shown)
      .map(([name, count]) =>
        el("button", { type: "button", class: "quiet", on: { click: () => choose(count) } }, name),
      );
    const several = groups.reduce((sum, group, index) => sum + (ready[index] ? size(group) : 0), 0) > 1;
    return el(
      "fieldset",
      { class: "going" },
      el("legend", {}, legend),
      el("ul", { class: "plain" }, ...groups.map(row)),
      several ? el("p", { class: "shortcuts" }, ...shortcuts) : null,
      ...riders.map(rider),
    );
  }

  const kinds = () => new Set(groups.filter((_, index) => ready[index]).map(kindOf));
  const mixed = () =>
    new Set(groups.filter((_, index) => ready[index]).map((group) => Boolean(group.demoralized || group.oos)))
      .size > 1;

  /** @param {Rider} each */
  function rider({ letter, rating }) {
    const box = el("input", { type: "checkbox", checked: riding.has(letter), "data-model": "" });
    box.addEventListener("change", () => {
      if (box.checked) riding.add(letter);
      else riding.delete(letter);
      changed();
    });
    return el("label", { class: "who" }, box, ` leader ${letter}, rating ${rating}`);
  }

  return {
    fields,
    chosen,
    /** The units as a command names them; null for all that are ready. */
    units: () => (all() ? null : chosen()),
    /** The leaders as a command names them; null for all. */
    leaders: () => (riding.size === riders.length ? null : [...riding]),
    /** How many strength points go. */
    count: () => going.reduce((sum, each) => sum + each, 0),
  };
}

/** @param {Group} group */
function kindName(group) {
  const kind = kindOf(group);
  return kind === "cavalry" ? kind : kind.toUpperCase();
}

/** @param {string[]} said */
const marks = (said) => (said.length ? el("span", { class: "marks" }, ` · ${said.join(" · ")}`) : null);
