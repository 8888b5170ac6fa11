// @ts-check

/** Why a seat or a log cannot be used in a browser that knows no locks between its tabs. */
export const NO_LOCKS =
  "This browser cannot tell two open tabs of the same seat apart, so a key could be used twice. Play in one tab of a newer browser.";

/** What a player's program cannot do, and why. */
export class PlayerError extends Error {
  /**
   * @param {string} code no-ed25519, no-storage, no-locks, bad-file, chain, anchor, not-yet, key, pending, answered,
   *   given-up, unable, opening; of the log contradiction, behind or unproved
   * @param {string} text
   */
  constructor(code, text) {
    super(text);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The referee refused: nothing changed, no link was used up. `rule` is the clause, `reason` says why. */
export class Refusal extends PlayerError {
  /** @param {number} status @param {any} problem the problem document */
  constructor(status, problem) {
    super(kindOf(problem), String(problem.detail ?? "refused"));
    this.status = status;
    this.rule = String(problem.rule ?? "");
    this.reason = String(problem.reason ?? problem.detail ?? "");
    this.problem = problem;
  }
}

/**
 * The service could not be asked, or failed. `lost`: what was asked may have been carried out nevertheless.
 */
export class Fault extends PlayerError {
  /** @param {string} text @param {{status?: number, problem?: any, lost?: boolean}} [about] */
  constructor(text, { status = 0, problem = {}, lost = false } = {}) {
    super(kindOf(problem), text);
    this.status = status;
    this.lost = lost;
    this.problem = problem;
  }
}

/** @param {any} problem @returns {string} the last part of its type */
const kindOf = (problem) => /[a-z-]*$/.exec(String(problem?.type ?? ""))?.[0] || "fault";
