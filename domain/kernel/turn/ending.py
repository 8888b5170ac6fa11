"""The end of a game by its rules, through an event."""

from typing import Protocol, TypeVar

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, Outcome
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.asking import HasAgenda


class GameEnded(Event, frozen=True, tag_field="type", tag="game_ended"):
    """The rules have ended the game."""

    outcome: Outcome


EVENTS: tuple[type[Event], ...] = (GameEnded,)


class CanEnd(HasAgenda, Protocol):
    """A position that holds the outcome of its game, None while it runs."""

    ended: Outcome | None


P = TypeVar("P", bound=CanEnd)


def register(handlers: Handlers[P]) -> None:
    """Let the event set the position's outcome."""
    handlers.evolves(GameEnded)(_ended)


def end_game(resolution: Resolution[P], winner: str | None, reason: str, rule_id: str) -> None:
    """End the game; None as winner is a draw. Decisions that are open are closed."""
    asking.overtake(resolution, lambda due: True)
    resolution.emit(GameEnded(Outcome(winner, reason, rule_id)))


def due_now(position: CanEnd) -> tuple[Due, ...]:
    """The decisions that are due: none once the game has ended."""
    return () if position.ended is not None else position.agenda.due


def outcome(position: CanEnd) -> Outcome | None:
    """How the game ended, None while it runs."""
    return position.ended


def _ended(position: CanEnd, event: GameEnded) -> None:
    position.ended = event.outcome
