// @ts-check
/** What the table says where this browser has found that the log contradicts itself, and what the player can do then. */

import { el } from "../shell/dom.js";
import { act, download } from "./acts.js";

/** @typedef {import("./auditor.js").Stopped} Stopped */

const CAUSES =
  "Somebody has changed the record, has put another copy in its place, or has asked for what this seat must not show yet; a service that was restored from a backup looks the same. Nothing more is sent from this browser for any game of this log.";
const WITH_EVIDENCE =
  "Save the evidence and keep it. Send it to the other player and to your tournament director: anyone can check it without the service, with the command “ironclad audit --evidence FILE”.";
const WITHOUT =
  "Save the bundle of the game and keep it: the command “ironclad verify FILE” names the event that does not hold.";
const BROKEN =
  "It says so itself, signed. Games continue when both seats agree on an event from which they do. What this browser has verified of the part that is left is held against it as before.";
const SURE =
  "Play on over what the service shows now? What it signed before is not held against it any more, except in the evidence that you saved.";

/**
 * @param {import("./acts.js").Around} around
 * @param {Stopped} stopped
 */
export function stopNotice({ holding, store }, stopped) {
  const { evidence, text, broken } = stopped;
  const bundle = el(
    "a",
    { href: `${store.api.root}${store.path}/bundle`, download: `${store.state.game.id}.bundle` },
    "Save the bundle",
  );
  return el(
    "section",
    { class: "kept wrong stopped", role: "alert" },
    el("h2", {}, `Stopped: ${titleOf(stopped)}`),
    el("p", {}, text),
    el("p", {}, broken ? BROKEN : CAUSES),
    broken ? null : el("p", {}, evidence ? WITH_EVIDENCE : WITHOUT),
    el(
      "p",
      { class: "acts" },
      evidence ? act("Save the evidence", async () => save(stopped, store.state.game.id), "answer") : null,
      bundle,
      act("Play on nevertheless", async () => void (confirm(SURE) && (await holding.goOn()))),
    ),
  );
}

/** @param {Stopped} stopped */
function titleOf({ broken, evidence }) {
  if (broken) return "the service lost a part of its log";
  return evidence ? "the record contradicts itself" : "the service broke its rules";
}

/** @param {Stopped} stopped @param {string} game */
function save({ at, text, evidence }, game) {
  const file = `${JSON.stringify({ ...evidence, at, text, game }, null, 1)}\n`;
  download(file, `ironclad-${at.slice(0, 10)}.evidence.json`);
}
