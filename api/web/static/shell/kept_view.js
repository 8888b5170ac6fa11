// @ts-check
/** The part of the map that is seen: a reload, and coming back from another page, show the same part again. */

import { kept } from "./kept.js";

const REST = 200; // milliseconds without movement, before it is kept

/** Whether this page was open in this tab before. */
const again = () => {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && ["reload", "back_forward"].includes(entry.type);
};

/** @param {string} text @returns {import("../board/camera.js").View | null} */
function read(text) {
  try {
    const found = JSON.parse(text);
    return [found.x, found.y, found.scale].every(Number.isFinite) ? found : null;
  } catch {
    return null; // nothing was kept, or something else wrote there
  }
}

/**
 * Show what was seen before a reload, and keep from now on what is seen; whether something was shown.
 * @param {Pick<import("../board/board.js").Board, "view" | "look" | "onView">} board @param {string} reader
 */
export function keepView(board, reader) {
  const place = kept(`ironclad-view/${reader}`, "session");
  const before = again() ? read(place.get()) : null;
  if (before) board.look(before);
  let waiting = 0;
  board.onView(() => {
    clearTimeout(waiting);
    waiting = setTimeout(() => place.set(JSON.stringify(board.view())), REST);
  });
  return before !== null;
}
