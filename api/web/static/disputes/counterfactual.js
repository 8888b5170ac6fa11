// @ts-check
/** What would have been under another reading, with the faces that were rolled, beside what was. Nothing of it is stored. */

import { countOf, el, words } from "../shell/dom.js";
import { choice, formOf, number } from "./forms.js";
import { readingText } from "./said.js";

const ENDS = {
  decision: "another decision would be due",
  refused: "the next command would be refused",
  dice: "the next command would need other dice",
  through: "it was asked for so far",
  most: "no more commands are decided in one comparison",
  end: "there are no more commands",
};
const ASIDE = new Set(["type", "timeline", "version", "at", "id"]);

/**
 * @param {import("./frame.js").Frame} frame @param {{timeline: string, version: number}} event
 * @param {Record<string, string> | null} reading @param {(readonly string[])[]} readings
 */
export function compared({ acting }, event, reading, readings) {
  const shown = el("div", { class: "compared", "aria-live": "polite" });
  if (!readings.length) return el("p", {}, "The ruleset has no other reading that a running game may move to.");
  const under = choice("reading", "Under which reading", readings, { first: reading ? JSON.stringify(reading) : "" });
  const through = number("through", "Through event (empty: as far as it goes)", { needed: false });
  const ask = async (/** @type {Record<string, string>} */ wanted, /** @type {number | null} */ upto) => {
    const found = await acting.ask("/counterfactuals", { ...event, reading: wanted, through: upto });
    shown.replaceChildren(...resultOf(found, wanted));
  };
  const form = formOf({
    id: "compare",
    title: "Compare another reading",
    fields: [under, through],
    button: "Compare",
    done: "",
    send: ({ reading: chosen, through: upto }) => ask(JSON.parse(chosen), upto),
  });
  if (reading)
    ask(reading, null).catch((error) =>
      shown.replaceChildren(el("p", { class: "refused" }, error.details?.reason ?? error.message)),
    );
  return el("div", {}, shown, form);
}

/** @param {any} found @param {Record<string, string>} reading */
function resultOf({ ended, first_difference: first, steps, differences, odds }, reading) {
  const title = first
    ? `Under ${readingText(reading)} the first difference is event ${first}.`
    : `Under ${readingText(reading)} nothing differs in ${countOf(steps.length, "command")}.`;
  const said = ENDS[/** @type {keyof typeof ENDS} */ (ended.why)];
  const reason = ended.reason ? ` (${ended.rule}: ${ended.reason})` : "";
  const why = `It ends before event ${ended.version}: ${said}${reason}.`;
  const cut = steps.findIndex((/** @type {any} */ step) => JSON.stringify(step.was) !== JSON.stringify(step.would));
  const from = Math.max(0, cut);
  return [
    el("p", { class: "first" }, el("b", {}, title)),
    from ? el("p", { class: "meta" }, `${countOf(from, "command")} before it are the same.`) : null,
    ...steps.slice(from).map((/** @type {any} */ step) => stepOf(step, first)),
    el("p", {}, why),
    ...(ended.why === "dice" ? [pair("Dice", said(ended.was), said(ended.would))] : []),
    differences.length ? el("h3", {}, "The positions at its end differ") : null,
    differences.length ? el("ul", {}, ...differences.map(differing)) : null,
    ...oddsOf(odds),
  ].filter((each) => each !== null);
}

/**
 * Two things side by side; below each other on a phone.
 * @param {string} title @param {Node | string} was @param {Node | string} would
 */
export const pair = (title, was, would) =>
  el(
    "div",
    { class: "pair", role: "group", "aria-label": title },
    el("div", {}, el("h4", {}, "As it was"), was),
    el("div", {}, el("h4", {}, "As it would be"), would),
  );

/** @param {any} step @param {number | null} first */
function stepOf({ version, seat, command, was, would }, first) {
  const same = JSON.stringify(was) === JSON.stringify(would);
  const title = `Event ${version}: ${words(seat)} orders ${words(command.type).toLowerCase()}`;
  if (same) return el("details", {}, el("summary", {}, `${title}: the same`), eventsOf(was, was));
  const marked = first !== null && version <= first && first < version + Math.max(was.length, would.length) + 1;
  return el(
    "section",
    { class: marked ? "step differs" : "step", "aria-label": title },
    el("h3", {}, title, marked ? el("span", { class: "tag" }, "first difference") : null),
    pair(title, eventsOf(was, would), eventsOf(would, was)),
  );
}

/**
 * Events with their fields; those that the other side has not, or otherwise, are marked.
 * @param {any[]} events @param {any[]} others
 */
function eventsOf(events, others) {
  const items = events.map((event, at) => {
    const data = event.data ?? event;
    const other = others[at]?.data ?? others[at] ?? {};
    const fields = Object.entries(data).filter(([name]) => !ASIDE.has(name));
    const rows = fields.flatMap(([name, value]) => {
      const differs = JSON.stringify(value) !== JSON.stringify(other[name]);
      return [el("dt", {}, words(name)), el("dd", {}, differs ? el("mark", {}, said(value)) : said(value))];
    });
    const type = event.type ?? data.type ?? "event";
    return el("li", {}, el("b", {}, words(type)), el("dl", { class: "fields" }, ...rows));
  });
  return items.length ? el("ol", { class: "events" }, ...items) : el("p", {}, "Nothing.");
}

/** A value of an event in a line. @param {any} value @returns {string} */
export function said(value) {
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value)) return value.length ? value.map(said).join(", ") : "none";
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, each]) => `${words(name).toLowerCase()} ${said(each)}`)
      .join("; ");
  return String(value);
}

/** @param {any} each */
export const differing = ({ text, group, path, was, would }) =>
  el("li", {}, text ? `${group ? `${words(group)}: ` : ""}${text}` : `${path}: ${said(was)}; it would be ${said(would)}`);

/** @param {any} odds */
export function oddsOf(odds) {
  if (!odds) return [];
  return [el("h3", {}, "Odds of the battle"), pair("Odds of the battle", forecast(odds.was), forecast(odds.would))];
}

/** The questions of a battle, each with its answers and their exact chances. @param {any} of */
function forecast(of) {
  if (!of) return el("p", {}, "There are none.");
  const tables = of.tables.map((/** @type {any} */ { title, rows }) => {
    const share = (/** @type {any} */ each) => `${words(each.what)}: ${(100 * each.decimal).toFixed(1)} %`;
    const items = rows.map((/** @type {any} */ each) => el("li", {}, share(each)));
    return el("div", {}, el("p", {}, el("b", {}, title)), el("ul", {}, ...items));
  });
  return el("div", {}, ...tables);
}
