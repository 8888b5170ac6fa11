// @ts-check
/** The panel of whoever plays: what is due, a force on the march, every answer; drawn anew when that changes. */

import { clause } from "../table/clauses.js";
import { el, words } from "../table/dom.js";
import { happened, line } from "../table/panel_due.js";
import { isMarch, price } from "./marching.js";
import { answers, setUp, whole } from "./questions.js";
import { redraw } from "./redraw.js";
import { agreements, freeSeats } from "./seats.js";

const SETUP_POINTS = 3;
const ENDS = new Set(["end_move", "end_movement"]); // what ends a part of the impulse stands by itself

/**
 * @typedef {{store: import("../board/store.js").Store, acting: import("./acting.js").Acting,
 *   failed: (error: unknown) => void, turn: import("./turn.js").Turn}} Around
 * @typedef {(around: Around) => (Node | null)[]} Section a part of the panel that others add
 */

/**
 * @param {Around & {steering: import("./steering.js").Steering, board: import("../board/board.js").Board,
 *   tabs: ReturnType<typeof import("../table/tabs.js").createTabs>}} given
 */
export function createPanel({ store, acting, failed, turn, steering, board, tabs }) {
  const pane = /** @type {HTMLElement} */ (document.getElementById("pane-due"));
  const around = { store, acting, failed, turn };
  /** @type {Section[]} */
  const sections = [freeSeats, agreements];
  let said = "";
  let changes = 0;
  let drawn = "";

  const name = (/** @type {string} */ id) => {
    const known = board.hexAt(id);
    return known?.name ? `${known.name} (${id})` : id;
  };

  /** Draw anew what playing changed. */
  function draw() {
    changes += 1;
    drawIfChanged();
  }

  /** Draw unless it would be the same. */
  function drawIfChanged() {
    if (tabs.current() !== "due") return;
    const { game, where, due, held } = store.state;
    const shows = JSON.stringify([
      changes,
      where,
      game.timeline,
      game.version,
      game.seats,
      game.proposals,
      game.outcome,
      due,
      held,
    ]);
    if (shows === drawn) return;
    drawn = shows;
    const here = el("div", { class: "happened" });
    void tellHere(here);
    redraw(
      pane,
      [
        el("h2", {}, "Due"),
        said ? el("p", { class: "refused", role: "alert" }, said) : null,
        ...(game.outcome ? [ended(game.outcome)] : question()),
        ...sections.flatMap((section) => section(around)),
        here,
      ],
      `${where.timeline} ${turn.owes()?.id ?? where.at}`,
    );
  }

  /** @param {any} outcome */
  const ended = (outcome) =>
    el(
      "p",
      {},
      el("b", {}, outcome.winner ? `${words(outcome.winner)} won` : "Drawn"),
      `: ${outcome.reason} `,
      clause(outcome.rule),
    );

  /** What happened just before. @param {HTMLElement} here */
  async function tellHere(here) {
    const entry = await happened(store).catch(() => null);
    if (entry) here.replaceChildren(el("h3", {}, `Event ${entry.version}`), ...line(entry));
  }

  /** @param {any} each */
  const asks = (each) =>
    el(
      "p",
      { class: "question", tabIndex: -1 },
      el("b", { class: `side ${each.seat}` }, words(each.seat)),
      ` ${each.question ?? words(each.kind)} `,
      clause(each.rule),
    );

  /** @returns {(Node | null)[]} */
  function question() {
    const { due, held, views } = store.state;
    const owed = turn.owed();
    const here = views.map?.play?.due;
    if (!owed) {
      const asked = here ? [here] : due;
      const mine = asked.some((/** @type {any} */ each) => held.includes(each.seat));
      return [...asked.map(asks), turn.atHead() || !mine ? null : latest()];
    }
    const asked = here ?? owed.due;
    if (turn.busy()) return [asks(asked), el("p", { role: "status" }, "The order is given …")];
    if (asked.kind === "setup") return [asks(asked), setUp(asked, SETUP_POINTS, name, turn.give)];
    const choice = { give: (/** @type {any} */ offer) => turn.give(offer.command), point: steering.point };
    if (asked.kind !== "movement") return [asks(asked), ...answers(owed.offers, choice)];
    return [asks(asked), ...movement(owed.offers, choice)];
  }

  /** @param {import("./offers.js").Offer[]} offers @param {import("./questions.js").Choice} choice */
  function movement(offers, choice) {
    const hex = steering.hex();
    const others = offers.filter((offer) => !isMarch(offer.type) && !ENDS.has(offer.type));
    const here = others.filter((offer) => hex && offer.from === hex);
    const elsewhere = others.filter((offer) => !here.includes(offer));
    return [
      ...marching(),
      hex && here.length ? el("h3", {}, `Other orders in ${name(hex)}`) : null,
      ...answers(here, choice, false),
      elsewhere.length ? el("h3", {}, "Elsewhere") : null,
      ...answers(elsewhere, choice, false),
      el(
        "div",
        { class: "ends" },
        ...offers
          .filter((offer) => ENDS.has(offer.type))
          .map((offer) => {
            const end = el("button", { type: "button", class: "answer" }, whole(offer));
            end.addEventListener("click", (event) => event.detail < 2 && turn.give(offer.command));
            return end;
          }),
      ),
    ];
  }

  /** @returns {(Node | null)[]} */
  function marching() {
    const march = steering.march();
    if (!march)
      return [
        el("p", { class: "meta" }, "Choose a force of yours on the map: hexes in reach show what they cost."),
      ];
    const refused = march.refused();
    const target = steering.target();
    return [
      el("h3", {}, `March from ${name(march.hex)}`),
      march.fields(),
      refused
        ? el(
            "p",
            { class: "refused" },
            `${/** @type {any} */ (refused).told?.reason ?? refused.message} `,
            clause(/** @type {any} */ (refused).rule ?? ""),
          )
        : null,
      march.settled() ? null : el("p", { role: "status" }, "…"),
      goals(march, target),
      ...(target ? way(target) : []),
    ];
  }

  /** A way that is aimed at: its price, and before a fight the odds. @param {import("./marching.js").Reached} target */
  function way(target) {
    const text = `March to ${name(target.place)}${target.meets ? " and attack" : ""}`;
    const march = el("button", { type: "button", class: "answer" }, text);
    march.addEventListener("click", (event) => event.detail < 2 && steering.order(target));
    return [
      price(target, name),
      el("p", {}, march),
      target.meets ? (steering.odds() ?? el("p", { role: "status" }, "Reckoning the odds …")) : null,
    ];
  }

  /**
   * Every goal in reach as a list, for whoever has no pointer: choosing shows the way, the button marches.
   * @param {import("./marching.js").March} march @param {import("./marching.js").Reached | null} target
   */
  function goals(march, target) {
    if (!march.reached().size) return null;
    const list = el(
      "select",
      { "aria-label": "Go to", "data-model": "" },
      el("option", { value: "" }, "Go to …"),
      ...[...march.reached().values()].map((each) =>
        el(
          "option",
          { value: each.place },
          `${name(each.place)}, ${each.cost}${each.meets ? ", enemy" : ""}`,
        ),
      ),
    );
    list.value = target?.place ?? "";
    list.addEventListener("change", () => steering.aim(march.reached().get(list.value) ?? null));
    return el("p", {}, list);
  }

  function latest() {
    const go = el("button", { type: "button" }, "Go to where the game stands");
    go.addEventListener("click", () => store.load(null, store.state.game.timeline));
    return el("p", {}, go);
  }

  return {
    draw,
    drawIfChanged,
    /** Say why something was refused, or nothing any more. @param {string} text */
    say(text) {
      said = text;
    },
    /** Add a part to the panel, below the answers. @param {Section} section */
    add(section) {
      sections.push(section);
      draw();
    },
  };
}
