"""Boards as numbers: places in the order of their ids, and what is known of each in flat arrays.

A question asked of every place in turn (how far does this force come?) costs ten times less over numbers and
byte arrays than over ids and dicts. Rules give the prices: steps from place to place, and what leaving and
entering a place adds to them. Ids come back at the end.

A traveller may change on its way (some of it stays behind at a border): then the board is there once for
each state of it, and place `p` in state `s` is the node `p + s * size`. A place is reached once, in whatever
state.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import compress
from typing import NamedTuple

Steps = Sequence[Sequence[tuple[int, int]]]
"""By node: the nodes that a step leads to, each with the price of the step, which is at least 1."""


class Board:
    """Places by number, in the order of their ids: `ids[number[id]]` is the id."""

    def __init__(self, places: Iterable[str]) -> None:
        self.ids = tuple(sorted(places))
        self.size = len(self.ids)
        self.number = {id: number for number, id in enumerate(self.ids)}

    def named(self, marks: Sequence[int]) -> frozenset[str]:
        """The places that are marked."""
        return frozenset(compress(self.ids, marks))

    def marked(self, places: Iterable[str], value: int = 1, on: bytes | bytearray | None = None) -> bytearray:
        """A byte for each place: `value` for those named, for the others 0 or what they are `on` another."""
        marks, number = bytearray(self.size) if on is None else bytearray(on), self.number
        for place in places:
            marks[number[place]] = value
        return marks


class Travel(NamedTuple):
    """What a traveller meets, by node: prices, and where it may go.

    steps: see `Steps`; leaving, entering: what a place adds to a step out of it or into it; limit: the most
    that a way to a place may cost; closed: places that it may not enter; ends: places that it may enter but
    not pass.
    """

    steps: Steps
    leaving: Sequence[int]
    entering: Sequence[int]
    limit: Sequence[int]
    closed: Sequence[int]
    ends: Sequence[int]


class Arrived(NamedTuple):
    """A place that was reached: its node, what the way has cost, and the node before it."""

    node: int
    cost: int
    before: int


@cache
def _letters(size: int, nodes: int) -> tuple[str, ...]:
    """A letter for each node's place, so that ways are words and compare as their places do."""
    return tuple(chr(node % size) for node in range(nodes))


def flooded(seeds: Iterable[int], steps: Steps, closed: Collection[int], most: int) -> dict[int, int]:
    """The places that a way from one of the seeds comes to, with the least that it costs, nearest first.

    A way costs `most` at most. It may come into closed places but passes none.
    """
    costs: dict[int, int] = {}
    waiting: list[list[int]] = [[] for _ in range(most + 1)]
    waiting[0] = list(seeds)
    for cost, places in enumerate(waiting):
        for here in places:
            if here not in costs:
                costs[here] = cost
                if here not in closed:
                    for to, price in steps[here]:
                        if to not in costs and cost + price <= most:
                            waiting[cost + price].append(to)
    return costs


def travelled(
    size: int, start: int, spent: int, travel: Travel, allows: Callable[[int, int], bool] | None = None
) -> Iterator[Arrived]:
    """Every place that a traveller reaches from a node, `spent` already, by the cheapest ways, nearest first.

    Of ways that cost the same, the one whose places come first in the order of ids. `allows`: asked of a step
    that would reach a new place, by its two nodes; a step that it bars is not taken. The start is no goal.
    """
    steps, leaving, entering, limit, closed, ends = travel
    seen = bytearray(closed)
    nodes = len(seen)
    seen[start % size :: size] = bytes((1,)) * (nodes // size)
    letters = _letters(size, nodes)
    waiting: list[list[tuple[str, int, int]]] = [[] for _ in range(max(limit) + 1)]
    cost, node, way = spent, start, ""
    found: list[tuple[str, int, int]] = []
    while True:
        base = cost + leaving[node]
        for to, price in steps[node]:
            if not seen[to] and (total := base + price + entering[to]) <= limit[to]:
                waiting[total].append((way + letters[to], to, node))
        while True:
            while not found:
                cost += 1
                if cost >= len(waiting):
                    return
                found = sorted(waiting[cost], reverse=True)
            way, node, before = found.pop()
            if seen[node] or (allows is not None and not allows(before, node)):
                continue
            seen[node % size :: size] = bytes((1,)) * (nodes // size)
            yield Arrived(node, cost, before)
            if not ends[node]:
                break
