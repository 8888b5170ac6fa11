// @ts-check
/** The rules of this game, below the panels: beside its errata, the readings that it chose, and the words of the game. */

import { clause } from "./clauses.js";
import { el, words } from "./dom.js";
import { glossary } from "./terms.js";

/** @typedef {{name: string, clause: string, text: string, values: string[]}} Option */

/** An option as a sentence, and what holds in this game. @param {Option} option @param {string} value */
const said = ({ clause: rule, text, values }, value) =>
  el(
    "li",
    {},
    clause(rule),
    ` ${text} `,
    el("b", {}, words(value)),
    value === values[0] ? "" : ` (usually: ${words(values[0]).toLowerCase()})`,
  );

/** @param {string} title @param {HTMLElement} body */
const fold = (title, body) => el("details", {}, el("summary", {}, title), body);

/**
 * Fill the panel when it is first opened, and again when the game has changed.
 * @param {import("./store.js").Store} store @param {(error: unknown) => void} failed
 */
export function installRules(store, failed) {
  const panel = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details.rules"));
  if (!panel) return;
  const more = el("div", { class: "more" });

  async function fill() {
    if (!panel?.open) return;
    const { game } = store.state;
    /** @type {{options: Option[], scenarios: Record<string, string>}} */
    const known = await store.api.once(`/rulesets/${encodeURIComponent(document.body.dataset.ruleset ?? "")}`);
    const valueOf = (/** @type {Option} */ each) => game.options?.[each.name] ?? each.values[0];
    const chosen = known.options.filter((each) => valueOf(each) !== each.values[0]);
    const usual = known.options.filter((each) => valueOf(each) === each.values[0]);
    const list = (/** @type {Option[]} */ which) =>
      el("ul", { class: "options" }, ...which.map((each) => said(each, valueOf(each))));
    const scenario = known.scenarios[game.scenario];
    more.replaceChildren(
      ...(scenario ? [el("h3", {}, "Scenario"), el("p", {}, scenario)] : []),
      ...(known.options.length ? [el("h3", {}, "Options")] : []),
      ...(chosen.length
        ? [list(chosen)]
        : known.options.length
          ? [el("p", {}, "Every option of this game is as usual.")]
          : []),
      ...(usual.length ? [fold(`${usual.length} options as usual`, list(usual))] : []),
      el("h3", {}, "Words of this game"),
      glossary(),
    );
    if (!more.isConnected) panel.append(more); // the note of a new version takes the place of all that is here
  }

  const again = () => void fill().catch(failed);
  panel.addEventListener("toggle", again);
  store.subscribe((_, what) => what === "game" && more.isConnected && again());
  new MutationObserver(() => panel.open && !more.isConnected && again()).observe(panel, { childList: true });
}
