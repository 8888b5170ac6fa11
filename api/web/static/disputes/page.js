// @ts-check
/** The page of a claim: what it is about, both readings, what was said, what remedies cost, what may be done now. */

import { boundary } from "../history/lines.js";
import { el, words } from "../shell/dom.js";
import { claimActs } from "./acts.js";
import { costs } from "./costs.js";
import { compared } from "./counterfactual.js";
import { frame, idOf, parts } from "./frame.js";
import { formOf } from "./forms.js";
import { happenings } from "./history.js";
import { precedents } from "./precedents.js";
import { asChoices, rivals } from "./readings.js";
import { KINDS, aboutText, instant, readingText, remedyText, sinceText, stateText, whoIs } from "./said.js";

const root = /** @type {HTMLElement} */ (document.getElementById("claim"));
const number = Number(root.dataset.claim);
/** @type {ReturnType<typeof parts> | null} */
let drawing = null;
let drawn = "";

/** @param {import("./frame.js").Frame} frame */
async function draw(frame) {
  const { store } = frame;
  const api = store.api;
  drawing ??= parts(frame.root);
  const [claim, list, ruleset] = await Promise.all([
    api.ask(`${store.path}/claims/${number}`),
    api.ask(`${store.path}/claims`),
    api.once(`/rulesets/${encodeURIComponent(store.state.game.ruleset)}`),
  ]);
  const { officials } = list;
  const event = claim.about.timeline ? { timeline: claim.about.timeline, version: claim.about.version } : null;
  const entry = event ? await entryOf(frame, event) : null;
  const before = event ? await boundary(store, { ...event, at: Math.max(1, event.version - 1) }).catch(() => 1) : 0;
  drawn = JSON.stringify([claim.state, claim.events.length, claim.may]);
  document.title = `Claim ${number} · ${stateText(claim.state)} · Ironclad`;
  const { part, begin, end } = drawing;
  begin();
  const clauses = [...claim.clauses, entry?.rule].filter(Boolean);
  const readings = asChoices(rivals(ruleset, store.state.game, clauses));
  const around = {
    seats: store.state.game.seats.map((/** @type {any} */ each) => each.seat),
    timed: frame.timed,
    tournament: Boolean(officials?.tournament),
    place: event ? { ...event, before } : null,
    readings: withOwn(readings, claim.reading),
    offered: offers(claim),
    own: claim.reading,
  };
  const acts = claimActs({ frame, claim, number, around, policy: list.policy });
  part("next", "What comes next", [claim.state, claim.taken_by, claim.until, acts.map(({ id }) => id)], () =>
    next(claim, officials, acts, frame.me),
  );
  part("about", "What it is about", [claim.about, entry, claim.reading, claim.clauses], () => about(frame, claim, entry));
  part("case", "The case", [claim.case], () => caseOf(frame, claim));
  part("said", "What was said", [claim.events.length, officials], () => [happenings(claim.events, officials, store.path)]);
  part("readings", "Both readings, with the same faces", [event, before, claim.reading, readings.length], () =>
    event ? [compared(frame, { ...event, version: before + 1 }, claim.reading, around.readings)] : [],
  );
  part("costs", "What each remedy would cost", [claim.state, claim.events.length, readings.length], () => [
    costs(frame, number, around),
  ]);
  const rules = acts.some(({ id }) => id === "rule");
  part("precedents", "Earlier rulings on these clauses", [claim.clauses, rules], () => [precedents(frame, number, rules)]);
  for (const act of acts)
    part(`act ${act.id}`, "", [act.id, act.says, claim.state === "appealed", before], () => [
      formOf(act, {
        after: async (_, done) => {
          await store.refresh();
          frame.said(done);
        },
        refused: () => isFurther(frame),
      }),
    ]);
  end();
}

/** The claim's own reading, where the ruleset offers it no more. @param {(readonly string[])[]} readings @param {any} own */
function withOwn(readings, own) {
  if (!own) return readings;
  const key = JSON.stringify(own);
  const rest = readings.filter(([each]) => each !== key);
  return [[key, `As the claim says: ${readingText(own)}`], ...rest];
}

/** What may be said after a refusal: that this page was behind. @param {import("./frame.js").Frame} frame */
async function isFurther({ store }) {
  const claim = await store.api.ask(`${store.path}/claims/${number}`).catch(() => null);
  if (!claim || JSON.stringify([claim.state, claim.events.length, claim.may]) === drawn) return "";
  void store.refresh();
  return `The claim is further than this page was (now: ${stateText(claim.state)}): nothing was written. Look at it again.`;
}

/** @param {import("./frame.js").Frame} frame @param {{timeline: string, version: number}} event */
async function entryOf({ store }, { timeline, version }) {
  const query = { timeline, from: version, at: version, limit: 1, quiet: "yes" };
  const answer = await store.api.once(`${store.path}/views/chronicle`, query).catch(() => null);
  return answer?.items.at(-1) ?? null;
}

