// @ts-check
/** The form of an answer on a free table: the units with what each is to do, and for the chosen one numbers and buttons. */

import { inches } from "../board/outline.js";
import { clause } from "../shell/clauses.js";
import { el } from "../shell/dom.js";

const INCH = 100;
const TENTH = 10;

/**
 * @typedef {import("./drafts.js").Drafted} Drafted @typedef {import("../board/tabletop.js").Figure} Figure
 * @typedef {{leg: "move", ahead: number, aside: number} | {leg: "wheel" | "turn", degrees: number} | {leg: "about"}} Added
 * @typedef {{form: Drafted, units: Figure[], chosen: Figure | null, entry: (unit: string) => any,
 *   choices: (unit: string) => import("./drafts.js").Choice[], measured: (unit: string) => import("./referee.js").Measured | null,
 *   summary: (unit: string) => string, choose: (unit: string | null) => void, set: (unit: string, entry: any) => void,
 *   add: (unit: string, leg: any) => void, undo: (unit: string) => void, legs: (unit: string) => any[],
 *   nudge: (unit: string, east: number, south: number, degrees: number) => void, suggested: () => (() => void) | null,
 *   odds: Node | null, answer: () => Record<string, any>, give: (command: Record<string, any>) => unknown}} Given
 */

/** @param {Given} given */
export function draftForm(given) {
  const { form, units, chosen, suggested, give, answer } = given;
  const suggests = suggested();
  const send = el("button", { class: "answer", "data-type": form.command }, form.button ?? "Give these orders");
  const made = el(
    "form",
    { class: "drafted" },
    el(
      "p",
      { class: "meta" },
      form.targets?.length
        ? "On the table: click one of your units, then its target."
        : "On the table: drag a unit of yours, or choose it and drag its grips.",
    ),
    suggests ? button("As suggested", suggests, "quiet") : null,
    el("ul", { class: "units" }, ...units.map((unit) => el("li", {}, row(given, unit)))),
    chosen ? editor(given, chosen) : null,
    el("p", {}, send),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    give(answer());
  });
  return made;
}

/** @param {string} text @param {() => void} run @param {string} [look] @param {string} [label] */
function button(text, run, look = "", label = "") {
  return el(
    "button",
    { type: "button", class: look || undefined, "aria-label": label || undefined, title: label || undefined, on: { click: run } },
    text,
  );
}

/** @param {Given} given @param {Figure} unit */
function row({ form, chosen, summary, choose, measured }, unit) {
  const said = summary(unit.key) || form.idle || "no order";
  const on = chosen?.key === unit.key;
  const wrong = Boolean(measured(unit.key)?.refused);
  return el(
    "button",
    { type: "button", class: "quiet", "aria-pressed": String(on), "data-unit": unit.key, on: { click: () => choose(on ? null : unit.key) } },
    el("b", {}, unit.name),
    ": ",
    el("span", { class: wrong ? "wrong" : undefined }, said),
  );
}

/** What the chosen unit may be told. @param {Given} given @param {Figure} unit */
function editor(given, unit) {
  const { form, choices, entry, set, measured, odds } = given;
  const found = measured(unit.key);
  const every = choices(unit.key);
  const now = JSON.stringify(entry(unit.key));
  const select = el(
    "select",
    { "aria-label": `Order of ${unit.name}`, "data-model": "" },
    el("option", { value: "" }, form.idle ?? "no order"),
    ...every.map((each, index) =>
      el("option", { value: String(index), selected: JSON.stringify(each.entry) === now }, each.text),
    ),
    entry(unit.key) && !every.some((each) => JSON.stringify(each.entry) === now)
      ? el("option", { value: "drawn", selected: true }, "as drawn")
      : null,
  );
  select.addEventListener("change", () => {
    if (select.value !== "drawn") set(unit.key, select.value === "" ? null : every[Number(select.value)].entry);
  });
  return el(
    "section",
    { class: "unit-orders", "aria-label": `Order of ${unit.name}` },
    el("h3", {}, unit.name),
    el("label", {}, "Order ", select),
    unit.draws ? drawing(given, unit) : null,
    found?.ghost
      ? el(
          "p",
          { class: "measured", role: "status" },
          found.ghost.used === "0" ? "" : `${inches(found.ghost.length)} inches, ${found.ghost.used} of its move. `,
          ...(found.ghost.says ?? []),
        )
      : null,
    found?.refused ? el("p", { class: "refused", role: "alert" }, `${found.refused.text} `, clause(found.refused.rule)) : null,
    odds,
  );
}

