"""The registry that the chapters fill: handlers, the steps of a turn, what is under way, and effects."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from ironclad.domain.games.eagle_variant.position.battles import Battle
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, Outcome
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.turn import asking, sequence
from ironclad.domain.kernel.turn.sequence import Step, StepEntered

eagle: Handlers[Position] = Handlers()
asking.register(eagle)
sequence.register(eagle)
_enter_step = eagle.evolvers[StepEntered]

Play = Resolution[Position]
Stage = Callable[[Play, Step], None]
Provider = Callable[[Position, Due], Iterator[Command]]
F = TypeVar("F", bound=Callable[..., object])

STEPS: dict[str, Stage] = {}
PROVIDERS: dict[str, list[Provider]] = {}
"""Who offers commands for a kind of decision."""
ONGOING: list[Callable[[Play], bool]] = []
"""What is under way in a step, in the order of the chapters: each carries on and returns True, or returns
False where nothing of its own is under way."""
AFTER_BATTLE: list[Callable[[Play, Battle], None]] = []
"""What a battle's result means for other chapters; called with the battle once it is settled."""
ON_CAPTURE: list[Callable[[Play, str, str, bool], None]] = []
"""What the capture of a city means for other chapters: called with the city, the side that captured it, and
whether that side captured it for the first time."""
AFTER_CAPTURES: list[Callable[[Play, str], None]] = []
"""What follows all captures of a movement; called with the side whose movement it was."""


class GameEnded(Event, frozen=True, tag_field="type", tag="game_ended"):
    """The rules have ended the game."""

    outcome: Outcome


EVENTS: tuple[type[Event], ...] = (*asking.EVENTS, *sequence.EVENTS, GameEnded)


def step(name: str) -> Callable[[F], F]:
    """Register what happens as a step of the turn begins: it asks decisions, or emits what follows."""

    def register(function: F) -> F:
        if name in STEPS:
            raise ValueError(f"step {name} has two functions")
        STEPS[name] = function  # type: ignore[assignment]
        return function

    return register


def goes_on(function: Callable[[Play], bool]) -> Callable[[Play], bool]:
    """Register what carries on with something under way (`ONGOING`)."""
    ONGOING.append(function)
    return function


def after_battle(function: Callable[[Play, Battle], None]) -> Callable[[Play, Battle], None]:
    """Register an effect of each battle (`AFTER_BATTLE`)."""
    AFTER_BATTLE.append(function)
    return function


def on_capture(function: Callable[[Play, str, str, bool], None]) -> Callable[[Play, str, str, bool], None]:
    """Register an effect of the capture of a city (`ON_CAPTURE`)."""
    ON_CAPTURE.append(function)
    return function


def after_captures(function: Callable[[Play, str], None]) -> Callable[[Play, str], None]:
    """Register what follows the captures of a movement (`AFTER_CAPTURES`)."""
    AFTER_CAPTURES.append(function)
    return function


def under_way(field: str) -> Callable[[F], F]:
    """Register how what a field of Position holds continues while no decision is due.

    The function asks a decision, or emits events that change the field or empty it.
    """

    def register(function: F) -> F:
        @goes_on
        def carry_on(play: Play) -> bool:
            if getattr(play.position, field) is None:
                return False
            function(play)
            return True

        return function

    return register


def also_offers(*kinds: str) -> Callable[[Provider], Provider]:
    """Register commands that are offered for kinds of decision, beside those of other chapters.

    Each command is put to its check; only those that pass are offered.
    """

    def register(function: Provider) -> Provider:
        for kind in kinds:
            PROVIDERS.setdefault(kind, []).append(function)
            eagle.offer(kind)(_offer_all)
        return function

    return register


def _offer_all(position: Position, due: Due) -> Iterator[Command]:
    for provider in PROVIDERS[due.kind]:
        for command in provider(position, due):
            if eagle.allows(position, due, command):
                yield command


@rule("turn-order/5")
def end_game(play: Play, winner: str | None, reason: str, rule_id: str) -> None:
    """The rules end the game; None as winner is a draw. Decisions that are open are closed."""
    asking.overtake(play, lambda due: True)
    play.emit(GameEnded(Outcome(winner, reason, rule_id)))


def require_known(position: Position, space: str, rule: str) -> None:
    """Refuse a word that names no space of this game's map."""
    require(space in position.board.spaces, rule, f"there is no space {space!r} on this map")


@eagle.evolves(StepEntered)
def _step_entered(position: Position, event: StepEntered) -> None:
    _enter_step(position, event)
    position.phase = event.step.name


@eagle.evolves(GameEnded)
def _game_ended(position: Position, event: GameEnded) -> None:
    position.ended = event.outcome
