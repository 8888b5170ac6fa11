"""The ground that the overland part of a supply line goes over (8.1.1): steps from hex to hex.

Steps are those of a march: terrain, hexsides, ferries, bridges, and at the bottom of a river loop the way out
of it for a force that stands inside. The map's own table serves for all but the few that play has changed.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from domain.games.american_civil_war.charts import TURNS
from domain.games.american_civil_war.costs import crossing_charge, terrain_charge
from domain.games.american_civil_war.crossings import BARRED, LOOP, crossing
from domain.games.american_civil_war.interdiction import can_ferry
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.rail_lines import ADDED, GroundWorks, ground_works
from domain.games.american_civil_war.state import Position
from domain.games.american_civil_war.supply_ground import shut_steps
from domain.kernel.rulebook import rule

_MAP = load_map()
_RAILS_TO_COME = {(here, to) for here, added in ADDED.items() for to in added}
_CHANGING = tuple(sorted(_MAP.ferries | _RAILS_TO_COME))  # steps that the season or what is built may change

Steps = Mapping[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """Steps by hex, as (next hex, movement points) pairs, `back` the same by the hex entered, as (hex left,
    points) pairs; and the steps that only a line's first may be.

    shut: the steps over water that enemy vessels hold, bridges apart.
    """

    steps: Steps
    back: Steps
    first: Steps
    shut: frozenset[tuple[str, str]]


@lru_cache(maxsize=16)
def _ground(season: str, works: GroundWorks) -> Position:
    """A position that holds nothing but a season and what has been built."""
    turn = next(turn for turn, record in TURNS.items() if record.season == season)
    return Position(
        "bare_map", turn=turn, line_progress=dict(works[0]), upgraded=dict.fromkeys(works[1], True)
    )


@lru_cache(maxsize=16)
@rule("8.1.1/5", "7.7.2/3", "TEC/4")
def _without_vessels(season: str, length: int, works: GroundWorks) -> tuple[Steps, Steps]:
    """Every step that ground units can take where there are no vessels, and the same backward."""
    steps = {here: dict(ways) for here, ways in _MAP.ground_steps[season].items()}
    ground = _ground(season, works)
    for a, b in _CHANGING:
        steps[a].pop(b, None)
        crossed = crossing(ground, a, b)
        if crossed != BARRED:
            charge = crossing_charge(crossed, length)
            steps[a][b] = terrain_charge(ground, a, b).amount + (charge.amount if charge else 0)
    back: dict[str, list[tuple[str, int]]] = {here: [] for here in steps}
    for here, ways in steps.items():
        for to, cost in ways.items():
            back[to].append((here, cost))
    return (
        {here: tuple(ways.items()) for here, ways in steps.items()},
        {here: tuple(ways) for here, ways in back.items()},
    )


@rule("8.1.1/1", "8.1.1/2", "8.1/2", "13.4.2/1")
def overland_ways(position: Position, side: str) -> Ways:
    """The steps of the side's overland lines: what ground and water cost, never zones or leaders."""
    turn = TURNS[position.turn]
    craft = frozenset(v.at for v in position.vessels.values() if v.side == side and can_ferry(v))
    shut = shut_steps(position, side)
    return _ways(turn.season, turn.supply_length, ground_works(position), craft, shut)


@lru_cache(maxsize=64)
@rule("8.1.1/1", "8.1.1/5", "5.3.4/1", "13.5/1")
def _ways(
    season: str, length: int, works: GroundWorks, craft: frozenset[str], shut: frozenset[tuple[str, str]]
) -> Ways:
    """Ferries of the side's vessels are added, and what enemy vessels hold is taken away, loops included."""
    ground = _ground(season, works)
    steps, back = map(dict, _without_vessels(season, length, works))
    ferries = [step for step in _both_ways(craft) if crossing(ground, *step) == BARRED]
    for a, b in (*ferries, *shut):
        steps[a] = tuple(step for step in steps[a] if step[0] != b)
        back[b] = tuple(step for step in back[b] if step[0] != a)
    for a, b in ferries:
        if (a, b) not in shut:
            cost = terrain_charge(ground, a, b).amount + length // 2
            steps[a], back[b] = (*steps[a], (b, cost)), (*back[b], (a, cost))
    first: dict[str, tuple[tuple[str, int], ...]] = {}
    for a, b in _both_ways(_MAP.loops):
        if crossing(ground, a, b, from_loop=True) == LOOP and (a, b) not in shut:
            first[a] = ((b, terrain_charge(ground, a, b).amount),)
    return Ways(steps, back, first, shut)


def _both_ways(keys: Iterable[str]) -> list[tuple[str, str]]:
    """The steps over some hexsides, in both directions, sorted."""
    return sorted(step for key in keys for step in (_MAP.hexsides[key].hexes, _MAP.hexsides[key].hexes[::-1]))


def costs_to(
    ways: Ways,
    goals: Iterable[str],
    barred: Collection[str],
    most: int | None = None,
    wanted: Collection[str] = (),
) -> dict[str, int]:
    """Overland points from each hex to the nearest goal, of at most `most`: Dijkstra's algorithm outward from
    the goals, against the direction of movement. A way may begin in a barred hex, but passes none.

    wanted: when all of these are reckoned the search may end.
    """
    found: dict[str, int] = {}
    missing = len(wanted)
    frontier = [(0, goal) for goal in sorted(goals)]
    while frontier:
        cost, here = heappop(frontier)
        if here in found:
            continue
        found[here] = cost
        if here in wanted and not (missing := missing - 1):
            break
        if here not in barred:
            for before, step in ways.back[here]:
                if before not in found and (most is None or cost + step <= most):
                    heappush(frontier, (cost + step, before))
    return found
