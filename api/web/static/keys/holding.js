// @ts-check
/**
 * The seats that this browser holds with a key or a dice chain of their own: their requests go through here, and
 * what a seat's browser has to do by itself is done here (a first link, a chain for a new timeline, a request
 * whose answer was lost).
 */

import { linkAt, makeChain } from "./chain.js";
import { SeatClient } from "./client.js";
import { Fault, PlayerError, Refusal } from "./errors.js";
import { keysOf } from "./keys.js";
import { freshId } from "./signing.js";
import { all, idOf, keepForGood } from "./store.js";
import { knownLog, lacking } from "./able.js";
import { requestOf } from "./requests.js";
import {
  GIVEN_UP,
  OUT,
  WAITS,
  asProblem,
  isCoded,
  isEnded,
  notHere,
  textOf,
  troubleOf,
  unproved,
} from "./trouble.js";

/** @typedef {import("../shell/store.js").Store} Store */
/** @typedef {import("./store.js").Place} Place */
/**
 * @typedef {object} Held a seat of this browser, and its state
 * @property {string} seat
 * @property {Place} place
 * @property {any} record as `GET /games/{g}` tells it
 * @property {"none" | "here" | "elsewhere" | "offered"} key whether the seat has one, and whether it is here;
 *   "offered": this browser offers one in place of a lost one
 * @property {"none" | "service" | "here" | "elsewhere" | "due"} chain who keeps the dice chain of the game's timeline;
 *   "due": none is anchored on this line yet
 * @property {any} mine the seat's chain of this epoch, as `GET /games/{g}/dice` tells it
 * @property {boolean} keeps whether anything of the seat is kept in this browser
 * @property {import("./trouble.js").Trouble | null} trouble
 * @property {SeatClient | null} client
 * @property {(() => void) | null} again what a click on "Send again" does
 * @property {Promise<unknown>} last ends with the last request that was asked for
 * @property {boolean} settling whether a request waits for its answer
 * @property {number} asked how many requests of the player have no answer yet
 * @property {boolean} givenUp
 * @property {number} rests until when nothing is sent by itself, after the dice refused it (of the page's clock)
 * @property {{id: string, body: any} | null} link one that was signed and sent, and has no answer: others may hand it in
 */

const HEADERS = { "ironclad-page": "table" };
const FIRST_PAUSE = 2000; // milliseconds before a lost request is sent again, doubled each time
const LONGEST_PAUSE = 30_000;
const CHECKPOINT_PAUSE = 1500; // milliseconds between looks for the log's next checkpoint
const AUDIT_PAUSE = 3000; // milliseconds from one look at the record that no request waits for to the next
export const CHAIN_LENGTH = 2048;

