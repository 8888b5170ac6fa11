// @ts-check
/** The panel of keys: for each seat that is held, who keeps its dice chain and its key, and what one may change. */

import { countOf, el, grouped, words } from "../shell/dom.js";
import { act, actsOf } from "./acts.js";
import { mustAgree } from "./seat_notices.js";

/** @typedef {import("./acts.js").Around} Around */
/** @typedef {import("./holding.js").Held} Held */

/** @param {HTMLElement} pane @param {Around} around */
export async function drawKeys(pane, around) {
  const { holding, store } = around;
  if (!store.state.game.seats) return;
  await holding.look();
  const seats = holding.seats();
  const lacks = holding.lacks();
  const parts = [
    el("h2", {}, "Keys and dice"),
    seats.length
      ? null
      : el(
          "p",
          {},
          "You hold no seat here. A player who sits down may keep the seat’s key and dice chain in the browser.",
        ),
    seats.length && lacks ? el("p", { class: "refused" }, lacks) : null,
    ...seats.flatMap((held) => section(held, around, Boolean(lacks))),
    ...others(around),
  ];
  pane.replaceChildren(...parts.filter((each) => each !== null));
}

/** @param {Held} held @param {Around} around @param {boolean} unable */
function section(held, around, unable) {
  const acts = actsOf(around);
  const { holding, store } = around;
  const { key, chain, record } = held;
  const over = Boolean(store.state.game.outcome);
  const agree = mustAgree(holding, held.seat) ? " (the other seat has to agree)" : "";
  const blocked = key === "elsewhere" || key === "offered";
  const buttons = unable
    ? []
    : [
        key === "none" ? act("Make a key", () => acts.makeKey(held), "answer") : null,
        key === "here"
          ? act("Replace the key", async () => {
              if (
                confirm(
                  `Make a new key for ${words(held.seat)}? The old one signs for it, and no more after that.`,
                )
              )
                await acts.makeKey(held);
            })
          : null,
        !over && !blocked && chain === "service"
          ? act(`Keep the dice chain here${agree}`, () => acts.keepChain(held), "answer")
          : null,
        !over && !blocked && chain === "here"
          ? act(`Make a new chain${agree}`, () => acts.keepChain(held))
          : null,
        !over && !blocked && chain === "here"
          ? act(`Leave the dice to the service${agree}`, () => acts.leaveChain(held))
          : null,
        held.keeps ? act("Save the seat as a file", () => acts.save(held)) : null,
        acts.bring(held, held.keeps ? "Bring another seat file" : "Bring the seat file"),
      ];
  return [
    el("h3", {}, el("span", { class: `side ${held.seat}` }, words(held.seat))),
    el(
      "dl",
      { class: "terms" },
      el("dt", {}, "Key"),
      el("dd", {}, keyed(held)),
      record?.key ? el("dt", {}, "Public key") : null,
      record?.key ? el("dd", {}, el("code", { class: "hexes" }, record.key.key)) : null,
      el("dt", {}, "Dice chain"),
      el("dd", {}, chained(held)),
      ...followed(held, holding),
    ),
    el("p", {}, meaning(held)),
    buttons.some(Boolean) ? el("p", { class: "acts" }, ...buttons) : null,
    held.keeps && !unable
      ? el(
          "p",
          { class: "meta" },
          "The seat’s file has the key and the chains in clear: anybody who has it can sign for the seat and foresee its share of the dice. Keep it as you would a password, and play from one browser at a time.",
        )
      : null,
  ];
}

/** How far this browser has verified the log. @param {Held} held @param {import("./holding.js").Holding} holding */
function followed({ key, record }, holding) {
  const audited = holding.audited();
  if (key !== "here" || !record?.key.scheme || !audited) return [];
  return [
    el("dt", {}, "The log"),
    el(
      "dd",
      {},
      `verified up to event ${grouped(audited.size)}; ${countOf(audited.receipts, "receipt")} of orders kept in this browser`,
    ),
  ];
}

/** @param {Held} held */
function keyed({ key, record }) {
  const as = record?.key && !record.key.scheme ? ", of the older kind" : "";
  const number = record?.key ? `number ${record.key.number}${as}` : "";
  if (key === "none") return "none";
  return key === "here" ? `${number}, in this browser` : `${number}, not in this browser`;
}

/** @param {Held} held */
function chained({ chain }) {
  const said = {
    none: "not shared in this game",
    service: "kept by the service",
    here: "kept in this browser",
    elsewhere: "kept elsewhere: not in this browser",
    due: "none on this line yet",
  };
  return said[chain];
}

/** What it means, in two sentences. @param {Held} held */
function meaning({ key, chain, record }) {
  const signed =
    key === "none"
      ? "Orders are not signed, so the record of who gave them rests on the service’s word."
      : record?.key?.scheme
        ? "Every order is signed with the record that you had seen, so anyone can check from the bundle that nobody else gave it, and that nothing before it was changed since."
        : "Every order is signed, so anyone can check from the bundle that nobody else gave it.";
  const rolled = {
    none: "The service rolls the dice of this game alone.",
    service: "The service adds this seat’s share to each roll, so you trust it not to look ahead.",
    here: "This browser adds this seat’s share to each roll, so not even the service can choose or foresee your dice alone.",
    elsewhere: "Orders that roll can be given only where the chain is.",
    due: "Nothing rolls on this line before the seat has a chain.",
  };
  return `${signed} ${rolled[chain]}`;
}

/** How the seats of others are kept. @param {Around} around */
function others(around) {
  const { holding, store } = around;
  const enters = holding.lacks() ? [] : entries(around);
  const mine = new Set(holding.seats().map(({ seat }) => seat));
  const rest = store.state.game.seats.filter(
    (/** @type {any} */ each) => each.player && !mine.has(each.seat),
  );
  if (!rest.length) return [];
  const lines = rest.map((/** @type {any} */ each) => {
    const key = each.key ? `signs with key ${each.key.number}` : "signs nothing";
    const dice = each.custody === "client" ? "keeps its own dice chain" : "leaves its dice to the service";
    return el("li", {}, el("b", { class: `side ${each.seat}` }, words(each.seat)), ` ${key}, and ${dice}.`);
  });
  return [el("h3", {}, "Others"), el("ul", { class: "plain" }, ...lines), ...enters];
}

/** A seat that one plays in another browser may be entered here by its file. @param {Around} around */
function entries(around) {
  const { store } = around;
  const taken = store.state.game.seats.filter(
    (/** @type {any} */ each) => each.key && !store.state.held.includes(each.seat),
  );
  if (!taken.length || (document.body.dataset.accounts === "yes" && !document.body.dataset.account))
    return [];
  const acts = actsOf(around);
  return [
    el(
      "details",
      {},
      el("summary", {}, "Play a seat of yours from this browser, too"),
      el(
        "p",
        {},
        "The seat’s file, saved where you play it now, lets you in: its key says that the seat is yours.",
      ),
      el("p", { class: "acts" }, ...taken.map((/** @type {any} */ each) => acts.enter(each.seat))),
    ),
  ];
}
