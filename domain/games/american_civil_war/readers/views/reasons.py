"""The reasons view: who holds a hex under guns, and why a force has no line of supply (6, 8.1)."""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import counted, place, side_name
from ironclad.domain.games.american_civil_war.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.american_civil_war.readers.views.supply import supply_view
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import (
    exerts_primary,
    primary_sources,
    primary_targets,
    season,
    secondary_sources,
    zones_by_bridge,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap, supply_map
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ways import spread

_MAP = load_map()
View = dict[str, Any]


def reasons_view(position: Position) -> View:
    """What the zones and supply views leave open: who exerts a zone, and what a line came up against.

    `zones` has, by side, the hexes in its primary and secondary zones, each with the hexes of the forces that
    exert it. `unfed` has a row for each force that no source feeds: `says` in sentences, each with its
    `rule`; `way` is the shortest way past no enemy without a limit, `open_way` one if no enemy barred it.
    """
    zones = {side: _zones(position, side) for side in SIDES}
    unfed = [_unfed(position, row) for row in supply_view(position)["forces"] if row["fed_by"] == "none"]
    return {"zones": zones, "unfed": unfed}


def _zones(position: Position, side: str) -> View:
    """Only hexes near a force can lie in a zone of it."""
    now, by_bridge = season(position), zones_by_bridge(position)
    guns = [base for base, groups in position.forces[side].items() if exerts_primary(position, groups)]
    near = {target for base in guns for target in (base, *primary_targets(now, base, by_bridge))}
    far = {target for base in guns for target, _ in _MAP.ring2[base]}
    primary = {target: primary_sources(position, target, side) for target in sorted(near)}
    secondary = {target: secondary_sources(position, target, side) for target in sorted(far)}
    return {
        "primary": {target: sources for target, sources in primary.items() if sources},
        "secondary": {target: sources for target, sources in secondary.items() if sources},
    }


def _unfed(position: Position, row: View) -> View:
    side, hex_id = row["side"], row["hex"]
    supply = supply_map(position, side)
    way = _shortest(supply, hex_id, supply.barred)
    open_way = None if way is not None else _shortest(supply, hex_id, frozenset())
    return {
        "side": side,
        "hex": hex_id,
        "length": supply.length,
        "way": way,
        "open_way": open_way,
        "says": [{"text": text, "rule": rule} for text, rule in _says(supply, row, way, open_way)],
    }


def _shortest(supply: SupplyMap, start: str, barred: frozenset[str]) -> View | None:
    """The nearest hex from which a line leads on to a source, and how far it is overland; None if none is."""
    goals = supply.goals
    first = supply.ways.outset(start)
    costs = spread(first, supply.ways.out, barred, enough=lambda found: not goals.isdisjoint(found))
    found = sorted((cost, goal) for goal, cost in costs.items() if goal in goals and goal not in barred)
    if not found:
        return None
    cost, goal = found[0]
    return {"to": goal, "name": place(goal), "cost": cost}


def _says(supply: SupplyMap, row: View, way: View | None, open_way: View | None) -> Iterator[tuple[str, str]]:
    enemy = side_name(ENEMY[supply.side])
    length = counted(supply.length, "movement point")
    if row["how"] == "inside a besieged fort":
        yield "A besieged fort is fed over water alone, and no way over water is open.", "11.8/3"
        return
    yield f"A line may run {length} overland this turn, then by rail and water.", "8.1.1/1"
    if not supply.goals:
        yield f"No railroad, river or port of {side_name(supply.side)} leads to a source.", "8.1/1"
    elif way is not None:
        points = counted(way["cost"], "movement point")
        yield f"The nearest way on, at {way['name']}, is {points} away past no enemy: too far.", "8.1.1/1"
    elif open_way is not None:
        points = counted(open_way["cost"], "movement point")
        far = "" if open_way["cost"] <= supply.length else ", too far even so"
        there = f"without them {open_way['name']} is {points} away{far}"
        yield f"Forces, forts or zones of {enemy}, or neutral Kentucky, bar every way; {there}.", "8.1/2"
    else:
        yield "Water and ground that cannot be crossed shut it in on every side.", "8.1.1/1"
    yield "No depot or supply centre that feeds a few is within reach either.", "8.3/2"
