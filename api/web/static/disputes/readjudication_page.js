// @ts-check
/** Finished games of a ruleset decided again with their faces: how many of each class, then each to its first difference. */

import { createActing } from "../play/acting.js";
import { createApi } from "../shell/api.js";
import { countOf, el, grouped, sentence, words } from "../shell/dom.js";
import { createStore } from "../shell/store.js";
import { differing, oddsOf, pair, said } from "./counterfactual.js";
import { choice, formOf, reasonOf, text } from "./forms.js";
import { readingText } from "./said.js";

/** Each class with its words, in the order of the report: what a director looks at comes first. */
const CLASSES = {
  differs: ["Comes to something else", "after this event the positions differ"],
  refused: ["An order would be refused", "the order is illegal then"],
  dice_differ: ["Other dice would be rolled", "it cannot be decided further with the faces that there are"],
  cannot: ["Cannot be decided", "what is missing is no pass"],
  worded_otherwise: ["Other words", "events are written otherwise, every position is the same"],
  same: ["The same", "every event is the same"],
};
const LONG = new Set(["same"]); // these are a list of links alone

const root = /** @type {HTMLElement} */ (document.getElementById("readjudication"));
const { ruleset = "" } = root.dataset;
const api = createApi();
// It is of no game: the same sender without a game's path.
const where = { timeline: "main", at: 1, head: 1, follows: false };
const acting = createActing({ ...createStore({ api, game: "", where, held: [], names: [] }), path: "" });
const status = el("p", { class: "said", role: "status", tabIndex: -1 });
const report = el("div", { class: "disputes report" });
let turn = 0; // a new report ends the one before it

/** @typedef {{games: any[], counts: Record<string, number>, done: number, total: number, to: any}} Report */

/**
 * Ask page after page, and show what is there after each.
 * @param {Record<string, any>} asked
 */
async function decide(asked) {
  const mine = (turn += 1);
  /** @type {Report} */
  const whole = { games: [], counts: {}, done: 0, total: 0, to: { version: null, readings: {} } };
  const stop = el("button", { type: "button", class: "quiet", on: { click: () => (turn += 1) } }, "Stop");
  let cursor = null;
  do {
    const page = await acting.ask("/readjudications", { ruleset, ...asked, cursor });
    if (mine !== turn) break;
    whole.games.push(...page.games);
    for (const [name, many] of Object.entries(page.counts)) whole.counts[name] = (whole.counts[name] ?? 0) + many;
    Object.assign(whole, { done: page.done, total: page.total, to: page.to });
    cursor = page.next;
    draw(whole, cursor ? stop : null);
  } while (cursor && mine === turn);
  if (cursor) draw(whole, null);
  const ends = cursor ? "Stopped" : "Done";
  status.textContent = `${ends}: ${countOf(whole.games.length, "game")} decided again. Nothing of it is stored, and no game is changed.`;
  status.focus();
}

/** @param {Report} whole @param {HTMLElement | null} stop while there are more */
function draw(whole, stop) {
  const kinds = Object.keys(CLASSES).filter((kind) => whole.counts[kind]);
  report.replaceChildren(
    el("section", { class: "panel counts", "aria-label": "Counts" }, ...counted(whole, kinds), stop),
    ...kinds.map((kind) => classOf(kind, whole.games.filter((each) => each.class === kind))),
  );
}

/** @param {Report} whole @param {string[]} kinds */
function counted({ to, done, total, games }, kinds) {
  const readings = Object.keys(to.readings).length ? `, with ${readingText(to.readings)}` : "";
  const by = to.version ? `by version ${to.version}` : "by its own version";
  const rows = kinds.map((kind) => {
    const [name, means] = CLASSES[/** @type {keyof typeof CLASSES} */ (kind)];
    const many = games.filter((each) => each.class === kind).length;
    const link = el("a", { href: `#class-${kind}` }, name);
    return el("tr", {}, el("th", { scope: "row" }, link), el("td", {}, grouped(many)), el("td", {}, means));
  });
  const heads = ["What it comes to", "Games", "Which means"].map((head) => el("th", { scope: "col" }, head));
  const left = games.length < done ? ` ${grouped(done - games.length)} of them still run, or are not yours to read.` : "";
  return [
    el("h2", {}, "Counts"),
    el("p", {}, `Each game ${by}${readings}. Looked at ${grouped(done)} of ${countOf(total, "game")}.${left}`),
    rows.length ? wide(el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows))) : null,
  ];
}

/** @param {HTMLElement} table */
const wide = (table) => el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Counts, scrolls" }, table);

