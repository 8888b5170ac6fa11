"""Numbers, directions, distances and polygons of a free table, all exact.

x runs to the east, y to the north. A facing is in degrees clockwise from north; its direction (sin, cos) is
taken from a table in billionths, so that the same question has the same answer on every machine. Distances
are compared squared, as whole numbers or exact fractions; angles are compared by dot and cross products. A
point on a limit belongs to the nearer side of it.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Literal

Point = tuple[int, int]
Vector = tuple[int, int]
Polygon = tuple[Point, ...]

BILLION = 1_000_000_000
WITHIN_45, WITHIN_30, WITHIN_60 = (1, 1), (3, 1), (1, 3)
"""Arcs for `within_arc`: a and b in dot² * b >= cross² * a, that is the cotangent of the half angle,
squared, as a/b.
"""


# -- numbers


def nearest(amount: int | Fraction) -> int:
    """To the nearest whole number, halves away from zero."""
    return rounded(amount.numerator, amount.denominator)


def rounded(top: int, bottom: int) -> int:
    """A fraction with a positive bottom to the nearest whole number, halves away from zero."""
    if top >= 0:
        return (2 * top + bottom) // (2 * bottom)
    return -((bottom - 2 * top) // (2 * bottom))


def ceil_root(square: int | Fraction) -> int:
    """The least whole number whose square is at least this. Raises ValueError for a negative one."""
    top, bottom = square.numerator, square.denominator
    if top < 0:
        raise ValueError("a square is not negative")
    whole = -(-top // bottom)
    root = isqrt(whole)
    return root if root * root >= whole else root + 1


# -- directions


@cache
def _quarter() -> tuple[int, ...]:
    """The sine of 0 to 90 whole degrees in billionths, rounded to the nearest, by whole numbers alone."""
    scale = 10**40
    pi = 4 * (4 * _arctan(5, scale) - _arctan(239, scale))  # Machin's formula
    return tuple(nearest(Fraction(_sine(each * pi // 180, scale) * BILLION, scale)) for each in range(91))


def _arctan(inverse: int, scale: int) -> int:
    """arctan(1 / inverse), times `scale`."""
    term, total, odd = scale // inverse, 0, 1
    while term:
        total += term // odd if odd % 4 == 1 else -(term // odd)
        term //= inverse * inverse
        odd += 2
    return total


def _sine(angle: int, scale: int) -> int:
    """The sine of an angle (in radians, times `scale`), times `scale`."""
    term, total, number = angle, 0, 1
    while term:
        total += term
        term = -term * angle // scale * angle // scale // ((number + 1) * (number + 2))
        if term == -1:  # rounding down leaves -1 for ever
            break
        number += 2
    return total


def sine(degrees: int) -> int:
    """The sine of whole degrees in billionths."""
    degrees %= 360
    if degrees > 180:
        return -sine(degrees - 180)
    return _quarter()[degrees if degrees <= 90 else 180 - degrees]


def cosine(degrees: int) -> int:
    """The cosine of whole degrees in billionths."""
    return sine(degrees + 90)


@cache
def _directions() -> tuple[Vector, ...]:
    return tuple((sine(facing), cosine(facing)) for facing in range(360))


def direction(facing: int) -> Vector:
    """The direction of a facing (degrees clockwise from north), in billionths."""
    return _directions()[facing % 360]


def placed(origin: Point, facing: int, ahead: int | Fraction, right: int | Fraction) -> Point:
    """The point so far ahead and to the right of another one, for a facing; rounded once a co-ordinate."""
    s, c = direction(facing)
    a, r = ahead.numerator * right.denominator, right.numerator * ahead.denominator
    bottom = BILLION * ahead.denominator * right.denominator
    return origin[0] + rounded(a * s + r * c, bottom), origin[1] + rounded(a * c - r * s, bottom)


def turned(point: Point, pivot: Point, degrees: int) -> Point:
    """A point turned clockwise about a pivot, rounded once a co-ordinate."""
    s, c = direction(degrees)
    dx, dy = point[0] - pivot[0], point[1] - pivot[1]
    return (
        pivot[0] + rounded(dx * c + dy * s, BILLION),
        pivot[1] + rounded(dy * c - dx * s, BILLION),
    )


def rectangle(centre: Point, facing: int, width: int, depth: int) -> Polygon:
    """The corners of a base: front left, front right, back right, back left."""
    s, c = direction(facing)
    (x, y), bottom = centre, 2 * BILLION
    return tuple(
        (
            x + rounded(ahead * s + right * c, bottom),
            y + rounded(ahead * c - right * s, bottom),
        )
        for ahead, right in ((depth, -width), (depth, width), (-depth, width), (-depth, -width))
    )


def bearing(origin: Point, target: Point) -> int:
    """The whole degree nearest to the way from one point to another, the lower one on a tie.

    Raises ValueError for a point and itself.
    """
    way = minus(target, origin)
    if way == (0, 0):
        raise ValueError("a point has no bearing from itself")
    # The degree whose direction is nearest has the greatest cosine; cosines fall with the angle on both
    # sides.
    return max(range(360), key=lambda degrees: (dot(direction(degrees), way), -degrees))


# -- vectors


def minus(a: Point, b: Point) -> Vector:
    """The way from b to a."""
    return a[0] - b[0], a[1] - b[1]


def dot(a: Vector, b: Vector) -> int:
    """The dot product: positive within 90 degrees."""
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Vector, b: Vector) -> int:
    """The cross product: positive if b lies to the left of a."""
    return a[0] * b[1] - a[1] * b[0]


def within_arc(axis: Vector, way: Vector, arc: tuple[int, int]) -> bool:
    """Whether a way is within 30, 45 or 60 degrees of an axis, the limit included (`WITHIN_45` …)."""
    ahead = dot(axis, way)
    a, b = arc
    return ahead >= 0 and b * ahead * ahead >= a * cross(axis, way) ** 2


# -- distances, squared


def square(way: Vector) -> int:
    """The square of a length."""
    return dot(way, way)


def square_to_segment(point: Point, a: Point, b: Point) -> Fraction:
    """The square of the distance from a point to a segment, exact."""
    return Fraction(*_square_to_segment(point, a, b))


def square_between(one: Polygon, other: Polygon) -> Fraction:
    """The square of the distance between two polygons (or segments, or points): 0 if they meet."""
    if _boxes_meet(box(one), box(other)) and meets(one, other):
        return Fraction(0)
    top, bottom = _square_to_segment(one[0], *next(sides(other)))
    for first, second in ((one, other), (other, one)):
        for point in first:
            for a, b in sides(second):
                n, d = _square_to_segment(point, a, b)
                if n * bottom < top * d:
                    top, bottom = n, d
    return Fraction(top, bottom)


def _square_to_segment(point: Point, a: Point, b: Point) -> tuple[int, int]:
    """The square of the distance from a point to a segment, as a fraction that is not reduced."""
    along, way = (b[0] - a[0], b[1] - a[1]), (point[0] - a[0], point[1] - a[1])
    length = along[0] * along[0] + along[1] * along[1]
    share = along[0] * way[0] + along[1] * way[1]
    if share <= 0 or length == 0:
        return way[0] * way[0] + way[1] * way[1], 1
    if share >= length:
        return square(minus(point, b)), 1
    turn = along[0] * way[1] - along[1] * way[0]
    return turn * turn, length


def _boxes_meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def is_within(one: Polygon, other: Polygon, limit: int) -> bool:
    """Whether two polygons are at most `limit` hundredths of an inch apart; boxes are compared first."""
    left, bottom, right, top = box(one)
    other_left, other_bottom, other_right, other_top = box(other)
    dx = max(other_left - right, left - other_right, 0)
    dy = max(other_bottom - top, bottom - other_top, 0)
    if dx * dx + dy * dy > limit * limit:
        return False
    return square_between(one, other) <= limit * limit


def box(polygon: Iterable[Point]) -> tuple[int, int, int, int]:
    """The box round some points: west, south, east, north."""
    points = list(polygon)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


# -- polygons


def sides(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    """The sides of a polygon in order; one of a segment, and a point's own."""
    if len(polygon) <= 2:
        yield polygon[0], polygon[-1]
        return
    for index, point in enumerate(polygon):
        yield polygon[index - 1], point


