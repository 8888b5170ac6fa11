"""Lines of sight: straight slopes over contours, through woods, and past solids.

Heights are whole feet, lengths hundredths of an inch. A line is compared at the exact points where it enters
and leaves a polygon. A line along an edge or through a corner of a polygon is not in it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from ironclad.domain.kernel.board.plane.ground import Span, Way, may_meet, spans
from ironclad.domain.kernel.board.plane.measures import (
    Point,
    Polygon,
    box,
    inside,
    mean,
    minus,
    sides,
    square,
)

Box = tuple[int, int, int, int]


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

    @cached_property
    def boxes(self) -> tuple[tuple[Polygon, Box], ...]:
        """The outlines of contours, then of woods, each with its box."""
        outlines = (*self.contours, *(woods.polygon for woods in self.woods))
        return tuple((outline, box(outline)) for outline in outlines)

    @cached_property
    def tallest(self) -> int:
        """The height of the tallest trees."""
        return max((woods.feet for woods in self.woods), default=0)

    def height(self, point: Point) -> int:
        """The ground's height at a point, in feet. A point on a contour is inside it."""
        x, y = point
        count = 0
        for outline, (west, south, east, north) in self.boxes[: len(self.contours)]:
            if west <= x <= east and south <= y <= north and inside(outline, point):
                count += 1
        return self.step * count


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
    tops = ((solid.polygon, relief.height(solid.middle) + solid.feet) for solid in solids)
    return passes_solids((eye[0], aim[0]), _heights(eye, aim, relief), tops)


def is_clear_of_ground(eye: tuple[Point, int], aim: tuple[Point, int], relief: Relief) -> bool:
    """Whether neither hills nor woods block the line between two points (`is_open`)."""
    return passes_ground((eye[0], aim[0]), _heights(eye, aim, relief), relief)


def passes_solids(way: Way, heights: tuple[int, int], tops: Iterable[tuple[Polygon, int]]) -> bool:
    """Whether no solid blocks a way. Heights are feet above the lowest ground: those of the way's ends, and
    the tops of the solids.
    """
    slope = _Slope(heights[0], heights[1] - heights[0])
    lowest = min(heights)
    for polygon, top in tops:
        if lowest > top or way[0] == way[1] or not may_meet(way, polygon):
            continue
        inner = (span for span in spans(way, (polygon,)) if span.within)
        if any(slope.is_down_between(span, top) for span in inner):
            return False
    return True


def passes_ground(way: Way, heights: tuple[int, int], relief: Relief) -> bool:
    """Whether neither hills nor woods block a way, by the heights of its ends above the lowest ground."""
    slope = _Slope(heights[0], heights[1] - heights[0])
    return way[0] == way[1] or _is_clear_of_ground(way, slope, relief)


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


def _heights(eye: tuple[Point, int], aim: tuple[Point, int], relief: Relief) -> tuple[int, int]:
    return relief.height(eye[0]) + eye[1], relief.height(aim[0]) + aim[1]


def _is_clear_of_ground(way: Way, slope: _Slope, relief: Relief) -> bool:
    """Whether no hill blocks, and what the woods use of their limits is at most the whole.

    A line that is above every hill and tree near it, or that comes near none, is clear at once.
    """
    levels = len(relief.contours)
    near = _near(way, relief)
    hills = near[: bisect_left(near, levels)]
    if any(_is_down_at_edge(way, slope, relief.contours[index], relief.step) for index in hills):
        return False
    lowest, top = min(slope.first, slope.first + slope.rise), relief.step * len(hills)
    if lowest > top and (len(near) == len(hills) or lowest > top + relief.tallest):
        return True
    cut = _cut(way, [relief.boxes[index][0] for index in near])
    if cut is None:
        return _is_clear_on_spans(way, slope, relief, near)
    return _is_clear_in(cut, slope, relief, near)


@dataclass(frozen=True)
class _Cut:
    """A way cut by outlines, none of which touches it: in whole numbers of the share 1 / `whole`.

    `starts` are the outlines in which the way begins, `at` each place where it enters or leaves one, in
    order; `square` is the square of its length.
    """

    whole: int
    starts: frozenset[int]
    at: tuple[tuple[int, int], ...]
    square: int