/** @param {Store} store @param {() => void} changed is called when what is shown of a seat has changed */
export function createHolding(store, changed) {
  /** @type {Map<string, Held>} */
  const seats = new Map();
  /** @type {any} */
  let dice = null;
  /** @type {string | null} */
  let lacks = null;
  /** @type {Promise<void> | null} */
  let looking = null;
  let asked = false;
  let timer = 0;
  let looksAt = Infinity;
  let shown = "";
  /** @type {import("./auditor.js").Stopped | null} why nothing is sent to this log */
  let stopped = null;
  /** @type {{size: number, receipts: number} | null} how far the log was verified, and how many receipts are kept */
  let audited = null;
  let auditedAt = -AUDIT_PAUSE;
  /** @type {import("./past.js").GamePast | undefined} */
  let past;

  const game = () => store.state.game;
  const recordOf = (/** @type {string} */ seat) =>
    (game().seats ?? []).find((/** @type {any} */ each) => each.seat === seat) ?? null;

  /** @param {string} seat @returns {Held} */
  function of(seat) {
    const known = seats.get(seat);
    if (known) return known;
    const place = { server: location.origin, game: String(game().id), seat };
    /** @type {Held} */
    const made = {
      seat,
      place,
      record: recordOf(seat),
      key: "none",
      chain: "none",
      mine: null,
      keeps: false,
      trouble: null,
      client: null,
      again: null,
      last: Promise.resolve(),
      settling: false,
      asked: 0,
      givenUp: false,
      rests: 0,
      link: null,
    };
    seats.set(seat, made);
    return made;
  }

  /** @param {Held} held @returns {Promise<SeatClient>} */
  async function clientOf(held) {
    if (held.client) return held.client;
    lacks ??= await lacking(held.place);
    if (lacks) throw new PlayerError("unable", lacks);
    const log = await knownLog(held.place, () => store.api.ask("/log/keys"));
    const about = { log: log.origin, logKey: log.key, headers: HEADERS, past };
    held.client = new SeatClient(held.place, about);
    past = held.client.past; // of all seats of this page
    return held.client;
  }

  // -- looking

  /** Look up the state of every held seat, and do what its browser has to do by itself. @returns {Promise<void>} */
  function look() {
    asked = true;
    looking ??= (async () => {
      while (asked) {
        asked = false;
        await once();
      }
      looking = null; // at once: a later request is not missed
    })();
    return looking;
  }

  async function once() {
    clearTimeout(timer);
    looksAt = Infinity;
    if (!game().seats) return;
    try {
      dice = game().seats.some((/** @type {any} */ each) => each.custody)
        ? await store.api.ask(`${store.path}/dice`)
        : null;
      for (const seat of store.state.held) await tend(of(seat));
      await audit();
    } catch {
      soon(FIRST_PAUSE * 2); // the service is not reached: the page says so already
    }
    say();
  }

  /** Tell of a change, once. */
  function say() {
    const now = JSON.stringify([
      dice,
      lacks,
      stopped,
      audited,
      game().seats,
      [...seats.values()].map(({ client, last, again, rests, ...rest }) => [rest, Boolean(again)]),
    ]);
    if (now === shown) return;
    shown = now;
    changed();
  }

  /** Look again after a pause, or sooner where that was wanted before. @param {number} pause */
  const soon = (pause) => {
    const at = performance.now() + pause;
    if (at >= looksAt) return;
    clearTimeout(timer);
    looksAt = at;
    timer = setTimeout(() => void look(), pause);
  };

  /** @param {Held} held */
  async function tend(held) {
    const { seat, place } = held;
    held.record = recordOf(seat);
    held.mine = dice?.epoch?.chains.find((/** @type {any} */ each) => each.party === seat) ?? null;
    lacks ??= await lacking(place);
    const keys = lacks ? [] : await keysOf(place);
    const chains = lacks ? [] : await all("chains", idOf(place));
    held.keeps = keys.length + chains.length > 0;
    const inForce = held.record?.key;
    const kept = keys.find((each) => each.publicKey === inForce?.key);
    held.key = !inForce
      ? "none"
      : kept
        ? "here"
        : keys.some((each) => each.publicKey === held.record.offered_key)
          ? "offered"
          : "elsewhere";
    held.chain = keeper(held.mine, chains);
    const { link } = held;
    const owed = (dice?.owed ?? []).some((/** @type {any} */ each) => each.id === link?.id);
    if (link && !owed) held.again?.(); // somebody handed it in: there is an answer now
    if (lacks || held.settling) return;
    const client = await clientOf(held);
    stopped = await (await client.auditor()).stopped();
    if (stopped) return;
    if (await client.pending()) {
      void repeat(held).catch(() => undefined);
      return;
    }
    if (kept && kept.number !== inForce.number) await by(held, () => client.confirmKey(kept.publicKey)); // agreed to by the other seat meanwhile
    const rest = held.rests - performance.now(); // whatever else is a reason to look meanwhile
    if (rest > 0) soon(rest);
    else if (!game().outcome && held.keeps) await roll(held, client);
  }

  /** Hold what is new in the log and in the game to what this browser knows of them. */
  async function audit() {
    const held = [...seats.values()].find((each) => each.key === "here" && each.record.key.scheme);
    if (!held || lacks || held.settling) return;
    const rest = auditedAt + AUDIT_PAUSE - performance.now();
    if (rest > 0 && !stopped) return soon(rest);
    auditedAt = performance.now();
    const client = await clientOf(held);
    await by(held, async () => {
      const { size } = await client.audit();
      audited = { size, receipts: (await client.receipts.kept()).length };
    });
  }

  /** @param {any} mine @param {import("./chain.js").KeptChain[]} chains @returns {Held["chain"]} */
  function keeper(mine, chains) {
    if (!mine) return "none";
    if (mine.custody !== "client") return "service";
    if (mine.length === 0) return "due";
    const link = (/** @type {import("./chain.js").KeptChain} */ chain) =>
      mine.index === 0 ? chain.anchor : linkAt(chain, mine.index);
    const ours = chains.some(
      (chain) =>
        chain.timeline === dice.timeline &&
        chain.series === mine.series &&
        chain.length === mine.length &&
        link(chain) === mine.link,
    );
    return ours ? "here" : "elsewhere";
  }

  /** What the dice want of this seat before anybody rolls. @param {Held} held @param {SeatClient} client */
  async function roll(held, client) {
    const line = dice?.timeline;
    if (held.chain === "due") {
      const series = dice.series[held.seat];
      const chain = makeChain({
        game: held.place.game,
        timeline: line,
        seat: held.seat,
        series,
        length: CHAIN_LENGTH,
        scheme: dice.scheme,
      });
      if (!(await by(held, () => client.anchor(line, { chain })))) return;
      asked = true; // and then its first link
      await store.refresh();
      return;
    }
    if (held.chain !== "here") return;
    const [owed] = dice.awaits?.length ? [] : (dice.owed ?? []);
    if (owed?.seat === held.seat) {
      if (held.asked) return; // a link that was given up does not keep a resignation
      say(); // what is waited for is this seat's own link: it may take a while
      if (await by(held, () => client.reveal(owed, line))) await store.refresh(); // otherwise there is nothing new to look at
      return;
    }
    const bared = dice.shares.some((/** @type {any} */ share) => share.party === held.seat);
    const late = dice.epoch.chains.some((/** @type {any} */ chain) => chain.length === 0);
    const whole = game().seats.every((/** @type {any} */ each) => each.player);
    if (bared || late || !whole || dice.timeline !== game().timeline) {
      if (held.trouble?.kind === "waits") held.trouble = null;
      return;
    }
    await by(held, () => client.ready(line));
  }

  /**
   * Do what a seat's browser does by itself; what keeps it is shown.
   * @param {Held} held @param {() => Promise<any>} work @returns {Promise<boolean>} whether it is done
   */
  async function by(held, work) {
    try {
      await work();
      if (held.trouble && !held.settling) held.trouble = null;
      return true;
    } catch (wrong) {
      const refused = wrong instanceof Refusal;
      if (isCoded(wrong, "not-yet")) {
        held.trouble = { kind: "waits", text: WAITS };
        soon(CHECKPOINT_PAUSE);
      } else if (isCoded(wrong, "contradiction")) {
        stopped = await /** @type {SeatClient} */ (held.client)
          .auditor()
          .then((auditor) => auditor.stopped());
      } else if (isCoded(wrong, "behind") || isCoded(wrong, "unproved")) {
        held.trouble = { kind: "waits", text: unproved(wrong) };
        soon(AUDIT_PAUSE);
      } else if (isEnded(wrong)) {
        held.trouble = { kind: "ended", text: OUT };
        soon(FIRST_PAUSE * 2);
      } else if (isCoded(wrong, "pending") || isCoded(wrong, "answered")) soon(FIRST_PAUSE);
      else if (wrong instanceof Fault) soon(FIRST_PAUSE * 2);
      else if (refused && wrong.rule.startsWith("dice/")) {
        held.rests = performance.now() + FIRST_PAUSE; // another browser was first, or it is too early
        soon(FIRST_PAUSE);
      }
      else held.trouble = { kind: "wrong", text: textOf(wrong) };
      return false;
    }
  }

  // -- requests

  /**
   * Ask until there is an answer: a request whose answer was lost is sent again as it was, one that came after the
   * session's end once there is another, one that a checkpoint keeps when it is there. A seat's requests wait for
   * each other.
   * @param {Held} held @param {SeatClient} client @param {() => Promise<any>} work @returns {Promise<any>}
   */
  function settled(held, client, work) {
    const answer = held.last.then(() => settle(held, client, work));
    held.last = answer.catch(() => undefined);
    return answer;
  }

  /** @param {Held} held @param {SeatClient} client @param {() => Promise<any>} work @returns {Promise<any>} */
  async function settle(held, client, work) {
    held.settling = true;
    held.givenUp = false;
    let earlier = false; // whether what has no answer is another request, of another tab or before this page
    try {
      for (let pause = FIRST_PAUSE, ask = work; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
        try {
          return await ask();
        } catch (wrong) {
          earlier ||= isCoded(wrong, "pending");
          held.trouble = troubleOf(held.seat, wrong);
          if (!held.trouble) throw wrong;
          say();
          await pausing(held, held.trouble.kind === "waits" ? CHECKPOINT_PAUSE : pause);
          const kept = await client.pending();
          held.link = signedLink(kept);
          if (held.givenUp && !earlier) throw new PlayerError("given-up", GIVEN_UP);
          held.givenUp = false;
          ask = async () => {
            if (!kept) return work();
            try {
              const answer = await client.repeat();
              if (!earlier) return answer;
            } catch (why) {
              const over = isCoded(why, "answered") || (earlier && why instanceof Refusal);
              if (!over) throw why;
            }
            earlier = false;
            return work(); // by its id it counts once, if it was this one that another tab sent
          };
        }
      }
    } finally {
      held.trouble = held.again = held.link = null;
      held.settling = false;
      say();
    }
  }

  /** Wait a while, or until the player continues. @param {Held} held @param {number} pause */
  const pausing = (held, pause) =>
    new Promise((resolve) => {
      const go = () => {
        clearTimeout(clock);
        removeEventListener("focus", go);
        removeEventListener("online", go);
        held.again = null;
        resolve(undefined);
      };
      const clock = setTimeout(go, pause);
      addEventListener("focus", go); // back from signing in elsewhere
      addEventListener("online", go);
      held.again = go;
      say();
    });

  /** Send a request again whose answer was lost. @param {Held} held */
  async function repeat(held) {
    const client = await clientOf(held);
    try {
      await settled(held, client, () => client.repeat());
    } catch (wrong) {
      if (!isCoded(wrong, "given-up") && !isCoded(wrong, "answered"))
        held.trouble = {
          kind: "wrong",
          text: `The order that had no answer was not carried out: ${textOf(wrong)}`,
        };
    }
    say();
    await store.refresh();
  }

  /** @template T @param {string} seat @param {(held: Held, client: SeatClient) => Promise<T>} work @returns {Promise<T>} */
  async function through(seat, work) {
    const held = of(seat);
    held.asked += 1;
    try {
      await look();
      const client = await clientOf(held);
      return await settled(held, client, () => work(held, client));
    } catch (wrong) {
      throw asProblem(wrong);
    } finally {
      held.asked -= 1;
      void look(); // what came up meanwhile waited for this
    }
  }

  /** Give a request up whose answer was lost. @param {string} seat */
  async function giveUp(seat) {
    const held = of(seat);
    const client = await clientOf(held);
    held.givenUp = true;
    await client.giveUp();
    held.again?.();
    await store.refresh();
    await look();
  }

  /** @param {Held} held */
  function requireKey(held) {
    if (held.key === "elsewhere" || held.key === "offered") throw new PlayerError("key", notHere(held.seat));
  }

  return {
    look,
    of,
    /** The state of the held seats, in the game's order. */
    seats: () => store.state.held.map(of),
    dice: () => dice,
    /** What this browser lacks, "" if nothing; null before it was looked. */
    lacks: () => lacks,
    /** Why nothing is sent to this log, null where nothing is wrong. */
    stopped: () => stopped,
    /** How far this browser has verified the log; null before it has. */
    audited: () => audited,
    /** The player decides to play on, over what the service shows now. */
    async goOn() {
      for (const held of seats.values()) if (held.client) await (await held.client.auditor()).goOn();
      location.reload(); // what was read of the game may be of another log
    },
    /** @param {string} seat @param {(held: Held, client: SeatClient) => Promise<any>} work raises Problem */
    through,
    /**
     * Give a seat's command. Raises Problem.
     * @param {string} seat @param {any} due @param {Record<string, any>} command @param {string} timeline
     * @param {number} [expectedVersion] the version that its giver had seen @param {string} [id] that it was sealed with
     */
    give(seat, due, command, timeline, expectedVersion, id = freshId("order")) {
      return through(seat, (held, client) => {
        requireKey(held);
        return client.give(command, { decision: due?.id ?? undefined, expectedVersion, timeline, id });
      });
    },
    /**
     * Post a call of the table for a seat; null where nobody signs such a call. Raises Problem.
     * @param {string} seat @param {string} call @param {Record<string, any>} body @returns {Promise<any> | null}
     */
    post(seat, call, body) {
      if (call === "/take-backs") {
        const { to, timeline = game().timeline, expected_version: expectedVersion } = body;
        const id = freshId("back");
        return through(seat, (held, client) => {
          requireKey(held);
          return client.takeBack({ to, timeline, expectedVersion, id });
        });
      }
      const request = requestOf(call, { timeline: game().timeline, ...body });
      if (!request) return null;
      const { type } = request.command;
      return through(seat, async (held, client) => {
        requireKey(held);
        const own = held.record?.custody === "client" && held.keeps;
        const fresh = (/** @type {string} */ timeline) =>
          makeChain({ game: held.place.game, timeline, seat, length: CHAIN_LENGTH, scheme: dice?.scheme });
        if (type === "accept_rewind" && own) {
          const { proposal } = request.command;
          return client.acceptRewind(proposal, fresh(proposal));
        }
        const answer = await client.ask(request);
        if (type === "propose_rewind" && own)
          await by(held, () => client.anchor(answer.id, { chain: fresh(answer.id) })); // so nobody waits for it
        return answer;
      });
    },
    /** What keeps requests of held seats, with what one may do about it. @returns {import("../play/acting.js").Kept[]} */
    kept: () =>
      [...seats.values()].flatMap(({ seat, trouble, settling, again }) =>
        trouble
          ? [
              {
                ...trouble,
                again: settling ? again : null,
                giveUp: settling && trouble.kind !== "waits" ? () => void giveUp(seat) : null,
              },
            ]
          : [],
      ),
    /** Ask the browser to keep what is kept for good. */
    keepForGood: () => keepForGood().catch(() => false),
  };
}

/**
 * A pending request as a link that anyone may hand in, since its seat has signed it; null for any other.
 * @param {{path: string, body: any} | null} pending
 */
function signedLink(pending) {
  const [, id] = /^\/commands\/([^/]+)\/link$/.exec(pending?.path ?? "") ?? [];
  return id && pending?.body.signature ? { id: decodeURIComponent(id), body: pending.body } : null;
}

/** @typedef {ReturnType<typeof createHolding>} Holding */