def inside(polygon: Polygon, point: Point) -> bool:
    """Whether a point lies in a polygon or on its edge."""
    return place_in(polygon, point) != "out"


def place_in(polygon: Polygon, point: Point, scale: int = 1) -> Literal["in", "edge", "out"]:
    """Whether a point lies in a polygon, on its edge, or outside; the point is `scale` times too large."""
    x, y = point
    odd = False
    ax, ay = polygon[-1]
    ax, ay = ax * scale, ay * scale
    for corner_x, corner_y in polygon:
        bx, by = corner_x * scale, corner_y * scale
        if (ay > y) != (by > y):
            turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if turn == 0:
                return "edge"
            if (turn > 0) == (by > ay):
                odd = not odd
        elif (
            (ay == y or by == y)
            and (bx - ax) * (y - ay) == (by - ay) * (x - ax)
            and min(ax, bx) <= x <= max(ax, bx)
            and min(ay, by) <= y <= max(ay, by)
        ):
            return "edge"
        ax, ay = bx, by
    return "in" if odd else "out"


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common, an end included."""
    ab, cd = minus(b, a), minus(d, c)
    first, second = cross(ab, minus(c, a)), cross(ab, minus(d, a))
    third, fourth = cross(cd, minus(a, c)), cross(cd, minus(b, c))
    proper = 0 not in (first, second, third, fourth)
    if proper and (first > 0) != (second > 0) and (third > 0) != (fourth > 0):
        return True
    on_it = ((first, c, a, b), (second, d, a, b), (third, a, c, d), (fourth, b, c, d))
    return any(turn == 0 and _between(point, one, other) for turn, point, one, other in on_it)


def meets(one: Polygon, other: Polygon) -> bool:
    """Whether two polygons (or segments, or points) have a point in common, edges included."""
    if any(segments_meet(a, b, c, d) for a, b in sides(one) for c, d in sides(other)):
        return True
    return (len(other) > 2 and inside(other, one[0])) or (len(one) > 2 and inside(one, other[0]))


def overlap(one: Polygon, other: Polygon, slack: int = 0) -> bool:
    """Whether two convex polygons lie on each other by more than `slack` hundredths of an inch in every
    direction.
    """
    for polygon in (one, other):
        for a, b in sides(polygon):
            normal = (b[1] - a[1], a[0] - b[0])
            first = [dot(normal, point) for point in one]
            second = [dot(normal, point) for point in other]
            shared = min(max(first), max(second)) - max(min(first), min(second))
            if shared <= 0 or shared * shared <= slack * slack * square(normal):
                return False
    return True


def hull(points: Iterable[Point]) -> Polygon:
    """The convex hull of some points, counter-clockwise from the western one, without points on its edges."""
    ordered = sorted(set(points))
    if len(ordered) <= 2:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(reversed(ordered))
    return tuple(lower[:-1] + upper[:-1])


def twice_area(polygon: Polygon) -> int:
    """Twice the area of a polygon, positive if it runs counter-clockwise."""
    return sum(cross(a, b) for a, b in sides(polygon))


def crossings(a: Point, b: Point, polygon: Polygon) -> tuple[Fraction, ...]:
    """Where the way from a to b meets the sides of a polygon, as shares of it from 0 to 1, in order, each
    once.

    A side that lies along the way gives its two ends.
    """
    ax, ay = a
    wx, wy = b[0] - ax, b[1] - ay
    found: set[Fraction] = set()
    for (cx, cy), (dx, dy) in sides(polygon):
        first, second = wx * (cy - ay) - wy * (cx - ax), wx * (dy - ay) - wy * (dx - ax)
        if (first > 0 and second > 0) or (first < 0 and second < 0):
            continue
        bottom = second - first
        if bottom == 0:
            length = wx * wx + wy * wy
            if length:
                found |= {Fraction(wx * (x - ax) + wy * (y - ay), length) for x, y in ((cx, cy), (dx, dy))}
            continue
        top = (cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)
        if bottom < 0:
            bottom, top = -bottom, -top
        if 0 <= top <= bottom:
            found.add(Fraction(top, bottom))
    return tuple(sorted(share for share in found if 0 <= share <= 1))


def stretches(a: Point, b: Point, polygon: Polygon) -> tuple[tuple[Fraction, Fraction], ...]:
    """The stretches of the way from a to b that lie in a polygon, as shares of it; a mere touch is none."""
    cuts = sorted({Fraction(0), Fraction(1), *crossings(a, b, polygon)})
    found: list[tuple[Fraction, Fraction]] = []
    for start, end in itertools.pairwise(cuts):
        if _holds(polygon, a, b, (start + end) / 2):
            if found and found[-1][1] == start:
                start = found.pop()[0]
            found.append((start, end))
    return tuple(found)


def piece_length(a: Point, b: Point, share: Fraction) -> int:
    """The length of that share of the way from a to b in hundredths of an inch, rounded up."""
    return ceil_root(share * share * square(minus(b, a)))


def _holds(polygon: Polygon, a: Point, b: Point, share: Fraction) -> bool:
    """Whether the point at a share of the way lies in the polygon: everything is scaled up to whole
    numbers.
    """
    n, m = share.denominator, share.numerator
    point = (n * a[0] + m * (b[0] - a[0]), n * a[1] + m * (b[1] - a[1]))
    return place_in(polygon, point, n) != "out"


def _between(point: Point, a: Point, b: Point) -> bool:
    return min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])


def _chain(points: Iterable[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) >= 2 and cross(minus(chain[-1], chain[-2]), minus(point, chain[-2])) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def mean(points: Sequence[Point]) -> Point:
    """The mean of some points, rounded once a co-ordinate."""
    count = len(points)
    return rounded(sum(x for x, _ in points), count), rounded(sum(y for _, y in points), count)


def in_wedge(apex: Point, right: Vector, left: Vector, point: Point) -> bool:
    """Whether a point lies in the closed wedge from the ray `right` counter-clockwise to `left`, less than
    180 degrees.
    """
    way = minus(point, apex)
    return cross(right, way) >= 0 and cross(way, left) >= 0


def meets_wedge(apex: Point, right: Vector, left: Vector, polygon: Polygon) -> bool:
    """Whether a polygon has a point in the closed wedge (a field of fire); its rays have no end."""
    if any(in_wedge(apex, right, left, corner) for corner in polygon):
        return True
    if len(polygon) > 2 and inside(polygon, apex):
        return True
    return any(_ray_meets(apex, ray, c, d) for ray in (right, left) for c, d in sides(polygon))


def _ray_meets(apex: Point, ray: Vector, c: Point, d: Point) -> bool:
    side, gap = minus(d, c), minus(c, apex)
    bottom = cross(ray, side)
    if bottom == 0:  # a side along the ray has its ends in the wedge, which is asked before
        return False
    along, share = cross(gap, side), cross(gap, ray)
    if bottom < 0:
        bottom, along, share = -bottom, -along, -share
    return along >= 0 and 0 <= share <= bottom
