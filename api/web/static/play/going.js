// @ts-check
/** Who goes: every group of a stack with its state, as many of each as are wanted, and its leaders with their ratings. */

import { partName } from "../board/stacks.js";
import { el } from "../shell/dom.js";

/**
 * @typedef {import("../board/stacks.js").Part} Part
 * @typedef {ReturnType<typeof createGoing>} Going
 */

/** @param {Part} part */
const size = (part) => part.count ?? 0;

/**
 * A choice among the units and leaders of a stack. `changed` is called when it is another one. `able` says whether
 * units may be chosen; it begins with all of them, or with `none`. With `one` a single leader is chosen.
 * @param {{parts: Part[], changed: () => void, able?: (part: Part) => boolean, none?: boolean, one?: boolean}} given
 */
export function createGoing({ parts, changed, able = (part) => part.ready ?? false, none = false, one = false }) {
  const groups = parts.filter((part) => !part.name);
  const riders = parts.filter((part) => part.name);
  const ready = groups.map(able);
  const going = groups.map((group, index) => (ready[index] && !none ? size(group) : 0));
  const riding = new Set(riders.slice(0, one ? 1 : riders.length).map((each) => each.name ?? ""));

  /** @param {(part: Part) => number} count */
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
    groups.flatMap((group, index) => (going[index] ? [{ ...group.unit, count: going[index] }] : []));

  /** @param {Part} group @param {number} index */
  function row(group, index) {
    const name = group.label ?? "";
    const said = group.says ?? [];
    if (!ready[index])
      return el("li", { class: "group spent" }, partName(group), marks(said), " cannot go now");
    if (group.figure && size(group) === 1) return single(group, index, said);
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

  /** A piece that is one: it goes or stays. @param {Part} group @param {number} index @param {string[]} said */
  function single(group, index, said) {
    const box = el("input", { type: "checkbox", checked: going[index] === 1, "data-model": "" });
    box.addEventListener("change", () => set(index, Number(box.checked)));
    return el("li", { class: "group" }, el("label", { class: "who" }, box, ` ${partName(group)}`), marks(said));
  }

  /** The choice as fields. @param {string} legend */
  function fields(legend) {
    const wanted = /** @type {[string, (group: Part) => number, boolean][]} */ ([
      ["All", size, true],
      ["None", () => 0, true],
      ...(kinds().size > 1
        ? [...kinds()].map((kind) => [
            `Only ${kind}`,
            (/** @type {Part} */ group) => (group.label === kind ? size(group) : 0),
            true,
          ])
        : []),
      ["Only the sound", (group) => (isSound(group) ? size(group) : 0), mixed()],
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

  const kinds = () => new Set(groups.filter((_, index) => ready[index]).map((group) => group.label ?? ""));
  const mixed = () => new Set(groups.filter((_, index) => ready[index]).map(isSound)).size > 1;

  /** @param {Part} each */
  function rider({ name = "", label = name, says = [] }) {
    const type = one ? "radio" : "checkbox";
    const box = el("input", { type, name: one ? "goes-alone" : "", checked: riding.has(name), "data-model": "" });
    box.addEventListener("change", () => {
      if (one) riding.clear();
      if (box.checked) riding.add(name);
      else riding.delete(name);
      changed();
    });
    return el("label", { class: "who" }, box, ` ${[label, ...says].join(", ")}`);
  }

  return {
    fields,
    chosen,
    /** The pieces that go, by their ids. @returns {string[]} */
    ids: () => groups.flatMap((group, index) => (group.unit?.ids ?? []).slice(0, going[index])),
    /** The units as a command names them; null for all that are ready. */
    units: () => (all() ? null : chosen()),
    /** The leaders as a command names them; null for all. */
    leaders: () => (riding.size === riders.length && !one ? null : [...riding]),
    /** How many strength points go. */
    count: () => going.reduce((sum, each) => sum + each, 0),
  };
}

/** Whether nothing ails units. @param {Part} part */
const isSound = (part) => part.sound ?? true;

/** @param {string[]} said */
const marks = (said) => (said.length ? el("span", { class: "marks" }, ` · ${said.join(" · ")}`) : null);
