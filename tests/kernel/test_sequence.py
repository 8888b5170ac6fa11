"""The sequence of play: steps wait for decisions, and for what is under way in them."""

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.turn import asking, sequence
from ironclad.domain.kernel.turn.agenda import Agenda
from ironclad.domain.kernel.turn.sequence import EndlessSequence, Sequence, Step, StepEntered


class Walk(msgspec.Struct):
    """A walk of some paces that a step begins; the next step waits until it is over."""

    agenda: Agenda = Agenda()
    paces: int = 0

    def copy(self) -> "Walk":
        return Walk(self.agenda, self.paces)


class Paced(Event, frozen=True, tag_field="type", tag="paced"):
    left: int


HANDLERS: Handlers[Walk] = Handlers()
asking.register(HANDLERS)
sequence.register(HANDLERS)


@HANDLERS.evolves(Paced)
def paced(position: Walk, event: Paced) -> None:
    position.paces = event.left


def walk_on(resolution: Resolution[Walk]) -> bool:
    """One pace, if the walk is not over; the walker is asked half way."""
    left = resolution.position.paces
    if not left:
        return False
    resolution.emit(Paced(left - 1))
    if left == 2:
        asking.ask(resolution, "red", "rest", "1")
    return True


WALKING: Sequence[Walk] = Sequence(
    steps=lambda position: (Step("walk", "1"), Step("sleep", "2")),
    begin={
        "walk": lambda resolution, step: resolution.emit(Paced(3)),
        "sleep": lambda resolution, step: asking.ask(resolution, "red", "wake", "2") and None,
    },
    over=lambda position: position.agenda.turn > 2,
    go_on=walk_on,
)


def test_a_step_waits_for_what_is_under_way() -> None:
    resolution = Resolution(Walk(), SeededDice(1), HANDLERS.evolvers)
    WALKING.proceed(resolution)
    assert WALKING.waits(resolution.position)
    assert [each.kind for each in resolution.position.agenda.due] == ["rest"]
    asking.close(resolution, resolution.position.agenda.due[0])
    WALKING.proceed(resolution)
    assert resolution.position.paces == 0
    steps = [event.step.name for event in resolution.events if isinstance(event, StepEntered)]
    assert steps == ["walk", "sleep"]
    assert [each.kind for each in resolution.position.agenda.due] == ["wake"]


class Sleep(Command, frozen=True, tag_field="type", tag="sleep"):
    where: str


def test_a_decision_keeps_the_standing_answer_of_its_seat() -> None:
    resolution = Resolution(Walk(), SeededDice(1), HANDLERS.evolvers)
    asking.ask_all(resolution, ("red", "blue"), "bed", "3", standing=lambda seat: Sleep(seat), night=1)
    asking.ask(resolution, "red", "wake", "2")
    red, blue, without = resolution.position.agenda.due
    assert (red.standing, red.about) == ({"type": "sleep", "where": "red"}, {"night": 1})
    assert blue.standing == {"type": "sleep", "where": "blue"}
    assert "standing" not in msgspec.to_builtins(without)
    assert msgspec.convert(msgspec.to_builtins(red), type(red)) == red


def test_one_thing_happens_at_a_time() -> None:
    resolution = Resolution(Walk(), SeededDice(1), HANDLERS.evolvers)
    WALKING.advance(resolution)
    assert resolution.position.paces == 3
    WALKING.advance(resolution)
    assert resolution.position.paces == 2


def test_what_never_ends_is_a_fault() -> None:
    endless: Sequence[Walk] = Sequence(
        steps=WALKING.steps, begin=WALKING.begin, over=WALKING.over, go_on=lambda resolution: True
    )
    with pytest.raises(EndlessSequence):
        endless.proceed(Resolution(Walk(), SeededDice(1), HANDLERS.evolvers))
