// @ts-check
/** What happened since this seat's last order: shown above what it is asked now, the latest last. */

import { lineOf, together } from "../chronicle/entries.js";
import { kept } from "../shell/kept.js";
import { clause, linked } from "../shell/clauses.js";
import { el } from "../shell/dom.js";

const SHOWN = 4; // lines of the chronicle, a line a march or battle; the latest of more
const FEW = 2; // where this browser does not know of an order before
const BACK = 40; // events that are looked at then
const MOST = 500; // events that are looked at, as many as the service gives at once
const SOON = 400; // milliseconds that answers wait for it, so as not to move under the pointer

/**
 * @param {{store: import("../shell/store.js").Store, name: (place: string) => string, changed: () => void, chronicle: () => void}} given
 *   `name` is what a place is called; `chronicle` opens the tab that has everything
 */
export function createNews({ store, name, changed, chronicle }) {
  const answered = kept(`ironclad-answered/${store.reader}`, "local");
  let shown = "";
  let settled = false;
  let known = false; // an order before
  /** @type {any[]} */
  let entries = [];

  /** The event before this seat's last order on the line that is shown; null if this browser gave none. */
  function since() {
    const [timeline, version] = answered.get().split(" ");
    const { where } = store.state;
    return timeline === where.timeline && Number(version) < where.at ? Number(version) : null;
  }

  function settle(/** @type {string} */ key) {
    if (key !== shown || settled) return;
    settled = true;
    changed();
  }

  /** Have what happened up to the event that is shown. */
  function want() {
    const { timeline, at } = store.state.where;
    const from = since();
    const key = `${timeline} ${at} ${from}`;
    if (key === shown) return;
    [shown, entries, settled, known] = [key, [], false, from !== null];
    setTimeout(() => settle(key), SOON);
    const first = from === null ? at - BACK : Math.max(from, at - MOST);
    const query = { timeline, at, from: Math.max(1, first + 1), limit: MOST };
    store.api.once(`${store.path}/views/chronicle`, query).then(
      (answer) => {
        if (key !== shown) return;
        entries = answer.items;
        settle(key);
        changed();
      },
      () => settle(key), // the chronicle has it
    );
  }

  /** The part of the panel; null where nothing happened. */
  function section() {
    if (!entries.length) return null;
    const groups = together(entries);
    const last = groups.slice(known ? -SHOWN : -FEW);
    const heading = known ? "Since your last order" : "What happened last";
    const all = el("button", { type: "button", class: "link", on: { click: chronicle } }, "all");
    return el(
      "section",
      { class: "since", "aria-label": heading },
      el(
        "h3",
        {},
        heading,
        known && groups.length > last.length ? [` (the last ${SHOWN} of ${groups.length}; `, all, ")"] : null,
      ),
      el(
        "ol",
        {},
        ...last.map((group) =>
          el("li", {}, ...linked(lineOf(group, name)), " ", group[0].rule ? clause(group[0].rule) : null),
        ),
      ),
    );
  }

  return {
    since,
    want,
    section,
    /** Whether what happened is known, or not to be waited for. */
    settled: () => settled,
    /** This seat gives an order at a version of a line. @param {string} timeline @param {number} version */
    orders: (timeline, version) => void answered.set(`${timeline} ${version}`),
  };
}
