"""Resupply as a turn ends."""

import msgspec

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c14_supply.events import UnitResupplied
from ironclad.domain.games.iron_brigade.rules.c14_supply.supply import full_supply, gets_weapons, sources
from ironclad.domain.kernel.engine.citations import rule


@rule("XIV.B/1", "XIV.B/2", "XIV.C/1", "VII.U/2")
def resupply(play: Play) -> None:
    """Units that spent the turn beside a wagon are full again; a wagon serves one unit a turn.

    A unit that fled, or a wagon that moved, is not served.
    """
    position = play.position
    served: set[str] = set()
    for id in position.in_order():
        deeds = position.deeds.get(id)
        if deeds is None or deeds.action != "resupply" or deeds.shaken or id not in position.units:
            continue
        for source in sources(position, id):
            if source not in served and not position.deeds[source].moved:
                served.add(source)
                concealing.show(play, (id, source))
                unit = position.units[id]
                armed = unit.unarmed if gets_weapons(position, unit) else 0
                play.emit(UnitResupplied(id, source, position.units[source].stock - 1, armed))
                break


@brigade.evolves(UnitResupplied)
def _unit_resupplied(position: Position, event: UnitResupplied) -> None:
    unit, source = position.units[event.unit], position.units[event.source]
    guns = unit.guns
    if guns is not None:
        full = max(full_supply(position.muster[event.unit]), guns.ammunition)
        guns = msgspec.structs.replace(guns, ammunition=full)
    position.units[event.unit] = msgspec.structs.replace(
        unit, shots=0, guns=guns, unarmed=unit.unarmed - event.armed
    )
    position.units[event.source] = msgspec.structs.replace(source, stock=event.left)
