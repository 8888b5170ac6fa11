// @ts-check
/** "This is wrong": a dialog over the table in which a seat files a claim about an event, a refusal or a flag. */

import { boundary, lineOf } from "../history/lines.js";
import { clause, linked } from "../shell/clauses.js";
import { el, words } from "../shell/dom.js";
import { behind, choice, formOf, text } from "./forms.js";
import { asChoices, rivals } from "./readings.js";
import { remedyField } from "./remedies.js";
import { KINDS } from "./said.js";
import { styled } from "./styled.js";

/**
 * @typedef {import("./offer.js").Subject} Subject
 * @typedef {{store: import("../shell/store.js").Store, acting: import("../play/acting.js").Acting}} Table
 */

const NONE = ""; // no other reading
const OTHER = "other"; // one of another clause

/** @param {Table} table @param {Subject} subject */
export async function openWrong(table, subject) {
  const { store } = table;
  const opener = document.activeElement;
  const [ruleset, entry] = await Promise.all([
    store.api.once(`/rulesets/${encodeURIComponent(store.state.game.ruleset)}`),
    entryOf(store, subject),
    styled(),
  ]);
  const before = subject.event ? (await boundary(store, pointBefore(subject.event))) : 0;
  const title = el("h2", { id: "wrong-title", tabIndex: -1 }, "This is wrong");
  const close = el("button", { type: "button", class: "quiet", on: { click: () => dialog.close() } }, "Close");
  const body = el("div", { class: "wrong-body" });
  const dialog = el("dialog", { class: "wrong-dialog", "aria-labelledby": "wrong-title" });
  dialog.append(el("header", {}, title, close), body);
  const rule = subject.rule ?? entry?.rule ?? "";
  const form = claimForm(table, { ...subject, rule }, ruleset, before, (claim) => body.replaceChildren(filed(store, claim)));
  body.append(...about(subject, entry, rule), form);
  // An order of the keyboard is of the dialog alone.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  title.focus();
}

/** @param {{timeline: string, version: number}} event */
const pointBefore = ({ timeline, version }) => ({ timeline, at: Math.max(1, version - 1) });

/** What the chronicle says of an event. @param {Table["store"]} store @param {Subject} subject */
async function entryOf(store, { event }) {
  if (!event) return null;
  const query = { timeline: event.timeline, from: event.version, at: event.version, limit: 1, quiet: "yes" };
  const answer = await store.api.once(`${store.path}/views/chronicle`, query).catch(() => null);
  return answer?.items.at(-1) ?? null;
}

/** What the claim will point at. @param {Subject} subject @param {any} entry @param {string} rule */
function about(subject, entry, rule) {
  const what = subject.event
    ? `Event ${subject.event.version}`
    : subject.flag
      ? `${words(subject.flag)} is out of time`
      : `Your order at event ${subject.refused?.version} was refused`;
  const said = subject.text ?? entry?.text ?? "";
  const details = (entry?.details ?? []).map((/** @type {string} */ each) => el("li", {}, ...linked(each)));
  return [
    el("p", {}, el("b", {}, what), said ? ": " : "", ...linked(said), " ", rule && subject.event ? clause(rule) : null),
    details.length ? el("ul", { class: "sums" }, ...details) : null,
  ].filter((each) => each !== null);
}

/**
 * @param {Table} table @param {Subject & {rule: string}} subject @param {any} ruleset
 * @param {number} before the last event before its command
 * @param {(claim: number) => void} then
 */
