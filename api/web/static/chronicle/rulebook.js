// @ts-check
/** The rulebook in a dialog: a clause in our words, what was decided of it, and the cases that test it. */

import { countOf, el, words } from "../shell/dom.js";
import { oneStop } from "../shell/one_stop.js";

const TITLE = "rulebook-title";

/**
 * @typedef {{api: import("../shell/api.js").Api, ruleset: string}} Shelf
 * @typedef {{id: string, text: string, code: string[], waived: string | null}} Clause
 * @typedef {{clauses: Map<string, Clause>, named: RegExp}} Book its clauses by id, and what finds ids in a text
 */

/** @type {Map<string, Promise<Book>>} */
const books = new Map();

/**
 * The book, asked for once.
 * @param {Shelf} source
 */
function bookOf({ api, ruleset }) {
  const known = books.get(ruleset);
  if (known) return known;
  const asked = api.once(`/rulesets/${encodeURIComponent(ruleset)}/clauses`).then((book) => ({
    clauses: new Map(book.items.map((/** @type {Clause} */ each) => [each.id, each])),
    named: new RegExp(`(?<![\\w./-])(?:${book.named || "(?!)"})(?![\\w/]|[.-]\\w)`, "g"),
  }));
  books.set(ruleset, asked);
  asked.catch(() => books.delete(ruleset));
  return asked;
}

/** @param {string} id */
const paragraphOf = (id) => id.split("/")[0];
/** @param {string} id */
const nameOf = (id) => (id.includes("/") ? `Clause ${id}` : `Paragraph ${id}`);

/** The reading under way, if the dialog is open. @type {ReturnType<typeof createReading> | null} */
let reading = null;

/**
 * Open the rulebook at a clause ("9.4/3") or a paragraph ("9.4"); where it is open already, go there.
 * @param {Shelf} source @param {string} id
 */
export function openRulebook(source, id) {
  reading ??= createReading(source, () => (reading = null));
  reading.go(id);
}

/** @param {Shelf} source @param {() => void} closed */
function createReading(source, closed) {
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const openerName = opener?.getAttribute("aria-label") ?? opener?.textContent;
  const openerPane = opener?.closest("[role=tabpanel]");
  /** @type {{id: string, top: number}[]} */
  const trail = [];
  let place = -1;

  const button = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ call) =>
    el("button", { type: "button", title: label, "aria-label": label, on: { click: call } }, sign);
  const back = button("Back to the clause before", "‹", () => move(-1));
  const forward = button("Forward again", "›", () => move(1));
  const close = el(
    "button",
    { type: "button", class: "close", on: { click: () => dialog.close() } },
    "Close",
  );
  const title = el("h2", { id: TITLE, tabIndex: -1 });
  const body = el("div", { class: "page" });
  const dialog = el(
    "dialog",
    { class: "clauses" },
    el("header", {}, el("span", { class: "trail" }, back, forward), title, close),
    body,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => {
    if (!event.altKey || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    move(event.key === "ArrowLeft" ? -1 : 1);
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed();
    if (opener?.isConnected) return opener.focus({ preventScroll: true });
    // What opened it was drawn again meanwhile: the same button, or the panel where it was.
    const alike = [...(openerPane?.querySelectorAll("button") ?? [])].find(
      (each) => (each.getAttribute("aria-label") ?? each.textContent) === openerName,
    );
    (alike ?? /** @type {HTMLElement | null} */ (openerPane))?.focus({ preventScroll: true });
  });
  oneStop(dialog);
  document.body.append(dialog);

  /** @param {string} id */
  function go(id) {
    if (trail[place]?.id === id) return;
    if (trail[place]) trail[place].top = body.scrollTop;
    trail.splice(++place, trail.length, { id, top: 0 });
    void show();
  }

  /** @param {number} by */
  function move(by) {
    if (!trail[place + by]) return;
    trail[place].top = body.scrollTop;
    place += by;
    void show();
  }

  async function show() {
    const { id, top } = trail[place];
    const here = () => trail[place]?.id === id && dialog.isConnected;
    dialog.setAttribute("aria-label", nameOf(id));
    title.textContent = nameOf(id);
    back.disabled = place === 0;
    forward.disabled = place === trail.length - 1;
    body.replaceChildren(el("p", { class: "meta" }, "…"));
    if (!dialog.open) dialog.showModal();
    title.focus({ preventScroll: true });
    try {
      const book = await bookOf(source);
      if (!here()) return;
      const many = [...book.clauses.values()].filter((each) => paragraphOf(each.id) === id);
      const one = book.clauses.get(id);
      const paper = createPaper(book, go);
      if (!one && !many.length) {
        body.replaceChildren(el("p", {}, "This build has no text of it."));
      } else if (!one) {
        body.replaceChildren(el("div", { class: "clause-lines" }, ...many.map((each) => paper.line(each))));
      } else {
        body.replaceChildren(...paper.text(one), el("p", { class: "meta" }, "Its cases are looked up…"));
        const address = `/rulesets/${encodeURIComponent(source.ruleset)}/clauses/${id.split("/").map(encodeURIComponent).join("/")}`;
        const page = await source.api.once(address);
        if (!here()) return;
        title.textContent = page.title ? `${nameOf(id)} · ${page.title}` : nameOf(id);
        body.replaceChildren(...paper.text(one), ...paper.more(page));
      }
      body.scrollTop = top;
    } catch (error) {
      if (!here()) return;
      const said = `The rest did not come: ${error instanceof Error ? error.message : error}`;
      body.querySelector(".meta:last-child")?.remove();
      body.append(
        el("p", { role: "alert" }, said),
        el("button", { type: "button", on: { click: () => void show() } }, "Try again"),
      );
    }
  }

  return { go };
}

