"""Distances and sight between units of a position."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from ironclad.domain.games.iron_brigade.board.charts import GRADES
from ironclad.domain.games.iron_brigade.position.scenery import Scenery, relief_of
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import ENEMY, Unit
from ironclad.domain.games.iron_brigade.rules.places import Box, boxes_meet
from ironclad.domain.games.iron_brigade.rules.sighting import (
    Figure,
    Pair,
    figure_of,
    joined,
    looks_from,
    pair_of,
)
from ironclad.domain.games.iron_brigade.rules.troops import Quality, quality_of
from ironclad.domain.kernel.board.plane import Point, Polygon, inside, is_within
from ironclad.domain.kernel.board.plane.bodies import Body, are_within, square_apart
from ironclad.domain.kernel.engine.citations import cite, rule
from ironclad.domain.kernel.engine.memo import remembered

INCH = 100
SPOTTED = 600
"""A unit on the edge of woods is seen by an enemy so near (XI.C/2)."""
WITH_A_UNIT = 100
TOUCH = 5
MAN, PRONE, MOUNTED, GUN, WAGON = 6, 2, 9, 5, 10
SHIP, CRAFT = 15, 6
AT_SEA = 70_400


cite(__name__, "G/3", "G/11", "G/12", "G/26", "G/53", where="domain/kernel/board/plane")


# -- distances


@remembered
@rule("G/4", "G/5")
def apart(position: Position, one: str, other: str) -> Fraction:
    """The square of the distance between two units: the least over their stands."""
    return square_apart(position.units[one].body, position.units[other].body)


@remembered
@rule("XXVIII/5", "G/5", "G/52")
def near(position: Position, one: str, other: str, limit: int) -> bool:
    """Whether two units are at most so far apart, the limit included."""
    first, second = position.units[one].body, position.units[other].body
    if not boxes_meet(body_box(first), body_box(second), limit):
        return False
    return are_within(first, second, limit)


def body_box(body: Body) -> Box:
    """The box round all stands of a body."""
    return body.box


def on_table(position: Position, side: str) -> Iterator[str]:
    """The units of a side that are on the table, by number."""
    return (id for id in position.of_side(side) if id not in position.arrivals)


@rule("XI.C/6")
def is_in_play(position: Position, id: str) -> bool:
    """Whether an enemy's unit is on the table for all that a seat knows: one that is out of sight is not."""
    return id in position.units and id not in position.arrivals and id not in position.hidden


def enemies(position: Position, id: str) -> Iterator[str]:
    """The enemy units on the table, by number."""
    return on_table(position, ENEMY[position.side_of(id)])


def friends(position: Position, id: str) -> Iterator[str]:
    """The other units of the same side on the table, by number."""
    return (each for each in on_table(position, position.side_of(id)) if each != id)


def enemies_in_sight(position: Position, id: str) -> list[str]:
    """The enemy units that a unit sees, the nearest first, then by number."""
    seen = [each for each in enemies(position, id) if sees(position, id, each)]
    return sorted(seen, key=lambda each: apart(position, id, each))


@remembered
@rule("G/44")
def nearest_in_sight(position: Position, id: str) -> str | None:
    """The nearest enemy unit in sight, of several the lowest number; None if there is none."""
    return next(iter(enemies_in_sight(position, id)), None)


@rule("XII.B/3", "VII.D/10")
def officers_with(position: Position, id: str) -> list[str]:
    """The officers whose stand touches a unit or lies within an inch of it."""
    return [
        each
        for each in friends(position, id)
        if position.muster[each].type == "officer" and near(position, id, each, WITH_A_UNIT)
    ]


def quality(position: Position, id: str) -> Quality:
    """The grade of a unit, and whether it is irregular."""
    muster = position.muster[id]
    grade = next((each for each in GRADES if each == muster.grade), None)
    return quality_of(muster.value, grade, muster.irregular)


def horses_of(id: str) -> str:
    """The id of the horses that a regiment leaves when it dismounts."""
    return f"{id}_horses"


@rule("X.A/2")
def strength(position: Position, id: str) -> int:
    """The men of a unit that are no casualties: its own, and those who hold its horses or held them."""
    horses = horses_of(id)
    held = position.units[horses].men if horses in position.units else 0
    if horses in position.gone and position.gone[horses].how == "ran off":
        held = position.gone[horses].men
    return held + (position.units[id].men if id in position.units else 0)


# -- sight


@remembered
@rule("G/20", "G/22", "XI.C/6")
def sees(position: Position, looker: str, target: str) -> bool:
    """Whether some stand of a unit sees some stand of another one that is not concealed."""
    if is_concealed(position, target):
        return False
    return any(
        stand_sees(position, looker, number, target, other)
        for number in range(len(position.units[looker].stands))
        for other in range(len(position.units[target].stands))
    )


@remembered
@rule("G/21", "G/25", "G/28", "G/29", "XI.A/1")
def stand_sees(position: Position, looker: str, number: int, target: str, other: int) -> bool:
    """Whether a stand sees another one: one open line from the middle of its front edge to the other's
    centre or a corner, within visibility. Opposed stands within an inch always see each other.
    """
    if is_blind(position, looker, number, target, other):
        return False
    if position.units[looker].height == "up":
        return _is_below(position, looker, target, other)
    return _pair(position, looker, target).sees(number, other)