/** The remedies that somebody asked for, each once. @param {any} claim */
function offers({ events }) {
  const found = events.flatMap((/** @type {any} */ { data }) => [data.asks, data.remedy]).filter(Boolean);
  const key = (/** @type {any} */ each) => JSON.stringify(each);
  return found.filter((/** @type {any} */ each, /** @type {number} */ at) =>
    each.type !== "let_stand" && found.findIndex((/** @type {any} */ other) => key(other) === key(each)) === at,
  );
}

/**
 * What comes next, by when, from whom; what the reader may do, with links to its forms.
 * @param {any} claim @param {any} officials @param {import("./forms.js").Form[]} acts
 * @param {import("./frame.js").Me} me
 */
function next({ state, taken_by: taken, until }, officials, acts, me) {
  const mine = Boolean(taken) && taken === me.official;
  const by = mine ? "You have taken it. " : taken ? `${whoIs(officials, taken)} has taken it. ` : "";
  const open = state === "made" || state === "answered";
  const rules = officials ? "a director rules on it" : "no officials are named: the seats may settle it, or name some";
  const said = {
    made: `${by}The other seat may answer; both may settle it; ${rules}.`,
    answered: `${by}The seats may settle it; ${rules}.`,
    ruled: `The ruling holds. A seat may appeal${until ? ` until ${instant(until)}` : ""}.`,
    appealed: "The chief has a panel drawn by lot; its members vote on whether the ruling was right.",
  };
  const text = said[/** @type {keyof typeof said} */ (state)] ?? "Nothing more: it is closed.";
  const links = acts.flatMap(({ id, title }, at) => [at ? ", " : "", el("a", { href: `#${idOf(`act ${id}`)}` }, lower(title))]);
  const unanswered = state === "made" ? " You may wait for the other seat’s answer, and need not." : "";
  const todo = !open || !me.director
    ? ""
    : mine
      ? `Now read what happened, both readings and the costs; then rule at the end of this page.${unanswered}`
      : acts.some(({ id }) => id === "take")
        ? "Take it: then its form for a ruling is here, and nobody else rules on it."
        : "";
  return [
    el("p", { class: "claim-state" }, el("b", {}, stateText(state))),
    el("p", {}, text),
    todo ? el("p", { class: "todo" }, todo) : null,
    acts.length ? el("p", { class: "may" }, "You may now: ", ...links, ".") : null,
  ];
}

/** A title within a sentence. @param {string} title */
const lower = (title) => title.charAt(0).toLowerCase() + title.slice(1);

/** @param {import("./frame.js").Frame} frame @param {any} claim @param {any} entry */
function about({ path }, claim, entry) {
  const made = claim.events.find((/** @type {any} */ each) => each.type === "claim_made")?.data;
  const { timeline, version, refused } = claim.about;
  const query = new URLSearchParams({ timeline: timeline ?? "", at: String(version ?? 1) });
  const rows = [
    ["Claimed by", words(made?.seat ?? "")],
    ["About", aboutText(claim.about)],
    ["Kind", KINDS[/** @type {keyof typeof KINDS} */ (claim.kind)] ?? claim.kind],
    ["Clauses", claim.clauses.join(", ") || "none"],
    ["Should be read", claim.reading ? readingText(claim.reading) : "as the rules are here"],
    ["Asks for", made ? remedyText(made.asks) : ""],
    ["Since then", sinceText(claim.since)],
    ["Limits", limits(claim)],
  ];
  const list = el("dl", {}, ...rows.flatMap(([name, said]) => [el("dt", {}, name), el("dd", {}, said)]));
  const details = (entry?.details ?? []).map((/** @type {string} */ each) => el("li", {}, each));
  return [
    entry ? el("p", { class: "event" }, `${entry.text ?? words(entry.type)}${entry.rule ? ` (${entry.rule})` : ""}`) : null,
    details.length ? el("ul", { class: "sums" }, ...details) : null,
    refused ? el("pre", {}, JSON.stringify(refused.request, null, 1)) : null,
    timeline ? el("p", {}, el("a", { href: `${path}/table?${query}#chronicle` }, "Show it on the map, at the table")) : null,
    list,
  ];
}

/** @param {any} claim */
function limits({ sealed, late }) {
  if (!sealed && !late) return "none: it was made in time, and no die was rolled since";
  const why = [...(late ? ["it is late"] : []), ...(sealed ? ["a later command rolled a die or showed a hidden fact"] : [])];
  return `a ruling may be limited by the policy: ${why.join(", and ")}`;
}

/** @param {import("./frame.js").Frame} frame @param {any} claim */
function caseOf({ store }, claim) {
  if (!claim.case) return [el("p", {}, "No case could be made of it.")];
  const name = `claim-${number}.yaml`;
  const href = `${store.api.root}${store.path}/claims/${number}/case`;
  return [
    el(
      "p",
      {},
      "What happened, as a case that runs; with a reading a second one says what the claim expects. ",
      el("a", { href, download: name }, "Download the case"),
    ),
    el("p", {}, "To run it: ", el("code", {}, `ironclad case ${name}`)),
    el("p", { class: "meta" }, "SHA-256 ", el("code", {}, claim.case)),
  ];
}

frame(root, draw);
