"""What a place is worth to a unit: targets in range, facing, cover, support, the goal, the ground."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from ironclad.domain.games.iron_brigade.position.scenery import relief_of
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import ENEMY, Unit
from ironclad.domain.games.iron_brigade.rules.between import friends, on_table
from ironclad.domain.games.iron_brigade.rules.c04_small_arms.fire import weapon_factor
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import stand_cover
from ironclad.domain.kernel.board.plane import Point, bearing, minus, square
from ironclad.domain.kernel.board.plane.arcs import bears_from, side_toward
from ironclad.domain.kernel.board.plane.bodies import Body

INCH, FOOT = 100, 1200
NEAR, CLOSE = 24 * INCH, 6 * INCH
COVER = {"none": 0, "soft": 300, "hard": 500, "trench": 600}
ASIDE = 5
"""Points for a degree that the nearest enemy is off the front."""
SUPPORT, SIDE = 120, {"front": 0, "flank": -350, "rear": -700}
THIS_TURN, LATER = 0.6, 0.7
"""What a factor counts in this turn's fire, and in that of the next one."""
IN_REACH = 250
"""Points for a point of a weapon's factor."""


@dataclass(frozen=True)
class Foe:
    """An enemy unit: its middle, its men, and about how far its edge is from its middle."""

    centre: Point
    men: int
    depth: int = 60


def foes_of(position: Position, side: str) -> tuple[Foe, ...]:
    """The enemies that a side knows on the table and that can fight."""
    return tuple(
        Foe(position.units[id].body.centre, position.units[id].men)
        for id in on_table(position, ENEMY[side])
        if position.muster[id].has_morale and position.units[id].state in ("good", "disorganized")
    )


def goals_of(position: Position, side: str) -> tuple[Point, ...]:
    """The places that are worth points to a side, the dearest first; else the middle of an enemy."""
    worth = [(-each.points.get(side, 0), each.at) for each in position.objectives if each.points.get(side)]
    if worth:
        return tuple(at for _, at in sorted(worth))
    foes = foes_of(position, side)
    return tuple(each.centre for each in foes[:1])


def place_worth(
    position: Position, id: str, end: Body, used: float, foes: Sequence[Foe], goal: Point | None, back: int
) -> int:
    """The worth of a place in points. `back` is how far from the nearest enemy a reserve keeps."""
    unit = position.units[id]
    found = _fire(position, id, end, used, foes)
    if foes:
        nearest = min(foes, key=lambda foe: square(minus(foe.centre, end.centre)))
        away = isqrt(square(minus(end.centre, nearest.centre)))
        found += _facing(unit, end, foes)
        found += _cover(position, unit, end, nearest)
        if back:
            found -= abs(away - back) // 2
        elif away < CLOSE // 2 and nearest.men > unit.men:
            found -= 400
    if goal is not None and not back:
        found -= isqrt(square(minus(goal, end.centre))) // 3
    found += _support(position, id, end)
    return found + 2 * relief_of(position.scenery).height(end.centre)


def _fire(position: Position, id: str, end: Body, used: float, foes: Sequence[Foe]) -> int:
    """The best factor of a regiment's weapon against an enemy before its front, after so much of its move."""
    muster, unit = position.muster[id], position.units[id]
    if not muster.weapons or unit.state not in ("good", "disorganized"):
        return 0
    best = 0.0
    middle = len(end.bases) // 2
    apex, facing = end.front_of(min(middle, len(end.bases) - 1)), end.main_facing
    for foe in foes:
        way = max(0, isqrt(square(minus(foe.centre, apex))) - foe.depth)
        factor = weapon_factor(muster.weapons[0], Fraction(way * way), unit.mounted)
        if factor is None or not bears_from(apex, facing, (foe.centre,)):
            continue
        now = factor * 0.2 if used > 0.5 else factor - (0 < used <= 0.5)
        best = max(best, THIS_TURN * now + LATER * factor)
    return int(IN_REACH * best)


def _facing(unit: Unit, end: Body, foes: Sequence[Foe]) -> int:
    if unit.formation in ("skirmish", "scattered", "single"):
        return 0
    found = 0
    for foe in foes:
        if foe.centre != end.centre and square(minus(foe.centre, end.centre)) <= NEAR**2:
            found = min(found, SIDE[side_toward(end.centre, end.main_facing, foe.centre)])
    nearest = min(foes, key=lambda foe: square(minus(foe.centre, end.centre)))
    if nearest.centre == end.centre or square(minus(nearest.centre, end.centre)) > NEAR**2:
        return found
    aside = abs((bearing(end.centre, nearest.centre) - end.main_facing + 180) % 360 - 180)
    return found - ASIDE * aside


def _cover(position: Position, unit: Unit, end: Body, foe: Foe) -> int:
    """The cover of the middle stand against the nearest enemy."""
    if unit.mounted:
        return 0
    placed = unit.placed(end)
    return COVER[stand_cover(position, foe.centre, placed, len(end.bases) // 2)]


def _support(position: Position, id: str, end: Body) -> int:
    """Friends of good morale within 6 inches."""
    near = 0
    for friend in friends(position, id):
        other = position.units[friend]
        if position.muster[friend].has_morale and other.state == "good":
            near += square(minus(other.body.centre, end.centre)) <= (2 * CLOSE) ** 2
    return SUPPORT * min(near, 2)
