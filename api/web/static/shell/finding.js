// @ts-check
/** The controls over the map: find a place, zoom, overlays. In a narrow window a menu has all but the first. */

import { signOf } from "../board/overlays.js";
import { el, words } from "./dom.js";
import { manifest } from "./manifest.js";
import { meant, namesOf } from "./places.js";

/**
 * @param {HTMLElement} root @param {import("../board/board.js").Board} board @param {import("./store.js").Store} store
 * @param {(place: string) => void} onFound
 */
export function createControls(root, board, store, onFound) {
  const { chart } = board;
  const overlays = manifest().overlays ?? [];
  const names = [...new Set([...chart.places.values()].flatMap(namesOf))].sort();
  const list = el("datalist", { id: "places" }, ...names.map((name) => el("option", { value: name })));
  const field = el("input", {
    type: "search",
    placeholder: "Find a place",
    "aria-label": "Find a place by name or number",
    autocomplete: "off",
  });
  field.setAttribute("list", "places");

  const find = (/** @type {boolean} */ aloud) => {
    const place = meant(chart, field.value);
    if (place) onFound(place);
    else if (aloud && field.value.trim()) board.say(`There is no ${field.value.trim()} on the map.`);
  };
  field.addEventListener("keydown", (event) => event.key === "Enter" && find(true));
  field.addEventListener("change", () => find(false));
  field.addEventListener("input", (event) => {
    if (event instanceof InputEvent && event.inputType === "insertReplacementText") find(false); // picked from the list
  });

  const legends = Object.fromEntries(overlays.map((each) => [each.name, legendOf(each)]));
  const zoom = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ call) =>
    el("button", { type: "button", title: label, "aria-label": label, on: { click: call } }, sign);
  const boxes = overlays.map(({ name }) => {
    const box = el("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      legends[name].hidden = !box.checked;
      void store.want(...board.overlay(name, box.checked));
    });
    return el("label", {}, box, ` ${words(name)}`);
  });
  const counters = zoom("Counters", "■", () => {
    const off = counters.getAttribute("aria-pressed") === "true";
    counters.setAttribute("aria-pressed", String(!off));
    board.bare(off);
  });
  counters.setAttribute("aria-pressed", "true");
  counters.title = "Show or hide the counters";
  const menu = el(
    "div",
    { class: "menu", id: "map-menu" },
    el(
      "span",
      { class: "zooms" },
      zoom("Zoom in", "+", () => board.zoom(1.4)),
      zoom("Zoom out", "−", () => board.zoom(1 / 1.4)),
      zoom("Whole map", "⤢", () => board.fit()),
      counters,
    ),
    sheets(board, store),
    boxes.length
      ? el("fieldset", { class: "overlays" }, el("legend", { class: "hush" }, "Overlays"), ...boxes)
      : null,
  );
  const bar = el(
    "div",
    { class: "controls" },
    field,
    list,
    opensMenu(menu),
    menu,
    el("div", { class: "legends" }, ...Object.values(legends)),
  );
  root.append(bar);
  board.clear(bar.offsetTop + bar.offsetHeight);
}

/**
 * A button that opens and closes the rest of the controls; where there is room for all of them it is hidden, and they are shown.
 * @param {HTMLElement} menu
 */
function opensMenu(menu) {
  const button = el(
    "button",
    { type: "button", class: "more", "aria-expanded": "false", "aria-controls": menu.id, "aria-label": "Map: zoom, counters, overlays" },
    "Map ▾",
  );
  const open = (/** @type {boolean} */ wanted) => {
    menu.classList.toggle("open", wanted);
    button.setAttribute("aria-expanded", String(wanted));
  };
  const isOpen = () => menu.classList.contains("open");
  button.addEventListener("click", () => open(!isOpen()));
  for (const each of [button, menu])
    each.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !isOpen()) return;
      event.stopPropagation();
      open(false);
      button.focus();
    });
  document.addEventListener("pointerdown", ({ target }) => {
    if (isOpen() && target instanceof Node && !button.contains(target) && !menu.contains(target)) open(false);
  });
  menu.addEventListener("mousedown", (event) => {
    if (event.target instanceof Element && event.target.closest("label")) event.preventDefault(); // what has the focus keeps it
  });
  menu.addEventListener("focusout", ({ relatedTarget: to }) => {
    if (to instanceof Node && to !== button && !menu.contains(to)) open(false);
  });
  return button;
}

/**
 * A button for each printed sheet that the game is played on, where there are several: it shows that sheet.
 * @param {import("../board/board.js").Board} board @param {import("./store.js").Store} store
 */
function sheets(board, store) {
  const printed = board.chart.data.sheets ?? [];
  if (printed.length < 2) return null;
  const buttons = printed.map((/** @type {any} */ sheet) =>
    el("button", { type: "button", title: `Show sheet ${sheet.name}`, "aria-label": `Show sheet ${sheet.name}`, on: { click: () => board.within(sheet) } }, sheet.name),
  );
  const group = el("span", { class: "zooms", role: "group", "aria-label": "Sheets", hidden: true }, ...buttons);
  const update = () => {
    const played = printed.map((/** @type {any} */ sheet) => board.plays(sheet));
    buttons.forEach((/** @type {HTMLElement} */ button, /** @type {number} */ at) => (button.hidden = !played[at]));
    group.hidden = played.filter(Boolean).length < 2;
  };
  update();
  store.subscribe((_, what) => what === "position" && update());
  return group;
}

/** What the signs of an overlay mean; hidden at first. @param {import("./manifest.js").Overlay} overlay */
function legendOf({ name, legend }) {
  const rows = legend.map((sign) => el("li", {}, signOf(name, sign), ` ${sign.text}`));
  return el(
    "ul",
    { class: "legend", hidden: true, "aria-label": `${words(name)}: what the signs mean` },
    ...rows,
  );
}
