// @ts-check
/** Why a number is what it is: the events that made it so, beside it, when asked. */

import { clause } from "../shell/clauses.js";
import { el } from "../shell/dom.js";
import { placeIn } from "../shell/manifest.js";
import { line } from "../shell/happened.js";

const FEW = 12; // events that are shown at once, the last first

/** Which reasons are open, so that they stay so when the panel is drawn again. @type {Set<string>} */
const open = new Set();

/**
 * A fold with the clauses of a number and the events that changed it, the last first.
 * @param {import("../shell/panels.js").Around} around
 * @param {{name: string, types?: string[], rules?: string[], says?: (Node | null)[],
 *   keep?: (entry: any) => boolean, none?: string}} asked
 *   `says` is what else explains it, as it is now; `keep` which of the events are about it
 */
export function why(
  { store, board },
  { name, types = [], rules = [], says = [], keep = () => true, none = "Nothing has changed it so far." },
) {
  const list = el("ol", { class: "chronicle reasons" });
  const fold = el(
    "details",
    { class: "why", open: open.has(name) },
    el("summary", {}, `Why: ${name}`),
    rules.length ? el("p", { class: "rules" }, ...rules.map(clause)) : null,
    ...says,
    types.length ? list : null,
  );
  fold.addEventListener("toggle", () => {
    if (fold.open) open.add(name);
    else open.delete(name);
    if (fold.open && !list.childElementCount) void fill(FEW);
  });
  if (fold.open) void fill(FEW);

  /** @param {number} most */
  async function fill(most) {
    if (!types.length) return;
    const { timeline, at } = store.state.where;
    try {
      const answer = await store.api.once(`${store.path}/views/chronicle`, {
        timeline,
        at,
        types: types.join(","),
        limit: 500,
      });
      const entries = answer.items.filter(keep).toReversed();
      const rows = entries.slice(0, most).map((/** @type {any} */ entry) =>
        el(
          "li",
          { class: "entry" },
          el(
            "button",
            {
              type: "button",
              class: "version",
              "aria-label": `Go to event ${entry.version}`,
              on: {
                click: () => {
                  void store.load(entry.version);
                  const where = placeIn(entry);
                  if (where && board.placeAt(where)) board.focus(where);
                },
              },
            },
            String(entry.version),
          ),
          el("div", {}, ...line(entry)),
        ),
      );
      const rest = entries.length - most;
      list.replaceChildren(...(rows.length ? rows : [el("li", { class: "meta" }, none)]));
      if (rest > 0)
        list.append(
          el(
            "li",
            {},
            el(
              "button",
              { type: "button", on: { click: () => void fill(entries.length) } },
              `${rest} earlier`,
            ),
          ),
        );
    } catch (error) {
      list.replaceChildren(
        el(
          "li",
          { role: "alert" },
          `The events did not come: ${error instanceof Error ? error.message : error}`,
        ),
      );
    }
  }
  return fold;
}
