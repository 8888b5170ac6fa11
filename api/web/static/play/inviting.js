// @ts-check
/** Links to send: to a free seat, to watch. A link that was made stays in the panel however often it is drawn. */

import { lets, onlyHere } from "./copying.js";
import { dropLink, keptLink } from "../lobby/kept_links.js";
import { el, words } from "../shell/dom.js";

/** @typedef {import("./seats.js").Around} Around */

/** What was made in this page, by game and seat ("" to watch). @type {Map<string, HTMLElement>} */
const kept = new Map();

/** A field with an address and a button that copies it. @param {string} label @param {string} address */
export function toSend(label, address) {
  const field = el("input", { readOnly: true, value: address, spellcheck: false, "aria-label": label });
  const button = el("button", { type: "button", "aria-label": `Copy: ${label}` }, "Copy");
  const said = el("span", { class: "meta", role: "status" });
  lets(field, button, said);
  const warning = onlyHere(address);
  return el(
    "div",
    {},
    el("div", { class: "to-send" }, field, button, said),
    warning ? el("p", { class: "meta" }, warning) : null,
  );
}

/** The whole address of a page of this server. @param {string} path */
const whole = (path) => new URL(path, location.href).href;

/**
 * Invite to a free seat, or (no seat) to watch a private game.
 * @param {Around} around @param {string} seat
 */
export function inviting(around, seat) {
  const key = `${around.store.state.game.id} ${seat}`;
  let place = kept.get(key);
  if (!place) {
    place = el("div", { class: "inviting" });
    kept.set(key, place);
    offer(around, seat, place);
  }
  return place;
}

/** @param {Around} around @param {string} seat @param {HTMLElement} place */
function offer(around, seat, place) {
  const button = el(
    "button",
    { type: "button", class: "quiet" },
    seat ? "Invite by link" : "Make a link to watch",
  );
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const made = await around.acting.post("/invitations", seat ? { seat } : {});
      tell(around, seat, place, { ...made, path: made.path + (await logNamed(around)) });
    } catch (error) {
      button.disabled = false;
      around.failed(error);
    }
  });
  const link = seat && keptLink(String(around.store.state.game.id), seat);
  const shown = link ? toSend(`Link for the ${words(seat)} seat`, link) : "";
  place.replaceChildren(shown, button);
  void stillOpen(around, seat, place, () => {
    if (!shown) return;
    dropLink(String(around.store.state.game.id), seat);
    shown.remove();
  });
}

/**
 * What a link says of this service's log, for the invited page to hold it to; "" where nobody signs the log, or this
 * browser checks no signatures.
 * @param {Around} around
 */
async function logNamed({ store }) {
  try {
    const [{ Http }, { fragmentOf }, { knownLog }] = await Promise.all([
      import("../keys/http.js"),
      import("../keys/meeting.js"),
      import("../keys/able.js"),
    ]);
    const server = location.origin;
    const ask = () => store.api.ask("/log/keys");
    const [seat] = store.state.held;
    const place = { server, game: String(store.state.game.id), seat };
    const key = seat ? (await knownLog(place, ask)).key : (await ask()).keys[0].key;
    return await fragmentOf(new Http(server), String(key));
  } catch {
    return "";
  }
}

/**
 * Links that were made before, which can be withdrawn only.
 * @param {Around} around @param {string} seat @param {HTMLElement} place @param {() => void} withdrawn is called after one was
 */
async function stillOpen({ store, acting, failed }, seat, place, withdrawn) {
  const listed = await store.api.ask(`${store.path}/invitations`).catch(() => ({ items: [] }));
  const button = place.querySelector(":scope > button");
  if (!button) return; // another one was made meanwhile
  for (const each of listed.items.filter((/** @type {any} */ one) => (one.seat ?? "") === seat)) {
    const row = el(
      "p",
      { class: "meta still" },
      `A link of yours is open until ${each.expires_at.slice(0, 10)}. `,
    );
    row.append(
      withdrawing(acting, each.id, failed, () => {
        withdrawn();
        row.remove();
        button instanceof HTMLElement && button.focus();
      }),
    );
    place.append(row);
  }
}

/**
 * @param {Around["acting"]} acting @param {string} id @param {Around["failed"]} failed @param {() => void} done
 */
function withdrawing(acting, id, failed, done) {
  const withdraw = el("button", { type: "button", class: "quiet" }, "Withdraw it");
  withdraw.addEventListener("click", async () => {
    withdraw.disabled = true;
    try {
      await acting.remove(`/invitations/${encodeURIComponent(id)}`);
    } catch (error) {
      if (/** @type {any} */ (error).status !== 409) return failed(error); // what is over is over
    }
    done();
  });
  return withdraw;
}

/** @param {Around} around @param {string} seat @param {HTMLElement} place @param {any} made */
function tell(around, seat, place, made) {
  const { id, expires_at } = made.invitation;
  const label = seat ? `Link for the ${words(seat)} seat` : "Link to watch";
  const withdraw = withdrawing(around.acting, id, around.failed, () => {
    offer(around, seat, place);
    place.querySelector("button")?.focus();
  });
  const until = expires_at.slice(0, 10);
  const earlier = place.querySelectorAll(".still");
  place.replaceChildren(
    toSend(label, whole(made.path)),
    el("p", { class: "meta" }, seat ? `Good once, until ${until}. ` : `Good until ${until}. `, withdraw),
    ...earlier,
  );
  place.querySelector("input")?.select();
}

/** The link by which others watch: the address itself where anyone may. @param {Around} around */
export function watching(around) {
  const { isPrivate, mayInvite } = document.body.dataset;
  if (isPrivate === "yes" && mayInvite !== "yes") return null;
  const key = `${around.store.state.game.id} watching`;
  let place = kept.get(key);
  if (!place) {
    place = el(
      "details",
      { class: "watching" },
      el("summary", {}, "Watching link"),
      isPrivate === "yes"
        ? el(
            "div",
            {},
            el("p", { class: "meta" }, "The game is private: the link lets any account read it."),
            inviting(around, ""),
          )
        : el(
            "div",
            {},
            el("p", { class: "meta" }, "Anyone may watch this game, by its address."),
            toSend("Address of this game", whole(location.pathname)),
          ),
    );
    kept.set(key, place);
  }
  return place;
}
