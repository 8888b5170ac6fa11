// @ts-check
/** The panel of timelines: the tree with why each line was left, going back by agreement, trials, comparing. */

import { countOf, grouped, el } from "../shell/dom.js";
import { act, proposals, proposing } from "./agreeing.js";
import { leftBecause, nameOf, trialOf, turnAt } from "./lines.js";
import { rulesAsked } from "./rules.js";

/** @param {{lost: number | null, reason: string}} found what the log says that it lost */
function broken({ lost, reason }) {
  const many = lost === null ? "events" : countOf(lost, "event");
  return (
    `The service lost ${many} of all games: ${reason}. ` +
    "This game continues when both seats agree on an event from which it does, the last one or an earlier one."
  );
}

/**
 * @param {{store: import("../shell/store.js").Store, acting: import("../play/acting.js").Acting,
 *   comparing: import("./comparing.js").Comparing, trial: ReturnType<typeof import("./trial.js").createTrial>,
 *   alone: ReturnType<typeof import("./own_trials.js").createOwnTrials>}} given
 */
export function createTimelines({ store, acting, comparing, trial, alone }) {
  const { state } = store;
  const form = comparing.form();
  const parts = {
    said: el("p", { class: "refused", role: "alert", hidden: true }),
    comparison: el("section", { "aria-label": "Two positions" }),
    waiting: el("section", { "aria-label": "Proposals" }),
    back: el("section", {}),
    trials: el("section", {}),
    alone: el("section", {}),
    tree: el("section", {}),
  };
  const around = {
    store,
    acting,
    failed,
    compare: (/** @type {import("./lines.js").Point} */ point) => void comparing.start(point),
  };
  /** @type {Map<string, number>} the turn of each fork, as far as it is known */
  const turns = new Map();
  /** @type {Record<string, string>} what each part shows */
  const drawn = {};

  /** @param {unknown} error */
  function failed(error) {
    const problem = /** @type {any} */ (error);
    const rule = problem?.rule ? ` (${problem.rule})` : "";
    parts.said.textContent = `${problem?.details?.reason ?? problem?.message ?? String(error)}${rule}`;
    parts.said.hidden = false;
  }

  /** @param {() => Promise<unknown>} call */
  function attempt(call) {
    parts.said.hidden = true;
    call().catch(failed);
  }

  /** Draw a part again, if it would not be the same. @param {keyof typeof parts} name @param {unknown} shows @param {() => (Node | string)[]} make */
  function part(name, shows, make) {
    const key = JSON.stringify(shows);
    if (drawn[name] === key) return;
    drawn[name] = key;
    parts[name].replaceChildren(...make());
  }

  /** @param {HTMLElement} pane */
  function draw(pane) {
    const { game, where, held, timelines } = state;
    if (!pane.contains(parts.tree))
      pane.replaceChildren(
        parts.said,
        parts.waiting,
        parts.comparison,
        parts.tree,
        parts.trials,
        parts.alone,
        parts.back,
        el("section", {}, el("h3", {}, "Compare"), form.made),
      );
    void form.fill();
    const lines = timelines.map((line) => ({
      ...line,
      version: line.id === game.timeline ? 0 : line.version,
    }));
    part("comparison", [comparing.kept(), comparing.summary(), where, lines], comparing.list);
    part("waiting", [game.proposals, game.rules_asked, held, game.timeline], () => {
      const waiting = [...proposals(around), ...rulesAsked(around)];
      return waiting.length ? [el("h3", {}, "Proposed"), ...waiting] : [];
    });
    part("back", [where, held, game.timeline, game.version, game.broken, lines], () => [
      el("h3", {}, game.broken ? "Continue after the break" : "Go back"),
      ...(game.broken ? [el("p", { class: "refused", role: "alert" }, broken(game.broken))] : []),
      proposing(around),
    ]);
    part("trials", [where, held, trialOf(state)?.id], trials);
    part("alone", [where, held, Boolean(game.outcome), alone.shows()], () => alone.section(attempt));
    drawTree();
    void learnTurns();
  }

  function trials() {
    if (!state.held.length) return [];
    const { where } = state;
    const mine = trialOf(state);
    return [
      el("h3", {}, "Try"),
      el(
        "p",
        {},
        act(`Try another line from event ${grouped(where.at)}`, () => attempt(trial.fork), ""),
        " ",
        mine ? act("Back to the game", () => void trial.back()) : "",
      ),
      el(
        "p",
        { class: "meta" },
        "You command both seats there, the service rolls, and nothing of it counts. Anybody may look at it.",
      ),
    ];
  }

  /** In which turn each trial was forked. */
  async function learnTurns() {
    for (const line of state.timelines) {
      if (line.why !== "branch" || turns.has(line.id)) continue;
      const turn = await turnAt(store, { timeline: line.parent, at: line.at }).catch(() => 0);
      if (turn) turns.set(line.id, turn);
    }
    drawTree();
  }

  const drawTree = () => {
    const { where, timelines, game } = state;
    part("tree", [where.timeline, timelines, game.seats, game.outcome, [...turns]], tree);
  };

  /** The claim for which a line was left: its page has the reasons. @param {any} line */
  function claimOf({ left_because: because }) {
    const [, claim] = /^claim (\d+)$/.exec(because ?? "") ?? [];
    if (!claim) return [];
    const href = `/games/${encodeURIComponent(state.game.id)}/claims/${claim}`;
    return [" ", el("a", { href }, `Why: claim ${claim}`)];
  }

  function tree() {
    /** @param {string | null} parent @returns {HTMLElement | null} */
    const below = (parent) => {
      const lines = state.timelines.filter((line) => line.parent === parent);
      return lines.length ? el("ul", { class: "tree" }, ...lines.map(entry)) : null;
    };
    /** @param {any} line */
    const entry = (line) => {
      const here = line.id === state.where.timeline;
      const go = el(
        "button",
        {
          type: "button",
          class: "place",
          title: line.id,
          "aria-current": here ? "true" : undefined,
          on: { click: () => void store.load(null, line.id) },
        },
        nameOf(state, line.id, turns.get(line.id) ?? null),
      );
      const fork = line.parent
        ? [
            ", ",
            el(
              "button",
              { type: "button", class: "place", on: { click: () => void store.load(line.at, line.parent) } },
              `from event ${grouped(line.at)}`,
            ),
            ` of ${nameOf(state, line.parent).replace(/^The /, "the ")}`,
          ]
        : [];
      const compare = here
        ? null
        : act("Compare", () => void comparing.start({ timeline: line.id, at: line.version }), "place");
      compare?.setAttribute("aria-label", `Compare what is shown with the end of ${nameOf(state, line.id)}`);
      return el(
        "li",
        { class: here ? "here" : "" },
        el(
          "p",
          {},
          go,
          line.current ? el("span", { class: "tag" }, state.game.outcome ? "ended" : "the game") : null,
        ),
        el("p", { class: "meta" }, countOf(line.version, "event"), ...fork, ". ", compare),
        line.left_for ? el("p", { class: "meta" }, leftBecause(line), ...claimOf(line)) : null,
        below(line.id),
      );
    };
    return [
      el("h2", {}, "Timelines"),
      el(
        "p",
        { class: "meta" },
        "Every line of the game's events, with what was rewound and what was tried.",
      ),
      below(null) ?? el("p", {}, "…"),
    ];
  }

  return { draw, failed, around };
}
