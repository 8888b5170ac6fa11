// @ts-check
/** The inputs of an act on the clocks: a duration, an instant in the reader's zone, whole days, a text. */

import { el } from "../shell/dom.js";

const TEXT = 500; // characters, as the service takes them
const UNITS = [
  ["minutes", 60_000],
  ["hours", 3_600_000],
  ["days", 86_400_000],
];
const MOST = 10_000; // of a unit

export class Entry {
  /** @param {import("./possible.js").Field} field */
  constructor({ name, kind, label, needed = false, most = MOST }) {
    this.name = name;
    this.kind = kind;
    const common = { name, required: needed, autocomplete: "off" };
    this.input = el("input", {
      ...common,
      ...(kind === "span" || kind === "days"
        ? { type: "number", min: "1", max: String(most), step: "1", inputMode: "numeric" }
        : kind === "instant"
          ? { type: "datetime-local" }
          : { type: "text", maxLength: TEXT }),
    });
    this.unit = el(
      "select",
      { "aria-label": `Unit of: ${label}` },
      ...UNITS.map(([unit, ms]) => el("option", { value: String(ms) }, String(unit))),
    );
    const labelled = el("label", {}, `${label} `, this.input);
    this.place = el("div", { class: "clock-entry" }, labelled, kind === "span" ? this.unit : null);
  }

  /** What was entered, null if nothing: ms, an instant as RFC 3339 in UTC, a whole number, a text. */
  value() {
    const { value } = this.input;
    if (!value) return null;
    if (this.kind === "span") return Number(value) * Number(this.unit.value);
    if (this.kind === "days") return Number(value);
    return this.kind === "instant" ? new Date(value).toISOString() : value;
  }

  clear() {
    this.input.value = "";
  }
}
