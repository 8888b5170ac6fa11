// @ts-check
/** Steering a force over the map: choosing it, its reach, where it goes; clicks that come early wait, none counts twice. */

import { el } from "../table/dom.js";
import { createMarch, isMarch } from "./marching.js";
import { oddsTable } from "./odds.js";
import { ofHex } from "./offers.js";

const TWICE = 400; // milliseconds in which a second click on a hex is the same one

/** @typedef {ReturnType<typeof createSteering>} Steering */

/**
 * @param {{board: import("../board/board.js").Board, store: import("../board/store.js").Store,
 *   tabs: ReturnType<typeof import("../table/tabs.js").createTabs>,
 *   panels: ReturnType<typeof import("../table/panels.js").createPanels>,
 *   acting: import("./acting.js").Acting, turn: () => import("./turn.js").Turn, changed: () => void}} given
 */
export function createSteering({ board, store, tabs, panels, acting, turn, changed }) {
  /** @type {import("./marching.js").March | null} */
  let march = null;
  /** @type {import("./marching.js").Reached | null} */
  let target = null;
  /** @type {string | null} */
  let hex = null;
  /** @type {Element | null} */
  let odds = null;
  /** @type {string | null} */
  let waiting = null; // a hex clicked while a reach is under way
  /** @type {string | null} */
  let over = null;
  let last = { place: "", at: 0 };

  const owed = () => turn().owed();

  /** Whether a force of this seat's in a hex may set out. @param {string} place */
  const mine = (place) =>
    owed()?.offers.some((offer) => offer.from === place && isMarch(offer.type)) ?? false;

  /** @param {string} from @param {boolean} [moving] */
  function begin(from, moving = false) {
    const mover = owed();
    if (!mover) return;
    const force = store.state.views.map?.forces?.find(
      (/** @type {any} */ each) => each.hex === from && each.side === mover.seat,
    );
    const groups = (force?.units ?? []).filter(
      (/** @type {any} */ group) => !group.activity || group.activity === "ready",
    );
    if (!moving && !groups.length) return;
    const here = createMarch({
      acting,
      seat: mover.seat,
      hex: from,
      groups,
      leaders: force?.leaders ?? [],
      moving,
      timeline: store.state.game.timeline,
      asked: () => {
        target = odds = null;
        board.path([]);
        changed();
      },
      changed: () => {
        if (march !== here) return;
        board.mark(here.marks());
        changed();
        const next = waiting;
        waiting = null;
        if (next) click(next);
        else hover(over);
      },
    });
    march = here;
    void here.ask();
  }

  /** Let go of the force on the march, of its marks and of its way. @param {boolean} [wholly] of the chosen hex too */
  function stop(wholly = false) {
    if (wholly) hex = null;
    march?.close();
    march = target = odds = waiting = null;
    board.path([]);
    board.mark(new Map());
  }

  /** Begin where the decision itself says what moves. @param {import("./turn.js").Owed} opened */
  function open(opened) {
    const early = hex;
    const moving = store.state.views.map?.moving;
    if (moving && moving.seat === opened.seat && opened.offers.some((each) => each.type === "continue_move"))
      begin(moving.hex, true);
    else if (early && opened.due.kind === "movement" && mine(early)) begin(early);
    markChoices();
  }

  /** Mark the hexes that a question is about, where it names a few. */
  function markChoices() {
    const asked = owed();
    if (!asked || march || asked.due.kind === "movement") return;
    const places = new Set(asked.offers.flatMap((offer) => (offer.to ? [offer.to] : [])));
    if (places.size)
      board.mark(new Map([...places].map((place) => [place, { kind: "choice", title: "may be chosen" }])));
    const about = asked.due.about?.hex;
    if (about) board.reveal(about);
  }

  /** A click on a hex; true if playing took it. @param {string} clicked */
  function click(clicked) {
    const asked = owed();
    if (turn().busy()) return true; // an order is under way: no second one
    if (clicked === last.place && performance.now() - last.at < TWICE) return true;
    if (!asked) {
      hex = clicked; // of a click that comes before the offers
      return false;
    }
    if (march && !march.settled() && clicked !== march.hex) {
      waiting = clicked;
      return true;
    }
    const into = march?.reached().get(clicked);
    if (into) {
      if (target?.place === clicked && into.meets) return true;
      aim(into);
      if (into.meets) tabs.open("due");
      else order(into);
      return true;
    }
    choose(clicked);
    return true;
  }

  /** Choose a hex: what stands there, and what may be ordered of it. @param {string} clicked */
  function choose(clicked) {
    const asked = owed();
    if (!asked) return;
    hex = clicked;
    stop();
    board.select(clicked);
    if (asked.due.kind === "movement" && mine(clicked)) begin(clicked);
    else markChoices();
    panels.choose(clicked);
    tabs.open(mine(clicked) || ofHex(asked.offers, clicked).length ? "due" : "hex", { quietly: true });
    changed();
  }

  /** March there. @param {import("./marching.js").Reached} into */
  function order(into) {
    last = { place: into.place, at: performance.now() };
    void turn().give(into.command);
  }

  /**
   * Show a way and its price, and the odds where it ends in a fight; null shows none.
   * @param {import("./marching.js").Reached | null} into
   */
  function aim(into) {
    target = into;
    odds = null;
    board.path(into && march ? [march.hex, ...into.steps.map((step) => step.place)] : []);
    if (into?.meets) void reckon(into.command);
    changed();
  }

  /** @param {Record<string, any>} command */
  async function reckon(command) {
    /** @type {Element} */
    let told;
    try {
      told = oddsTable(await acting.ask("/odds", { command, seat: owed()?.seat }));
    } catch (error) {
      const problem = /** @type {any} */ (error);
      told = el(
        "p",
        { class: "meta" },
        `The odds cannot be told: ${problem.told?.reason ?? problem.message}`,
      );
    }
    if (target?.command !== command) return;
    odds = told;
    changed();
  }

  /** @param {string | null} place */
  function hover(place) {
    over = place;
    if (!march?.settled() || target?.meets) return;
    const into = place ? march.reached().get(place) : undefined;
    board.path(into ? [march.hex, ...into.steps.map((step) => step.place)] : []);
  }

  /** Show on the map what an offer is about; null: nothing. @param {import("./offers.js").Offer | null} offer */
  function point(offer) {
    if (march) return;
    const path = Array.isArray(offer?.command.path) ? offer?.command.path : [];
    board.path(
      offer
        ? [offer.from, ...path, ...(path.length ? [] : [offer.to])].filter(
            (place) => place && board.hexAt(place),
          )
        : [],
    );
  }

  return {
    click,
    hover,
    point,
    aim,
    order,
    choose,
    stop,
    open,
    mine,
    hex: () => hex,
    march: () => march,
    target: () => target,
    odds: () => odds,
  };
}
