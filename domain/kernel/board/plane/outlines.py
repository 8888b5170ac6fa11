"""Drawn polygons and lines: everything that is wrong with one, each with its reason.

Outlines come from files and from players, so their sizes are bounded before anything is computed.
"""

from collections.abc import Sequence

from ironclad.domain.kernel.board.plane.measures import (
    Point,
    cross,
    dot,
    minus,
    segments_meet,
    sides,
    twice_area,
)

MOST_CORNERS = 200
"""More corners than any drawn outline needs; the test for crossings grows with their square."""


def polygon_faults(polygon: Sequence[Point], width: int, height: int, most: int = MOST_CORNERS) -> list[str]:
    """All that is wrong with a polygon on a table of a width and a height; empty if nothing is.

    Too many corners are named alone: such a polygon is not looked at any further.
    """
    if len(polygon) > most:
        return [f"{len(polygon)} corners; at most {most} are allowed"]
    if len(polygon) < 3:
        return [f"{len(polygon)} corners; a polygon has at least 3", *_off_table(polygon, width, height)]
    faults = [*_off_table(polygon, width, height), *_repeated(polygon, closed=True)]
    area = twice_area(tuple(polygon))
    if area == 0:
        faults.append("its area is zero")
    faults += _self_contacts(polygon)
    if area < 0:
        faults.append("its corners run clockwise; they must run counter-clockwise")
    return faults


def is_simple(polygon: Sequence[Point]) -> bool:
    """Whether a polygon has three corners or more, room in it, and no side that touches another but at its
    ends.
    """
    if len(polygon) < 3 or len(set(polygon)) < len(polygon):
        return False
    return twice_area(tuple(polygon)) != 0 and not _self_contacts(polygon)


def line_faults(line: Sequence[Point], width: int, height: int, most: int = MOST_CORNERS) -> list[str]:
    """All that is wrong with a row of points on a table; empty if nothing is. It may cross itself."""
    if len(line) > most:
        return [f"{len(line)} points; at most {most} are allowed"]
    faults = [f"{len(line)} points; a line has at least 2"] if len(line) < 2 else []
    return [*faults, *_off_table(line, width, height), *_repeated(line, closed=False)]


def _off_table(points: Sequence[Point], width: int, height: int) -> list[str]:
    return [
        f"({x}, {y}) is off the table of {width} by {height}"
        for x, y in points
        if not (0 <= x <= width and 0 <= y <= height)
    ]


def _repeated(points: Sequence[Point], *, closed: bool) -> list[str]:
    following = [*points[1:], *(points[:1] if closed else ())]
    pairs = zip(points, following, strict=False)
    return [f"({a[0]}, {a[1]}) follows itself" for a, b in pairs if a == b]


def _self_contacts(polygon: Sequence[Point]) -> list[str]:
    """The pairs of sides that meet although they are not neighbours, or that fold back on each other."""
    every = list(sides(tuple(polygon)))
    every = [(a, b) for a, b in every[1:] + every[:1] if a != b]
    faults = []
    for index, (a, b) in enumerate(every):
        for later in range(index + 1, len(every)):
            c, d = every[later]
            if later == index + 1:
                wrong = _folds_back(a, b, d)
            elif index == 0 and later == len(every) - 1:
                wrong = _folds_back(c, d, b)
            else:
                wrong = segments_meet(a, b, c, d)
            if wrong:
                faults.append(f"the side from {a} to {b} meets that from {c} to {d}")
    return faults


def _folds_back(start: Point, shared: Point, end: Point) -> bool:
    one, other = minus(start, shared), minus(end, shared)
    return cross(one, other) == 0 and dot(one, other) > 0
