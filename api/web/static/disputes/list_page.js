// @ts-check
/** The claims and rulings of a game, who its officials are, and what a director does in it apart from a claim. */

import { el, words } from "../shell/dom.js";
import { directorActs, naming } from "./director.js";
import { folded, formOf, text } from "./forms.js";
import { frame, parts } from "./frame.js";
import { KINDS, aboutText, instant, stateText } from "./said.js";

const root = /** @type {HTMLElement} */ (document.getElementById("claims"));
/** @type {ReturnType<typeof parts> | null} */
let drawing = null;

/** @param {import("./frame.js").Frame} frame */
async function draw(frame) {
  const { store, me } = frame;
  const api = store.api;
  drawing ??= parts(frame.root);
  const [list, ruleset] = await Promise.all([
    api.ask(`${store.path}/claims`),
    api.once(`/rulesets/${encodeURIComponent(store.state.game.ruleset)}`),
  ]);
  const clock = frame.timed && me.director ? await api.ask(`${store.path}/clock`, { query: { limit: 0 } }) : null;
  const flags = clock ? Object.values(clock.seats).map((each) => each.flagged) : [];
  const { part, begin, end } = drawing;
  begin();
  part("list", "Claims", list.items, () => claims(frame, list.items));
  part("officials", "Officials", [list.officials, list.policy], () => officials(list));
  const ended = Boolean(store.state.game.outcome);
  const acts = me.director ? directorActs(frame, list.policy, ruleset, clock) : [];
  if (me.official) acts.push(conflict(frame));
  if (!list.officials && (me.seat || root.dataset.opener === "yes")) acts.push(naming(frame));
  // What is typed in a form stays, whatever happens to the game meanwhile, unless the form itself would be another.
  for (const act of acts) part(`act ${act.id}`, "", [act.id, ended, act.id === "lift-flag" && flags], () => [foldedForm(frame, act)]);
  end();
}

/**
 * A form that is folded again once it was done.
 * @param {import("./frame.js").Frame} frame @param {import("./forms.js").Form} act
 */
function foldedForm(frame, act) {
  const place = folded(
    formOf(act, {
      after: async (_, done) => {
        await frame.store.refresh();
        place.open = false;
        frame.said(done);
      },
    }),
  );
  return place;
}

/** @param {import("./frame.js").Frame} frame @returns {import("./forms.js").Form} */
const conflict = ({ acting }) => ({
  id: "conflict",
  title: "Declare a conflict",
  says: "You decide nothing more in this game.",
  fields: [text("why", "Why")],
  button: "Declare it",
  done: "The conflict is declared.",
  sure: () => "Declare a conflict? You decide nothing more in this game.",
  send: ({ why }) => acting.post("/officials/conflict", { why }),
});

/** @param {import("./frame.js").Frame} frame @param {any[]} items */
function claims({ path }, items) {
  const table = `${path}/table`;
  if (!items.length)
    return [
      el(
        "p",
        {},
        "Nobody has claimed anything. A seat does so at ",
        el("a", { href: table }, "the table"),
        ": “This is wrong” is beside every event, refusal and flag.",
      ),
    ];
  const rows = items.toReversed().map((/** @type {any} */ each) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, el("a", { href: `${path}/claims/${each.claim}` }, `Claim ${each.claim}`)),
      el("td", {}, words(each.seat)),
      el("td", {}, aboutText(each.about)),
      el("td", {}, KINDS[/** @type {keyof typeof KINDS} */ (each.kind)] ?? each.kind),
      el("td", {}, stateText(each.state)),
      el("td", {}, el("time", { dateTime: each.made_at }, instant(each.made_at))),
    ),
  );
  const heads = ["Claim", "By", "About", "Kind", "State", "Made"].map((head) => el("th", { scope: "col" }, head));
  const made = el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
  return [
    el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Claims, scrolls" }, made),
    el("p", {}, el("a", { href: `${path}/rulings` }, "All rulings, to print")),
  ];
}

/** @param {any} list */
function officials({ officials: named, policy }) {
  if (!named) return [el("p", {}, "None are named. The seats may settle every claim together.")];
  const { deputies, assessors } = named;
  const appealed = `a panel of ${policy.panel} within ${policy.appeal_hours} hours`;
  const panel = policy.panel ? appealed : "none: a ruling is final at once";
  const limits = Array.isArray(policy.limits) ? policy.limits.map(words).join(", ") : words(policy.limits);
  const rows = [
    ["Directors", `the chief${deputies.length ? ` and ${deputies.length} more` : ""}`],
    ["Assessors", String(assessors.length)],
    ["Appeals", panel],
    ["A claim is late after", `${policy.late_handovers} hand-overs or ${policy.late_hours} hours`],
    ["A late or sealed claim may get", limits],
    ["A claim stops the clocks", policy.pause_on_claim === "both" ? "yes, three times a seat" : "no"],
  ];
  return [el("dl", {}, ...rows.flatMap(([name, said]) => [el("dt", {}, name), el("dd", {}, said)]))];
}

frame(root, draw);
