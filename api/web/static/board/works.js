// @ts-check
/** What else lies on the board: forts, depots, projects, vessels, broken rails, taken towns. */

import { Keyed } from "./keyed.js";
import { holder, SIDE_NAMES } from "./stacks.js";
import { svg } from "./svg.js";

const LETTERS = /** @type {Record<string, string>} */ ({
  nsp: "N",
  ntp: "T",
  rsp: "R",
  flotilla: "F",
  ironclad: "I",
});
const PROJECTS = /** @type {Record<string, string>} */ ({ arsenal: "A", factory: "F", railroad: "=" });
const FORT = "M0,-19.5L18.5,-6L11.5,16H-11.5L-18.5,-6Z";

/** @typedef {import("./stacks.js").Views} Views @typedef {import("./keyed.js").Item} Item */

export class Works {
  /** @param {SVGElement} below @param {SVGElement} above @param {import("./chart.js").Chart} chart */
  constructor(below, above, chart) {
    this.below = new Keyed(below);
    this.above = new Keyed(above);
    this.chart = chart;
  }

  /** @param {Views} views @param {boolean} quietly */
  show(views, quietly) {
    const below = new Map([...this._towns(views), ...this._forts(views)]);
    const above = new Map([
      ...this._depots(views),
      ...this._projects(views),
      ...this._rails(views),
      ...this._vessels(views),
      ...this._battles(views),
    ]);
    this.below.show(below);
    this.above.show(above, quietly);
  }

  /**
   * @param {string} place
   * @param {number} dx
   * @param {number} dy
   * @param {string} sign
   * @param {string} classes
   * @param {() => (Node | null)[]} draw
   * @returns {Item}
   */
  _item(place, dx, dy, sign, classes, draw) {
    const { x, y } = this.chart.at(place);
    return { x: x + dx, y: y + dy, sign: sign + classes, classes, draw };
  }

  /**
   * Towns that somebody holds who did not begin with them.
   * @param {Views} views
   * @returns {Iterable<[string, Item]>}
   */
  *_towns(views) {
    for (const [hex, side] of Object.entries(views.map?.control?.changed ?? {})) {
      const here = this.chart.hexes.get(hex);
      if (!here?.city || side === "none" || holder(views, here) !== side) continue;
      const flag = () => [
        svg("path", { d: "M0,4V-6H8L6,-3.5L8,-1H0" }),
        svg("title", {}, `${SIDE_NAMES[side]} holds ${this.chart.fullName(hex)}`),
      ];
      yield [`town ${hex}`, this._item(hex, 0, 17, String(side), `flag ${side}`, flag)];
    }
  }

  /** @param {Views} views @returns {Iterable<[string, Item]>} */
  *_forts(views) {
    for (const fort of views.map?.forts ?? []) {
      const title = `${SIDE_NAMES[fort.side]} fort, ${fort.state.replaceAll("_", " ")}${fort.besieged_by ? ", besieged" : ""}`;
      const classes = `fort ${fort.side} ${fort.state}${fort.besieged_by ? " besieged" : ""}`;
      yield [
        `fort ${fort.hex}`,
        this._item(fort.hex, 0, 0, title, classes, () => [svg("path", { d: FORT }), svg("title", {}, title)]),
      ];
    }
    for (const each of views.map?.entrenchments ?? []) {
      const title = `${SIDE_NAMES[each.side]} entrenchment`;
      const trench = () => [svg("path", { d: "M-17,-8L-17,16.5H17V-8" }), svg("title", {}, title)];
      yield [`trench ${each.hex}`, this._item(each.hex, 0, 0, title, `entrenchment ${each.side}`, trench)];
    }
  }

  /** @param {Views} views @returns {Iterable<[string, Item]>} */
  *_depots(views) {
    for (const each of views.map?.depots ?? []) {
      const title = `${each.depots} depot${each.depots > 1 ? "s" : ""}, ${SIDE_NAMES[each.side]}`;
      yield [
        `depot ${each.hex} ${each.side}`,
        this._item(each.hex, -17, 3, title, `token ${each.side}`, () => token(`D${each.depots}`, title)),
      ];
    }
  }

