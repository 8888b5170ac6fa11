// @ts-check
/** The panel of a player: what is due, a force on the march, every answer; drawn again when that changes. */

import { clause } from "../shell/clauses.js";
import { el, words } from "../shell/dom.js";
import { manifest, marches, own, placeNoun, pointsOf } from "../shell/manifest.js";
import { happened, line } from "../shell/happened.js";
import { openDecisions } from "../shell/store.js";
import { trialOf } from "../history/lines.js";
import { help } from "./keyboard.js";
import { isMarching } from "./steering.js";
import { isMarch, price } from "./marching.js";
import { createForesight, means } from "./foresight.js";
import { byType } from "./offers.js";
import { FEW, answers, whole } from "./questions.js";
import { redraw } from "./redraw.js";
import { agreements } from "./seats.js";
import { hotSeat, sitting } from "./sitting.js";

const RELEASED = 80; // milliseconds after which a finger that was lifted has clicked, if it does
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
 *   tabs: ReturnType<typeof import("../shell/tabs.js").createTabs>}} given
 */
export function createPanel({ store, acting, failed, turn, steering, filling, tabs }) {
  const pane = /** @type {HTMLElement} */ (document.getElementById("pane-due"));
  const around = { store, acting, failed, turn };
  /** @type {Section[]} */
  const sections = [sitting, agreements];
  let said = "";
  let changes = 0;
  let waiting = false;
  let pressed = false; // a button that went away between press and release would lose the click
  let drawn = "";

  const { name } = steering;
  /** @type {Map<string, (asked: any, offer: any, how: any) => Node>} */
  const forms = new Map();
  const foresight = createForesight({ acting, changed: draw });

  function released() {
    if (!pressed) return;
    pressed = false;
    drawIfChanged();
  }
  pane.addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => setTimeout(released, RELEASED));
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
    void tellHere(here);
    redraw(
      pane,
      [
        el("h2", {}, "Due"),
        ...hotSeat(around),
        said ? el("p", { class: "refused", role: "alert" }, said) : null,
        ...(game.outcome && !trialOf(store.state) ? [ended(game.outcome)] : question()),
        ...sections.flatMap((section) => section(around)),
        el("p", {}, el("button", { type: "button", class: "quiet", on: { click: help } }, "Keyboard (?)")),
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
    const here = openDecisions(views);
    if (!owed) {
      const asked = here.length ? here : due;
      const mine = asked.some((/** @type {any} */ each) => held.includes(each.seat));
      return [...asked.map(asks), turn.atHead() || !mine ? null : latest()];
    }
    const asked = here.find((each) => each.id === owed.due.id) ?? owed.due;
    if (turn.busy()) return [asks(asked), el("p", { role: "status" }, "The order is given …")];
    if (manifest().orders?.filled?.[asked.kind]) return [asks(asked), filling.draw(turn.give)];
    const form = manifest().orders?.forms?.[asked.kind];
    if (form) return [asks(asked), formOf(form, asked, owed)];
    if (isMarching(asked)) return [asks(asked), ...movement(owed)];
    const choosing = choice(owed, owed.offers);
    if (!foresight.settled()) return [asks(asked)];
    return [asks(asked), reasons(), ...answers(owed.offers, choosing)];
  }

  /**
   * The form of a decision, which the ruleset's own client makes: its module comes when it is first asked.
   * @param {string} module @param {any} asked @param {import("./turn.js").Owed} owed
   */
  function formOf(module, asked, owed) {
    const made = forms.get(module);
    if (made) return made(asked, owed.offers[0], { name, give: turn.give });
    void own(module).then(({ form }) => {
      forms.set(module, form);
      draw();
    }, failed);
    return el("p", { role: "status" }, "…");
  }

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
      give: (/** @type {import("./offers.js").Offer} */ offer) => void turn.give(offer.command),
      point: steering.point,
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
    const chosen = steering.chosen();
    const others = offers.filter((offer) => !isMarch(offer.type) && offer.type !== leave() && !isEnd(offer));
    const here = others.filter((offer) => chosen && offer.from === chosen);
    const elsewhere = others.filter((offer) => !here.includes(offer));
    return [
      ...marching(),
      chosen && here.length ? el("h3", {}, `Other orders in ${name(chosen)}`) : null,
      ...answers(here, choice(owed, here)),
      elsewhere.length ? el("h3", {}, "Elsewhere") : null,
      ...answers(elsewhere, choice(owed, []), false),
      el(
        "div",
        { class: "ends" },
        ...offers.filter(isEnd).map((offer) => {
          const end = el(
            "button",
            { type: "button", class: "answer", "data-type": offer.type },
            whole(offer),
          );
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
      el("h3", {}, `March from ${name(march.from)}`),
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
      goals(march, target),
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
      (event) => event.detail < 2 && turn.give({ type: leave(), [marches()?.units ?? "units"]: units }),
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
    if (!march.ways().length)
      return march.reached().size
        ? el(
            "p",
            { class: "meta" },
            `A click on a ${placeNoun()} marches there, on another force of yours chooses that; with Shift the march goes by way of it.`,
          )
        : null;
    const free = el("button", { type: "button", class: "quiet", on: { click: march.free } }, "Any way");
    return el("p", {}, `By way of ${march.ways().map(name).join(", then ")}. `, free);
  }

  /** A way that is aimed at: its price, and before a fight the odds. @param {import("./marching.js").Reached} target */
  function way(target) {
    const owed = turn.owed();
    const meaning = foresight.of(target.command);
    if (owed && !meaning) foresight.want(owed, [target.command]);
    const text = `March to ${name(target.place)}${target.meets ? " and attack" : ""}`;
    const march = el("button", { type: "button", class: "answer march-there" }, text);
    march.addEventListener("click", (event) => event.detail < 2 && steering.order(target));
    const via = el("button", { type: "button", class: "quiet" }, "Go on from there");
    via.addEventListener("click", () => steering.via(target));
    return [
      price(target, name),
      el("p", {}, march, " ", target.meets ? null : via),
      means(meaning),
      target.meets ? (steering.odds() ?? el("p", { role: "status" }, "Computing the odds …")) : null,
    ];
  }

  /**
   * Every goal in reach as a list, for a player without a pointer: choosing shows the way, the button marches.
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
          `${name(each.place)}, ${each.cost}${each.meets ? ", enemy" : `, ${each.left} left`}`,
        ),
      ),
    );
    list.value = target?.place ?? "";
    list.addEventListener("change", () => steering.aim(march.reached().get(list.value) ?? null));
    return el("p", {}, list);
  }

  function latest() {
    const go = el("button", { type: "button" }, "Go to the last event");
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
    /** Add a part to the panel, below the answers. @param {Section} section @param {boolean} [first] */
    add(section, first = false) {
      if (first) sections.unshift(section);
      else sections.push(section);
      draw();
    },
  };
}
