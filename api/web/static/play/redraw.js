// @ts-check
/** Drawing a panel again without losing its focus and what was typed, chosen and opened in it. */

const FIELDS = "input, select, textarea";

/** What a field or a summary is called, among those of its pane. @param {Element} element */
function called(element) {
  const of = element.closest("[data-keep], fieldset, form, section");
  const outer = of && of !== element ? (of.getAttribute("data-keep") ?? of.className) : "";
  const label = element.closest("label");
  const own =
    element.getAttribute("aria-label") ??
    element.getAttribute("name") ??
    label?.textContent ??
    element.textContent;
  return `${element.tagName} ${outer} ${own}`;
}

/** Each of some elements by its name; the second of a name has a number. @template {Element} E @param {Iterable<E>} elements */
function byName(elements) {
  /** @type {Map<string, E>} */
  const found = new Map();
  for (const each of elements) {
    let name = called(each);
    for (let number = 2; found.has(name); number += 1) name = `${called(each)} ${number}`;
    found.set(name, each);
  }
  return found;
}

/** @param {HTMLElement} pane */
const fields = (pane) =>
  byName(/** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (pane.querySelectorAll(FIELDS)));
/** @param {HTMLElement} pane */
const foldings = (pane) => byName([...pane.querySelectorAll("details")].map((each) => each.children[0]));
/** @param {HTMLElement} pane */
const stops = (pane) => byName(pane.querySelectorAll(`button, summary, a, ${FIELDS}`));

/**
 * Put new children into a pane. What was typed, chosen, opened or focused in the old ones is carried over to the
 * new ones of the same name, while `turn` is the same as at the last call, and always within `data-keep`; a field with
 * `data-model` shows what it is given. Focus that would be lost goes to the element of class `question`.
 * @param {HTMLElement} pane @param {(Node | null)[]} children @param {string} turn
 */
export function redraw(pane, children, turn) {
  const same = pane.dataset.turn === turn;
  pane.dataset.turn = turn;
  const active = pane.contains(document.activeElement) ? document.activeElement : null;
  const focused = active && [...stops(pane)].find(([, each]) => each === active)?.[0];
  const caret = active instanceof HTMLInputElement ? textCaret(active) : null;
  const typed = [...fields(pane)].flatMap(([name, field]) =>
    field.dataset.model === undefined && (same || field.closest("[data-keep]"))
      ? [/** @type {const} */ ([name, stateOf(field)])]
      : [],
  );
  const folds = [...foldings(pane)].flatMap(([name, each]) =>
    same || each.closest("[data-keep]")
      ? [/** @type {const} */ ([name, /** @type {HTMLDetailsElement} */ (each.parentElement).open])]
      : [],
  );
  const top = pane.scrollTop;
  pane.replaceChildren(...children.filter((each) => each !== null));
  const open = foldings(pane);
  for (const [name, was] of folds) {
    const details = open.get(name)?.parentElement;
    if (!(details instanceof HTMLDetailsElement) || details.open === was) continue;
    details.open = was;
    details.dispatchEvent(new Event("toggle")); // what fills it when it is opened does so now
  }
  const now = typed.length ? fields(pane) : new Map();
  for (const [name, state] of typed) restore(now.get(name), state);
  if (same && top) pane.scrollTop = top;
  if (!active || active === pane) return;
  const again = focused ? stops(pane).get(focused) : undefined;
  const to = again instanceof HTMLElement && again.matches(":enabled, a, summary") ? again : null;
  const next = to ?? /** @type {HTMLElement | null} */ (pane.querySelector(".question")) ?? pane;
  next.focus({ preventScroll: to !== null });
  if (caret && next instanceof HTMLInputElement) next.setSelectionRange(caret[0], caret[1]);
}

/** Where the caret is in a field for text. @param {HTMLInputElement} field @returns {[number, number] | null} */
function textCaret(field) {
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd];
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
const stateOf = (field) => ({
  value: field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? "") : field.value,
  checked: field instanceof HTMLInputElement && field.checked,
});

/** @param {HTMLInputElement | HTMLSelectElement | undefined} field @param {{value: string, checked: boolean}} state */
function restore(field, state) {
  if (!field || field.disabled) return;
  if (field instanceof HTMLSelectElement) {
    const index = [...field.options].findIndex((each) => each.text === state.value);
    if (index < 0 || index === field.selectedIndex) return;
    field.selectedIndex = index;
    field.dispatchEvent(new Event("change", { bubbles: true })); // so that listeners know
  } else if (field.type === "checkbox") {
    if (field.checked !== state.checked) field.click();
  } else if (field.value !== state.value) {
    field.value = state.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
