// @ts-check
/**
 * Asking the API: answers, refusals and faults; the same request again where an answer was lost.
 */

import { Fault, Refusal } from "./errors.js";

const TRIES = 4;
const FIRST_PAUSE = 500; // milliseconds, doubled each time
const LONGEST_PAUSE = 10_000;
const LONGEST_ANSWER = 30_000; // milliseconds: a request that gets no answer must not keep its seat for ever
/** Answers after which the same may be asked again: nothing says that it was carried out, or not. */
const AGAIN = new Set([408, 425, 429, 500, 502, 503, 504]);

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Http {
  /**
   * @param {string} server its origin, as https://games.example
   * @param {{token?: string, headers?: Record<string, string>, fetch?: typeof fetch,
   *   wait?: (milliseconds: number) => Promise<unknown>}} [more] `headers` go along with every request: those of
   *   a page's script, which asks by cookies and without a token
   */
  constructor(
    server,
    { token = "", headers = {}, fetch: ask = (...about) => fetch(...about), wait = pause } = {},
  ) {
    this.server = server;
    this.token = token;
    this._headers = headers;
    this._ask = ask;
    this._wait = wait;
  }

  /**
   * @param {string} path below /api/v1
   * @param {Record<string, any>} [query] without the fields that are undefined
   * @returns {Promise<any>}
   * @throws {Refusal | Fault}
   */
  get(path, query = {}) {
    const fields = Object.entries(query).filter(([, value]) => value !== undefined);
    const asked = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
    return this._send("GET", fields.length ? `${path}?${asked}` : path);
  }

  /**
   * Its body has an id, so that it may come twice.
   * @param {string} path
   * @param {Record<string, any>} body
   * @returns {Promise<any>}
   * @throws {Refusal | Fault} a fault with `lost` may have been carried out
   */
  post(path, body) {
    return this._send("POST", path, JSON.stringify(body));
  }

  /**
   * A file of the log, as `/log/tile/0/000`.
   * @param {string} path from the server's root
   * @returns {Promise<Uint8Array>}
   * @throws {Fault}
   */
  async bytes(path) {
    const answer = await this._ask(`${this.server}${path}`, { headers: this._headers }).catch(() => null);
    if (!answer?.ok) throw new Fault(`the server does not give ${path}`, { status: answer?.status ?? 0 });
    return new Uint8Array(await answer.arrayBuffer());
  }

  /** @param {string} method @param {string} path @param {string} [body] */
  async _send(method, path, body) {
    for (let tries = 1; ; tries += 1) {
      const found = await this._once(method, path, body);
      if (!(found instanceof Fault)) return found;
      if (tries === TRIES) throw found;
      const after = Number(found.problem.retryAfter) * 1000 || 0;
      await this._wait(Math.min(LONGEST_PAUSE, Math.max(after, FIRST_PAUSE * 2 ** (tries - 1))));
    }
  }

  /**
   * The answer, or a fault after which one may ask again.
   * @throws {Refusal}
   * @throws {Fault} for what will not mend
   */
  async _once(
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {string | undefined} */ body,
  ) {
    const lost = method !== "GET";
    /** @type {Record<string, string>} */
    const headers = {
      ...this._headers,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    let answer;
    let said;
    try {
      answer = await this._ask(`${this.server}/api/v1${path}`, {
        method,
        headers,
        body,
        signal: AbortSignal.timeout(LONGEST_ANSWER),
      });
      said = await answer.json();
    } catch (wrong) {
      const status = answer?.status ?? 0;
      return new Fault(`no answer came: ${wrong instanceof Error ? wrong.message : wrong}`, { status, lost });
    }
    if (answer.ok) return said;
    const problem = { ...said, retryAfter: answer.headers.get("Retry-After") };
    const text = String(said?.detail ?? `the server answered ${answer.status}`);
    if (AGAIN.has(answer.status)) return new Fault(text, { status: answer.status, problem, lost });
    if (answer.status === 409) throw new Refusal(answer.status, problem);
    throw new Fault(text, { status: answer.status, problem, lost: false });
  }

  /**
   * Every item of a list of events.
   * @param {string} path
   * @param {Record<string, any>} query
   * @param {number} from
   */
  async *events(path, query, from) {
    /** @type {number | null} */
    let next = from;
    while (next !== null) {
      /** @type {any} */
      const page = await this.get(path, { ...query, from: next, limit: 500 });
      yield* page.items;
      const following = page.next === null ? null : Number(page.next);
      if (following !== null && !(following > next))
        throw new Fault("the server's list of events does not continue");
      next = following;
    }
  }
}
