"""Putting units on rosters and taking them off (16.1, 16.2)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.position.pieces import (
    MOST_ON_ROSTER,
    fits,
    sort_key,
)
from ironclad.domain.games.war_between_the_states.position.state import Position, rosters, stack
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c16_headquarters.commands import SetRoster
from ironclad.domain.games.war_between_the_states.rules.c16_headquarters.events import RosterSet
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


@wbts.check(SetRoster, "spans", "movement")
@rule("16.16/1", "16.16/2", "16.13/1", "10.1/12", "16.16/3")
def _check_roster(position: Position, due: Due, command: SetRoster) -> None:
    """A switch gives no movement: each unit keeps its own force, and the MP that it has spent."""
    unit = position.units.get(command.unit)
    require(
        unit is not None and unit.side == due.seat, "16.16/1", f"the {due.seat} has no unit {command.unit}"
    )
    assert unit is not None
    require(unit.hq != command.headquarters, "16.16/1", f"{command.unit} is there already")
    if not command.headquarters:
        return
    hq = position.headquarters.get(command.headquarters)
    require(hq is not None and hq.side == due.seat, "16.16/1", f"there is no {command.headquarters}")
    assert hq is not None
    together = (hq.hex, hq.ship, hq.inside) == (unit.hex, unit.ship, unit.inside) and hq.hex
    require(together, "16.16/1", f"{command.unit} is not where {command.headquarters} is")
    require(
        fits(hq.kind, unit), "16.2/1", f"{command.unit} does not belong on the roster of that headquarters"
    )
    full = len(rosters(position).get(command.headquarters, ()))
    most = MOST_ON_ROSTER[hq.kind]
    require(full < most, "16.21/1", f"the roster of {command.headquarters} is full with {most} units")


@wbts.carry_out(SetRoster)
def _set_roster(play: Play, due: Due, command: SetRoster) -> None:
    play.emit(RosterSet(due.seat, command.unit, command.headquarters))


@wbts.evolves(RosterSet)
def _was_set(position: Position, event: RosterSet) -> None:
    position.units[event.unit] = position.units[event.unit].with_(hq=event.headquarters)


@wbts.also_offers("spans")
def _offer_rosters(position: Position, due: Due) -> Iterator[Command]:
    """Each unit of a roster may come off it, and each unit beside a headquarters may go on its roster.

    Later in the turn a switch is legal and not offered: it could be repeated without end.
    """
    for id in sorted(position.headquarters, key=sort_key):
        hq = position.headquarters[id]
        if hq.side != due.seat or not hq.hex:
            continue
        for unit in stack(position, hq.hex, hq.side).units:
            yield SetRoster(unit=unit, headquarters="" if position.units[unit].hq == id else id)
