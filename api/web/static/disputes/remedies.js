// @ts-check
/** A field for a remedy: its kind, and what that kind asks. */

import { el, words } from "../shell/dom.js";
import { choice, line, number, span } from "./forms.js";

/**
 * @typedef {import("./said.js").Remedy} Remedy
 * @typedef {{seats: string[], timed: boolean, tournament: boolean,
 *   place: {timeline: string, version: number, before: number} | null,
 *   readings: (readonly string[])[], offered: Remedy[], own?: Record<string, string> | null}} Around
 *   `place` is the event that it is about and the last one before its command; `readings` are choices of one as JSON;
 *   `offered` are remedies that somebody has asked for; `own` is the reading of the claim
 */

/** @param {Around} around @returns {(readonly string[])[]} */
function kindsOf({ timed, tournament, place, readings }) {
  return [
    ["let_stand", "Let it stand, and record the finding"],
    ...(place && readings.length ? [["same_faces", "Decide it again with the same faces"]] : []),
    ...(place ? [["rewind", "Go back to before it, with new dice"]] : []),
    ...(place ? [["correct", "Correct the position"]] : []),
    ...(timed ? [["time", "Add time to a clock, or take some"]] : []),
    ["result", "End the game with a result"],
    ["replay", "Annul the game, and play another one"],
    ...(tournament ? [["points", "Change a tournament’s points"]] : []),
  ];
}

/**
 * @param {string} name @param {string} label @param {Around} around
 * @param {{first?: string, reading?: () => string | null, needed?: boolean}} [how]
 *   `reading` as JSON, where another field asks for it
 * @returns {import("./forms.js").Field}
 */
export function remedyField(name, label, around, { first = "", reading, needed = true } = {}) {
  const nth = (/** @type {number} */ at) => (around.offered.length > 1 ? ` (${at + 1})` : "");
  const asked = around.offered.map(({ type }, at) => [`offered ${at}`, `As asked: ${words(type)}${nth(at)}`]);
  const kind = choice(`${name}-kind`, label, [...asked, ...kindsOf(around)], { first, needed });
  const more = el("div", { class: "more" });
  /** @type {import("./forms.js").Field[]} */
  let fields = [];
  const draw = () => {
    fields = fieldsOf(kind.value() ?? "", around, reading);
    more.replaceChildren(...fields.map(({ place }) => place));
  };
  kind.input.addEventListener("change", draw);
  draw();
  return {
    name,
    place: el("div", { class: "remedy" }, kind.place, more),
    value() {
      const chosen = kind.value();
      if (!chosen) return null;
      if (chosen.startsWith("offered ")) return around.offered[Number(chosen.slice(8))];
      return remedyOf(chosen, Object.fromEntries(fields.map((field) => [field.name, field.value()])), around, reading);
    },
    clear() {
      kind.clear();
      draw();
    },
  };
}

/** @param {string} kind @param {Around} around @param {(() => string | null) | undefined} reading */
function fieldsOf(kind, { seats, readings }, reading) {
  const of = seats.map((seat) => [seat, words(seat)]);
  switch (kind) {
    case "same_faces":
      return [
        ...(reading ? [] : [choice("reading", "Under which reading", readings)]),
        number("through", "Through event (empty: this command alone)", { needed: false }),
      ];
    case "rewind":
      return [
        choice("clocks", "Clocks", [["as_then", "As they were then"], ["keep", "As they are now"]], { first: "as_then" }),
      ];
    case "correct":
      return [line("path", "Which value, by its path", { needed: true }), line("set", "Its value, as JSON", { needed: true })];
    case "time":
      return [choice("seat", "Whose clock", of), span("ms", "Time (below 0: taken)", { signed: true })];
    case "result":
      return [choice("winner", "Who wins", [...of, ["-", "Nobody: a draw"]])];
    case "points":
      return [line("entry", "Entry", { needed: true }), number("tenths", "Tenths of a point", { min: -1000 })];
    default:
      return [];
  }
}

/**
 * @param {string} type @param {Record<string, any>} values @param {Around} around
 * @param {(() => string | null) | undefined} reading
 * @returns {Remedy}
 */
function remedyOf(type, values, { place }, reading) {
  const { timeline = "main", before = 1 } = place ?? {};
  const version = before + 1; // of the command
  switch (type) {
    case "same_faces": {
      const under = JSON.parse(values.reading ?? reading?.() ?? "{}");
      return { type, timeline, version, reading: under, ...(values.through ? { through: values.through } : {}) };
    }
    case "rewind":
      return { type, timeline, at: before, ...(values.clocks === "keep" ? { clocks: "keep" } : {}) };
    case "correct":
      return { type, timeline, set: { [values.path]: valueOf(values.set) } };
    case "time":
      return { type, seat: values.seat, ms: values.ms };
    case "result":
      return { type, winner: values.winner === "-" ? null : values.winner };
    case "points":
      return { type, entry: values.entry, tenths: values.tenths };
    default:
      return { type };
  }
}

/** What was typed as JSON; a bare word is a text. @param {string} typed */
function valueOf(typed) {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
