// @ts-check
/** What is around the board: its modules are fetched when the map is drawn. */

export { createBadge } from "../history/badge.js";
export { installTime } from "../history/install.js";
export { nameOf } from "../history/lines.js";
export { noteVersion } from "../history/rules.js";
export { createScrubber } from "../history/scrubber.js";
export { createPlay } from "../play/play.js";
export { createTalk } from "../play/talk.js";
export { createPanels } from "./panels.js";
export { installRules } from "./rules_panel.js";
export { explain } from "./terms.js";
