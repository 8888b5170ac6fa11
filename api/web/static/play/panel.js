// @ts-check
/** The panel of a player: what is due, a force on the march, every answer; drawn again when that changes. */

import { clause } from "../shell/clauses.js";
import { countOf, el, sentence, words } from "../shell/dom.js";
import { manifest, marches, placeNoun, pointsOf } from "../shell/manifest.js";
import { happened, line } from "../shell/happened.js";
import { openDecisions } from "../shell/store.js";
import { trialOf } from "../history/lines.js";
import { help } from "./keyboard.js";
import { isMarching } from "./steering.js";
import { isModal } from "../answers/modes.js";
import { inOrder, named, withAdvised } from "../answers/choices.js";
import { isMarch, price } from "./marching.js";
import { createForesight, means } from "./foresight.js";
import { byType, ofPlace } from "./offers.js";
import { FEW, answers, followsBox, whole } from "./questions.js";
import { redraw } from "./redraw.js";
import { agreements } from "./seats.js";
import { hotSeat, sitting } from "./sitting.js";
import { own } from "../shell/own.js";
import { goals } from "../answers/goals.js";

const RELEASED = 400; // milliseconds after which a finger that was lifted has clicked, if it does, on a busy machine too
/** What leaves units of a force behind. */
const leave = () => marches()?.leave ?? "";
/** What ends a part of the play has a button by itself. @param {import("./offers.js").Offer} offer */
const isEnd = (offer) => (manifest().orders?.ends ?? []).includes(offer.type);

/**
 * @typedef {{store: import("../shell/store.js").Store, acting: import("./acting.js").Acting,
 *   failed: (error: unknown) => void, turn: import("./turn.js").Turn}} Around
 * @typedef {(around: Around) => (Node | null)[]} Section a part of the panel that others add
 */

/**
 * @param {Around & {steering: import("./steering.js").Steering, filling: import("./filling.js").Filling,
 *   drafting: import("./drafting.js").Drafting,
 *   news: ReturnType<typeof import("./news.js").createNews>, advice: import("../answers/advice.js").Advice,
 *   giving: import("../answers/giving.js").Giving, calling: ReturnType<typeof import("../answers/calling.js").createCalling>,
 *   tabs: ReturnType<typeof import("../shell/tabs.js").createTabs>}} given
 */
