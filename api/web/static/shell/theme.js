// Run before the first paint, so that the page never flashes in the other colours.
(() => {
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("ironclad-theme") ?? "auto";
  } catch {
    // A browser that keeps nothing shows the system's colours.
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
