// @ts-check
/** How the chronicle is searched: by words, topic, side, turn, what is new; and a link to the event that is shown. */

import { countOf, el, words } from "../shell/dom.js";
import { manifest, sideName, sides } from "../shell/manifest.js";
import { addressOf } from "./items.js";

const TYPING = 250; // milliseconds after the last key before it is sought

/**
 * @param {import("../shell/panels.js").Around} around @param {() => void} changed
 */
export function createBar({ store, board }, changed) {
  let since = 0;
  let typing = 0;
  /** @type {{name: string, from: number, to: number}[]} */
  let chapters = [];

  const picked = () => {
    since = 0;
    changed();
  };
  const choice = (/** @type {string} */ name, /** @type {[string, string][]} */ options) =>
    el(
      "select",
      { "aria-label": name, on: { change: changed } },
      ...options.map(([value, label]) => el("option", { value }, label)),
    );
  const text = el("input", {
    type: "search",
    placeholder: "Seek in all turns",
    "aria-label": "Seek in the chronicle",
    on: {
      input: () => {
        clearTimeout(typing);
        typing = setTimeout(changed, TYPING);
      },
    },
  });
  const topic = choice("Topic", [
    ["", "All topics"],
    ...(manifest().topics ?? []).map((each) => /** @type {[string, string]} */ ([each, words(each)])),
  ]);
  const side = choice("Side", [
    ["", "All sides"],
    ...sides().map((each) => /** @type {[string, string]} */ ([each, sideName(each)])),
  ]);
  const turn = choice("Turn", [["0", "All turns"]]);
  const quiet = el("input", { type: "checkbox", on: { change: changed } });
  const said = el("p", { class: "meta", role: "status" });
  const news = el("div", { class: "news" });
  const clear = el(
    "button",
    {
      type: "button",
      hidden: true,
      on: {
        click: () => {
          text.value = topic.value = side.value = "";
          turn.value = "0";
          picked();
          text.focus();
        },
      },
    },
    "Show all",
  );
  const link = el("button", { type: "button", on: { click: () => void copy() } }, "Copy link");
  const at = el("input", {
    type: "number",
    min: "1",
    "aria-label": "Go to event number",
    placeholder: "Event",
  });
  const jump = el(
    "form",
    {
      class: "jump",
      on: {
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const to = Math.min(Math.max(1, Math.round(Number(at.value))), store.state.where.head);
          if (at.value && to) void store.load(to === store.state.where.head ? null : to);
        },
      },
    },
    at,
    el("button", {}, "Go"),
  );
  const more = el(
    "details",
    { class: "narrower" },
    el("summary", {}, "Narrow down"),
    el(
      "div",
      {},
      topic,
      side,
      turn,
      el(
        "label",
        { title: "Also what is no news: questions asked, moves begun and ended" },
        quiet,
        " Every event",
      ),
      jump,
      link,
    ),
  );
  const report = el(
    "details",
    { class: "narrower" },
    el("summary", {}, "After-action report"),
    el(
      "div",
      {},
      el("button", { type: "button", on: { click: () => void reported("save") } }, "Save as text"),
      el("button", { type: "button", on: { click: () => void reported("print") } }, "Print"),
    ),
  );
  const element = el("div", { class: "seek" }, news, text, clear, more, report, said);

  /** Make the report of the turns that are chosen, as this reader may know them. @param {"save" | "print"} how */
  async function reported(how) {
    said.textContent = "The report is made …";
    try {
      const made = await import("./report.js");
      const title = `${document.querySelector("h1")?.textContent ?? "Ironclad"}: after-action report`;
      const asked = chapters.filter((each) => turn.value === "0" || String(each.from) === turn.value);
      const lines = await made.linesOf(store, asked, (place) => board.chart.fullName(place));
      said.textContent = "";
      if (how === "print") made.print(title, lines);
      else made.save("after-action-report.txt", made.textOf(title, lines));
    } catch (error) {
      said.textContent = `The report did not come: ${error instanceof Error ? error.message : error}`;
    }
  }

  /** Copy the address of the event that is shown; if that is not allowed, show it to be copied by hand. */
  async function copy() {
    const address = new URL(addressOf(store, store.state.where.at), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      said.textContent = `The link to event ${store.state.where.at} is copied.`;
    } catch {
      const field = el("input", {
        type: "text",
        readOnly: true,
        value: address,
        "aria-label": "Link to this event",
      });
      said.replaceChildren(field);
      field.select();
    }
  }

  /** @param {number | null} read the last event that was read on an earlier visit */
  function showNews(read) {
    const { head } = store.state.where;
    const fresh = read === null ? 0 : head - read;
    if (news.dataset.key === `${fresh} ${since}`) return;
    news.dataset.key = `${fresh} ${since}`;
    news.replaceChildren();
    if (read === null || fresh <= 0) return;
    news.append(
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(Boolean(since)),
          on: {
            click: () => {
              since = since ? 0 : read;
              changed();
            },
          },
        },
        `Since you were here: ${countOf(fresh, "event")}`,
      ),
    );
  }

  return {
    element,
    quiet: () => quiet.checked,
    /** The first event of the chapter that was chosen, 0 for all. */
    chapter: () => Number(turn.value),
    /** @returns {import("./entries.js").Filter} */
    filter() {
      const chosen = chapters.find((each) => each.from === Number(turn.value));
      return {
        topic: topic.value,
        side: side.value,
        text: text.value,
        since,
        from: chosen?.from ?? 0,
        to: chosen?.to ?? 0,
      };
    },
    /** @param {typeof chapters} now @param {number | null} read */
    show(now, read) {
      if (now.map((each) => each.from).join() !== chapters.map((each) => each.from).join()) {
        const before = turn.value;
        turn.replaceChildren(
          el("option", { value: "0" }, "All turns"),
          ...now.map((each) => el("option", { value: String(each.from) }, each.name)),
        );
        turn.value = now.some((each) => String(each.from) === before) ? before : "0";
      }
      chapters = now;
      showNews(read);
      const seeks = Boolean(text.value || topic.value || side.value || since || turn.value !== "0");
      clear.hidden = !seeks;
      if (!seeks && said.textContent?.endsWith("found.")) said.textContent = "";
    },
    /** @param {string} what */
    say(what) {
      said.textContent = what;
    },
  };
}
