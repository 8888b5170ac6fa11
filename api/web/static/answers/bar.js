// @ts-check
/** The bar above the map: the main answer, the ways to go, what ends, what is undone; always in sight. */

import { clause } from "../shell/clauses.js";
import { countOf, el } from "../shell/dom.js";
import { manifest, marches, pointsOf, verbOf } from "../shell/manifest.js";
import { mayTakeBack } from "../play/taking_back.js";
import { isMarching } from "../play/steering.js";
import { proposals } from "../history/agreeing.js";
import { rulesAsked } from "../history/rules.js";
import { createCalm } from "./calm.js";
import { inOrder, named } from "./choices.js";
import { whole } from "../play/questions.js";

const FEW = 4; // answers that the bar itself has; more are in the panel
const LONG = 64; // letters of an answer that the bar shows

/**
 * @param {{store: import("../shell/store.js").Store, acting: import("../play/acting.js").Acting, turn: import("../play/turn.js").Turn,
 *   steering: import("../play/steering.js").Steering, filling: import("../play/filling.js").Filling,
 *   drafting: import("../play/drafting.js").Drafting,
 *   advice: import("./advice.js").Advice, giving: import("./giving.js").Giving, failed: (error: unknown) => void,
 *   back: ReturnType<typeof import("../play/taking_back.js").createTakingBack>, next: () => void,
 *   tabs: ReturnType<typeof import("../shell/tabs.js").createTabs>}} given `next` chooses the next force
 */
