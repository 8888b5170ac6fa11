"""The ground that the overland part of a supply line goes over (8.1.1): steps from hex to hex.

Steps are those of a march: terrain, hexsides, ferries, bridges, and at the bottom of a river loop the way out
of it for a force inside. The map's own table serves for all but the few that play has changed.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.rules.c05_movement.costs import crossing_charge, terrain_charge
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import BARRED, LOOP, crossing
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    ADDED,
    GroundWorks,
    ground_works,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ground import shut_steps
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import ferries_of
from ironclad.domain.kernel.board.numbered import Board
from ironclad.domain.kernel.engine.citations import rule

_MAP = load_map()
BOARD = Board(_MAP.hexes)
_RAILS_TO_COME = {(here, to) for here, added in ADDED.items() for to in added}
_CHANGING = tuple(sorted(_MAP.ferries | _RAILS_TO_COME))  # steps that the season or what is built may change

Step = tuple[str, int]
Steps = Mapping[str, tuple[Step, ...]]
ChangedStep = tuple[str, str, str, int]
Changes = Mapping[tuple[str, str], int | None]  # steps to what they cost now, None for those closed


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The steps from hex to hex of one side, as (hex, movement points) pairs.

    out: by hex, those that lead from it; back: those that lead to it, with the hexes left; numbered_back: the
    same on BOARD; first: those out of a hex that only a line's first step may be; shut: steps over water that
    enemy vessels hold, bridges apart.
    """

    out: Steps
    back: Steps
    numbered_back: Sequence[Sequence[tuple[int, int]]]
    first: Steps
    shut: frozenset[tuple[str, str]]

    def outset(self, start: str) -> tuple[Step, ...]:
        """The steps from a line's first hex: out of a river loop over its bottom too."""
        return (*self.out[start], *self.first.get(start, ()))


@lru_cache(maxsize=16)
def _ground(season: str, works: GroundWorks) -> Position:
    """A position that holds nothing but a season and what has been built."""
    turn = next(turn for turn, record in TURNS.items() if record.season == season)
    return Position(
        "bare_map", turn=turn, line_progress=dict(works[0]), upgraded=dict.fromkeys(works[1], True)
    )


@cache
def _printed_ways(season: str) -> Ways:
    """The map's own table."""
    out = _MAP.ground_steps[season]
    back = {
        entered: tuple(
            (left, cost) for left in _MAP.neighbours[entered] for to, cost in out[left] if to == entered
        )
        for entered in BOARD.ids
    }
    return Ways(out, back, [_numbered(steps) for steps in back.values()], {}, frozenset())


@rule("8.1.1/1", "8.1.1/2", "8.1/2", "13.4.2/1")
def overland_ways(position: Position, side: str) -> Ways:
    """The steps of the side's overland lines: what ground and water cost, never zones or leaders."""
    turn = TURNS[position.turn]
    craft = ferries_of(position, side)
    shut = shut_steps(position, side)
    return _ways(turn.season, turn.supply_length, ground_works(position), craft, shut)


@lru_cache(maxsize=32)
@rule("8.1.1/1", "8.1.1/5", "13.5/1")
def _ways(
    season: str, length: int, works: GroundWorks, craft: frozenset[str], shut: frozenset[tuple[str, str]]
) -> Ways:
    """The current ways, with the ferries that the side's vessels add, without what enemy vessels hold."""
    ground, (stands, ways) = _ground(season, works), _standing_ways(season, length, works)
    changes: dict[tuple[str, str], int | None] = {}
    for a, b in both_ways(craft):
        if crossing(ground, a, b) == BARRED:
            changes[a, b] = terrain_charge(ground, a, b).amount + length // 2
    open_steps = _MAP.step_cost[season]
    changes |= {step: None for step in shut if step in changes or step in stands or step in open_steps}
    first = {a: (step,) for a, step in _out_of_loops(season, works) if (a, step[0]) not in shut}
    return replace(_altered(ways, changes), first=first, shut=shut)


