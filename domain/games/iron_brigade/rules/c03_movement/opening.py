"""A turn opens: units arrive, standing orders that hang on sight change, both seats are asked."""

from collections.abc import Iterator

import msgspec

from ironclad.domain.games.iron_brigade.position.state import SIDES, Position
from ironclad.domain.games.iron_brigade.position.units import Deeds
from ironclad.domain.games.iron_brigade.registry import Play, brigade, step
from ironclad.domain.games.iron_brigade.rules.between import (
    INCH,
    enemies,
    nearest_in_sight,
    on_table,
    strength,
)
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import (
    StandingOrdersChanged,
    TurnOpened,
    UnitsArrived,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.rallying import rally_of
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c23_weather.rolling import fall_of_night
from ironclad.domain.games.iron_brigade.rules.places import overlaps_any
from ironclad.domain.kernel.board.plane import box
from ironclad.domain.kernel.board.plane.bodies import are_within
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.turn import asking


@step("orders")
@rule("VIII.A/1", "VIII.A/2", "VII.G/3")
def open_turn(play: Play) -> None:
    """A turn opens: units arrive, standing orders that hang on sight change, and both seats are asked."""
    position = play.position
    rally = {id: found for id in position.in_order() if (found := rally_of(position, id))}
    fall_of_night(play)
    concealing.show(play, rally)
    play.emit(TurnOpened(position.turn, rally))
    if arrived := tuple(_arriving(position)):
        play.emit(UnitsArrived(arrived))
    for trigger in position.order_triggers:
        changed = {
            id: trigger.order
            for id in on_table(position, trigger.side)
            if position.muster[id].has_morale
            and position.units[id].order != trigger.order
            and _sees_within(position, id, trigger.seen_within)
        }
        if changed:
            concealing.show(play, changed)
            play.emit(StandingOrdersChanged(changed, "S/16"))
    asking.ask_all(play, SIDES, "movement", "VIII.A/2")


def _sees_within(position: Position, id: str, limit: int) -> bool:
    body = position.units[id].body
    foe = nearest_in_sight(position, id)
    return foe is not None and are_within(body, position.units[foe].body, limit)


@rule("G/61")
def _arriving(position: Position) -> Iterator[str]:
    """The units whose turn to arrive has come and whose place is free."""
    taken = [
        each
        for id, unit in position.units.items()
        if id not in position.arrivals
        for each in unit.body.polygons
    ]
    for id, turn in position.arrivals.items():
        if turn > position.turn:
            continue
        body = position.units[id].body
        free = not any(overlaps_any(each, ((box(other), other) for other in taken)) for each in body.polygons)
        if free and not any(
            are_within(body, position.units[foe].body, INCH) for foe in enemies(position, id)
        ):
            taken += body.polygons
            yield id


@brigade.evolves(TurnOpened)
def _turn_opened(position: Position, event: TurnOpened) -> None:
    position.deeds = {
        id: Deeds(men=strength(position, id), rally=event.rally.get(id, ""))  # type: ignore[arg-type]
        for id, unit in position.units.items()
    }
    for id, order in position.delivered.items():
        if id in position.units:
            position.units[id] = msgspec.structs.replace(position.units[id], order=order)
    position.delivered.clear()
    for id, unit in position.units.items():
        if unit.posture == "heads_down" and event.turn > 1:
            position.units[id] = msgspec.structs.replace(unit, posture="up")
    position.part = 0
    position.end_offers = ()
    for name in ("progress", "stopped", "passages", "revealed", "changed"):
        getattr(position, name).clear()


@brigade.evolves(UnitsArrived)
def _units_arrived(position: Position, event: UnitsArrived) -> None:
    for id in event.units:
        del position.arrivals[id]


@brigade.evolves(StandingOrdersChanged)
def _standing_orders_changed(position: Position, event: StandingOrdersChanged) -> None:
    for id, order in event.orders.items():
        position.units[id] = msgspec.structs.replace(position.units[id], order=order)
