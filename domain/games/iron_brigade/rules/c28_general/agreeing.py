"""Agreements: both seats choose another reading of a clause for the rest of the game (XXVIII/1, /2)."""

from ironclad.domain.games.iron_brigade.options import OPTIONS
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import ENEMY
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.c28_general.events import (
    AcceptAgreement,
    AgreementMade,
    AgreementOffered,
    OfferAgreement,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.records import Due

FIXED = ("basic",)
"""What is chosen before a game and cannot be agreed on later."""


@brigade.check(OfferAgreement)
@rule("XXVIII/1", "XXVIII/2")
def check_offer(position: Position, due: Due, command: OfferAgreement) -> None:
    """Refuse what is no reading of a clause, and one that holds already."""
    known = command.option in OPTIONS and command.option not in FIXED
    require(known, "XXVIII/1", f"{command.option!r} is nothing to agree on")
    values = OPTIONS[command.option].values
    require(command.value in values, "XXVIII/1", f"it is one of {', '.join(values)}")
    now = position.options.get(command.option, values[0])
    require(command.value != now, "XXVIII/2", "that holds already")


@brigade.carry_out(OfferAgreement)
def carry_out_offer(play: Play, due: Due, command: OfferAgreement) -> None:
    clause = OPTIONS[command.option].clause
    play.emit(AgreementOffered(due.seat, command.option, command.value, clause))


@brigade.check(AcceptAgreement)
@rule("XXVIII/2")
def check_accept(position: Position, due: Due, command: AcceptAgreement) -> None:
    """Refuse to accept where the other seat has offered nothing."""
    require(ENEMY[due.seat] in position.proposals, "XXVIII/2", "the other seat has offered nothing")


@brigade.carry_out(AcceptAgreement)
@rule("XXVIII/2")
def carry_out_accept(play: Play, due: Due, command: AcceptAgreement) -> None:
    option, value = play.position.proposals[ENEMY[due.seat]]
    play.emit(AgreementMade(option, value, OPTIONS[option].clause))


@brigade.evolves(AgreementOffered)
def _agreement_offered(position: Position, event: AgreementOffered) -> None:
    position.proposals[event.seat] = (event.option, event.value)


@brigade.evolves(AgreementMade)
@rule("XXVIII/1", "XXVIII/2")
def _agreement_made(position: Position, event: AgreementMade) -> None:
    position.options[event.option] = event.value
    position.proposals = {
        seat: offer for seat, offer in position.proposals.items() if offer[0] != event.option
    }
