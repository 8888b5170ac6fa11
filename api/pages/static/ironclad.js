// Comforts only: every page works without this file.
"use strict";

const range = document.getElementById("at");
if (range) {
  const shown = document.querySelector("output[for=at]");
  const button = range.form.querySelector("button");
  button.hidden = true;
  range.addEventListener("input", () => {
    shown.textContent = range.value;
  });
  range.addEventListener("change", () => range.form.submit());
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea, [tabindex]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = step && document.querySelector(`.scrubber a[rel=${step}]`);
    if (link) link.click();
  });
}

const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (target && target.tagName === "DETAILS") target.open = true;
addEventListener("hashchange", () => {
  const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (found && found.tagName === "DETAILS") found.open = true;
});

// A page that comes back from the browser's memory has ids that were used: it is asked for anew.
addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("input[name=secret]")) location.reload();
});
