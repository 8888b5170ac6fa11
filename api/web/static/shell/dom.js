// @ts-check
/** Elements of the page made by hand, and how names and numbers read. */

/**
 * An element with properties, `data-…`/`aria-…` attributes and children; what is null or undefined is left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [given] `on` has listeners by event
 * @param {...(Node | string | number | null | undefined | (Node | string | null | undefined)[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function el(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (key === "on") for (const [event, call] of Object.entries(value)) made.addEventListener(event, call);
    else if (key === "class") made.className = value;
    else if (key in made && !key.startsWith("aria")) Object.assign(made, { [key]: value });
    else made.setAttribute(key, String(value));
  }
  for (const child of children.flat())
    if (child !== null && child !== undefined) made.append(child instanceof Node ? child : String(child));
  return made;
}

/** @type {Set<string>} */
let abbreviations = new Set();

/** Write these words in capitals. @param {string[]} of */
export const capitals = (of) => void (abbreviations = new Set(of));

/** `rope_pulled` as "Rope pulled". @param {unknown} name */
export function words(name) {
  const parts = String(name)
    .replaceAll(/[_-]/g, " ")
    .split(" ")
    .map((part) => (abbreviations.has(part) ? part.toUpperCase() : part));
  return sentence(parts.join(" "));
}

/** A text with a capital at its beginning. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** 6910 as "6,910"; the browser's own formats take as long to load as a map to draw. @param {number} whole */
export const grouped = (whole) => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ",");

/** "1 event", "2 events". @param {number} count @param {string} noun */
export const countOf = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

/** A number with its sign, as print has it. @param {number} value */
export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
