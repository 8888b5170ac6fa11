// @ts-check
/**
 * What stands in each hex, gathered from the views: the one source for counters, panels and the spoken
 * hex.
 */

/**
 * @typedef {{kind: string, count: number, demoralized: number, oos: number, station: string, activity: string}} Group
 * @typedef {{leader: string, side: string, rating: number, hex: string | null, status: string,
 *   returns: number | null}} Leader
 * @typedef {{key: string, hex: string, side: string, asp: number, msp: number, cavalry: number, strength: number,
 *   groups: Group[], leaders: Leader[], marks: Record<string, number>}} Stack
 * @typedef {Record<string, any>} Views by name: map, naval, railroads, supply, construction …
 */

export const SIDES = /** @type {const} */ (["union", "confederate"]);
export const SIDE_NAMES = /** @type {Record<string, string>} */ ({
  union: "Union",
  confederate: "Confederacy",
});
export const KINDS = /** @type {Record<string, string>} */ ({ asp: "ASP", msp: "MSP", cavalry: "cavalry" });

/**
 * A group as the views tell it, with what they leave out.
 * @param {Record<string, any>} told
 * @returns {Group}
 */
function group(told) {
  return {
    kind: told.kind ?? "asp",
    count: told.count ?? 1,
    demoralized: Number(told.demoralized ?? 0),
    oos: Number(told.oos ?? 0),
    station: told.station ?? "field",
    activity: told.activity ?? "ready",
  };
}

/**
 * Every stack: the forces and leaders of a side in a hex.
 * @param {Views} views
 * @returns {Map<string, Stack>} by "side hex"
 */
export function stacksOf(views) {
  /** @type {Map<string, Stack>} */
  const found = new Map();
  const at = (/** @type {string} */ side, /** @type {string} */ hex) => {
    const key = `${side} ${hex}`;
    const known = found.get(key);
    if (known) return known;
    /** @type {Stack} */
    const made = {
      key,
      hex,
      side,
      asp: 0,
      msp: 0,
      cavalry: 0,
      strength: 0,
      groups: [],
      leaders: [],
      marks: {},
    };
    found.set(key, made);
    return made;
  };
  for (const force of views.map?.forces ?? []) {
    const stack = at(force.side, force.hex);
    stack.asp = force.asp ?? 0;
    stack.msp = force.msp ?? 0;
    stack.cavalry = force.cavalry ?? 0;
    stack.groups = (force.units ?? []).map(group);
    stack.strength =
      stack.asp + stack.msp + stack.cavalry || stack.groups.reduce((sum, each) => sum + each.count, 0);
    stack.marks = force.marks ?? {};
  }
  for (const leader of views.map?.leaders ?? [])
    if (leader.hex) at(leader.side, leader.hex).leaders.push(leader);
  return found;
}

/**
 * Units in words: "3 ASP, 1 cavalry".
 * @param {{asp: number, msp: number, cavalry: number}} stack
 */
export const unitsSaid = (stack) =>
  Object.entries(KINDS)
    .map(([kind, name]) => [stack[/** @type {"asp"} */ (kind)], name])
    .filter(([count]) => count)
    .map(([count, name]) => `${count} ${name}`)
    .join(", ");

/**
 * A stack in words: "5 ASP, leader B 0, 2 demoralized".
 * @param {Stack} stack
 */
export function stackSaid(stack) {
  const leaders = stack.leaders.map((each) => `leader ${each.leader} ${each.rating}`);
  const marks = Object.entries(stack.marks).map(([mark, count]) => `${count} ${mark}`);
  return [unitsSaid(stack), ...leaders, ...marks].filter(Boolean).join(", ");
}

/**
 * Who controls a hex.
 * @param {Views} views
 * @param {{id: string, state: string}} hex
 * @returns {string | null} a side, or null for nobody
 */
export function holder(views, hex) {
  const control = views.map?.control;
  if (!control) return null;
  const taken = control.changed?.[hex.id];
  if (taken) return taken === "none" ? null : taken;
  return control.homes?.hexes?.[hex.id] ?? control.homes?.states?.[hex.state] ?? null;
}

/**
 * All that one may say of a hex in a breath.
 * @param {import("./chart.js").Chart} chart
 * @param {Views} views
 * @param {Map<string, Stack>} stacks
 * @param {string} id
 */
export function sayHex(chart, views, stacks, id) {
  const hex = chart.hexes.get(id);
  if (!hex) return "";
  const terrain = chart.told.terms.terrain?.[hex.terrain]?.label ?? hex.terrain;
  const side = holder(views, hex);
  const where = [
    hex.name ? `${id} ${hex.name}` : id,
    terrain.toLowerCase(),
    chart.told.states[hex.state] ?? hex.state,
    side ? (SIDE_NAMES[side] ?? side) : "nobody's",
  ].join(", ");
  const fort = views.map?.forts?.find((/** @type {any} */ each) => each.hex === id);
  const said = fort ? [`${SIDE_NAMES[fort.side]} fort, ${fort.state.replaceAll("_", " ")}`] : [];
  for (const name of SIDES) {
    const stack = stacks.get(`${name} ${id}`);
    if (stack)
      said.push(
        side === name && !said.length ? stackSaid(stack) : `${SIDE_NAMES[name]}: ${stackSaid(stack)}`,
      );
  }
  return said.length ? `${where}; ${said.join("; ")}` : where;
}
