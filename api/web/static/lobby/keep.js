// @ts-check
// The links of a game that was just opened are kept for its table (kept_links.js). No module, and run where it stands in
// the page: before anybody can leave it.
for (const field of document.querySelectorAll("input[data-game]"))
  if (field instanceof HTMLInputElement)
    try {
      sessionStorage.setItem(`ironclad-link/${field.dataset.game}/${field.dataset.seat}`, field.value);
    } catch {
      // This browser keeps nothing: the table makes another link.
    }
