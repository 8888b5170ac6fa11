"""Splitting brigades off divisions (3.25)."""

from collections import Counter
from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.charts import piece_list
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.pieces import (
    LEAST_DIVISION,
    sort_key,
)
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c03_units.commands import SplitUnit
from ironclad.domain.games.war_between_the_states.rules.c03_units.counters import require_counters
from ironclad.domain.games.war_between_the_states.rules.c03_units.events import UnitSplit
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due


@wbts.check(SplitUnit, "spans", "movement")
@rule("3.25/1", "3.25/2", "3.25/3", "3.26/1", "3.25/6")
def _check_split(position: Position, due: Due, command: SplitUnit) -> None:
    unit = position.units.get(command.unit)
    require(
        unit is not None and unit.side == due.seat, "3.25/3", f"the {due.seat} has no unit {command.unit}"
    )
    assert unit is not None
    require(unit.division, "3.25/2", f"{command.unit} is no division: only divisions split off brigades")
    most = LEAST_DIVISION[unit.kind] - 1
    require(1 <= command.strength <= most, "3.25/3", f"a brigade has 1 to {most} SP, not {command.strength}")
    require(unit.hex, "3.25/3", f"{command.unit} is aboard a ship")
    piece = f"{unit.kind}_brigade"
    used = brigades(position, unit.side)[unit.kind]
    more = 1 + (unit.strength - command.strength < LEAST_DIVISION[unit.kind])
    parts = (unit.with_(strength=unit.strength - command.strength), unit.with_(strength=command.strength))
    require_counters(position, parts, (command.unit,))
    limit = piece_list()[piece, unit.side]
    require(
        used + more <= limit, "3.26/1", f"the {unit.side} has {used} of {piece}, and {limit} are the most"
    )


@remembered
def brigades(position: Position, side: str) -> Counter[str]:
    """How many brigades of each kind a side has."""
    return Counter(unit.kind for unit in position.units.values() if unit.side == side and unit.brigade)


@wbts.carry_out(SplitUnit)
@rule("3.25/4", "3.25/5", "6.21/3")
def _split(play: Play, due: Due, command: SplitUnit) -> None:
    """A brigade of a division that has its command, or has moved, stays where it is for the turn."""
    position, id = play.position, command.unit
    phase = position.phase
    still = phase is not None and (id in phase.force or id in phase.done)
    name = f"{due.seat}_{position.units[id].kind}"
    brigade = f"{name}_{position.made.get(name, 0) + 1}"
    play.emit(UnitSplit(due.seat, id, brigade, command.strength, still))


@wbts.evolves(UnitSplit)
def _was_split(position: Position, event: UnitSplit) -> None:
    unit = position.units[event.unit]
    name, _, number = event.brigade.rpartition("_")
    position.made[name] = int(number)
    position.units[event.unit] = unit.with_(strength=unit.strength - event.strength)
    position.units[event.brigade] = unit.with_(strength=event.strength, hq="")
    phase = position.phase
    if event.still and phase is not None:
        done = tuple(sorted({*phase.done, event.brigade}, key=sort_key))
        position.phase = phase.with_(trips={**phase.trips, event.brigade: Trip(stopped=True)}, done=done)


@wbts.also_offers("spans", "movement")
def _offer_splits(position: Position, due: Due) -> Iterator[Command]:
    for id in sorted(position.units, key=sort_key):
        unit = position.units[id]
        if unit.side == due.seat and unit.division:
            yield from (SplitUnit(unit=id, strength=sp) for sp in range(1, LEAST_DIVISION[unit.kind]))
