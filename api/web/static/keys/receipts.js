// @ts-check
/**
 * Receipts of a seat's signed requests (docs/signatures.md, "Receipts"): verified, and kept in this browser, the last of
 * each seat.
 */

import { fromHex, hex, isHex } from "../proof/bytes.js";
import { isConsistent, isIncluded } from "../proof/tree.js";
import { seatId } from "../proof/requests.js";
import { Fault, PlayerError } from "./errors.js";
import { all, idOf, put, remove } from "./store.js";

const MOST = 512; // of a seat
const ROOM = 64; // that are let go together

/**
 * @typedef {object} Kept
 * @property {string[]} id the seat's, and the request's as the log has it
 * @property {string} asked the request's id as it was sent
 * @property {import("../proof/seen.js").Seen} seen
 * @property {any} receipt null until there is one that holds
 * @property {any} given what the answer brought, not verified yet
 * @property {number} at milliseconds since 1970
 */

export class Receipts {
  /** @param {import("./http.js").Http} http @param {import("./store.js").Place} place */
  constructor(http, place) {
    this.http = http;
    this.place = place;
    /** @type {Map<string, Kept> | null} */
    this._due = null;
    this._since = 0;
  }

  /** Every one that is kept. @returns {Promise<Kept[]>} */
  kept() {
    return all("receipts", idOf(this.place));
  }

  /**
   * A request was answered: its receipt is due.
   * @param {Record<string, any>} body as it was sent
   * @param {any} answer
   * @param {string} known what it is kept under, if it has no id
   */
  async expect(body, answer, known) {
    const own = answer?.receipt?.events ? answer.receipt : answer; // of a proposal's answer it is within
    const secret = "player" in body;
    const id = [...idOf(this.place), secret ? seatId(body.id) : known || body.id];
    const given = own?.receipt ?? null;
    await this._keep({
      id,
      asked: secret || known ? "" : body.id,
      seen: body.seen,
      receipt: null,
      given,
      at: Date.now(),
    });
    await this._bounded();
  }

  /**
   * Verify those that are due; one that did not come is asked for.
   * @param {import("./past.js").GamePast} past read to its end
   * @param {import("./auditor.js").Auditor} auditor
   * @throws {PlayerError} "unproved" where the service does not prove that its log has a request
   */
  async fetch(past, auditor) {
    for (const each of await this._wanted()) {
      const given = each.given ?? (await this._again(each.asked));
      if (!given) continue; // no checkpoint has it yet, or the request's id is a secret
      await this._check(each, given, past, auditor);
      await this._keep({ ...each, receipt: given, given: null });
    }
  }

  async _wanted() {
    this._due ??= new Map(
      (await this.kept()).filter((each) => !each.receipt).map((each) => [keyOf(each), each]),
    );
    return [...this._due.values()];
  }

  /** @param {Kept} record */
  async _keep(record) {
    await put("receipts", record);
    if (record.receipt) this._due?.delete(keyOf(record));
    else (await this._wanted(), this._due?.set(keyOf(record), record));
  }

  /** @param {string} id */
  async _again(id) {
    if (!id) return null;
    const path = `/games/${encodeURIComponent(this.place.game)}/commands/${encodeURIComponent(id)}/receipt`;
    try {
      return await this.http.get(path, { seat: this.place.seat });
    } catch (wrong) {
      if (wrong instanceof Fault && wrong.status === 404) return null;
      throw wrong;
    }
  }

  /**
   * @param {Kept} record @param {any} receipt
   * @param {import("./past.js").GamePast} past @param {import("./auditor.js").Auditor} auditor
   */
  async _check({ id, seen }, receipt, past, auditor) {
    const asked = past.asked(this.place.seat, /** @type {string} */ (id.at(-1)));
    const listed = [receipt.inclusion, receipt.consistency].every(
      (each) => Array.isArray(each) && each.every((/** @type {unknown} */ one) => isHex(one, 64)),
    );
    const checkpoint = await auditor.open(String(receipt.checkpoint));
    const { size, root } = checkpoint;
    const holds =
      asked &&
      listed &&
      receipt.position === asked.position &&
      receipt.leaf === hex(asked.leaf) &&
      isIncluded(asked.leaf, asked.position - 1, size, receipt.inclusion.map(fromHex), root) &&
      isConsistent(
        seen.checkpoint.size,
        size,
        fromHex(seen.checkpoint.root),
        root,
        receipt.consistency.map(fromHex),
      );
    if (!holds)
      throw new PlayerError(
        "unproved",
        "The service does not prove that its log has this seat’s last request.",
      );
    await auditor.take(String(receipt.checkpoint));
  }

  async _bounded() {
    this._since = (this._since + 1) % ROOM;
    if (this._since !== 1) return;
    const kept = await this.kept();
    if (kept.length <= MOST) return;
    const oldest = kept.sort((one, other) => one.at - other.at).slice(0, kept.length - MOST + ROOM);
    for (const each of oldest) {
      this._due?.delete(keyOf(each));
      await remove("receipts", each.id);
    }
  }
}

/** @param {Kept} record */
const keyOf = ({ id }) => JSON.stringify(id);