function claimForm({ store, acting }, subject, ruleset, before, then) {
  const { state } = store;
  const found = rivals(ruleset, state.game, subject.rule ? [subject.rule] : []);
  const near = found.filter((each) => each.near);
  const readings = asChoices(found);
  const reading = readingField(near, readings, subject.rule);
  const says = text("says", "What is wrong, and what should hold instead", { lines: 3 });
  const first = subject.flag ? "clock" : "";
  const kind = choice("kind", "Kind", Object.entries(KINDS), { first, needed: false });
  const timed = document.body.dataset.timed === "yes";
  const seats = (state.game.seats ?? []).map((/** @type {any} */ each) => each.seat);
  const place = subject.event ? { ...subject.event, before } : null;
  const around = { seats, timed, tournament: false, place, readings, offered: [] };
  const asks = remedyField("asks", "What you ask for", around, { needed: false });
  const [only] = state.held;
  const seat = choice("seat", "You claim as", state.held.map((each) => [each, words(each)]), { first: only });
  const clauses = clauseField(subject.rule);
  const more = behind("More: kind, clauses, what you ask for", [kind, clauses, asks]);
  return formOf({
    id: "claim",
    title: "Your claim",
    says: "Play continues. All readers see this text, and it is kept for ever.",
    fields: [...(state.held.length > 1 ? [seat] : []), reading, says, ...more],
    button: "File",
    done: "",
    send: async (values) => {
      const chosen = values.reading ? JSON.parse(values.reading) : null;
      const of = found.find((each) => JSON.stringify(each.reading) === values.reading);
      const named = values.clauses.length ? values.clauses : [subject.rule];
      const cited = [...named, of?.clause].filter(Boolean); // the clause of the reading too: rulings are found by it
      const asked = values.asks ?? firstAsked(subject, chosen, before + 1);
      const answer = await acting.beside.post("/claims", {
        seat: values.seat ?? only,
        about: subject.event ? { ...subject.event } : subject.flag ? { flag: subject.flag } : { refused: subject.refused },
        kind: values.kind ?? "rules",
        clauses: [...new Set(cited)],
        says: values.says,
        asks: asked,
        ...(chosen ? { reading: chosen } : {}),
      });
      await store.refresh();
      const made = answer.events.find((/** @type {any} */ each) => each.type === "claim_made");
      then(made?.data.claim ?? made?.claim ?? 0);
    },
  });
}

/**
 * What is asked for where nothing else was chosen. @param {Subject} subject @param {Record<string, string> | null} reading
 * @param {number} version of the command
 */
const firstAsked = ({ event }, reading, version) =>
  event && reading ? { type: "same_faces", timeline: event.timeline, version, reading } : { type: "let_stand" };

/** @param {string} rule @returns {import("./forms.js").Field} */
function clauseField(rule) {
  const input = el("input", { name: "clauses", value: rule, autocomplete: "off", maxLength: 300 });
  return {
    name: "clauses",
    place: el("label", { class: "field" }, "Clauses, with spaces between", input),
    value: () => input.value.split(/[\s,]+/).filter(Boolean),
    clear: () => undefined,
  };
}

/**
 * The readings of the event's clause as buttons; those of others are a list.
 * @param {ReturnType<typeof rivals>} near @param {(readonly string[])[]} all @param {string} rule
 * @returns {import("./forms.js").Field}
 */
function readingField(near, all, rule) {
  const others = choice("other", "A reading of another clause", all, { needed: false });
  others.place.hidden = true;
  const radio = (/** @type {string} */ value, /** @type {(Node | string)[]} */ said) => {
    const input = el("input", { type: "radio", name: "reading", value, checked: value === NONE });
    return el("label", { class: "check" }, input, el("span", {}, ...said));
  };
  const place = el(
    "fieldset",
    { class: "field readings" },
    el("legend", {}, "How it should be read"),
    ...near.map((each) => radio(JSON.stringify(each.reading), [el("b", {}, each.clause), ` ${each.text}`])),
    radio(NONE, [`${rule ? `Clause ${rule} as it is` : "The rules as they are"}: it was not applied so, or a fact is wrong`]),
    ...(all.length > near.length ? [radio(OTHER, ["Another reading"])] : []),
    others.place,
  );
  const chosen = () => /** @type {HTMLInputElement | null} */ (place.querySelector("input:checked"))?.value ?? NONE;
  place.addEventListener("change", () => (others.place.hidden = chosen() !== OTHER));
  return {
    name: "reading",
    place,
    value: () => (chosen() === OTHER ? others.value() : chosen() || null),
    clear: () => undefined,
  };
}

/** @param {Table["store"]} store @param {number} claim */
function filed(store, claim) {
  const href = `/games/${encodeURIComponent(store.state.game.id)}/claims/${claim || ""}`;
  const link = el("a", { class: "button", href }, `Open claim ${claim}`);
  setTimeout(() => link.focus());
  return el(
    "div",
    { role: "status" },
    el("p", {}, `Claim ${claim} is filed. Its page has its case, the other seat’s answer, and what is ruled.`),
    el("p", {}, link),
  );
}

/**
 * Whether claims are made about a line: not about a reader's trial.
 * @param {import("../shell/store.js").State} state @param {string} timeline
 */
export const claimable = (state, timeline) => lineOf(state, timeline)?.why !== "branch";
