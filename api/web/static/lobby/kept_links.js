// @ts-check
/** The link of a game that was just opened: this tab keeps it, for the table to show it until the seat is taken. */

import { kept } from "../shell/kept.js";

/** @param {string} game @param {string} seat */
const place = (game, seat) => kept(`ironclad-link/${game}/${seat}`, "session");

/** @param {string} game @param {string} seat @param {string} link */
export const keepLink = (game, seat, link) => place(game, seat).set(link);

/** The link that was kept, "" if there is none. @param {string} game @param {string} seat */
export const keptLink = (game, seat) => place(game, seat).get();

/** @param {string} game @param {string} seat */
export const dropLink = (game, seat) => place(game, seat).set("");
