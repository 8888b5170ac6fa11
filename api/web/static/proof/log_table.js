// @ts-check
/** The events of a game as a table, a page at a time, each with its leaf hash as this browser computes it. */

import { hex, utf8 } from "./bytes.js";
import { NotCanonical, canonical } from "./canonical.js";
import { leafHash } from "./tree.js";

const PAGE = 50;
const MATCH = "match";

/**
 * @typedef {object} Table
 * @property {string} api
 * @property {string} game
 * @property {string[]} lines its timelines
 * @property {HTMLSelectElement} line
 * @property {HTMLElement} rows
 * @property {HTMLElement} said
 * @property {HTMLButtonElement} earlier
 * @property {HTMLButtonElement} later
 */

/** The leaf of an event as the API tells it; "" where its body has no canonical form here. */
export function leafOf(/** @type {string} */ game, /** @type {any} */ event) {
  try {
    const stream = `${game}/${event.timeline || MATCH}`;
    const found = leafHash(stream, event.version, event.name, utf8(canonical(event.data)));
    return found ? hex(found) : "";
  } catch (wrong) {
    if (wrong instanceof NotCanonical) return "";
    throw wrong;
  }
}

/**
 * @param {string} game
 * @param {any} event
 * @param {any} command the last one before it, for its time and seat
 */
function rowOf(game, event, command) {
  const row = document.createElement("tr");
  const time = command ? command.data.at.replace("T", " ").replace(/(\.\d+)?(Z|\+00:00)$/, "") : "";
  const leaf = leafOf(game, event);
  const cells = [
    event.position,
    event.version,
    time,
    command?.data.seat ?? "",
    event.type.replaceAll("_", " "),
    leaf,
  ];
  cells.forEach((text, number) => {
    const cell = document.createElement(number ? "td" : "th");
    if (!number) cell.setAttribute("scope", "row");
    cell.append(number === 5 ? code(leaf) : String(text));
    row.append(cell);
  });
  return row;
}

/** The beginning of a hash; whole for who points at it or copies it. @param {string} leaf */
function code(leaf) {
  const made = document.createElement("code");
  made.textContent = leaf ? `${leaf.slice(0, 16)}…` : "–";
  made.title = leaf;
  return made;
}

/** Show the log, and keep to what its reader asks for. @param {Table} table */
export function showLog({ api, game, lines, line, rows, said, earlier, later }) {
  for (const each of [...lines, MATCH]) {
    const words = each === MATCH ? "the match" : `timeline ${each}`;
    line.append(new Option(words, each, false, each === lines[0]));
  }
  let from = 1;
  /** @type {number | null} */
  let next = null;
  let asked = 0;
  /** @type {Map<number, any>} the command that is under way where a page begins */
  let before = new Map();

  async function turn(/** @type {number} */ first) {
    const number = (asked += 1);
    const of = line.value === MATCH ? "match/events?" : `events?timeline=${encodeURIComponent(line.value)}&`;
    try {
      const answer = await fetch(`${api}/games/${encodeURIComponent(game)}/${of}from=${first}&limit=${PAGE}`);
      const page = await answer.json();
      if (number !== asked) return; // another page was asked for meanwhile
      if (!answer.ok) throw new Error(page.detail);
      let command = before.get(first) ?? null;
      const found = [];
      for (const event of page.items) {
        if (event.type === "command_accepted") command = event;
        found.push(rowOf(game, event, command));
      }
      rows.replaceChildren(...found);
      from = first;
      next = page.next === null ? null : Number(page.next);
      if (next !== null) before.set(next, command);
      said.textContent = found.length ? "" : "No event here.";
    } catch (wrong) {
      if (number === asked)
        said.textContent = `The log could not be read: ${/** @type {Error} */ (wrong).message}`;
    }
    earlier.disabled = from <= 1;
    later.disabled = next === null;
  }

  line.addEventListener("change", () => {
    before = new Map();
    turn(1);
  });
  earlier.addEventListener("click", () => turn(Math.max(1, from - PAGE)));
  later.addEventListener("click", () => next !== null && turn(next));
  return turn(1);
}
