// @ts-check
/**
 * The commands that were committed to on one timeline and wait: in which order they come, and which links they owe
 * (docs/dice.md, `ironclad-dice/v2`).
 */

/** @typedef {{version: number, position: number, seat: string, command: string}} Commit */
/** @typedef {(test: unknown, check: string, detail: string) => void} Need */
/** @typedef {import("./dice_line.js").Line} Line */

export class Round {
  constructor() {
    /** @type {Commit[]} */
    this.commits = [];
    /** @type {Set<number>} the versions of the commits whose links were revealed */
    this.links = new Set();
    /** how many of its commands were carried out */
    this.done = 0;
    /** @type {Uint8Array | null} the key of its rolls, once one was needed */
    this.key = null;
    /** what its rolls have of a beacon @type {any} */
    this.beacon = null;
  }

  /** Whether nothing waits. */
  get free() {
    return this.commits.length === 0;
  }

  /** The position of its last commit. */
  get last() {
    return this.commits[this.commits.length - 1].position;
  }

  /** The commits as they are carried out. @param {string[]} seats */
  order(seats) {
    const place = (/** @type {Commit} */ each) => seats.indexOf(each.seat);
    return [...this.commits].sort((one, other) => place(one) - place(other) || one.version - other.version);
  }

  /** The commits whose links are owed still, in the order in which they are revealed. @param {string[]} seats @param {Line} line */
  owed(seats, line) {
    const own = (/** @type {Commit} */ each) => line.chain(each.seat)?.custody === "client";
    return this.order(seats).filter((each) => own(each) && !this.links.has(each.version));
  }

  /** A seat commits to a command. @param {Commit} commit @param {Line} line @param {any} terms @param {Need} need */
  commit(commit, line, terms, need) {
    const { seat, command } = commit;
    const chain = line.chain(seat);
    need(chain && seat !== "server", "commit", `${seat} has no chain here to commit with`);
    need(!this.links.size && !this.done, "owed", "links of a round were revealed, and it takes no more commands");
    const first = this.commits[0]?.command;
    need(first === undefined || terms.together.includes(first), "owed", `a ${first} waits for its link`);
    const due =
      chain.custody === "client" || terms.beacon || first !== undefined || terms.together.includes(command);
    need(due, "commit", `the service reveals the links of ${seat}: it commits to nothing here`);
    this.commits.push(commit);
  }

  /** A link is revealed for the commit whose turn it is. @param {any} event @param {string[]} seats @param {Line} line @param {Need} need */
  link(event, seats, line, need) {
    const [due] = this.owed(seats, line);
    need(due, "reveal", `${event.seat} owed no link`);
    need(this.done === 0, "reveal", "commands of this round were carried out before this link");
    const said = `the link of ${event.seat} for the commit at ${event.committed}`;
    need(due.version === event.committed, "order", `${said}, where ${due.seat}'s for ${due.version} is due`);
    const own = event.seat === due.seat && event.share.party === due.seat;
    need(own, "reveal", `${said} is of ${event.share.party}, the commit of ${due.seat}`);
    this.links.add(due.version);
  }

  /** The next command of the round is carried out. @param {any} event @param {string[]} seats @param {Line} line @param {Need} need */
  accept(event, seats, line, need) {
    need(!this.free, "commit", `no commit at ${event.committed} waits for this command`);
    const [owed] = this.owed(seats, line);
    need(!owed, "owed", `the link of ${owed?.seat} is still owed`);
    const due = this.order(seats)[this.done];
    const comes = `the command that was committed at ${event.committed} comes`;
    need(due.version === event.committed, "order", `${comes} where that at ${due.version} is due`);
    need(due.seat === event.seat, "commit", `${comes} as of ${event.seat}, ${due.seat} committed to it`);
  }

  /** The parties that reveal a link with the next command, in the order of the game. @param {any} event @param {string[]} seats @param {Line} line */
  reveals(event, seats, line) {
    const due = new Set(this.done === 0 ? this.commits.map((each) => each.seat) : []);
    if (event.rolls.length && this.key === null) {
      due.add("server");
      for (const seat of seats)
        if (line.chain(seat)?.custody === "server" && !line.shares.has(seat)) due.add(seat);
    }
    return ["server", ...seats].filter((party) => due.has(party));
  }

  /** A command of the round was carried out; whether it was the last. */
  settle() {
    this.done += 1;
    return this.done === this.commits.length;
  }

  /** The game ended while the round waited. @param {any} event @param {string[]} seats @param {Line} line @param {Need} need */
  abandon(event, seats, line, need) {
    const waits = this.commits.map((each) => each.version);
    const same = waits.length > 0 && String(event.committed) === String(waits);
    need(same, "abandoned", `${waits} waited, not this`);
    const owed = [...new Set(this.owed(seats, line).map((each) => each.seat))];
    need(
      String(event.owed) === String(owed),
      "abandoned",
      `links of ${owed.join(", ") || "nobody"} were owed`,
    );
  }
}
