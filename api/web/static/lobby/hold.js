// @ts-check
// An invitation whose link names the log waits for invitation.js, which checks that log first. No module, and run
// where it stands in the page: before anybody can click. Without scripts, and without such a link, nothing waits.
(() => {
  if (!new URLSearchParams(location.hash.slice(1)).get("log")) return;
  const buttons = document.querySelectorAll("form button");
  const hold = (/** @type {boolean} */ held) =>
    buttons.forEach((each) => each instanceof HTMLButtonElement && (each.disabled = held));
  hold(true);
  for (const script of document.querySelectorAll("script[type=module]"))
    script.addEventListener("error", () => {
      const place = document.querySelector("[data-meeting]");
      if (place) place.textContent = "The log that the invitation names was not checked: a script was not loaded.";
      hold(false);
    });
})();
