// @ts-check
/** SVG elements made by hand: pages may not parse strings (their policy asks for trusted types). */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children; null children and undefined attributes are left out.
 * @param {string} name
 * @param {Record<string, string | number | undefined | null>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) made.setAttribute(key, String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) made.append(child);
  return made;
}

/**
 * A number as coordinates need it: to a tenth.
 * @param {number} value
 * @returns {string}
 */
export const round = (value) => String(Math.round(value * 10) / 10);

/**
 * A path through points.
 * @param {{x: number, y: number}[]} points
 * @param {boolean} [closed]
 * @returns {string}
 */
export const through = (points, closed = false) =>
  points.map(({ x, y }, index) => `${index ? "L" : "M"}${round(x)},${round(y)}`).join("") +
  (closed ? "Z" : "");

/** Whether the reader wants things to move. */
export const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
