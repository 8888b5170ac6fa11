"""Named reinforcements of a scenario (R.3/7), and infantry that leaves the map for them (R.5/10)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import Reinforcement
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c13_forts.cut_off import shut_in
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import sources
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.commands import TakeOff
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.events import (
    InfantryTakenOff,
    StackArrived,
    StackStayedAway,
)
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import place_stack
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

ARKANSAS = "AR"


@step("arrivals")
@rule("R.3/7", "R.5/10")
def _arrive(play: Play, entered: Step) -> None:
    side = entered.seat
    for number, row in enumerate(play.position.book.reinforcements):
        if row.stack is None or (row.side, row.before_turn) != (side, play.position.turn):
            continue
        if row.for_infantry_taken_off:
            asking.ask(play, side, "crossing", "R.5/10", standing=TakeOff(), number=number)
        else:
            _come(play, number, row)


@rule("R.3/7")
def place_for(position: Position, side: str, named: str) -> str:
    """The named hex; where it is not the side's, or besieged, the nearest open department, "" without one."""
    if owner(position, named) == side and not shut_in(position, side, named):
        return named
    return min(sources(position, side), key=lambda hex: (GRID.distance(hex, named), hex), default="")


def _come(play: Play, number: int, row: Reinforcement) -> None:
    assert row.stack is not None
    hex = place_for(play.position, row.side, hex_of(row.stack.hex))
    if not hex:
        play.emit(StackStayedAway(row.side, number))
        return
    before = play.position
    after = before.copy()
    _place(after, number, hex)
    kinds = ("headquarters", "leaders", "units")
    pieces = (id for kind in kinds for id in getattr(after, kind) if id not in getattr(before, kind))
    play.emit(StackArrived(row.side, number, hex, tuple(pieces)))


def _place(position: Position, number: int, hex: str) -> None:
    row = position.book.reinforcements[number]
    assert row.stack is not None
    place_stack(position, row.side, msgspec.structs.replace(row.stack, hex=hex))


@wbts.evolves(StackArrived)
def _arrived(position: Position, event: StackArrived) -> None:
    _place(position, event.number, event.hex)


@wbts.check(TakeOff, "crossing")
@rule("R.5/10")
def _check_take_off(position: Position, due: Due, command: TakeOff) -> None:
    if not command.units:
        return
    row = position.book.reinforcements[due.about["number"]]
    may = candidates(position, due.seat)
    for id in command.units:
        require(id in may, "R.5/10", f"{id} is no infantry of the {due.seat} in Arkansas")
    require(len(set(command.units)) == len(command.units), "R.5/10", "name a unit once")
    total, least = sum(may[id] for id in command.units), row.for_infantry_taken_off
    require(total >= least, "R.5/10", f"infantry of {least} SP leaves the map, not of {total}")


def candidates(position: Position, side: str) -> dict[str, int]:
    """A side's infantry in Arkansas, with its SP."""
    hexes = load_map().hexes
    return {
        id: unit.strength
        for id, unit in position.units.items()
        if unit.side == side and unit.kind == "infantry" and unit.hex and hexes[unit.hex].state == ARKANSAS
    }


@wbts.carry_out(TakeOff)
def _take_off(play: Play, due: Due, command: TakeOff) -> None:
    number = due.about["number"]
    asking.close(play, due)
    if not command.units:
        play.emit(StackStayedAway(due.seat, number))
        return
    units = {id: play.position.units[id].strength for id in command.units}
    play.emit(InfantryTakenOff(due.seat, number, units))
    _come(play, number, play.position.book.reinforcements[number])


@wbts.evolves(InfantryTakenOff)
def _off(position: Position, event: InfantryTakenOff) -> None:
    """They are not lost: no victory points are scored for them."""
    for id in event.units:
        del position.units[id]


@wbts.evolves(StackStayedAway)
def _away(position: Position, event: StackStayedAway) -> None:
    """Its row of the list is asked for in one strategic turn alone, so nothing is kept of it."""


@wbts.offer("crossing")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """To let the stack stay away, or the smallest sets of units that are enough."""
    yield TakeOff()
    may = candidates(position, due.seat)
    least = position.book.reinforcements[due.about["number"]].for_infantry_taken_off
    for units in _smallest(may, least):
        yield TakeOff(units=tuple(units))


def _smallest(strengths: dict[str, int], least: int) -> Iterator[Sequence[str]]:
    for count in range(1, len(strengths) + 1):
        sets = combinations(strengths, count)
        found = [units for units in sets if sum(strengths[id] for id in units) >= least]
        if found:
            yield from found
            return
