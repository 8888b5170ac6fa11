// @ts-check
/** What the table tells of held seats' keys and chains above its panels, with what may be done about it. */

import { el, words } from "../shell/dom.js";
import { act, actsOf } from "./acts.js";
import { stopNotice } from "./stop_notice.js";
import { notHere } from "./trouble.js";

/** @typedef {import("./acts.js").Around} Around */
/** @typedef {import("./holding.js").Held} Held */

/** @param {Around} around @returns {HTMLElement[]} */
export function seatNotices(around) {
  const { holding, store } = around;
  const seats = holding.seats();
  if (!seats.length || !store.state.game.seats) return [];
  const acts = actsOf(around);
  const stopped = holding.stopped();
  if (stopped) return [stopNotice(around, stopped)];
  const notes = [...seats.flatMap((held) => ofKey(held, holding, acts)), ...ofOffers(around, seats, acts)];
  if (!store.state.game.outcome)
    notes.push(...seats.flatMap((held) => ofChain(held, holding, acts)), ...ofOthers(around, seats, acts));
  return notes;
}

/** @param {string} text @param {...(Node | null)} buttons */
const note = (text, ...buttons) =>
  el(
    "div",
    { class: "kept" },
    el("p", {}, text),
    buttons.length ? el("p", { class: "acts" }, ...buttons) : null,
  );

/** @param {Held} held @param {import("./holding.js").Holding} holding @param {ReturnType<typeof actsOf>} acts */
function ofKey(held, holding, acts) {
  const { seat, record, key } = held;
  const name = words(seat);
  if (key === "here" && record.offered_key)
    return [
      note(
        `Somebody with ${name}’s seat, not this browser’s key, offers another key for it as if yours were lost. If that was not you, take it back.`,
        act("Take it back", () => acts.answerKey(held, seat, "decline")),
      ),
    ];
  if (key === "here" && !record.key.scheme)
    return [
      note(
        `${name}’s key signs orders, and not what you had seen when you gave them: they could be replayed in another game’s record. A newer key signs that, too.`,
        act("Make a newer key", () => acts.makeKey(held)),
      ),
    ];
  if (key === "none" || key === "here") return [];
  if (holding.lacks()) return [note(`${notHere(seat)} ${holding.lacks()}`)];
  if (key === "offered")
    return [
      note(
        `You offered another key for ${name}: once the other seat agrees, this browser plays on with it.`,
        acts.bring(held, "Bring the seat file instead"),
      ),
    ];
  const other = record.offered_key ? " Another key is on offer already, not from this browser." : "";
  return [
    note(
      notHere(seat) + other,
      acts.bring(held),
      act("Offer a new key (the other seat has to agree)", () => acts.offerKey(held)),
    ),
  ];
}

/** @param {Held} held @param {import("./holding.js").Holding} holding @param {ReturnType<typeof actsOf>} acts */
function ofChain(held, holding, acts) {
  const name = words(held.seat);
  if (held.key === "elsewhere" || held.key === "offered" || holding.lacks()) return [];
  const own = holding.dice()?.offers.some((/** @type {any} */ each) => each.seat === held.seat);
  if (own && held.chain !== "none")
    return [note(`You offered new dice chains for ${name}: they begin once the other seat agrees.`)];
  if (held.chain === "due" && !held.keeps)
    return [
      note(
        `This line of the game has no dice chain of ${name} yet, and nothing rolls before it has one.`,
        act("Make one in this browser", () => acts.keepChain(held)),
        act("Leave it to the service", () => acts.leaveChain(held)),
      ),
    ];
  if (held.chain !== "elsewhere") return [];
  const agree = mustAgree(holding, held.seat) ? " (the other seat has to agree)" : "";
  return [
    note(
      `${name}’s dice chain is not in this browser, so no order that rolls can be given for it here.`,
      acts.bring(held),
      act(`Offer a new chain${agree}`, () => acts.keepChain(held)),
      act(`Leave it to the service${agree}`, () => acts.leaveChain(held)),
    ),
  ];
}

