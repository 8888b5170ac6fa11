// @ts-check
/** What happened at the event that is shown, as the chronicle says it. */

import { clause, linked } from "./clauses.js";
import { el, words } from "./dom.js";

const PASSING = 100; // milliseconds after which one stays at an event, and what happened there is fetched
const SILENT = 40; // events in a row of which the chronicle may say nothing

/**
 * What the chronicle says of the event that is shown, or of the last before it of which it says something.
 * @param {import("./store.js").Store} store
 */
export async function happened(store) {
  const { timeline, at } = store.state.where;
  await new Promise((resolve) => setTimeout(resolve, PASSING));
  if (store.state.where.at !== at || store.state.where.timeline !== timeline) return null;
  const answer = await store.api.once(`${store.path}/views/chronicle`, {
    timeline,
    at,
    from: Math.max(1, at - SILENT),
    limit: SILENT + 1,
  });
  return answer.items.at(-1) ?? null;
}

/** An entry of the chronicle: its sentence, its clause, its arithmetic. @param {any} entry */
export function line(entry) {
  const details = entry.details ?? [];
  return [
    el("p", {}, ...linked(entry.text ?? words(entry.type)), " ", entry.rule ? clause(entry.rule) : null),
    details.length
      ? el(
          "ul",
          { class: "sums" },
          ...details.map((/** @type {string} */ each) =>
            el("li", { class: /^[+-]\d/.test(each) ? "term" : "" }, ...linked(each)),
          ),
        )
      : null,
  ].filter((each) => each !== null);
}
