"""Both sides agree to end the game before its last turn; victory points decide (14/4)."""

from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.commands import OfferToStop
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.events import StopOffered
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.victory import (
    end_on_points,
    is_introductory,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.records import Due


@brta.check(OfferToStop)
@rule("14/4", "17/4")
def _check_offer(position: Position, due: Due, command: OfferToStop) -> None:
    require(not is_introductory(position), "17/4", "the introductory scenario is played to its end")
    offered = due.seat in position.stop_offers
    if command.withdraw:
        require(offered, "14/4", "you have not offered to stop")
    else:
        require(not offered, "14/4", "you have offered to stop already")


@brta.carry_out(OfferToStop)
@rule("14/4")
def _offer(play: Play, due: Due, command: OfferToStop) -> None:
    play.emit(StopOffered(due.seat, command.withdraw))
    if {due.seat, ENEMY[due.seat]} <= set(play.position.stop_offers):
        end_on_points(play)


@brta.evolves(StopOffered)
def _stop_offered(position: Position, event: StopOffered) -> None:
    others = tuple(side for side in position.stop_offers if side != event.side)
    position.stop_offers = others if event.withdrawn else (*others, event.side)
