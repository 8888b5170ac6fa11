"""Lone HQs step aside when an enemy stops in their zone (15/7, 15/8)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta, settles
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.commands import MoveAside
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.events import HqMovedAside
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.losing import lose_hq
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import lone_hqs
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    armies_in,
    raider_in,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.retreating import retreat_spots
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@settles(10)
@rule("15/7", "15/8")
def ask_aside(play: Play, spot: str) -> bool:
    """The lone HQs of the other side in the place where an army or raider stops leave it, or are lost."""
    activation = play.position.activation
    if activation is None or spot not in board().spots:
        return False
    side, enemy = activation.side, ENEMY[activation.side]
    stops = armies_in(play.position, side, spot) or (
        activation.kind == "raider" and raider_in(play.position, side, spot)
    )
    for hq in lone_hqs(play.position, enemy, spot) if stops else ():
        ways = ways_aside(play.position, enemy, play.position.hqs[hq].spot)
        if ways:
            asking.ask(play, enemy, "move_aside", "15/7", hq=hq, to=list(ways))
        else:
            lose_hq(play, hq, "stranded", "15/8")
        return True
    return False


def ways_aside(position: Position, side: str, spot: str) -> tuple[str, ...]:
    """Where a lone HQ may step aside to: as a retreat, and not to the enemy's raider either."""
    ways = retreat_spots(position, side, spot)
    return tuple(each for each in ways if not raider_in(position, ENEMY[side], each))


@brta.check(MoveAside, "move_aside")
def _check_aside(position: Position, due: Due, command: MoveAside) -> None:
    require(command.to in due.about["to"], "15/7", f"the HQ cannot go to {command.to}")


@brta.carry_out(MoveAside)
def _move_aside(play: Play, due: Due, command: MoveAside) -> None:
    asking.close(play, due)
    hq = due.about["hq"]
    play.emit(HqMovedAside(hq, play.position.hqs[hq].spot, command.to))


@brta.evolves(HqMovedAside)
def _moved_aside(position: Position, event: HqMovedAside) -> None:
    position.hqs[event.hq] = position.hqs[event.hq].with_(spot=event.end, still=False, digging=False)


@also_offers("move_aside")
def _offer_aside(position: Position, due: Due) -> Iterator[Command]:
    yield from (MoveAside(to=to) for to in due.about["to"])


