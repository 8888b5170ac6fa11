// @ts-check
/**
 * A seat's client: commands with id, decision, version, the next link and the signature.
 *
 * One request of a seat is under way at a time, in whichever tab (Web Locks). It is kept before it is sent,
 * and until there is an answer: one whose answer was lost is sent again as it was, under the same id, or
 * given up.
 */

import { checkAnchored } from "./anchored.js";
import { Auditor } from "./auditor.js";
import { chainsOf, counted, keepChain, nextLink } from "./chain.js";
import { Fault, NO_LOCKS, PlayerError, Refusal } from "./errors.js";
import { Http } from "./http.js";
import { keepKey, keyInForce, keysOf } from "./keys.js";
import { SCHEME_2 as SCHEME_OF_COMMITS } from "../proof/dice.js";
import { canonical } from "../proof/canonical.js";
import { closedFields, freshSalts, stepOf, withDigests } from "../proof/sealed_commands.js";
import { GamePast, linkId } from "./past.js";
import { Receipts } from "./receipts.js";
import { MATCH, SCHEME_2, asked, freshId, loggedId, signRequest } from "./signing.js";
import { get, idOf, put, remove } from "./store.js";

/** @typedef {import("./chain.js").KeptChain} KeptChain */
/** @typedef {import("./keys.js").SeatKey} SeatKey */

/** @typedef {SeatKey & {log: string, scheme?: string}} Signer */

const OWN = /^\/seats\/[^/]+(\/key)?$/; // calls that name the seat in their address

export class SeatClient {
  /**
   * @param {import("./store.js").Place} place
   * @param {object} [more]
   * @param {string} [more.token] the seat's, or its account's
   * @param {string} [more.log] the origin of the log that keys are registered for, as known from elsewhere
   * @param {string | null} [more.logKey] the log's first key as known from elsewhere
   * @param {typeof fetch} [more.fetch]
   * @param {GamePast} [more.past] of the game, where several seats of one browser share it
   * @param {Record<string, string>} [more.headers] of a page's script, which asks by cookies and has no token
   * @param {(milliseconds: number) => Promise<unknown>} [more.wait]
   */
  constructor(place, { token = "", log = "", logKey = null, past, ...more } = {}) {
    this.place = place;
    this.log = log;
    this.logKey = logKey;
    this.http = new Http(place.server, { token, ...more });
    this._game = `/games/${encodeURIComponent(place.game)}`;
    this.past = past ?? new GamePast(this.http, place.game, log);
    this.receipts = new Receipts(this.http, place);
    /** how keys are registered: as v1 where nobody signs the log */
    this.scheme = log ? SCHEME_2 : "";
    /** @type {Auditor | null} */
    this._auditor = null;
    /** @type {Promise<Record<string, any>> | null} the schemas of the ruleset's commands */
    this._schemas = null;
  }

  /** This browser as the auditor of the log. @returns {Promise<Auditor>} */
  async auditor() {
    if (!this._auditor) {
      const key = this.logKey ?? (await this.http.get("/log/keys")).keys[0].key;
      this._auditor = new Auditor(this.http, String(key));
    }
    return this._auditor;
  }

  /**
   * Read what is new in the game and in the log, and hold it to what is known.
   * @returns {Promise<import("./auditor.js").SeenCheckpoint>} the newest checkpoint
   * @throws {PlayerError} "contradiction", and what else `Auditor.advance` says
   */
  async audit() {
    const auditor = await this.auditor();
    await this.past.read();
    const { game, seat } = this.place;
    const { fault } = this.past;
    if (fault) {
      const where = fault.position === null ? "" : ` at event ${fault.position} of the log`;
      await auditor.stop(`The record of this game does not hold${where}: ${fault.detail}.`, game);
    }
    const newest = await auditor.advance(Math.max(1, this.past.lastOf(seat)));
    await this.receipts.fetch(this.past, auditor);
    for (const each of this.past.unheld([seat])) {
      await auditor.holdNamed(each.event.data.signature.seen.checkpoint, { game, ...each });
      this.past.held(each);
    }
    return newest;
  }

  /** The game as it is now. */
  describe() {
    return this.http.get(this._game);
  }

