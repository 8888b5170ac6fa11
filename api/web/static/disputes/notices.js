// @ts-check
/** At the table of a game with claims: how many are open, and a notice of each that is new or further than it was. */

import { el, words } from "../shell/dom.js";
import { kept } from "../shell/kept.js";
import { aboutText, stateText } from "./said.js";
import { styled } from "./styled.js";

const CLOSED = ["settled", "withdrawn", "final", "decided"];

/** @param {{store: import("../shell/store.js").Store, say: (text: string) => void}} table */
export function installNotices({ store, say }) {
  const address = `/games/${encodeURIComponent(store.state.game.id)}/claims`;
  const badge = el("a", { class: "claims-badge", href: address });
  const list = el("div", { class: "claim-notices", role: "status" });
  document.querySelector(".tools")?.prepend(badge);
  document.getElementById("panes")?.before(list);
  const seen = kept(`ironclad-claims/${store.reader}`, "local");
  /** What was seen of each claim: its state. @type {Record<string, string>} */
  let known = JSON.parse(seen.get() || "{}");
  let shown = "";
  let latest = 0;

  /** @param {any} claim */
  function dismiss(claim) {
    known = { ...known, [claim.claim]: claim.state };
    seen.set(JSON.stringify(known));
    shown = "";
    void look();
  }

  /** @param {any} claim */
  const notice = (claim) => {
    const text = textOf(claim, store.state.held);
    const close = el("button", { type: "button", on: { click: () => dismiss(claim) } }, "Dismiss");
    const open = el("a", { class: "button", href: `${address}/${claim.claim}` }, `Open claim ${claim.claim}`);
    open.addEventListener("click", () => dismiss(claim));
    return el("div", { class: "kept" }, el("p", {}, text), el("p", { class: "acts" }, open, " ", close));
  };

  async function look() {
    const mine = ++latest;
    const answer = await store.api.ask(`${store.path}/claims`).catch(() => null); // the next event asks again
    if (!answer || mine !== latest) return;
    const open = answer.items.filter((/** @type {any} */ each) => !CLOSED.includes(each.state)).length;
    badge.textContent = open ? `Claims (${open} open)` : "Claims";
    const fresh = answer.items.filter((/** @type {any} */ each) => known[each.claim] !== each.state && !own(each));
    const key = JSON.stringify(fresh.map((/** @type {any} */ each) => [each.claim, each.state]));
    if (key === shown) return;
    shown = key;
    list.replaceChildren(...fresh.slice(-3).map(notice));
    for (const each of fresh.slice(-1)) say(textOf(each, store.state.held));
  }

  /** Whether a claim is news to nobody here: a reader's own, just made. @param {any} claim */
  const own = ({ seat, state }) => state === "made" && store.state.held.includes(seat);

  void styled();
  store.subscribe((_, what) => {
    if (what === "game") void look();
  });
  void look();
}

/** @param {any} claim @param {string[]} held */
function textOf({ claim, seat, about, state }, held) {
  const who = held.includes(seat) ? "You say" : `${words(seat)} says`;
  return `Claim ${claim}: ${who} that ${aboutText(about)} is wrong. ${stateText(state)}.`;
}
