// @ts-check
/**
 * Talk: what players say to each other, beside the game. Asked for now and then, and at once where something was
 * said here; an onlooker asks less often. A server that does not answer stops nothing else.
 */

import { Problem } from "../shell/api.js";
import { el, words } from "../shell/dom.js";
import { kept } from "../shell/kept.js";
import { freshId } from "./acting.js";
import { createNotes } from "./notes.js";
import { drawMessage } from "./talk_lines.js";

const OPEN = 3_000; // milliseconds between two looks, while the tab is open
const BESIDE = 8_000; // while another tab is
const ONLOOKER = 15_000; // for who has no seat
const HIDDEN = 30_000; // while the page is not looked at
const LONGEST = 60_000; // after looks that failed
const PART = 100; // messages at once
const MOST = 1_000; // characters of a message

/**
 * @param {{board: import("../board/board.js").Board, store: import("../shell/store.js").Store,
 *   tabs: ReturnType<typeof import("../shell/tabs.js").createTabs>,
 *   panels: ReturnType<typeof import("../shell/panels.js").createPanels>,
 *   calls: import("./acting.js").Acting["beside"]}} table
 */
export function createTalk({ board, store, tabs, panels, calls }) {
  const tab = /** @type {HTMLElement} */ (document.getElementById("tab-talk"));
  const pane = /** @type {HTMLElement} */ (document.getElementById("pane-talk"));
  const draft = kept(`ironclad-talk-${store.reader}`, "session");
  const seen = kept(`ironclad-talk-seen-${store.reader}`, "local");
  /** @type {{changes: number, items: any[], next: string | null, onlookers: boolean, may_write: boolean}} newest first */
  let talk = { changes: -1, items: [], next: null, onlookers: false, may_write: false };
  let newest = 0;
  let failures = 0;
  let timer = 0;
  let asking = false;
  let sending = "";

  const count = el("span", { class: "unread" });
  tab.append(count);
  const list = el("ol", { class: "messages", tabindex: 0, "aria-label": "Messages" });
  const earlier = el("button", { type: "button", class: "quiet", hidden: true }, "Earlier messages");
  const field = el("textarea", {
    rows: 3,
    maxLength: MOST,
    "aria-label": "Your message",
    value: draft.get(),
  });
  const as = el("select", { "aria-label": "Say it as", hidden: store.state.held.length < 2 });
  as.append(...store.state.held.map((seat) => el("option", { value: seat }, `As ${words(seat)}`)));
  const send = el("button", { class: "answer" }, "Send");
  const name = el("button", { type: "button", class: "quiet" }, "Name this event");
  const wrong = el("p", { class: "refused", role: "alert", hidden: true });
  const form = el(
    "form",
    { class: "say", hidden: true },
    field,
    wrong,
    el("div", { class: "ends" }, send, name, as),
  );
  const about = el("p", { class: "meta" });
  const opens = el("input", { type: "checkbox" });
  const lets = el(
    "label",
    { class: "meta", hidden: true },
    opens,
    " Onlookers with an account may write here, too",
  );
  pane.append(el("h2", {}, "Talk"), about, earlier, list, form, lets, createNotes(store.reader));

  const isOpen = () => tabs.current() === "talk" && !document.hidden;

  /** @param {unknown} error */
  function failed(error) {
    wrong.textContent = /** @type {any} */ (error)?.message ?? String(error);
    wrong.hidden = false;
  }

  // -- what is said

  /** Ask what is new, and again after a while. */
  async function look() {
    clearTimeout(timer);
    if (asking) return;
    asking = true;
    let wait = document.hidden ? HIDDEN : isOpen() ? OPEN : store.state.held.length ? BESIDE : ONLOOKER;
    try {
      const known = talk.changes < 0 ? undefined : talk.changes;
      const answer = await store.api.ask(`${store.path}/messages`, { query: { known, limit: PART } });
      failures = 0;
      if (answer.changed) take(answer);
    } catch (error) {
      failures += 1;
      const asked = error instanceof Problem ? 1000 * error.after : 0;
      wait = Math.max(asked, Math.min(LONGEST, wait * 2 ** failures));
    }
    asking = false;
    timer = setTimeout(look, wait);
  }

  /** @param {any} answer */
  function take(answer) {
    const fresh = answer.items.filter((/** @type {any} */ each) => each.number > newest && !each.own);
    const first = talk.changes < 0;
    talk = answer;
    newest = Math.max(newest, ...answer.items.map((/** @type {any} */ each) => each.number));
    if (!first && fresh.length)
      board.say(fresh.length === 1 ? `${fresh[0].name}: ${fresh[0].text}` : `${fresh.length} new messages.`);
    draw();
  }

  async function before() {
    earlier.disabled = true;
    try {
      const query = { before: talk.next, limit: PART };
      const answer = await store.api.ask(`${store.path}/messages`, { query });
      talk = { ...talk, items: [...talk.items, ...answer.items], next: answer.next };
      draw();
    } catch (error) {
      failed(error);
    }
    earlier.disabled = false;
  }

  // -- saying something

  /** @param {Event} [event] */
  async function say(event) {
    event?.preventDefault();
    const text = field.value.trim();
    if (!text || send.disabled) return;
    send.disabled = true;
    send.textContent = "Sending …";
    wrong.hidden = true;
    sending ||= freshId(); // sent again after a failure it is the same message
    try {
      await calls.post("/messages", { id: sending, text, ...(as.value ? { seat: as.value } : {}) });
      sending = "";
      if (field.value.trim() === text) field.value = "";
      draft.set(field.value);
      list.scrollTop = list.scrollHeight;
    } catch (error) {
      failed(error);
    }
    send.disabled = false;
    send.textContent = "Send";
    void look();
  }

  field.addEventListener("input", () => {
    sending = "";
    draft.set(field.value);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) void say(event);
  });
  form.addEventListener("submit", say);
  name.addEventListener("click", () => {
    const text = `at event ${store.state.where.at} `;
    const space = field.value && !/\s$/.test(field.value) ? " " : "";
    field.setRangeText(space + text, field.selectionEnd, field.selectionEnd, "end");
    draft.set(field.value);
    field.focus();
  });
  opens.addEventListener("change", () =>
    calls.patch("/messages", { onlookers: opens.checked }).then(look, (error) => {
      opens.checked = !opens.checked;
      failed(error);
    }),
  );
  earlier.addEventListener("click", before);

  // -- the panel

  function draw() {
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const focused = list.contains(document.activeElement);
    const around = {
      go: (/** @type {number} */ at) => store.load(at),
      remove: (/** @type {number} */ number) => calls.remove(`/messages/${number}`).then(look, failed),
    };
    list.replaceChildren(...talk.items.toReversed().map((each) => drawMessage(each, around)));
    if (focused) list.focus({ preventScroll: true });
    if (atEnd) list.scrollTop = list.scrollHeight;
    earlier.hidden = !talk.next;
    form.hidden = !talk.may_write;
    lets.hidden = !store.state.held.length;
    opens.checked = talk.onlookers;
    const who = talk.onlookers
      ? "The seats, and everybody who has an account, write here"
      : "The seats write here";
    about.textContent = `${who}; everybody who may watch the game reads it. It is not in the record.${talk.items.length ? "" : " Nobody has said anything yet."}`;
    mark();
  }

  /** How many messages were not seen yet; none once the tab is looked at. */
  function mark() {
    if (isOpen()) seen.set(String(newest));
    const unread = talk.items.filter((each) => !each.own && each.number > Number(seen.get() || 0)).length;
    count.textContent = unread ? String(unread) : "";
    tab.setAttribute("aria-label", unread ? `Talk, ${unread} unread` : "Talk");
  }

  panels.install("talk", {
    draw: () => {
      mark();
      if (isOpen() && list.dataset.open !== "yes") {
        list.dataset.open = "yes";
        list.scrollTop = list.scrollHeight;
        void look();
      }
    },
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void look();
  });
  store.subscribe((_, what) => {
    if (tabs.current() !== "talk") list.dataset.open = "";
    if (what === "game" && !isOpen()) mark();
  });
  void look();
}
