"""Lines of sight: straight slopes over contours, through woods, and past solids.

Heights are whole feet, lengths hundredths of an inch. A line is compared at the exact points where it enters
and leaves a polygon. A line along an edge or through a corner of a polygon is not in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ironclad.domain.kernel.board.plane.ground import Span, may_meet, spans
from ironclad.domain.kernel.board.plane.measures import Point, Polygon, inside, mean, minus, sides, square


@dataclass(frozen=True)
class Woods:
    """Trees of one height above the ground. Sight reaches through `limit` hundredths of an inch of them."""

    polygon: Polygon
    limit: int
    feet: int


@dataclass(frozen=True)
class Solid:
    """What blocks a line at or below its top: so many feet above the ground at its middle."""

    polygon: Polygon
    middle: Point
    feet: int

    @classmethod
    def of(cls, polygon: Polygon, feet: int) -> "Solid":
        """A solid whose middle is the mean of its corners."""
        return cls(polygon, mean(polygon), feet)


@dataclass(frozen=True)
class Relief:
    """The ground: nested contours, each `step` feet above the ground around it, and woods."""

    contours: tuple[Polygon, ...]
    step: int
    woods: tuple[Woods, ...] = ()

    def height(self, point: Point) -> int:
        """The ground's height at a point, in feet. A point on a contour is inside it."""
        return self.step * sum(inside(contour, point) for contour in self.contours)


def is_open(
    eye: tuple[Point, int], aim: tuple[Point, int], relief: Relief, solids: Iterable[Solid] = ()
) -> bool:
    """Whether nothing blocks the line between two points, each with its feet above the ground there.

    Ground and solids block where the line is at or below their top: ground at the ends of a stretch as well,
    solids between its ends alone. Woods block beyond their limits, counted where their top reaches the line;
    what is used of several limits adds up. In woods that lie on each other the least limit counts.
    """
    return is_clear_of_solids(eye, aim, relief, solids) and is_clear_of_ground(eye, aim, relief)


def is_clear_of_solids(
    eye: tuple[Point, int], aim: tuple[Point, int], relief: Relief, solids: Iterable[Solid]
) -> bool:
    """Whether no solid blocks the line between two points (`is_open`)."""
    if eye[0] == aim[0]:
        return True
    return not _is_stopped_by_solids((eye[0], aim[0]), _slope(eye, aim, relief), relief, solids)


def is_clear_of_ground(eye: tuple[Point, int], aim: tuple[Point, int], relief: Relief) -> bool:
    """Whether neither hills nor woods block the line between two points (`is_open`)."""
    if eye[0] == aim[0]:
        return True
    return _is_clear_of_ground((eye[0], aim[0]), _slope(eye, aim, relief), relief)


def sees(
    eye: tuple[Point, int],
    target: tuple[Sequence[Point], int],
    relief: Relief,
    solids: Sequence[Solid] = (),
    visibility: int | None = None,
) -> bool:
    """Whether one of the lines from an eye to some points of a target is open and no longer than
    `visibility`; the points of a base are its centre and its corners.
    """
    points, feet = target
    return any(
        (visibility is None or square(minus(point, eye[0])) <= visibility * visibility)
        and is_open(eye, (point, feet), relief, solids)
        for point in points
    )


# -- parts


@dataclass(frozen=True)
class _Slope:
    """The height of a line at each share of it."""

    first: int
    rise: int

    def at(self, share: Fraction) -> Fraction:
        return self.first + share * self.rise

    def share_below(self, span: Span, top: int) -> Fraction:
        """The share of the whole line that lies in a span and is at or below a top."""
        if self.rise == 0:
            return span.end - span.start if self.first <= top else Fraction(0)
        meeting = Fraction(top - self.first, self.rise)
        if self.rise > 0:
            return max(min(span.end, meeting) - span.start, Fraction(0))
        return max(span.end - max(span.start, meeting), Fraction(0))

    def comes_down_to(self, span: Span, top: int) -> bool:
        """Whether the line is at or below a top somewhere in a span, its ends included."""
        return min(self.at(span.start), self.at(span.end)) <= top

    def is_down_between(self, span: Span, top: int) -> bool:
        """Whether the line is at or below a top somewhere between the ends of a span."""
        lowest = min(self.at(span.start), self.at(span.end))
        return lowest < top or (self.rise == 0 and lowest == top)


def _slope(eye: tuple[Point, int], aim: tuple[Point, int], relief: Relief) -> "_Slope":
    first = relief.height(eye[0]) + eye[1]
    return _Slope(first, relief.height(aim[0]) + aim[1] - first)


def _is_stopped_by_solids(
    way: tuple[Point, Point], slope: _Slope, relief: Relief, solids: Iterable[Solid]
) -> bool:
    for solid in solids:
        if not may_meet(way, solid.polygon):
            continue
        top = relief.height(solid.middle) + solid.feet
        inner = (span for span in spans(way, (solid.polygon,)) if span.within)
        if any(slope.is_down_between(span, top) for span in inner):
            return True
    return False


def _is_clear_of_ground(way: tuple[Point, Point], slope: _Slope, relief: Relief) -> bool:
    """Whether no hill blocks, and what the woods use of their limits is at most the whole."""
    if any(_is_down_at_edge(way, slope, contour, relief.step) for contour in relief.contours):
        return False
    levels = len(relief.contours)
    regions = (*relief.contours, *(woods.polygon for woods in relief.woods))
    used = Fraction(0)
    for span in spans(way, regions):
        ground = relief.step * sum(index < levels for index in span.within)
        if ground and slope.comes_down_to(span, ground):
            return False
        trees = [relief.woods[index - levels] for index in span.within if index >= levels]
        if trees:
            used += max(slope.share_below(span, ground + each.feet) / each.limit for each in trees)
    return used * used * square(minus(way[1], way[0])) <= 1


def _is_down_at_edge(way: tuple[Point, Point], slope: _Slope, contour: Polygon, step: int) -> bool:
    """Whether a line properly crosses an edge of a contour at or below the ground there.

    That alone blocks it, and needs no fractions; most lines that a hill blocks are found so.
    """
    if not may_meet(way, contour):
        return False
    (ax, ay), (bx, by) = way
    dx, dy = bx - ax, by - ay
    for (cx, cy), (ex, ey) in sides(contour):
        before = dx * (cy - ay) - dy * (cx - ax)
        after = dx * (ey - ay) - dy * (ex - ax)
        if before == 0 or after == 0 or (before > 0) == (after > 0):
            continue
        sx, sy = ex - cx, ey - cy
        bottom = dx * sy - dy * sx
        top = (cx - ax) * sy - (cy - ay) * sx
        if bottom < 0:
            bottom, top = -bottom, -top
        if 0 < top < bottom and slope.first * bottom + slope.rise * top <= step * bottom:
            return True
    return False
