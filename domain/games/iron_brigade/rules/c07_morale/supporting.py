"""Support: friends beside both flanks of a unit (VII.Q)."""

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.rules.between import facing_of, friends
from ironclad.domain.kernel.board.plane import WITHIN_30, Point, direction, dot, mean
from ironclad.domain.kernel.board.plane.arcs import nearest_is_within
from ironclad.domain.kernel.engine.citations import rule

REACH = 600


@rule("VII.Q/1", "VII.Q/2", "G/45", "G/46", "XXVIII/5")
def is_supported(position: Position, id: str) -> bool:
    """Whether both flanks of a unit are supported by friends of good morale, of any class with morale."""
    unit = position.units[id]
    if unit.formation == "scattered":
        return False
    return all(_is_side_supported(position, id, unit, axis) for axis in (90, 270))


def _is_side_supported(position: Position, id: str, unit: Unit, axis: int) -> bool:
    toward = (facing_of(unit) + axis) % 360
    start = flank_middle(unit, toward)
    return any(
        nearest_is_within(start, toward, polygon, REACH, WITHIN_30)
        for friend in friends(position, id)
        if position.muster[friend].has_morale and position.units[friend].state == "good"
        for polygon in position.units[friend].body.polygons
    )


@rule("G/46")
def flank_middle(unit: Unit, toward: int) -> Point:
    """The middle of the outer side of the outermost stand toward a facing; for a column that of its flank."""
    body, axis = unit.body, direction(toward)
    if unit.formation in ("column", "flank_right", "flank_left", "limbered"):
        return _outer(tuple(point for polygon in body.polygons for point in polygon), axis, body.centre)
    outermost = max(range(len(unit.stands)), key=lambda number: (dot(axis, body.centre_of(number)), -number))
    polygon = body.polygon_of(outermost)
    side = sorted(polygon, key=lambda point: dot(axis, point))[-2:]
    return mean(side)


def _outer(points: tuple[Point, ...], axis: tuple[int, int], centre: Point) -> Point:
    """The middle of the side of a column: the mean of its outermost corners toward an axis, in pairs."""
    half = sorted(points, key=lambda point: dot(axis, (point[0] - centre[0], point[1] - centre[1])))
    return mean(half[len(half) // 2 :])
