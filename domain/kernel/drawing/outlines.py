"""Outlines of places that are drawn in several parts: one closed line for each, in the sheet's units."""

from collections.abc import Iterable
from itertools import pairwise
from math import dist

Point = tuple[float, float]
Ring = tuple[Point, ...]

SMALL = 60.0  # square units: islands below this are drawn, and are no part of what a click finds


def one_outline(rings: Iterable[Ring]) -> Ring:
    """The outer rings of a place as one closed line, joined where they come nearest to each other.

    The smallest islands are left out: the line is for finding what is under a point, and for marks.
    """
    largest, *islands = sorted(rings, key=area, reverse=True)
    joined = largest
    for island in islands:
        if area(island) > SMALL:
            joined = _joined(joined, island)
    return joined


def area(ring: Ring) -> float:
    """The area inside a ring, in square units."""
    closed = (*ring, ring[0])
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(closed))) / 2


def _joined(one: Ring, other: Ring) -> Ring:
    """Two rings as one, by a way there and back between their nearest corners."""
    open_one, open_other = _open(one), _open(other)
    near, far = min(
        ((i, j) for i in range(len(open_one)) for j in range(len(open_other))),
        key=lambda pair: dist(open_one[pair[0]], open_other[pair[1]]),
    )
    island = (*open_other[far:], *open_other[: far + 1])
    return (*open_one[: near + 1], *island, *open_one[near:])


def _open(ring: Ring) -> Ring:
    return ring[:-1] if ring[0] == ring[-1] else ring
