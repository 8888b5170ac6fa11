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

Step = tuple[str, int]
Steps = Mapping[str, tuple[Step, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The steps from hex to hex of one side: those printed for a season, and what differs from them.

    out: hexes whose steps differ, with all of them as (next hex, movement points) pairs; back: the same by
    the hex entered; first: the steps that only a line's first may be; shut: those over water that enemy
    vessels hold, bridges apart.
    """

    season: str
    out: Steps
    back: Steps
    first: Steps
    shut: frozenset[tuple[str, str]]

    def onward(self, here: str) -> tuple[Step, ...]:
        """The hexes that can be entered from a hex, and what that costs."""
        found = self.out.get(here)
        return _MAP.ground_steps[self.season][here] if found is None else found

    def backward(self, here: str) -> tuple[Step, ...]:
        """The hexes from which a hex can be entered, and what that costs."""
        found = self.back.get(here)
        return _printed_back(self.season)[here] if found is None else found

    def outset(self, start: str) -> tuple[Step, ...]:
        """The steps from a line's first hex: out of a river loop over its bottom too."""
        return (*self.onward(start), *self.first.get(start, ()))


@lru_cache(maxsize=16)
def _ground(season: str, works: GroundWorks) -> Position:
    """A position that holds nothing but a season and what has been built."""
    turn = next(turn for turn, record in TURNS.items() if record.season == season)
    return Position(
        "bare_map", turn=turn, line_progress=dict(works[0]), upgraded=dict.fromkeys(works[1], True)
    )


@lru_cache(maxsize=4)
def _printed_back(season: str) -> Steps:
    """The map's own table of steps, by the hex entered."""
    back: dict[str, list[tuple[str, int]]] = {here: [] for here in _MAP.ground_steps[season]}
    for here, ways in _MAP.ground_steps[season].items():
        for to, cost in ways:
            back[to].append((here, cost))
    return {here: tuple(ways) for here, ways in back.items()}


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
    """What stands now, with the ferries that the side's vessels add, without what enemy vessels hold."""
    ground, changes = _ground(season, works), dict(_standing(season, length, works))
    for a, b in _both_ways(craft):
        if crossing(ground, a, b) == BARRED:
            changes[a, b] = terrain_charge(ground, a, b).amount + length // 2
    open_steps = _MAP.step_cost[season]
    changes |= {step: None for step in shut if step in changes or step in open_steps}
    out: dict[str, tuple[Step, ...]] = {}
    back: dict[str, tuple[Step, ...]] = {}
    printed, entered = _MAP.ground_steps[season], _printed_back(season)
    for (a, b), cost in changes.items():
        out[a] = tuple(step for step in out.get(a, printed[a]) if step[0] != b)
        back[b] = tuple(step for step in back.get(b, entered[b]) if step[0] != a)
        if cost is not None:
            out[a], back[b] = (*out[a], (b, cost)), (*back[b], (a, cost))
    first: dict[str, tuple[Step, ...]] = {}
    for a, b in _both_ways(_MAP.loops):
        if crossing(ground, a, b, from_loop=True) == LOOP and (a, b) not in shut:
            first[a] = ((b, terrain_charge(ground, a, b).amount),)
    return Ways(season, out, back, first, shut)


@lru_cache(maxsize=16)
@rule("8.1.1/5", "7.7.2/3", "TEC/4")
def _standing(season: str, length: int, works: GroundWorks) -> dict[tuple[str, str], int | None]:
    """What the steps cost that are not as printed, None where water bars the way: ferries, which take half
    the length, those that have been bridged, and railroads built since the start."""
    ground, printed = _ground(season, works), _MAP.step_cost[season]
    costs: dict[tuple[str, str], int | None] = {}
    for a, b in _CHANGING:
        crossed = crossing(ground, a, b)
        charge = crossing_charge(crossed, length)
        cost = terrain_charge(ground, a, b).amount + (charge.amount if charge else 0)
        if (found := None if crossed == BARRED else cost) != printed.get((a, b)):
            costs[a, b] = found
    return costs


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
            for before, step in ways.backward(here):
                if before not in found and (most is None or cost + step <= most):
                    heappush(frontier, (cost + step, before))
    return found
