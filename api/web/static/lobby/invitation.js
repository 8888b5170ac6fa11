// @ts-check
/** An invitation's page: the service is held to the log that the link names, before the invitation is taken. */

import { Http } from "../keys/http.js";
import { meet, readFragment } from "../keys/meeting.js";
import { el, grouped } from "../shell/dom.js";

const named = readFragment(location.hash);
const place = document.querySelector("[data-meeting]");

/** @param {string} kind @param {string} text */
function say(kind, text) {
  place?.replaceChildren(el("p", { class: kind, role: kind === "notice" ? "alert" : "status" }, text));
}

/** Let the invitation be taken, which waits for this until now (hold.js). */
function letTake() {
  for (const button of document.querySelectorAll("form button"))
    if (button instanceof HTMLButtonElement) button.disabled = false;
}

if (named && place) {
  say("meta", "Checking that this service shows the log that the invitation names …");
  try {
    const { size } = await meet(new Http(location.origin), named);
    say(
      "meta",
      `This service shows the log that the invitation names: ${grouped(size)} events, which this browser keeps to from here on.`,
    );
    letTake();
  } catch (wrong) {
    const why = wrong instanceof Error ? wrong.message : String(wrong);
    const code = /** @type {any} */ (wrong).code;
    if (code === "unproved" || code === "behind" || code === "contradiction") {
      for (const button of document.querySelectorAll("form button")) button.classList.add("barred");
      say(
        "notice",
        `Do not take this invitation: ${why} Ask the player who invited you, by another way than this link.`,
      );
    } else {
      say("meta", `The log that the invitation names was not checked here: ${why}`);
      letTake();
    }
  }
} else letTake(); // a link that says too little of a log to be checked
