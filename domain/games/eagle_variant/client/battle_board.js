// @ts-check
/**
 * The battle board: the columns of both armies, what is between them, reserve and retreat; the last die with its modifiers.
 * One's own army is at the foot. What may be done is done on it: choose a unit, then its target or where it goes.
 */

import { countOf, el, words } from "../../shell/dom.js";
import { putUnit, setUpFor } from "./set_ups.js";

const SVG = "http://www.w3.org/2000/svg";
const COLUMNS = ["left", "center", "right"];
const ASIDE = ["reserve", "late", "retreat"];
const LATE = ["turn_1", "turn_2"];
const SET_UPS = ["sealed_set_up", "open_set_up"];
const SHOWN = 6; // earlier lines of what happened

/**
 * @typedef {{command: Record<string, any>, type: string, text: string}} Offer
 * @typedef {{kind: string, nation: string, elite: boolean, sign: string}} Unit
 * @typedef {{army: string, name: string, player: string, attacks: boolean, brigades: number, boxes: Record<string, string[]>,
 *   unplaced: string[], units: Record<string, Unit>, sealed: Record<string, string>, acted: string[], lost: string[]}} Army
 * @typedef {{due: any, offers: Offer[], held: string[], latest: any[], said: (entry: any) => Node[],
 *   means: (command: Record<string, any>) => Node | null, advised: Record<string, any> | null,
 *   give: (command: Record<string, any>) => unknown, changed: () => void}} How
 * @typedef {{ids: string[], unit: Unit, acted: boolean}} Group units that are alike
 */

let asked = ""; // the decision for which something is chosen
let chosen = ""; // a unit of one's own
let aimed = ""; // an enemy unit, where several things may be done to it

