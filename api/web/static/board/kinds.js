// @ts-check
/** The kinds of boards, as a manifest names them. */

import { Areas } from "./areas.js";
import { Hexes } from "./hexes.js";
import { Plane } from "./plane.js";

const KINDS = { hexes: Hexes, areas: Areas, plane: Plane };

/**
 * The sheet of a board.
 * @param {import("./sheet.js").SheetDocument} data @param {keyof typeof KINDS} [kind]
 * @returns {import("./sheet.js").Sheet}
 */
export const sheetOf = (data, kind = "hexes") => new KINDS[kind](data);
