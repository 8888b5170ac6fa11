// @ts-check
/** What answers mean: asked of the referee once for a turn, shown beside each answer with its clauses. */

import { clause, linked } from "../shell/clauses.js";
import { countOf, el, words } from "../shell/dom.js";

const MOST = 24; // commands in one call
const SHOWN = 5; // lines of what follows that are shown at once
const SOON = 400; // milliseconds that answers wait for what they mean, so as not to move under the pointer

/**
 * @typedef {{text: string, rule: string, details?: string[]}} Note
 * @typedef {{notes: Note[], then: Note[], roll: {purpose: string, rule: string, dice: number} | null, asked: string[],
 *   refused: Note | null, warns?: Note[]}} Meaning
 * @typedef {ReturnType<typeof createForesight>} Foresight
 */

/** @param {{acting: import("./acting.js").Acting, changed: () => void}} given */
export function createForesight({ acting, changed }) {
  let turn = "";
  let asked = false;
  let settled = false;
  /** @type {Map<string, Meaning | null>} null: it is asked */
  const known = new Map();
  /** @type {Note[]} */
  let why = [];

  /** @type {Record<string, any>[]} */
  let waiting = [];
  let due = false;

  /**
   * Have the meaning of commands; those that are known already are not asked again, and all that are wanted in a
   * breath are asked at once.
   * @param {import("./turn.js").Owed} owed @param {Record<string, any>[]} commands
   */
  function want(owed, commands) {
    if (owed.key !== turn) {
      turn = owed.key;
      known.clear();
      why = [];
      waiting = [];
      asked = settled = false;
      setTimeout(() => settle(owed), SOON);
    }
    for (const each of commands) {
      const name = JSON.stringify(each);
      if (known.has(name)) continue;
      known.set(name, null);
      waiting.push(each);
    }
    if ((!waiting.length && asked) || due) return;
    due = true;
    setTimeout(() => {
      due = false;
      if (owed.key === turn) void ask(owed);
    });
  }

  /** No answer waits any longer for what it means. @param {import("./turn.js").Owed} owed */
  function settle(owed) {
    if (settled || owed.key !== turn) return;
    settled = true;
    changed();
  }

  /** @param {import("./turn.js").Owed} owed */
  async function ask(owed) {
    const fresh = waiting.splice(0, MOST);
    asked = true;
    try {
      const body = { seat: owed.seat, decision: owed.due.id, commands: fresh, timeline: owed.timeline };
      const answer = await acting.ask("/foresight", body);
      if (owed.key !== turn) return;
      why = answer.why;
      fresh.forEach((each, index) => known.set(JSON.stringify(each), answer.items[index]));
      if (waiting.length) void ask(owed);
      settled = true;
      changed();
    } catch {
      settle(owed);
      // The answers are shown without their meaning; what could not be asked is asked again at the next turn.
    }
  }

  return {
    want,
    /** Whether the meanings that were wanted first are known, or not to be waited for. */
    settled: () => settled,
    /** Why the decision is asked. */
    why: () => why,
    /** @param {Record<string, any>} command */
    of: (command) => known.get(JSON.stringify(command)) ?? null,
  };
}

/** A meaning as a list, for a `describedby`. @param {Meaning | null} meaning @param {string} [id] */
export function means(meaning, id) {
  if (!meaning) return null;
  if (meaning.refused)
    return el("p", { class: "means refused", id }, `${meaning.refused.text} `, clause(meaning.refused.rule));
  let before = "";
  /** A clause, unless the line before has the same. @param {string} rule */
  const once = (rule) => {
    const same = rule === before;
    before = rule;
    return rule && !same ? clause(rule) : null;
  };
  const lines = [
    ...(meaning.warns ?? []).map((note) => el("li", { class: "danger" }, `${note.text} `, once(note.rule))),
    ...meaning.notes.map((note) => el("li", {}, ...linked(note.text), " ", once(note.rule))),
    ...meaning.then
      .slice(0, SHOWN)
      .map((note) =>
        el("li", { class: "then" }, ...linked(`${note.text}.`), " ", once(note.rule)),
      ),
    meaning.then.length > SHOWN
      ? el("li", { class: "then" }, `${countOf(meaning.then.length - SHOWN, "more line")} of this kind.`)
      : null,
    meaning.roll
      ? el(
          "li",
          { class: "then" },
          `Then ${countOf(meaning.roll.dice, "die").replace("dies", "dice")} ${meaning.roll.dice === 1 ? "is" : "are"} rolled: ${meaning.roll.purpose}. `,
          clause(meaning.roll.rule),
        )
      : null,
    ...meaning.asked.map((text) => el("li", { class: "then" }, next(text))),
  ];
  return el("ul", { class: "means", id }, ...lines);
}

/** Whose decision follows: "blue: Place …" as "Next, Blue: Place …". @param {string} text */
function next(text) {
  const [seat, ...rest] = text.split(": ");
  const asked = rest.join(": ");
  return `Next, ${words(seat)}: ${asked.length > 110 ? `${asked.slice(0, 108).trimEnd()} …` : asked}`;
}
