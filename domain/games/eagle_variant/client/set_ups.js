// @ts-check
/** The set-up that is being filled in: the form in the panel and the battle board show and change the same one. */

import { draftOf } from "./entries.js";

/** @typedef {Map<string, string>} SetUp the space of the battle map for each unit */

/** @type {Map<string, {asked: string, draft: SetUp}>} */
const kept = new Map();

/**
 * The set-up for a decision: as it is filled in, or as it is advised, or the brigades on the lines in turn.
 * @param {any} due @param {Record<string, string[]> | null} [advised] units by space
 */
export function setUpFor(due, advised = null) {
  const asked = `${due.id} ${JSON.stringify(due.form.units)}`;
  const made = draftOf(kept, due.kind, asked, () => begin(due.form));
  if (advised && !made.get("")) {
    made.set("", "advised"); // once: what a player has changed stays
    for (const [space, ids] of Object.entries(advised)) for (const id of ids) if (made.has(id)) made.set(id, space);
  }
  return made;
}

/** @param {any} form @returns {SetUp} */
function begin({ spaces, units }) {
  const lines = spaces.filter((/** @type {any} */ each) => each.least);
  let placed = 0;
  return new Map(
    units.map((/** @type {any} */ { id, kind }) => [id, kind === "leader" ? lines[0].id : lines[placed++ % lines.length].id]),
  );
}

/** Put a unit into a space. @param {any} due @param {string} id @param {string} space */
export function putUnit(due, id, space) {
  const made = setUpFor(due);
  made.set(id, space);
  made.set("", "changed");
}
