"""The political initiative round: one action of each side, or none (political-initiative-round)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle, step
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import (
    DeclareConscription,
    DeclareEmancipation,
    DeclareWar,
    GiveToEurope,
    SeekSupport,
    TakeNoAction,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

OPTIONS = {
    "political_initiative": Option(
        "advanced-optional-rules/7",
        "The political initiative round and all that it leads to: on, off, or as the scenario has it.",
        ("scenario", "on", "off"),
    ),
}


@step("politics")
@rule("political-initiative-round/1", "advanced-optional-rules/7")
def begin_politics(play: Play, entered: Step) -> None:
    """A side chooses an action; it is resolved before the other side chooses."""
    asking.ask(play, entered.seat, "politics", "political-initiative-round/1")


@eagle.check(TakeNoAction, "politics")
def _check_none(position: Position, due: Due, command: TakeNoAction) -> None:
    """Always legal."""


@eagle.carry_out(TakeNoAction)
def _none(play: Play, due: Due, command: TakeNoAction) -> None:
    asking.close(play, due)


@also_offers("politics")
@rule("political-initiative-round/2", "political-initiative-round/3", "political-initiative-round/4")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """Every action; those whose conditions are not met do not pass their checks."""
    yield TakeNoAction()
    yield DeclareEmancipation()
    yield DeclareConscription()
    yield GiveToEurope()
    yield SeekSupport()
    yield DeclareWar()
