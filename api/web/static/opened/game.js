// @ts-check
/** The game that a verified bundle file has: its lines, its events, how it ended. */

import { Fault } from "../proof/fault.js";
import { linesOf } from "../proof/container.js";
import { readLine } from "../proof/lines.js";

export const LARGEST = 64 * 1024 * 1024; // bytes of a file
const UNPACKED = 256 * 1024 * 1024; // bytes of its lines
const MOST = 200_000; // events
const NO_RULES = new Set([
  "match.command_accepted.1",
  "match.command_committed.1",
  "match.link_revealed.1",
  "match.round_missed.1",
]);

/**
 * @typedef {{line: string, version: number, name: string, data: any, position: number}} Stored
 * @typedef {{id: string, parent: string | null, at: number, why: string, by: string, opened_at: string, version: number,
 *   current: boolean, left_for: string | null, left_by: string | null, left_because: string | null, left_at: number | null,
 *   taken_back: {version: number, to: number, by: string}[]}} Line
 * @typedef {{line: string, after: number, to: number}} Stretch events after one version up to another
 * @typedef {Awaited<ReturnType<typeof readGame>>} Game
 */

/** Whether an event is one that the rules made. @param {Stored} event */
export const isOfRules = ({ name }) => !NO_RULES.has(name);

/**
 * Read a bundle that was verified. Raises Fault for a file that is larger than this page reads.
 * @param {Blob} blob
 */
export async function readGame(blob) {
  const form = { version: 0 };
  /** @type {Map<string, Stored[]>} by line, "match" among them */
  const streams = new Map();
  /** @type {Map<string, any>} */
  const documents = new Map();
  let [id, number, bytes, count] = ["", 0, 0, 0];
  for await (const piece of linesOf(blob, form)) {
    number += 1;
    bytes += piece.length;
    if (bytes > UNPACKED || count > MOST) throw new Fault("file", "it is larger than this page shows");
    const line = readLine(piece, number, form.version);
    if (line.is === "bundle") id = line.game;
    else if (line.is === "blob") documents.set(line.sha256, line.body);
    else if (line.is === "event") {
      count += 1;
      const name = line.stream.slice(line.stream.indexOf("/") + 1);
      const stream = streams.get(name) ?? [];
      streams.set(name, stream);
      stream.push({ line: name, version: line.version, name: line.name, data: line.body, position: line.position });
    }
  }
  return { id, ...matchOf(streams.get("match") ?? [], streams, documents) };
}

/** @param {Stored[]} events @param {Map<string, Stored[]>} streams @param {Map<string, any>} documents */
function matchOf(events, streams, documents) {
  /** @type {Map<string, Line>} */
  const lines = new Map();
  /** @type {any} */
  let opened = {};
  /** @type {any} */
  let outcome = null;
  let [current, clock, openedAt, key] = ["main", "", "", ""];
  const taken = new Set();
  for (const { name, data } of events) {
    if (name === "match.command_accepted.1") clock = data.at;
    else if (name === "match.game_opened.1") [opened, openedAt] = [data, clock];
    else if (name === "match.seat_taken.1") taken.add(data.seat);
    else if (name === "match.seal_opened.1") key = data.key;
    else if (name === "match.game_ended.1") outcome = { winner: data.winner, reason: data.reason, rule: data.rule };
    else if (name === "match.timeline_opened.1")
      lines.set(data.timeline, {
        ...{ id: data.timeline, parent: data.parent, at: data.at, why: data.why, by: data.by, opened_at: clock },
        ...{ version: data.at, current: false, left_for: null, left_by: null, left_because: null, left_at: null },
        taken_back: [],
      });
    else if (name === "match.taken_back.1")
      lines.get(data.timeline)?.taken_back.push({ version: data.version, to: data.to, by: data.by });
    else if (name === "match.game_moved.1") {
      current = data.timeline;
      outcome = null;
      const left = { left_for: data.timeline, left_by: data.by, left_because: data.why, left_at: data.at };
      Object.assign(lines.get(data.left) ?? {}, left);
    }
  }
  for (const line of lines.values()) {
    line.version = streams.get(line.id)?.at(-1)?.version ?? line.at;
    line.current = line.id === current;
  }
  const first = streams.get("main")?.[0];
  const apart = first?.data?.position?.blob;
  if (first && apart) first.data = { ...first.data, position: documents.get(apart) };
  return { opened, openedAt, outcome, current, key, lines, streams, taken };
}

/**
 * The stretches that make up a line to a version, the root's first.
 * @param {Game} game @param {string} line @param {number} at @returns {Stretch[]}
 */
export function lineage(game, line, at) {
  /** @type {Stretch[]} */
  const found = [];
  for (let each = game.lines.get(line); each; each = each.parent ? game.lines.get(each.parent) : undefined) {
    if (at <= each.at) continue;
    found.unshift({ line: each.id, after: each.at, to: at });
    at = each.at;
  }
  return found;
}

/** Those of them without what was taken back by then. @param {Game} game @param {string} line @param {number} at @returns {Stretch[]} */
export const course = (game, line, at) =>
  lineage(game, line, at).flatMap(({ line: id, after, to }) => {
    /** @type {Stretch[]} */
    const found = [];
    for (const back of game.lines.get(id)?.taken_back.toReversed() ?? []) {
      if (back.version > to) continue;
      if (back.version < to) found.unshift({ line: id, after: back.version, to });
      to = back.to;
    }
    if (after < to) found.unshift({ line: id, after, to });
    return found;
  });

/** The events of some stretches, in order. @param {Game} game @param {Stretch[]} stretches */
export const eventsOf = (game, stretches) =>
  stretches.flatMap(({ line, after, to }) =>
    (game.streams.get(line) ?? []).filter(({ version }) => version > after && version <= to),
  );
