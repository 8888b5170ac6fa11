// @ts-check
// A script of a page failed: its reader is informed, and the service's log has what happened. No module, and the
// first script of its page: what fails may be a module's own loading.
(() => {
  const REPORTED = 5; // faults of one page that are reported
  const NOT_OURS = new Set(["AbortError", "Problem"]); // left off on purpose; an answer of the service
  /** @type {Set<string>} */
  const known = new Set();

  addEventListener(
    "error",
    (event) => {
      if (event instanceof ErrorEvent)
        return found(event.error, event.message, `${event.filename}:${event.lineno}:${event.colno}`);
      const { target } = /** @type {Event} */ (event);
      if (target instanceof HTMLScriptElement) found(null, "A script was not loaded", target.src);
    },
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) => found(reason, String(reason), ""));

  /** @param {unknown} error @param {string} message @param {string} where */
  function found(error, message, where) {
    const fault = error instanceof Error ? error : null;
    if (fault && NOT_OURS.has(fault.name)) return;
    if (/^ResizeObserver loop/.test(message)) return; // browsers say so of what they put off by a frame
    const text = fault ? `${fault.name}: ${fault.message}` : message;
    if (known.has(text)) return;
    known.add(text);
    if (known.size <= REPORTED) report(text, where, fault?.stack ?? "");
    if (document.body) tell();
    else addEventListener("DOMContentLoaded", tell, { once: true });
  }

  /** @param {string} message @param {string} where @param {string} stack */
  function report(message, where, stack) {
    const said = { message: message.slice(0, 500), where: where.slice(0, 300), stack: stack.slice(0, 4000) };
    const body = new URLSearchParams({ ...said, page: location.pathname.slice(0, 300) });
    fetch("/page-faults", { method: "POST", body, credentials: "same-origin", keepalive: true }).catch(
      () => undefined, // the notice is there all the same
    );
  }

  /** Say so once, until it is put away. */
  function tell() {
    if (document.querySelector(".fault")) return;
    const text = document.createElement("p");
    text.textContent =
      "Something on this page failed, and was reported. What the service has answered is kept; if the page does not work, load it again.";
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = name;
      made.addEventListener("click", act);
      return made;
    };
    const notice = document.createElement("div");
    notice.className = "fault";
    notice.setAttribute("role", "alert");
    notice.append(
      text,
      button("Load the page again", () => location.reload()),
      button("Close", () => notice.remove()),
    );
    document.body.append(notice);
  }
})();
