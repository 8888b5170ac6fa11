// @ts-check
/** Playing: what is due, from whom; a force chosen, its reach on the map, a click to go; every question answered. */

import { clause } from "../table/clauses.js";
import { el, words } from "../table/dom.js";
import { happened, line } from "../table/panel_due.js";
import { createActing } from "./acting.js";
import { createMarch, isMarch, price } from "./marching.js";
import { oddsTable } from "./odds.js";
import { ofHex, readOffers } from "./offers.js";
import { answers, setUp, whole } from "./questions.js";
import { agreements, freeSeats } from "./seats.js";

const MOST_OFFERS = 2000;
const SETUP_POINTS = 3;
const ENDS = new Set(["end_move", "end_movement"]); // what ends a part of the impulse stands by itself

/**
 * Play on a table.
 * @param {{board: import("../board/board.js").Board, store: import("../board/store.js").Store,
 *   tabs: ReturnType<typeof import("../table/tabs.js").createTabs>,
 *   panels: ReturnType<typeof import("../table/panels.js").createPanels>}} table
 */
export function createPlay({ board, store, tabs, panels }) {
  const acting = createActing(store);
  const pane = /** @type {HTMLElement} */ (document.getElementById("pane-due"));
  /** @type {{due: any, seat: string, offers: import("./offers.js").Offer[], key: string} | null} */
  let turn = null;
  /** @type {import("./marching.js").March | null} */
  let march = null;
  /** @type {import("./marching.js").Reached | null} */
  let target = null;
  /** @type {string | null} */
  let hex = null;
  /** @type {Element | null} */
  let odds = null;
  let said = "";
  let busy = false;
  let loading = "";
  let changes = 0;
  let drawn = "";

  const name = (/** @type {string} */ id) => {
    const known = board.hexAt(id);
    return known?.name ? `${known.name} (${id})` : id;
  };

  /** Whether the reader stands where one plays: at the head of the game's own line. */
  function atHead() {
    const { game, where } = store.state;
    return where.timeline === game.timeline && where.at === where.head && where.at === game.version;
  }

  /** The decision that this browser owes, if it does. */
  function owed() {
    const { due, held, game } = store.state;
    return game.outcome || !atHead() ? null : (due.find((each) => held.includes(each.seat)) ?? null);
  }

  /** Learn what may be ordered, once for each version. */
  async function look() {
    const { game, where, views } = store.state;
    const onTheWay = where.follows && where.timeline === game.timeline && where.at !== game.version;
    const same = turn && views.map?.play?.due?.id === turn.due.id;
    if (onTheWay && same) return drawIfChanged(); // what is chosen stays: the rest of the news is on its way
    const due = owed();
    const key = due ? `${store.state.game.timeline} ${store.state.game.version} ${due.id}` : "";
    if (key === loading) return drawIfChanged();
    loading = key;
    stop();
    turn = hex = null;
    draw();
    if (!due) return;
    try {
      const legal = await store.api.ask(`${store.path}/legal`, {
        query: { seat: due.seat, limit: MOST_OFFERS, told: true },
      });
      if (loading !== key) return;
      turn = { due, seat: due.seat, offers: readOffers(legal), key };
      const moving = store.state.views.map?.moving;
      if (moving && moving.seat === due.seat && turn.offers.some((each) => each.type === "continue_move"))
        begin(moving.hex, true);
      else if (hex && turn.due.kind === "movement" && mine(hex)) begin(hex);
      markChoices();
      draw();
      board.say(`${words(due.seat)}: ${due.question ?? words(due.kind)}`);
    } catch (error) {
      loading = "";
      failed(error);
    }
  }

  /** @param {unknown} error */
  function failed(error) {
    const problem = /** @type {any} */ (error);
    said = problem?.rule
      ? `${problem.told?.reason ?? problem.message} (${problem.rule})`
      : (problem?.message ?? String(error));
    busy = false;
    draw();
    tabs.open("due");
  }

  /** Give a command, and follow what comes of it. @param {Record<string, any>} command */
  async function give(command) {
    if (!turn || busy) return;
    const { seat, due } = turn;
    busy = true;
    said = "";
    draw();
    try {
      await acting.give(seat, due, command);
      stop();
      await store.refresh();
      await store.load(null, store.state.game.timeline);
    } catch (error) {
      failed(error);
      loading = "";
      await store.refresh();
    }
    busy = false;
    await look();
    draw();
  }

  // -- a force on the march

  /** @param {string} from @param {boolean} [moving] */
  function begin(from, moving = false) {
    if (!turn) return;
    const force = store.state.views.map?.forces?.find(
      (/** @type {any} */ each) => each.hex === from && each.side === turn?.seat,
    );
    const groups = (force?.units ?? []).filter(
      (/** @type {any} */ group) => !group.activity || group.activity === "ready",
    );
    if (!moving && !groups.length) return;
    march = createMarch({
      acting,
      seat: turn.seat,
      hex: from,
      groups,
      leaders: force?.leaders ?? [],
      moving,
      timeline: store.state.game.timeline,
      changed: () => {
        target = null;
        odds = null;
        board.path([]);
        board.mark(march?.marks() ?? new Map());
        draw();
      },
    });
    void march.ask();
  }

  function stop() {
    march?.close();
    march = target = odds = null;
    board.path([]);
    board.mark(new Map());
  }

  /** Mark the hexes that a question is about, where it names a few. */
  function markChoices() {
    if (!turn || march || turn.due.kind === "movement") return;
    const places = new Set(turn.offers.flatMap((offer) => (offer.to ? [offer.to] : [])));
    if (places.size)
      board.mark(new Map([...places].map((place) => [place, { kind: "choice", title: "may be chosen" }])));
    const about = turn.due.about?.hex;
    if (about) board.reveal(about);
  }

  /** A click on a hex; true if playing took it. @param {string} clicked */
  function click(clicked) {
    if (!turn || busy) {
      hex = clicked; // of a click that comes before the offers
      return false;
    }
    const into = march?.reached().get(clicked);
    if (march && into) {
      if (target?.place === clicked && into.meets) return true;
      aim(into);
      if (!into.meets) void give(into.command);
      else tabs.open("due");
      return true;
    }
    hex = clicked;
    stop();
    board.select(clicked);
    if (turn.due.kind === "movement" && mine(clicked)) begin(clicked);
    else markChoices();
    panels.choose(clicked);
    tabs.open(mine(clicked) || ofHex(turn.offers, clicked).length ? "due" : "hex", { quietly: true });
    draw();
    return true;
  }

  /** @param {string} place */
  const mine = (place) => turn?.offers.some((offer) => offer.from === place && isMarch(offer.type)) ?? false;

  /** @param {import("./marching.js").Reached} into */
  function aim(into) {
    target = into;
    odds = null;
    board.path([march?.hex ?? "", ...into.steps.map((step) => step.place)].filter(Boolean));
    if (into.meets) void reckon(into.command);
    draw();
  }

  /** @param {Record<string, any>} command */
  async function reckon(command) {
    try {
      const answer = await acting.ask("/odds", { command, seat: turn?.seat });
      if (target?.command === command) odds = oddsTable(answer);
    } catch (error) {
      const problem = /** @type {any} */ (error);
      if (target?.command === command)
        odds = el(
          "p",
          { class: "meta" },
          `The odds cannot be told: ${problem.told?.reason ?? problem.message}`,
        );
    }
    draw();
  }

  /** @param {string | null} over */
  function hover(over) {
    if (!march || target?.meets) return;
    const into = over ? march.reached().get(over) : undefined;
    board.path(into ? [march.hex, ...into.steps.map((step) => step.place)] : []);
  }

  // -- the panel

  /** Draw anew what playing changed. */
  function draw() {
    changes += 1;
    drawIfChanged();
  }

  /** Draw unless it would be the same: what somebody is typing into the panel stays. */
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
    const around = { store, acting, failed };
    const here = el("div", { class: "happened" });
    void tellHere(here);
    pane.replaceChildren(
      ...[
        el("h2", {}, "Due"),
        said ? el("p", { class: "refused", role: "alert" }, said) : null,
        ...(game.outcome
          ? [
              el(
                "p",
                {},
                el("b", {}, game.outcome.winner ? `${words(game.outcome.winner)} won` : "Drawn"),
                `: ${game.outcome.reason} `,
                clause(game.outcome.rule),
              ),
            ]
          : question()),
        ...freeSeats(around),
        ...agreements(around),
        here,
      ].filter((each) => each !== null),
    );
  }

  /** What happened just before. @param {HTMLElement} here */
  async function tellHere(here) {
    const entry = await happened(store).catch(() => null);
    if (entry) here.replaceChildren(el("h3", {}, `Event ${entry.version}`), ...line(entry));
  }

  /** @returns {(Node | null)[]} */
  function question() {
    const { due, held } = store.state;
    if (!turn) {
      const here = store.state.views.map?.play?.due;
      const asked = here ? [here] : due;
      const mine = asked.some((/** @type {any} */ each) => held.includes(each.seat));
      return [
        ...asked.map((/** @type {any} */ each) =>
          el(
            "p",
            {},
            el("b", { class: `side ${each.seat}` }, words(each.seat)),
            ` ${each.question ?? words(each.kind)} `,
            clause(each.rule),
          ),
        ),
        atHead() || !mine ? null : latest(),
      ];
    }
    const { seat, offers } = turn;
    const asked = store.state.views.map?.play?.due ?? turn.due;
    const choice = { give: (/** @type {any} */ offer) => give(offer.command), point };
    const parts = [
      el(
        "p",
        { class: "question" },
        el("b", { class: `side ${seat}` }, words(seat)),
        ` ${asked.question ?? words(asked.kind)} `,
        clause(asked.rule),
      ),
    ];
    if (busy) return [...parts, el("p", { role: "status" }, "The order is given …")];
    if (asked.kind === "setup") return [...parts, setUp(asked, SETUP_POINTS, name, give)];
    if (asked.kind !== "movement") return [...parts, ...answers(offers, choice)];
    const others = offers.filter((offer) => !isMarch(offer.type) && !ENDS.has(offer.type));
    const here = others.filter((offer) => hex && offer.from === hex);
    const elsewhere = others.filter((offer) => !here.includes(offer));
    return [
      ...parts,
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
            end.addEventListener("click", () => give(offer.command));
            return end;
          }),
      ),
    ];
  }

  /** @returns {(Node | null)[]} */
  function marching() {
    if (!march)
      return [
        el("p", { class: "meta" }, "Choose a force of yours on the map: hexes in reach show what they cost."),
      ];
    const refused = march.refused();
    const parts = [
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
      !march.settled() ? el("p", { role: "status" }, "…") : null,
    ];
    if (target) {
      const command = target.command;
      parts.push(price(target, name));
      if (target.meets) {
        const attack = el(
          "button",
          { type: "button", class: "answer" },
          `March to ${name(target.place)} and attack`,
        );
        attack.addEventListener("click", () => give(command));
        parts.push(
          el("p", {}, attack),
          /** @type {any} */ (odds ?? el("p", { role: "status" }, "Reckoning the odds …")),
        );
      }
    } else if (march.reached().size) {
      const list = el(
        "select",
        { "aria-label": "Go to" },
        el("option", { value: "" }, "Go to …"),
        ...[...march.reached().values()].map((each) =>
          el(
            "option",
            { value: each.place },
            `${name(each.place)}, ${each.cost}${each.meets ? ", enemy" : ""}`,
          ),
        ),
      );
      list.addEventListener("change", () => list.value && click(list.value));
      parts.push(el("p", {}, list));
    }
    return parts;
  }

  function latest() {
    const go = el("button", { type: "button" }, "Go to where the game stands");
    go.addEventListener("click", () => store.load(null, store.state.game.timeline));
    return el("p", {}, go);
  }

  /** @param {import("./offers.js").Offer | null} offer */
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

  panels.install("due", { draw: drawIfChanged });
  store.subscribe((_, what) => {
    if (what === "game" || what === "position") void look();
  });
  void look();
  return { click, hover, give, stop };
}
