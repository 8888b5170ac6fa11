// @ts-check
/** Steering a force over the map: choosing it, its reach, where it goes; clicks that come early wait, none counts twice. */

import { played } from "../history/lines.js";
import { createBubble } from "../answers/bubble.js";
import { beside, inOrder } from "../answers/choices.js";
import { modesAt } from "../answers/modes.js";
import { el } from "../shell/dom.js";
import { marches, placeIn, placeNoun, placesOf, pointsOf } from "../shell/manifest.js";
import { createGathering } from "./gathering.js";
import { createMarch, isMarch } from "./marching.js";
import { oddsTable } from "./odds.js";
import { ofPlace } from "./offers.js";
import { createWayCard } from "./way_card.js";

const SOON = 150; // milliseconds in which most reaches are known
const TWICE = 400; // milliseconds in which a second click on a place is the same one

/** Whether a decision is answered by marches on the map. @param {any} due */
export const isMarching = (due) => due?.kind === marches()?.decision;
/** Whether an offer continues with the force on the move. @param {import("./offers.js").Offer} offer */
const goesOn = (offer) => [marches()?.onward, ...(marches()?.also ?? [])].includes(offer.type);

/** Whether the order of a march can neither be taken back nor dropped: a game that hides something has no undo. @param {import("./marching.js").March} march */
const forGood = (march) => document.body.dataset.hides === "yes" && !march.mode?.legs;

/** @typedef {ReturnType<typeof createSteering>} Steering */

/**
 * @param {{board: import("../board/board.js").Board, store: import("../shell/store.js").Store,
 *   tabs: ReturnType<typeof import("../shell/tabs.js").createTabs>,
 *   panels: ReturnType<typeof import("../shell/panels.js").createPanels>,
 *   acting: import("./acting.js").Acting, turn: () => import("./turn.js").Turn, changed: () => void,
 *   advised: (command: Record<string, any>) => boolean, give: (command: Record<string, any>) => void}} given
 *   `give` gives an order, unless something has to be said before it
 */
