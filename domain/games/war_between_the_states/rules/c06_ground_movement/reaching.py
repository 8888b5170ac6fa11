"""How far a group of pieces comes over land in one move (6.1 to 6.4), each piece within its own allowance."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import (
    Bars,
    bars,
    steps_of,
)
from ironclad.domain.kernel.board.numbered import Travel, travelled
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

MOST_LEFT = 2 * (7 + 2)
"""The half MP of a leader with the longest forced march: nothing has more."""


class Pace(NamedTuple):
    """Pieces that pay alike: their branch (infantry, cavalry, garrison or train), and the half MP left."""

    branch: str
    left: int


class Group(NamedTuple):
    """A group that moves together: its side, its paces, and what stops it (see `ground.bars`)."""

    side: str
    paces: tuple[Pace, ...]
    cavalry: bool = False
    alone: bool = False


class Reach(NamedTuple):
    """A hex that a group can come to: the way there, its start left out, and the half MP that it costs.

    `cost` is that of the group's first pace; among ways that all paces can go, the cheapest for it.
    """

    hex: str
    way: tuple[str, ...]
    cost: int


@rule("6.11/2")
def binding(paces: Sequence[Pace]) -> tuple[Pace, ...]:
    """The paces that can hold a group back, without those that always come as far as another.

    Infantry never pays more than cavalry or a train, and cavalry never more than half as much again as
    infantry.
    """
    least: dict[str, int] = {}
    for branch, left in paces:
        branch = "infantry" if branch == "garrison" else branch
        least[branch] = min(left, least.get(branch, left))
    on_foot = least.get("infantry")
    if on_foot is not None and any(left <= on_foot for branch, left in least.items() if branch != "infantry"):
        del least["infantry"]
    on_foot = min((left for branch, left in least.items() if branch != "cavalry"), default=None)
    if on_foot is not None and "cavalry" in least and 2 * least["cavalry"] >= 3 * on_foot:
        del least["cavalry"]
    return tuple(Pace(branch, least[branch]) for branch in sorted(least, reverse=True))


@rule("6.0/1", "6.11/1", "6.11/2", "6.14/1", "6.21/1", "6.22/1", "6.24/1", "6.41/1")
@remembered
def reached(position: Position, start: str, group: Group) -> tuple[Reach, ...]:
    """Every hex that a group reaches from its hex, nearest first; of equal ways the first by hex ids."""
    paces = binding(group.paces)
    if not paces or min(pace.left for pace in paces) <= 0:
        return ()
    barred = bars(position, group.side, group.cavalry, group.alone)
    if len(paces) > 1:
        return tuple(_of_several(position, start, group.side, paces, barred))
    return tuple(_of_one(position, start, group.side, paces[0], barred))


def _of_one(position: Position, start: str, side: str, pace: Pace, barred: Bars) -> Iterator[Reach]:
    board = load_map().board
    travel = Travel(
        steps_of(position, side, pace.branch),
        bytes(board.size),
        bytes(board.size),
        bytes((min(pace.left, MOST_LEFT),)) * board.size,
        barred.closed,
        barred.ends,
    )
    ways: dict[int, tuple[str, ...]] = {}
    for node, cost, before in travelled(board.size, board.number[start], 0, travel):
        ways[node] = (*ways.get(before, ()), board.ids[node])
        yield Reach(board.ids[node], ways[node], cost)


def _of_several(
    position: Position, start: str, side: str, paces: Sequence[Pace], barred: Bars
) -> Iterator[Reach]:
    """The same where two or more paces bind: ways are kept as long as no other is as good for all of them."""
    board = load_map().board
    first, *others = (steps_of(position, side, branch) for branch, _ in paces)
    most = tuple(left for _, left in paces)
    best: dict[int, list[tuple[int, ...]]] = {}
    waiting: list[tuple[tuple[int, ...], tuple[str, ...]]] = [((0,) * len(paces), ())]
    while waiting:
        spent, way = heappop(waiting)
        here = board.number[way[-1] if way else start]
        kept = best.setdefault(here, [])
        if any(all(a <= b for a, b in zip(other, spent, strict=True)) for other in kept):
            continue
        kept.append(spent)
        if way and len(kept) == 1 and way[-1] != start:
            yield Reach(way[-1], way, spent[0])
        if way and barred.ends[here]:
            continue
        rows = [dict(other[here]) for other in others]
        for to, price in first[here]:
            step = (price, *(row.get(to, MOST_LEFT + 1) for row in rows))
            total = tuple(a + b for a, b in zip(spent, step, strict=True))
            if not barred.closed[to] and all(a <= b for a, b in zip(total, most, strict=True)):
                heappush(waiting, (total, (*way, board.ids[to])))


@rule("5.0/2", "6.0/1", "6.12/1", "6.13/1", "6.21/1")
def price_of(position: Position, start: str, way: Sequence[str], group: Group) -> tuple[int, ...] | None:
    """The half MP that each pace of a group pays for a way, or None if the group may not go it."""
    board = load_map().board
    barred = bars(position, group.side, group.cavalry, group.alone)
    here = board.number[start]
    for index, hex in enumerate(way):
        to = board.number[hex]
        if barred.closed[to] or (index and barred.ends[here]):
            return None
        here = to
    tolls = [toll(position, group.side, pace.branch, start, way) for pace in group.paces]
    return None if None in tolls else tuple(price for price in tolls if price is not None)


def toll(position: Position, side: str, branch: str, start: str, way: Sequence[str]) -> int | None:
    """The half MP that a branch pays for a way, whatever units are on it; None where ground bars it."""
    rows, number = steps_of(position, side, branch), load_map().board.number
    total = 0
    for here, to in pairwise((start, *way)):
        price = dict(rows[number[here]]).get(number[to])
        if price is None:
            return None
        total += price
    return total
