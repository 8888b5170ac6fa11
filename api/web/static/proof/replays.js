// @ts-check
/**
 * Commands that a ruling has decided again with the same faces (docs/disputes.md): they are those of the places that it
 * names. No rule of the game is asked: the same seat asked for the same there, the same faces were rolled, and none was
 * left out in between.
 */

import { Fault } from "./fault.js";

/** @typedef {{version: number, began: number, said: string}} Known a command in force: when it began, what it was */

/** @param {unknown} test @param {number} position @param {string} detail @throws {Fault} */
function hold(test, position, detail) {
  if (!test) throw new Fault("dice", `replay: ${detail}`, position);
}

/** What was asked by whom, and the faces; not what for. @param {any} event */
const said = ({ seat, id, digest, by, command, rolls }) =>
  JSON.stringify([seat, id, digest, by, command, rolls.map((/** @type {any} */ each) => [each.faces, each.sides])]);

/** Takes a game's events of the match's kinds in the order of the log. */
export class ReplayCheck {
  constructor() {
    /** @type {Map<string, Known[]>} */
    this._known = new Map();
    /** @type {{timeline: string, version: number}[]} */
    this._due = [];
    this._line = "";
  }

  /** @param {import("./events.js").Placed} placed @throws {Fault} */
  take({ position, line, version, kind, event }) {
    if (kind === "command_accepted" && event.replayed) return this._replayed(position, line, version, event);
    if (kind === "command_accepted" || kind === "command_committed")
      hold(!this._due.length, position, "a command that the ruling decides again is missing");
    if (kind === "command_accepted" && line && event.command.type !== "take_back")
      this._of(line).push({ version, began: event.committed || version, said: said(event) });
    else if (kind === "taken_back") {
      const known = this._of(event.timeline);
      while (known.length && /** @type {Known} */ (known.at(-1)).version > event.to) known.pop();
    } else if (kind === "remedy_applied" && event.remedy.type === "same_faces") this._begin(position, event);
    else if (kind === "timeline_opened" && this._due.length && event.timeline === this._line) {
      const [first] = this._due;
      const begins = event.parent === first.timeline && event.at === this._at(first).began - 1;
      hold(begins, position, `${event.timeline} does not begin before the command that is decided again`);
    }
  }

  /** @param {string} line */
  _of(line) {
    const known = this._known.get(line) ?? [];
    this._known.set(line, known);
    return known;
  }

  /** @param {{timeline: string, version: number}} place @returns {Known} */
  _at({ timeline, version }) {
    return /** @type {Known} */ (this._of(timeline).find((each) => each.version === version));
  }

  /** The ruling names each command from the first one on, as far as it goes. @param {number} position @param {any} applied */
  _begin(position, { remedy, effect }) {
    const { timeline, version: first } = remedy;
    const through = remedy.through ?? first;
    const wanted = this._of(timeline)
      .map(({ version }) => ({ timeline, version }))
      .filter(({ version }) => version >= first && version <= through);
    const named = wanted.length && wanted[0].version === first;
    const same = named && JSON.stringify(effect.replayed ?? []) === JSON.stringify(wanted);
    hold(same, position, "the ruling names other commands than those that it decides again");
    [this._due, this._line] = [wanted, effect.timeline];
  }

  /** @param {number} position @param {string} line @param {number} version @param {any} event */
  _replayed(position, line, version, event) {
    const place = this._due.shift();
    const { replayed } = event;
    const due = place && line === this._line && place.timeline === replayed.timeline;
    hold(due && place.version === replayed.version, position, "no ruling has this command decided again here");
    const known = this._at(replayed);
    const same = said(event) === known.said;
    hold(same, position, `the command at ${known.version} was another, or showed other faces`);
    const plain = event.signature === null && event.dice_proof === null && !event.committed;
    hold(plain, position, "what is decided again is signed, and proved, at its place alone");
    this._of(line).push({ version, began: version, said: known.said });
  }
}