@rule("VI.K/1")
def is_blind(position: Position, looker: str, number: int, target: str, other: int) -> bool:
    """Whether men who keep their heads down do not see so far: nothing beyond 6 inches."""
    unit = position.units[looker]
    if unit.posture != "heads_down" or position.plays("heads_down_sees"):
        return False
    there = position.units[target].body.polygon_of(other)
    return not is_within(unit.body.polygon_of(number), there, SPOTTED)


@rule("XVI.A/2")
def _is_below(position: Position, looker: str, target: str, other: int) -> bool:
    """Whether a balloon that is up sees a stand: over all terrain, up to the limit of visibility."""
    start = position.units[looker].body.front_of(0)
    return is_within((start,), position.units[target].body.polygon_of(other), position.visibility)


@remembered
@rule("XXIII.B/1")
def _pair(position: Position, looker: str, target: str) -> Pair:
    """What two units see of each other past all that is between them, enemies out of sight left aside."""
    first, second = _figure(position, looker), _figure(position, target)
    way, own = joined(first.box, second.box), position.side_of(looker)
    between = tuple(
        figure
        for id in position.units
        if id not in (looker, target)
        and id not in position.arrivals
        and position.hidden.get(id, own) == own
        and boxes_meet(way, (figure := _figure(position, id)).box)
    )
    at_sea = position.muster[looker].type == "ship" and position.muster[target].type == "ship"
    visibility = AT_SEA if at_sea else position.visibility
    return pair_of(position.scenery, visibility, first, second, between)


@remembered
def _figure(position: Position, id: str) -> Figure:
    """A unit as others see it."""
    unit = position.units[id]
    high = tuple(feet(position, id, number) for number in range(len(unit.stands)))
    return figure_of(position.scenery, unit.body, is_sideways(unit), high)


@rule("G/15", "G/19")
def look_of(unit: Unit, number: int) -> tuple[Point, int]:
    """From where and in which direction a stand looks and fires: the middle of its front edge, its facing.

    A stand that marches sideways looks over its short side, the way it marches.
    """
    body = unit.body
    facing = unit.facing if is_sideways(unit) else body.facing_of(number)
    return looks_from(body, number, is_sideways(unit)), facing


def is_sideways(unit: Unit) -> bool:
    """Whether a unit marches with a short side ahead (III.I)."""
    return unit.formation in ("flank_right", "flank_left")


@rule("G/10", "G/15")
def facing_of(unit: Unit) -> int:
    """The facing of a unit: that of most of its stands; a sideways column's is the way it marches."""
    return unit.facing if is_sideways(unit) else unit.body.main_facing


@rule("G/23")
def feet(position: Position, id: str, number: int) -> int:
    """The height of a stand above the ground, in feet."""
    unit, muster = position.units[id], position.muster[id]
    if muster.is_battery:
        return GUN if unit.formation != "limbered" and number == 0 else MOUNTED
    if muster.type in ("wagon", "balloon", "train"):
        return WAGON
    if muster.type in ("ship", "craft"):
        return SHIP if muster.type == "ship" else CRAFT
    if unit.mounted:
        return MOUNTED
    return PRONE if unit.posture != "up" else MAN


@remembered
@rule("XI.C/1", "XI.C/2", "XI.C/5")
def is_concealed(position: Position, id: str) -> bool:
    """Whether a unit is unseen: it has not fired this turn, and lies in woods with no enemy within 6 inches,
    or in a trench whose edge no enemy touches.
    """
    unit = position.units[id]
    if not position.muster[id].has_morale or _has_fired(position, id):
        return False
    if in_woods(position, unit) and not any(
        near(position, id, each, SPOTTED) for each in enemies(position, id)
    ):
        return True
    trenches = trenches_of(position.scenery, unit)
    return bool(trenches) and not any(
        is_within(polygon, part, TOUCH)
        for foe in enemies(position, id)
        for polygon in position.units[foe].body.polygons
        for part in trenches
    )


def trenches_of(scenery: Scenery, unit: Unit) -> tuple[Polygon, ...]:
    """The stretches of trench within an inch of a unit; none if one of its stands has none so near."""
    works = [each.line for each in scenery.terrain if each.kind == "work" and each.cover == "trench"]
    parts = [part for line in works for part in pairwise(line)]
    found: set[Polygon] = set()
    for polygon in unit.body.polygons if parts else ():
        close = [part for part in parts if is_within(polygon, part, INCH)]
        if not close:
            return ()
        found |= set(close)
    return tuple(sorted(found))


def _has_fired(position: Position, id: str) -> bool:
    return id in position.deeds and position.deeds[id].fired


def in_woods(position: Position, unit: Unit) -> bool:
    """Whether the centres of all stands lie in woods."""
    outlines = woods_of(position)
    return bool(outlines) and all(
        any(inside(each, centre) for each in outlines) for centre in unit.body.centres
    )


def hides_units(position: Position) -> bool:
    """Whether a table has woods or trenches, in which units may lie unseen."""
    trench = any(each.kind == "work" and each.cover == "trench" for each in position.scenery.terrain)
    return trench or bool(woods_of(position))


def woods_of(position: Position) -> tuple[Polygon, ...]:
    """The outlines of all woods."""
    return tuple(each.polygon for each in relief_of(position.scenery).woods)


@rule("G/29")
def stands_higher(position: Position, one: Point, other: Point) -> bool:
    """Whether the ground is strictly higher under one point than under another."""
    relief = relief_of(position.scenery)
    return relief.height(one) > relief.height(other)
