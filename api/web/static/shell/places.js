// @ts-check
/** Places of the map by what people call them. */

/** @type {WeakMap<object, Map<string, string>>} */
const known = new WeakMap();

/** All that a place is called. @param {import("../board/sheet.js").Place} place @returns {string[]} */
export const namesOf = (place) => [place.name, ...(place.names ?? [])].filter((name) => name !== undefined);

/** The places by their names in lower case. @param {import("../board/sheet.js").Sheet} chart */
function named(chart) {
  const found = known.get(chart) ?? new Map();
  if (!known.has(chart)) {
    known.set(chart, found);
    for (const place of chart.places.values())
      for (const name of namesOf(place)) found.set(name.toLowerCase(), place.id);
  }
  return found;
}

/**
 * The place that is meant: by a number, a name, or the beginning of one (the first of those in order).
 * @param {import("../board/sheet.js").Sheet} chart @param {string} said
 */
export function meant(chart, said) {
  const text = said.trim().toLowerCase();
  if (!text) return null;
  if (chart.has(text)) return text;
  const places = named(chart);
  const starts = [...places.keys()].filter((name) => name.startsWith(text)).sort();
  return places.get(text) ?? places.get(starts[0] ?? "") ?? null;
}
