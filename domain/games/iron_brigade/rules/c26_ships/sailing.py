"""Ships and craft sail as movement ends; they ram, and mines burst under them."""

from fractions import Fraction

import msgspec

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.c26_ships.courses import course, floats
from ironclad.domain.games.iron_brigade.rules.c26_ships.damage import Struck, lose_draft, ram_losses, strike
from ironclad.domain.games.iron_brigade.rules.c26_ships.events import (
    MineRolled,
    ShipHit,
    ShipRammed,
    ShipSailed,
)
from ironclad.domain.kernel.board.plane import (
    WITHIN_45,
    direction,
    is_within,
    meets,
    minus,
    within_arc,
)
from ironclad.domain.kernel.engine.citations import rule

TOUCH = 5
BURSTS_FROM = 5
NO_STRIKE = 0


@rule("XXVI.A/1", "XXVI.D/1", "XXVI.E/2")
def sail_all(play: Play) -> None:
    """Vessels sail one after another, in the order of VII.N/2, after all others have moved."""
    position = play.position
    for id in position.in_order():
        if id in position.units and id not in position.arrivals and position.units[id].vessel is not None:
            _sail(play, id)
    for id in position.in_order():
        if id in position.units and position.muster[id].type == "ship" and id not in position.arrivals:
            _mines(play, id)


def _sail(play: Play, id: str) -> None:
    """By its order; a ship without one keeps its course and speed, as long as there is water ahead."""
    position = play.position
    unit, order = position.units[id], position.revealed.get(id)
    vessel = unit.vessel
    assert vessel is not None, "asked before"
    speed, degrees = vessel.knots, 0
    if order is not None and order.action == "sail" and order.speed is not None:
        speed, degrees = order.speed, order.degrees
    elif vessel.powerless >= position.turn:
        speed = max(speed - 1, 0)
    craft = position.muster[id].type == "craft"
    if not speed and not vessel.knots and not degrees:
        return
    here, met, knots = unit, "", 0 if craft else speed
    for place in course(position, id, unit, speed, degrees):
        if not floats(position.scenery, place.body.polygons[0]):
            knots = 0
            break
        met = _touched(position, id, place, here)
        here = place
        if met:
            knots = 0
            break
    play.emit(ShipSailed(id, here.at, here.facing, knots, met))
    if met and not craft and position.side_of(met) != position.side_of(id):
        _ram(play, id, met, speed)


def _touched(position: Position, id: str, place: Unit, before: Unit) -> str:
    """The vessel that a ship newly touches in a place."""
    for other in position.in_order():
        unit = position.units[other]
        if other == id or unit.vessel is None or other in position.arrivals:
            continue
        hull = unit.body.polygons[0]
        if is_within(place.body.polygons[0], hull, TOUCH) and not is_within(
            before.body.polygons[0], hull, TOUCH
        ):
            return other
    return ""


@rule("XXVI.E/1", "XXVI.E/2", "XXVI.D/2")
def _ram(play: Play, id: str, target: str, knots: int) -> None:
    """A ship rams an enemy that it touches within 45 degrees ahead; its spar torpedo bursts."""
    position = play.position
    unit = position.units[id]
    own, other = position.muster[id].hull, position.muster[target].hull
    way = minus(position.units[target].body.centre_of(0), unit.body.centre_of(0))
    if not knots or own is None or not within_arc(direction(unit.facing), way, WITHIN_45):
        return
    if other is None:
        return
    theirs, ours = ram_losses(own, other, knots)
    play.emit(ShipRammed(id, target, knots, theirs, ours))
    spar = unit.vessel is not None and unit.vessel.spar
    lose_draft(play, target, theirs)
    lose_draft(play, id, ours)
    if spar and target in position.units:
        (die,) = play.roll(f"the spar torpedo of {id}", "XXVI.D/2", 1, 4)
        strike(play, target, Struck("", Fraction(NO_STRIKE), 10 * die + 10, True), "XXVI.D/2")


@rule("XXVI.D/1", "XXVI.D/2")
def _mines(play: Play, id: str) -> None:
    """A ship in a minefield rolls a die; on 5 or 6 a torpedo bursts."""
    position = play.position
    hull = position.units[id].body.polygons[0]
    fields = [
        each for each in position.scenery.terrain if each.kind == "minefield" and meets(hull, each.polygon)
    ]
    if not fields:
        return
    (die,) = play.roll(f"torpedoes about {id}", "XXVI.D/1")
    play.emit(MineRolled(id, die, die >= BURSTS_FROM))
    if die >= BURSTS_FROM:
        strike(play, id, Struck("", Fraction(NO_STRIKE), fields[0].points or 0, True), "XXVI.D/1")


@brigade.evolves(ShipSailed)
def _ship_sailed(position: Position, event: ShipSailed) -> None:
    unit = position.units[event.unit]
    assert unit.vessel is not None, "it sails"
    vessel = msgspec.structs.replace(unit.vessel, knots=event.knots)
    position.units[event.unit] = msgspec.structs.replace(
        unit, at=event.at, facing=event.facing, vessel=vessel
    )


@brigade.evolves(ShipRammed)
def _ship_rammed(position: Position, event: ShipRammed) -> None:
    unit = position.units[event.unit]
    assert unit.vessel is not None, "it sails"
    vessel = msgspec.structs.replace(unit.vessel, spar=False)
    position.units[event.unit] = msgspec.structs.replace(unit, vessel=vessel)


@brigade.evolves(ShipHit)
def _ship_hit(position: Position, event: ShipHit) -> None:
    position.units[event.unit] = msgspec.structs.replace(position.units[event.unit], vessel=event.left)


@brigade.evolves(MineRolled)
def _mine_rolled(position: Position, event: MineRolled) -> None:
    """What it does is another event."""
