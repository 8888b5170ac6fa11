// @ts-check
/** What the referee says of the orders of a draft, unit by unit: where they lead and what they use, or why they are refused. */

const SOON = 120; // milliseconds after the last change

/**
 * @typedef {{key: string, at: [number, number], facing: number, stands: [number, number][][], used: string, length: number,
 *   legs?: string[], says?: string[]}} Ghost as domain/kernel/drawing/table.py describes it
 * @typedef {{ghost: Ghost | null, refused: {text: string, rule: string} | null}} Measured
 */

/** @param {{acting: import("./acting.js").Acting, changed: (unit: string) => void}} given */
export function createReferee({ acting, changed }) {
  /** @type {Map<string, {sign: string, found: Measured | null, clock: number}>} */
  const known = new Map();

  /**
   * Have the order of a unit measured; the last order counts.
   * @param {import("./turn.js").Owed} owed @param {string} unit @param {Record<string, any>} command with this unit alone
   */
  function want(owed, unit, command) {
    const sign = `${owed.key} ${JSON.stringify(command)}`;
    const before = known.get(unit);
    if (before?.sign === sign) return;
    clearTimeout(before?.clock);
    const clock = setTimeout(() => void ask(owed, unit, command, sign), SOON);
    known.set(unit, { sign, found: null, clock });
  }

  /** @param {import("./turn.js").Owed} owed @param {string} unit @param {Record<string, any>} command @param {string} sign */
  async function ask({ seat, timeline, due }, unit, command, sign) {
    /** @type {Measured} */
    let found;
    try {
      const { reached } = await acting.ask("/reach", { seat, timeline, decision: due.id, command });
      const ghost = reached.map((/** @type {any} */ each) => each.ghost).find((/** @type {any} */ each) => each?.key === unit);
      found = { ghost: ghost ?? null, refused: null };
    } catch (error) {
      const problem = /** @type {any} */ (error);
      found = { ghost: null, refused: { text: problem.details?.reason ?? problem.message, rule: problem.rule ?? "" } };
    }
    const now = known.get(unit);
    if (now?.sign !== sign) return;
    now.found = found;
    changed(unit);
  }

  return {
    want,
    /** What is known of a unit's order; null while it is asked. @param {string} unit @returns {Measured | null} */
    of: (unit) => known.get(unit)?.found ?? null,
    /** Another decision is answered. */
    forgetAll: () => known.clear(),
    /** @param {string} unit */
    forget: (unit) => void known.delete(unit),
  };
}
