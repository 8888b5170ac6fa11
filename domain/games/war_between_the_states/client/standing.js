// @ts-check
/** Standing answers: what a side answers to decisions of a kind until it changes them (R.1/12). */

import { el, words } from "../../shell/dom.js";
import { orderForm } from "./entries.js";

/** @typedef {{ratio: number, chit: number}} Band */

const BANDS = 3; // rows of chits by ratio that the form has

/** @param {any} order @param {unknown} _offer @param {{give: (command: Record<string, any>) => unknown}} how */
export function form(order, _offer, { give }) {
  const { now, kinds, sides, says } = order.form;
  const attack = bands("When you attack", now.attack_chits);
  const defence = bands("When you defend", now.defence_chits);
  const losses = choice(
    "Odd losses fall first on",
    [["", "ask me"], ...kinds.map((/** @type {string} */ kind) => [kind, words(kind)])],
    now.losses[0] ?? "",
  );
  const ground = choice("Where the ground lets you stay", [["", "ask me"], ["stand", "Stand"], ["go", "Go"]], now.ground);
  const toward = el("input", { type: "text", value: now.toward, size: 6, maxLength: 5, "data-model": "" });
  const defend = tick("Answer how a hex is defended", now.defence);
  const ships = tick("with all ships beside it", now.ships);
  const depot = tick("with the depot's garrison", now.depot);
  const withdraws = tick("cavalry withdraws where it may", now.withdraws);
  const supply = tick("Pay combat supply from the nearest store", now.supply);
  const feed = tick("Feed all who can be fed", now.feed);
  const keep = tick("Never destroy own supply", now.keep);
  const siege = choice(
    "First in the siege phase",
    [["", "ask me"], ...sides.map((/** @type {any} */ { id, name }) => [id, name])],
    now.first_siege,
  );
  const made = orderForm({
    parts: [
      says.length ? el("ul", { class: "meta" }, ...says.map((/** @type {string} */ said) => el("li", {}, said))) : el("p", { class: "meta" }, "You are asked everything now."),
      attack.node,
      defence.node,
      el("fieldset", {}, el("legend", {}, "After a battle"), losses.node, ground.node, el("label", {}, "Retreat towards the hex ", toward)),
      el("fieldset", {}, el("legend", {}, "Defence"), defend.node, ships.node, depot.node, withdraws.node),
      el("fieldset", {}, el("legend", {}, "Supply and sieges"), supply.node, feed.node, keep.node, siege.node),
    ],
    button: "Give these standing answers",
    sums: () => ({ said: "", right: true }),
    answer: () => ({
      type: "set_standing_answers",
      answers: {
        attack_chits: attack.value(),
        defence_chits: defence.value(),
        losses: losses.value() ? [losses.value(), ...now.losses.filter((/** @type {string} */ kind) => kind !== losses.value())] : [],
        ground: ground.value(),
        toward: toward.value.trim().toUpperCase(),
        defence: defend.value(),
        ships: ships.value(),
        depot: depot.value(),
        withdraws: withdraws.value(),
        supply: supply.value(),
        feed: feed.value(),
        keep: keep.value(),
        first_siege: siege.value(),
      },
    }),
    give,
  });
  return made.node;
}

/** @param {string} text @param {string[][]} choices @param {string} value */
function choice(text, choices, value) {
  const field = /** @type {HTMLSelectElement} */ (
    el("select", { "aria-label": text, "data-model": "" }, ...choices.map(([id, name]) => el("option", { value: id }, name)))
  );
  field.value = value;
  return { node: el("label", {}, `${text} `, field), value: () => field.value };
}

/** @param {string} text @param {boolean} on */
function tick(text, on) {
  const box = el("input", { type: "checkbox", checked: on, "data-model": "" });
  return { node: el("label", { class: "tick" }, box, ` ${text}`), value: () => box.checked };
}

/** Chits by the ratio of attack to defence in percent; a row without a ratio is none. @param {string} text @param {Band[]} of */
function bands(text, of) {
  const rows = Array.from({ length: Math.max(BANDS, of.length) }, (_, index) => of[index] ?? null).map((band, index) => {
    const ratio = el("input", {
      type: "number", min: "0", max: "100000", value: band ? String(band.ratio) : "", inputMode: "numeric",
      "aria-label": `${text}: ratio in percent, row ${index + 1}`, "data-model": "",
    });
    const chit = el("input", {
      type: "number", min: "0", max: "4", value: band ? String(band.chit) : "0", inputMode: "numeric",
      "aria-label": `${text}: chit, row ${index + 1}`, "data-model": "",
    });
    return { ratio, chit, node: el("p", {}, "from ", ratio, " percent: chit ", chit) };
  });
  const value = () =>
    rows
      .filter(({ ratio }) => ratio.value !== "")
      .map(({ ratio, chit }) => ({ ratio: ratio.valueAsNumber, chit: chit.valueAsNumber || 0 }));
  const legend = el("legend", {}, `${text}: chit by ratio of attack to defence`);
  return { node: el("fieldset", { class: "bands" }, legend, ...rows.map(({ node }) => node)), value };
}