  /**
   * Give a command.
   * @param {Record<string, any>} command
   * @param {object} about
   * @param {string} [about.decision] the id of the one that it answers
   * @param {number} [about.expectedVersion] the version that its giver had seen
   * @param {string} about.timeline named by the client: it is signed, and its chain gives the link
   * @param {string} [about.id]
   * @param {string} [about.branchFor] on a branch of one's own the seat that is played: nobody signs there,
   *   and nobody sends a link
   * @returns {Promise<any>} the receipt
   * @throws {Refusal | Fault | PlayerError}
   */
  give(command, { decision, expectedVersion, timeline, id = freshId("order"), branchFor }) {
    return this._alone(async () => {
      const named = branchFor ?? this.place.seat;
      const plain = { id, command, decision, expected_version: expectedVersion, timeline, seat: named };
      if (branchFor !== undefined) return this._sent("/commands", plain);
      const chain = await this._chain(timeline);
      const commits = chain?.scheme === SCHEME_OF_COMMITS;
      const link = chain && !commits ? await this._link(chain) : undefined;
      const about = { timeline, decision, expectedVersion, id, command, link };
      return this._signed(async () => {
        const salts = await this._salts(command);
        const said = withDigests(command, salts);
        const { signature, seen } = await this._signature({ ...about, command: said });
        const closed = salts && this.past.closes(timeline, command.type);
        if (closed) await this._keepOpening(id, command, salts);
        const more = closed ? { command: said } : { salts };
        const answer = await this._sent("/commands", { ...plain, link, signature, seen, ...more });
        return commits ? this._follow(timeline, answer) : answer;
      });
    });
  }

  /**
   * Reveal the link that a command of this seat owes, which the log has as committed to.
   * @param {{id: string, committed: number}} owed
   * @param {string} timeline
   * @returns {Promise<any>} the receipt; it has `owed` where other links are to come
   */
  reveal(owed, timeline) {
    return this._alone(() => this._reveal(owed, timeline));
  }

  /**
   * Keep what a command hides that is committed to by its digests: nobody else has it until it is opened.
   * @param {string} id the command's @param {Record<string, any>} command @param {Record<string, string>} salts
   */
  async _keepOpening(id, command, salts) {
    const hidden = Object.entries(command).filter(([name]) => `/${stepOf(name)}` in salts);
    const opened = Object.fromEntries(hidden);
    const said = canonical(withDigests(command, salts));
    await put("openings", { id: [...idOf(this.place), id], opened, salts, said });
  }

  /**
   * What a commit of this seat opens with its link: the values and salts that it committed to by their digests.
   * @param {{id: string, command: any}} commit as the log has it
   * @returns {Promise<{opened?: Record<string, any>, salts?: Record<string, string>}>}
   */
  async _opening({ id, command }) {
    const closed = this.past.hides && closedFields(command).size > 0;
    if (!closed) return {};
    const kept = await get("openings", [...idOf(this.place), id]);
    if (!kept)
      throw new PlayerError("opening", "the browser in which this order was given has to open it: it keeps the order");
    if (canonical(command) !== kept.said)
      throw new PlayerError("opening", "the log shows another order than the one that this seat committed to");
    return { opened: kept.opened, salts: kept.salts };
  }

  /** The link at once, where it comes next. @param {string} timeline @param {any} answer */
  _follow(timeline, answer) {
    const [next] = answer.awaits?.length ? [] : (answer.owed ?? []);
    return next?.seat === this.place.seat ? this._reveal(next, timeline) : answer;
  }

  /** @param {{id: string, committed: number}} owed @param {string} timeline */
  async _reveal({ id, committed }, timeline) {
    const { seat } = this.place;
    const chain = await this._chain(timeline);
    if (!chain) throw new PlayerError("chain", `no chain of this seat is in use on ${timeline}`);
    // The next link is of a later command: whatever the service says is owed, one link goes out for a commit.
    if (committed <= (chain.count.committed ?? 0))
      throw new PlayerError("answered", "the log has the link of this command already");
    return this._signed(async () => {
      // Only over a checkpoint that has the commit: from then on no other command can take its place.
      await this.past.read();
      const commit = this.past.commit(timeline, committed);
      if (!commit || commit.seat !== seat || commit.id !== id)
        throw new PlayerError("not-yet", "the log does not show the command that the link is for");
      const last = Math.max(commit.position, this.past.lastCommit(timeline));
      await this._revealsOnce(chain, committed, last);
      const opening = await this._opening(commit);
      const link = await this._link(chain);
      const command = { type: "reveal_link", committed, link };
      const { signature, seen } = await this._signature({ timeline, id, command });
      const path = `/commands/${encodeURIComponent(id)}/link`;
      const body = { seat, timeline, link, signature, seen, ...opening };
      const answer = await this._sent(path, body, false, linkId(timeline, committed));
      if (opening.opened) await remove("openings", [...idOf(this.place), id]);
      return answer;
    });
  }

