// @ts-check
/** The tabs of the panel, and the sheet that it is on a phone. */

/**
 * @param {HTMLElement} sheet @param {(name: string) => void} onOpen
 */
export function createTabs(sheet, onOpen) {
  const tabs = /** @type {HTMLButtonElement[]} */ ([...sheet.querySelectorAll('[role="tab"]')]);
  const grip = /** @type {HTMLButtonElement} */ (sheet.querySelector(".grip"));
  const nameOf = (/** @type {HTMLElement} */ tab) => tab.id.replace("tab-", "");
  let current = nameOf(tabs[0]);

  /** @param {boolean} up */
  function raise(up) {
    sheet.classList.toggle("up", up);
    grip.setAttribute("aria-expanded", String(up));
  }

  /**
   * Open a tab; on a phone the sheet comes up unless `quietly`.
   * @param {string} name
   * @param {{focus?: boolean, quietly?: boolean}} [how]
   */
  function open(name, { focus = false, quietly = false } = {}) {
    current = name;
    for (const tab of tabs) {
      const on = nameOf(tab) === name;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      const pane = document.getElementById(`pane-${nameOf(tab)}`);
      if (pane) pane.hidden = !on;
      if (on && focus) tab.focus();
    }
    if (!quietly) raise(true);
    onOpen(name);
  }

  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => open(nameOf(tab)));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      open(nameOf(tabs[(to + tabs.length) % tabs.length]), { focus: true });
    });
  }
  grip.addEventListener("click", () => raise(!sheet.classList.contains("up")));
  let start = 0;
  grip.addEventListener("touchstart", (event) => (start = event.touches[0].clientY), { passive: true });
  grip.addEventListener(
    "touchmove",
    (event) => {
      const by = event.touches[0].clientY - start;
      if (Math.abs(by) > 30) raise(by < 0);
    },
    { passive: true },
  );
  for (const button of [...tabs, grip]) button.disabled = false;
  return { open, raise, raised: () => sheet.classList.contains("up"), current: () => current };
}
