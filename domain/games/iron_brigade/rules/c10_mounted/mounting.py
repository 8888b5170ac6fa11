"""Dismounting and mounting are carried out as movement ends; horses that nobody holds run off (X.A)."""

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Deeds
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.between import horses_of
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import UnitGone
from ironclad.domain.games.iron_brigade.rules.c10_mounted.events import UnitDismounted, UnitMounted
from ironclad.domain.games.iron_brigade.rules.c10_mounted.horses import (
    has_room,
    holders_for,
    horses_muster,
    in_saddle,
    led_by,
    on_foot,
)
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.kernel.engine.citations import rule

RAN_OFF = "ran off"


@rule("X.A/1", "III.G/10")
def mount_all(play: Play) -> None:
    """As movement ends, units that were ordered to do so dismount or mount, if there is room by then."""
    position = play.position
    for id in position.in_order():
        order = position.revealed.get(id)
        if order is None or order.action not in ("mount", "dismount") or id not in position.units:
            continue
        unit, horses = position.units[id], horses_of(id)
        if not has_room(position, id, unit, order.action):
            continue
        concealing.show(play, (id,))
        if order.action == "dismount":
            held = horses_muster(id, position.muster[id], holders_for(unit.men))
            play.emit(UnitDismounted(id, on_foot(unit), horses, held, led_by(unit)))
        elif horses in position.units:
            play.emit(UnitMounted(id, in_saddle(position, id, unit), horses))


@rule("X.A/2")
def run_off(play: Play) -> None:
    """At the end of a turn, horses without a holder for every four men of their regiment run off."""
    position = play.position
    for id in position.in_order():
        horses = horses_of(id)
        if horses in position.units and id in position.units:
            held = position.units[horses].men
            if held < holders_for(position.units[id].men + held):
                play.emit(UnitGone(horses, RAN_OFF, "X.A/2", held))


@brigade.evolves(UnitDismounted)
def _unit_dismounted(position: Position, event: UnitDismounted) -> None:
    position.units[event.unit] = event.foot
    position.muster[event.horses] = event.held
    position.units[event.horses] = event.led
    position.deeds[event.horses] = Deeds(men=event.led.men)
    position.gone.pop(event.horses, None)


@brigade.evolves(UnitMounted)
def _unit_mounted(position: Position, event: UnitMounted) -> None:
    position.units[event.unit] = event.riders
    del position.units[event.horses]
    for by_unit in (
        position.deeds,
        position.revealed,
        position.progress,
        position.stopped,
        position.passages,
    ):
        by_unit.pop(event.horses, None)
