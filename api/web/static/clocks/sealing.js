// @ts-check
/**
 * The sealed order of an adjournment: the service gets its digest, as an intent has it, and the order itself is kept in
 * this browser until the game continues. Nobody reads it before, and then no other order is taken.
 */

import { freshId } from "../play/acting.js";
import { frame, hex } from "../proof/bytes.js";
import { canonical } from "../proof/canonical.js";
import { SCHEME } from "../proof/dice.js";
import { sha256 } from "../proof/sha256.js";
import { el, words } from "../shell/dom.js";
import { kept } from "../shell/kept.js";

/** @typedef {{id: string, timeline: string, due: {id: string} | null, command: Record<string, any>}} Sealed */

/** What is sealed of a request: SHA-256 in hex. The id hides the rest from guessing. @param {string} game @param {string} seat @param {Sealed} order */
export function digestOf(game, seat, { id, timeline, due, command }) {
  const whole = { game, timeline, seat, id, decision: due?.id ?? null, expected_version: null, command };
  return hex(sha256(frame(`${SCHEME}/intent`, canonical(whole))));
}

/**
 * @param {{store: import("../shell/store.js").Store, acting: import("../play/acting.js").Acting}} table
 * @param {() => void} look asks for the clocks again
 */
export function createSealing({ store, acting }, look) {
  const said = el("p", { class: "sealed-said", role: "status", tabIndex: -1 });
  const list = el("div", { class: "clock-acts" });
  const place = el("section", { "aria-label": "The sealed order", hidden: true }, said, list);
  /** The seats whose next order is sealed. @type {Set<string>} */
  const armed = new Set();
  const sending = new Set();
  let shown = "";
  /** @type {any} */
  let clock = null;

  const shelf = (/** @type {string} */ seat) => kept(`ironclad-sealed ${store.state.game.id} ${seat}`, "local");
  const orderOf = (/** @type {string} */ seat) => /** @type {Sealed | null} */ (JSON.parse(shelf(seat).get() || "null"));

  acting.before((seat, due, command, timeline) => {
    if (!armed.has(seat) || timeline !== store.state.game.timeline) return null;
    return seal(seat, { id: freshId(), timeline, due: due ? { id: due.id } : null, command });
  });

  /** @param {string} seat @param {Sealed} order */
  async function seal(seat, order) {
    sending.add(seat);
    shelf(seat).set(JSON.stringify(order));
    try {
      const { timeline } = order;
      await acting.beside.post("/clock/adjournment", { seat, digest: digestOf(store.state.game.id, seat, order), timeline });
    } finally {
      sending.delete(seat);
    }
    armed.delete(seat);
    tell("Your order is sealed, and kept in this browser. The clocks stand still.");
    return { events: [] };
  }

  /** @param {string} seat @param {Sealed} order */
  async function open(seat, { id, due, command }) {
    try {
      await acting.give(seat, due, command, undefined, id);
      tell("The sealed order is given.");
    } catch (error) {
      tell(`The sealed order was not taken: ${error instanceof Error ? error.message : error}`);
    }
    await store.refresh();
  }

  /** @param {string} text */
  function tell(text) {
    said.textContent = text;
    place.hidden = false;
    look();
  }

  /** @param {string} text @param {string} [name] of a button @param {() => void} [act] */
  const row = (text, name, act) =>
    el("div", { class: "clock-act" }, el("p", {}, text), name ? el("button", { type: "button", on: { click: act } }, name) : null);

  /** What a seat of this browser is shown. @param {string} seat */
  function ofSeat(seat) {
    const order = orderOf(seat);
    if (clock.sealed === seat) {
      if (!order) return row("Your sealed order is not in this browser: give it from the one in which you sealed it.");
      if (clock.paused) return row("Your sealed order is kept in this browser. Give it here once the game continues.");
      return row("The game continues with your sealed order: no other one is taken.", "Give the sealed order", () => void open(seat, order));
    }
    if (order && !clock.adjourning && !sending.has(seat)) shelf(seat).set(""); // it was given, or is of a line that was left
    if (!clock.adjourning || clock.paused) return null;
    if (!clock.holder.includes(seat) || !clock.running.includes(seat)) return null;
    if (document.body.dataset.hides === "yes" && acting.keyed(seat))
      return row("You seal your order by a program: with a key of your own, and hidden fields, this table cannot.");
    const arm = (/** @type {boolean} */ on) => () => {
      if (on) armed.add(seat);
      else armed.delete(seat);
      tell(on ? "Now choose your next order and give it as always: it is sealed, and not carried out." : "Your next order is given, not sealed.");
    };
    if (armed.has(seat)) return row("Your next order is sealed. Choose it and give it as always.", "Do not seal it", arm(false));
    return row("The game is being adjourned. Your next order is sealed: nobody reads it before the game continues, and the clocks stop with it.", "Seal your next order", arm(true));
  }

  /** @param {any} found the clocks as the service answers */
  function show(found) {
    clock = found;
    if (!clock.adjourning) armed.clear();
    const { held } = store.state;
    const key = JSON.stringify([clock.adjourning, clock.sealed, clock.holder, clock.running, Boolean(clock.paused), held, [...armed]]);
    if (key === shown) return;
    shown = key;
    const rows = held.map(ofSeat).filter((each) => each !== null);
    if (clock.sealed && !held.includes(clock.sealed)) rows.push(row(`${words(clock.sealed)} has sealed an order: it is given first when the game continues.`));
    const had = list.contains(document.activeElement);
    list.replaceChildren(...rows);
    place.hidden = !rows.length && !said.textContent;
    if (had) said.focus({ preventScroll: true });
  }

  return { place, show };
}
