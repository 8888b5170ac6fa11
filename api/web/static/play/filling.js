// @ts-check
/**
 * An answer that is filled in entry by entry, as the manifest describes it (`orders.filled`): in the panel, and places
 * on the map too. What may be chosen for each entry is in the decision's `about`.
 */

import { el, words } from "../shell/dom.js";

/**
 * @typedef {import("../shell/manifest.js").Form} Form
 * @typedef {import("../shell/manifest.js").Field} Field
 * @typedef {{least: number, most: number, usual?: number}} Bounds
 * @typedef {{field: Field, entry: string, label: string, choices: string[], bounds: Bounds | null, fresh: boolean}} Row
 *   one entry of a field; a `fresh` one is not on the board yet
 * @typedef {ReturnType<typeof createFilling>} Filling
 */

/** The entries of a form. @param {Form} form @param {Record<string, any>} about @returns {Row[]} */
const rowsOf = (form, about) =>
  form.fields.flatMap((field) =>
    entriesOf(field, about).map(([entry, may]) => ({
      field,
      entry,
      label: field.entry ? field.entry.replace("{}", entry) : words(entry),
      choices: Array.isArray(may) ? may : [],
      bounds: Array.isArray(may) ? null : may,
      fresh: Boolean(field.entry || field.several),
    })),
  );

/**
 * What may be chosen for each entry of a field; the entries of a list are numbered from 1.
 * @param {Field} field @param {Record<string, any>} about @returns {[string, any][]}
 */
function entriesOf(field, about) {
  const may = about[field.name] ?? {};
  if (!field.several) return Object.entries(may);
  const count = typeof field.several === "number" ? field.several : Number(about[field.several]);
  return may.length ? Array.from({ length: count }, (_, index) => [String(index + 1), may]) : [];
}

/** @param {Row} row */
const keyOf = ({ field, entry }) => `${field.name} ${entry}`;

/** What an entry has until another value is chosen. @param {Row} row @returns {string | number} */
const usual = ({ field, entry, choices, bounds }) => {
  if (bounds) return bounds.usual ?? bounds.least;
  return field.several ? (choices[Number(entry) - 1] ?? "") : choices[0];
};

/**
 * @param {{board: import("../board/board.js").Board, name: (place: string) => string, changed: () => void,
 *   bubble: import("../answers/bubble.js").Bubble}} given
 *   `name` is a place in words
 */
