"""The registry that the chapters fill: handlers, the steps of a turn, and effects."""

from collections.abc import Callable

from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.turn import asking, ending, sequence
from ironclad.domain.kernel.turn.sequence import Step, StepEntered

wbts: Handlers[Position] = Handlers()
asking.register(wbts)
sequence.register(wbts)
ending.register(wbts)
_enter_step = wbts.evolvers[StepEntered]

Play = Resolution[Position]
Stage = Callable[[Play, Step], None]

STEPS: dict[str, Stage] = {}
EVENTS: tuple[type[Event], ...] = (*asking.EVENTS, *sequence.EVENTS, *ending.EVENTS)


def step(name: str) -> Callable[[Stage], Stage]:
    """Register what happens as a step of the turn begins: it asks decisions, or emits what follows."""

    def register(function: Stage) -> Stage:
        if name in STEPS:
            raise ValueError(f"step {name} has two functions")
        STEPS[name] = function
        return function

    return register


@wbts.evolves(StepEntered)
def _step_entered(position: Position, event: StepEntered) -> None:
    _enter_step(position, event)
    position.step = event.step.name
