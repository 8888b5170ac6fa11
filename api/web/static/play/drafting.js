// @ts-check
/**
 * Answers that are drawn on a free table (`orders.drafted`): a unit is chosen, dragged, wheeled by its grips, or told by
 * numbers and buttons; its ghost shows where it would be, first as the page has it, then as the referee measures it.
 */

import { bearing, direction, inches, middle, pivot, turned } from "../board/outline.js";
import { manifest } from "../shell/manifest.js";
import { aimsAt, along, bodyOf, choicesOf, commandOf, createDrafts, entriesOf, moved, wheeled } from "./drafts.js";
import { draftForm } from "./draft_form.js";
import { oddsTable } from "./odds.js";
import { createReferee } from "./referee.js";

const SNAP = 0.03; // of a move, within which a drag is a full, half or quarter one
const SHARES = [1 / 4, 1 / 2, 1];
const GRIP = 40; // units of the sheet within which a pointer takes a grip
const AHEAD = 170; // how far before the front the grip of a turn is

/**
 * @typedef {import("./drafts.js").Drafted} Drafted @typedef {import("../board/tabletop.js").Figure} Figure
 * @typedef {import("../board/outline.js").Body} Body
 * @typedef {ReturnType<typeof createDrafting>} Drafting
 */

/**
 * @param {{board: import("../board/board.js").Board, acting: import("./acting.js").Acting, turn: () => import("./turn.js").Turn,
 *   advised: () => Record<string, any> | null, picked: (place: string | null) => void, changed: () => void}} given
 *   `picked` is called with the place of the unit that is chosen
 */
