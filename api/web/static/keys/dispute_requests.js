// @ts-check
/** The calls about claims that a seat posts, as the requests that it signs: a field with its default is left out. */

/** @param {Record<string, any>} fields */
const given = (fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** @param {Record<string, any> | null | undefined} remedy */
function remedyOf(remedy) {
  if (remedy?.type === "same_faces") return given(remedy);
  if (remedy?.type !== "rewind" || remedy.clocks !== "as_then") return remedy;
  const { clocks: _, ...rest } = remedy;
  return rest;
}

/** @param {Record<string, any>} about */
function aboutOf({ refused, ...rest }) {
  if (!refused) return rest;
  const { timeline, version, request, decision = null } = refused;
  return { ...rest, refused: { timeline, version, request, decision } };
}

/** @param {string} path @param {string} type @param {Record<string, any>} body @param {Record<string, any>} [named] */
const request = (path, type, body, named = {}) => ({ path, body, command: { type, ...named, ...body } });

/** @param {string} what @param {string} type @param {(body: any) => Record<string, any>} fields */
const ofClaim = (what, type, fields) => ({
  matches: new RegExp(`^/claims/(\\d+)/${what}$`),
  asks: (/** @type {string[]} */ [claim], /** @type {Record<string, any>} */ body) =>
    request(`/claims/${claim}/${what}`, type, fields(body), { claim: Number(claim) }),
});

/** @type {import("./requests.js").Kind[]} */
export const DISPUTE_KINDS = [
  {
    matches: /^\/claims$/,
    asks: (_, { about, kind, clauses = [], says, asks, reading }) =>
      request(
        "/claims",
        "make_claim",
        given({ about: aboutOf(about), kind, clauses, says, asks: remedyOf(asks), reading }),
      ),
  },
  ofClaim("answer", "answer_claim", ({ agrees, says, asks }) => given({ agrees, says, asks: remedyOf(asks) })),
  ofClaim("withdraw", "withdraw_claim", () => ({})),
  ofClaim("evidence", "add_evidence", ({ items }) => ({ items: items.map(given) })),
  ofClaim("settle", "settle_claim", ({ remedy }) => ({ remedy: remedyOf(remedy) })),
  ofClaim("appeal", "appeal_ruling", ({ grounds, says, asks }) => given({ grounds, says, asks: remedyOf(asks) })),
];
