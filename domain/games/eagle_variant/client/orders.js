// @ts-check
/** Standing orders of a battle as fields: what acts for a side in its phases (tactical/57). */

import { el } from "../../shell/dom.js";
import { choice, row, wordsOf } from "./entries.js";

/** @param {any} standing what may be chosen, and what holds now @param {() => void} changed */
export function standingFields(standing, changed) {
  const now = standing.now;
  const stance = choice("Stance", wordsOf(standing.stances), now.stance, changed);
  const target = choice(
    "Aim first at",
    [{ id: "", name: "what is hit most easily" }, ...wordsOf(standing.targets)],
    now.targets[0] ?? "",
    changed,
  );
  const pursue = choice("Pursue", wordsOf(standing.pursuits), now.pursue, changed);
  const hold = el("input", { type: "checkbox", checked: now.hold_reserve, "aria-label": "Hold the reserve" });
  const withdraw = el("input", {
    type: "number",
    min: "0",
    max: String(standing.most),
    value: String(now.withdraw_at),
    inputMode: "numeric",
    "aria-label": "Withdraw at so many brigades; 0 is never",
  });
  const node = el(
    "fieldset",
    {},
    el("legend", {}, "Standing orders"),
    row("Stance", stance),
    row("Aim first at", target),
    row("Hold the reserve", hold),
    standing.withdraws ? row("Withdraw at so many brigades", withdraw) : null,
    row("Pursue", pursue),
  );
  const value = () => ({
    stance: stance.value,
    targets: target.value ? [target.value] : [],
    hold_reserve: hold.checked,
    withdraw_at: withdraw.valueAsNumber || 0,
    pursue: pursue.value,
  });
  return { node, value };
}
