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

if (named && place) {
  say("meta", "Checking that this service shows the log that the invitation names …");
  const forms = document.querySelectorAll("form");
  try {
    const { size } = await meet(new Http(location.origin), named);
    say(
      "meta",
      `This service shows the log that the invitation names: ${grouped(size)} events, which this browser keeps to from here on.`,
    );
  } catch (wrong) {
    const why = wrong instanceof Error ? wrong.message : String(wrong);
    const code = /** @type {any} */ (wrong).code;
    if (code === "unproved" || code === "behind" || code === "contradiction") {
      say(
        "notice",
        `Do not take this invitation: ${why} Ask the player who invited you, by another way than this link.`,
      );
      forms.forEach((form) => form.querySelectorAll("button").forEach((button) => (button.disabled = true)));
    } else say("meta", `The log that the invitation names was not checked here: ${why}`);
  }
}