  /**
   * Hold a link back until a checkpoint covers every commit of its round; stop where the service asked for it before
   * the last of them: another seat could have answered with the link in view.
   * @param {KeptChain} chain @param {number} committed @param {number} last the position of the round's last commit
   */
  async _revealsOnce(chain, committed, last) {
    const auditor = await this.auditor();
    const { sent } = chain.count;
    if (sent?.committed === committed && sent.size < last) {
      const text = `The service asked for a link of ${this.place.seat} before every seat had committed to its answer: the commit at event ${last} of the log came after it.`;
      await auditor.stop(text, this.place.game);
    }
    const { size } = await auditor.advance(last);
    if (sent?.committed === committed) return;
    chain.count.sent = { committed, size };
    await keepChain(this.place, chain, chain.count);
  }

  /**
   * Take back what this seat ordered after a version, as `may_take_back` of the game tells it: signed as a command
   * of its timeline, and without a link.
   * @param {{to: number, timeline: string, expectedVersion?: number, id?: string}} about
   * @returns {Promise<any>} the receipt
   * @throws {Refusal | Fault | PlayerError}
   */
  takeBack({ to, timeline, expectedVersion, id = freshId("back") }) {
    return this._alone(() =>
      this._signed(async () => {
        const command = { type: "take_back", to };
        const { signature, seen } = await this._signature({ timeline, expectedVersion, id, command });
        const about = { id, to, timeline, seat: this.place.seat, expected_version: expectedVersion };
        return this._sent("/take-backs", { ...about, signature, seen });
      }),
    );
  }

  /**
   * Take the seat, with a key and a chain of one's own or none: both are kept before they are sent.
   * @param {{player: string, key?: SeatKey, chain?: import("./chain.js").Chain}} own
   * @returns {Promise<any>} what the API answers; its token is used from here on, and kept nowhere
   */
  takeSeat({ player, key, chain }) {
    return this._alone(async () => {
      if (key) await this._keep(key);
      if (chain) await keepChain(this.place, chain);
      const { scheme } = this;
      const request = asked.takeSeat(this.place.seat, { player, key, chain, scheme });
      return this._ask(request, { key: key && { ...key, log: this.log, scheme }, id: freshId("seat") });
    });
  }

  /**
   * Register a key: the first, or one in place of that in force, which signs for it too.
   * @param {SeatKey} key
   */
  registerKey(key) {
    return this._alone(async () => {
      await this._keep(key);
      const held = await keyInForce(this.place);
      const { scheme } = this;
      const request = asked.registerKey(this.place.seat, key.publicKey, scheme);
      const signer = { ...(held ?? key), log: this.log, scheme };
      return this._ask(request, { key: signer, possession: held ? key : undefined });
    });
  }

  /** Offer a key in place of a lost one: the other seat has to agree. @param {SeatKey} key */
  offerKey(key) {
    return this._alone(async () => {
      await this._keep(key);
      const { log, scheme } = this;
      const request = asked.offerKey(this.place.seat, key.publicKey, scheme);
      return this._ask(request, { key: { ...key, log, scheme } });
    });
  }

  /**
   * Look whether a key that is kept here is the seat's by now, and sign with it if so.
   * @param {string} publicKey
   */
  confirmKey(publicKey) {
    return this._alone(() => this._confirmKey(publicKey));
  }

  /**
   * Reveal the first link of an epoch, so that the other seat can roll; null where the log has it already.
   * @param {string} timeline
   */
  ready(timeline) {
    return this._alone(async () => {
      const chain = await this._chain(timeline);
      if (!chain) throw new PlayerError("chain", `no chain of this seat is in use on ${timeline}`);
      if (chain.count.ready) return null; // the log has the first link of this epoch: no further one is due
      const key = await keyInForce(this.place);
      const anchored = key?.scheme ? chain.count.epoch.version : undefined;
      return this._ask(asked.revealFirst(timeline, await this._link(chain), anchored));
    });
  }

  /** Anchor a chain, which is kept first; or leave it to the service; or agree to the other seat's offer. */
  anchor(
    /** @type {string} */ timeline,
    /** @type {{chain?: import("./chain.js").Chain, custody?: "server", agreesTo?: string}} */ about,
  ) {
    return this._alone(async () => {
      if (about.chain) await keepChain(this.place, about.chain);
      return this._ask(asked.anchorDice(timeline, about));
    });
  }

