// @ts-check
/**
 * The times that a bundle's events tell: in a game of `ironclad-dice/v2` they never fall, nor in a timed game from
 * its control on, in others from the first request on that names what its seat had seen (docs/bundle.md). Earlier
 * builds opened older games.
 */

import { isOfMatch } from "./events.js";
import { hold, quoted } from "./fault.js";

const TIMED = new Set(
  ["command_accepted", "command_committed", "link_revealed", "round_missed"].map((name) => `match.${name}.1`),
);
const ACCEPTED = "match.command_accepted.1";
const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const V2 = "ironclad-dice/v2";

/** Takes a game's events in the order of its log; `holds` is whether their times may not fall. */
export class TimeCheck {
  constructor() {
    this.holds = false;
    this.match = "";
    this.current = "";
    /** By line: its versions with their times. @type {Map<string, [number, string][]>} */
    this.told = new Map();
  }

  /** @param {import("./events.js").Stored} event */
  take(event) {
    const line = event.stream.slice(event.stream.indexOf("/") + 1);
    const opens = event.name === "match.timeline_opened.1";
    const moves = event.name === "match.game_moved.1";
    const begins = event.version === 1 && !isOfMatch(event.name);
    if (event.name === "match.control_set.1") this.holds = true;
    if (!opens && !moves && !begins && !TIMED.has(event.name)) return;
    const body = /** @type {any} */ (event.body ?? {});
    if (opens) this.open(body);
    else if (moves) this.current = String(body.timeline);
    else if (begins) this.holds ||= body.dice === V2;
    else if (event.name !== ACCEPTED || typeof body.committed !== "number") {
      // one that was committed to has the time of that, which is checked there
      this.holds ||= Boolean(body.signature?.seen);
      hold(typeof body.at === "string", "order", "the event cannot be read: it has no time", event.position);
      this.tell(event, line, body.at);
    }
  }

  /** @param {any} opened */
  open(opened) {
    const before = this.told.get(opened.parent ?? "") ?? [];
    this.told.set(
      opened.timeline,
      before.filter(([version]) => version <= opened.at),
    );
    this.current ||= opened.timeline;
  }

  /** @param {import("./events.js").Stored} event @param {string} line @param {string} at */
  tell(event, line, at) {
    const other = this.last(line === "match" ? this.current : line);
    const before = this.match > other ? this.match : other;
    if (this.holds) {
      const form = `the time ${quoted(at.slice(0, 60))} is not in the form of the log`;
      hold(FORM.test(at), "order", form, event.position);
      hold(at >= before, "order", `the time falls from ${before} to ${at}`, event.position);
    }
    if (line === "match") this.match = at;
    else if (this.told.has(line)) this.told.get(line)?.push([event.version, at]);
    else this.told.set(line, [[event.version, at]]);
  }

  /** @param {string} line */
  last(line) {
    return this.told.get(line)?.at(-1)?.[1] ?? "";
  }
}
