// @ts-check
/** What clocks show, as a reader says it: durations, deadlines, and when a time is worth a word. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** At these times the clock of a seat that runs is spoken, once each. */
export const SPOKEN = [
  [HOUR, "one hour"],
  [10 * MINUTE, "ten minutes"],
];

const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/** A duration, shorter the shorter it is: 2 d 03 h, 3:05:00, 9:07. @param {number} ms */
export function shown(ms) {
  const rest = Math.max(0, Math.ceil(ms / SECOND));
  const [days, hours] = [Math.floor(rest / 86_400), Math.floor(rest / 3600) % 24];
  const [minutes, seconds] = [Math.floor(rest / 60) % 60, rest % 60];
  if (days) return `${days} d ${two(hours)} h`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** A change of a clock, with its sign. @param {number} ms */
export const changed = (ms) => `${ms < 0 ? "−" : "+"}${shown(Math.abs(ms))}`;

/** An instant in the reader's zone, and in UTC. @param {string} text */
export const instant = (text) => `${new Date(text).toLocaleString()} (${text.replace(/\.\d+Z$/, "Z")})`;

/**
 * What a seat's clock shows so long after it was asked for.
 * @param {any} clock of a seat @param {boolean} runs @param {number} passed ms since it was asked for
 */
export function leftOf(clock, runs, passed) {
  return runs && clock.deadline ? Math.max(0, clock.left_ms - passed) : clock.left_ms;
}

/**
 * How long until what is shown may change: a second, or with a day and more the rest of the hour, at most a minute.
 * @param {number} least ms on the clocks that run
 */
export function nextLook(least) {
  if (least <= DAY) return SECOND;
  return Math.min(MINUTE, ((Math.ceil(least / SECOND) % 3600) + 1) * SECOND);
}
