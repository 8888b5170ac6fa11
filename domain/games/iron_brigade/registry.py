"""The registry that the chapters fill: handlers, the steps of a turn, and what continues within a step."""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Event, canonical
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.turn import asking, ending, sequence
from ironclad.domain.kernel.turn.sequence import StepEntered

brigade: Handlers[Position] = Handlers()
asking.register(brigade)
sequence.register(brigade)
ending.register(brigade)
_enter_step = brigade.evolvers[StepEntered]

Play = Resolution[Position]
MOST_BYTES = 16_000
"""Orders of a seat that are longer, written as JSON, are refused: an event holds them."""
Stage = Callable[[Play], None]
Progress = Callable[[Play], bool]
F = TypeVar("F", bound=Callable[..., object])

STEPS: dict[str, Stage] = {}
PROGRESS: dict[str, Progress] = {}
EVENTS: tuple[type[Event], ...] = (*asking.EVENTS, *sequence.EVENTS, *ending.EVENTS)


def step(name: str) -> Callable[[F], F]:
    """Register what happens as a step of the turn begins: it asks decisions, or emits what follows."""

    def register(function: F) -> F:
        if name in STEPS:
            raise ValueError(f"step {name} has two functions")
        STEPS[name] = function  # type: ignore[assignment]
        return function

    return register


def goes_on(name: str) -> Callable[[F], F]:
    """Register how a step continues when no decision is due: True if it did anything, False if it is over."""

    def register(function: F) -> F:
        if name in PROGRESS:
            raise ValueError(f"step {name} continues in two ways")
        PROGRESS[name] = function  # type: ignore[assignment]
        return function

    return register


def check_size(plan: msgspec.Struct, rule: str) -> None:
    """Refuse orders that are too long to be kept."""
    size = len(canonical(plan))
    require(size <= MOST_BYTES, rule, f"the orders have {size} bytes; at most {MOST_BYTES} are allowed")


@brigade.evolves(StepEntered)
def _step_entered(position: Position, event: StepEntered) -> None:
    _enter_step(position, event)
    position.phase = event.step.name
