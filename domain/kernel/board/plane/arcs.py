"""From which side something comes, and what lies before the front of a base."""

from fractions import Fraction
from typing import Literal

from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.board.plane.ground import scaled
from ironclad.domain.kernel.board.plane.measures import (
    WITHIN_45,
    Point,
    Polygon,
    direction,
    dot,
    meets_wedge,
    minus,
    square,
    square_to_segment,
    within_arc,
)

Side = Literal["front", "flank", "rear"]


def side_toward(centre: Point, facing: int, other: Point, arc: tuple[int, int] = WITHIN_45) -> Side:
    """The side on which another point is seen from a centre: the flank within an arc of 45 or 30 degrees
    about either flank axis, the limit included; else the front or the rear.

    Raises ValueError if the points are one.
    """
    way = minus(other, centre)
    if way == (0, 0):
        raise ValueError("a point has no side toward itself")
    if any(within_arc(direction(facing + axis), way, arc) for axis in (90, 270)):
        return "flank"
    return "front" if dot(direction(facing), way) > 0 else "rear"


def bears(body: Body, number: int, target: Polygon) -> bool:
    """Whether some part of a polygon lies within 45 degrees of a base's facing, from the middle of its front
    edge, the limit included.
    """
    return bears_from(body.front_of(number), body.facing_of(number), target)


def bears_from(apex: Point, facing: int, target: Polygon) -> bool:
    """Whether some part of a polygon lies within 45 degrees of a facing, seen from a point."""
    s, c = direction(facing)
    return meets_wedge(apex, (s + c, c - s), (s - c, c + s), target)


def nearest_point(point: Point, polygon: Polygon) -> tuple[Fraction, Fraction]:
    """The point of a polygon's edge that is nearest to a point outside; on its first side on a tie."""
    corners = polygon[-1:] + polygon[:-1]
    a, b = min(zip(corners, polygon, strict=True), key=lambda side: square_to_segment(point, *side))
    along, way = minus(b, a), minus(point, a)
    share = Fraction(dot(along, way), square(along)) if a != b else Fraction(0)
    share = min(max(share, Fraction(0)), Fraction(1))
    return a[0] + share * along[0], a[1] + share * along[1]


def nearest_is_within(point: Point, facing: int, polygon: Polygon, limit: int, arc: tuple[int, int]) -> bool:
    """Whether the nearest point of a polygon is at most `limit` away, and within an arc about a facing."""
    x, y = nearest_point(point, polygon)
    scale = x.denominator * y.denominator
    ((px, py),) = scaled((point,), scale)
    way = (int(x * scale) - px, int(y * scale) - py)
    return square(way) <= (limit * scale) ** 2 and within_arc(direction(facing), way, arc)
