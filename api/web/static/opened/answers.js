// @ts-check
/** What the table asks of the service about a game, answered from an opened bundle. */

import { words } from "../shell/dom.js";
import { course, eventsOf, lineage } from "./game.js";
import { createReplaying } from "./replaying.js";

const HISTORY = "history";

/** What the service does not know of a file's game. @type {Record<string, any>} */
const NOTHING = {
  "/trials": { items: [], trial: null },
  "/remarks": { items: [], next: null, may_write: false },
  "/messages": { changes: 0, changed: false, items: [], next: null, onlookers: false, may_write: false },
};

/** @param {any} data @param {number} [status] */
const json = (data, status = 200) =>
  new Response(JSON.stringify(data), { status, headers: { "content-type": "application/json" } });

/** @param {string} detail */
const problem = (detail, status = 404) => json({ status, detail, title: "Not in a file" }, status);

/**
 * @param {import("./game.js").Game} game @param {Blob} blob
 * @param {(what: "replays" | "comparisons", body: any) => Promise<any>} call asks the service
 */
export function createAnswers(game, blob, call) {
  const replaying = createReplaying(game, (body) => call("replays", body));
  const { opened } = game;

  const record = () => ({
    id: game.id,
    title: opened.title,
    ruleset: opened.ruleset,
    ruleset_version: opened.version,
    scenario: opened.scenario,
    options: opened.options,
    opened_at: game.openedAt,
    opened_by: "",
    seats: opened.seats.map((/** @type {string} */ seat) => ({
      ...{ seat, player: seat, name: game.taken.has(seat) ? words(seat) : "nobody" }, // a seat of a file is not free
      ...{ key: null, offered_key: null, custody: null },
    })),
    timeline: game.current,
    version: game.lines.get(game.current)?.version ?? 0,
    due: [],
    proposals: [],
    outcome: game.outcome,
    may_take_back: null,
    errata: [],
    rules_asked: null,
    owed: [],
    awaits: [],
    opponent: null,
    broken: null,
  });

  /** @param {URLSearchParams} query */
  function placeIn(query) {
    const line = query.get("timeline") || game.current;
    const head = game.lines.get(line)?.version ?? 0;
    const at = query.get("at") ? Number(query.get("at")) : head;
    if (!head || !(at >= 1 && at <= head)) throw new Error(`The file has no event ${at} of ${line}.`);
    return { line, at, head };
  }

  /** @param {URLSearchParams} query */
  async function chronicle(query) {
    const { line, at } = placeIn(query);
    const from = Number(query.get("from") ?? 1);
    const limit = Number(query.get("limit") ?? 200);
    const types = query.get("types")?.split(",");
    const events = eventsOf(game, lineage(game, line, at)).filter(({ version }) => version >= from);
    const entries = await replaying.entriesOf(line, at, events);
    const valid = course(game, line, at);
    const backs = new Map(lineage(game, line, at).flatMap(({ line: id }) => (game.lines.get(id)?.taken_back ?? []).map((back) => [back.version, back])));
    const items = [];
    for (const [index, event] of events.entries()) {
      if (items.length >= limit) return { items, next: String(event.version) };
      const back = backs.get(event.version);
      const said = back
        ? { text: `${words(back.by)} takes back what was ordered after event ${back.to}`, type: "taken_back" }
        : entries[index];
      if (!said || (said.quiet && query.get("quiet") !== "yes") || (types && !types.includes(said.type))) continue;
      const gone = !back && backs.size > 0 && !valid.some(({ after, to }) => event.version > after && event.version <= to);
      items.push({ ...said, version: event.version, ...(gone ? { taken_back: true } : {}) });
    }
    return { items, next: null };
  }

  /** @param {URLSearchParams} query */
  function events(query) {
    const { line, head } = placeIn(new URLSearchParams({ timeline: query.get("timeline") ?? "" }));
    const from = Number(query.get("from") ?? 1);
    const limit = Number(query.get("limit") ?? 500);
    const to = Math.min(Number(query.get("to") ?? head), head, from + limit - 1);
    const found = eventsOf(game, lineage(game, line, to)).filter(({ version }) => version >= from);
    const items = found.map(({ line: timeline, ...event }) => ({ ...event, timeline, type: event.name.split(".")[1] }));
    return { items, next: to < head ? String(to + 1) : null };
  }

  /** Views at a point; the history of the turns is one of them. @param {string} line @param {number} at @param {string[]} names */
  async function viewsOf(line, at, names) {
    const others = names.filter((name) => name !== HISTORY);
    const views = others.length ? await replaying.viewsAt(line, at, others) : {};
    return names.includes(HISTORY) ? { ...views, [HISTORY]: { turns: await replaying.turnsOf(line, at) } } : views;
  }

  /** @param {string | null} text a line and a version, as in `main@12` */
  function pointOf(text) {
    const [, timeline = "", at = ""] = /^(.*?)(?:@(\d+))?$/.exec(text ?? "") ?? [];
    return placeIn(new URLSearchParams({ timeline, at }));
  }

  /** How two points of the file differ. @param {URLSearchParams} query */
  async function compare(query) {
    const [one, other] = [pointOf(query.get("a")), pointOf(query.get("b"))];
    const a = await replaying.positionAt(one.line, one.at);
    const b = await replaying.positionAt(other.line, other.at);
    const found = await call("comparisons", { a, b, limit: Number(query.get("limit") ?? 300) });
    return { game: game.id, a: [one.line, one.at], b: [other.line, other.at], ...found };
  }

  /** The answer to a call below the game's address. @param {string} path @param {URLSearchParams} query @returns {Promise<Response>} */
  return async function answer(path, query) {
    if (path === "") return json(record());
    if (path in NOTHING) return json({ game: game.id, ...NOTHING[path] });
    if (path === "/timelines") return json({ items: [...game.lines.values()] });
    if (path === "/bundle") return new Response(blob);
    try {
      if (path === "/events") return json(events(query));
      if (path === "/compare") return json(await compare(query));
      if (path === "/views/chronicle") return json(await chronicle(query));
      if (path === "/views") {
        const { line, at } = placeIn(query);
        const views = await viewsOf(line, at, (query.get("names") ?? "").split(",").filter(Boolean));
        return json({ game: game.id, timeline: line, at, views });
      }
    } catch (wrong) {
      const { status = 422, after = 0, message } = /** @type {any} */ (wrong);
      const refused = problem(message, status);
      if (after) refused.headers.set("retry-after", String(after));
      return refused;
    }
    return problem("A table that shows a file has no answer to this: open the game at its service.");
  };
}