@lru_cache(maxsize=16)
def _standing_ways(season: str, length: int, works: GroundWorks) -> tuple[Changes, Ways]:
    """The steps that are not as printed, vessels apart, and the ways with them."""
    stands = _standing(season, length, works)
    return stands, _altered(_printed_ways(season), stands)


def _altered(ways: Ways, changes: Changes) -> Ways:
    """The ways when further steps change."""
    out, back, numbered = dict(ways.out), dict(ways.back), list(ways.numbered_back)
    for (a, b), cost in changes.items():
        out[a] = tuple(step for step in out[a] if step[0] != b)
        back[b] = tuple(step for step in back[b] if step[0] != a)
        if cost is not None:
            out[a], back[b] = (*out[a], (b, cost)), (*back[b], (a, cost))
    for entered in {b for _, b in changes}:
        numbered[BOARD.number[entered]] = _numbered(back[entered])
    return replace(ways, out=out, back=back, numbered_back=numbered)


def _numbered(steps: Iterable[Step]) -> tuple[tuple[int, int], ...]:
    return tuple((BOARD.number[place], cost) for place, cost in steps)


@lru_cache(maxsize=16)
@rule("8.1.1/1", "5.3.4/1")
def _out_of_loops(season: str, works: GroundWorks) -> tuple[tuple[str, Step], ...]:
    """For each hex in a river loop the step out of it over its bottom."""
    ground = _ground(season, works)
    return tuple(
        (a, (b, terrain_charge(ground, a, b).amount))
        for a, b in both_ways(_MAP.loops)
        if crossing(ground, a, b, from_loop=True) == LOOP
    )


@rule("8.1.1/5", "7.7.2/3", "TEC/4")
def _standing(season: str, length: int, works: GroundWorks) -> Changes:
    """What the steps cost that are not as printed, None where water bars the way: ferries, which take half
    the length, those that have been bridged, and railroads built since the start."""
    printed = _MAP.step_cost[season]
    costs: dict[tuple[str, str], int | None] = {}
    for a, b, crossed, terrain in changed_ground(season, works):
        charge = crossing_charge(crossed, length)
        cost = terrain + (charge.amount if charge else 0)
        if (found := None if crossed == BARRED else cost) != printed.get((a, b)):
            costs[a, b] = found
    return costs


@lru_cache(maxsize=16)
def changed_ground(season: str, works: GroundWorks) -> tuple[ChangedStep, ...]:
    """The steps that may not be as printed: how the hexside is crossed, vessels apart, and what the ground
    costs."""
    ground = _ground(season, works)
    return tuple((a, b, crossing(ground, a, b), terrain_charge(ground, a, b).amount) for a, b in _CHANGING)


def both_ways(keys: Iterable[str]) -> list[tuple[str, str]]:
    """The steps over some hexsides, in both directions, sorted."""
    return sorted(step for key in keys for step in (_MAP.hexsides[key].hexes, _MAP.hexsides[key].hexes[::-1]))


def spread(
    seeds: Iterable[Step],
    steps: Steps,
    barred: Collection[str],
    most: int = 1_000,
    enough: Callable[[Mapping[str, int]], bool] = lambda found: False,
) -> dict[str, int]:
    """Overland points, of at most `most`, from some seeds, each given with its own, to each hex: Dijkstra's
    algorithm, one number of points after the other. It comes into barred hexes and passes none.

    enough: asked after each number of points whether what is found by then will do.
    """
    found: dict[str, int] = {}
    waiting: dict[int, list[str]] = defaultdict(list)
    for here, cost in seeds:
        waiting[cost].append(here)
    cost = 0
    while waiting and cost <= most and not enough(found):
        for here in waiting.pop(cost, ()):
            if here in found:
                continue
            found[here] = cost
            if here not in barred:
                for to, step in steps[here]:
                    if to not in found and cost + step <= most:
                        waiting[cost + step].append(to)
        cost += 1
    return found