export function createSteering({ board, store, tabs, panels, acting, turn, changed, advised, give }) {
  /** @type {import("./marching.js").March | null} */
  let march = null;
  /** @type {import("./marching.js").Reached | null} */
  let target = null;
  /** @type {string | null} */
  let chosen = null;
  /** @type {Element | null} */
  let odds = null;
  /** @type {{place: string, event?: Event} | null} */
  let waiting = null; // a place clicked while a reach is under way
  /** @type {string | null} */
  let over = null;
  const gathering = createGathering();
  let last = { place: "", at: 0 };
  let drawing = 0; // of the panel, that is put off
  let lifted = false; // the sheet, for the odds

  const card = createWayCard(board.root);
  const bubble = createBubble(board);
  const owed = () => turn().owed();

  const name = (/** @type {string} */ place) => board.chart.fullName(place);

  /** Whether a force of this seat's in a place may set out. @param {string} place */
  const mine = (place) => marching(place) || modesAt(owed()?.offers ?? [], place, false).length > 0;
  /** Whether one may set out on foot. @param {string} place */
  const marching = (place) =>
    owed()?.offers.some((offer) => offer.from === place && isMarch(offer.type)) ?? false;

  /** The places of the forces that may still set out, in the order in which the rules offer them. */
  const unmoved = () => [
    ...new Set((owed()?.offers ?? []).flatMap(({ from, type }) => (from && isMarch(type) ? [from] : []))),
  ];

  /** Mark the counters of the forces that have not acted. */
  function markUnmoved() {
    const asked = owed();
    const places = asked && isMarching(asked.due) ? unmoved() : [];
    board.unmoved(places.map((place) => `${asked?.seat} ${place}`));
  }

  /**
   * Draw the panel once what is marked on the map is painted, or else after a while: not between click and marks.
   * @param {number} [wait] milliseconds
   */
  function soon(wait = 0) {
    clearTimeout(drawing);
    drawing = setTimeout(wait || document.hidden ? changed : painted, wait);
  }
  const painted = () => requestAnimationFrame(() => (drawing = setTimeout(changed)));

  /** @param {string} from @param {boolean} [moving] @param {import("../shell/manifest.js").Mode | null} [mode] */
  function begin(from, moving = false, mode = null) {
    const mover = owed();
    if (!mover) return;
    const parts = gathering.unchosen(board.stacks().get(`${mover.seat} ${from}`)?.parts ?? []);
    if (!moving && !mode && !parts.some((part) => part.ready)) return;
    const here = createMarch({
      acting,
      seat: mover.seat,
      decision: mover.due.id,
      from,
      parts,
      moving,
      mode,
      legs: gathering.legs(mode),
      friends: (place) => board.stacks().has(`${mover.seat} ${place}`),
      by: (moving && store.state.views.scene?.moving?.by) || "",
      aboard: (moving && store.state.views.scene?.moving?.parts) || [],
      timeline: played(store.state),
      asked: () => {
        target = odds = null;
        board.path([]);
        soon(SOON);
      },
      changed: () => {
        if (march !== here) return;
        board.mark(new Map([...here.marks(), ...gathering.marks()]));
        soon();
        if (!moving) board.say(reachSaid(here));
        const next = waiting;
        waiting = null;
        if (next) click(next.place, next.event);
        else hover(over);
      },
    });
    march = here;
    void here.ask();
  }

  /** Add a part to an order that is given when all parts are chosen. @param {import("./marching.js").Reached} into */
  function gather(into) {
    if (!march?.mode) return;
    const { name: verb } = march.mode;
    const way = gathering.add(march.mode, march.from, into);
    stop(true);
    board.path(way);
    board.say(`${verb} to ${name(into.place)} is chosen. Choose another force, or give the order.`);
    changed();
  }

  /** The decision is over, or another version of it comes. */
  function leave() {
    gathering.drop();
    stop(true);
  }

  /** Drop the parts that were chosen. */
  function drop() {
    gathering.drop();
    stop(true);
    board.select(null);
    changed();
  }

  /** On a phone the sheet that came up by itself for the odds goes down again: it is over the map. */
  function lower() {
    if (lifted) tabs.raise(false);
    lifted = false;
  }

  /** Let go of the chosen force. */
  function release() {
    lower();
    stop(true);
    board.select(null);
    changed();
  }

  /** The ways to go from the place that is chosen, "March" the first. */
  function modes() {
    const offers = owed()?.offers ?? [];
    if (!march || !isMarching(owed()?.due)) return [];
    const now = march;
    const found = modesAt(offers, now.from, now.moving);
    const onFoot = now.moving ? offers.some(goesOn) : marching(now.from);
    return [...(onFoot ? [null] : []), ...found].map((mode) => ({
      name: mode?.name ?? "March",
      on: (now.mode?.name ?? "") === (mode?.name ?? ""),
      choose: () => change(mode),
    }));
  }

  /** Go another way. @param {import("../shell/manifest.js").Mode | null} mode */
  function change(mode) {
    if (!march) return;
    const { from, moving } = march;
    stop();
    begin(from, moving, mode);
    board.say(`${mode?.name ?? "March"} from ${name(from)}.`);
    changed();
  }

  /** The way by the places that a march is to go by. @param {import("./marching.js").March} of */
  const way = (of) => [of.from, ...(of.reached().get(of.ways().at(-1) ?? "")?.command.path ?? [])];

  /** Let go of the force on the march, of its marks and of its way. @param {boolean} [wholly] of the chosen place too */
  function stop(wholly = false) {
    if (wholly) chosen = null;
    if (wholly && march && board.chosen() === march.from) board.select(null); // it may have left
    march?.close();
    march = target = odds = waiting = null;
    card.show(null, name);
    bubble.hide();
    board.path([]);
    board.mark(gathering.marks());
    markUnmoved();
  }

  /** Begin where the decision itself says what moves. @param {import("./turn.js").Owed} opened */
  function open(opened) {
    const early = chosen;
    markUnmoved();
    const moving = store.state.views.scene?.moving;
    if (moving && moving.seat === opened.seat && opened.offers.some(goesOn)) begin(moving.place, true);
    else if (early && isMarching(opened.due) && mine(early)) setOut(early);
    markChoices();
  }

  /** Mark the places that a question is about, where it names a few. */
  function markChoices() {
    const asked = owed();
    if (!asked || march || isMarching(asked.due)) return;
    const places = new Set(asked.offers.flatMap((offer) => offer.to ?? offer.from ?? []));
    if (places.size)
      board.mark(new Map([...places].map((place) => [place, { kind: "choice", title: "may be chosen" }])));
    const about = placeIn(asked.due.about ?? {});
    if (about) board.reveal(about);
    else board.bring([...places]);
  }

  /** Begin with a force as it may go: on foot, or else by the first way that is offered; leaders without units alone. @param {string} place */
  function setOut(place) {
    const modes = modesAt(owed()?.offers ?? [], place, false);
    const parts = board.stacks().get(`${owed()?.seat} ${place}`)?.parts ?? [];
    const first = (parts.every((part) => part.name) && modes.find((mode) => mode.leader)) || modes[0] || null;
    begin(place, false, modes.find(gathering.isIts) ?? (marching(place) ? null : first));
  }

  /**
   * Show beside a place the answers that it takes; true if there are any.
   * @param {string} place @param {Event} [event]
   */
  function ask(place, event) {
    const offers = inOrder(ofPlace(owed()?.offers ?? [], place), advised);
    if (!offers.length) return false;
    const several = new Set(offers.map((offer) => offer.type)).size > 1;
    const choices = offers.map((offer) => ({
      text: beside(offer, name(place), several),
      type: offer.type,
      advised: advised(offer.command),
      run: () => give(offer.command),
      over: () => point(offer),
    }));
    bubble.show(place, name(place), choices, {
      focus: event instanceof KeyboardEvent,
      more: () => tabs.open("due"),
    });
    return true;
  }

  /**
   * A click on a place; true if playing took it. With Shift the march goes by way of it. A force that is chosen marches to
   * what is in its reach, and joins a force of its own side there; `instead` chooses that force. It is asked about where
   * its player may mean that force and could not go back: of a force that is on the march already, and in a game without undo.
   * @param {string} clicked @param {Event} [event]
   */
  function click(clicked, event) {
    const asked = owed();
    if (turn().busy()) return true; // an order is under way: no second one
    if (clicked === last.place && performance.now() - last.at < TWICE) return true;
    if (!asked) {
      chosen = clicked; // of a click that comes before the offers
      return false;
    }
    if (march && !march.settled() && clicked !== march.from) {
      waiting = { place: clicked, event };
      return true;
    }
    if (bubble.place() === clicked && bubble.hide()) return true;
    bubble.hide();
    const into = march?.reached().get(clicked);
    const shift = event instanceof Object && "shiftKey" in event && event.shiftKey;
    if (into && march && shift) {
      via(into);
      return true;
    }
    if (into && march && (march.moving || forGood(march)) && !into.meets && mine(clicked)) {
      joinOrChoose(into, event);
      return true;
    }
    if (into) {
      if (target?.place === clicked && into.meets) return true;
      aim(into);
      if (!into.meets) order(into);
      else {
        lifted = !tabs.raised();
        tabs.open("due");
        if (lifted) queueMicrotask(() => document.querySelector("#pane-due .price")?.scrollIntoView({ block: "start" }));
        board.say(
          `The march to ${name(into.place)} ends in a fight: see the odds, and order it.`,
        );
        if (event instanceof KeyboardEvent) queueMicrotask(confirming); // once the panel is drawn
      }
      return true;
    }
    choose(clicked);
    if (!isMarching(asked.due) && !march) ask(clicked, event);
    return true;
  }

  /** Ask whether the force joins another one, or that is chosen. @param {import("./marching.js").Reached} into @param {Event} [event] */
  function joinOrChoose(into, event) {
    const choices = [
      { text: `Join here, ${pointsOf(into.cost)}`, run: () => order(into), over: () => hover(into.place) },
      { text: "Choose this force", type: "choose", run: () => choose(into.place) },
    ];
    bubble.show(into.place, name(into.place), choices, { focus: event instanceof KeyboardEvent });
  }

  /** Choose what is in a place, even where the chosen force could march there. @param {string} place */
  function instead(place) {
    if (turn().busy() || !owed()) return false;
    choose(place);
    return true;
  }

  /** Put the keyboard on the order that asks a second time. */
  const confirming = () =>
    /** @type {HTMLElement | null} */ (document.querySelector("#pane-due .march-there"))?.focus();

  /** Let the march go by way of a place. @param {import("./marching.js").Reached} into */
  function via(into) {
    if (!march?.byWay || into.meets) return;
    board.say(`By way of ${name(into.place)}, ${pointsOf(into.left)} left.`);
    void march.via(into.place);
  }

  /**
   * Choose a place: what is there, and what may be ordered of it. It is spoken, after `before`.
   * @param {string} clicked @param {string} [before]
   */
  function choose(clicked, before = "") {
    const asked = owed();
    if (!asked) return;
    const moving = store.state.views.scene?.moving;
    const again = march?.moving && march.from === clicked; // again: another force there
    const resumes =
      !again && moving?.place === clicked && moving.seat === asked.seat && asked.offers.some(goesOn);
    chosen = clicked;
    stop();
    board.select(clicked, before);
    if (resumes) begin(clicked, true);
    else if (isMarching(asked.due) && mine(clicked)) setOut(clicked);
    else markChoices();
    panels.choose(clicked);
    tabs.open(mine(clicked) || ofPlace(asked.offers, clicked).length ? "due" : "place", { quietly: true });
    if (march && !march.settled()) soon(SOON);
    else changed();
  }

  /** March there. @param {import("./marching.js").Reached} into */
  function order(into) {
    last = { place: into.place, at: performance.now() };
    lower();
    if (march?.mode?.legs) gather(into);
    else give(into.command);
  }

  /**
   * Show a way and its price, and the odds where it ends in a fight; null shows none.
   * @param {import("./marching.js").Reached | null} into
   */
  function aim(into) {
    target = into;
    odds = null;
    board.path(into ? [start(), ...into.steps.map((step) => step.place)] : []);
    if (into?.meets) void computeOdds(into.command, new Map());
    changed();
  }

  /** @param {Record<string, any>} command @param {Map<string, import("./odds.js").Answer>} given */
  async function computeOdds(command, given) {
    /** @type {Element} */
    let shown;
    try {
      shown = oddsTable(
        await acting.ask("/odds", {
          command,
          seat: owed()?.seat,
          decision: owed()?.due.id,
          timeline: played(store.state),
          answers: [...given.values()],
        }),
        given,
        () => void computeOdds(command, given),
      );
    } catch (error) {
      const problem = /** @type {any} */ (error);
      shown = el(
        "p",
        { class: "meta" },
        `The odds cannot be computed: ${problem.details?.reason ?? problem.message}`,
      );
    }
    if (target?.command !== command) return;
    odds = shown;
    changed();
  }

  /** Show the way to a place under the pointer and its price; else the way that is aimed at. @param {string | null} place */
  function hover(place) {
    over = place;
    if (!march?.settled()) return card.show(null, name);
    const into = (place ? march.reached().get(place) : undefined) ?? null;
    card.show(into, name);
    const to = into ?? target;
    board.path(to ? [start(), ...to.steps.map((step) => step.place)] : march.ways().length ? way(march) : []);
  }

  const start = () => march?.from ?? "";

  /** Show on the map what an offer is about; null: nothing. @param {import("./offers.js").Offer | null} offer */
  function point(offer) {
    if (march) return;
    const path = Array.isArray(offer?.command.path) ? offer?.command.path : [];
    board.path(
      offer
        ? [offer.from, ...path, ...(path.length ? [] : [offer.to])].filter(
            (place) => place && board.placeAt(place),
          )
        : [],
    );
  }

  board.drags({
    mayGrab(place, event) {
      const asked = owed();
      if (!asked || turn().busy() || !isMarching(asked.due)) return null;
      if (event.pointerType === "touch" && chosen !== place) return null; // a finger moves the map
      const own = march?.moving ? march.from === place : mine(place);
      return own && board.stacks().has(`${asked.seat} ${place}`) ? `${asked.seat} ${place}` : null;
    },
    onGrab: (place) => void (march?.from !== place && choose(place)),
    onOver: hover,
    onDrop(from, to) {
      if (!to || to === from || march?.from !== from) return hover(null);
      if (march.settled() && !march.reached().has(to))
        return board.say(`${name(to)} is not in reach: the force stays.`);
      click(to);
    },
  });

  return {
    click,
    instead,
    modes,
    unmoved,
    bubble,
    hover,
    point,
    via,
    release,
    name,
    aim,
    order,
    choose,
    stop,
    open,
    mine,
    chosen: () => chosen,
    march: () => march,
    target: () => target,
    odds: () => odds,
    gathered: gathering.now,
    drop,
    leave,
  };
}

/** How far a march could go, to be spoken. @param {import("./marching.js").March} march */
function reachSaid(march) {
  const goals = [...march.reached().values()];
  const fights = goals.filter((each) => each.meets).length;
  if (!goals.length) return `No ${placeNoun()} is in its reach.`;
  return `${placesOf(goals.length)} in reach${fights ? `, ${fights} with the enemy` : ""}.`;
}
