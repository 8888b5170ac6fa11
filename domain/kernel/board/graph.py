"""Ways over any board: how far something spreads, the cheapest way, what hangs together.

A board is given as a function from a place to its neighbours, so that a rule can say what counts as joined
(a line that is not cut, a border without a river). Costs are of any type that can be added and ordered:
whole movement points, exact fractions, or tuples such as (points, hexes) where points are equal.

Everything is deterministic: places come in the order found, and of ways that cost the same the one found
first is kept, which follows from the order of the neighbours.
"""

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, Generic, Protocol, TypeVar


class Cost(Protocol):
    """A price that can be added up and compared; a step never costs less than nothing."""

    def __add__(self, other: Any, /) -> Any: ...

    def __lt__(self, other: Any, /) -> bool: ...


N = TypeVar("N", bound=Hashable)
C = TypeVar("C", bound=Cost)

Neighbours = Callable[[N], Iterable[N]]
Steps = Callable[[N, C], Iterable[tuple[N, C]]]
"""From a place, and what has been spent up to it: each place next to it with the price of the step there."""


@dataclass(frozen=True)
class Ways(Generic[N, C]):
    """The cheapest ways from one or several starts: for each place reached what it costs, and the place
    before.

    Both mappings are in the order in which places were settled, so costs never fall; starts have no place
    before.
    """

    cost: Mapping[N, C]
    before: Mapping[N, N]

    def to(self, place: N) -> tuple[N, ...]:
        """The way to a place, its start and itself included. Raises KeyError if it is not reached."""
        if place not in self.cost:
            raise KeyError(place)
        way = [place]
        while way[-1] in self.before:
            way.append(self.before[way[-1]])
        return tuple(reversed(way))


def spread(
    starts: Iterable[N], steps: Steps[N, C], nothing: C, allowance: C | None = None, stop: Collection[N] = ()
) -> Ways[N, C]:
    """All places within an allowance, by the cheapest ways (Dijkstra's algorithm).

    `nothing` is the cost of staying. `allowance` is the most that a way may cost, None for no bound. A way
    may end at a place of `stop` but does not lead through it; a start is left even if it is one. No step may
    cost less than `nothing`, and no cost of a step may fall as more has been spent: then the cheapest ways
    are exact.
    """
    begun = list(dict.fromkeys(starts))
    best: dict[N, C] = dict.fromkeys(begun, nothing)
    came: dict[N, N] = {}
    cost: dict[N, C] = {}
    before: dict[N, N] = {}
    first, number = frozenset(begun), len(begun)
    heap: list[tuple[C, int, N]] = [(nothing, index, place) for index, place in enumerate(begun)]
    while heap:
        spent, _, place = heappop(heap)
        if place in cost:
            continue
        cost[place] = spent
        if place in came:
            before[place] = came[place]
        if place in stop and place not in first:
            continue
        for target, price in steps(place, spent):
            if target in cost:
                continue
            total: C = spent + price
            if allowance is not None and allowance < total:
                continue
            if target not in best or total < best[target]:
                best[target], came[target] = total, place
                heappush(heap, (total, number, target))
                number += 1
    return Ways(cost, before)


def cheapest(
    start: N, goals: Collection[N], steps: Steps[N, C], nothing: C, allowance: C | None = None
) -> tuple[tuple[N, ...], C] | None:
    """The cheapest way from a place to the nearest of the goals, with its cost; None if none is within
    reach.
    """
    settled: dict[N, C] = {}
    came: dict[N, tuple[N, C]] = {}
    heap: list[tuple[C, int, N]] = [(nothing, 0, start)]
    number = 1
    while heap:
        spent, _, place = heappop(heap)
        if place in settled:
            continue
        settled[place] = spent
        if place in goals:
            way = [place]
            while way[-1] != start:
                way.append(came[way[-1]][0])
            return tuple(reversed(way)), spent
        for target, price in steps(place, spent):
            total: C = spent + price
            if target in settled or (allowance is not None and allowance < total):
                continue
            if target not in came or total < came[target][1]:
                came[target] = place, total
                heappush(heap, (total, number, target))
                number += 1
    return None


def reachable(starts: Iterable[N], neighbours: Neighbours[N]) -> dict[N, int]:
    """Every place that hangs together with a start, and the least number of steps to it, nearest first."""
    found: dict[N, int] = dict.fromkeys(starts, 0)
    waiting = deque(found)
    while waiting:
        place = waiting.popleft()
        for target in neighbours(place):
            if target not in found:
                found[target] = found[place] + 1
                waiting.append(target)
    return found


def shortest(start: N, goals: Collection[N], neighbours: Neighbours[N]) -> tuple[N, ...] | None:
    """A way of the fewest steps from a place to one of the goals, both included; None if there is none."""
    before: dict[N, N] = {}
    seen, waiting = {start}, deque([start])
    while waiting:
        place = waiting.popleft()
        if place in goals:
            way = [place]
            while way[-1] != start:
                way.append(before[way[-1]])
            return tuple(reversed(way))
        for target in neighbours(place):
            if target not in seen:
                seen.add(target)
                before[target] = place
                waiting.append(target)
    return None


def components(places: Iterable[N], neighbours: Neighbours[N]) -> Iterator[frozenset[N]]:
    """The networks that places form, in the order of their first place; neighbours elsewhere do not count.

    A joint must be one from both ends.
    """
    among = dict.fromkeys(places)
    left = dict(among)
    while left:
        start = next(iter(left))
        network = reachable((start,), lambda place: (n for n in neighbours(place) if n in among))
        for place in network:
            left.pop(place, None)
        yield frozenset(network)
