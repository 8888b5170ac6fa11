// @ts-check
/** Standing answers: what a seat has said beforehand, in words; and a form to say it, for everywhere or for a place. */

import { clause } from "../shell/clauses.js";
import { el, words } from "../shell/dom.js";
import { manifest, placeField, placeNoun, placesIn } from "../shell/manifest.js";
import { meant } from "../shell/places.js";
import { createUnasked } from "./unasked.js";

const VIEW = "standing";

/**
 * @typedef {{order: string, text: string}} Choice
 * @typedef {{place: string, name: string, order: string}} Exception
 * @typedef {{seat: string, asked: string, rule: string, command: string, everywhere: string, places?: Exception[],
 *   choices: Choice[]}} Answer as the ruleset's view of standing answers tells it
 * @typedef {{place: string, single: boolean, order: string | null, wrong: string}} Draft
 *   what is being said: for the `single` place that is typed, or everywhere; null: nothing chosen yet
 */

/**
 * @param {{store: import("../shell/store.js").Store, board: import("../board/board.js").Board,
 *   acting: Pick<import("./acting.js").Acting, "give">, turn: Pick<import("./turn.js").Turn, "atHead">,
 *   failed: (error: unknown) => void, changed: () => void}} given
 */
export function createStanding({ store, board, acting, turn, failed, changed }) {
  /** @type {Map<string, Draft>} */
  const drafts = new Map(); // what is typed stays here, whatever is drawn again
  /** @type {string | null} */
  let picking = null; // the form that the next click on the map is for
  let open = false;
  const unasked = createUnasked({ store, acting, failed, changed });
  const first = store.subscribe((state, what) => {
    if (what !== "position") return; // the views that the board draws come first
    first();
    if (state.held.length) void store.want(VIEW).then(changed);
  });

  const keyOf = (/** @type {Answer} */ answer) => `${answer.seat} ${answer.command}`;

  /** @param {Answer} answer */
  function draftOf(answer) {
    const found = drafts.get(keyOf(answer)) ?? { place: "", single: false, order: null, wrong: "" };
    drafts.set(keyOf(answer), found);
    return found;
  }

  /** @param {Answer} answer @param {string} order */
  const textOf = (answer, order) => answer.choices.find((each) => each.order === order)?.text ?? order;

  /** @param {string} place */
  const nameOf = (place) => board.chart.fullName(place);

  /** @param {Answer} answer @param {string} order @param {string} [place] */
  function give(answer, order, place) {
    const where = answer.places ? { [placeField()]: place ?? "all" } : {};
    return unasked.give(answer.seat, { type: answer.command, order, ...where }, () => {
      drafts.delete(keyOf(answer));
      const said = place ? `in ${nameOf(place)}` : "everywhere";
      board.say(`Standing answer of the ${words(answer.seat)} ${said}: ${textOf(answer, order)}.`);
    });
  }

  /** What is typed and chosen, given if it can be. @param {Answer} answer */
  function submit(answer) {
    const draft = draftOf(answer);
    const place = draft.single ? meant(board.chart, draft.place) : null;
    if (draft.order === null) draft.wrong = "Choose an answer first.";
    else if (draft.single && !place)
      draft.wrong = draft.place.trim()
        ? `There is no ${draft.place.trim()} on the map.`
        : `Name a ${placeNoun()}, or pick it.`;
    else {
      draft.wrong = "";
      return void give(answer, draft.order, place ?? undefined);
    }
    changed();
  }

  /** A click on the map; true if the form that waits for one took it. @param {string} place */
  function click(place) {
    const draft = picking === null ? undefined : drafts.get(picking);
    if (!draft) return false;
    Object.assign(draft, { place, single: true, wrong: "" });
    picking = null;
    board.say(`${nameOf(place)} is chosen for the standing answer.`);
    changed();
    return true;
  }

  /** What holds now. @param {Answer} answer */
  function stands(answer) {
    const { seat, places = [] } = answer;
    const lines = places.map(({ place, order }) => {
      const withdraw = el("button", { type: "button", class: "quiet", disabled: unasked.busy() }, "Withdraw");
      withdraw.setAttribute("aria-label", `Withdraw the answer of the ${words(seat)} for ${nameOf(place)}`);
      withdraw.addEventListener(
        "click",
        (event) => event.detail < 2 && give(answer, answer.everywhere, place),
      );
      return el("li", {}, `In ${nameOf(place)}: ${textOf(answer, order)}. `, withdraw);
    });
    const everywhere = `${places.length ? "Everywhere else" : answer.places ? "Everywhere" : "Now"}: `;
    return el(
      "ul",
      { class: "plain" },
      ...lines,
      el("li", {}, everywhere, textOf(answer, answer.everywhere), "."),
    );
  }

  /** Where it is to hold. @param {Answer} answer @param {Draft} draft */
  function whereabouts(answer, draft) {
    const of = `of the ${words(answer.seat)}`;
    const places = [
      { single: false, text: "Everywhere", label: `Everywhere, an answer ${of}` },
      { single: true, text: `In the ${placeNoun()}`, label: `In one ${placeNoun()}, an answer ${of}` },
    ].map(({ single, text, label }) => {
      const radio = el("input", { type: "radio", name: `where ${keyOf(answer)}`, "aria-label": label });
      radio.dataset.model = "";
      radio.checked = draft.single === single;
      radio.addEventListener("change", () => (draft.single = single));
      return { radio, label: el("label", {}, radio, ` ${text} `) };
    });
    const typed = el("input", {
      type: "text",
      value: draft.place,
      maxLength: 60,
      size: 14,
      placeholder: "number or name",
      autocomplete: "off",
      "aria-label": `${words(placeNoun())} of the answer ${of}`,
    });
    typed.dataset.model = "";
    typed.setAttribute("list", "places");
    typed.addEventListener("input", () => {
      draft.place = typed.value;
      draft.single = true;
      places[1].radio.checked = true;
    });
    const waits = picking === keyOf(answer);
    const pick = el(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-pressed": waits,
        "aria-label": `Pick the ${placeNoun()} ${of} on the map`,
      },
      waits ? `Click a ${placeNoun()} …` : "Pick on the map",
    );
    pick.addEventListener("click", () => {
      picking = waits ? null : keyOf(answer);
      if (picking) board.say(`Choose a ${placeNoun()} on the map for the standing answer.`);
      changed();
    });
    const more = answer.places?.length
      ? el(
          "p",
          { class: "meta" },
          `For everywhere, it takes the place of those of single ${manifest().board.several ?? "places"}.`,
        )
      : null;
    return [places[0].label, el("div", {}, places[1].label, typed, " ", pick), more];
  }

  /** @param {Answer} answer */
  function form(answer) {
    const draft = draftOf(answer);
    const choices = answer.choices.map(({ order, text }) => {
      const radio = el("input", {
        type: "radio",
        name: `order ${keyOf(answer)}`,
        value: order,
        "aria-label": `${words(answer.seat)}: ${text}`,
      });
      radio.dataset.model = "";
      radio.checked = draft.order === order;
      radio.addEventListener("change", () => (draft.order = order));
      return el("label", { class: "choice" }, radio, ` ${words(text)}`);
    });
    const made = el(
      "form",
      { class: "standing" },
      ...(answer.places ? whereabouts(answer, draft) : []),
      ...choices,
      draft.wrong ? el("p", { class: "refused", role: "alert" }, draft.wrong) : null,
      el(
        "button",
        {
          class: "answer",
          disabled: unasked.busy(),
          "aria-label": `Set this standing answer of the ${words(answer.seat)}`,
        },
        "Set this answer",
      ),
    );
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      submit(answer);
    });
    return made;
  }

  /** The part of the panel: for the seats that are held here, until the game ends. @returns {(Node | null)[]} */
  function section() {
    const { held, game, views } = store.state;
    /** @type {Answer[]} */
    const answers = (views[VIEW]?.answers ?? [])
      .filter((/** @type {Answer} */ each) => held.includes(each.seat))
      .map((/** @type {any} */ each) => ({ ...each, places: placesIn(each) }));
    if (!answers.length || game.outcome || !turn.atHead()) return [];
    const given = answers.reduce(
      (sum, each) => sum + (each.places?.length ?? 0) + (each.everywhere === each.choices[0].order ? 0 : 1),
      0,
    );
    const details = el(
      "details",
      { class: "standing-answers", open, "data-keep": VIEW },
      el(
        "summary",
        {},
        "Standing answers",
        el("span", { class: "meta" }, given ? `: ${given} given` : ": none given"),
      ),
      el("p", { class: "meta" }, "Said once, they answer for you until you withdraw them."),
      ...answers.map((answer) =>
        el(
          "fieldset",
          {},
          el(
            "legend",
            {},
            el("b", { class: `side ${answer.seat}` }, words(answer.seat)),
            ` ${answer.asked} `,
            clause(answer.rule),
          ),
          stands(answer),
          form(answer),
        ),
      ),
    );
    details.addEventListener("toggle", () => (open = details.open));
    return [details];
  }

  return { section, click };
}
