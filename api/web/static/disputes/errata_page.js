// @ts-check
/** The errata of a ruleset that this service has published: clause, both readings, and from where. */

import { createActing } from "../play/acting.js";
import { createApi } from "../shell/api.js";
import { el } from "../shell/dom.js";
import { createStore } from "../shell/store.js";
import { choice, formOf, line, number, reasonOf, text } from "./forms.js";
import { asChoices, rivals } from "./readings.js";
import { readingText } from "./said.js";

const WANTED = "Wanted: no build has this reading yet, so it has no effect.";
const root = /** @type {HTMLElement} */ (document.getElementById("errata"));
const { ruleset = "", publishes } = root.dataset;
const path = `/rulesets/${encodeURIComponent(ruleset)}`;
const api = createApi();
// Requests here are below a ruleset, and are of no game: the same sender with that path gives each its id.
const where = { timeline: "main", at: 1, head: 1, follows: false };
const store = { ...createStore({ api, game: "", where, held: [], names: [] }), path };
const acting = createActing(store);
const said = el("p", { class: "said", role: "status", tabIndex: -1 });
const list = el("div", { class: "disputes" });

async function look() {
  const [found, about] = await Promise.all([api.ask(`${path}/errata`), api.once(path)]);
  const items = found.items.map((/** @type {any} */ each) => entry(each));
  const none = el("p", { class: "panel" }, "This service has published none for this ruleset.");
  const forms = publishes === "yes" ? [el("section", { class: "panel" }, el("h2", {}, "For operators"), formOf(publish(about), then))] : [];
  list.replaceChildren(...(items.length ? items : [none]), ...forms);
}

const then = {
  after: async (/** @type {any} */ _, /** @type {string} */ done) => {
    await look();
    said.textContent = done;
    said.focus();
  },
};

/** @param {any} erratum */
function entry({ erratum, clause, reading, before, says, from, withdrawn }) {
  const parts = [
    el("h2", {}, `${clause}: ${erratum}`),
    el("p", {}, `Before: ${before}`),
    el("p", {}, `Now: ${says}`),
    el("p", {}, reading ? `New games have the reading: ${readingText(reading)}.` : WANTED),
    from ? el("p", {}, "From ", ruled(from)) : null,
    withdrawn ? el("p", {}, el("b", {}, "Withdrawn"), typeof withdrawn === "string" ? `: ${withdrawn}` : "") : null,
  ];
  const forms = publishes === "yes" && !withdrawn ? [formOf(withdraw(erratum), then)] : [];
  return el("section", { class: "panel" }, ...parts, ...forms);
}

/** The ruling that it comes from. @param {{game: string, claim: number}} from */
const ruled = ({ game, claim }) =>
  el("a", { href: `/games/${encodeURIComponent(game)}/claims/${claim}` }, `claim ${claim}`);

/** @param {string} erratum @returns {import("./forms.js").Form} */
const withdraw = (erratum) => ({
  id: `withdraw-${erratum}`,
  title: "Withdraw it",
  fields: [text("why", "Why")],
  button: `Withdraw ${erratum}`,
  done: "It is withdrawn.",
  sure: () => "Withdraw it? New games no longer have its reading.",
  send: ({ why }) => acting.post(`/errata/${encodeURIComponent(erratum)}/withdraw`, { why }),
});

/** @param {any} about the ruleset @returns {import("./forms.js").Form} */
function publish(about) {
  const readings = asChoices(rivals(about, { options: {}, errata: [] }, []));
  return {
    id: "publish",
    title: "Publish an erratum",
    says: "New games have its reading; running games keep theirs. It follows a ruling, and has the case of that claim.",
    fields: [
      line("erratum", "Its name", { needed: true }),
      line("clause", "Clause", { needed: true }),
      text("before", "How it was read before"),
      text("says", "How it is read now"),
      choice("reading", "The reading that says so", readings, { needed: false }),
      line("game", "From a ruling: game", { needed: true }),
      number("claim", "From a ruling: claim"),
    ],
    button: "Publish it",
    done: "It is published.",
    sure: ({ clause }) => `Publish an erratum of clause ${clause} for all new games?`,
    send: ({ reading, game, claim, ...rest }) => {
      return acting.post("/errata", { ...rest, ...(reading ? { reading: JSON.parse(reading) } : {}), from: { game, claim } });
    },
  };
}

root.replaceChildren(said, list);
root.hidden = false;
look().catch((error) => list.replaceChildren(el("p", { role: "alert" }, reasonOf(error))));
