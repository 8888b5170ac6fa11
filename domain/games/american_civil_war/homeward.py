"""How far a hex is from home: overland movement points to the nearest supply source of a side (9.10.4, 8.2,
8.3).

A retreat must bring a force nearer. The distances from every hex to a set of sources are one run of
Dijkstra's algorithm outward from the sources, against the direction of movement. They depend only on the
season (seasonal rivers, ferries at half the allowance), on the lines and bridges built since the start, and
on which sources a side has, so each field is worked out once and kept.
"""

from functools import lru_cache
from heapq import heappop, heappush

from domain.games.american_civil_war.charts import TURNS
from domain.games.american_civil_war.control import controller
from domain.games.american_civil_war.costs import crossing_charge, terrain_charge
from domain.games.american_civil_war.crossings import BARRED, crossing
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.rail_lines import GroundWorks, ground_works
from domain.games.american_civil_war.state import CONFEDERATE, UNION, Position
from domain.games.american_civil_war.supply_entry import as_entered
from domain.games.american_civil_war.supply_lines import supply_map
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
    lines = ground_works(position)
    return _field(record.season, record.movement_points, sources(position, side), lines)


@rule("9.10.4/7", "8.2/1", "8.3/1")
def homeward(position: Position, side: str, hex_id: str) -> dict[str, int]:
    """How far each hex is from where a force in `hex_id` must retreat to, overland; absent if it is cut off.

    With a valid line of supply that is the nearest source to which the force can trace; without one the
    nearest hex from which it could trace: those from which a railroad, water or source that serves lies no
    farther than the turn's supply length. The enemy in that hex, whom it has just fought, is ignored.
    """
    record, lines = TURNS[position.turn], ground_works(position)
    supply = supply_map(as_entered(position, side, (), hex_id, ""), side)
    line = supply.line(hex_id)
    if line is None:
        far = _field(record.season, record.movement_points, supply.goals, lines)
        return {each: max(0, cost - supply.length) for each, cost in far.items()}
    traced = sources(position, side) & (supply.network(line.path[-1]) | {line.path[-1]})
    goals = traced or frozenset({line.path[-1]})
    return _field(record.season, record.movement_points, goals, lines)


@lru_cache(maxsize=128)
def _field(season: str, allowance: int, goals: frozenset[str], lines: GroundWorks) -> dict[str, int]:
    steps = _steps(season, allowance, lines)
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
def _steps(season: str, allowance: int, lines: GroundWorks) -> dict[str, tuple[tuple[str, int], ...]]:
    """For each hex the adjacent ones that it can be entered from, and the movement points that it costs."""
    turn = next(turn for turn, record in TURNS.items() if record.season == season)
    built = dict.fromkeys(lines[1], True)
    ground = Position("bare_map", turn=turn, line_progress=dict(lines[0]), upgraded=built)
    steps: dict[str, tuple[tuple[str, int], ...]] = {}
    for target, near in _MAP.neighbours.items():
        ways = []
        for before in near:
            if (crossed := crossing(ground, before, target)) != BARRED:
                charge = crossing_charge(crossed, allowance)
                ways.append(
                    (before, terrain_charge(ground, before, target).amount + (charge.amount if charge else 0))
                )
        steps[target] = tuple(ways)
    return steps
