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

/**
 * A value as both verifiers quote it in a sentence: a text in single quotes (in double ones where it has single
 * quotes only), None for null, a list in brackets.
 * @param {unknown} value
 * @returns {string}
 */
export function quoted(value) {
  if (value === null || value === undefined) return "None";
  if (Array.isArray(value)) return `[${value.map(quoted).join(", ")}]`;
  if (typeof value !== "string") return String(value);
  const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
  const escaped = value.replace(/[\\']|\p{C}|(?! )\p{Z}/gu, (each) => {
    if (each === "'") return mark === "'" ? "\\'" : each;
    const known = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[each];
    const code = each.codePointAt(0) ?? 0;
    const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
    return known ?? `\\${letter}${code.toString(16).padStart(digits, "0")}`;
  });
  return mark + escaped + mark;
}

/** Several values as both verifiers write them: in parentheses, one alone with a comma. @param {unknown[]} values */
export const several = (values) => `(${values.map(quoted).join(", ")}${values.length === 1 ? "," : ""})`;
