// @ts-check
/**
 * Stands on a plane as a page moves them, before the referee has measured: corners go by legs. Units are those of the
 * sheet, y to the south; facings are degrees clockwise from north, and legs count dy to the north.
 */

/**
 * @typedef {[number, number]} Corner @typedef {{x: number, y: number}} Point
 * @typedef {{at: Corner, facing: number, stands: Corner[][]}} Body `at` is the middle of the front edge
 * @typedef {{leg: string, [member: string]: any}} Leg
 */

const RIGHT = 90;

/** The direction of a facing on the sheet. @param {number} facing @returns {Corner} */
export function direction(facing) {
  const angle = (facing * Math.PI) / 180;
  return [Math.sin(angle), -Math.cos(angle)];
}

/** The whole degrees of a way, clockwise from north. @param {number} dx @param {number} dy */
export const bearing = (dx, dy) => (Math.round((Math.atan2(dx, -dy) * 180) / Math.PI) + 360) % 360;

/** A point turned clockwise about another one. @param {Corner} point @param {Corner} about @param {number} degrees @returns {Corner} */
export function turned([x, y], [cx, cy], degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const [dx, dy] = [x - cx, y - cy];
  return [cx + c * dx - s * dy, cy + s * dx + c * dy];
}

/** The middle of some corners. @param {Corner[]} corners @returns {Corner} */
export const middle = (corners) => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

/** The outer front corner about which a body wheels. @param {Body} body @param {"left" | "right"} to @returns {Corner} */
export function pivot(body, to) {
  const [ax, ay] = direction(body.facing);
  const [sx, sy] = direction(body.facing + (to === "right" ? RIGHT : -RIGHT));
  const far = (/** @type {Corner} */ [x, y]) => x * (ax + sx) + y * (ay + sy);
  return body.stands.flat().reduce((best, corner) => (far(corner) > far(best) ? corner : best));
}

/** A body after a leg; null where a page cannot say. @param {Body} body @param {Leg} leg @returns {Body | null} */
export function after(body, leg) {
  if (leg.leg === "move") return shifted(body, leg.dx, -leg.dy);
  if (leg.leg === "wheel") {
    const about = pivot(body, leg.to);
    return rotated(body, about, leg.to === "right" ? leg.degrees : -leg.degrees);
  }
  if (leg.leg === "turn" || leg.leg === "about") {
    const degrees = leg.leg === "about" ? 180 : leg.degrees;
    return {
      at: body.at,
      facing: (body.facing + degrees) % 360,
      stands: body.stands.map((stand) => stand.map((corner) => turned(corner, middle(stand), degrees))),
    };
  }
  return null;
}

/** @param {Body} body @param {number} dx @param {number} dy @returns {Body} */
export const shifted = (body, dx, dy) => ({
  at: [body.at[0] + dx, body.at[1] + dy],
  facing: body.facing,
  stands: body.stands.map((stand) => stand.map(([x, y]) => [x + dx, y + dy])),
});

/** @param {Body} body @param {Corner} about @param {number} degrees @returns {Body} */
export const rotated = (body, about, degrees) => ({
  at: turned(body.at, about, degrees),
  facing: (((body.facing + degrees) % 360) + 360) % 360,
  stands: body.stands.map((stand) => stand.map((corner) => turned(corner, about, degrees))),
});

/** Whether a point lies in a polygon. @param {Point} point @param {Corner[]} corners */
export function within({ x, y }, corners) {
  let inside = false;
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [[ax, ay], [bx, by]] = [corners[i], corners[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Corners as path data. @param {Corner[]} corners @param {boolean} [open] */
export const ring = (corners, open = false) =>
  `M${corners.map(([x, y]) => `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`).join("L")}${open ? "" : "Z"}`;

/**
 * A sector: from a point, so many degrees to each side of a facing, out to a radius.
 * @param {Corner} at @param {number} facing @param {number} half @param {number} radius
 */
export function sector([x, y], facing, half, radius) {
  const [lx, ly] = direction(facing - half);
  const [rx, ry] = direction(facing + half);
  const end = (/** @type {number} */ a, /** @type {number} */ b) =>
    `${Math.round(x + a * radius)},${Math.round(y + b * radius)}`;
  return `M${x},${y}L${end(lx, ly)}A${radius},${radius} 0 0 1 ${end(rx, ry)}Z`;
}

/** Hundredths of an inch as text: 7.50. @param {number} units @param {number} [inch] */
export const inches = (units, inch = 100) => (Math.round((units * 100) / inch) / 100).toFixed(2);
