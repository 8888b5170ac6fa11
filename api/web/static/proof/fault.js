// @ts-check

/** The first thing in a bundle that does not hold. */
export class Fault extends Error {
  /**
   * @param {string} check which of CHECKS found it
   * @param {string} detail
   * @param {number | null} position that of the event at fault, null where it is no event's
   */
  constructor(check, detail, position = null) {
    super(detail);
    this.check = check;
    this.detail = detail;
    this.position = position;
  }
}

/** What a bundle has and this verifier does not know: nothing is wrong with it, and nothing is shown. */
export class Beyond extends Error {
  /** @param {string} detail @param {string} [check] which of CHECKS comes to no end for it */
  constructor(detail, check = "dice") {
    super(detail);
    this.check = check;
  }
}

/**
 * @param {unknown} test
 * @param {string} check
 * @param {string | (() => string)} detail
 * @param {number | null} [position]
 * @returns {asserts test}
 */
export function hold(test, check, detail, position = null) {
  if (!test) throw new Fault(check, typeof detail === "function" ? detail() : detail, position);
}
