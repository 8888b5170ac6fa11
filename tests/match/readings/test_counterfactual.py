"""What commands would have come to under another reading: where it ends, and what it shows."""

from typing import Any

import msgspec
import pytest

from ironclad.domain import games
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.match.readings.counterfactual import (
    MOST_STEPS,
    Asking,
    Counterfactual,
    of_course,
    position_before,
)
from ironclad.domain.match.readings.course import Course, Given, Ruled
from ironclad.domain.match.readings.terms import Asked
from tests.match.readings.recorded import MAIN, logged, played
from tests.match.readings.recorded import ROPE_OF_READINGS as ROPES
from tests.match.readings.test_readjudication import TO_1_1
from tests.toys.sealed_fields import SEALED_FIELDS


def commands(course: Course) -> list[Given]:
    return [each for each in course.steps if isinstance(each, Given)]


def asked(course: Course, number: int = 0, through: int | None = None, **readings: str) -> Counterfactual:
    """From the command of a number on."""
    version = commands(course)[number].at.version
    return of_course(ROPES, course, Asking(MAIN, version, Asked(None, readings), through))


@pytest.fixture
def course() -> Course:
    """A game of 1.0 in which some pull is equal to its die, and some is 3."""
    return played(ROPES, 3, "1.0")


def test_it_shows_each_event_beside_what_it_was(course: Course) -> None:
    found, first = asked(course, **{"equal-holds": "holds"}), commands(course)[0]
    step = found.steps[0]
    assert (step.version, step.seat, step.command) == (first.at.version, first.seat, first.command)
    assert [msgspec.json.decode(each.body) for each in first.events] == step.was


def test_it_ends_before_another_decision(course: Course) -> None:
    """The decision names the knot: once that is elsewhere, what is due is another decision."""
    equal = next(
        n for n, each in enumerate(commands(course)) if each.command["effort"] == each.rolls[0].faces[0]
    )
    found = asked(course, **{"equal-holds": "holds"})
    wrong = commands(course)[equal]
    assert found.first_difference == wrong.at.version + 1
    assert len(found.steps) == equal + 1
    after = commands(course)[equal + 1]
    assert (found.ended.why, found.ended.version) == ("decision", after.at.version)
    assert found.ended.was["about"] != found.ended.would[0]["about"]
    assert "knot" in {each.path for each in found.differences}


def test_it_ends_where_nothing_is_due() -> None:
    """The rope would have been pulled to its end: there is no next decision."""
    for seed in range(200):
        course = played(ROPES, seed, "1.0")
        found = asked(course, len(commands(course)) - 3, **{"equal-holds": "holds"})
        if found.ended.why == "decision" and found.ended.would == []:
            return
    raise AssertionError("no such game")


def test_it_ends_before_a_refusal(course: Course) -> None:
    three = next(each for each in commands(course) if each.command["effort"] == 3)
    found = asked(course, tired="yes")
    assert (found.ended.why, found.ended.version) == ("refused", three.at.version)
    assert (found.ended.rule, found.ended.reason) == ("2", "nobody pulls 3")
    assert found.first_difference is None
    assert found.differences == ()


def test_it_ends_before_other_dice(course: Course) -> None:
    three = next(each for each in commands(course) if each.command["effort"] == 3)
    found = asked(course, twice="yes")
    assert (found.ended.why, found.ended.version) == ("dice", three.at.version)
    assert len(found.ended.would) == len(found.ended.was) + 1


def test_it_ends_at_through_and_at_the_end(course: Course) -> None:
    given = commands(course)
    found = asked(course, through=given[2].at.version, worded="yes")
    assert (found.ended.why, found.ended.version, len(found.steps)) == ("through", given[3].at.version, 3)
    assert found.first_difference == given[0].at.version + 1
    whole = asked(course, worded="yes")
    assert (whole.ended.why, len(whole.steps)) == ("end", len(given))
    assert whole.differences == ()


def test_it_is_bounded() -> None:
    course = played(ROPES, 3, scenario="long", most=MOST_STEPS + 20)
    found = asked(course, worded="yes")
    assert (found.ended.why, len(found.steps)) == ("most", MOST_STEPS)


@pytest.mark.parametrize(
    ("readings", "rule"),
    [
        ({"equal-holds": "not"}, "counterfactual/reading"),
        ({}, "counterfactual/reading"),
        ({"weather": "fine"}, "counterfactual/reading"),
        ({"tired": "perhaps"}, "counterfactual/reading"),
    ],
)
def test_a_reading_that_is_none_is_refused(course: Course, readings: dict[str, str], rule: str) -> None:
    with pytest.raises(Refused) as wrong:
        asked(course, **readings)
    assert wrong.value.rule == rule


@pytest.mark.parametrize(("line", "version"), [("main", 1), ("main", 3), ("main", 10**9), ("other", 2)])
def test_a_place_without_a_command_is_refused(course: Course, line: str, version: int) -> None:
    with pytest.raises(Refused) as wrong:
        of_course(ROPES, course, Asking(line, version, Asked(None, {"tired": "yes"})))
    assert wrong.value.rule == "counterfactual/place"


def test_nothing_of_the_course_is_changed(course: Course) -> None:
    before = position_before(ROPES, course, MAIN, commands(course)[4].at.version)[0]
    frozen = ROPES.storage.freeze(before)
    asked(course, 4, **{"equal-holds": "holds"})
    assert ROPES.storage.freeze(before) == frozen


def test_a_move_of_the_rules_on_the_way_keeps_the_reading(course: Course) -> None:
    given = commands(course)
    ruled = Ruled(logged(ROPES, given[1].at.version, [TO_1_1])[0])
    whole = msgspec.structs.replace(course, steps=(given[0], ruled, *given[1:]))
    found = asked(whole, tired="yes")
    three = next(each for each in given if each.command["effort"] == 3)
    assert found.ended.why == "refused"
    assert found.ended.version == three.at.version


def test_a_running_game_that_hides_something_is_refused() -> None:
    course = played(SEALED_FIELDS, 1)
    asking = Asking(MAIN, commands(course)[0].at.version, Asked(None, {"any": "x"}), None, hides=True)
    with pytest.raises(Refused) as wrong:
        of_course(SEALED_FIELDS, course, asking)
    assert wrong.value.rule == "counterfactual/hidden"


def a_reading_that_matters(name: str) -> tuple[Any, Counterfactual] | None:
    """The first battle of a random game that would come out otherwise under a reading."""
    ruleset = games.ruleset(name)
    for seed in range(1, 4):
        course = played(ruleset, seed, most=250)
        for option, what in ruleset.identity.options.items():
            for number, given in enumerate(commands(course)):
                if not given.rolls or number % 20:
                    continue
                asking = Asking(MAIN, given.at.version, Asked(None, {option: what.values[1]}))
                found = of_course(ruleset, course, asking)
                if found.first_difference is not None:
                    return ruleset, found
    return None


@pytest.mark.full
@pytest.mark.parametrize("name", games.names())
def test_every_ruleset_answers(name: str) -> None:
    found = a_reading_that_matters(name)
    if found is not None:
        assert found[1].steps
