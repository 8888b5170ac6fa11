// @ts-check
/** The order of a placement phase (4/15): a place for new HQs, units, fleets and the raider; what has none waits. */

import { el, words } from "../../shell/dom.js";
import { TYPES, choice, count, orderForm, row, some, valueOf } from "./entries.js";

const WAITS = { id: "", name: "waits" };

/** @typedef {{to: HTMLSelectElement, counts: Record<string, HTMLInputElement>}} Share units for one destination */

/**
 * @param {any} due @param {unknown} _offer
 * @param {{give: (command: Record<string, any>) => unknown}} how
 */
export function form(due, _offer, { give }) {
  const { hqs, cities, armies, units, fleets, raider } = due.form;
  const changed = () => made.summed();
  /** @type {[any, HTMLSelectElement][]} */
  const places = hqs.map((/** @type {any} */ hq) => [hq, choice(hq.name, [...cities, WAITS])]);
  /** @type {[string, HTMLSelectElement][]} */
  const berths = fleets.flatMap((/** @type {any} */ fleet) =>
    Array.from({ length: fleet.count }, (_, index) => [
      fleet.kind,
      choice(`${words(fleet.kind)} fleet ${index + 1}`, [...fleet.ports, WAITS]),
    ]),
  );
  const raids = raider ? choice("Raider", [...cities, WAITS]) : null;
  const waiting = TYPES.filter((type) => units[type]);
  /** @type {Share[]} */
  const shares = [];
  const rows = el("div", {});

  /** Another destination of units, with all that is left of them if it is the first. */
  function share() {
    const first = !shares.length;
    const number = shares.length + 1;
    const to = choice(`Destination ${number}`, [...armies, ...cities]);
    const counts = Object.fromEntries(
      waiting.map((type) => [
        type,
        count(`${words(type)} for destination ${number}`, units[type], changed, first ? units[type] : 0),
      ]),
    );
    shares.push({ to, counts });
    rows.append(
      el("p", { class: "share" }, to, ...waiting.map((type) => row(words(type), counts[type]))),
    );
    if (!first) changed();
  }

  const placed = (/** @type {string} */ type) =>
    shares.reduce((sum, each) => sum + (each.counts[type] ? valueOf(each.counts[type]) : 0), 0);

  function sums() {
    const said = waiting.map((type) => `${placed(type)} of ${units[type]} ${type}`).join(", ");
    return {
      said: said ? `Placed: ${said}` : "",
      right: waiting.every((type) => placed(type) <= units[type]),
    };
  }

  /** The units by destination, those of the same one added up. */
  function placements() {
    /** @type {Record<string, Record<string, number>>} */
    const found = {};
    for (const { to, counts } of shares) {
      const here = some(Object.fromEntries(waiting.map((type) => [type, valueOf(counts[type])])));
      for (const [type, number] of Object.entries(here)) {
        found[to.value] ??= {};
        found[to.value][type] = (found[to.value][type] ?? 0) + number;
      }
    }
    return found;
  }

  const answer = () => ({
    type: "give_placement_order",
    order: {
      hqs: Object.fromEntries(places.filter(([, at]) => at.value).map(([hq, at]) => [hq.id, at.value])),
      units: placements(),
      fleets: berths.filter(([, at]) => at.value).map(([kind, at]) => ({ kind, port: at.value })),
      raider: raids?.value ?? "",
    },
  });

  if (waiting.length) share();
  const more = el("button", { type: "button", class: "quiet", on: { click: share } }, "Another destination");
  const made = orderForm({
    parts: [
      ...places.map(([hq, at]) => row(`HQ ${hq.name} in`, at)),
      waiting.length ? el("fieldset", {}, el("legend", {}, "Units"), rows, more) : null,
      ...berths.map(([kind, at]) => row(`${words(kind)} fleet in`, at)),
      raids ? row("Raider in", raids) : null,
      places.length || waiting.length || berths.length || raids ? null : el("p", {}, "Nothing waits for placement."),
    ],
    button: "Give this order",
    sums,
    answer,
    give,
  });
  return made.node;
}
