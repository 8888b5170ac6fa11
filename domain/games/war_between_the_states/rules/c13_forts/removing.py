"""Removing one's own fort in production (13.4)."""

from ironclad.domain.games.war_between_the_states.board.map import hex_of
from ironclad.domain.games.war_between_the_states.position.state import Position, stack
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c13_forts.commands import RemoveWork
from ironclad.domain.games.war_between_the_states.rules.c13_forts.events import WorkRemoved
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.records import Due


@wbts.check(RemoveWork, "production")
@rule("13.4/1", "13.4/2")
def _check_remove(position: Position, due: Due, command: RemoveWork) -> None:
    hex = hex_of(command.hex)
    work = position.works.get(hex)
    require(work is not None and work.side == due.seat, "13.4/1", f"the {due.seat} has no fort in {hex}")
    require(not besieged(position, hex, due.seat), "13.4/2", f"the fort in {hex} is besieged")


@wbts.carry_out(RemoveWork)
@rule("3.23/7", "13.4/1")
def _remove(play: Play, due: Due, command: RemoveWork) -> None:
    """What was inside is on the ground; a garrison flows into the one that is there."""
    position, hex = play.position, hex_of(command.hex)
    here = stack(position, hex, due.seat)
    units = position.units
    pieces = (
        *(id for id in here.units if units[id].inside),
        *(id for id in here.headquarters if position.headquarters[id].inside),
        *(id for id in here.leaders if position.leaders[id].inside),
    )
    garrisons = [id for id in here.units if units[id].kind == "garrison"]
    there = [id for id in garrisons if id not in pieces]
    merged = {id: there[0] for id in garrisons if id in pieces} if there else {}
    play.emit(WorkRemoved(due.seat, hex, position.works[hex].grade, pieces, merged))


@wbts.evolves(WorkRemoved)
def _removed(position: Position, event: WorkRemoved) -> None:
    del position.works[event.hex]
    for id in event.pieces:
        for kind in (position.units, position.headquarters, position.leaders):
            if id in kind:
                kind[id] = kind[id].with_(inside=False)
    for id, into in event.merged.items():
        mover, there = position.units.pop(id), position.units[into]
        position.units[into] = there.with_(strength=there.strength + mover.strength)
    name = f"{event.side}.{event.hex}"
    if name in position.depots:
        position.depots[name] = position.depots[name].with_(inside=False)
    kept = position.construction
    stages = {hex: side for hex, side in kept.stages.items() if hex != event.hex}
    position.construction = kept.with_(stages=stages)
