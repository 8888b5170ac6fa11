// @ts-check
/** A production phase: new units in their places, points, what that costs and what is left; all in one order. */

import { clause } from "../../shell/clauses.js";
import { countOf, el } from "../../shell/dom.js";
import { draftOf, stepper } from "./entries.js";

/**
 * @typedef {{id: string, name: string, price: number, left: number | null, rule: string}} Good
 * @typedef {Good & {system: string, now: number}} Points
 * @typedef {{id: string, name: string, state: string, city: boolean}} Place
 * @typedef {{nation: string, name: string, pool: number, units: Good[], ratings: Points[], invaded: string[], once: boolean,
 *   spaces: Place[], turns: {system: string, most: number}[]}} Nation
 * @typedef {{counts: Map<string, number>, touched: boolean, first: Set<string>}} Draft
 *   how many of everything, by key; `first` are the places that are shown first
 */

/** @type {Map<string, {asked: string, draft: Draft}>} */
const kept = new Map();
const unitKey = (/** @type {Nation} */ of, /** @type {string} */ kind, /** @type {string} */ space) =>
  `${of.nation} unit ${kind} ${space}`;
const pointKey = (/** @type {Nation} */ of, /** @type {{id: string, system: string}} */ good) =>
  `${of.nation} point ${good.id} ${good.system}`;
const turnKey = (/** @type {Nation} */ of, /** @type {string} */ system) => `${of.nation} turn ${system}`;

/** The key of what a command buys, and how many. @param {any} command @returns {[string, number] | null} */
function bought(command) {
  if (command.type === "buy_unit") return [`${command.nation} unit ${command.kind} ${command.space}`, 1];
  if (command.type === "buy_rating") return [`${command.nation} point ${command.good} ${command.system ?? ""}`, 1];
  return command.type === "turn_ratings" ? [`${command.nation} turn ${command.system}`, command.count] : null;
}

/**
 * @param {any} due @param {unknown} _offer
 * @param {{give: (command: Record<string, any>, before?: Record<string, any>[]) => unknown, advice?: Record<string, any>[]}} how
 */