  /** @param {Views} views @returns {Iterable<[string, Item]>} */
  *_projects(views) {
    for (const each of views.construction?.projects ?? []) {
      const letter = PROJECTS[each.kind];
      if (!letter || !each.hex) continue;
      const going = each.state !== "finished";
      const title = `${each.name}, ${each.state}`;
      const classes = `token ${each.side}${going ? " building" : ""}`;
      yield [
        `project ${each.kind} ${each.name} ${each.hex}`,
        this._item(each.hex, 17, 3, title, classes, () => token(letter, title)),
      ];
    }
  }

  /** @param {Views} views @returns {Iterable<[string, Item]>} */
  *_rails(views) {
    for (const { hex } of views.railroads?.broken ?? []) {
      const cross = () => [
        svg("path", { d: "M-4.5,-4.5L4.5,4.5M-4.5,4.5L4.5,-4.5" }),
        svg("title", {}, "The railroad is broken here"),
      ];
      yield [`break ${hex}`, this._item(hex, 15, -13, "", "broken", cross)];
    }
    for (const each of views.railroads?.usmrr ?? []) {
      if (each.hex)
        yield [
          `usmrr ${each.unit}`,
          this._item(each.hex, -17, -10, each.name, "token union", () => token("RR", each.name)),
        ];
    }
  }

  /**
   * The battle under way, and the combat afloat.
   * @param {Views} views
   * @returns {Iterable<[string, Item]>}
   */
  *_battles(views) {
    const battle = views.map?.battle;
    const afloat = views.naval?.combat;
    const blades = "M-6,-6L6,6M-6,6L6,-6";
    for (const [place, title] of [
      [battle?.hex, `Battle: ${battle?.attackers} against ${battle?.defenders}`],
      [afloat?.hexside, `Combat afloat, round ${afloat?.round}`],
    ]) {
      if (!place || !this.chart.has(place)) continue;
      const crossed = [svg("path", { d: blades }), svg("path", { class: "blades", d: blades })];
      const drawn = () => [
        svg("circle", { r: 21 }),
        svg("g", { transform: "translate(17 -17)" }, ...crossed),
        svg("title", {}, title),
      ];
      yield [`battle ${place}`, this._item(place, 0, 0, title, "battle", drawn)];
    }
  }

  /**
   * All vessels of a side in one place are one hull.
   * @param {Views} views
   * @returns {Iterable<[string, Item]>}
   */
  *_vessels(views) {
    /** @type {Map<string, any[]>} */
    const fleets = new Map();
    for (const each of views.naval?.vessels ?? []) {
      if (!each.place || !this.chart.has(each.place)) continue;
      const key = `${each.side} ${each.place}`;
      fleets.set(key, [...(fleets.get(key) ?? []), each]);
    }
    for (const [key, vessels] of fleets) {
      const { side, place } = vessels[0];
      const zone = this.chart.zones.get(place);
      const building = vessels.every((each) => each.state === "building");
      const dy = zone ? (zone.turned ? 0 : 26) : building ? 18 : side === "union" ? -6.5 : 6.5;
      const label = labelOf(vessels);
      const title = vessels
        .map((each) =>
          [
            each.name,
            each.where,
            ...[each.state, each.activity].filter((said) => !["sound", "ready", "building"].includes(said)),
          ].join(", "),
        )
        .join("\n");
      const classes = `vessel ${side}${building ? " building" : ""}`;
      yield [
        `fleet ${key}`,
        this._item(place, zone?.turned ? -26 : 0, dy, title, classes, () =>
          hull(
            label,
            title,
            vessels.some((each) => each.state === "damaged"),
          ),
        ),
      ];
    }
  }
}

/** @param {any[]} vessels */
function labelOf(vessels) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { kind } of vessels) counts[LETTERS[kind] ?? "?"] = (counts[LETTERS[kind] ?? "?"] ?? 0) + 1;
  return Object.entries(counts)
    .map(([letter, count]) => (count > 1 ? `${letter}${count}` : letter))
    .join(" ");
}

/** @param {string} label @param {string} title @param {boolean} damaged */
function hull(label, title, damaged) {
  const half = 7.5 + 2.9 * label.length;
  return [
    svg("path", { d: `M${-half},-5H${half}L${half - 5},5.5H${5 - half}Z` }),
    svg("text", { y: 3.2 }, label),
    damaged ? svg("circle", { class: "damaged", cx: -half, cy: -5, r: 3.2 }) : null,
    svg("title", {}, title),
  ];
}

/** @param {string} letter @param {string} title */
const token = (letter, title) => [
  svg("circle", { r: 6 }),
  svg("text", { y: 2.5 }, letter),
  svg("title", {}, title),
];