export function createFilling({ board, name, changed, bubble }) {
  let decision = ""; // that is answered, with its timeline
  /** @type {Form | null} */
  let form = null;
  /** @type {Row[]} */
  let rows = [];
  /** @type {Record<string, any>} */
  let about = {};
  /** @type {Map<string, string | number>} */
  const values = new Map();
  /** @type {string | null} */
  let active = null; // the entry that the next click on the map is for

  /** @type {Map<string, string | number>} */
  const suggested = new Map(); // what the computer player would enter

  const valueOf = (/** @type {Row} */ row) =>
    values.get(keyOf(row)) ?? suggested.get(keyOf(row)) ?? usual(row);
  const listed = (/** @type {Row} */ row) => rows.filter((each) => each.field === row.field);
  const places = () => rows.filter((row) => row.field.asks === "place");
  const activeRow = () => places().find((row) => keyOf(row) === active) ?? null;

  /**
   * Answer a decision: what was filled in is kept for as long as the same one is due.
   * @param {Form} of @param {import("./turn.js").Owed} owed
   */
  function open(of, owed) {
    const key = `${owed.timeline} ${owed.due.id}`;
    if (key !== decision) values.clear();
    if (key !== decision) suggested.clear();
    if (key !== decision) active = null;
    decision = key;
    form = of;
    about = owed.due.about ?? {};
    rows = rowsOf(of, about);
    mark();
  }

  function close() {
    form = null;
    rows = [];
    active = null;
  }

  /** Show on the map where entries are and where they go; of an active entry, where it may go. */
  function mark() {
    /** @type {Map<string, import("../board/marking.js").Mark>} */
    const marks = new Map();
    const row = activeRow();
    if (row) {
      for (const place of row.choices) marks.set(place, { kind: "choice", title: `for ${row.label}` });
      marks.set(String(valueOf(row)), { kind: "target", title: `${row.label} goes here` });
    } else {
      for (const each of places().filter(({ fresh }) => fresh))
        for (const place of each.choices)
          if (marks.get(place)?.kind !== "target") marks.set(place, { kind: "choice", title: "may be chosen" });
      for (const each of places()) {
        const to = String(valueOf(each));
        const coming = each.fresh || to !== each.choices[0];
        if (!to || (!coming && marks.has(to))) continue;
        const title = coming ? `${each.label} comes here` : `${each.label} may be ordered`;
        marks.set(to, { kind: coming ? "target" : "choice", title });
      }
    }
    board.mark(marks);
    board.path(row && !row.fresh && valueOf(row) !== row.choices[0] ? [row.choices[0], String(valueOf(row))] : []);
  }

  /** @param {Row | null} row */
  function activate(row) {
    active = row && keyOf(row);
    mark();
    for (const each of document.querySelectorAll("#pane-due .filled [data-entry]"))
      each.classList.toggle("active", each.getAttribute("data-entry") === active);
  }

  /**
   * A click on the map: the first on a place chooses what is there, the second where that goes. True if the form took it.
   * @param {string} place
   */
  function click(place) {
    bubble.hide();
    const row = activeRow();
    if (row?.choices.includes(place)) {
      values.set(keyOf(row), place);
      const stays = !row.fresh && place === row.choices[0];
      board.say(`${row.label} ${stays ? "stays in" : "goes to"} ${name(place)}.`);
      activate(null);
      changed();
      return true;
    }
    if (put(place)) return true;
    const here = places().filter((each) => !each.fresh && each.choices[0] === place);
    if (!here.length) {
      if (row) activate(null);
      return false;
    }
    const next = here.find((each) => valueOf(each) === place) ?? here[0];
    activate(next);
    board.say(`${next.label}: choose where it goes: ${next.choices.map(name).join(", ")}.`);
    changed();
    return true;
  }

  /** Put what is not on the board yet into a place: at once, or by a choice beside the place. @param {string} place */
  function put(place) {
    const may = places().filter((each) => each.fresh && each.choices.includes(place));
    const first = may.filter((each) => !each.field.several || listed(each)[0] === each);
    if (!first.length) return false;
    const choices = first.map((row) => ({
      text: `${row.field.several ? row.field.text : row.label} here`,
      run: () => (row.field.several ? toggle(row, place) : enter(row, place)),
    }));
    if (choices.length === 1) choices[0].run();
    else bubble.show(place, name(place), choices);
    return true;
  }

  /** @param {Row} row @param {string} place */
  function enter(row, place) {
    values.set(keyOf(row), place);
    board.say(place ? `${row.label} in ${name(place)}.` : `${row.label}: nowhere yet.`);
    mark();
    changed();
  }

  /** A place of a list: the first one that is chosen replaces what was suggested. @param {Row} of @param {string} place */
  function toggle(of, place) {
    const own = listed(of);
    if (own.every((row) => !values.has(keyOf(row)))) own.forEach((row) => values.set(keyOf(row), ""));
    const there = own.find((row) => valueOf(row) === place);
    if (there) return enter(there, "");
    enter(own.find((row) => !valueOf(row)) ?? own[0], place);
  }

  /** Begin with what the computer player would enter. @param {Record<string, any>} command */
  function suggest(command) {
    if (command.type !== form?.command) return;
    for (const row of rows) {
      const of = command[row.field.name];
      const value = Array.isArray(of) ? of[Number(row.entry) - 1] : of?.[row.entry];
      const fits = row.bounds
        ? Number.isInteger(value) && value >= row.bounds.least && value <= row.bounds.most
        : row.choices.includes(value);
      if (fits) suggested.set(keyOf(row), value);
    }
    mark();
    changed();
  }

  /** The entry of a place or a word. @param {Row} row */
  function choice(row) {
    const stays = (/** @type {string} */ value) =>
      !row.fresh && value === row.choices[0] ? ", where it is" : "";
    const text = (/** @type {string} */ value) =>
      row.field.asks === "place" ? `${name(value)}${stays(value)}` : words(value);
    const field = el(
      "select",
      { "aria-label": row.label, "data-model": "" },
      valueOf(row) ? null : el("option", { value: "", selected: true }, "Choose …"),
      ...row.choices.map((value) => el("option", { value, selected: value === valueOf(row) }, text(value))),
    );
    field.addEventListener("change", () => {
      values.set(keyOf(row), field.value);
      mark();
      changed();
    });
    if (row.field.asks === "place") {
      field.addEventListener("focus", () => activate(row));
      field.addEventListener("blur", () => active === keyOf(row) && activate(null));
    }
    return field;
  }

  /** The entry of a number. @param {Row} row @param {() => void} summed is called when it is another one */
  function number(row, summed) {
    const { least, most } = /** @type {Bounds} */ (row.bounds);
    const field = el("input", {
      type: "number",
      min: String(least),
      max: String(most),
      value: String(valueOf(row)),
      inputMode: "numeric",
      required: true,
      "aria-label": row.label,
      "data-model": "",
    });
    field.addEventListener("input", () => {
      values.set(keyOf(row), field.valueAsNumber);
      summed();
    });
    return field;
  }

  /**
   * A field with its entries, and the sum where its numbers have one.
   * @param {Field} field @param {() => void} summed @returns {{node: HTMLElement, sums: () => boolean}}
   *   `sums` says how far the sum is, and whether it is right
   */
  function fieldOf(field, summed) {
    const own = rows.filter((row) => row.field === field);
    const total = field.total ? Number(about[field.total]) : null;
    const said = el("p", { class: "meta", role: "status" });
    const node = el(
      "fieldset",
      { hidden: !own.length },
      el("legend", {}, field.text),
      ...own.map((row) =>
        el(
          "label",
          { "data-entry": keyOf(row), class: active === keyOf(row) ? "active" : "" },
          `${row.label} `,
          row.bounds ? number(row, summed) : choice(row),
        ),
      ),
      total === null ? null : said,
    );
    function sums() {
      const sum = own.reduce((all, row) => all + Number(valueOf(row)), 0);
      if (total !== null) said.textContent = `${Number.isNaN(sum) ? "…" : sum} of ${total}`;
      if (field.several)
        return own.every((row) => valueOf(row)) && new Set(own.map(valueOf)).size === own.length;
      return total === null || sum === total;
    }
    return { node, sums };
  }

  /** The form. @param {(command: Record<string, any>) => unknown} give */
  function draw(give) {
    if (!form) return el("p", {});
    const { fields, command, button = "Order this" } = form;
    const send = el("button", { class: "answer", "data-type": command }, button);
    const summed = () => void (send.disabled = parts.map((part) => part.sums()).includes(false));
    const parts = fields.map((field) => fieldOf(field, summed));
    const fresh = places().some((row) => row.fresh);
    const said = fresh
      ? "On the map: click a marked place. What is filled in is the computer player's suggestion."
      : "On the map: click what you order, then where it goes.";
    const hint = places().length ? el("p", { class: "meta" }, said) : null;
    const made = el("form", { class: "filled" }, hint, ...parts.map((part) => part.node), send);
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      give(answer());
    });
    summed();
    return made;
  }

  /** The command, as it is filled in. */
  function answer() {
    const of = (/** @type {Field} */ field) =>
      field.several
        ? rows.filter((row) => row.field === field).map(valueOf)
        : Object.fromEntries(rows.filter((row) => row.field === field).map((row) => [row.entry, valueOf(row)]));
    return {
      type: form?.command ?? "",
      ...Object.fromEntries((form?.fields ?? []).map((field) => [field.name, of(field)])),
    };
  }

  /** Let go of the entry that the next click would be for; true if there was one. */
  function release() {
    if (!activeRow()) return false;
    activate(null);
    return true;
  }

  /** Whether it may be sent as it is filled in. */
  const complete = () => form !== null && form.fields.every((field) => fieldOf(field, () => undefined).sums());

  return {
    open,
    close,
    click,
    draw,
    release,
    suggest,
    answer,
    complete,
    button: () => form?.button ?? "Order this",
  };
}
