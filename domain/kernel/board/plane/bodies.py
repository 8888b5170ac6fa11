"""Bodies on a free table: rectangular bases that keep their places about one point of reference.

A base has whole offsets (ahead, right) from the body's point, in the frame of the body's facing, and a turn
of its own. Its centre is rounded once from that point, and its corners once from its centre, so a straight
line of bases is straight after any number of wheels. Lengths are hundredths of an inch, angles whole degrees
clockwise.
"""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from ironclad.domain.kernel.board.plane.measures import (
    Point,
    Polygon,
    box,
    is_within,
    mean,
    overlap,
    placed,
    rectangle,
    square_between,
)


@dataclass(frozen=True)
class Base:
    """A rectangle in a body: its size, the place of its centre, and its facing, both in the body's frame."""

    width: int
    depth: int
    ahead: int
    right: int
    turn: int = 0


@dataclass(frozen=True)
class Body:
    """Bases about a point. The number of a base is its index, and it keeps it through every movement."""

    at: Point
    facing: int
    bases: tuple[Base, ...]

    def facing_of(self, number: int) -> int:
        """The facing of a base."""
        return (self.facing + self.bases[number].turn) % 360

    def centre_of(self, number: int) -> Point:
        """The centre of a base."""
        known = self.__dict__.get("centres")
        if known is not None:
            return known[number]  # type: ignore[no-any-return]
        base = self.bases[number]
        return placed(self.at, self.facing, base.ahead, base.right)

    def polygon_of(self, number: int) -> Polygon:
        """The corners of a base: front left, front right, back right, back left."""
        known = self.__dict__.get("polygons")
        if known is not None:
            return known[number]  # type: ignore[no-any-return]
        return _polygon(self.at, self.facing, self.bases[number])

    def front_of(self, number: int) -> Point:
        """The middle of a base's front edge, from which it looks and shoots."""
        return placed(
            self.centre_of(number), self.facing_of(number), Fraction(self.bases[number].depth, 2), 0
        )

    @cached_property
    def centres(self) -> tuple[Point, ...]:
        """The centres of the bases in order."""
        return tuple(self.centre_of(number) for number in range(len(self.bases)))

    @cached_property
    def polygons(self) -> tuple[Polygon, ...]:
        """The polygons of the bases in order."""
        return tuple(self.polygon_of(number) for number in range(len(self.bases)))

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The box round all bases: west, south, east, north."""
        return box(point for polygon in self.polygons for point in polygon)

    @cached_property
    def centre(self) -> Point:
        """The mean of the bases' centres, each co-ordinate rounded once."""
        return mean(self.centres)

    @property
    def main_facing(self) -> int:
        """The facing of most bases; of the lowest base among them where several have as many."""
        facings = [self.facing_of(number) for number in range(len(self.bases))]
        count = Counter(facings)
        return max(facings, key=lambda facing: (count[facing], -facings.index(facing)))


@lru_cache(maxsize=4096)
def _polygon(at: Point, facing: int, base: Base) -> Polygon:
    centre = placed(at, facing, base.ahead, base.right)
    return rectangle(centre, (facing + base.turn) % 360, base.width, base.depth)


# -- between bodies


def square_apart(one: Body, other: Body) -> Fraction:
    """The square of the least distance between bases of two bodies."""
    return min(square_between(a, b) for a in one.polygons for b in other.polygons)


def are_within(one: Body, other: Body, limit: int) -> bool:
    """Whether some bases of two bodies are at most `limit` apart."""
    return any(is_within(a, b, limit) for a in one.polygons for b in other.polygons)


def bodies_overlap(one: Body, other: Body, slack: int) -> bool:
    """Whether bases of two bodies lie on each other by more than `slack` in every direction."""
    return any(overlap(a, b, slack) for a in one.polygons for b in other.polygons)


# -- formations, from the middle of their front edge


def in_line(count: int, width: int, depth: int, gap: int = 0) -> tuple[Base, ...]:
    """One rank, from left to right, with a gap between neighbours.

    Raises ValueError for offsets that are not whole.
    """
    step = width + gap
    return tuple(
        Base(width, depth, _half(-depth), _half((2 * index - (count - 1)) * step)) for index in range(count)
    )


def in_two_ranks(count: int, width: int, depth: int) -> tuple[Base, ...]:
    """Two ranks that touch. With an odd count the rear rank is short at its left.

    Raises ValueError for offsets that are not whole.
    """
    front = in_line((count + 1) // 2, width, depth)
    behind = front[len(front) * 2 - count :]
    return front + tuple(replace(base, ahead=base.ahead - depth) for base in behind)


def in_file(count: int, width: int, depth: int) -> tuple[Base, ...]:
    """One base behind another, each touching the next. Raises ValueError for offsets that are not whole."""
    return tuple(Base(width, depth, _half(-depth) - index * depth, 0) for index in range(count))


def in_side_file(count: int, width: int, depth: int, turn: int) -> tuple[Base, ...]:
    """A file of bases that go with a short side ahead; `turn` is 90 or 270.

    Raises ValueError for another turn and for offsets that are not whole.
    """
    if turn not in (90, 270):
        raise ValueError("bases in a side file are turned by 90 or 270 degrees")
    return tuple(Base(width, depth, _half(-width) - index * width, 0, turn) for index in range(count))


def _half(amount: int) -> int:
    if amount % 2:
        raise ValueError("bases have sizes whose halves are whole")
    return amount // 2
