// @ts-check
/** The entries of an answer on a free table: what each unit is to do, until all are sent as one order. */

import { after } from "../board/outline.js";
import { same } from "../answers/advice.js";

/**
 * @typedef {{command: string, entries: string, within?: string, legs?: string, targets?: string[], odds?: boolean, idle?: string,
 *   button?: string}} Drafted as domain/kernel/drawing/manifest.py describes it
 * @typedef {import("../board/outline.js").Leg} Leg @typedef {import("../board/outline.js").Body} Body
 * @typedef {import("../board/tabletop.js").Figure} Figure
 * @typedef {{text: string, entry: any}} Choice
 * @typedef {ReturnType<typeof createDrafts>} Drafts
 */

/** The entries of a command by unit. @param {Drafted} of @param {Record<string, any>} command @returns {Record<string, any>} */
export const entriesOf = (of, command) => (of.within ? command[of.within] : command)?.[of.entries] ?? {};

/** A command with just these entries. @param {Drafted} of @param {Record<string, any>} entries */
export function commandOf(of, entries) {
  const inner = { [of.entries]: entries };
  return { type: of.command, ...(of.within ? { [of.within]: inner } : inner) };
}

/**
 * What may be chosen for each unit, from the offers: the words of an entry are those after its unit's name.
 * @param {Drafted} of @param {import("./offers.js").Offer[]} offers @param {(unit: string) => string} name
 * @returns {Map<string, Choice[]>}
 */
export function choicesOf(of, offers, name) {
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const { command, text } of offers) {
    if (command.type !== of.command) continue;
    const parts = text.split("; ");
    for (const [unit, entry] of Object.entries(entriesOf(of, command))) {
      const known = found.get(unit) ?? [];
      found.set(unit, known);
      if (known.some((each) => same(each.entry, entry))) continue;
      const said = parts.find((part) => part.startsWith(name(unit))) ?? text;
      known.push({ text: said.slice(name(unit).length).replace(/^[:\s]+/, "") || said, entry });
    }
  }
  return found;
}

/** Whether an entry is aimed at a unit. @param {Drafted} of @param {any} entry @param {string} key */
export const aimsAt = (of, entry, key) =>
  (of.targets ?? []).some((field) => {
    const value = field ? entry?.[field] : entry;
    return value === key || (typeof value === "object" && value !== null && key in value);
  });

export function createDrafts() {
  let decision = "";
  /** @type {Record<string, any>} */
  let entries = {};

  return {
    /**
     * Begin with these entries, unless the same decision is still due: what was drawn is kept then.
     * @param {string} key @param {Record<string, any>} first
     */
    open(key, first) {
      if (key === decision) return;
      decision = key;
      entries = { ...first };
    },
    entries: () => entries,
    /** @param {string} unit */
    of: (unit) => entries[unit] ?? null,
    /** @param {string} unit @param {any} entry null: none */
    set(unit, entry) {
      entries = { ...entries };
      if (entry === null) delete entries[unit];
      else entries[unit] = entry;
    },
    /** @param {Record<string, any>} all */
    replace: (all) => void (entries = { ...all }),
  };
}

/** The stands of a unit as they are now. @param {Figure} figure @returns {Body} */
export const bodyOf = (figure) => ({
  at: figure.at,
  facing: figure.facing,
  stands: figure.stands.map(({ corners }) => corners),
});

/** A body after some legs; null where a page cannot say. @param {Body} body @param {Leg[]} legs @returns {Body | null} */
export const along = (body, legs) =>
  legs.reduce((/** @type {Body | null} */ now, leg) => now && after(now, leg), body);

/**
 * Legs with a way added: to the last move, or as a new one. Whole units; a move that comes to nothing is dropped.
 * @param {Leg[]} legs @param {number} dx @param {number} dy to the south @returns {Leg[]}
 */
export function moved(legs, dx, dy) {
  const last = legs.at(-1);
  const before = last?.leg === "move" ? legs.slice(0, -1) : legs;
  const x = Math.round(dx) + (last?.leg === "move" ? last.dx : 0);
  const y = -Math.round(dy) + (last?.leg === "move" ? last.dy : 0);
  return x || y ? [...before, { leg: "move", dx: x, dy: y }] : before;
}

/**
 * Legs with a wheel or a turn added: to the last one of its kind, or as a new one.
 * @param {Leg[]} legs @param {"wheel" | "turn"} kind @param {number} degrees to the right; less than 0: to the left
 * @returns {Leg[]}
 */
export function wheeled(legs, kind, degrees) {
  const last = legs.at(-1);
  const again = last?.leg === kind;
  const before = again ? legs.slice(0, -1) : legs;
  if (kind === "turn") {
    const sum = (((again ? last.degrees : 0) + degrees) % 360 + 360) % 360;
    return sum ? [...before, { leg: "turn", degrees: sum }] : before;
  }
  const sum = Math.max(-90, Math.min(90, (again ? (last.to === "right" ? last.degrees : -last.degrees) : 0) + degrees));
  return sum ? [...before, { leg: "wheel", to: sum > 0 ? "right" : "left", degrees: Math.abs(sum) }] : before;
}
