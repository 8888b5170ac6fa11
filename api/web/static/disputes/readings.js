// @ts-check
/** Rival readings of a clause: the options and errata of the ruleset that say it in another way than the game does. */

import { words } from "../shell/dom.js";

/** The paragraph of a clause: 9.6 of 9.6/2. @param {string} clause */
const paragraph = (clause) => clause.split("/")[0];
/** Whether two clauses are of one paragraph, or of one within the other. @param {string} one @param {string} other */
function near(one, other) {
  const [inner, outer] = [paragraph(one), paragraph(other)].sort((a, b) => b.length - a.length);
  return inner === outer || inner.startsWith(`${outer}.`);
}

/**
 * The readings that a game could have and has not, those of some clauses first.
 * @param {any} ruleset as the service describes it @param {any} game its record @param {string[]} clauses
 * @returns {{reading: Record<string, string>, clause: string, text: string, near: boolean}[]}
 */
export function rivals(ruleset, game, clauses) {
  const held = new Set((game.errata ?? []).map((/** @type {any} */ each) => each.id));
  const options = (ruleset.options ?? []).flatMap((/** @type {any} */ option) =>
    option.values
      .filter((/** @type {string} */ value) => option.movable !== false && value !== game.options?.[option.name])
      .map((/** @type {string} */ value) => ({
        reading: { [option.name]: value },
        clause: option.clause,
        text: `${option.text} Here: ${words(game.options?.[option.name] ?? "its default")}; instead: ${words(value)}`,
      })),
  );
  const errata = (ruleset.errata ?? []).map((/** @type {any} */ each) => ({
    reading: { [each.id]: held.has(each.id) ? "not" : "holds" },
    clause: each.clause,
    text: held.has(each.id) ? `As before the erratum: ${each.before}` : `As the erratum says: ${each.after}`,
  }));
  const all = [...options, ...errata].map((each) => ({
    ...each,
    near: clauses.some((clause) => near(each.clause, clause)),
  }));
  return all.sort((one, other) => Number(other.near) - Number(one.near));
}

/**
 * The same as choices of a field, each reading as JSON.
 * @param {ReturnType<typeof rivals>} of @returns {(readonly string[])[]}
 */
export const asChoices = (of) => of.map(({ reading, clause, text }) => [JSON.stringify(reading), `${clause} ${text}`]);
