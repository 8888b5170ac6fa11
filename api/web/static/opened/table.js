// @ts-check
/** The table of an opened bundle file: the table asks as it always does, and the answers come from the file. */

import { createApi } from "../shell/api.js";
import { el } from "../shell/dom.js";
import { createAnswers } from "./answers.js";
import { readGame } from "./game.js";
import { kept } from "./kept_file.js";

const API = "/api/v1";

/** What fails is said where the board would be. @param {unknown} wrong */
function failed(wrong) {
  const said = wrong instanceof Error ? wrong.message : String(wrong);
  document
    .getElementById("board")
    ?.append(el("p", { class: "notice", role: "alert" }, `The file cannot be shown: ${said} `, el("a", { href: "/opened" }, "Choose a file")));
}

async function begin() {
  const file = await kept();
  if (!file) throw new Error("this browser has no file to show.");
  const game = await readGame(file.blob);
  const page = document.body.dataset;
  if (game.opened.ruleset !== page.ruleset) throw new Error("it is of another ruleset.");
  const api = createApi({ root: API });
  const answer = createAnswers(game, file.blob, (what, body) =>
    api.ask(`/rulesets/${encodeURIComponent(game.opened.ruleset)}/${what}`, { method: "POST", body }),
  );
  const asked = new URLSearchParams(location.search);
  const line = game.lines.get(asked.get("timeline") ?? "") ?? game.lines.get(game.current);
  if (!line) throw new Error("it has no line of events.");
  const at = Math.min(Math.max(1, Number(asked.get("at")) || line.version), line.version);
  Object.assign(page, { game: game.id, timeline: line.id, head: String(line.version), at: String(at), follows: asked.get("at") ? "no" : "yes" });
  intercept(`${API}/games/${encodeURIComponent(game.id)}`, answer, file.key);
  document.querySelector('.tools a[href="/games/opened"]')?.remove(); // there is no plain page of a file
  const title = document.querySelector("h1");
  if (title) title.textContent = `${game.opened.title || title.textContent} (a file)`;
  const { table } = await import("../shell/table.js");
  await table;
  document
    .querySelector(".banners")
    ?.before(el("p", { class: "notice opened", role: "status" }, `${file.name}: ${file.verdict} `, el("a", { href: "/opened" }, "Open another file")));
}

/**
 * Answer what is asked of the game; all else goes to the service.
 * @param {string} root the game's address @param {(path: string, query: URLSearchParams) => Promise<Response>} answer
 * @param {string} key of the log that the file was verified with
 */
function intercept(root, answer, key) {
  const ask = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (url.origin !== location.origin) return ask(input, init);
    if (url.pathname === `${API}/log/keys` && key)
      return Promise.resolve(new Response(JSON.stringify({ keys: [{ key }] })));
    if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) return ask(input, init);
    const reads = ["GET", "HEAD"].includes(init?.method ?? "GET");
    return answer(reads ? url.pathname.slice(root.length) : "/written", url.searchParams);
  };
  // A file does not grow: nothing is listened to.
  const silent = class extends EventTarget {
    readyState = 2;
    static OPEN = 1;
    close() {}
  };
  window.EventSource = /** @type {any} */ (silent);
}

begin().catch(failed);
