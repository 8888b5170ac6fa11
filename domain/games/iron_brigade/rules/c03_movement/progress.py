"""How far units have come in the 16 parts: their places by their orders, and what they used of their move."""

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import MoveOrder
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import HORSES, Unit
from ironclad.domain.games.iron_brigade.rules.between import INCH, nearest_in_sight, officers_with
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import Moved, Place
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import (
    battery_actions,
    foreseen,
    planned,
)
from ironclad.domain.games.iron_brigade.rules.c03_movement.parts import Mover, resting, trail
from ironclad.domain.games.iron_brigade.rules.c03_movement.plans import HALF, PARTS, Plan, touches_river
from ironclad.domain.kernel.board.plane import Point, minus, square
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.memo import keep_answers

HALFWAY = 8
Places = tuple[tuple[Body, str], ...]


@rule("XII.D/1", "XII.D/3")
def changeable(position: Position, side: str) -> Iterator[str]:
    """The units whose orders may be changed after the first quarter: an officer has been with them from the
    start of the turn and still is, and their order moves them.
    """
    for id, order in position.revealed.items():
        if position.side_of(id) != side or not order.legs or id not in position.units:
            continue
        if (
            position.muster[id].has_morale
            and order.action in ("march", "face")
            and officers_with(position, id)
        ):
            yield id


@rule("XII.D/2")
def mover_of(position: Position, id: str) -> Mover:
    """A unit in the movement step. A changed order takes its place in the second half of the turn."""
    muster, origin = position.muster[id], position.origins.get(id, position.units[id])
    weight = "foot"
    if not muster.has_morale and muster.type not in ("wagon", "balloon", "train", HORSES):
        weight = "single"
    elif muster.is_battery or muster.type in ("wagon", "balloon", "train") or origin.mounted:
        weight = "heavy"
    places: Places = resting(position.units[id].body, position.units[id].formation)
    if id in position.revealed and position.deeds[id].rally != "flee":
        first = plan_of(position, id)
        places = tuple(first.at(part) for part in range(PARTS + 1))
        if id in position.changed:
            second = changed_plan(position, id)
            rest = tuple(
                second.at_share(Fraction(part - HALFWAY, HALFWAY)) for part in range(HALFWAY + 1, PARTS + 1)
            )
            places = places[: HALFWAY + 1] + rest
    shaken = origin.state in ("broken", "routed")
    return Mover(id, muster.side, muster.number, weight, places, shaken)


def plan_of(position: Position, id: str) -> Plan:
    """The plan of a unit's revealed order, from where the step found it; the order was found legal then."""
    return foreseen(position, id, position.revealed[id], position.origins[id])


def changed_plan(position: Position, id: str) -> Plan:
    """The plan of a changed order, from where the old one would have the unit after half the turn."""
    return foreseen(position, id, position.changed[id], _halfway(position, id))


def _halfway(position: Position, id: str) -> Unit:
    body, formation = plan_of(position, id).at(HALFWAY)
    return position.origins[id].placed(body, formation)


@rule("XII.D/2")
def second_half(position: Position, id: str, order: MoveOrder) -> Plan:
    """The plan of a changed order that is legal under the unit's standing order in this position, and fits
    into half a turn. Raises Refused.
    """
    there = msgspec.structs.replace(_halfway(position, id), order=position.units[id].order)
    found = planned(position, id, order, there)
    require(found.used <= HALF, "XII.D/2", f"half a turn is left; that is {found.used} of its move")
    return found


def beginning(position: Position) -> Position:
    """The position as the movement step found it: units are where their orders begin."""
    start = position.copy()
    start.units = {**position.units, **position.origins}
    keep_answers(start)
    return start


@rule("G/31", "G/32", "G/34", "G/44", "III/1", "III/3")
def moved_by(position: Position, start: Position, mover: Mover, at: int, stopped: str) -> Moved:
    """What a unit did in the parts that it made; `start` is the position as the step found it."""
    id, origin = mover.id, position.origins[mover.id]
    body, formation = mover.places[at]
    used, length = _spent(position, id, at)
    foe = nearest_in_sight(start, id) if mover.moves else None
    heading, advance = "", False
    if foe is not None:
        here, to = origin.body.centre, start.units[foe].body.centre
        heading = heading_of(here, body.centre, to)
        advance = heading_of(here, mover.places[PARTS][0].centre, to) == "forward"
    order = position.revealed.get(id)
    actions = 0
    if order is not None and order.action == "battery":
        actions = battery_actions(position, id, origin, order, used)
    wet = any(touches_river(position.scenery, place) for place, _ in mover.places[: at + 1])
    return Moved(
        place_of(body, formation),
        trail(mover, at),
        (used.numerator, used.denominator),
        length,
        stopped,
        heading,
        advance,
        actions,
        wet,
    )


def _spent(position: Position, id: str, at: int) -> tuple[Fraction, int]:
    """The fraction and the length that a unit used in so many parts, the length rounded up."""
    if id not in position.revealed or position.deeds[id].rally == "flee":
        return Fraction(0), 0
    first = plan_of(position, id)
    if id not in position.changed or at <= HALFWAY:
        return first.used * at / PARTS, -(-first.length * at // PARTS)
    second = changed_plan(position, id)
    used = first.used / 2 + second.used * (at - HALFWAY) / HALFWAY
    return used, -(-first.length // 2) - (-second.length * (at - HALFWAY) // HALFWAY)


@rule("G/44")
def heading_of(start: Point, end: Point, foe: Point) -> str:
    """Forward if the way to an enemy's centre is at least an inch shorter, away if it is an inch longer."""
    before, after = isqrt(square(minus(start, foe))), isqrt(square(minus(end, foe)))
    if before - after >= INCH:
        return "forward"
    return "away" if after - before >= INCH else ""


def place_of(body: Body, formation: str) -> Place:
    """A place as an event states it."""
    stands = tuple((base.ahead, base.right, base.turn) for base in body.bases)
    return Place(body.at, body.facing, formation, stands)


def put(unit: Unit, place: Place) -> Unit:
    """A unit in a place that an event states; gun and limber change their sizes as they change places."""
    sizes = [(stand.width, stand.depth) for stand in unit.stands]
    if {unit.formation, place.formation} == {"limbered", "unlimbered"}:
        sizes.reverse()
    stands = tuple(
        msgspec.structs.replace(stand, width=width, depth=depth, ahead=ahead, right=right, turn=turn)
        for stand, (width, depth), (ahead, right, turn) in zip(unit.stands, sizes, place.stands, strict=True)
    )
    return msgspec.structs.replace(
        unit, at=place.at, facing=place.facing, formation=place.formation, stands=stands
    )
