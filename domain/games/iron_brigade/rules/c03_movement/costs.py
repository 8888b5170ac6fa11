"""Costs: the fraction of a turn that each corner of a unit uses in the legs of its movement.

A corner's way is cut where its speed changes. Each stretch is rounded up to a hundredth of an inch and
divided by the speed there. The unit uses as much as the corner that uses most.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from ironclad.domain.games.iron_brigade.rules.c03_movement.grounds import Grounds, Kind, grounds_on
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import Pace, road_speed, speed
from ironclad.domain.kernel.board.plane import Vector, cross, direction, dot, inside
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.board.plane.ground import Span, Way, fraction_used, spans
from ironclad.domain.kernel.board.plane.legs import Form, Leg, Move, after, ways
from ironclad.domain.kernel.engine.citations import Refused, require, rule

Course = Literal["forward", "sideways", "back"]


@rule("III.J/2")
def course(facing: int, way: Vector) -> Course:
    """How a way lies to a facing: forward within 45 degrees, sideways up to 135, back beyond."""
    axis = direction(facing)
    ahead, aside = dot(axis, way), abs(cross(axis, way))
    if ahead >= aside:
        return "forward"
    return "sideways" if -ahead <= aside else "back"


@rule("III.A/5", "III.F/13")
def is_on_road(before: Body, then: Body, grounds: Grounds) -> bool:
    """Whether all centres of a body's stands are on roads and bridges in a leg, at both ends and between."""
    roads = grounds.roads
    for start, end in zip(before.centres, then.centres, strict=True):
        if start == end:
            on_it = any(inside(road, start) for road in roads)
        else:
            on_it = all(span.within or span.along for span in spans((start, end), roads))
        if not on_it:
            return False
    return True


@rule("III.A/6", "III.B/1", "III.J/1", "G/30", "G/31", "G/33", "G/56")
def leg_fractions(
    body: Body, leg: Leg, pace: Pace, grounds: Grounds, formed: Pace | None = None
) -> tuple[Fraction, ...]:
    """What each corner uses of a turn in a leg, stand by stand.

    `formed` is the pace in the formation that a `Form` leads to: the slower of both holds on each ground. Men
    on foot who go sideways or back use twice as much. Refuses a leg over ground that the unit may not enter,
    and a sidestep of a unit that is not on foot.
    """
    then = after(body, leg)
    paces = (pace, formed or pace) if isinstance(leg, Form) else (pace,)
    times = 1
    if isinstance(leg, Move) and course(body.facing, (leg.dx, leg.dy)) != "forward":
        require(pace.on_foot, "III.J/1", "only units on foot go sideways or back without turning")
        times = 2
    roads = [road_speed(each) for each in paces]
    road = min((each for each in roads if each is not None), default=0)
    if None in roads or not is_on_road(body, then, grounds):
        road = 0
    return tuple(times * _way_fraction(way, paces, grounds, road) for way in ways(body, then))


@rule("III/2", "III.B/2", "III.B/3", "G/32")
def most_used(legs: Sequence[Sequence[Fraction]]) -> Fraction:
    """The fraction of a turn that a unit uses: of its corners, each summed over all legs, the largest."""
    return max((sum(corner, Fraction(0)) for corner in zip(*legs, strict=True)), default=Fraction(0))


def _way_fraction(way: Way, paces: Sequence[Pace], grounds: Grounds, road: int) -> Fraction:
    """What one corner uses; `road` is the speed of a leg on a road, or 0."""

    def pace_on(span: Span) -> int:
        return road or _slowest(paces, *grounds.kinds_on(span))

    used = fraction_used(way, spans(way, grounds.regions), pace_on)
    if used is None:
        raise Refused("III.F/12", "the unit may not enter that ground")
    return used


def _slowest(paces: Sequence[Pace], within: frozenset[Kind], along: frozenset[Kind]) -> int:
    return min(speed(pace, ground) for pace in paces for ground in grounds_on(within, along))
