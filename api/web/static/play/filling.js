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
 * @typedef {{field: Field, entry: string, choices: string[], bounds: Bounds | null}} Row one entry of a field
 * @typedef {ReturnType<typeof createFilling>} Filling
 */

/** The entries of a form. @param {Form} form @param {Record<string, any>} about @returns {Row[]} */
const rowsOf = (form, about) =>
  form.fields.flatMap((field) =>
    Object.entries(about[field.name] ?? {}).map(([entry, may]) => ({
      field,
      entry,
      choices: Array.isArray(may) ? may : [],
      bounds: Array.isArray(may) ? null : may,
    })),
  );

/** @param {Row} row */
const keyOf = ({ field, entry }) => `${field.name} ${entry}`;

/** What an entry has until another value is chosen. @param {Row} row @returns {string | number} */
const usual = ({ choices, bounds }) => (bounds ? (bounds.usual ?? bounds.least) : choices[0]);

/**
 * @param {{board: import("../board/board.js").Board, name: (place: string) => string, changed: () => void}} given
 *   `name` is a place in words
 */
export function createFilling({ board, name, changed }) {
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

  const valueOf = (/** @type {Row} */ row) => values.get(keyOf(row)) ?? usual(row);
  const places = () => rows.filter((row) => row.field.asks === "place");
  const activeRow = () => places().find((row) => keyOf(row) === active) ?? null;

  /**
   * Answer a decision: what was filled in is kept for as long as the same one is due.
   * @param {Form} of @param {import("./turn.js").Owed} owed
   */
  function open(of, owed) {
    const key = `${owed.timeline} ${owed.due.id}`;
    if (key !== decision) values.clear();
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
      for (const place of row.choices) marks.set(place, { kind: "choice", title: `for ${words(row.entry)}` });
      marks.set(String(valueOf(row)), { kind: "target", title: `${words(row.entry)} goes here` });
    } else
      for (const each of places()) {
        const to = String(valueOf(each));
        const coming = to !== each.choices[0];
        if (!coming && marks.has(to)) continue;
        const title = coming ? `${words(each.entry)} comes here` : `${words(each.entry)} may be ordered`;
        marks.set(to, { kind: coming ? "target" : "choice", title });
      }
    board.mark(marks);
    board.path(row && valueOf(row) !== row.choices[0] ? [row.choices[0], String(valueOf(row))] : []);
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
    const row = activeRow();
    if (row?.choices.includes(place)) {
      values.set(keyOf(row), place);
      board.say(`${words(row.entry)} ${place === row.choices[0] ? "stays in" : "goes to"} ${name(place)}.`);
      activate(null);
      changed();
      return true;
    }
    const here = places().filter((each) => each.choices[0] === place);
    if (!here.length) {
      if (row) activate(null);
      return false;
    }
    const next = here.find((each) => valueOf(each) === place) ?? here[0];
    activate(next);
    board.say(`${words(next.entry)}: choose where it goes: ${next.choices.map(name).join(", ")}.`);
    changed();
    return true;
  }

  /** The entry of a place or a word. @param {Row} row */
  function choice(row) {
    const stays = (/** @type {string} */ value) => (value === row.choices[0] ? ", where it is" : "");
    const text = (/** @type {string} */ value) =>
      row.field.asks === "place" ? `${name(value)}${stays(value)}` : words(value);
    const field = el(
      "select",
      { "aria-label": words(row.entry), "data-model": "" },
      ...row.choices.map((value) => el("option", { value, selected: value === valueOf(row) }, text(value))),
    );
    field.addEventListener("change", () => {
      values.set(keyOf(row), field.value);
      mark();
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
      "aria-label": words(row.entry),
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
      {},
      el("legend", {}, field.text),
      ...own.map((row) =>
        el(
          "label",
          { "data-entry": keyOf(row), class: active === keyOf(row) ? "active" : "" },
          `${words(row.entry)} `,
          row.bounds ? number(row, summed) : choice(row),
        ),
      ),
      total === null ? null : said,
    );
    function sums() {
      const sum = own.reduce((all, row) => all + Number(valueOf(row)), 0);
      if (total !== null) said.textContent = `${Number.isNaN(sum) ? "…" : sum} of ${total}`;
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
    const hint = places().length
      ? el("p", { class: "meta" }, "On the map: click what you order, then where it goes.")
      : null;
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
      Object.fromEntries(rows.filter((row) => row.field === field).map((row) => [row.entry, valueOf(row)]));
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

  return { open, close, click, draw, release };
}