/** Numbers and buttons for what is drawn. @param {Given} given @param {Figure} unit */
function drawing({ add, undo, legs, set, nudge }, unit) {
  const may = unit.legs ?? [];
  const { key } = unit;
  if (may.includes("spot"))
    return el("div", {}, nudges((east, south) => nudge(key, east, south, 0)), turns((degrees) => nudge(key, 0, 0, degrees)));
  const move = (/** @type {number} */ ahead, /** @type {number} */ aside) => add(key, { leg: "move", ahead, aside });
  const full = (unit.farthest ?? 0) / INCH;
  return el(
    "div",
    {},
    may.includes("move")
      ? el(
          "fieldset",
          {},
          el("legend", {}, `Move: ${full} inches over open ground`),
          number("Inches ahead", 0.01, (value) => move(value * INCH, 0)),
          ...[1, 1 / 2, 1 / 4].map((share) =>
            button(share === 1 ? "Full" : share === 1 / 2 ? "Half" : "Quarter", () => move(Math.trunc((unit.farthest ?? 0) * share), 0), "quiet", `Ahead by ${share} of its move`),
          ),
        )
      : null,
    may.includes("move") ? nudges((right, back) => move(-back, right)) : null,
    may.includes("wheel")
      ? el("fieldset", {}, el("legend", {}, "Wheel"), number("Degrees, to the right", 1, (value) => add(key, { leg: "wheel", degrees: value })), ...degreesBy((degrees) => add(key, { leg: "wheel", degrees }), "Wheel"))
      : null,
    may.includes("turn")
      ? el("fieldset", {}, el("legend", {}, "Turn in place"), number("Degrees, clockwise", 1, (value) => add(key, { leg: "turn", degrees: value })), ...degreesBy((degrees) => add(key, { leg: "turn", degrees }), "Turn"))
      : null,
    el(
      "p",
      {},
      may.includes("about") ? button("About-face", () => add(key, { leg: "about" }), "quiet") : null,
      legs(key).length ? button("Take the last leg back", () => undo(key), "quiet") : null,
      legs(key).length ? button("No order", () => set(key, null), "quiet") : null,
    ),
  );
}

/** A number with a button that adds it. @param {string} label @param {number} step @param {(value: number) => void} run */
function number(label, step, run) {
  const field = el("input", { type: "number", step: String(step), value: "", inputMode: "decimal", "aria-label": label, placeholder: label });
  const go = () => {
    const value = step === 1 ? Math.round(field.valueAsNumber) : field.valueAsNumber;
    if (Number.isFinite(value) && value !== 0) run(value);
  };
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    go();
  });
  return el("span", {}, field, button("Add", go, "quiet", `Add ${label.toLowerCase()}`));
}

/** A tenth of an inch in each direction. @param {(right: number, back: number) => void} run */
const nudges = (run) =>
  el(
    "div",
    { class: "nudge", role: "group", "aria-label": "Nudge by a tenth of an inch" },
    el("span", {}),
    button("▲", () => run(0, -TENTH), "", "A tenth of an inch ahead"),
    el("span", {}),
    button("◀", () => run(-TENTH, 0), "", "A tenth of an inch to the left"),
    el("span", { "aria-hidden": "true" }, "0.1″"),
    button("▶", () => run(TENTH, 0), "", "A tenth of an inch to the right"),
    el("span", {}),
    button("▼", () => run(0, TENTH), "", "A tenth of an inch back"),
    el("span", {}),
  );

/** @param {(degrees: number) => void} run @param {string} what */
const degreesBy = (run, what) => [
  button("↺ 1°", () => run(-1), "", `${what} left by 1 degree`),
  button("↻ 1°", () => run(1), "", `${what} right by 1 degree`),
];

/** @param {(degrees: number) => void} run */
const turns = (run) => el("fieldset", {}, el("legend", {}, "Facing"), ...degreesBy(run, "Face"), number("Degrees, clockwise", 1, run));
