"""What is remembered of a position, for how long, and of which positions."""

import copy

import msgspec
import pytest

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.memo import forget_answers, keep_answers, remembered
from ironclad.domain.kernel.engine.resolution import Resolution


class Bell(msgspec.Struct, dict=True):
    """A position: how often it has rung."""

    rung: int = 0


class Plain(msgspec.Struct):
    """A position that can keep nothing beside its fields."""

    rung: int = 0


class Rang(msgspec.Struct, frozen=True):
    """The bell rang."""


class Asked:
    """Counts how often a question is really worked out."""

    def __init__(self) -> None:
        self.count = 0

        @remembered
        def rung(position: Bell, more: int) -> int:
            """How often it has rung, and some more."""
            self.count += 1
            require(more >= 0, "1", "no fewer")
            return position.rung + more

        self.rung = rung


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_a_question_is_worked_out_once_for_the_same_arguments_while_nothing_changes(asked: Asked) -> None:
    bell = Bell(3)
    keep_answers(bell)
    assert [asked.rung(bell, 1), asked.rung(bell, 1), asked.rung(bell, 2)] == [4, 4, 5]
    assert asked.count == 2


def test_two_questions_with_the_same_arguments_have_answers_of_their_own() -> None:
    bell, one, other = Bell(3), Asked(), Asked()
    keep_answers(bell)
    assert [one.rung(bell, 1), other.rung(bell, 1), one.rung(bell, 1)] == [4, 4, 4]
    assert (one.count, other.count) == (1, 1)


def test_a_position_that_its_owner_may_change_remembers_nothing(asked: Asked) -> None:
    bell = Bell(3)
    assert asked.rung(bell, 0) == 3
    bell.rung = 4
    assert asked.rung(bell, 0) == 4


def test_it_is_told_whether_answers_were_kept(asked: Asked) -> None:
    bell = Bell(3)
    assert not forget_answers(bell)
    keep_answers(bell)
    asked.rung(bell, 0)
    assert forget_answers(bell)
    bell.rung = 4
    assert asked.rung(bell, 0) == 4


def test_an_event_makes_the_working_position_forget_and_remember_anew(asked: Asked) -> None:
    seen: list[int] = []

    def ring(position: Bell, event: Rang) -> None:
        asked.rung(position, 0)
        position.rung += 1
        seen.append(asked.rung(position, 0))  # while it changes, nothing is remembered

    bell = Bell()
    keep_answers(bell)
    play: Resolution[Bell] = Resolution(bell, ScriptedDice(()), {Rang: ring})
    assert asked.rung(bell, 0) == 0
    play.emit(Rang())  # type: ignore[arg-type]  # any record will do as an event here
    assert seen == [1]
    assert [asked.rung(bell, 0), asked.rung(bell, 0)] == [1, 1]
    assert asked.count == 4


def test_an_event_opens_no_memory_on_a_position_that_had_none(asked: Asked) -> None:
    bell = Bell()
    play: Resolution[Bell] = Resolution(bell, ScriptedDice(()), {Rang: lambda position, event: None})
    play.emit(Rang())  # type: ignore[arg-type]  # any record will do as an event here
    bell.rung = 7
    assert asked.rung(bell, 0) == 7
    assert not forget_answers(bell)


def test_copies_documents_and_bytes_are_without_the_answers(asked: Asked) -> None:
    bell = Bell(3)
    keep_answers(bell)
    asked.rung(bell, 0)
    for twin in (copy.copy(bell), copy.deepcopy(bell), msgspec.structs.replace(bell)):
        twin.rung = 5
        assert asked.rung(twin, 0) == 5
    assert msgspec.to_builtins(bell) == {"rung": 3}
    assert msgspec.json.encode(bell) == b'{"rung":3}'
    assert bell == Bell(3)


def test_refusals_are_worked_out_each_time(asked: Asked) -> None:
    bell = Bell()
    keep_answers(bell)
    for _ in range(2):
        with pytest.raises(Refused):
            asked.rung(bell, -1)
    assert asked.count == 2


def test_a_position_without_room_for_answers_is_left_as_it_is() -> None:
    plain = Plain()
    keep_answers(plain)
    assert not forget_answers(plain)


def test_arguments_by_name_are_refused_kept_answers_or_not(asked: Asked) -> None:
    bell = Bell(3)
    for keep in (False, True):
        if keep:
            keep_answers(bell)
        with pytest.raises(TypeError, match="more"):
            asked.rung(bell, more=1)
