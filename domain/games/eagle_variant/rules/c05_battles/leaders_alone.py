"""Leaders without a brigade among enemies retreat without a battle (the-units/7)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle, goes_on
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import (
    brigades_in,
    occupied_by,
    refresh_holders,
    units_in,
)
from ironclad.domain.games.eagle_variant.rules.c05_battles.commands import RetreatLeaders
from ironclad.domain.games.eagle_variant.rules.c05_battles.events import LeadersRetreated
from ironclad.domain.games.eagle_variant.rules.c05_battles.forces import of_army
from ironclad.domain.games.eagle_variant.rules.c05_battles.retreating import beside
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@rule("the-units/7")
def stranded(position: Position) -> Iterator[tuple[str, str]]:
    """Each space and side with leaders there, no brigade of theirs, and brigades of others."""
    leaders = {(unit.space, unit.side) for unit in position.units.values() if not unit.brigade}
    for space, side in sorted(leaders, key=lambda found: (found[0], SIDES.index(found[1]))):
        if not occupied_by(position, space, side) and brigades_in(position, space):
            yield space, side


@rule("the-units/7", "battle-effects/4")
def leaders_ways(position: Position, space: str, side: str) -> tuple[str, ...]:
    """Where leaders who are alone may go: as a beaten defender, not to a space that enemies came from."""
    present = (position.units[id] for id in units_in(position, space))
    came = {unit.came_from for unit in present if unit.moved and unit.side != side}
    return beside(position, space, side, came)


@goes_on
@rule("the-units/7", "battle-effects/7")
def send_leaders_away(play: Play) -> bool:
    """Leaders who are alone among enemies retreat; asks their owner where several spaces are open."""
    if play.position.battle is not None:
        return False
    found = next(stranded(play.position), None)
    if found is None:
        return False
    space, side = found
    ways = leaders_ways(play.position, space, side)
    if len(ways) > 1:
        asking.ask(play, side, "retreat_leaders", "the-units/7", space=space)
    else:
        _send(play, space, side, ways[0] if ways else "")
    return True


def _send(play: Play, space: str, side: str, to: str) -> None:
    play.emit(LeadersRetreated(side, of_army(play.position, space, side), space, to))


@eagle.check(RetreatLeaders, "retreat_leaders")
def _check_retreat(position: Position, due: Due, command: RetreatLeaders) -> None:
    legal = command.to in leaders_ways(position, due.about["space"], due.seat)
    require(legal, "the-units/7", f"the leaders may not retreat to {name_of(command.to)}")


@eagle.carry_out(RetreatLeaders)
def _retreat(play: Play, due: Due, command: RetreatLeaders) -> None:
    asking.close(play, due)
    _send(play, due.about["space"], due.seat, command.to)


@eagle.evolves(LeadersRetreated)
def _retreated(position: Position, event: LeadersRetreated) -> None:
    for id in event.units:
        if event.to:
            position.units[id] = position.units[id].with_(space=event.to)
        else:
            del position.units[id]
    refresh_holders(position)


@eagle.offer("retreat_leaders")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    ways = leaders_ways(position, due.about["space"], due.seat)
    return (RetreatLeaders(to=space) for space in ways)
