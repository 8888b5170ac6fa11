// @ts-check
/** Texts with places for values: "{field}" or "{field|words}", and [what is left out where a field has no value]. */

import { words } from "./dom.js";
import { sideName } from "./manifest.js";

const FIELD = /\{(\w+)(?:\|(\w+))?\}/g;

/** How a value is written. @type {Record<string, (value: any, record: Record<string, any>) => string>} */
const AS = {
  words: (value) => words(value),
  side: (value) => sideName(value),
  name: (value, record) => String(value ?? record.name ?? ""),
};

/** @param {any} value */
const empty = (value) => value === undefined || value === null || value === "" || value === false;

/** @param {any} value */
const plain = (value) => (Array.isArray(value) ? value.join(", ") : String(value));

/** Fill a text from a record. @param {string} text @param {Record<string, any>} record */
export function filled(text, record) {
  const fill = (/** @type {string} */ part) =>
    part.replaceAll(FIELD, (_, field, as) => {
      const value = record[field];
      if (as) return AS[as](Array.isArray(value) ? value.join(", ") : value, record);
      return empty(value) ? "" : plain(value);
    });
  const kept = text.replaceAll(/\[([^\]]*)\]/g, (_, part) =>
    [...part.matchAll(FIELD)].some(([, field]) => empty(record[field])) ? "" : part,
  );
  return fill(kept);
}