export function createPanel({ store, acting, failed, turn, steering, filling, drafting, news, advice, giving, calling, tabs }) {
  const pane = /** @type {HTMLElement} */ (document.getElementById("pane-due"));
  const around = { store, acting, failed, turn };
  /** @type {Section[]} */
  const sections = [sitting, agreements];
  let said = "";
  /** @type {HTMLElement | null} a claim about what was refused */
  let disputes = null;
  let changes = 0;
  let waiting = false;
  let releasing = 0;
  let pressed = false; // a button that went away between press and release would lose the click
  let drawn = "";

  const { name } = steering;
  const foresight = createForesight({ acting, changed: draw });

  function released() {
    if (!pressed) return;
    pressed = false;
    drawIfChanged();
  }
  pane.addEventListener("pointerdown", () => {
    clearTimeout(releasing);
    pressed = true;
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      clearTimeout(releasing);
      releasing = setTimeout(released, RELEASED);
    });
  pane.addEventListener(
    "click",
    () => {
      pressed = false;
      setTimeout(drawIfChanged);
    },
    true,
  );

  /** Draw again what playing changed, once for all that changes in a breath. */
  function draw() {
    changes += 1;
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      drawIfChanged();
    });
  }

  /** Draw unless it would be the same. */
  function drawIfChanged() {
    if (pressed || tabs.current() !== "due") return;
    const { game, where, due, held, views } = store.state;
    const shows = JSON.stringify([
      changes,
      openDecisions(views),
      where,
      game.timeline,
      game.version,
      game.seats,
      game.proposals,
      game.rules_asked,
      game.ruleset_version,
      game.outcome,
      due,
      held,
    ]);
    if (shows === drawn) return;
    drawn = shows;
    const here = el("div", { class: "happened" });
    if (!turn.owed() || !turn.atHead()) void tellHere(here);
    redraw(
      pane,
      [
        el("h2", {}, "Due"),
        ...hotSeat(around),
        said ? el("p", { class: "refused", role: "alert" }, said, " ", disputes) : null,
        ...(game.outcome && !trialOf(store.state) ? over(game.outcome) : question()),
        ...sections.flatMap((section) => section(around)),
        el("p", {}, el("button", { type: "button", class: "quiet", on: { click: help } }, "Keyboard (?)"), calling.choice()),
        here,
      ],
      `${where.timeline} ${turn.owes()?.id ?? where.at}`,
    );
  }

  /** How the game ended; at an event before that, what was asked there. @param {any} outcome */
  const over = (outcome) =>
    turn.atHead()
      ? [ended(outcome)]
      : [...openDecisions(store.state.views).map(asks), ended(outcome, "The game ended later. ")];

  /** @param {any} outcome @param {string} [before] */
  const ended = (outcome, before = "") =>
    el(
      "p",
      {},
      before,
      el("b", {}, outcome.winner ? `${words(outcome.winner)} won` : "Drawn"),
      `: ${sentence(outcome.reason)} `,
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
    const here = openDecisions(views);
    if (owed) news.want();
    if (!owed) {
      const asked = here.length || !turn.atHead() ? here : due;
      const mine = [...asked, ...due].some((/** @type {any} */ each) => held.includes(each.seat));
      return [...asked.map(asks), turn.atHead() || !mine ? null : latest()];
    }
    const asked = here.find((each) => each.id === owed.due.id) ?? owed.due;
    if (turn.busy()) return [asks(asked), el("p", { role: "status" }, "The order is given …")];
    if (!news.settled()) return [asks(asked)];
    return [news.section(), asks(asked), ...answering(asked, owed), followsBox()];
  }

  /** How a decision is answered. @param {any} asked @param {import("./turn.js").Owed} owed @returns {(Node | null)[]} */
  function answering(asked, owed) {
    if (!isMarching(asked) && !advice.settled()) return [];
    if (manifest().orders?.filled?.[asked.kind]) return [filling.draw(giving.give)];
    if (manifest().orders?.drafted?.[asked.kind])
      return [drafting.form(giving.give), ...answers(owed.offers.filter(apart(asked.kind)), choice(owed, []), false)];
    const form = manifest().orders?.forms?.[asked.kind];
    if (form) return [formOf(form, asked, owed)];
    if (isMarching(asked) || steering.march()) return movement(owed);
    const offers = inOrder(withAdvised(owed.offers, advice.advised()), advice.is);
    const choosing = choice(owed, offers);
    if (!foresight.settled()) return [];
    const [here, others] = atChosen(offers);
    if (!here.length) return [reasons(), ...answers(offers, choosing)];
    return [
      el("h3", {}, `Orders in ${name(steering.chosen() ?? "")}`),
      ...answers(here, choosing),
      others.length ? el("h3", {}, "Other orders") : null,
      ...answers(others, choosing, false),
    ];
  }

  /** The offers that are no entries of what is drawn on a free table. @param {string} kind */
  const apart = (kind) => (/** @type {import("./offers.js").Offer} */ { type }) =>
    type !== manifest().orders?.drafted?.[kind]?.command;

  /** The offers about the place that is chosen, and the others. @param {import("./offers.js").Offer[]} offers */
  function atChosen(offers) {
    const chosen = steering.chosen();
    const here = chosen ? ofPlace(offers, chosen) : [];
    return [here, offers.filter((offer) => !here.includes(offer))];
  }

  /**
   * The form of a decision, which the ruleset's own client makes: its module comes when it is first asked.
   * @param {string} module @param {any} asked @param {import("./turn.js").Owed} owed
   */
  function formOf(module, asked, owed) {
    const { command: advised = null, commands = [] } = advice.advised() ?? {};
    const how = { name, give: giving.give, advised, advice: commands, offers: owed.offers, means: meaningOf(owed), changed: draw };
    const made = own(module, ({ form }) => form(asked, owed.offers[0], how), draw, failed);
    return made ?? el("p", { role: "status" }, "…");
  }

  /** What an answer would bring about, for a form; null until it is known. @param {import("./turn.js").Owed} owed */
  const meaningOf = (owed) => (/** @type {Record<string, any>} */ command) => {
    foresight.want(owed, [command]);
    const known = foresight.of(command);
    return known ? means(known) : null;
  };

  /** How offers are answered; the meaning of those that are shown is asked now, of others when one is chosen. */
  const choice = (
    /** @type {import("./turn.js").Owed} */ owed,
    /** @type {import("./offers.js").Offer[]} */ offers,
  ) => {
    const open = [...byType(offers).values()].flatMap((of) => (of.length > FEW ? [] : of));
    foresight.want(
      owed,
      open.map((each) => each.command),
    );
    return {
      give: (/** @type {import("./offers.js").Offer} */ offer) => void giving.give(offer.command),
      point: steering.point,
      advised: (/** @type {import("./offers.js").Offer} */ offer) => advice.is(offer.command),
      means: (/** @type {import("./offers.js").Offer} */ offer) => {
        const known = foresight.of(offer.command);
        if (!known) foresight.want(owed, [offer.command]);
        return known;
      },
    };
  };

  /** Why it is asked, each reason with its clause. */
  const reasons = () =>
    foresight.why().length
      ? el(
          "ul",
          { class: "why" },
          ...foresight.why().map((note) => el("li", {}, `${note.text} `, clause(note.rule))),
        )
      : null;

  /** @param {import("./turn.js").Owed} owed */
  function movement(owed) {
    const { offers } = owed;
    const byMap = (/** @type {import("./offers.js").Offer} */ { type }) =>
      isMarch(type) && (steering.march() || type === marches()?.begin);
    const listed = offers.filter(
      (offer) => !byMap(offer) && !isModal(offer) && offer.type !== leave() && !isEnd(offer),
    );
    const others = inOrder(listed, () => false);
    const [here, elsewhere] = atChosen(others);
    const first = here.length ? "Orders elsewhere" : "Other orders";
    return [
      ...marching(),
      here.length ? el("h3", {}, `Other orders in ${name(steering.chosen() ?? "")}`) : null,
      ...answers(here, choice(owed, here)),
      elsewhere.length ? el("h3", {}, first) : null,
      ...answers(elsewhere, choice(owed, []), false),
      el(
        "div",
        { class: "ends" },
        ...offers.filter(isEnd).map((offer) => {
          const end = el(
            "button",
            { type: "button", class: "answer", "data-type": offer.type },
            named(offer) ?? whole(offer),
          );
          end.addEventListener("click", (event) => event.detail < 2 && giving.give(offer.command));
          return end;
        }),
      ),
    ];
  }

  /** The parts of an order that are chosen, and where each goes. */
  function gathered() {
    const found = steering.gathered();
    if (!found) return null;
    const lines = found.ways.map((way, index) => {
      const units = found.legs[index][found.mode.units ?? "units"].length;
      return el("li", {}, `${countOf(units, "unit")} from ${name(way[0])} to ${name(way[way.length - 1])}`);
    });
    return el(
      "section",
      { class: "gathered" },
      el("h3", {}, `${found.mode.name}: ${pointsOf(found.cost)}`),
      el("ul", { class: "plain" }, ...lines),
      el("p", { class: "meta" }, "Choose another force to go with it, or give the order in the bar above the map."),
    );
  }

  /** @returns {(Node | null)[]} */
  function marching() {
    const march = steering.march();
    if (!march)
      return [
        gathered(),
        el(
          "p",
          { class: "meta" },
          `Choose a force of yours on the map: ${manifest().board.several ?? "places"} in reach show what they cost.`,
        ),
      ];
    const refused = march.refused();
    const target = steering.target();
    const left = store.state.views.scene?.moving?.left;
    return [
      gathered(),
      el("h3", {}, `${march.verb} from ${name(march.from)}`),
      ...(march.moving
        ? [el("p", {}, `On the move, ${pointsOf(left ?? 0)} left.`), detaching(march)]
        : [march.going.fields("Who goes")]),
      refused
        ? el(
            "p",
            { class: "refused" },
            `${/** @type {any} */ (refused).details?.reason ?? refused.message} `,
            clause(/** @type {any} */ (refused).rule ?? ""),
          )
        : null,
      march.settled()
        ? march.reached().size || refused
          ? null
          : el("p", { role: "status" }, `No ${placeNoun()} is in its reach.`)
        : el("p", { role: "status" }, "Computing the reach …"),
      byWay(march),
      goals({ steering, name, pane }, march, target),
      ...(target ? way(target) : []),
    ];
  }

  /** Who stays behind, of a force on the march. @param {import("./marching.js").March} march */
  function detaching(march) {
    if (!turn.owed()?.offers.some((offer) => offer.type === leave())) return null;
    const units = march.leaving.chosen();
    const behind = el(
      "button",
      { type: "button", class: "answer", disabled: !units.length },
      `Leave ${march.leaving.count()} behind here`,
    );
    behind.addEventListener(
      "click",
      (event) => event.detail < 2 && giving.give({ type: leave(), [marches()?.units ?? "units"]: units }),
    );
    return el(
      "details",
      {},
      el("summary", {}, "Leave units behind"),
      march.leaving.fields("Who stays here"),
      behind,
    );
  }

  /** The places that the march goes by. @param {import("./marching.js").March} march */
  function byWay(march) {
    const by = march.byWay ? "; with Shift it goes by way of it" : "";
    const said = `A click on a ${placeNoun()} sends it there, to a force of yours it joins (+)${by}. A click with the right button chooses what is there instead.`;
    if (!march.ways().length) return march.reached().size ? el("p", { class: "meta" }, said) : null;
    const free = el("button", { type: "button", class: "quiet", on: { click: march.free } }, "Any way");
    return el("p", {}, `By way of ${march.ways().map(name).join(", then ")}. `, free);
  }

  /** A way that is aimed at: its price, and before a fight the odds. @param {import("./marching.js").Reached} target */
  function way(target) {
    const owed = turn.owed();
    const meaning = foresight.of(target.command);
    if (owed && !meaning) foresight.want(owed, [target.command]);
    const text = `${steering.march()?.verb ?? "March"} to ${name(target.place)}${target.meets ? " and attack" : ""}`;
    const march = el("button", { type: "button", class: "answer march-there" }, text);
    march.addEventListener("click", (event) => event.detail < 2 && steering.order(target));
    const via = el("button", { type: "button", class: "quiet" }, "Go on from there");
    via.addEventListener("click", () => steering.via(target));
    return [
      price(target, name),
      el("p", {}, march, " ", target.meets || !steering.march()?.byWay ? null : via),
      means(meaning),
      target.meets ? (steering.odds() ?? el("p", { role: "status" }, "Computing the odds …")) : null,
    ];
  }

  function latest() {
    const go = el("button", { type: "button" }, "Go to the last event");
    go.addEventListener("click", () => store.load(null, store.state.game.timeline));
    return el("p", {}, go);
  }

  return {
    draw,
    drawIfChanged,
    /**
     * Say why something was refused, or nothing any more.
     * @param {string} text @param {HTMLElement | null} [button] makes a claim about it
     */
    say(text, button = null) {
      said = text;
      disputes = button;
    },
    /** Add a part to the panel, below the answers. @param {Section} section @param {boolean} [first] */
    add(section, first = false) {
      if (first) sections.unshift(section);
      else sections.push(section);
      draw();
    },
  };
}