export function createBar({ store, acting, turn, steering, filling, drafting, advice, giving, failed, back, next, tabs }) {
  const root = /** @type {HTMLElement} */ (document.getElementById("acts"));
  root.tabIndex = -1; // it has the keyboard where the button that had it is gone

  /** @param {string} text @param {() => unknown} run @param {Record<string, any>} [more] */
  function act(text, run, more = {}) {
    const button = el("button", { type: "button", title: text.length > LONG ? text : "", ...more }, short(text));
    button.addEventListener("click", (event) => event.detail < 2 && run());
    return button;
  }
  const short = (/** @type {string} */ text) => (text.length > LONG ? `${text.slice(0, LONG - 2).trimEnd()} …` : text);
  const toPanel = () => {
    tabs.open("due");
    /** @type {HTMLElement | null} */ (document.querySelector("#pane-due .answer"))?.scrollIntoView({ block: "nearest" });
  };

  /** An order that waits for a yes. @param {import("./giving.js").Held} held */
  function confirming({ said, danger, command }) {
    const type = manifest().orders?.names?.[command.type] ?? verbOf(command.type);
    return [
      el(
        "span",
        { class: `before-it${danger ? " danger" : ""}`, role: "alert" },
        ...said.flatMap((each) => [`${each.text} `, each.rule ? clause(each.rule) : null, " "]),
      ),
      act(`${type}, all the same`, giving.confirm, { class: "main", id: "confirm-order" }),
      danger ? act("Go back", giving.drop) : act("Show the next force", () => (giving.drop(), next())),
    ];
  }

  /** @param {import("../play/turn.js").Owed} owed */
  function ordering(owed) {
    const march = steering.march();
    const target = steering.target();
    const left = steering.unmoved().length;
    const modes = steering.modes();
    const gathered = steering.gathered();
    const ends = owed.offers.filter((offer) => (manifest().orders?.ends ?? []).includes(offer.type));
    return [
      gathered
        ? act(`${gathered.mode.name}: ${countOf(gathered.legs.length, "force")}, ${pointsOf(gathered.cost)}`, () => giving.give(gathered.command), {
            class: "main",
            "data-type": gathered.command.type,
          })
        : null,
      gathered ? act("Drop this order", steering.drop) : null,
      target && march
        ? act(
            target.meets ? `Attack ${steering.name(target.place)}` : `Go to ${steering.name(target.place)}`,
            () => steering.order(steering.target() ?? target),
            { class: "main" },
          )
        : null,
      modes.length > 1
        ? el(
            "span",
            { class: "modes", role: "group", "aria-label": "How it goes" },
            ...modes.map((mode) => act(mode.name, mode.choose, { "aria-pressed": String(mode.on) })),
          )
        : null,
      march && !march.moving ? act("Let go", steering.release, { "aria-keyshortcuts": "Escape" }) : null,
      left ? act(`${countOf(left, "force")} to move\u00a0▸`, next, { class: "left", "aria-keyshortcuts": "f" }) : null,
      ...ends.map((offer) =>
        act(named(offer) ?? whole(offer), () => giving.give(offer.command), {
          class: offer.type === marches()?.halt ? "" : "ends-part",
          "data-type": offer.type,
        }),
      ),
    ];
  }

  /** @param {import("../play/turn.js").Owed} owed */
  function answering(owed) {
    if (!advice.settled()) return [el("span", { class: "meta" }, "…")];
    if (manifest().orders?.filled?.[owed.due.kind])
      return [
        act(filling.button(), () => giving.give(filling.answer()), { class: "main", disabled: !filling.complete() }),
        act("In the panel", toPanel, { class: "quiet" }),
      ];
    if (manifest().orders?.drafted?.[owed.due.kind])
      return [
        act(drafting.button(), () => giving.give(drafting.answer()), { class: "main", disabled: !drafting.complete() }),
        act("In the panel", toPanel, { class: "quiet" }),
      ];
    const advised = advice.advised();
    const all = advised?.commands ?? [];
    if (all.length > 1)
      return [
        act(`Order all ${all.length} as suggested`, () => giving.give(all[all.length - 1], all.slice(0, -1)), {
          class: "main",
          title: "What the computer player would order until this is over",
        }),
        act("In the panel", toPanel, { class: "quiet" }),
      ];
    const offers = inOrder(owed.offers, advice.is).filter((offer) => !advice.is(offer.command));
    const few = offers.length + (advised ? 1 : 0) <= FEW ? offers : offers.filter(plainEnd);
    return [
      advised
        ? act(saidOf(owed, advised), () => giving.give(advised.command), {
            class: "main",
            title: `${saidOf(owed, advised)}: what the computer player would answer`,
          })
        : null,
      ...few.map((offer) => act(named(offer) ?? whole(offer), () => giving.give(offer.command), { "data-type": offer.type })),
      few.length < offers.length || manifest().orders?.forms?.[owed.due.kind]
        ? act("Other answers", toPanel, { class: "quiet" })
        : null,
    ];
  }

  /** Whether an answer gives up all that could be chosen, such as "End construction". @param {import("../play/offers.js").Offer} offer */
  const plainEnd = ({ type, command }) =>
    Object.keys(command).length === 1 && (manifest().orders?.gives_up ?? []).includes(type);

  /** The advised answer as its offer says it. @param {import("../play/turn.js").Owed} owed @param {import("./advice.js").Advised} advised */
  function saidOf(owed, advised) {
    const offer = owed.offers.find((each) => advice.is(each.command));
    const alone = { command: advised.command, type: advised.command.type, text: advised.told, from: null, to: null };
    return named(offer ?? alone) ?? whole(offer ?? alone);
  }

  /** Proposals of others and what may be undone, on every seat's turn. */
  function always() {
    const around = { store, acting, failed };
    const waiting = [...proposals(around), ...rulesAsked(around)].filter((each) => each !== null);
    const undo = mayTakeBack({ store, turn });
    return [
      undo ? undoing() : null,
      waiting.length ? act(countOf(waiting.length, "proposal"), toProposal, { class: "proposed" }) : null,
    ];
  }
  /** On a narrow screen it is its sign alone, which stays in sight. */
  function undoing() {
    const more = { class: "undo", "aria-label": "Undo", "aria-keyshortcuts": "u", title: "Undo: take back the last order" };
    const button = act("↶", back.take, more);
    button.append(el("span", {}, " Undo"));
    return button;
  }
  function toProposal() {
    tabs.open("due");
    const first = /** @type {HTMLElement | null} */ (document.querySelector("#pane-due .proposal button"));
    first?.scrollIntoView({ block: "center" });
    first?.focus();
  }

  function children() {
    const owed = turn.owed();
    const held = giving.held();
    if (held) return confirming(held);
    if (owed && turn.busy()) return [el("span", { role: "status" }, "The order is given …")];
    if (!owed) return [...elsewhere(), ...always()];
    return [...(isMarching(owed.due) || steering.march() ? ordering(owed) : answering(owed)), ...always()];
  }

  /** What leads to one's own turn from an earlier event. */
  function elsewhere() {
    const { due, held, game } = store.state;
    const free = (game.seats ?? []).some((/** @type {any} */ seat) => !seat.player);
    if (free && !held.length && !game.outcome) return [act("Take a seat", () => tabs.open("due"))];
    const mine = due.some((each) => held.includes(each.seat));
    return turn.atHead() || !mine
      ? []
      : [act("Go to the last event", () => store.load(null, game.timeline))];
  }

  const draw = createCalm(root, () => {
    const made = children();
    const kept = made.filter((each) => each !== null);
    const shows = kept.map((each) => /** @type {HTMLElement} */ (each).outerHTML).join("");
    return { children: made, shows: `${turn.owed()?.key} ${shows}`, turn: turn.owed()?.key ?? "" };
  });
  return { draw };
}
