// @ts-check
/** The calls about clocks that the table posts, as the requests of a seat that signs them (docs/signatures.md). */

/**
 * @param {string} path @param {string} type @param {Record<string, any>} body
 * @param {Record<string, any>} [command] what is signed beside the type, where it is not the body
 */
const request = (path, type, body, command = body) => ({
  path: `/clock/${path}`,
  body,
  command: { type, ...command },
});

/** @type {import("./requests.js").Kind[]} */
export const CLOCK_KINDS = [
  { matches: /^\/clock\/time$/, asks: (_, { to, ms }) => request("time", "give_time", { to, ms }) },
  { matches: /^\/clock\/reserve$/, asks: (_, { ms = null }) => request("reserve", "draw_reserve", { ms }) },
  {
    matches: /^\/clock\/pauses$/,
    asks: (_, { until, why = "", adjourn = false }) =>
      request("pauses", "propose_pause", { until, why, adjourn }),
  },
  {
    matches: /^\/clock\/pauses\/([^/]+)\/(accept|decline)$/,
    asks: ([pause, how]) =>
      request(`pauses/${encodeURIComponent(pause)}/${how}`, `${how}_pause`, {}, { pause }),
  },
  {
    matches: /^\/clock\/adjournment$/,
    asks: (_, { timeline, digest }) => request("adjournment", "seal_move", { timeline, digest }),
  },
  { matches: /^\/clock\/resume$/, asks: (_, { why = "" }) => request("resume", "resume_clocks", { why }) },
  {
    matches: /^\/clock\/vacations$/,
    asks: (_, { from, to }) => request("vacations", "take_vacation", { from, to }),
  },
  { matches: /^\/clock\/vacations\/end$/, asks: () => request("vacations/end", "end_vacation", {}) },
  {
    matches: /^\/clock\/forgive$/,
    asks: (_, { of, ms, why = "" }) =>
      request("forgive", "forgive_flag", { of, ms, why }, { seat: of, ms, why, claim: null }),
  },
];
