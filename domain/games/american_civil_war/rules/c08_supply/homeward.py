"""How far a hex is from home: overland movement points to where a side's line of supply leads (9.10.4, 8.2,
8.3).

A retreat must bring a force nearer.
"""

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.rules.c05_movement.supply_entry import as_entered
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import pools_of
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ground import unlimited_sources
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap, supply_map
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ways import spread
from ironclad.domain.kernel.engine.citations import rule

_MAP = load_map()
FAR = 10_000  # movement points from which no source can be reached


@rule("9.10.4/7", "8.2/1", "8.3/1", "8.3/2")
def homeward(position: Position, side: str, hex_id: str) -> dict[str, int]:
    """How far the hexes within two of `hex_id` are, overland, from where a force in it must retreat to.

    With a valid line of supply that is the nearest source to which the force can trace, or else the depot or
    ordinary centre that feeds it; without one the nearest hex from which it could trace, and those from which
    a line reaches lie at 0. A hex that is cut off is absent. The enemy in that hex, whom it has just fought,
    is ignored.
    """
    supply = supply_map(as_entered(position, side, hex_id), side)
    line = supply.line(hex_id)
    if line is not None:
        end = line.path[-1]
        traced = (unlimited_sources(position, side) & supply.network(end)) - supply.barred
        return _distances(supply, traced or frozenset({end}), hex_id)
    if limited := frozenset(pools_of(supply).within(hex_id)):
        return _distances(supply, limited, hex_id)
    far = _distances(supply, supply.goals, hex_id)
    return {each: max(0, cost - supply.length) for each, cost in far.items()}


def _distances(supply: SupplyMap, goals: frozenset[str], around: str) -> dict[str, int]:
    """Movement points from each hex within two of one to the nearest goal, past none that bars a line.

    They are kept with the supply map, and go with it: one of a late turn is a quarter of a megabyte.
    """
    found = supply.distances.get((goals, around))
    if found is None:
        found = supply.distances[goals, around] = _worked_out(supply, goals, around)
    return found


def _worked_out(supply: SupplyMap, goals: frozenset[str], around: str) -> dict[str, int]:
    wanted = {h for near in (around, *_MAP.neighbours[around]) for h in (near, *_MAP.neighbours[near])}
    found = spread(
        ((goal, 0) for goal in goals), supply.ways.back, supply.barred - goals, enough=wanted.issubset
    )
    return {h: found[h] for h in wanted if h in found}
