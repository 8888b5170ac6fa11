// @ts-check
/** Copying an address, also where the browser gives pages no clipboard (plain http). */

/**
 * Put the text of a field on the clipboard; whether that was done. Where it was not, the text is selected.
 * @param {HTMLInputElement} field
 */
export async function copyFrom(field) {
  field.focus({ preventScroll: true });
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy"); // no other way is left there
  }
}

/**
 * Let a button copy a field's text, and say so.
 * @param {HTMLInputElement} field @param {HTMLButtonElement} button @param {HTMLElement} said
 */
export function lets(field, button, said) {
  button.addEventListener("click", async () => {
    const done = await copyFrom(field);
    button.focus({ preventScroll: true });
    said.textContent = done ? "Copied." : "Press Ctrl+C: it is selected.";
  });
  button.disabled = false;
}

/** What is said beside an address that leads nowhere from another computer; "" of any other. @param {string} address */
export const onlyHere = (address) =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address, location.href).hostname)
    ? "This link works on this computer alone: another one cannot reach its address."
    : "";
