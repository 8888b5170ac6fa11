"""The registry that the chapters fill: handlers, the steps of a turn, what is under way, and effects."""

from collections.abc import Callable
from typing import TypeVar

from ironclad.domain.games.eagle_variant.position.battles import Battle
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.turn import asking, ending, sequence
from ironclad.domain.kernel.turn.sequence import Step, StepEntered

eagle: Handlers[Position] = Handlers()
asking.register(eagle)
sequence.register(eagle)
ending.register(eagle)
_enter_step = eagle.evolvers[StepEntered]
also_offers = eagle.also_offers

Play = Resolution[Position]
Stage = Callable[[Play, Step], None]
F = TypeVar("F", bound=Callable[..., object])

STEPS: dict[str, Stage] = {}
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


EVENTS: tuple[type[Event], ...] = (*asking.EVENTS, *sequence.EVENTS, *ending.EVENTS)


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


def require_known(position: Position, space: str, rule: str) -> None:
    """Refuse a word that names no space of this game's map."""
    require(space in position.board.spaces, rule, f"there is no space {space!r} on this map")


@eagle.evolves(StepEntered)
def _step_entered(position: Position, event: StepEntered) -> None:
    _enter_step(position, event)
    position.phase = event.step.name
