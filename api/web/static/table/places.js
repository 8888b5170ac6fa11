// @ts-check
/** Places of the map by what people call them. */

/** @type {WeakMap<object, Map<string, string>>} */
const known = new WeakMap();

/** The hexes by their names in lower case. @param {import("../board/chart.js").Chart} chart */
function named(chart) {
  const found = known.get(chart) ?? new Map();
  if (!known.has(chart)) {
    known.set(chart, found);
    for (const hex of chart.told.hexes)
      for (const name of [hex.name, ...(hex.names ?? []), hex.fortress_name])
        if (name) found.set(name.toLowerCase(), hex.id);
  }
  return found;
}

/**
 * The hex that is meant: by a number, a name, or the beginning of one (the first of those in order).
 * @param {import("../board/chart.js").Chart} chart @param {string} said
 */
export function meant(chart, said) {
  const text = said.trim().toLowerCase();
  if (!text) return null;
  if (chart.hexes.has(text)) return text;
  const places = named(chart);
  const starts = [...places.keys()].filter((name) => name.startsWith(text)).sort();
  return places.get(text) ?? places.get(starts[0] ?? "") ?? null;
}
