// @ts-check
/**
 * One tab stop for each list of clause numbers: the arrow keys move within the list, Tab leaves it. A list may have
 * hundreds of them, and each would be a stop of its own otherwise.
 */

const STOPS = "button.clause";
const LISTS = "ul, ol, dl, table, p.rules, .clause-lines";
const FOLDED = "details:not([open])";
const STEPS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });

/**
 * Keep the lists of a part of the page so, also when it is drawn again. A list within a list belongs to the outer one.
 * @param {HTMLElement} root
 */
export function oneStop(root) {
  /** The stop of each list, by the list. @type {WeakMap<Element, HTMLElement>} */
  const current = new WeakMap();

  /** The outermost list that a clause number is in; null for one that is alone. @param {Element} stop */
  function listOf(stop) {
    let found = null;
    for (let each = stop.closest(LISTS); each && root.contains(each); each = each.parentElement?.closest(LISTS) ?? null)
      found = each;
    return found;
  }

  /** Whether a fold of the list hides it. @param {Element} stop @param {Element} list */
  const folded = (stop, list) => list.contains(stop.closest(FOLDED));

  /** Those of a list that can be seen. @param {Element} list */
  const open = (list) => stopsIn(list).filter((stop) => !folded(stop, list));

  /** @param {Element} list @param {HTMLElement[]} stops */
  function settle(list, stops) {
    const former = current.get(list);
    const stays = former && list.contains(former) && !folded(former, list);
    const stop = stays ? former : (stops.find((each) => !folded(each, list)) ?? stops[0]);
    current.set(list, stop);
    for (const each of stops) {
      const index = each === stop ? 0 : -1;
      if (each.tabIndex !== index) each.tabIndex = index;
    }
  }

  function settleAll() {
    /** @type {Map<Element, HTMLElement[]>} */
    const lists = new Map();
    for (const stop of stopsIn(root)) {
      const list = listOf(stop);
      if (list) lists.get(list)?.push(stop) ?? lists.set(list, [stop]);
      else if (stop.tabIndex !== 0) stop.tabIndex = 0;
    }
    for (const [list, stops] of lists) settle(list, stops);
  }

  /** @param {Event} event */
  function stopOf({ target }) {
    const stop = target instanceof HTMLElement && target.matches(STOPS) ? target : null;
    const list = stop && listOf(stop);
    return list ? { stop, list } : null;
  }

  root.addEventListener("focusin", (event) => {
    const at = stopOf(event);
    if (!at?.stop) return;
    current.set(at.list, at.stop);
    settle(at.list, stopsIn(at.list));
  });
  root.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const at = stopOf(event);
    if (!at?.stop) return;
    const stops = open(at.list);
    const to = { Home: 0, End: stops.length - 1 }[event.key] ?? stops.indexOf(at.stop) + STEPS[event.key];
    if (Number.isNaN(to)) return;
    event.preventDefault(); // at an end of the list it stays there
    stops[to]?.focus();
  });
  root.addEventListener("toggle", settleAll, true); // it does not bubble
  new MutationObserver(settleAll).observe(root, { childList: true, subtree: true });
  settleAll();
}

/** @param {Element} root @returns {HTMLElement[]} */
const stopsIn = (root) => [...root.querySelectorAll(STOPS)].map((each) => /** @type {HTMLElement} */ (each));
