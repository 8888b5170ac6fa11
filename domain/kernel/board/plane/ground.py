"""What a straight way crosses: the stretches of it that lie in regions, and what they cost.

What a stretch costs belongs to a game: it gives a speed (hundredths of an inch a turn) for each set of
regions that a stretch may lie in.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

from ironclad.domain.kernel.board.plane.measures import (
    Point,
    Polygon,
    crossings,
    dot,
    minus,
    piece_length,
    place_in,
    sides,
)

Way = tuple[Point, Point]
WHOLE = Fraction(1)


@dataclass(frozen=True)
class Span:
    """A stretch of a way between two shares of it: the regions that it lies in, and those whose edge it
    follows, by their index.
    """

    start: Fraction
    end: Fraction
    within: frozenset[int]
    along: frozenset[int]


def spans(way: Way, regions: Sequence[Polygon]) -> tuple[Span, ...]:
    """A way cut wherever it meets the edge of a region. Empty for a way without length."""
    a, b = way
    if a == b:
        return ()
    near = [index for index, region in enumerate(regions) if may_meet(way, region)]
    if not near:
        return (Span(Fraction(0), WHOLE, frozenset(), frozenset()),)
    cuts = {Fraction(0), WHOLE}.union(*(crossings(a, b, regions[index]) for index in near))
    found = []
    for start, end in pairwise(sorted(cuts)):
        middle, scale = point_at(way, (start + end) / 2)
        where = {index: place_in(regions[index], middle, scale) for index in near}
        within = frozenset(index for index, at in where.items() if at == "in")
        along = frozenset(index for index, at in where.items() if at == "edge")
        found.append(Span(start, end, within, along))
    return tuple(found)


def fraction_used(way: Way, cut: Iterable[Span], speed: Callable[[Span], int]) -> Fraction | None:
    """The part of a turn that a way takes.

    Each stretch of one speed is rounded up to a hundredth of an inch and divided by its speed. None where a
    speed is 0: that ground cannot be entered.
    """
    used = Fraction(0)
    for pace, stretch in groupby(cut, speed):
        if pace == 0:
            return None
        pieces = list(stretch)
        used += Fraction(piece_length(*way, pieces[-1].end - pieces[0].start), pace)
    return used


def may_meet(way: Way, region: Polygon) -> bool:
    """Whether a way may meet a region: it does not if a line, or all of one box, is between them."""
    (ax, ay), (bx, by) = way
    xs, ys = [x for x, _ in region], [y for _, y in region]
    if max(ax, bx) < min(xs) or max(xs) < min(ax, bx) or max(ay, by) < min(ys) or max(ys) < min(ay, by):
        return False
    dx, dy = bx - ax, by - ay
    turns = [dx * (y - ay) - dy * (x - ax) for x, y in region]
    return min(turns) <= 0 <= max(turns)


def point_at(way: Way, share: Fraction) -> tuple[Point, int]:
    """The point at a share of a way, scaled to whole numbers, and the scale."""
    (ax, ay), (bx, by) = way
    m, n = share.numerator, share.denominator
    return (n * ax + m * (bx - ax), n * ay + m * (by - ay)), n


def scaled(polygon: Polygon, scale: int) -> Polygon:
    """A polygon with all co-ordinates multiplied."""
    return tuple((scale * x, scale * y) for x, y in polygon)


def on_edge(polygon: Polygon, point: Point) -> bool:
    """Whether a point lies on a side of a polygon."""
    return any(_on_side(point, a, b) for a, b in sides(polygon))


def _on_side(point: Point, a: Point, b: Point) -> bool:
    from_a, from_b = minus(point, a), minus(point, b)
    turn = from_a[0] * from_b[1] - from_a[1] * from_b[0]
    return turn == 0 and dot(from_a, from_b) <= 0
