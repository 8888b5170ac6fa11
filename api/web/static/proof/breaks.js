// @ts-check
/**
 * How a game continues after a break of its log (docs/bundle.md): on a new line, which both seats agreed to
 * after the break.
 */

import { counted } from "./bytes.js";
import { readEvent } from "./events.js";
import { hold } from "./fault.js";

const OPENED = "match.timeline_opened.1";
const PROPOSED = "match.rewind_proposed.1";
const ACCEPTED = "match.rewind_accepted.1";

/** Takes a game's events in order, of a log that lost what came after some sizes. */
export class BreakOrder {
  /** @param {number[]} sizes */
  constructor(sizes) {
    this._sizes = sizes;
    /** @type {Map<string, number>} where each line was opened */
    this._opened = new Map();
    /** @type {Map<string, number>} where each rewind was proposed */
    this._proposed = new Map();
  }

  /**
   * Take the next event.
   * @param {import("./events.js").Stored} event
   * @param {string} line the name of its stream in the game
   * @throws {import("./fault.js").Fault}
   */
  take(event, line) {
    const size = this._sizes.filter((each) => each < event.position).reduce((a, b) => Math.max(a, b), 0);
    const on = `the log's break at ${counted(size)} events`;
    if (line !== "match") {
      const grows = (this._opened.get(line) ?? 0) > size;
      hold(grows, "order", `the line ${line} went on after ${on}`, event.position);
      return;
    }
    if (event.name === OPENED) this._opened.set(readEvent(event).event.timeline, event.position);
    if (event.name === PROPOSED) this._proposed.set(readEvent(event).event.proposal, event.position);
    if (event.name !== ACCEPTED) return;
    const later = (this._proposed.get(readEvent(event).event.proposal) ?? 0) > size;
    hold(later, "order", `a rewind was agreed to that was proposed before ${on}`, event.position);
  }
}
