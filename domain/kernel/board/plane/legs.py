"""Legs of a movement: how a body gets from one place to another, and what each of its corners covers.

In a leg every corner goes straight from its old place to its new one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from ironclad.domain.kernel.board.plane.bodies import Base, Body
from ironclad.domain.kernel.board.plane.ground import WHOLE, Way
from ironclad.domain.kernel.board.plane.measures import (
    Point,
    Polygon,
    ceil_root,
    direction,
    dot,
    hull,
    minus,
    overlap,
    square,
    turned,
)


@dataclass(frozen=True)
class Move:
    """Every base goes by the same vector."""

    dx: int
    dy: int


@dataclass(frozen=True)
class Wheel:
    """The body turns about the outer front corner of its front rank on one side, by 1 to 90 degrees."""

    to: Literal["left", "right"]
    degrees: int

    def __post_init__(self) -> None:
        if not 1 <= self.degrees <= 90:
            raise ValueError("a wheel is of 1 to 90 degrees")


@dataclass(frozen=True)
class Turn:
    """Every base turns clockwise about its own centre, or about that of one base, which all then keep to.

    Half a turn of each base about its own centre is an about-face.
    """

    degrees: int
    about: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.degrees <= 359:
            raise ValueError("a turn is of 1 to 359 degrees")


@dataclass(frozen=True)
class Form:
    """The bases go to new places, each to that of its number."""

    at: Point
    facing: int
    bases: tuple[Base, ...]


Leg = Move | Wheel | Turn | Form


def after(body: Body, leg: Leg, share: Fraction = WHOLE) -> Body:
    """The body when that share of a leg is done, from 0 to 1.

    A move is at its share of the vector and a wheel at its share of the whole degrees, rounded toward the
    start. Other legs are done at their end. Raises ValueError where a leg does not fit the body.
    """
    match leg:
        case Move(dx, dy):
            return replace(body, at=(body.at[0] + int(dx * share), body.at[1] + int(dy * share)))
        case Wheel(to, degrees):
            return _turned(body, pivot(body, to), (1 if to == "right" else -1) * int(degrees * share))
        case Turn(degrees, about):
            return _faced(body, degrees, about) if share == 1 else body
        case Form(at, facing, bases):
            if len(bases) != len(body.bases):
                raise ValueError(f"{len(body.bases)} bases cannot take {len(bases)} places")
            return Body(at, facing % 360, bases) if share == 1 else body


def pivot(body: Body, to: Literal["left", "right"]) -> Point:
    """The corner about which a body wheels: the outer front corner of the front rank on that side."""
    across = direction(body.facing + (90 if to == "right" else 270))
    front = max(_front(base) for base in body.bases)
    rank = [number for number, base in enumerate(body.bases) if _front(base) == front]
    outer = max(rank, key=lambda number: dot(across, body.centre_of(number)))
    ahead = direction(body.facing)
    slant = (ahead[0] + across[0], ahead[1] + across[1])
    return max(body.polygon_of(outer), key=lambda corner: dot(slant, corner))


def ways(before: Body, then: Body) -> tuple[Way, ...]:
    """The straight ways of all corners from one place of a body to another, base by base."""
    pairs = zip(before.polygons, then.polygons, strict=True)
    return tuple(way for old, new in pairs for way in zip(old, new, strict=True))


def farthest(legs: Iterable[Way]) -> int:
    """The length of the longest of some ways, rounded up."""
    return max(ceil_root(square(minus(end, start))) for start, end in legs)


def swept(before: Body, then: Body) -> tuple[Polygon, ...]:
    """For each base the convex hull of its old and new corners."""
    return tuple(hull((*old, *new)) for old, new in zip(before.polygons, then.polygons, strict=True))


def passes(before: Body, then: Body, other: Polygon, slack: int) -> bool:
    """Whether a base on its way lies on a convex polygon by more than `slack` in every direction."""
    return any(overlap(each, other, slack) for each in swept(before, then) if len(each) > 2)


def along(body: Body, legs: Iterable[Leg]) -> Iterator[Body]:
    """The body at the end of each leg, in order."""
    for leg in legs:
        body = after(body, leg)
        yield body


# -- parts


def _front(base: Base) -> Fraction:
    """How far ahead of the body's point a base reaches, where its turn is a right angle; its centre's place
    and half its depth where it is not.
    """
    return base.ahead + Fraction(base.width if base.turn % 180 == 90 else base.depth, 2)


def _turned(body: Body, about: Point, degrees: int) -> Body:
    return Body(turned(body.at, about, degrees), (body.facing + degrees) % 360, body.bases)


def _faced(body: Body, degrees: int, about: int | None) -> Body:
    """Turned in place. A right angle turns the frame as well, so that the body faces as its bases do."""
    if about is not None:
        return _turned(body, body.centre_of(about), degrees)
    if degrees % 90:
        return replace(
            body, bases=tuple(replace(base, turn=(base.turn + degrees) % 360) for base in body.bases)
        )
    bases = body.bases
    for _ in range(degrees // 90):
        bases = tuple(replace(base, ahead=base.right, right=-base.ahead) for base in bases)
    return Body(body.at, (body.facing + degrees) % 360, bases)
