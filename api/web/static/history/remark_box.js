// @ts-check
/** The remarks on the event that is shown, over the map: what they say, their marks and arrows, and writing one. */

import { el, grouped } from "../shell/dom.js";
import { pointer } from "../results/arrows.js";
import { round, svg } from "../board/svg.js";
import { act } from "./agreeing.js";
import { AUDIENCES, SIGNS, remarkNode } from "./remarks.js";

const MOST = 2_000; // characters of a remark
const TITLE = 100;

/** @typedef {import("./remarks.js").Remark} Remark */

/**
 * Marks as they are typed, one after the other with `;` between: a place, or `from > to` for an arrow.
 * @param {string} text @returns {import("./remarks.js").Mark[]}
 */
export const marksOf = (text) =>
  text
    .split(";")
    .map((part) => part.split(">").map((each) => each.trim()))
    .filter(([first]) => first)
    .map(([first, second]) => (second ? { from: first, to: second } : { place: first }));

/** @param {import("./remarks.js").Mark[]} marks */
const typed = (marks) => marks.map(({ place, from, to }) => place ?? `${from} > ${to}`).join("; ");

/**
 * @param {{store: import("../shell/store.js").Store, board: import("../board/board.js").Board,
 *   acting: import("../play/acting.js").Acting, remarks: import("./remarks.js").Remarks, redraw: () => void}} given
 */
export function createRemarkBox({ store, board, acting, remarks, redraw }) {
  const pieces = /** @type {SVGElement} */ (board.frame.querySelector("svg.pieces"));
  const layer = svg("g", { class: "layer remarked" });
  pieces.insertBefore(layer, pieces.querySelector(".layer.cursor"));
  const { chart } = board;
  /** @type {{form: HTMLFormElement, version: number, timeline: string} | null} */
  let writing = null;

  /** Draw the marks of some remarks on the map. @param {Remark[]} found */
  function draw(found) {
    const marks = found.flatMap((remark) => remark.marks);
    const nodes = marks.flatMap(({ place, from = "", to = "" }) => {
      if (place) {
        if (!chart.has(place)) return [];
        const { x, y } = chart.at(place);
        return [svg("circle", { class: "came", "data-place": place, cx: round(x), cy: round(y), r: 19 })];
      }
      if (!chart.has(from) || !chart.has(to) || from === to) return [];
      return [svg("g", { "data-to": to }, ...pointer([chart.at(from), chart.at(to)]))];
    });
    layer.replaceChildren(...(nodes.length ? [svg("g", { class: "went-by remark" }, ...nodes)] : []));
  }

  /** @param {Remark | null} remark the one to change, or null for a new one */
  function write(remark) {
    const { timeline, at } = store.state.where;
    const text = el("textarea", { rows: 3, maxLength: MOST, "aria-label": "Your remark", value: remark?.text ?? "" });
    const title = el("input", { type: "text", maxLength: TITLE, placeholder: "Chapter begins here", "aria-label": "Title of a chapter", value: remark?.title ?? "" });
    const choice = (/** @type {Record<string, string>} */ of, /** @type {string} */ value, /** @type {string} */ label) =>
      el("select", { "aria-label": label }, ...Object.entries(of).map(([key, name]) => el("option", { value: key, selected: key === value }, name)));
    const sign = choice(SIGNS, remark?.sign ?? "", "Sign");
    const audience = choice(AUDIENCES, remark?.for ?? "me", "Who may read it");
    const marks = el("input", { type: "text", "aria-label": "Marks and arrows", placeholder: "Marks: place; from > to", value: typed(remark?.marks ?? []) });
    const wrong = el("p", { class: "refused", role: "alert", hidden: true });
    const add = (/** @type {string} */ between) => {
      const place = board.chosen();
      wrong.hidden = Boolean(place);
      wrong.textContent = place ? "" : "Choose a place on the map first, then mark it or draw an arrow to it.";
      if (!place) return;
      marks.value = marks.value.trim() + (marks.value.trim() ? between : "") + place;
      preview();
    };
    const preview = () => draw([/** @type {any} */ ({ marks: marksOf(marks.value) })]);
    marks.addEventListener("input", preview);
    const done = () => {
      writing = null;
      redraw();
      return remarks.learn();
    };
    const id = crypto.randomUUID();
    const send = async () => {
      const content = { text: text.value, title: title.value, sign: sign.value, marks: marksOf(marks.value), for: audience.value };
      const [seat] = store.state.held;
      const about = { version: at, timeline, id, ...(seat ? { seat } : {}) };
      try {
        if (remark) await acting.beside.patch(`/remarks/${remark.number}`, content);
        else await acting.beside.post("/remarks", { ...about, ...content });
        await done();
      } catch (error) {
        const problem = /** @type {any} */ (error);
        wrong.textContent = problem.details?.errors?.[0]?.what ?? problem.details?.reason ?? problem.message;
        wrong.hidden = false;
      }
    };
    const form = el(
      "form",
      {
        class: "banner remarking",
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void send();
          },
        },
      },
      el("b", {}, remark ? "Change your remark" : `Remark on event ${grouped(at)}`),
      text,
      wrong,
      el("div", { class: "acts" }, sign, audience, title),
      el("div", { class: "acts" }, marks, act("Mark the chosen place", () => add("; ")), act("Arrow to it", () => add(" > "))),
      el("div", { class: "acts" }, el("button", { class: "answer" }, "Save"), act("Cancel", () => void done())),
    );
    writing = { form, version: remark?.version ?? at, timeline };
    redraw();
    text.focus();
  }

  /** The box of the event that is shown, or null where there is nothing to show. */
  function box() {
    const { where } = store.state;
    if (writing && (writing.version !== where.at || writing.timeline !== where.timeline)) writing = null;
    const found = remarks.on(where.at);
    if (!writing) draw(found);
    if (writing) return writing.form;
    const events = remarks.events();
    const near = (/** @type {number | undefined} */ at, /** @type {string} */ name) =>
      at ? act(name, () => void store.load(at), "quiet") : null;
    const earlier = events.findLast((each) => each < where.at);
    const later = events.find((each) => each > where.at);
    if (!found.length && !earlier && !later && !remarks.mayWrite()) return null;
    const mine = (/** @type {Remark} */ remark) => {
      const node = remarkNode(remark);
      if (remark.own)
        node.append(
          act("Change", () => write(remark)),
          act("Delete", () => void acting.beside.remove(`/remarks/${remark.number}`).then(remarks.learn, remarks.learn)),
        );
      return node;
    };
    return el(
      "section",
      { class: "banner remarks-here", "aria-label": "Remarks on this event" },
      found.length ? el("ul", { class: "remarks", role: "status" }, ...found.map(mine)) : null,
      el(
        "div",
        { class: "acts" },
        remarks.mayWrite() ? act("Remark", () => write(null)) : null,
        near(earlier, "Remark before"),
        near(later, "Next remark"),
      ),
    );
  }

  return { box, key: () => JSON.stringify([writing?.version ?? 0, writing ? 0 : store.state.where.at, remarks.on(store.state.where.at), remarks.events().length, remarks.mayWrite()]) };
}
