// @ts-check
/**
 * The version of the rules that a game is played by: which errata hold, what a newer version would bring, and moving the
 * game to it by agreement of the seats.
 */

import { foldOf } from "../shell/blocks.js";
import { clause } from "../shell/clauses.js";
import { countOf, el, words } from "../shell/dom.js";
import { act, settled } from "./agreeing.js";

/**
 * @typedef {import("./agreeing.js").Around} Around
 * @typedef {{id: string, clause: string, before: string, after: string, version: string}} Erratum
 */

/** Why the service refuses, in a sentence for players; its own words where it is not listed. @type {Record<string, string>} */
const REFUSED = {
  "rules/decision":
    "Not now: by that version another decision would be due. Answer the one that is due first, then ask again.",
  "rules/intent": "Not now: a seat has committed to an order on this line. It has to be carried out first.",
};

/** The newest version of the ruleset that this service plays. */
const newest = () => document.body.dataset.newest ?? "";

/** Whether the game could be moved to a newer version. @param {any} game */
export const isOlder = (game) =>
  Boolean(game.ruleset_version) && game.ruleset_version !== newest() && !game.outcome;

/** An erratum with its clause and both readings. @param {Erratum} each */
const erratum = (each) =>
  el(
    "li",
    {},
    clause(each.clause),
    " ",
    el("span", { class: "after" }, each.after),
    " ",
    el("span", { class: "before" }, `Before: ${each.before}`),
  );

/** Where the errata of a version that a game has not yet are shown, once they are asked for. @type {Map<string, Erratum[]>} */
const brought = new Map();

/**
 * What a move to a version would change, as a list in a fold.
 * @param {Around} around @param {string} version
 */
function changes({ store, failed }, version) {
  const { game } = store.state;
  const key = `${game.ruleset_version} ${version}`;
  const list = el("ul", { class: "errata" });
  async function fill() {
    try {
      if (!brought.has(key)) brought.set(key, await errataOf(store, version));
    } catch (error) {
      return failed(error);
    }
    const found = brought.get(key) ?? [];
    list.replaceChildren(...found.map(erratum));
    if (!found.length) list.replaceChildren(el("li", {}, "Nothing that a game would notice."));
  }
  queueMicrotask(() => {
    const fold = list.closest("details"); // the errata are fetched when they are first looked at
    if (fold && !fold.open) fold.addEventListener("toggle", () => void fill(), { once: true });
    else void fill();
  });
  return list;
}

/** The errata that hold in a version and not in the game. @param {import("../shell/store.js").Store} store @param {string} version @returns {Promise<Erratum[]>} */
async function errataOf(store, version) {
  const { game } = store.state;
  const known = await store.api.once(`/rulesets/${encodeURIComponent(game.ruleset)}`);
  const there = known.versions.find((/** @type {any} */ each) => each.version === version)?.errata ?? [];
  const here = new Set((game.errata ?? []).map((/** @type {Erratum} */ each) => each.id));
  return known.errata.filter((/** @type {Erratum} */ each) => there.includes(each.id) && !here.has(each.id));
}

/** Readings that change with a version, in words. @param {Record<string, string>} readings */
const readingsSaid = (readings) =>
  Object.entries(readings)
    .map(([name, value]) => `, ${words(name).toLowerCase()}: ${words(value).toLowerCase()}`)
    .join("");

/** A refusal in plain words, in place of the service's. @param {Around} around @returns {(error: unknown) => void} */
const plainly =
  ({ failed }) =>
  (error) => {
    const said = REFUSED[/** @type {any} */ (error)?.rule ?? ""];
    failed(said ? new Error(said) : error);
  };

/** The request of a seat that waits for the other one, with what one may do about it. @param {Around} around */
export function rulesAsked(around) {
  const { store, acting } = around;
  const { game, held } = store.state;
  const ask = game.rules_asked;
  if (!ask) return [];
  const done = settled({ ...around, failed: plainly(around) });
  const { version, readings = {} } = ask;
  const said = `${words(ask.seat)} asks to continue by version ${version} of the rules${readingsSaid(readings)}`;
  const others = held.filter((seat) => seat !== ask.seat);
  const own = held.filter((seat) => seat === ask.seat);
  return [
    el(
      "div",
      { class: "proposal", role: "group", "aria-label": said },
      el("p", {}, said),
      foldOf(
        `What version ${version} changes`,
        "changes",
        () => [changes(around, version)],
        `changes ${ask.seat}`,
      ),
      ...others.flatMap((seat) => [
        act("Agree", () => void done(acting.post("/rules", { seat, version, readings })), "answer"),
        " ",
        act("Decline", () => void done(acting.post("/rules/withdraw", { seat }))),
      ]),
      ...own.map((seat) => act("Withdraw", () => void done(acting.post("/rules/withdraw", { seat })))),
    ),
  ];
}

/** What a newer version would change, and a button to ask for it. @param {Around} around */
export function newerRules(around) {
  const { store, acting } = around;
  const { game, held } = store.state;
  if (!held.length || !isOlder(game) || game.rules_asked) return null;
  const version = newest();
  const done = settled({ ...around, failed: plainly(around) });
  const [seat] = held;
  return foldOf(`Newer rules: version ${version}`, "newer-rules", () => [
    el(
      "p",
      { class: "meta" },
      `This game is played by version ${game.ruleset_version}. Both seats have to ask for the newer one; it holds from then on, and nothing that happened changes.`,
    ),
    el("h3", {}, `What version ${version} changes`),
    changes(around, version),
    el(
      "p",
      {},
      act(
        `Ask for version ${version}`,
        () => void done(acting.post("/rules", { seat, version, readings: {} })),
      ),
    ),
  ]);
}

/** Keep the note below the panels up with the version of the game. @param {import("../shell/store.js").Store} store */
export function noteVersion(store) {
  const note = document.querySelector("details.rules");
  let shown = "";
  store.subscribe(({ game }, what) => {
    const version = game.ruleset_version;
    if (what !== "game" || !note || !version || version === shown) return;
    shown = version;
    const errata = game.errata ?? [];
    const count = errata.length ? `, ${countOf(errata.length, "erratum").replace("erratums", "errata")}` : "";
    note.querySelector("summary")?.replaceChildren(`Rules: version ${version}${count}`);
    const said = errata.length
      ? el("ul", { class: "errata" }, ...errata.map(erratum))
      : el("p", {}, "No errata hold in this game.");
    note.replaceChildren(...[note.querySelector("summary") ?? "", said]);
  });
}
