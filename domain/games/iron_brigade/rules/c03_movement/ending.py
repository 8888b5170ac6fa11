"""The end of the movement step: order that was lost, orders delivered, guns taken, postures, guns loaded."""

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import Go, Limber, MoveOrder
from ironclad.domain.games.iron_brigade.position.state import LostGuns, Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.between import (
    near,
)
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import sizes
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import (
    GunsTaken,
    MovementEnded,
    OrderDelivered,
)
from ironclad.domain.games.iron_brigade.rules.c10_mounted.mounting import mount_all
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c15_obstacles.obstacles import crossed
from ironclad.domain.games.iron_brigade.rules.c17_trains.riding import run_trains
from ironclad.domain.games.iron_brigade.rules.c26_ships.sailing import sail_all
from ironclad.domain.kernel.board.plane import is_within, rectangle
from ironclad.domain.kernel.board.plane.legs import Move, after
from ironclad.domain.kernel.engine.citations import rule

REFORMING = 300
TOUCH = 5


@rule("VIII.E/1", "III.C/3")
def end_movement(play: Play) -> None:
    """Units that horse or guns rode through, and those that reform and went too far, are disorganized."""
    position = play.position
    disordered = {id for id, how in position.passages.items() if how == "ridden"}
    for id, deeds in position.deeds.items():
        reforming = id in position.units and position.units[id].marks.reforming == position.turn
        if reforming and deeds.length > REFORMING:
            disordered.add(id)
    shaken = tuple(sorted(id for id in disordered if position.muster[id].has_morale))
    concealing.show(play, shaken)
    mount_all(play)
    play.emit(MovementEnded(shaken))
    for orderly, message in sorted(position.messages.items()):
        if {orderly, message.unit} <= set(position.units) and near(position, orderly, message.unit, TOUCH):
            play.emit(OrderDelivered(orderly, message.unit, message.order))
    for battery, guns in sorted(position.lost_guns.items()):
        taker = taker_of(position, guns)
        if taker is not None and position.side_of(taker) != guns.holder:
            concealing.show(play, (taker,))
            play.emit(GunsTaken(battery, taker, position.side_of(taker)))
    run_trains(play)
    sail_all(play)
    concealing.sight(play)
    concealing.hide(play)


@rule("VII.P/5", "G/7")
def taker_of(position: Position, guns: LostGuns) -> str | None:
    """The regiment that touches guns that were left behind; nobody's if both sides do."""
    place = rectangle(guns.at, 0, sizes()["gun"].width, sizes()["gun"].depth)
    found = [
        id
        for id in position.in_order()
        if position.muster[id].is_regiment
        and position.units[id].state in ("good", "disorganized")
        and any(is_within(polygon, place, TOUCH) for polygon in position.units[id].body.polygons)
    ]
    return found[0] if found and len({position.side_of(id) for id in found}) == 1 else None


@brigade.evolves(GunsTaken)
def _guns_taken(position: Position, event: GunsTaken) -> None:
    guns = position.lost_guns[event.battery]
    position.lost_guns[event.battery] = msgspec.structs.replace(guns, holder=event.side)


@brigade.evolves(OrderDelivered)
@rule("XII.C/1")
def _order_delivered(position: Position, event: OrderDelivered) -> None:
    del position.messages[event.orderly]
    position.delivered[event.unit] = event.order


@brigade.evolves(MovementEnded)
@rule("III.G/6", "III.H/5")
def _movement_ended(position: Position, event: MovementEnded) -> None:
    for id, order in position.revealed.items():
        unit = position.units.get(id)
        if unit is None:
            continue
        posture = {"lie_down": "prone", "stand_up": "up", "heads_down": "heads_down"}.get(order.action)
        if posture is not None:
            unit = msgspec.structs.replace(unit, posture=posture)
        if unit.guns is not None:
            loads = order.load and unit.formation != "limbered" and id not in position.stopped
            loaded = (unit.guns.loaded or loads) and unit.formation != "limbered"
            if loads:
                position.deeds[id] = msgspec.structs.replace(position.deeds[id], loaded=True)
            packed = unit.formation == "limbered" and (
                unit.packed or any(isinstance(leg, Limber) and leg.packed for leg in order.legs)
            )
            guns = msgspec.structs.replace(unit.guns, loaded=loaded)
            unit = msgspec.structs.replace(unit, guns=guns, packed=packed)
        position.units[id] = after_obstacles(position, id, unit, order)
    for id, how in position.passages.items():
        if how == "passed":
            position.deeds[id] = msgspec.structs.replace(position.deeds[id], passed=True)
    for id in event.disordered:
        unit = position.units[id]
        position.deeds[id] = msgspec.structs.replace(position.deeds[id], shaken=True)
        if unit.state == "good":
            position.units[id] = msgspec.structs.replace(unit, state="disorganized")
    position.origins.clear()


@rule("XV.A/1", "XV.A/2")
def after_obstacles(position: Position, id: str, unit: Unit, order: MoveOrder) -> Unit:
    """A unit that crossed an obstacle knows its kind; one that stayed in wire comes out next turn."""
    if order.action != "cross":
        return msgspec.structs.replace(unit, tangled="") if unit.tangled else unit
    origin = position.origins.get(id)
    if origin is None or unit.body != origin.body:
        met = None if origin is None else crossed(position.scenery, origin.body, unit.body)
        known = unit.passed_kinds if met is None else (*unit.passed_kinds, met.kind)
        return msgspec.structs.replace(unit, tangled="", passed_kinds=tuple(sorted(set(known))))
    if id in position.stopped:
        return unit
    leg = order.legs[0]
    assert isinstance(leg, Go), "a unit crosses straight ahead"
    ahead = after(unit.body, Move(leg.dx, leg.dy))
    met = crossed(position.scenery, unit.body, ahead)
    return msgspec.structs.replace(unit, tangled="" if met is None else met.id)
