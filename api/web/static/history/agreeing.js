// @ts-check
/** What seats agree on: going back to an event, a draw. The same wherever it is shown. */

import { el, words } from "../shell/dom.js";
import { boundary, nameOf, played } from "./lines.js";

const REASON = 500; // characters, as the service takes them

/**
 * @typedef {{store: import("../shell/store.js").Store, acting: import("../play/acting.js").Acting,
 *   failed: (error: unknown) => void, compare?: (point: import("./lines.js").Point) => void}} Around
 *   `compare` compares a point with the event that is shown
 */

/** What is being typed; it outlives every redraw. */
const draft = { reason: "", field: /** @type {HTMLInputElement | null} */ (null) };

/** @param {string} text @param {() => void} call @param {string} [kind] */
export function act(text, call, kind = "quiet") {
  const button = el("button", { type: "button", class: kind }, text);
  button.addEventListener("click", call);
  return button;
}

/** What follows a request: the game is looked at again, or it is said why it failed. @param {Around} around @returns {(asked: Promise<any>) => Promise<any>} */
export const settled =
  ({ store, failed }) =>
  (asked) =>
    asked.then(() => store.refresh(), failed);

/** What waits for an answer: each with what one may do about it, and a look at where it would lead. @param {Around} around */
export function proposals(around) {
  const { store, acting, compare } = around;
  const { game, held } = store.state;
  const done = settled(around);
  return (game.proposals ?? []).map((/** @type {any} */ each) => {
    const rewind = each.kind === "rewind";
    const call = rewind ? `/rewinds/${each.id}` : `/draw-offers/${each.id}`;
    const line =
      !rewind || each.timeline === game.timeline ? "" : ` of “${nameOf(store.state, each.timeline)}”`;
    const said = rewind
      ? `${words(each.seat)} proposes to go back to event ${each.at}${line}${each.reason ? `: ${each.reason}` : ""}`
      : `${words(each.seat)} offers a draw`;
    const others = held.filter((seat) => seat !== each.seat);
    const own = held.filter((seat) => seat === each.seat);
    const point = { timeline: each.timeline, at: each.at };
    return el(
      "div",
      { class: "proposal", role: "group", "aria-label": said },
      el("p", {}, said),
      rewind
        ? el(
            "p",
            {},
            act(`Look at event ${each.at}`, () => void store.load(each.at, each.timeline)),
            " ",
            compare ? act("What it would change", () => compare(point)) : "",
          )
        : null,
      ...others.flatMap((seat) => [
        act("Accept", () => void done(acting.post(`${call}/accept`, { seat })), "answer"),
        " ",
        act("Decline", () => void done(acting.post(`${call}/decline`, { seat }))),
      ]),
      ...own.map((seat) => act("Withdraw", () => void done(acting.post(`${call}/withdraw`, { seat })))),
    );
  });
}

/**
 * A form by which a seat proposes to continue from the event that is shown, with a reason.
 * @param {Around} around
 */
export function proposing(around) {
  const { store, acting } = around;
  const { game, held, where, timelines } = store.state;
  const line = timelines.find((each) => each.id === where.timeline);
  const atHead = where.timeline === game.timeline && where.at === game.version && !game.broken;
  if (!held.length || !line || line.why === "branch" || atHead || where.at < 1)
    return el("p", { class: "meta" }, why(store.state, line));
  const before = draft.field;
  const wrote = before && document.activeElement === before;
  const field = el("input", {
    name: "reason",
    value: draft.reason,
    maxLength: REASON,
    autocomplete: "off",
    placeholder: "Why? (the other seat reads it)",
    "aria-label": "Reason",
  });
  field.addEventListener("input", () => (draft.reason = field.value));
  if (wrote) {
    const { selectionStart, selectionEnd } = before;
    queueMicrotask(() => {
      field.focus({ preventScroll: true });
      field.setSelectionRange(selectionStart, selectionEnd);
    });
  }
  draft.field = field;
  const { timeline, at } = where;
  const button = el("button", {}, `Propose to continue from event ${at}, which is shown`);
  const form = el("form", { class: "inline" }, field, button);
  let from = at;
  void boundary(store, { timeline, at }).then(
    (place) => {
      if (place === at) return;
      from = place;
      button.textContent = `Propose to continue from event ${place}`;
      form.append(
        el(
          "p",
          { class: "meta" },
          `Event ${at} is in the middle of an order: the order would be given again, from event ${place}.`,
        ),
      );
    },
    () => undefined,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [seat] = held;
    void settled(around)(
      acting
        .post("/rewinds", { seat, at: from, timeline, reason: field.value })
        .then(() => (draft.reason = field.value = "")),
    );
  });
  return form;
}

/** Why nothing can be proposed here. @param {import("../shell/store.js").State} state @param {any} line */
function why(state, line) {
  if (!state.held.length) return "A player with a seat may propose to go back to an event.";
  if (line?.why === "branch")
    return "The game never continues from a trial line: its dice were rolled for one player alone.";
  return `To go back, step to the event to continue from${played(state) === state.game.timeline ? "" : " in the game"}.`;
}