/** @param {string} kind @param {any[]} games */
function classOf(kind, games) {
  const [name] = CLASSES[/** @type {keyof typeof CLASSES} */ (kind)];
  const title = el("h2", {}, `${name}: ${countOf(games.length, "game")}`);
  const shown = LONG.has(kind)
    ? [el("details", {}, el("summary", {}, "Show them"), el("ul", {}, ...games.map((each) => el("li", {}, linkOf(each)))))]
    : games.map(verdict);
  return el("section", { class: "panel", id: `class-${kind}`, "aria-label": name, tabIndex: -1 }, title, ...shown);
}

/** @param {any} each */
const linkOf = ({ game, title, from }) =>
  el("span", {}, el("a", { href: pathOf(game) }, title || game), ` (version ${from})`);

/** @param {string} game */
const pathOf = (game) => `/games/${encodeURIComponent(game)}`;

/** A game to its first difference. @param {any} each */
function verdict(each) {
  const { game, at, was, would, differences, odds, commands } = each;
  const [timeline, version] = at.split("@");
  const query = new URLSearchParams({ timeline: timeline ?? "", at: version ?? "" });
  const place = el("a", { href: `${pathOf(game)}/table?${query}#chronicle` }, `event ${version}`);
  const missing = each.class === "cannot" ? `It needs ${would?.needs}.` : "";
  return el(
    "article",
    { class: "verdict", "data-game": game },
    el("h3", {}, linkOf(each)),
    at ? el("p", {}, "First at ", place, `, after ${countOf(Math.max(0, commands - 1), "command")} with the same result.`) : null,
    missing ? el("p", {}, missing) : compared(each.class, was, would),
    differences.length ? el("ul", {}, ...differences.map(differing)) : null,
    ...oddsOf(odds),
  );
}

/** @param {string} kind @param {any} was @param {any} would */
function compared(kind, was, would) {
  if (kind === "refused") {
    return pair("The order", `It was taken: ${said(was)}`, `${sentence(would.reason)} (${would.rule})`);
  }
  return pair(kind === "dice_differ" ? "Dice" : "Events", shown(was), shown(would));
}

/** An event, or a list of rolls, in words. @param {any} of */
function shown(of) {
  if (!of || Array.isArray(of)) return said(of);
  const { type, ...fields } = of;
  const rows = Object.entries(fields).flatMap(([name, value]) => [el("dt", {}, words(name)), el("dd", {}, said(value))]);
  return el("div", {}, el("b", {}, words(type ?? "event")), el("dl", { class: "fields" }, ...rows));
}

/** @param {any} about the ruleset as the service describes it @returns {import("./forms.js").Form} */
function asking(about) {
  const versions = about.versions.map((/** @type {any} */ each) => [each.version, `Version ${each.version}`]);
  const readings = [...about.options.map(optionOf), ...about.errata.map(erratumOf)];
  const fold = el("details", { class: "field" }, el("summary", {}, "Readings: none is another one"), ...readings.map(({ place }) => place));
  const held = () => readings.filter((each) => each.value()).map((each) => [each.name.slice("reading ".length), each.value()]);
  fold.addEventListener("change", () => {
    const summary = /** @type {HTMLElement} */ (fold.querySelector("summary"));
    summary.textContent = `Readings: ${readingText(Object.fromEntries(held())) || "none is another one"}`;
  });
  return {
    id: "decide",
    title: "Decide finished games again",
    says:
      "With the faces that were rolled, each up to its first difference. With nothing chosen it asks whether this build " +
      "decides them as they were decided.",
    fields: [
      choice("version", "By which version of the rules (none: each game’s own)", versions, { needed: false }),
      { name: "readings", place: fold, value: () => Object.fromEntries(held()), clear: () => undefined },
      { ...text("games", "Games by id, with spaces between, 25 at most (empty: all that are over)", { needed: false, lines: 2 }), clear: () => undefined },
    ],
    button: "Decide them",
    done: "",
    send: ({ version, readings: chosen, games }) => {
      const named = games.split(/[\s,]+/).filter(Boolean);
      status.textContent = "It decides …";
      fold.open = false; // the report is near then
      return decide({ version, readings: chosen, games: named.length ? named : null });
    },
  };
}

/** @param {any} option */
const optionOf = ({ name, clause, text: says, values }) =>
  choice(`reading ${name}`, `${clause} ${says}`, values.map((/** @type {string} */ each) => [each, words(each)]), { needed: false });

/** @param {any} erratum */
const erratumOf = ({ id, clause, after }) =>
  choice(`reading ${id}`, `${clause} Erratum: ${after}`, [["holds", "Holds"], ["not", "Does not hold"]], { needed: false });

async function begin() {
  const about = await api.once(`/rulesets/${encodeURIComponent(ruleset)}`);
  const form = formOf(asking(about), { refused: async () => ((status.textContent = ""), "") });
  root.replaceChildren(el("section", { class: "panel" }, el("h2", {}, "What to decide"), form), status, report);
  root.hidden = false;
}

begin().catch((error) => {
  root.replaceChildren(el("p", { role: "alert" }, reasonOf(error)));
  root.hidden = false;
});