/** What other seats offer. @param {Around} around @param {Held[]} seats @param {ReturnType<typeof actsOf>} acts */
function ofOffers({ holding, store }, seats, acts) {
  const mine = new Set(seats.map((held) => held.seat));
  const [first] = seats;
  const keys = store.state.game.seats
    .filter((/** @type {any} */ each) => each.offered_key && !mine.has(each.seat))
    .map((/** @type {any} */ each) =>
      note(
        `${words(each.seat)} says that its key is lost, and offers another. Anybody who has its seat’s cookie could say so: agree if you know that it is your opponent.`,
        act("Agree to the key", () => acts.answerKey(first, each.seat, "accept")),
        act("Decline the key", () => acts.answerKey(first, each.seat, "decline")),
      ),
    );
  const both = store.state.game.seats
    .filter((/** @type {any} */ each) => each.offered_key && mine.has(each.seat) && seats.length > 1)
    .map((/** @type {any} */ each) => {
      const other = /** @type {Held} */ (seats.find((held) => held.seat !== each.seat));
      return note(
        `${words(each.seat)} offers another key in place of its own; you play ${words(other.seat)}, too.`,
        act("Agree to the key", () => acts.answerKey(other, each.seat, "accept")),
      );
    });
  const chains = (holding.dice()?.offers ?? []).flatMap((/** @type {any} */ offer) => {
    const held = seats.find(({ seat }) => seat !== offer.seat);
    if (!held) return [];
    const what = offer.own ? "a new dice chain of its own" : "to leave its dice chain to the service";
    return [
      note(
        `${words(offer.seat)} offers ${what}. All links shown so far count no more then: agree if you believe its reason.`,
        act("Agree to the chain", () => acts.agree(held, offer)),
      ),
    ];
  });
  return [...keys, ...both, ...chains];
}

/** What is waited for of other seats. @param {Around} around @param {Held[]} seats @param {ReturnType<typeof actsOf>} acts */
function ofOthers({ holding, store }, seats, acts) {
  const dice = holding.dice();
  if (!dice?.epoch || dice.timeline !== store.state.game.timeline) return [];
  const mine = new Set(seats.map((held) => held.seat));
  const kept = seats.filter((held) => held.link);
  if (kept.length)
    return kept.map((held) =>
      note(
        `${words(held.seat)}’s link is signed, and the service has not taken it. Anyone may hand it in: save it, and send it to the other player or to your tournament director.`,
        act("Save the signed link", () => acts.saveLink(held)),
      ),
    );
  const awaits = (dice.awaits ?? []).filter((/** @type {string} */ seat) => !mine.has(seat));
  if (awaits.length)
    return [
      note(
        `Waiting for ${awaits.map(words).join(" and ")}’s answer: an order is in the log, and is carried out with it. There is nothing to do until then.`,
      ),
    ];
  if (dice.awaits?.length) {
    const given = store.state.game.seats
      .map((/** @type {any} */ each) => each.seat)
      .filter((/** @type {string} */ seat) => !mine.has(seat));
    return given.length
      ? [note(`${given.map(words).join(" and ")} has given its order. It is shown, and carried out, with yours.`)]
      : [];
  }
  const [owed] = dice.owed ?? [];
  if (owed && !mine.has(owed.seat)) {
    const name = words(owed.seat);
    const text = `Waiting for ${name}’s link: an order of ${name} is in the log, and its dice fall once the link is there. ${name}’s browser sends it by itself while its table is open, and you have nothing to do. If you were sent the link as a file, hand it in here.`;
    return [note(text, acts.handIn(owed.seat))];
  }
  return dice.epoch.chains
    .filter(
      (/** @type {any} */ each) =>
        each.custody === "client" && each.party !== "server" && !mine.has(each.party),
    )
    .flatMap((/** @type {any} */ each) => {
      const name = words(each.party);
      if (each.length === 0)
        return [
          note(
            `Waiting for ${name}’s browser: it anchors a dice chain for this line by itself, once its table is open.`,
          ),
        ];
      const bared = dice.shares.some((/** @type {any} */ share) => share.party === each.party);
      return bared
        ? []
        : [
            note(
              `Waiting for ${name}’s browser: it shows its first dice link by itself, once its table is open.`,
            ),
          ];
    });
}

/** Whether another seat has shown a link of its own that a new chain would void. @param {import("./holding.js").Holding} holding @param {string} seat */
export const mustAgree = (holding, seat) => {
  const dice = holding.dice();
  return (dice?.epoch?.chains ?? []).some(
    (/** @type {any} */ each) =>
      each.party !== "server" &&
      each.party !== seat &&
      each.custody === "client" &&
      dice.shares.some((/** @type {any} */ share) => share.party === each.party),
  );
};