/** @param {any} battle @param {How} how */
export function draw(battle, how) {
  const { due, held, offers } = how;
  const key = `${battle.key} ${due?.id ?? ""} ${offers.length}`;
  if (key !== asked) [asked, chosen, aimed] = [key, "", ""];
  /** @type {Army[]} */
  const armies = battle.armies;
  const mine = armies.find((each) => each.player === due?.seat) ?? armies.find((each) => held.includes(each.player));
  const own = mine ?? armies[1];
  const other = armies[0] === own ? armies[1] : armies[0];
  const fills = SET_UPS.includes(due?.kind) && due.form && mine ? due : null;
  const draft = fills ? setUpFor(fills, how.advised?.spaces) : null;
  const names = battle.names;
  const lines = battle.columns.length ? battle.columns : COLUMNS.slice(1, 2);

  const change = (/** @type {string} */ unit, /** @type {string} */ target = "") => {
    [chosen, aimed] = [unit, target];
    how.changed();
  };

  /** The units of an army by the box that they are in. @param {Army} army */
  function placed(army) {
    /** @type {Record<string, string[]>} */
    const found = {};
    const put = (/** @type {string} */ box, /** @type {string} */ id) => void (found[LATE.includes(box) ? "late" : box] ??= []).push(id);
    for (const [box, ids] of Object.entries(army.boxes)) ids.forEach((id) => put(box, id));
    for (const id of army.unplaced) {
      const box = (army === own && draft?.get(id)) || army.sealed[id];
      put(box || "waits", id);
    }
    return found;
  }

  /** Units that are alike, together. @param {Army} army @param {string[]} ids @returns {Group[]} */
  function groupsOf(army, ids) {
    /** @type {Map<string, Group>} */
    const found = new Map();
    for (const id of ids) {
      const unit = army.units[id];
      const acted = army.acted.includes(id);
      const name = `${unit.nation} ${unit.kind} ${unit.elite} ${acted}`;
      const group = found.get(name) ?? { ids: [], unit, acted };
      group.ids.push(id);
      found.set(name, group);
    }
    return [...found.values()];
  }

  /** What a unit of a group may do now. @param {Group} group */
  const offersOf = ({ ids }) => offers.filter(({ command }) => ids.includes(command.unit));
  const chosenOffers = () => offers.filter(({ command }) => chosen && command.unit === chosen);
  /** What the chosen unit may do to a group. @param {Group} group */
  const against = ({ ids }) => chosenOffers().filter(({ command }) => ids.includes(command.target));

  /** @param {Group} group */
  const called = ({ ids, unit }) =>
    [ids.length, unit.nation === own.army || unit.nation === other.army ? "" : words(unit.nation), unit.elite ? "elite" : "", unit.kind === "leader" && ids.length > 1 ? "leaders" : unit.kind]
      .filter(Boolean)
      .join(" ");

  /** A group as a counter; a button where something may be done with it. @param {Army} army @param {Group} group @param {string} where */
  function counter(army, group, where) {
    const { unit, ids, acted } = group;
    const said = `${called(group)} of ${army.name}, ${where}${acted ? ", acted in this turn" : ""}`;
    const look = `unit ${army.army === "usa" || army.army === "csa" ? army.army : "special"} ${unit.nation}${acted ? " acted" : ""}`;
    const face = [
      sign(unit.sign),
      el("b", { "aria-hidden": "true" }, String(ids.length)),
      unit.elite ? el("small", { class: "elite", "aria-hidden": "true" }, "E") : null,
    ];
    const hits = army === other ? against(group) : [];
    if (hits.length)
      return el(
        "button",
        {
          type: "button",
          class: `${look} target`,
          "aria-label": `${said}: a target`,
          title: hits.map(({ text }) => text).join("; "),
          on: { click: () => (hits.length === 1 ? how.give(hits[0].command) : change(chosen, ids[0])) },
        },
        ...face,
      );
    const movable = army === own && (draft ? ids.filter((id) => draft.has(id)) : []);
    const able = army === own && (draft ? movable && movable.length > 0 : offersOf(group).length > 0);
    if (!able) return el("span", { class: look, role: "img", "aria-label": said, title: said }, ...face);
    const first = draft && movable ? movable[0] : offersOf(group)[0].command.unit;
    return el(
      "button",
      {
        type: "button",
        class: `${look} able`,
        "aria-pressed": String(ids.includes(chosen)),
        "aria-label": `${said}: ${draft ? "choose where it goes" : "may act"}`,
        title: said,
        on: { click: () => change(ids.includes(chosen) ? "" : first) },
      },
      ...face,
    );
  }

  /** Where the chosen unit may be put in a box of its army. @param {Army} army @param {string} box */
  function here(army, box) {
    if (!chosen || army !== own) return null;
    const name = names[box];
    if (draft && fills) {
      const may = fills.form.spaces.some((/** @type {any} */ { id }) => id === box) && draft.get(chosen) !== box;
      if (!may) return null;
      const put = () => {
        const from = draft.get(chosen);
        const alike = own.units[chosen];
        putUnit(fills, chosen, box);
        const next = own.unplaced.find((id) => {
          const unit = own.units[id];
          return draft.get(id) === from && unit.kind === alike.kind && unit.elite === alike.elite && unit.nation === alike.nation;
        });
        change(next ?? "");
      };
      return el("button", { type: "button", class: "here", "aria-label": `Put one in ${name}`, on: { click: put } }, "Here");
    }
    const goes = chosenOffers().find(({ command }) => command.to === box);
    if (!goes) return null;
    return el("button", { type: "button", class: "here", "aria-label": goes.text, on: { click: () => how.give(goes.command) } }, "Move here");
  }

  /** @param {Army} army @param {string} box @param {string} area where it is in the grid */
  function boxOf(army, box, area) {
    const ids = placed(army)[box] ?? [];
    const name = box === "late" ? "Not yet there" : (names[box] ?? words(box));
    const all = groupsOf(army, ids);
    const said = all.map(called).join(", ") || "nobody";
    const acts = battle.acting === army.army && COLUMNS.includes(box) ? " acting" : "";
    return el(
      "div",
      { class: `box ${army.army}${acts} ${box}`, style: `grid-area: ${area}`, role: "group", "aria-label": `${army.name}, ${name.toLowerCase()}: ${said}` },
      el("h4", {}, short(box, name)),
      el("div", { class: "units" }, ...all.map((group) => counter(army, group, name.toLowerCase()))),
      here(army, box),
    );
  }

  /** @param {Army} army @param {string} edge */
  function half(army, edge) {
    const boxes = placed(army);
    const waits = boxes.waits?.length && !(army === own && draft);
    const hidden = waits
      ? el(
          "p",
          { class: `screen ${edge} ${army.army}` },
          battle.given.includes(army.army)
            ? `The set-up of ${army.name} is in, behind the screen: ${countOf(boxes.waits.length, "unit")}.`
            : `${army.name}: ${countOf(boxes.waits.length, "unit")} to set up behind the screen.`,
        )
      : null;
    const columns = hidden
      ? []
      : lines.flatMap((/** @type {string} */ line) => [
          boxOf(army, line, `${edge}-${line}`),
          battle.stage === "set_up" ? null : boxOf(army, `${line}_middle`, `${edge}-middle-${line}`),
        ]);
    return [
      el("h3", { class: "army", style: `grid-area: ${edge}-name` }, el("span", { class: `side ${army.army}` }, army.name), `, ${army.attacks ? "attacker" : "defender"}: ${countOf(army.brigades, "brigade")}${lost(army)}`),
      hidden,
      ...columns,
      ...ASIDE.filter((box) => box !== "late" || boxes.late).map((box) => boxOf(army, box, `${edge}-${box}`)),
    ].filter((each) => each !== null);
  }

  /** What may be done, as buttons: with the chosen unit, or by the whole army. */
  function acts() {
    if (fills) {
      const said = chosen ? "Choose where it goes." : "Choose a unit, then where it goes. The order is in the panel: Set up so.";
      return el("section", { class: "acts-here", "aria-label": "What to do" }, el("p", { class: "meta", role: "status" }, said));
    }
    const one = aimed ? chosenOffers().filter(({ command }) => command.target === aimed) : chosenOffers();
    const all = offers.filter(({ command }) => !command.unit);
    const able = offers.some(({ command }) => command.unit);
    const said = !offers.length
      ? due
        ? "…"
        : "The other side decides."
      : chosen
        ? "Choose its target or where it goes, on the board or here."
        : able
          ? "Choose one of your units with a bright edge."
          : "Choose.";
    return el(
      "section",
      { class: "acts-here", "aria-label": "What to do" },
      el("p", { class: "meta", role: "status" }, said),
      el("ul", { class: "plain" }, ...one.map((offer) => el("li", {}, button(offer), how.means(offer.command)))),
      all.length <= 6 ? el("p", { class: "all" }, ...all.map(button)) : null,
    );
  }

  /** @param {Offer} offer */
  function button(offer) {
    const order = el("button", { type: "button", "data-type": offer.type }, capital(offer.text));
    order.addEventListener("click", (event) => event.detail < 2 && how.give(offer.command));
    return order;
  }

  /** What happened last, with its die; what was before is folded up. */
  function news() {
    const last = how.latest.findLast((each) => each.card) ?? how.latest.at(-1);
    const after = last ? how.latest.slice(how.latest.indexOf(last) + 1) : [];
    const before = last ? how.latest.slice(0, how.latest.indexOf(last)).slice(-SHOWN) : [];
    return el(
      "section",
      { class: "board-news", "aria-label": "What happened last" },
      el("h3", {}, "What happened last"),
      ...(last ? how.said(last) : [el("p", { class: "meta" }, "Nothing yet.")]),
      ...after.map((each) => el("p", {}, each.text)),
      before.length
        ? el("details", {}, el("summary", {}, "Before that"), el("ol", { class: "plain" }, ...before.reverse().map((each) => el("li", {}, each.text))))
        : null,
    );
  }

  const turn = battle.turn ? `Turn ${battle.turn}${battle.phase ? `, ${battle.phase} phase` : ""}` : battle.stage === "set_up" ? "Set-up" : "";
  return el(
    "div",
    { class: `battle-board columns-${lines.length}` },
    el("p", { class: "where" }, el("b", {}, capital(battle.line)), turn ? ` ${turn}.` : ""),
    el("div", { class: "field" }, ...half(other, "top"), ...half(own, "foot")),
    el("div", { class: "beside" }, acts(), news()),
  );
}

/** What an army has lost, in a word. @param {Army} army */
const lost = (army) => (army.lost.length ? `, ${army.lost.length} lost` : "");

/** The name of a box where its row says the rest. @param {string} box @param {string} name */
const short = (box, name) =>
  COLUMNS.includes(box) ? words(box) : box.endsWith("_middle") ? "Middle" : capital(name.replace(/^The /, "").replace(/ box$/, ""));

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sign of a kind of units. @param {string} d */
function sign(d) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-6 -5 12 10");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", d);
  svg.append(path);
  return svg;
}
