// @ts-check
/**
 * The panels beside the board: only the one that is open is drawn, and again when what it shows has
 * changed.
 */

/**
 * @typedef {{store: import("./store.js").Store, board: import("../board/board.js").Board, rules: any,
 *   choose: (place: string | null) => void, place: () => string | null, play?: Player,
 *   wrong?: ((subject: import("../disputes/offer.js").Subject) => void) | null}} Around what every panel may ask and do
 * @typedef {{movable: (place: string) => boolean, march: (place: string) => void}} Player what playing offers: which forces may
 *   march, and beginning to
 * @typedef {{views?: string[], draw: (pane: HTMLElement, around: Around) => void | Promise<void>}} Panel
 */

/** What is needed only when a tab is opened comes then, or when the page has nothing else to do. */
const LATER = {
  forces: () => import("./panel_forces.js").then((module) => module.drawForces),
  place: () => import("./panel_place.js").then((module) => module.drawPlace),
  chronicle: () => import("../chronicle/chronicle_panel.js").then((module) => module.drawChronicle),
  tracks: () => import("../chronicle/tracks_panel.js").then((module) => module.drawTracks),
};
const IDLE = 2_000; // milliseconds after which they come in any case

/** A panel whose module comes later. @param {() => Promise<Panel["draw"]>} load @returns {Panel["draw"]} */
const lazily = (load) => async (pane, around) => {
  if (!pane.childElementCount) pane.textContent = "…";
  await (
    await load()
  )(pane, around);
};

/** @type {Record<string, Panel>} */
const PANELS = {
  forces: { draw: lazily(LATER.forces), views: ["lists"] },
  place: { draw: lazily(LATER.place), views: ["places"] },
  chronicle: { draw: lazily(LATER.chronicle) },
  tracks: { draw: lazily(LATER.tracks), views: ["tracks"] },
};

/** @param {Element | null} element */
const nameOf = (element) => element?.getAttribute("aria-label") ?? element?.textContent ?? "";

/** @param {{store: Around["store"], board: Around["board"], rules: any, choose: Around["choose"]}} given */
export function createPanels(given) {
  /** @type {string | null} */
  let place = null;
  let current = "due";
  /** @type {Around} */
  const around = { ...given, place: () => place };

  /** Draw the open panel; a button that had the focus has it again. */
  async function draw() {
    const panel = PANELS[current];
    const pane = document.getElementById(`pane-${current}`);
    if (!panel || !pane) return;
    const focused = pane.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    await panel.draw(pane, around);
    if (!focused || document.activeElement !== document.body) return;
    const again = [...pane.querySelectorAll("button, summary")].find((each) => nameOf(each) === focused);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ call) => setTimeout(call, IDLE));
  /** @type {Promise<void>} */
  const shown = new Promise((resolve) => {
    const end = given.store.subscribe((_, what) => what === "position" && (end(), resolve()));
  });
  void Promise.allSettled([given.board.ready, shown]).then(() =>
    requestAnimationFrame(() =>
      idle(() => Object.values(LATER).forEach((load) => void load()), { timeout: IDLE }),
    ),
  );

  given.store.subscribe((_, what) => {
    if (what !== "loading" && what !== "error") void draw();
  });
  return {
    around,
    /** @param {string} name */
    open(name) {
      current = name;
      void given.store.want(...(PANELS[name]?.views ?? []));
      void draw();
    },
    /** @param {string | null} chosen */
    choose(chosen) {
      place = chosen;
      if (current === "place") void draw();
    },
    /** Give the panels more to ask and do. @param {Partial<Around>} more */
    lend: (more) => void Object.assign(around, more),
    /** Draw one's own panel under a tab. @param {string} name @param {Panel} panel */
    install(name, panel) {
      PANELS[name] = panel;
      if (name === current) void draw();
    },
  };
}
