"""The registry that the chapters fill, and the few events that all of them share."""

from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, Outcome
from ironclad.domain.kernel.engine.resolution import Resolution

acw: Handlers[Position] = Handlers()

Play = Resolution[Position]


class DecisionOpened(Event, frozen=True, tag_field="type", tag="decision_opened"):
    """A decision is due: the game waits for this seat's answer."""

    due: Due


class DecisionClosed(Event, frozen=True, tag_field="type", tag="decision_closed"):
    """The decision that was due is answered, or overtaken by what it caused."""

    id: str


class StepBegan(Event, frozen=True, tag_field="type", tag="step_began"):
    """A step of the sequence of play begins (3.2)."""

    turn: int
    phase: str
    step: str
    impulse: int
    player: str


class GameEnded(Event, frozen=True, tag_field="type", tag="game_ended"):
    """The rules have ended the game (3.3)."""

    outcome: Outcome


def ask(play: Play, seat: str, kind: str, rule: str, **about: Any) -> None:
    """Open a decision; the ids count up over the game, so that an answer to an old one is known as stale."""
    number = play.position.decisions + 1
    play.emit(DecisionOpened(Due(f"d{number}", seat, kind, rule, about)))


def close(play: Play) -> None:
    """Close the decision that is due, if one is."""
    if play.position.due is not None:
        play.emit(DecisionClosed(play.position.due.id))


@acw.evolves(DecisionOpened)
def _decision_opened(position: Position, event: DecisionOpened) -> None:
    position.decisions += 1
    position.due = event.due


@acw.evolves(DecisionClosed)
def _decision_closed(position: Position, event: DecisionClosed) -> None:
    position.due = None


@acw.evolves(GameEnded)
def _game_ended(position: Position, event: GameEnded) -> None:
    position.ended = event.outcome
    position.due = None


def changed(record: Any, **changes: Any) -> Any:
    """A frozen record with fields changed (for evolve functions on contexts)."""
    return msgspec.structs.replace(record, **changes)
