// @ts-check
/** What remedies would cost, before one is chosen: those that were asked for, and any other that a reader thinks of. */

import { changed } from "../clocks/reading.js";
import { countOf, el, words } from "../shell/dom.js";
import { formOf, reasonOf } from "./forms.js";
import { remedyField } from "./remedies.js";
import { remedyText } from "./said.js";

/**
 * @param {import("./frame.js").Frame} frame @param {number} claim @param {import("./remedies.js").Around} around
 */
export function costs({ store, acting, me }, claim, around) {
  const rows = el("tbody");
  const heads = ["Remedy", "Allowed", "Undone", "Dice known by now", "Hidden facts shown", "Clocks"];
  const table = el(
    "table",
    {},
    el("caption", { class: "hush" }, "Remedies with their costs"),
    el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
    rows,
  );
  const said = el("p", { role: "status" }, "…");
  const call = `/claims/${claim}/costs`;
  const show = (/** @type {any} */ answer) => {
    said.textContent = "";
    for (const each of answer.items) {
      const key = JSON.stringify(each.remedy);
      const made = row(each);
      const former = [...rows.children].find((other) => /** @type {HTMLElement} */ (other).dataset.remedy === key);
      made.dataset.remedy = key;
      if (former) former.replaceWith(made);
      else rows.append(made);
    }
  };
  const asked = () => store.api.ask(store.path + call); // what the seats asked for
  const usual = me.seat || me.official ? acting.ask(call, { remedies: usualOf(around) }).catch(asked) : asked();
  usual.then(show, (error) => (said.textContent = reasonOf(error)));
  const remedy = remedyField("remedy", "Another remedy", { ...around, offered: [] });
  const form = formOf({
    id: "cost",
    title: "What would another remedy cost?",
    says: "It is computed, and nothing is chosen by it.",
    fields: [remedy],
    button: "Show its cost",
    done: "",
    send: async ({ remedy: chosen }) => show(await acting.ask(call, { remedies: [chosen] })),
  });
  const wide = el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Costs, scrolls" }, table);
  return el("div", {}, wide, said, form);
}

/**
 * The remedies that are looked at first: let it stand, what somebody asked for, and the two that play it again.
 * @param {import("./remedies.js").Around} around
 */
function usualOf({ place, offered, own }) {
  const back = place ? [{ type: "rewind", timeline: place.timeline, at: place.before }] : [];
  const version = (place?.before ?? 0) + 1;
  const again = place && own ? [{ type: "same_faces", timeline: place.timeline, version, reading: own }] : [];
  const every = [{ type: "let_stand" }, ...offered, ...again, ...back].map((each) => JSON.stringify(each));
  return [...new Set(every)].map((each) => JSON.parse(each));
}

/** @param {any} cost */
function row({ remedy, allowed, rule, reason, undone, rolls, facts, clocks, rounds }) {
  const of = (/** @type {(Node | string)[]} */ said) => el("td", {}, ...(said.length ? said : ["none"]));
  const counts = [
    [undone.commands, "command"],
    [undone.handovers, "hand-over"],
    [undone.events, "event"],
  ];
  const lost = counts.filter(([many]) => many).map(([many, noun]) => countOf(many, noun));
  const seen = rolls.map((/** @type {any} */ each) => `roll ${each.number} (${each.purpose})`);
  const shown = Object.entries(facts).map(([seat, many]) => `${seat ? words(seat) : "Everybody"}: ${many}`);
  const times = Object.entries(clocks).map(([seat, ms]) => `${words(seat)} ${changed(ms)}`);
  const why = allowed ? "Yes" : `No: ${reason} (${rule})`;
  return el(
    "tr",
    { class: allowed ? "" : "forbidden" },
    el("th", { scope: "row" }, remedyText(remedy)),
    of([why, ...(rounds.length ? [`; published rounds ${rounds.join(", ")} rest on it`] : [])]),
    of([lost.join(", ")].filter(Boolean)),
    of([seen.join(", ")].filter(Boolean)),
    of([shown.join(", ")].filter(Boolean)),
    of([times.join(", ")].filter(Boolean)),
  );
}
