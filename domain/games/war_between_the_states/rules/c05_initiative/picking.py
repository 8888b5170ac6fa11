"""The Confederate's pick of his chit, by the option confederate_initiative_pick (5.13/2)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.commands import PickChit
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.events import ChitPicked
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step


@step("pick")
@rule("5.13/2")
def _ask_pick(play: Play, entered: Step) -> None:
    asking.ask(play, entered.seat, "pick", "5.13/2", standing=PickChit(take=False))


@wbts.check(PickChit, "pick")
def _check_pick(position: Position, due: Due, command: PickChit) -> None:
    """He may take the chit or draw."""


@wbts.carry_out(PickChit)
def _pick(play: Play, due: Due, command: PickChit) -> None:
    play.emit(ChitPicked(due.seat, command.take))
    asking.close(play, due)


@wbts.evolves(ChitPicked)
def _picked(position: Position, event: ChitPicked) -> None:
    position.picks = event.takes


@wbts.offer("pick")
def _offer_pick(position: Position, due: Due) -> Iterator[Command]:
    yield PickChit(take=False)
    yield PickChit(take=True)
