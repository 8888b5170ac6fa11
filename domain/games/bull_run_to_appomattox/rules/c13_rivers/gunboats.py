"""Gunboats beside armies (13.1, 13.2)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NO_RIVER, NORTH
from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import SupportDefence
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import DefenceSupported
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import battle_of
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

POTOMAC = "WAS"
ASKED = "gunboats"


@rule("13.2/1", "13.2/3")
def may_fire(position: Position, fleet: str) -> bool:
    """Whether a fleet may take part in combat: Northern gunboats in Washington's zone may not.

    The flotilla of the Potomac itself is no piece: it neither moves, fires nor is attacked.
    """
    record = position.fleets[fleet]
    return record.kind != "gunboat" or record.place != POTOMAC


@rule("13.1/1", "13.1/4")
def gunboats_near(position: Position, spot: str) -> tuple[str, ...]:
    """Northern gunboats in the zone of a spot, or in a zone that a river edge joins to it."""
    zone = board().zone_of[spot]
    near = {zone}
    for edge in board().edges.values():
        rivers = {edge.river, *edge.banks.values()} - {NO_RIVER}
        if rivers and zone in (edge.a, edge.b):
            near |= {edge.a, edge.b}
    return tuple(
        id
        for id, fleet in sorted(position.fleets.items())
        if fleet.side == NORTH and fleet.kind == "gunboat" and fleet.place in near and may_fire(position, id)
    )


@rule("13.1/4")
def ask_gunboats(play: Play, battle: Battle) -> bool:
    """The North says which gunboats near a defence add their dice; True if it is asked."""
    if ASKED in battle.asked:
        return False
    near = gunboats_near(play.position, battle.attack.spot)
    if not near:
        return False
    asking.ask(play, NORTH, "gunboats", "13.1/4", fleets=list(near))
    return True


@brta.check(SupportDefence, "gunboats")
def _check_support(position: Position, due: Due, command: SupportDefence) -> None:
    require(len(set(command.fleets)) == len(command.fleets), "13.1/4", "a fleet is named twice")
    for fleet in command.fleets:
        require(fleet in due.about["fleets"], "13.1/4", f"{fleet} is no gunboat fleet near this combat")


@brta.carry_out(SupportDefence)
def _support(play: Play, due: Due, command: SupportDefence) -> None:
    asking.close(play, due)
    play.emit(DefenceSupported(battle_of(play.position).attack.spot, command.fleets))


@brta.evolves(DefenceSupported)
def _supported(position: Position, event: DefenceSupported) -> None:
    battle = battle_of(position)
    position.battle = battle.with_(gunboats=event.fleets, asked=(*battle.asked, ASKED))


@also_offers("gunboats")
def _offer_support(position: Position, due: Due) -> Iterator[Command]:
    """All of them, none, and each alone."""
    near = tuple(due.about["fleets"])
    for fleets in dict.fromkeys((near, (), *((each,) for each in near))):
        yield SupportDefence(fleets=fleets)