export function createDrafting({ board, acting, turn, advised, picked, changed }) {
  const drafts = createDrafts();
  /** @type {import("./turn.js").Owed | null} */
  let owed = null;
  /** @type {Map<string, import("./drafts.js").Choice[]>} */
  let choices = new Map();
  /** @type {string | null} */
  let chosen = null;
  /** @type {{kind: string, from: {x: number, y: number}, legs: any[], body: Body, spot: any} | null} */
  let drag = null;
  let answered = ""; // the decision that is drawn
  /** @type {{sign: string, shown: Node | null}} */
  let odds = { sign: "", shown: null };
  const referee = createReferee({
    acting,
    changed: (unit) => {
      draw();
      if (unit === chosen) {
        const said = summary(unit);
        if (said) board.say(said);
      }
      changed();
    },
  });

  const of = () => (owed ? (/** @type {Drafted | undefined} */ (manifest().orders?.drafted?.[owed.due.kind]) ?? null) : null);
  const figure = (/** @type {string | null} */ key) => board.tabletop.figure(key);
  const name = (/** @type {string} */ key) => figure(key)?.name ?? key;
  const isMine = (/** @type {Figure} */ each) => each.side === owed?.seat && (choices.has(each.key) || Boolean(each.draws));
  const own = () => (board.tabletop.table?.figures ?? []).filter(isMine);

  /** Answer a decision. @param {import("./turn.js").Owed} asked */
  function open(asked) {
    owed = asked;
    const form = of();
    if (!form) return close();
    choices = choicesOf(form, asked.offers, name);
    const first = form.legs || form.targets?.length ? entriesOf(form, asked.offers[0]?.command ?? {}) : {};
    if (asked.due.id !== answered) referee.forgetAll();
    answered = asked.due.id;
    drafts.open(`${asked.timeline} ${asked.due.id}`, form.targets?.length ? {} : first);
    if (chosen && !(figure(chosen) && isMine(/** @type {Figure} */ (figure(chosen))))) chosen = null;
    for (const unit of Object.keys(drafts.entries())) measure(unit);
    draw();
  }

  function close() {
    owed = null;
    choices = new Map();
    drag = null;
    board.tabletop.ghosts([]);
  }

  // -- entries

  const legsOf = (/** @type {string} */ unit) => {
    const form = of();
    return form?.legs ? (drafts.of(unit)?.[form.legs] ?? []) : [];
  };

  /** Give a unit these legs. @param {string} unit @param {any[]} legs */
  function setLegs(unit, legs) {
    const form = of();
    const draws = figure(unit)?.draws;
    if (!form?.legs || !draws) return;
    set(unit, legs.length ? { ...draws, [form.legs]: legs } : null);
  }

  /** @param {string} unit @param {any} entry */
  function set(unit, entry) {
    drafts.set(unit, entry);
    measure(unit);
    draw();
    changed();
  }

  /** @param {string} unit */
  function measure(unit) {
    const form = of();
    const entry = drafts.of(unit);
    if (!owed || !form) return;
    if (entry === null || !figure(unit)?.draws) return referee.forget(unit);
    referee.want(owed, unit, commandOf(form, { [unit]: entry }));
  }

  /** Where a unit would be as far as the page can say, by its entry. @param {string} unit @returns {Body | null} */
  function body(unit) {
    const here = figure(unit);
    const entry = drafts.of(unit);
    if (!here) return null;
    if (!entry) return bodyOf(here);
    const form = of();
    if (form?.legs) return along(bodyOf(here), entry[form.legs] ?? []);
    if (!entry.at) return bodyOf(here);
    const start = bodyOf(here);
    const height = board.chart.height;
    const spun = start.stands.map((stand) => stand.map((corner) => turned(corner, start.at, entry.facing - start.facing)));
    const [dx, dy] = [entry.at[0] - start.at[0], height - entry.at[1] - start.at[1]];
    return {
      at: [start.at[0] + dx, start.at[1] + dy],
      facing: entry.facing,
      stands: spun.map((stand) => stand.map(([x, y]) => /** @type {[number, number]} */ ([x + dx, y + dy]))),
    };
  }

  // -- the table

  /** The ghosts of all entries; that of the chosen unit with its grips. */
  function draw() {
    if (!owed || !of()) return;
    const shown = own().flatMap((each) => {
      const entry = drafts.of(each.key);
      const measured = drag && each.key === chosen ? null : referee.of(each.key);
      const found = measured?.ghost ?? body(each.key);
      if (!found || (!entry && each.key !== chosen) || (entry && !each.draws)) return [];
      const ghost = {
        key: each.key,
        side: each.side,
        at: found.at,
        facing: found.facing,
        stands: found.stands,
        text: entry ? label(each, measured) : "",
        wrong: Boolean(measured?.refused),
        firm: Boolean(measured?.ghost),
        from: entry ? each.at : undefined,
        grips: each.key === chosen ? grips(each, found) : [],
      };
      return [ghost];
    });
    const targets = aimed();
    board.tabletop.ghosts([...shown, ...targets]);
  }

  /** Lines from units to the units that they are aimed at. @returns {import("../board/tabletop.js").GhostShown[]} */
  function aimed() {
    const form = of();
    if (!form?.targets?.length) return [];
    return own().flatMap((each) => {
      const entry = drafts.of(each.key);
      if (entry === null) return [];
      return (board.tabletop.table?.figures ?? [])
        .filter((other) => aimsAt(form, entry, other.key))
        .map((other) => ({
          key: each.key,
          side: each.side,
          at: middle(other.stands.flatMap(({ corners }) => corners)),
          facing: 0,
          stands: other.stands.map(({ corners }) => corners),
          from: middle(each.stands.flatMap(({ corners }) => corners)),
          firm: true,
        }));
    });
  }

  /** @param {Figure} each @param {import("./referee.js").Measured | null} measured */
  function label(each, measured) {
    if (measured?.refused) return "✕";
    if (measured?.ghost)
      return measured.ghost.used === "0" ? "" : `${inches(measured.ghost.length)}″ · ${measured.ghost.used} of its move`;
    const length = legsOf(each.key).reduce((/** @type {number} */ sum, /** @type {any} */ leg) => sum + (leg.leg === "move" ? Math.hypot(leg.dx, leg.dy) : 0), 0);
    return length ? `about ${inches(length)}″` : "…";
  }

  /** @param {Figure} each @param {Body} found */
  function grips(each, found) {
    const legs = each.legs ?? [];
    const [dx, dy] = direction(found.facing);
    const ahead = /** @type {[number, number]} */ ([found.at[0] + dx * AHEAD, found.at[1] + dy * AHEAD]);
    return [
      ...(legs.includes("wheel")
        ? [
            { kind: "left", at: pivot(found, "left") },
            { kind: "right", at: pivot(found, "right") },
          ]
        : []),
      ...(legs.includes("turn") || legs.includes("spot") ? [{ kind: "turn", at: ahead }] : []),
    ];
  }

  board.grips({
    grab(point, event) {
      const form = of();
      if (!owed || !form || turn().busy()) return false;
      const kind = gripAt(point) ?? bodyAt(point, event);
      if (!kind) return false;
      const now = chosen ? body(chosen) : null;
      if (!chosen || !now) return false;
      drag = { kind, from: point, legs: legsOf(chosen), body: now, spot: drafts.of(chosen) };
      return true;
    },
    drag(point) {
      if (!drag || !chosen) return;
      const each = figure(chosen);
      if (!each) return;
      if (each.legs?.includes("spot")) return dragSpot(each, point);
      if (drag.kind === "move") dragMove(each, point);
      else dragTurn(point);
    },
    drop(point) {
      const was = drag;
      drag = null;
      if (!chosen || !was) return;
      if (!point) {
        if (of()?.legs) setLegs(chosen, was.legs);
        else set(chosen, was.spot);
      } else {
        measure(chosen);
        draw();
        changed();
      }
    },
  });

  /** @param {{x: number, y: number}} point */
  function gripAt({ x, y }) {
    const each = figure(chosen);
    const found = chosen && each ? (referee.of(chosen)?.ghost ?? body(chosen)) : null;
    if (!each || !found) return null;
    const near = grips(each, found).find(({ at }) => Math.hypot(at[0] - x, at[1] - y) < GRIP);
    return near?.kind ?? null;
  }

  /** A unit of one's own, or its ghost, that a pointer may take. @param {{x: number, y: number}} point @param {PointerEvent} event */
  function bodyAt(point, event) {
    const ghost = own().find((each) => drafts.of(each.key) && overGhost(each.key, point));
    const found = ghost ?? board.tabletop.under(point);
    if (!found || !isMine(found) || !found.draws) return null;
    if (!(found.legs ?? []).some((leg) => leg === "move" || leg === "spot")) return null;
    if (event.pointerType === "touch" && found.key !== chosen) return null; // a finger moves the map
    if (found.key !== chosen) choose(found.key);
    return "move";
  }

  /** @param {string} unit @param {{x: number, y: number}} point */
  function overGhost(unit, { x, y }) {
    const found = referee.of(unit)?.ghost ?? body(unit);
    return Boolean(found?.stands.some((stand) => {
      const [cx, cy] = middle(stand);
      return Math.hypot(cx - x, cy - y) < 2 * GRIP;
    }));
  }

  /** @param {Figure} each @param {{x: number, y: number}} point */
  function dragMove(each, point) {
    if (!drag) return;
    let [dx, dy] = [point.x - drag.from.x, point.y - drag.from.y];
    const long = Math.hypot(dx, dy);
    const whole = each.farthest ?? 0;
    const share = SHARES.find((part) => whole && Math.abs(long / whole - part) < SNAP);
    if (share && !drag.legs.length && long) {
      const to = (whole * share) / long;
      [dx, dy] = [Math.trunc(dx * to), Math.trunc(dy * to)];
    }
    quietly(moved(drag.legs, dx, dy));
  }

  /** @param {{x: number, y: number}} point */
  function dragTurn(point) {
    if (!drag) return;
    const { kind, body: start, from } = drag;
    const about = kind === "turn" ? start.at : pivot(start, kind === "left" ? "right" : "left");
    const before = bearing(from.x - about[0], from.y - about[1]);
    const now = bearing(point.x - about[0], point.y - about[1]);
    const degrees = ((now - before + 540) % 360) - 180;
    if (kind === "turn") return quietly(wheeled(drag.legs, "turn", degrees));
    const right = kind === "left"; // the left corner goes ahead: a wheel to the right
    if (right ? degrees <= 0 : degrees >= 0) return quietly(drag.legs);
    quietly(wheeled(drag.legs, "wheel", degrees));
  }

  /** @param {Figure} each @param {{x: number, y: number}} point */
  function dragSpot(each, point) {
    if (!drag || !chosen) return;
    const { body: start, kind, from } = drag;
    const height = board.chart.height;
    const facing = kind === "turn" ? bearing(point.x - start.at[0], point.y - start.at[1]) : start.facing;
    const shift = kind === "turn" ? [0, 0] : [point.x - from.x, point.y - from.y];
    const at = [Math.round(start.at[0] + shift[0]), Math.round(height - start.at[1] - shift[1])];
    drafts.set(chosen, { ...(drag.spot ?? each.draws), at, facing });
    draw();
  }

  /** Draw legs under the pointer without asking the referee yet. @param {any[]} legs */
  function quietly(legs) {
    const form = of();
    const draws = figure(chosen)?.draws;
    if (!chosen || !form?.legs || !draws) return;
    drafts.set(chosen, legs.length ? { ...draws, [form.legs]: legs } : null);
    draw();
  }

  // -- choosing

  /** @param {string | null} unit */
  function choose(unit) {
    chosen = unit;
    board.pick(unit);
    picked(figure(unit)?.place ?? null);
    odds = { sign: "", shown: null };
    draw();
    changed();
  }

  /** A click on a place of the table: true if it chose a unit, or a target of the chosen one. @param {string} place */
  function click(place) {
    const form = of();
    if (!owed || !form) return false;
    const there = board.tabletop.table?.figures?.find((each) => each.place === place) ?? null;
    if (!there) return false;
    if (isMine(there)) {
      choose(there.key === chosen ? null : there.key);
      board.select(there.place);
      board.say(there.key === chosen ? `${there.name}: ${summary(there.key) || (form.idle ?? "no order")}.` : "Nothing chosen.");
      return true;
    }
    const possible = chosen ? (choices.get(chosen) ?? []).filter(({ entry }) => aimsAt(form, entry, there.key)) : [];
    if (!chosen || !possible.length) return false;
    const unit = chosen;
    const now = possible.findIndex(({ entry }) => JSON.stringify(entry) === JSON.stringify(drafts.of(unit)));
    const next = possible[(now + 1) % possible.length];
    set(unit, next.entry);
    board.say(`${name(unit)}: ${next.text}.`);
    return true;
  }

  /** What a unit's order is, in words, with what the referee says. @param {string} unit */
  function summary(unit) {
    const entry = drafts.of(unit);
    if (entry === null) return "";
    const measured = referee.of(unit);
    if (measured?.refused) return `refused: ${measured.refused.text}`;
    const known = (choices.get(unit) ?? []).find((each) => JSON.stringify(each.entry) === JSON.stringify(entry));
    if (measured?.ghost?.legs?.length) return measured.ghost.legs.join(", then ");
    return known?.text ?? "as drawn";
  }

  // -- odds

  /** The odds of the chosen unit's entry, once they are known. */
  function oddsShown() {
    const form = of();
    const entry = chosen ? drafts.of(chosen) : null;
    if (!owed || !form?.odds || !chosen || entry === null) return null;
    const command = commandOf(form, { [chosen]: entry });
    const sign = `${owed.key} ${JSON.stringify(command)}`;
    if (odds.sign === sign) return odds.shown;
    odds = { sign, shown: null };
    const body = { seat: owed.seat, command, decision: owed.due.id, timeline: owed.timeline };
    acting.ask("/odds", body).then(
      (answer) => settle(sign, oddsTable(answer)),
      () => settle(sign, null),
    );
    return null;
  }

  /** @param {string} sign @param {Node | null} shown */
  function settle(sign, shown) {
    if (odds.sign !== sign) return;
    odds.shown = shown;
    changed();
  }

  const answer = () => commandOf(/** @type {Drafted} */ (of()), drafts.entries());

  return {
    open,
    close,
    click,
    draw,
    choose,
    chosen: () => chosen,
    answer,
    button: () => of()?.button ?? "Give these orders",
    /** Whether nothing of it is refused as far as is known. */
    complete: () => !Object.keys(drafts.entries()).some((unit) => referee.of(unit)?.refused),
    /** The form in the panel. @param {(command: Record<string, any>) => unknown} give */
    form: (give) =>
      draftForm({
        form: /** @type {Drafted} */ (of()),
        units: own(),
        chosen: figure(chosen),
        entry: (unit) => drafts.of(unit),
        choices: (unit) => choices.get(unit) ?? [],
        measured: referee.of,
        summary,
        choose: (unit) => {
          choose(unit);
          const there = figure(unit);
          if (there) board.reveal(there.place);
        },
        set,
        add: (unit, leg) => {
          const legs = legsOf(unit);
          if (leg.leg === "move") {
            const facing = (referee.of(unit)?.ghost ?? body(unit))?.facing ?? 0;
            const [dx, dy] = direction(facing);
            setLegs(unit, moved(legs, leg.ahead * dx - leg.aside * dy, leg.ahead * dy + leg.aside * dx));
          } else if (leg.leg === "about") setLegs(unit, [...legs, { leg: "about" }]);
          else setLegs(unit, wheeled(legs, leg.leg, leg.degrees));
        },
        undo: (unit) => setLegs(unit, legsOf(unit).slice(0, -1)),
        legs: legsOf,
        nudge: (unit, east, south, degrees) => nudgeSpot(unit, east, south, degrees),
        suggested: () => {
          const command = advised();
          const form = of();
          if (!command || !form || command.type !== form.command) return null;
          return () => {
            drafts.replace(entriesOf(form, command));
            Object.keys(drafts.entries()).forEach(measure);
            draw();
            changed();
          };
        },
        odds: oddsShown(),
        answer,
        give,
      }),
  };

  /** Move a spot by so many units, and turn it. @param {string} unit @param {number} east @param {number} south @param {number} degrees */
  function nudgeSpot(unit, east, south, degrees) {
    const each = figure(unit);
    const now = body(unit);
    if (!each || !now) return;
    const at = [Math.round(now.at[0] + east), Math.round(board.chart.height - now.at[1] - south)];
    set(unit, { ...(drafts.of(unit) ?? each.draws), at, facing: (now.facing + degrees + 360) % 360 });
  }
}
