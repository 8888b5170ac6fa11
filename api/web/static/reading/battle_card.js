// @ts-check
/** A battle's figures as tables: both forces, each roll with its modifiers and clauses, the chart that was read. */

import { SIDE_NAMES } from "../board/stacks.js";
import { clause } from "../table/clauses.js";
import { el, signed, words } from "../table/dom.js";

const WINS = /** @type {Record<string, string>} */ ({
  attacker: "attacker wins",
  defender: "defender wins",
  draw: "draw",
});

/** A die as it fell. @param {number} face */
const die = (face) =>
  el(
    "span",
    { class: "rolled" },
    el("span", { class: "die", "aria-hidden": "true" }, String(face)),
    el("span", { class: "hush" }, `die ${face}`),
  );

/** @param {{name: string, amount: number, rule: string}[]} terms @param {string} [unit] */
const sums = (terms, unit = "") =>
  terms.map((term) =>
    el(
      "li",
      { class: "term" },
      el("b", {}, `${signed(term.amount)}${unit}`),
      ` ${term.name} `,
      clause(term.rule),
    ),
  );

/**
 * What a card shows in the place of an entry's lines; null for an entry without figures.
 * @param {import("./entries.js").Entry} entry
 * @param {import("./entries.js").Entry[]} group the battle that it belongs to
 * @returns {(Node | null)[] | null}
 */
export function figures(entry, group) {
  if (entry.type === "battle_began") return forces(entry.card, group);
  if (entry.type === "battle_fought") return outcome(entry.card);
  if (entry.type === "losses_reckoned") return losses(entry.card, group);
  return null;
}

/** Who met, and how strong each was reckoned. @param {any} began @param {import("./entries.js").Entry[]} group */
function forces(began, group) {
  const fought = group.find((each) => each.type === "battle_fought")?.card;
  const came = began.attackers.map((/** @type {any} */ each) =>
    el(
      "div",
      {},
      each.units,
      each.leaders.length ? ` under ${each.leaders.join(", ")}` : "",
      each.from ? ` from ${each.from}` : "",
    ),
  );
  const held = [
    el("div", {}, began.defenders || "nobody"),
    began.garrison ? el("div", {}, `a garrison of ${began.garrison} in the fort`) : null,
  ];
  const row = (/** @type {string} */ name, /** @type {any[]} */ left, /** @type {any[]} */ right) =>
    el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, ...left), el("td", {}, ...right));
  const reckoned = (/** @type {any} */ force) => [
    ...force.parts.map((/** @type {any} */ part) =>
      el(
        "div",
        {},
        `${part.strength_points}${part.times > 1 ? ` × ${part.times}` : ""} ${part.what} `,
        clause(part.rule),
      ),
    ),
    force.leader ? el("div", {}, `+${force.bonus} leader ${force.leader} `, clause("9.3/3")) : null,
    force.naval ? el("div", {}, `+${force.naval} naval support `, clause("13.7/1")) : null,
    force.demoralized ? el("div", { class: "bad" }, "demoralized") : null,
    force.out_of_supply ? el("div", { class: "bad" }, "out of supply") : null,
  ];
  const heads = ["", "Attacker", "Defender"].map((name, index) =>
    el(
      "th",
      { scope: "col" },
      name,
      index
        ? el(
            "span",
            { class: `side ${index === 1 ? began.attacker : began.defender}` },
            ` ${SIDE_NAMES[index === 1 ? began.attacker : began.defender]}`,
          )
        : "",
    ),
  );
  return [
    el(
      "table",
      { class: "forces" },
      el("thead", {}, el("tr", {}, ...heads)),
      el(
        "tbody",
        {},
        row("Force", came, held),
        fought ? row("Strength", reckoned(fought.attacker), reckoned(fought.defender)) : null,
        fought
          ? row("In all", [el("b", {}, fought.attacker.strength)], [el("b", {}, fought.defender.strength)])
          : null,
      ),
    ),
  ];
}

/** The roll for the outcome. @param {any} card */
function outcome(card) {
  const [row] = card.chart.filter((/** @type {any[]} */ each) => each[0] === card.row);
  return [
    el(
      "ul",
      { class: "sums" },
      el("li", {}, `ratio ${card.ratio} `, clause("9.3/4")),
      el("li", {}, die(card.die), "for the outcome ", clause("9.4/1")),
      ...sums(card.terms),
      el(
        "li",
        {},
        `= ${String(card.modified).replace("-", "−")}, row ${card.row} of the Combat Results Table: `,
        el("b", {}, WINS[card.outcome]),
        row ? `, ${signed(row[2])} on the attacker's loss` : "",
      ),
    ),
  ];
}

/** The roll for the losses, and the chart as it was read. @param {any} card @param {import("./entries.js").Entry[]} group */
function losses(card, group) {
  const fought = group.find((each) => each.type === "battle_fought")?.card;
  const percent = card.shares.reduce(
    (/** @type {number} */ sum, /** @type {any} */ each) => sum + each.amount,
    0,
  );
  const exact = (Math.max(0, percent) * card.base) / 100;
  return [
    el(
      "ul",
      { class: "sums" },
      el("li", {}, die(card.die), "for the losses ", clause("9.6/1")),
      ...sums(card.shares, "%"),
      el(
        "li",
        {},
        `= ${percent}% of the attacker's ${card.base} SP = ${exact.toLocaleString("en")}: `,
        el("b", {}, `the defender loses ${card.defender}`),
        card.defender < card.reckoned ? ", all that it can " : " ",
        clause("9.6/2"),
      ),
      ...sums(card.terms),
      el(
        "li",
        {},
        `row ${card.row}, ${signed(card.adds)} on the defender's loss: `,
        el("b", {}, `the attacker loses ${card.attacker} `),
        clause("9.7/1"),
      ),
    ),
    chart(card.chart, fought?.row ?? 0, card.die, card.row),
  ];
}

/**
 * The Combat Results Table with the cells that were read.
 * @param {any[][]} rows @param {number} outcome @param {number} defender @param {number} attacker the rows read in each column
 */
function chart(rows, outcome, defender, attacker) {
  const cell = (/** @type {string} */ said, /** @type {boolean} */ read) =>
    el(
      "td",
      { class: read ? "read" : "" },
      said,
      read ? el("span", { class: "hush" }, " (read here)") : null,
    );
  const lines = rows.map(([face, wins, adds, percent, more]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, String(face)),
      cell(`${words(WINS[wins])}${adds ? ` (AL ${signed(adds)})` : ""}`, face === outcome),
      cell(`${percent}%`, face === defender),
      cell(more ? `DL ${signed(more)}` : "DL", face === attacker),
    ),
  );
  const heads = ["Die", "Outcome", "Defender loses", "Attacker loses"].map((name) =>
    el("th", { scope: "col" }, name),
  );
  return el(
    "details",
    { class: "figures" },
    el("summary", {}, "The table as it was read"),
    el(
      "table",
      { class: "results" },
      el("caption", { class: "hush" }, "Combat Results Table"),
      el("thead", {}, el("tr", {}, ...heads)),
      el("tbody", {}, ...lines),
    ),
  );
}
