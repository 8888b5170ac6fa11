// @ts-check
/** An order by parts: several forces that go to several places by one command, chosen one after the other. */

import { same } from "../answers/advice.js";

/**
 * @typedef {import("../shell/manifest.js").Mode} Mode
 * @typedef {{mode: Mode, command: Record<string, any>, legs: Record<string, any>[], cost: number, ways: string[][]}} Gathered
 *   the order as far as its parts are chosen, what they cost, and the places that each goes by
 */

export function createGathering() {
  /** @type {Gathered | null} */
  let now = null;

  /** Whether a way to go is the one by which the parts go. @param {Mode} mode */
  const isIts = (mode) => now !== null && same(mode, now.mode);

  return {
    isIts,
    now: () => now,
    /** The parts that go with another one by a way. @param {Mode | null} mode */
    legs: (mode) => (mode && isIts(mode) ? (now?.legs ?? []) : []),
    drop: () => void (now = null),
    /**
     * Add a part; the places that it goes by.
     * @param {Mode} mode @param {string} from @param {import("./marching.js").Reached} into
     */
    add(mode, from, into) {
      const way = [from, ...into.steps.map((step) => step.place)];
      const before = isIts(mode) ? now : null;
      now = {
        mode,
        command: into.command,
        legs: into.command[mode.legs ?? ""],
        cost: (before?.cost ?? 0) + into.cost,
        ways: [...(before?.ways ?? []), way],
      };
      return way;
    },
    /** The parts of a stack without what goes already. @param {import("../board/stacks.js").Part[]} parts */
    unchosen(parts) {
      if (!now) return parts;
      const units = now.mode.units ?? "units";
      const taken = new Set(now.legs.flatMap((leg) => leg[units]));
      return parts
        .map((part) => {
          const ids = (part.unit?.ids ?? []).filter((/** @type {string} */ id) => !taken.has(id));
          return part.unit?.ids ? { ...part, unit: { ...part.unit, ids }, count: ids.length } : part;
        })
        .filter((part) => part.count !== 0);
    },
    /** Where the parts go, marked. @returns {Map<string, import("../board/marking.js").Mark>} */
    marks: () =>
      new Map(
        (now?.ways ?? []).map((way) => [
          way[way.length - 1],
          { kind: "target", label: "✓", title: "a part of the order comes here" },
        ]),
      ),
  };
}
