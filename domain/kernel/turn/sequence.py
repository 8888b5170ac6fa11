"""The sequence of play: the steps of a turn in order, each with what happens when it begins.

A step's function asks decisions, or emits what happens by itself, or does nothing where the step does not
apply. The next step begins when no decision is open. A function may push the game further by asking again:
the step lasts until a command leaves no decision open.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.turn.asking import HasAgenda, P

MOST_STEPS = 10_000
"""Steps that one command may run through without a decision; more is a fault of the ruleset."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a turn: its name, the clause that orders it, the seat whose step it is ("" for nobody's)."""

    name: str
    rule: str
    seat: str = ""


class StepEntered(Event, frozen=True, tag_field="type", tag="step_entered"):
    """A step of the sequence of play begins: `index` is its place among the steps of the turn, from 0."""

    turn: int
    index: int
    step: Step


class EndlessSequence(RuntimeError):
    """The sequence of play ran on without asking anyone: a fault of the ruleset."""


@dataclass(frozen=True)
class Sequence(Generic[P]):
    """How a game's turns run.

    `steps` gives the steps of the turn that the position is in; they may depend on the turn (a winter turn)
    and must not change while it lasts. `begin` has for each step's name what happens as it begins. `over`
    says whether the game has ended. `go_on` carries on with what is under way in the step (a march, a combat)
    and returns True, or returns False where nothing is; the next step begins only then.
    """

    steps: Callable[[P], tuple[Step, ...]]
    begin: Mapping[str, Callable[[Resolution[P], Step], None]]
    over: Callable[[P], bool]
    go_on: Callable[[Resolution[P]], bool] = lambda resolution: False

    def proceed(self, resolution: Resolution[P]) -> None:
        """Enter step after step until a decision is due or the game is over. Raises EndlessSequence."""
        for _ in range(MOST_STEPS):
            if self.waits(resolution.position):
                return
            self.advance(resolution)
        at = resolution.position.agenda
        raise EndlessSequence(f"no decision in {MOST_STEPS} steps, up to turn {at.turn}, step {at.step}")

    def waits(self, position: P) -> bool:
        """Whether nothing happens of itself: a decision is due, or the game is over."""
        return bool(position.agenda.layers) or self.over(position)

    def advance(self, resolution: Resolution[P]) -> None:
        """The next thing that happens of itself: what is under way continues, else the next step begins."""
        if not self.go_on(resolution):
            self._enter_next(resolution)

    def current(self, position: P) -> Step | None:
        """The step that the game is in; None before the first of a turn."""
        at = position.agenda.step
        return self.steps(position)[at] if at >= 0 else None

    def _enter_next(self, resolution: Resolution[P]) -> None:
        agenda = resolution.position.agenda
        steps, turn, index = self.steps(resolution.position), agenda.turn, agenda.step + 1
        if index >= len(steps):
            resolution.emit(TurnBegan(turn + 1))
            return
        step = steps[index]
        resolution.emit(StepEntered(turn, index, step))
        self.begin[step.name](resolution, step)


class TurnBegan(Event, frozen=True, tag_field="type", tag="turn_began"):
    """The steps of the turn before are over; the first step of this one follows."""

    turn: int


EVENTS: tuple[type[Event], ...] = (StepEntered, TurnBegan)


def register(handlers: Handlers[P]) -> None:
    """Let the events of the sequence move the position's agenda."""
    handlers.evolves(StepEntered)(_entered)
    handlers.evolves(TurnBegan)(_began)


def _entered(position: HasAgenda, event: StepEntered) -> None:
    position.agenda = position.agenda.at(event.turn, event.index)


def _began(position: HasAgenda, event: TurnBegan) -> None:
    position.agenda = position.agenda.at(event.turn, -1)
