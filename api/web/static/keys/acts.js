// @ts-check
/** What a player does with a seat's key and dice chain: buttons of the notices and of the panel of keys. */

import { makeChain } from "./chain.js";
import { PlayerError } from "./errors.js";
import { keysOf, makeKey } from "./keys.js";
import { MATCH, signRequest } from "./signing.js";
import { el, words } from "../shell/dom.js";
import { knownLog } from "./able.js";
import { exportSeat, importSeat } from "./file.js";
import { CHAIN_LENGTH } from "./holding.js";

/**
 * @typedef {object} Around
 * @property {import("./holding.js").Holding} holding
 * @property {import("../shell/store.js").Store} store
 * @property {import("../play/acting.js").Acting} acting
 * @property {(error: unknown) => void} failed
 * @typedef {import("./holding.js").Held} Held
 */

/** A button that does one thing, and is not to be had while it is done. @param {string} text @param {() => Promise<any>} call */
export function act(text, call, kind = "quiet") {
  const button = el("button", { type: "button", class: kind }, text);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await call();
    } finally {
      button.disabled = false;
    }
  });
  return button;
}

/** @param {Around} around */
export function actsOf({ holding, store, acting, failed }) {
  /** Do, and look again; a refusal is shown. @param {() => Promise<any>} work */
  const done = async (work) => {
    try {
      await work();
    } catch (error) {
      failed(error);
    }
    await store.refresh();
    await holding.look();
  };
  /** @param {Held} held @param {number} series */
  const chain = (held, series) =>
    makeChain({
      game: held.place.game,
      timeline: holding.dice().timeline,
      seat: held.seat,
      series,
      length: CHAIN_LENGTH,
      scheme: holding.dice().scheme,
    });

  return {
    /** A first key, or one in the place of that in force. @param {Held} held */
    makeKey: (held) =>
      done(async () => {
        await holding.keepForGood();
        const key = await makeKey();
        return holding.through(held.seat, (_, client) => client.registerKey(key));
      }),
    /** In place of a key that is lost. @param {Held} held */
    offerKey: (held) =>
      done(async () => {
        await holding.keepForGood();
        const key = await makeKey();
        return holding.through(held.seat, (_, client) => client.offerKey(key));
      }),
    /** Answer a key that is offered, or take one's own back. @param {Held} held @param {string} of @param {"accept" | "decline"} how */
    answerKey: (held, of, how) => {
      const offered = store.state.game.seats.find((/** @type {any} */ each) => each.seat === of)?.offered_key;
      const call = `/seats/${encodeURIComponent(of)}/key/${how}`;
      return done(() => acting.post(call, { seat: held.seat, key: offered }));
    },
    /** A chain of one's own from here on: at once, or offered where the other seat has to agree. @param {Held} held */
    keepChain: (held) =>
      done(async () => {
        await holding.keepForGood();
        const { timeline, series } = holding.dice();
        const fresh = chain(held, series[held.seat]);
        return holding.through(held.seat, (_, client) => client.anchor(timeline, { chain: fresh }));
      }),
    /** @param {Held} held */
    leaveChain: (held) =>
      done(() => {
        const { timeline } = holding.dice();
        return holding.through(held.seat, (_, client) => client.anchor(timeline, { custody: "server" }));
      }),
    /** Agree to the other seat's new chains; one's own continues. @param {Held} held @param {any} offer */
    agree: (held, offer) =>
      done(() =>
        holding.through(held.seat, (_, client) => client.anchor(offer.timeline, { agreesTo: offer.offer })),
      ),
    /** Save the seat as a file. @param {Held} held */
    save: (held) =>
      done(async () => {
        const log = await knownLog(held.place, () => store.api.ask("/log/keys"));
        const text = await exportSeat(held.place, log);
        const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
        const name = `ironclad-${held.seat}-${held.place.game.slice(0, 8)}.seat.json`;
        el("a", { href: address, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
      }),
    /** Bring a seat's file: asks for it, and keeps what it has. @param {Held} held @param {string} [text] on the button */
    bring: (held, text = "Bring the seat file") =>
      asking(held.seat, text, (file) => done(async () => void (await importSeat(file, held.place)))),
    /** Bring the file of a seat that is not held here, and enter it by its key. @param {string} seat */
    enter: (seat) =>
      asking(seat, `Bring the seat file of ${words(seat)}`, async (file) => {
        try {
          await enter(seat, file);
          location.reload();
        } catch (error) {
          failed(error);
        }
      }),
  };

  /** @param {string} seat @param {string} file */
  async function enter(seat, file) {
    const place = { server: location.origin, game: String(store.state.game.id), seat };
    await importSeat(file, place);
    const record = store.state.game.seats.find((/** @type {any} */ each) => each.seat === seat);
    const key = (await keysOf(place)).find((each) => each.publicKey === record?.key?.key);
    if (!key)
      throw new PlayerError("bad-file", `this file has not the key that ${words(seat)} signs with now`);
    const now = (await fetch(`${store.api.root}${store.path}`)).headers.get("date"); // by the service's clock
    const at = Math.floor((Date.parse(now ?? "") || Date.now()) / 1000);
    const about = { log: record.key.log, game: place.game, timeline: MATCH, seat, id: "" };
    const signature = await signRequest(key, { ...about, command: { type: "enter", at } });
    await acting.send(`/seats/${encodeURIComponent(seat)}/entry`, { at, signature });
  }

  /**
   * A button that asks for a file.
   * @param {string} seat @param {string} text @param {(file: string) => Promise<void>} take
   */
  function asking(seat, text, take) {
    const field = el("input", {
      type: "file",
      accept: ".json,application/json",
      class: "hush",
      tabIndex: -1,
      "aria-label": `The seat file of ${words(seat)}`,
    });
    field.addEventListener("change", () => {
      const [file] = field.files ?? [];
      if (!file) return;
      void holding
        .keepForGood()
        .then(() => file.slice(0, 1 << 20).text())
        .then(take);
      field.value = "";
    });
    const button = el("button", { type: "button", class: "quiet", on: { click: () => field.click() } }, text);
    return el("span", { class: "bring" }, button, field);
  }
}
