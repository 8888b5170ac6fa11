// @ts-check

import { Round } from "./dice_round.js";

/** What is known of one timeline's dice. */
export class Line {
  constructor() {
    this.number = 0;
    this.roll = 1;
    this.since = 0;
    /** @type {any[]} */
    this.chains = [];
    /** @type {Map<string, any>} */
    this.shares = new Map();
    /** @type {Map<string, number>} */
    this.series = new Map();
    this.anchored = 0;
    /** the commands that were committed to and wait */
    this.round = new Round();
  }

  /** @param {string} party */
  chain(party) {
    return this.chains.find((each) => each.party === party) ?? null;
  }

  /** The last link of a chain that everyone knows. @param {any} chain */
  last(chain) {
    return this.shares.get(chain.party) ?? { party: chain.party, index: chain.index, link: chain.link };
  }
}
