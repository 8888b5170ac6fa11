// @ts-check
/**
 * A board of its own over the map, while what the manifest names as its `inset` is under way. The ruleset's module draws it;
 * here it opens by itself, is shut and opened again, and keeps the keyboard where it was.
 */

import { blocksOf } from "../shell/blocks.js";
import { el } from "../shell/dom.js";
import { line } from "../shell/happened.js";
import { manifest } from "../shell/manifest.js";
import { own } from "../shell/own.js";
import { openDecisions } from "../shell/store.js";
import { createForesight, means } from "./foresight.js";
import { redraw } from "./redraw.js";

const LOOKED_AT = 60; // events before the one that is shown, that are read for what happened last

/**
 * @param {{store: import("../shell/store.js").Store, board: import("../board/board.js").Board, acting: import("./acting.js").Acting,
 *   turn: import("./turn.js").Turn, giving: import("../answers/giving.js").Giving, advice: import("../answers/advice.js").Advice,
 *   around: import("../shell/panels.js").Around, changed: () => void, failed: (error: unknown) => void}} given
 */
export function createInset({ store, board, acting, turn, giving, advice, around, changed, failed }) {
  const body = el("div", { class: "body", tabIndex: 0, role: "group" });
  const title = el("h2", { tabIndex: -1 });
  const shut = el("button", { type: "button", "aria-keyshortcuts": "b", title: "b", on: { click: toggle } }, "Show the map");
  const root = el("section", { class: "inset", hidden: true }, el("header", {}, title, shut), body);
  const opener = el("button", { type: "button", class: "inset-opener", hidden: true, "aria-keyshortcuts": "b", title: "b", on: { click: toggle } });
  const foresight = createForesight({ acting, changed: draw });
  board.root.append(opener, root);
  let open = false;
  let seen = ""; // the key of what it opened for
  /** @type {any[]} */
  let latest = [];
  let told = ""; // the event up to which `latest` tells

  /** What is under way; null if nothing is. */
  function shown() {
    const { inset } = manifest();
    return inset ? (store.state.views[inset.view]?.[inset.member] ?? null) : null;
  }

  /** Show it, or the map below it. */
  function toggle() {
    if (!shown()) return board.say("There is no other board than the map now.");
    const inside = root.contains(document.activeElement) || opener === document.activeElement;
    open = !open;
    draw();
    if (inside || open) (open ? title : opener).focus({ preventScroll: true });
    board.say(open ? `${manifest().inset?.name} over the map.` : "The map.");
  }

  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    toggle();
  });

  /** The decision that this browser answers, with what its scene has of it. */
  function asked() {
    const owed = turn.owed();
    if (!owed || turn.busy()) return null;
    return openDecisions(store.state.views).find((each) => each.id === owed.due.id) ?? owed.due;
  }

  /** What an answer would bring about; null until it is known. @param {Record<string, any>} command */
  function meaning(command) {
    const owed = turn.owed();
    if (!owed) return null;
    foresight.want(owed, [command]);
    const known = foresight.of(command);
    return known ? means(known) : null;
  }

  /** An entry of the chronicle, with its figures. @param {any} entry */
  const said = (entry) => [
    ...line(entry.card ? { ...entry, details: [] } : entry),
    ...blocksOf(entry.card?.blocks ?? [], around),
  ];

  function draw() {
    const inset = manifest().inset;
    const now = shown();
    if (inset && now && now[inset.key] !== seen) {
      seen = now[inset.key];
      open = true;
    }
    if (!now) seen = "";
    root.hidden = !now || !open;
    opener.hidden = !now || open;
    if (!inset || !now) return body.replaceChildren();
    root.setAttribute("aria-label", inset.name);
    body.setAttribute("aria-label", `${inset.name}: all of it`);
    title.textContent = inset.name;
    opener.textContent = inset.name;
    if (!open) return body.replaceChildren();
    const owed = turn.owed();
    const how = {
      due: asked(),
      offers: owed && !turn.busy() ? owed.offers : [],
      held: store.state.held,
      latest,
      said,
      means: meaning,
      advised: advice.advised()?.command ?? null,
      give: giving.give,
      changed,
    };
    const made = own(inset.module, (module) => module.draw(now, how), draw, failed);
    redraw(body, [made ?? el("p", { role: "status" }, "…")], `${owed?.key} ${seen}`);
    void tell();
  }

  /** Have what happened up to the event that is shown. */
  async function tell() {
    const { timeline, at } = store.state.where;
    const key = `${timeline} ${at}`;
    if (told === key) return;
    told = key;
    const query = { timeline, at, from: Math.max(1, at - LOOKED_AT), limit: LOOKED_AT + 1 };
    const answer = await store.api.once(`${store.path}/views/chronicle`, query).catch(() => null);
    if (told !== key || !answer) return;
    const begun = answer.items.findLastIndex((/** @type {any} */ each) => manifest().together?.opens.includes(each.type));
    latest = answer.items.slice(Math.max(0, begun));
    draw();
  }

  const first = store.subscribe((_, what) => {
    if (what !== "position") return; // the views that the board draws come first
    first();
    const { inset } = manifest();
    if (inset) void store.want(inset.view).then(draw);
  });
  store.subscribe((_, what) => {
    if (what === "position" || what === "views") draw();
  });

  return { draw, toggle };
}