  /** Accept a rewind, with a chain for the new timeline, which is kept first, or without one. */
  acceptRewind(
    /** @type {string} */ proposal,
    /** @type {import("./chain.js").Chain | undefined} */ chain = undefined,
  ) {
    return this._alone(async () => {
      if (chain) await keepChain(this.place, chain);
      return this._ask(asked.acceptRewind(proposal, chain));
    });
  }

  /** Any other request of `asked` in signing.js. @param {import("./signing.js").MatchRequest} request */
  ask(request) {
    return this._alone(() => this._ask(request));
  }

  /**
   * The seat's chain that is in use on a timeline, counted by the log; null where none is kept here.
   * @param {string} timeline
   * @returns {Promise<KeptChain | null>}
   */
  chain(timeline) {
    return this._locked(() => this._chain(timeline));
  }

  /**
   * The request whose answer was lost, if there is one.
   * @returns {Promise<{path: string, body: any, known?: string} | null>}
   */
  async pending() {
    return (await get("pending", idOf(this.place))) ?? null;
  }

  /** Send it again as it was; PlayerError "answered" where no answer is missing. @returns {Promise<any>} */
  repeat() {
    return this._locked(async () => {
      const held = await this.pending();
      if (!held) throw new PlayerError("answered", "no answer is missing");
      const answer = await this._sent(held.path, held.body, true, held.known);
      const { timeline } = held.body;
      return held.path === "/commands" && timeline ? this._follow(timeline, answer) : answer;
    });
  }