/**
 * The text of a page, its clauses as links.
 * @param {Book} shown @param {(id: string) => void} go
 */
function createPaper(shown, go) {
  const { clauses: book, named } = shown;
  const paragraphs = new Set([...book.keys()].map(paragraphOf));

  /** @param {string} id @param {string} [label] */
  const link = (id, label = id) =>
    el(
      "button",
      {
        type: "button",
        class: "clause",
        "aria-label": label === id ? nameOf(id) : undefined,
        on: { click: () => go(id) },
      },
      label,
    );

  /** Text with what it names as links; not to itself. @param {string} text @param {string} self */
  function linked(text, self) {
    const parts = [];
    let from = 0;
    for (const found of text.matchAll(named)) {
      const [id] = found;
      if (id === self || !(book.has(id) || paragraphs.has(id))) continue;
      parts.push(text.slice(from, found.index), link(id));
      from = found.index + id.length;
    }
    return [...parts, text.slice(from)].filter(Boolean);
  }

  /** @param {Clause} each */
  const line = (each) => el("p", { class: "clause-line" }, link(each.id), " ", ...linked(each.text, each.id));

  /** @param {Clause} each */
  const text = (each) => [el("p", { class: "clause-text" }, ...linked(each.text, each.id))];

  /** @param {any} page */
  function more(page) {
    const [each] = page.items;
    const near = [page.before, page.after].map((id) => id && link(id, id));
    return [
      each.reading
        ? el(
            "section",
            {},
            el("h3", {}, "How we read it"),
            el("p", {}, ...linked(each.reading, each.id)),
            each.option
              ? el(
                  "p",
                  { class: "meta" },
                  `A game may choose otherwise: option ${words(each.option).toLowerCase()}.`,
                )
              : null,
          )
        : null,
      each.decisions.length
        ? el(
            "section",
            {},
            el("h3", {}, each.decisions.length > 1 ? "What was decided" : "It was decided"),
            ...each.decisions.map((/** @type {any} */ one) => el("p", {}, ...linked(one.text, each.id))),
          )
        : null,
      each.waived ? el("p", { class: "meta" }, `Asks for nothing here: ${each.waived}`) : null,
      cases(each, page.has_cases),
      each.code.length
        ? el(
            "details",
            {},
            el("summary", {}, "Where it is carried out"),
            el("ul", {}, ...each.code.map((/** @type {string} */ at) => el("li", {}, el("code", {}, at)))),
          )
        : null,
      el(
        "nav",
        { class: "near", "aria-label": "In the book" },
        near[0] ? el("span", {}, "before: ", near[0]) : el("span"),
        link(paragraphOf(each.id), `all of ${paragraphOf(each.id)}`),
        near[1] ? el("span", {}, "after: ", near[1]) : el("span"),
      ),
    ].filter((part) => part !== null);
  }

  /** @param {any} each @param {boolean} here */
  function cases(each, here) {
    if (!here)
      return el("p", { class: "meta" }, "This build was made without the cases that test the rules.");
    if (!each.cases.length)
      return el("p", { class: "meta" }, "No case shows it by itself; the tests of the code hold it.");
    return el(
      "section",
      {},
      el("h3", {}, `Shown by ${countOf(each.cases.length, "case")}`),
      ...each.cases.map((/** @type {any} */ one) => caseOf(one, each.id)),
    );
  }

  /** @param {any} one @param {string} self */
  function caseOf(one, self) {
    const list = (/** @type {string[]} */ lines) =>
      el("ul", {}, ...lines.map((said) => el("li", {}, ...linked(said, self))));
    const steps = one.when.map((/** @type {any} */ step) =>
      el(
        "li",
        {},
        step.part ? el("b", { class: "part" }, step.part) : null,
        step.order
          ? el(
              "span",
              {},
              el("b", { class: `side ${step.seat}` }, words(step.seat)),
              ` ${step.order}`,
              step.dice.length ? el("span", { class: "meta" }, `; dice ${step.dice.join(", ")}`) : null,
            )
          : "It is looked at:",
        step.then.length ? list(step.then) : null,
      ),
    );
    const others = one.clauses.filter((/** @type {string} */ id) => id !== self);
    return el(
      "details",
      { class: "case" },
      el("summary", {}, one.title),
      one.note ? el("p", {}, ...linked(one.note, self)) : null,
      el("h4", {}, "Given"),
      list(one.given),
      steps.length ? el("h4", {}, "When") : null,
      steps.length ? el("ol", {}, ...steps) : null,
      one.then.length ? el("h4", {}, "Then") : null,
      one.then.length ? list(one.then) : null,
      el(
        "p",
        { class: "meta" },
        one.file,
        others.length ? "; shows too " : "",
        ...others.map((/** @type {string} */ id) => (book.has(id) ? link(id) : id)),
      ),
    );
  }

  return { line, text, more };
}