export function form(due, _offer, { give, advice = [] }) {
  /** @type {Nation[]} */
  const nations = due.form.nations;
  const asked = JSON.stringify(due.form);
  const draft = draftOf(kept, due.kind, asked, () => ({ counts: new Map(), touched: false, first: new Set() }));
  if (!draft.touched && !draft.counts.size) suggest();
  const node = el("form", { class: "filled eagle-order production" });
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    void give({ type: "end_production" }, commands());
  });

  /** Begin with what the computer player would buy. */
  function suggest() {
    draft.counts.clear();
    for (const command of advice) {
      const found = bought(command);
      if (found) draft.counts.set(found[0], countIn(found[0]) + found[1]);
    }
    for (const of of nations)
      for (const place of of.spaces)
        if (place.city || of.invaded.includes(place.state) || unitsIn(of, place.id)) draft.first.add(place.id);
  }

  /** @param {string} key */
  function countIn(key) {
    return draft.counts.get(key) ?? 0;
  }

  /** The new units of a nation in a place. @param {Nation} of @param {string} space */
  function unitsIn(of, space) {
    return of.units.reduce((sum, { id }) => sum + countIn(unitKey(of, id, space)), 0);
  }

  /** How many of a kind a nation buys. @param {Nation} of @param {string} kind */
  const ofKind = (of, kind) => of.spaces.reduce((sum, { id }) => sum + countIn(unitKey(of, kind, id)), 0);

  /** @param {Nation} of */
  const spent = (of) =>
    of.units.reduce((sum, unit) => sum + unit.price * ofKind(of, unit.id), 0) +
    of.ratings.reduce((sum, each) => sum + each.price * countIn(pointKey(of, each)), 0);

  /** The invaded states that have got no unit yet. @param {Nation} of */
  const unserved = (of) =>
    of.invaded.filter((state) => !of.spaces.some((place) => place.state === state && unitsIn(of, place.id)));

  /** Whether units are placed elsewhere, or twice in a state, before each invaded state has got one. @param {Nation} of */
  function outOfTurn(of) {
    if (!unserved(of).length) return false;
    const all = of.spaces.reduce((sum, { id }) => sum + unitsIn(of, id), 0);
    return all > of.invaded.length - unserved(of).length;
  }

  /** @param {string} key @param {number} by */
  function change(key, by) {
    draft.counts.set(key, Math.max(0, countIn(key) + by));
    draft.touched = true;
    fill();
  }

  /** The purchases as commands: a unit for each invaded state first. */
  function commands() {
    const first = [];
    const others = [];
    for (const of of nations) {
      const waiting = new Set(of.invaded);
      for (const place of of.spaces)
        for (const { id: kind } of of.units)
          for (let count = countIn(unitKey(of, kind, place.id)); count > 0; count -= 1) {
            const order = { type: "buy_unit", nation: of.nation, kind, space: place.id };
            (waiting.delete(place.state) ? first : others).push(order);
          }
      for (const { id: good, system, ...each } of of.ratings)
        for (let count = countIn(pointKey(of, { id: good, system })); count > 0; count -= 1)
          if (each.price) others.push({ type: "buy_rating", nation: of.nation, good, system });
      for (const { system } of of.turns) {
        const count = countIn(turnKey(of, system));
        if (count) others.push({ type: "turn_ratings", nation: of.nation, system, count });
      }
    }
    return [...first, ...others];
  }

  /** Whether one more may be bought. @param {Nation} of @param {Good} good @param {number} now */
  const more = (of, good, now) =>
    (good.left === null || now < good.left) && spent(of) + good.price <= of.pool;

  /** A cell: how many units of a kind come to a place. @param {Nation} of @param {Place} place @param {Good} good */
  function cell(of, place, good) {
    const key = unitKey(of, good.id, place.id);
    const now = countIn(key);
    const label = `${good.name} in ${place.name}, ${good.price} PP`;
    if (!of.once) {
      const most = more(of, good, ofKind(of, good.id)) ? now + 1 : now;
      return stepper(label, now, { most }, (by) => change(key, by));
    }
    const other = unitsIn(of, place.id) - now > 0;
    const barred = unserved(of).length > 0 && !unserved(of).includes(place.state);
    return el(
      "button",
      {
        type: "button",
        class: "one",
        "aria-label": label,
        "aria-pressed": String(now > 0),
        disabled: !now && (other || barred || !more(of, good, ofKind(of, good.id))),
        on: { click: () => change(key, now ? -1 : 1) },
      },
      now ? "−" : "+",
    );
  }

  /** @param {Nation} of @param {Place[]} places @param {string} caption */
  const table = (of, places, caption) =>
    el(
      "table",
      { class: "places" },
      el("caption", { class: "hush" }, caption),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "Place"),
          ...of.units.map((good) =>
            el("th", { scope: "col" }, good.name, el("small", {}, `${good.price} PP`), limit(of, good)),
          ),
        ),
      ),
      el(
        "tbody",
        {},
        ...places.map((place) =>
          el(
            "tr",
            { class: unitsIn(of, place.id) ? "now" : "" },
            el("th", { scope: "row" }, place.name, of.invaded.includes(place.state) ? el("small", {}, ` ${place.state}, invaded`) : null),
            ...of.units.map((good) => el("td", {}, cell(of, place, good))),
          ),
        ),
      ),
    );

  /** How many more of a kind the rules allow. @param {Nation} of @param {Good} good */
  const limit = (of, good) =>
    good.left === null ? null : el("small", {}, `${Math.max(0, good.left - ofKind(of, good.id))} more`);

  /** @param {Nation} of @param {Points} good */
  function pointsRow(of, good) {
    const key = pointKey(of, good);
    const now = countIn(key);
    const left = good.left === null ? "" : `, at most ${good.left} now`;
    return el(
      "li",
      {},
      el("span", {}, `${good.name}, ${good.price} PP; ${good.now + now} then${left}`, good.rule ? [" ", clause(good.rule)] : null),
      stepper(`${good.name}, ${good.price} PP`, now, { most: more(of, good, now) ? now + 1 : now }, (by) => change(key, by)),
    );
  }

  /** @param {Nation} of @param {{system: string, most: number}} turn */
  const turnRow = (of, { system, most }) =>
    el(
      "li",
      {},
      el("span", {}, `Naval Ratings that go to the ${system}, for nothing`),
      stepper(`Naval Ratings to the ${system}`, countIn(turnKey(of, system)), { most }, (by) => change(turnKey(of, system), by)),
    );

  /** @param {Nation} of */
  function demand(of) {
    if (!of.invaded.length) return null;
    const waiting = unserved(of);
    const said = waiting.length
      ? `First a unit in each invaded state: ${waiting.join(", ")}. `
      : "Each invaded state gets a unit. ";
    return el("p", { class: waiting.length ? "demand" : "meta" }, said, clause("unit-production-and-placement/13"));
  }

  /** @param {Nation} of */
  function part(of) {
    const left = of.pool - spent(of);
    const shown = of.spaces.filter(({ id }) => draft.first.has(id));
    const others = of.spaces.filter(({ id }) => !draft.first.has(id));
    return el(
      "fieldset",
      {},
      el("legend", {}, of.name),
      el("p", { class: "pool" }, `${of.pool} PP − ${spent(of)} = `, el("b", {}, `${left} PP left`)),
      demand(of),
      shown.length ? table(of, shown, `New units of ${of.name}`) : null,
      others.length
        ? el("details", {}, el("summary", {}, `${others.length} more places`), table(of, others, `More places of ${of.name}`))
        : null,
      el("ul", { class: "plain points" }, ...of.ratings.map((each) => pointsRow(of, each)), ...of.turns.map((each) => turnRow(of, each))),
    );
  }

  /** Draw it as it is filled in; the keyboard stays where it is. */
  function fill() {
    const active = document.activeElement;
    const focus = active && node.contains(active) ? active.getAttribute("aria-label") : null;
    const open = [...node.querySelectorAll("details")].map((each) => each.open);
    const buys = commands();
    const wrong = nations.some((of) => outOfTurn(of) || spent(of) > of.pool);
    const said = nations.map((of) => `${of.name}: ${of.pool - spent(of)} PP left`).join(", ");
    const ends = buys.length ? `Order ${countOf(buys.length, "purchase")} and end production` : "Buy nothing, end production";
    const only = el("button", { type: "button", class: "quiet", disabled: wrong }, "Order these, and look again");
    only.addEventListener("click", (event) => event.detail < 2 && give(buys[buys.length - 1], buys.slice(0, -1)));
    const again = el("button", { type: "button", class: "quiet" }, "As suggested");
    again.addEventListener("click", () => {
      draft.touched = false;
      suggest();
      fill();
    });
    const clear = el("button", { type: "button", class: "quiet" }, "Nothing");
    clear.addEventListener("click", () => {
      draft.counts.clear();
      draft.touched = true;
      fill();
    });
    node.replaceChildren(
      el("p", { class: "meta" }, `Prices of ${due.form.year}. `, advice.length ? again : "", " ", clear),
      ...nations.map(part),
      el("p", { class: "meta", role: "status" }, wrong ? "Each invaded state gets a unit before any other place does." : said),
      el("button", { class: "answer", disabled: wrong }, ends),
      ...(buys.length ? [el("p", {}, only)] : []),
    );
    [...node.querySelectorAll("details")].forEach((each, index) => (each.open = open[index] ?? false));
    const next = focus && [...node.querySelectorAll("button")].find((each) => each.getAttribute("aria-label") === focus);
    if (next && !next.disabled) next.focus({ preventScroll: true });
    else if (focus) /** @type {HTMLElement | null} */ (node.querySelector("button.answer"))?.focus({ preventScroll: true });
  }

  fill();
  return node;
}