  /** Give it up. It may have been carried out, or yet be: the log shows. */
  giveUp() {
    return this._locked(() => remove("pending", idOf(this.place)));
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  async _locked(work) {
    if (!navigator.locks)
      throw new PlayerError("no-locks", NO_LOCKS);
    return navigator.locks.request(`ironclad-seat ${JSON.stringify(idOf(this.place))}`, work);
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  async _alone(work) {
    return this._locked(async () => {
      if (await this.pending())
        throw new PlayerError(
          "pending",
          "Another order of this seat was given in this browser, perhaps in another tab, and has no answer yet. Wait until it is answered, then try again.",
        );
      return work();
    });
  }

  /**
   * @param {import("./signing.js").MatchRequest} request
   * @param {{key?: Signer, possession?: SeatKey, id?: string}} [about] who signs, unless the key in force does
   */
  async _ask(request, { key, possession, id = freshId("asked") } = {}) {
    const { command, path } = request;
    const signer = key ?? (command.type === "take_seat" ? null : await keyInForce(this.place));
    const plain = { ...request.body, ...(OWN.test(path) ? {} : { seat: this.place.seat }), id };
    if (!signer) return this._sent(path, plain);
    const about = { timeline: MATCH, id: loggedId(command, id), command };
    return this._signed(async () => {
      const signed = await this._signature(about, signer, possession);
      return this._sent(path, { ...plain, ...signed });
    });
  }

  /**
   * The signature of a request by a seat's key, and what the seat had seen where the key signs that.
   * @param {{timeline: string, decision?: string, expectedVersion?: number, id: string, command: Record<string, any>,
   *   link?: string}} about
   * @param {Signer | null} [signer] the key in force unless it is named
   * @param {SeatKey} [possession] a new key, which signs the same
   * @returns {Promise<{signature?: string, seen?: import("../proof/seen.js").Seen, possession?: string}>}
   */
  async _signature(about, signer, possession) {
    const key = signer ?? (await keyInForce(this.place));
    if (!key) return {};
    const { game, seat } = this.place;
    const newest = key.scheme ? await this.audit() : null;
    const seen = newest ? this.past.seen(about.timeline, about.command, newest) : undefined;
    const request = { log: key.log, game, seat, ...about, seen };
    const signature = await signRequest(key, request);
    if (!possession) return { signature, seen };
    return { signature, seen, possession: await signRequest(possession, request) };
  }

  /**
   * Fresh salts for the hidden fields of a command that this seat signs; undefined where nothing is hidden.
   * @param {Record<string, any>} command
   * @returns {Promise<Record<string, string> | undefined>}
   */
  async _salts(command) {
    if (!(await keyInForce(this.place))) return undefined;
    await this.past.read();
    if (!this.past.hides) return undefined;
    this._schemas ??= this._commands();
    const schemas = await this._schemas;
    return freshSalts(command, schemas[command.type]?.["x-secret"] ?? []);
  }

  /** The schemas of the commands of the game's ruleset. @returns {Promise<Record<string, any>>} */
  async _commands() {
    const { ruleset } = await this.describe();
    return (await this.http.get(`/rulesets/${encodeURIComponent(ruleset)}`)).commands;
  }

  /**
   * Sign and send; once more with what has come meanwhile, where what was seen is too old by then.
   * @template T @param {() => Promise<T>} work @returns {Promise<T>}
   */
  async _signed(work) {
    try {
      return await work();
    } catch (wrong) {
      if (!(wrong instanceof Refusal) || wrong.rule !== "signature/seen") throw wrong;
      return work();
    }
  }

  /**
   * Keep a key that is to be registered; what is known of one that is kept already stays.
   * @param {SeatKey} key
   */
  async _keep(key) {
    const kept = await keysOf(this.place);
    if (kept.some((each) => each.publicKey === key.publicKey)) return;
    await keepKey(this.place, key, this.log, { scheme: this.scheme });
  }

  /**
   * @param {string} path
   * @param {Record<string, any>} body
   * @param {boolean} [again] whether it was sent before: a token that is good no more says nothing of that
   * @param {string} [known] what its receipt is kept under, if it has no id
   */
  async _sent(path, body, again = false, known = "") {
    if (this.log) await (await this.auditor()).allowed();
    await put("pending", { id: idOf(this.place), path, body, known });
    let answer;
    try {
      answer = await this.http.post(this._game + path, body);
      if (body.seen) await this.receipts.expect(body, answer, known);
      await remove("pending", idOf(this.place));
    } catch (wrong) {
      const barred = again && wrong instanceof Fault && [401, 403].includes(wrong.status);
      const answered = wrong instanceof Refusal || (wrong instanceof Fault && !wrong.lost && !barred);
      if (answered) await remove("pending", idOf(this.place));
      throw wrong;
    }
    if (answer.token) this.http.token = answer.token;
    const own = `/seats/${encodeURIComponent(this.place.seat)}`;
    if (body.key && !body.lost && (path === own || path === `${own}/key`)) await this._confirmKey(body.key);
    return answer;
  }

  /**
   * The seat's chain that is in use on a timeline, counted by the log as it is now.
   * @returns {Promise<KeptChain | null>}
   */
  async _chain(/** @type {string} */ timeline) {
    /** @type {KeptChain | null} */
    let used = null;
    for (const chain of await chainsOf(this.place, timeline)) {
      const events = await this._since(chain);
      chain.count = counted(chain, chain.count, events);
      await keepChain(this.place, chain, chain.count);
      if (chain.count.epoch) used = chain;
    }
    return used;
  }

  /**
   * What the log has more than a chain's count.
   * @param {KeptChain} chain
   * @returns {Promise<any[]>} by position
   */
  async _since({ timeline, count }) {
    const found = [];
    for await (const each of this.http.events(`${this._game}/match/events`, {}, count.match + 1))
      found.push(each);
    const lines = (await this.http.get(`${this._game}/timelines`)).items;
    if (lines.some((/** @type {any} */ each) => each.id === timeline)) {
      const path = `${this._game}/events`;
      for await (const each of this.http.events(path, { timeline }, count.line + 1)) found.push(each);
    }
    return found.sort((one, other) => one.position - other.position);
  }

  /**
   * The link to send; the first of an epoch only after a signed checkpoint covers its anchors.
   * @param {KeptChain} chain
   */
  async _link(chain) {
    if (!chain.count.checked) {
      await checkAnchored(this.http, this.place.game, chain.count.epoch, this.logKey);
      chain.count.checked = true;
      await keepChain(this.place, chain, chain.count);
    }
    return /** @type {string} */ (nextLink(chain));
  }

  /**
   * Take a key for the seat's own once the server has it, for the log that is known.
   * @param {string} publicKey
   */
  async _confirmKey(publicKey) {
    const kept = (await keysOf(this.place)).find((each) => each.publicKey === publicKey);
    const { seats } = await this.describe();
    const held = seats.find((/** @type {any} */ each) => each.seat === this.place.seat)?.key;
    const scheme = held?.scheme ?? "";
    if (!kept || held?.key !== publicKey || held.log !== this.log || scheme !== (kept.scheme ?? "")) {
      throw new PlayerError(
        "key",
        "the server did not register this key, or for another log than the one that is known",
      );
    }
    await keepKey(this.place, kept, held.log, { number: held.number, scheme });
  }
}
