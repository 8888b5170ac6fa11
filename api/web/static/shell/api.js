// @ts-check
/** The service's API as the table asks it: JSON, problems as errors, and a memory of what cannot change. */

const ROOT = "/api/v1";
const KEPT = 400; // answers that are remembered

/** What a player reads where the game is further than this page was, in place of the service's words about versions. */
export const STALE =
  "The game is further than this page was: this seat may be open in another tab or on another device, and have answered there. Your order was not carried out. Look at what is asked now, and decide again.";

/** @param {Record<string, any>} details */
const isStale = ({ type }) => /[#/]stale$/.test(type ?? "");

/** A problem document (RFC 9457) as an error; a refusal has the `rule` that it rests on. */
export class Problem extends Error {
  /** @param {number} status @param {Record<string, any>} details */
  constructor(status, details) {
    super(isStale(details) ? STALE : (details.detail ?? details.title ?? `The server answered ${status}.`));
    this.name = "Problem";
    this.status = status;
    this.details = details;
    /** @type {string | undefined} */
    this.rule = details.rule;
    /** @type {number} seconds to wait, where the server says so */
    this.after = 0;
  }
}

/**
 * Calls to one server; of a seat among those that this browser holds, where one is named.
 * @param {{root?: string, seat?: string | null}} [how]
 */
export function createApi({ root = ROOT, seat = null } = {}) {
  /** @type {Map<string, Promise<any>>} */
  const kept = new Map();

  /**
   * Ask for JSON. Raises Problem (of status 0 where no server answers), AbortError where `signal` said so.
   * @param {string} path @param {{query?: Record<string, any>, signal?: AbortSignal, method?: string, body?: any, headers?: Record<string, string>}} [how]
   */
  async function ask(path, { query = {}, signal, method = "GET", body, headers = {} } = {}) {
    const asked = Object.entries(query).filter(
      ([, value]) => value !== undefined && value !== null && value !== "",
    );
    const address =
      root +
      path +
      (asked.length ? `?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}` : "");
    const answer = await fetch(address, {
      method,
      signal,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(seat ? { "ironclad-seat": seat } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch((error) => {
      if (error instanceof TypeError) throw new Problem(0, { detail: "The server does not answer." });
      throw error;
    });
    if (answer.ok) return answer.status === 204 ? null : answer.json();
    const problem = new Problem(answer.status, await answer.json().catch(() => ({})));
    problem.after = Number(answer.headers.get("retry-after") ?? 0);
    throw problem;
  }

  /**
   * Ask once for what never changes (an event, a position at a version): the same again comes from memory.
   * @param {string} path @param {Record<string, any>} [query] @param {AbortSignal} [signal]
   */
  function once(path, query = {}, signal) {
    const key = JSON.stringify([path, query]);
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const asked = ask(path, { query, signal });
    kept.set(key, asked);
    asked.catch(() => kept.get(key) === asked && kept.delete(key));
    if (kept.size > KEPT) kept.delete(/** @type {string} */ (kept.keys().next().value));
    return asked;
  }

  return {
    ask,
    once,
    root,
    seat,
    /** Answers may be others from now on: forget those that are remembered. */
    forget: () => kept.clear(),
  };
}

/** @typedef {ReturnType<typeof createApi>} Api */
