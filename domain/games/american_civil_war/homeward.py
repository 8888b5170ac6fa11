"""How far a hex is from home: overland movement points to the nearest supply source of a side (9.10.4, 8.2,
8.3).

A retreat must bring a force nearer. The distances from every hex to a set of sources are one run of
Dijkstra's algorithm outward from the sources, against the direction of movement. They depend only on the
season (seasonal rivers, ferries at half the allowance) and on which sources a side has, so each field is
worked out once and kept.
"""

from functools import lru_cache
from heapq import heappop, heappush

from domain.games.american_civil_war.charts import TURNS
from domain.games.american_civil_war.control import controller
from domain.games.american_civil_war.costs import crossing_charge, terrain_charge
from domain.games.american_civil_war.crossings import BARRED, crossing
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.state import CONFEDERATE, UNION, Position
from domain.kernel.rulebook import rule

_MAP = load_map()
_CRITICAL = tuple(sorted({*_MAP.critical_centres, *_MAP.critical_ports}))
FAR = 10_000  # movement points from which no source can be reached


@rule("9.10.4/7", "8.2/1", "8.3/1")
def sources(position: Position, side: str) -> frozenset[str]:
    """The supply sources that a side has now.

    The Union's on the north edge that no Confederate force stands on; the Confederacy's critical supply
    centres and critical ports that it controls.
    """
    if side == UNION:
        enemies = position.forces[CONFEDERATE]
        return frozenset(hex_id for hex_id in _MAP.union_sources if hex_id not in enemies)
    return frozenset(hex_id for hex_id in _CRITICAL if controller(position, hex_id) == CONFEDERATE)


def distances(position: Position, side: str) -> dict[str, int]:
    """Movement points from each hex to the side's nearest source; a hex that reaches none is absent."""
    record = TURNS[position.turn]
    return _field(record.season, record.movement_points, sources(position, side))


@lru_cache(maxsize=128)
def _field(season: str, allowance: int, goals: frozenset[str]) -> dict[str, int]:
    steps = _steps(season, allowance)
    found: dict[str, int] = {}
    frontier = [(0, goal) for goal in sorted(goals)]
    while frontier:
        cost, here = heappop(frontier)
        if here in found:
            continue
        found[here] = cost
        for before, step in steps[here]:
            if before not in found:
                heappush(frontier, (cost + step, before))
    return found


@lru_cache(maxsize=8)
def _steps(season: str, allowance: int) -> dict[str, tuple[tuple[str, int], ...]]:
    """For each hex the adjacent ones that it can be entered from, and the movement points that it costs."""
    turn = next(turn for turn, record in TURNS.items() if record.season == season)
    ground = Position(scenario="bare_map", turn=turn)
    steps: dict[str, tuple[tuple[str, int], ...]] = {}
    for target, near in _MAP.neighbours.items():
        ways = []
        for before in near:
            if (crossed := crossing(ground, before, target)) != BARRED:
                charge = crossing_charge(crossed, allowance)
                ways.append(
                    (before, terrain_charge(before, target).amount + (charge.amount if charge else 0))
                )
        steps[target] = tuple(ways)
    return steps
