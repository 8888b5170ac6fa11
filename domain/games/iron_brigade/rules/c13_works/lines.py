"""Lines on the table that are cut and built: stretches, frontages, in whole hundredths of an inch."""

from itertools import pairwise
from math import isqrt

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Muster, Unit
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import sizes
from ironclad.domain.kernel.board.plane import Point, mean, minus, square, square_between
from ironclad.domain.kernel.board.plane.measures import rounded

Line = tuple[Point, ...]


def length(line: Line) -> int:
    """The length of a line, each part rounded down to a hundredth."""
    return sum(isqrt(square(minus(b, a))) for a, b in pairwise(line))


def cut(line: Line, start: int, end: int) -> tuple[Line, Line, Line]:
    """A line in three: before a stretch, the stretch, and after it, by lengths from its first point.

    A part without length is (). Points of a cut are rounded once.
    """
    whole = length(line)
    start, end = max(start, 0), min(end, whole)
    return _part(line, 0, start), _part(line, start, end), _part(line, end, whole)


def _part(line: Line, start: int, end: int) -> Line:
    if end <= start:
        return ()
    found: list[Point] = []
    gone = 0
    for a, b in pairwise(line):
        own = isqrt(square(minus(b, a)))
        if gone + own > start and gone < end:
            first, last = max(start - gone, 0), min(end - gone, own)
            found += [at(a, b, first, own), at(a, b, last, own)]
        gone += own
    return tuple(point for index, point in enumerate(found) if index == 0 or point != found[index - 1])


def at(a: Point, b: Point, part: int, whole: int) -> Point:
    """The point so far from a toward b, rounded once."""
    if part <= 0:
        return a
    if part >= whole:
        return b
    return a[0] + rounded((b[0] - a[0]) * part, whole), a[1] + rounded((b[1] - a[1]) * part, whole)


def nearest_along(line: Line, point: Point) -> int:
    """How far along a line its nearest point to a point is, in whole hundredths."""
    best, gone = (square_between((point,), line[:2]), 0), 0
    found = 0
    for a, b in pairwise(line):
        own = isqrt(square(minus(b, a)))
        way, to = minus(b, a), minus(point, a)
        along = min(max((way[0] * to[0] + way[1] * to[1]) // max(own, 1), 0), own)
        far = square_between((point,), (a, b))
        if far <= best[0]:
            if far < best[0] or gone == 0:
                found = gone + along
            best = (far, gone)
        gone += own
    return found


def front_line(unit: Unit) -> Line:
    """The front edge of a unit's first rank, from its left to its right."""
    most = max(stand.ahead + stand.depth // 2 for stand in unit.stands)
    front = [n for n, stand in enumerate(unit.stands) if stand.ahead + stand.depth // 2 == most]
    left = min(front, key=lambda n: unit.stands[n].right)
    right = max(front, key=lambda n: unit.stands[n].right)
    return unit.body.polygon_of(left)[0], unit.body.polygon_of(right)[1]


def frontage(muster: Muster, unit: Unit) -> int:
    """The width of a unit in close order; of a battery that of its gun stand."""
    if muster.is_battery:
        return sizes()["gun"].width
    return -(-len(unit.stands) // 2) * max(stand.width for stand in unit.stands)


def middle(line: Line) -> Point:
    """The mean of a line's points."""
    return mean(line)


def new_id(position: Position, kind: str) -> str:
    """An id for a new piece of terrain or a new work: the kind and the first free number."""
    taken = {each.id for each in position.scenery.terrain} | set(position.works)
    number = 1
    while f"{kind}_{number}" in taken:
        number += 1
    return f"{kind}_{number}"
