"""How ships and craft move: speed, turns, water under the hull."""

from collections.abc import Iterator

import msgspec

from ironclad.domain.games.iron_brigade.position.scenery import Scenery
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.rules.places import off_table
from ironclad.domain.kernel.board.plane import Polygon, placed, turned
from ironclad.domain.kernel.board.plane.cover import lies_in
from ironclad.domain.kernel.engine.citations import require, rule

A_KNOT = 300
RADIUS = 900
FASTER, SLOWER = 1, 2
CRAFT_WAY = 300
STEP = 25
"""How finely a straight course is looked at, in hundredths of an inch."""


@rule("XXVI.A/1", "XVIII.A/1", "XXVIII/6")
def check_sail(position: Position, id: str, unit: Unit, speed: int | None, degrees: int) -> None:
    """Refuse a speed or a turn that a vessel cannot make, and a course off the water.

    A ship's speed is in knots; a craft's is its way in hundredths of an inch, at most 3 inches.
    """
    kind, vessel = position.muster[id].type, unit.vessel
    require(vessel is not None, "XXVI.A/1", f"{id} is no ship and no craft")
    require(not position.plays("basic"), "XXVIII/6", "only chapters I to XII are played")
    require(speed is not None, "XXVI.A/1", "a vessel is given a speed")
    assert vessel is not None, "asked just before"
    assert speed is not None, "asked just before"
    require(-360 < degrees < 360, "XXVI.A/2", "a turn is of whole degrees, less than 360")
    if kind == "craft":
        require(0 <= speed <= CRAFT_WAY, "XVIII.A/1", "a craft moves at most 3 inches a turn")
    else:
        _check_speed(position, vessel.knots, vessel.most, vessel.powerless, speed)
        require(not degrees or vessel.jammed < position.turn, "XXVI.B/10", "its steering is jammed")
        require(arc_cost(degrees) <= A_KNOT * speed, "XXVI.A/1", "a ship turns on a radius of 9 inches")
    for place in course(position, id, unit, speed, degrees):
        require(floats(position.scenery, place.body.polygons[0]), "XXVI.A/2", "that leads off the water")


@rule("XXVI.A/1")
def _check_speed(position: Position, now: int, most: int, powerless: int, speed: int) -> None:
    if powerless >= position.turn:
        require(speed == max(now - 1, 0), "XXVI.A/1", "without power it loses a knot a turn")
        return
    require(0 <= speed <= max(most, now - SLOWER), "XXVI.A/1", f"its best speed is {most} knots")
    require(now - SLOWER <= speed <= now + FASTER, "XXVI.A/1", "a ship gains 1 knot a turn, or loses 2")


@rule("XXVI.A/2")
def arc_cost(degrees: int) -> int:
    """The length of an arc of whole degrees on the radius of 9 inches, rounded up to hundredths."""
    return -(-abs(degrees) * 5 * 355 // 113)


def floats(scenery: Scenery, hull: Polygon) -> bool:
    """Whether a hull is on the table and wholly on navigable water."""
    waters = [each.polygon for each in scenery.terrain if each.kind == "deep_water" and each.navigable]
    return not off_table(scenery, hull) and any(lies_in(hull, each) for each in waters)


@rule("XXVI.A/1", "XXVI.A/2")
def course(position: Position, id: str, unit: Unit, speed: int, degrees: int) -> Iterator[Unit]:
    """The places of a vessel on its way: first its turn, degree by degree, then straight ahead."""
    yield unit
    if position.muster[id].type == "craft":
        unit = turned_about(unit, unit.facing + degrees)
        yield unit
        yield from _straight(unit, speed)
        return
    sign = 1 if degrees > 0 else -1
    centre = unit.body.centre_of(0)
    pivot = placed(centre, unit.facing, 0, sign * RADIUS)
    start = unit
    for degree in range(1, abs(degrees) + 1):
        moved = turned(centre, pivot, sign * degree)
        unit = centred(start, moved, start.facing + sign * degree)
        yield unit
    yield from _straight(unit, A_KNOT * speed - arc_cost(degrees))


def _straight(unit: Unit, way: int) -> Iterator[Unit]:
    for far in (*range(STEP, way, STEP), way):
        if far:
            yield msgspec.structs.replace(unit, at=placed(unit.at, unit.facing, far, 0))


def centred(unit: Unit, centre: tuple[int, int], facing: int) -> Unit:
    """A vessel with its centre in a place."""
    facing %= 360
    at = placed(centre, facing, -unit.stands[0].ahead, 0)
    return msgspec.structs.replace(unit, at=at, facing=facing)


def turned_about(unit: Unit, facing: int) -> Unit:
    """A craft turned about its centre."""
    return centred(unit, unit.body.centre_of(0), facing)
