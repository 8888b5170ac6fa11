"""What a line crosses just before its end: works that a target is behind, and areas that it is in."""

from collections.abc import Sequence
from fractions import Fraction

from ironclad.domain.kernel.board.plane.ground import Way, point_at, scaled, spans
from ironclad.domain.kernel.board.plane.measures import (
    Point,
    Polygon,
    cross,
    crossings,
    inside,
    minus,
    sides,
    square,
    square_to_segment,
)


def is_behind(line: Way, piece: Sequence[Point], target: Polygon, limit: int) -> bool:
    """Whether a line crosses a piece (a row of points) properly, at most `limit` from the target.

    A crossing where two parts of the piece meet counts where the piece continues on the other side.
    """
    return any(_is_near(line, share, target, limit) for share in _proper_crossings(line, piece))


def is_deep_in(line: Way, area: Polygon, target: Polygon, depth: int) -> bool:
    """Whether a target lies wholly in an area, or a line goes through at least `depth` of the area straight
    before it enters the target.
    """
    if lies_in(target, area):
        return True
    entry = min(crossings(*line, target), default=None)
    if entry is None:
        return False
    covered = Fraction(0)
    for span in reversed(spans(line, (area,))):
        if span.start >= entry:
            continue
        if not span.within:
            break
        covered += min(span.end, entry) - span.start
    return covered * covered * square(minus(line[1], line[0])) >= depth * depth


def lies_in(inner: Polygon, outer: Polygon) -> bool:
    """Whether a polygon lies wholly in another one that has no holes; their edges may touch."""
    if not all(inside(outer, corner) for corner in inner):
        return False
    return all(span.within or span.along for side in sides(inner) for span in spans(side, (outer,)))


def _proper_crossings(line: Way, piece: Sequence[Point]) -> list[Fraction]:
    """The shares of a line at which a row of points changes from one side of it to the other."""
    start, end = line
    way = minus(end, start)
    found = []
    last = 0  # the side on which the piece was last off the line
    for index, point in enumerate(piece):
        turn = cross(way, minus(point, start))
        side = (turn > 0) - (turn < 0)
        if side and last and side != last:
            a = piece[index - 1]
            found += [share for share in crossings(start, end, (a, point)) if 0 < share < 1][:1]
        last = side or last
    return found


def _is_near(line: Way, share: Fraction, target: Polygon, limit: int) -> bool:
    """Whether the point at a share of a line is at most `limit` from a polygon."""
    point, scale = point_at(line, share)
    large = scaled(target, scale)
    if inside(large, point):
        return True
    return min(square_to_segment(point, a, b) for a, b in sides(large)) <= (limit * scale) ** 2