def _cut(way: Way, regions: Sequence[Polygon]) -> _Cut | None:
    """A way cut by outlines; None if it goes through a corner, or begins or ends on an edge."""
    (ax, ay), (bx, by) = way
    wx, wy = bx - ax, by - ay
    found: list[tuple[int, int, int]] = []
    starts = set()
    whole = 1
    for index, region in enumerate(regions):
        ahead = 0
        cx, cy = region[-1]
        first = wx * (cy - ay) - wy * (cx - ax)
        for ex, ey in region:
            second = wx * (ey - ay) - wy * (ex - ax)
            if second == 0:
                return None
            if (first > 0) != (second > 0):
                bottom, top = second - first, (cx - ax) * (ey - cy) - (cy - ay) * (ex - cx)
                if bottom < 0:
                    bottom, top = -bottom, -top
                if top in (0, bottom):
                    return None
                ahead += top > 0
                if 0 < top < bottom:
                    found.append((top, bottom, index))
                    whole *= bottom
            cx, cy, first = ex, ey, second
        if ahead % 2:
            starts.add(index)
    at = sorted((whole // bottom * top, index) for top, bottom, index in found)
    return _Cut(whole, frozenset(starts), tuple(at), wx * wx + wy * wy)


def _is_clear_in(cut: _Cut, slope: "_Slope", relief: Relief, near: Sequence[int]) -> bool:
    """The same as `_is_clear_on_spans`, for a way that was cut in whole numbers."""
    hills = bisect_left(near, len(relief.contours))
    woods = [relief.woods[index - len(relief.contours)] for index in near[hills:]]
    limits = lcm(*(each.limit for each in woods))
    times = abs(slope.rise) or 1
    whole = cut.whole * times
    used, start, inside_of = 0, 0, set(cut.starts)
    for place, index in (*cut.at, (cut.whole, -1)):
        end = place * times
        if inside_of and end > start:
            ground = relief.step * sum(each < hills for each in inside_of)
            lowest = min(slope.first * whole + slope.rise * start, slope.first * whole + slope.rise * end)
            if ground and lowest <= ground * whole:
                return False
            used += max(
                (
                    _below(slope, start, end, cut.whole, ground + each.feet) * (limits // each.limit)
                    for each in (woods[index - hills] for index in inside_of if index >= hills)
                ),
                default=0,
            )
        inside_of ^= {index}
        start = end
    return used * used * cut.square <= (whole * limits) ** 2


def _below(slope: "_Slope", start: int, end: int, whole: int, top: int) -> int:
    """How much of a stretch is at or below a top; a foot of rise has `whole` parts of a line that is not
    level.
    """
    if slope.rise == 0:
        return end - start if slope.first <= top else 0
    meeting = (top - slope.first) * whole * (1 if slope.rise > 0 else -1)
    return max(min(end, meeting) - start if slope.rise > 0 else end - max(start, meeting), 0)


def _near(way: Way, relief: Relief) -> list[int]:
    """The indices of the outlines that a line may meet, as `may_meet` has it."""
    (ax, ay), (bx, by) = way
    west, east = (ax, bx) if ax < bx else (bx, ax)
    south, north = (ay, by) if ay < by else (by, ay)
    return [
        index
        for index, (outline, (left, low, right, high)) in enumerate(relief.boxes)
        if west <= right and left <= east and south <= high and low <= north and may_meet(way, outline)
    ]


def _is_clear_on_spans(
    way: Way, slope: _Slope, relief: Relief, near: Sequence[int]
) -> bool:
    """The same, stretch by stretch, over the outlines that are near."""
    hills = bisect_left(near, len(relief.contours))
    regions = [relief.boxes[index][0] for index in near]
    woods = [relief.woods[index - len(relief.contours)] for index in near[hills:]]
    used = Fraction(0)
    for span in spans(way, regions):
        ground = relief.step * sum(index < hills for index in span.within)
        if ground and slope.comes_down_to(span, ground):
            return False
        trees = [woods[index - hills] for index in span.within if index >= hills]
        if trees:
            used += max(slope.share_below(span, ground + each.feet) / each.limit for each in trees)
    return used * used * square(minus(way[1], way[0])) <= 1


def _is_down_at_edge(way: Way, slope: _Slope, contour: Polygon, step: int) -> bool:
    """Whether a line properly crosses an edge of a contour at or below the ground there.

    That alone blocks it, and needs no fractions; most lines that a hill blocks are found so. The line
    may meet the contour.
    """
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
