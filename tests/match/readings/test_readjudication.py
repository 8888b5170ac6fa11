"""A recorded game decided again: each class, where it is found, and what is said of it."""

from typing import Any

import msgspec
import pytest

from ironclad.domain import games
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.ruling import PositionCorrected, RulesMoved
from ironclad.domain.match.events import Instead
from ironclad.domain.match.readings.course import Course, Given, LoggedEvent, Place, Ruled
from ironclad.domain.match.readings.deciding_again import after_events
from ironclad.domain.match.readings.readjudication import CLASSES, Verdict, counts, readjudicate
from ironclad.domain.match.readings.terms import Asked
from tests.match.readings.recorded import ROPE_OF_READINGS as ROPES
from tests.match.readings.recorded import efforts, logged, played
from tests.toy import RopePulled
from tests.toys.sealed_fields import SEALED_FIELDS
from tests.toys.two_ferries import TWO_FERRIES
from tests.toys.two_hands import TWO_HANDS

TOYS = (ROPES, SEALED_FIELDS, TWO_HANDS, TWO_FERRIES)
SEEDS = range(12)


def again(course: Course, version: str | None = None, **readings: str) -> Verdict:
    return readjudicate(ROPES, course, Asked(version, readings))


@pytest.fixture(params=SEEDS)
def course(request: pytest.FixtureRequest) -> Course:
    """A game of the first version."""
    return played(ROPES, request.param, "1.0")


def first(course: Course, touches: Any) -> Place | None:
    """The place of the first pull that a change touches."""
    return next((at for at, effort, die in efforts(course) if touches(effort, die)), None)


@pytest.mark.parametrize("ruleset", TOYS, ids=lambda each: each.name)
def test_a_game_decided_by_its_own_terms_is_the_same(ruleset: Any) -> None:
    for seed in SEEDS:
        found = played(ruleset, seed)
        verdict = readjudicate(ruleset, found, Asked())
        assert verdict == Verdict(kind="same", commands=len(found.steps))


@pytest.mark.parametrize("name", games.names())
def test_a_game_of_each_ruleset_is_the_same(name: str) -> None:
    ruleset = games.ruleset(name)
    for version in [each.version for each in ruleset.identity.published.versions]:
        found = played(ruleset, 3, version, most=150)
        assert readjudicate(ruleset, found, Asked()).kind == "same"
        assert readjudicate(ruleset, found, Asked(version)).kind == "same"


def test_another_version_differs_at_the_first_event_that_it_touches(course: Course) -> None:
    """1.1: a pull holds on a die equal to it too."""
    at, verdict = first(course, lambda effort, die: effort == die), again(course, "1.1")
    if at is None:
        assert verdict.kind == "same"
        return
    assert (verdict.kind, verdict.at) == ("differs", f"main@{at.version + 1}")
    assert (verdict.was["held"], verdict.would["held"]) == (False, True)
    assert {each.path.partition(".")[0] for each in verdict.differences} >= {"knot"}
    assert not {each.path for each in verdict.differences} & {"errata", "options"}
    assert verdict.odds is None
    found = [place for place, _, _ in efforts(course)]
    assert verdict.commands == found.index(at) + 1


def test_an_erratum_alone_is_a_reading(course: Course) -> None:
    assert again(course, **{"equal-holds": "holds"}) == again(course, "1.1")
    assert again(course, "1.1", **{"equal-holds": "not"}).kind == "same"


def test_events_that_differ_where_no_position_does_are_worded_otherwise(course: Course) -> None:
    verdict = again(course, worded="yes")
    pulled = first(course, lambda effort, die: True)
    assert pulled is not None
    assert (verdict.kind, verdict.at) == ("worded_otherwise", f"main@{pulled.version + 1}")
    assert [each.path for each in verdict.differences] == ["effort"]
    assert verdict.commands == len(course.steps)


def test_a_difference_comes_before_wording(course: Course) -> None:
    both = again(course, "1.1", worded="yes")
    alone = again(course, "1.1")
    expected = "worded_otherwise" if alone.kind == "same" else alone.kind
    assert (both.kind, both.at if both.kind == "differs" else "") == (expected, alone.at)


def test_a_command_that_would_be_illegal_is_refused(course: Course) -> None:
    at, verdict = first(course, lambda effort, die: effort == 3), again(course, tired="yes")
    if at is None:
        assert verdict.kind == "same"
        return
    assert (verdict.kind, verdict.at) == ("refused", str(at))
    assert verdict.was == {"type": "pull", "effort": 3}
    assert verdict.would == {"rule": "2", "reason": "nobody pulls 3"}


def test_more_dice_differ(course: Course) -> None:
    at, verdict = first(course, lambda effort, die: effort == 3), again(course, twice="yes")
    if at is None:
        assert verdict.kind == "same"
        return
    assert (verdict.kind, verdict.at) == ("dice_differ", str(at))
    assert [each["purpose"] for each in verdict.was] == ["pull"]
    assert verdict.would[0] == verdict.was[0]
    assert verdict.would[1:] == [{"purpose": "second pull", "rule": "2", "dice": 1, "sides": 6}]


def test_fewer_dice_differ(course: Course) -> None:
    at, verdict = first(course, lambda effort, die: effort == 1), again(course, sure="yes")
    if at is None:
        assert verdict.kind == "same"
        return
    assert (verdict.kind, verdict.at, verdict.would) == ("dice_differ", str(at), [])


def test_another_end_is_a_difference() -> None:
    """A cut game: its last turn ends it, or does not."""
    drifted = played(ROPES, 1, options={"end": "turns"})
    verdict = again(drifted, end="drift")
    assert verdict.kind == "differs"
    assert verdict.at == "main@1", "this option is a fact of the position from the first event on"


@pytest.mark.parametrize(
    ("asked", "lacks"),
    [
        (Asked("9.9"), "version 9.9 of tug; this build has 1.0, 1.1, 1.2"),
        (Asked(None, {"weather": "yes"}), "has no such option or erratum"),
        (Asked(None, {"worded": "perhaps"}), "option worded is one of no, yes"),
        (Asked(None, {"equal-holds": "yes"}), "an erratum holds, or not"),
    ],
)
def test_what_the_build_lacks_is_no_pass(asked: Asked, lacks: str) -> None:
    verdict = readjudicate(ROPES, played(ROPES, 1), asked)
    assert verdict.kind == "cannot"
    assert lacks in verdict.would["needs"]


def test_a_game_of_a_version_that_the_build_lacks_cannot_be_decided(course: Course) -> None:
    other = msgspec.structs.replace(course, begun=msgspec.structs.replace(course.begun, version="0.9"))
    for asked in (Asked(), Asked("1.1")):
        assert readjudicate(ROPES, other, asked).kind == "cannot"


def test_an_event_that_the_build_cannot_read_is_no_pass(course: Course) -> None:
    given = course.steps[0]
    assert isinstance(given, Given)
    odd = msgspec.structs.replace(given, events=(LoggedEvent(given.events[0].at, "tug.unheard_of.1", b"{}"),))
    verdict = again(msgspec.structs.replace(course, steps=(odd, *course.steps[1:])))
    assert verdict.kind == "cannot"


def test_a_changed_record_is_a_difference(course: Course) -> None:
    """An event that the rules do not give, at its own place."""
    given = course.steps[0]
    assert isinstance(given, Given)
    pulled = msgspec.json.decode(given.events[0].body, type=RopePulled)
    forged = logged(ROPES, given.events[0].at.version, [msgspec.structs.replace(pulled, knot=99)])
    steps = (msgspec.structs.replace(given, events=(*forged, *given.events[1:])), *course.steps[1:])
    verdict = again(msgspec.structs.replace(course, steps=steps))
    assert (verdict.kind, verdict.at) == ("differs", str(given.events[0].at))


def moved(course: Course, after: int, *moves: RulesMoved) -> Course:
    """The commands up to one of them, then moves of the rules, as they are recorded."""
    last = course.steps[after - 1]
    assert isinstance(last, Given)
    version = last.events[-1].at.version + 1
    ruled = tuple(Ruled(each) for each in logged(ROPES, version, list(moves)))
    return msgspec.structs.replace(course, steps=(*course.steps[:after], *ruled), ended=False)


def continued(course: Course, seed: int = 5, most: int = 30) -> Course:
    """A course with commands after its last step, by the terms that hold there."""
    position = after_events(ROPES, ROPES.rules.initial(course.begun), course.opening)
    for step in course.steps:
        position = after_events(ROPES, position, (step.event,) if isinstance(step, Ruled) else step.events)
    steps, version = list(course.steps), 500
    for number in range(most):
        if ROPES.rules.outcome(position) is not None:
            break
        (due,) = ROPES.rules.due(position)
        dice = SeededDice(f"{seed}.{number}")
        command = {"type": "pull", "effort": 1 + number % 3}
        events, after = decider.execute(
            ROPES, position, due.seat, ROPES.storage.commands.read(command), dice, due.id
        )
        at = Place("main", version)
        steps.append(Given(at, due.seat, command, due.id, dice.proof(), logged(ROPES, version + 1, events)))
        version, position = version + 1 + len(events), after
    return msgspec.structs.replace(course, steps=tuple(steps))


TO_1_1 = RulesMoved("1.1", ("equal-holds",), {})


def test_a_move_of_the_rules_is_taken_over() -> None:
    for seed in SEEDS:
        course = continued(moved(played(ROPES, seed, "1.0"), 2, TO_1_1))
        assert again(course).kind == "same"
        early = first(msgspec.structs.replace(course, steps=course.steps[:2]), lambda one, die: one == die)
        verdict = again(course, "1.1")
        assert verdict.kind == ("same" if early is None else "differs")


def test_a_version_that_is_asked_for_is_not_moved_back() -> None:
    """1.2 has "side-logged" too, which a move to 1.1 would take away."""
    course = continued(moved(played(ROPES, 4, "1.1"), 1, TO_1_1))
    steps = again(course, "1.2", **{"equal-holds": "not"})
    rest = msgspec.structs.replace(course, steps=course.steps)
    touched = first_given(rest, lambda effort, die: effort == die)
    assert steps.kind == ("same" if touched is None else "differs")


def first_given(course: Course, touches: Any) -> Place | None:
    for step in course.steps:
        if isinstance(step, Given) and touches(step.command["effort"], step.rolls[0].faces[0]):
            return step.at
    return None


def test_a_reading_that_is_asked_for_holds_after_a_move() -> None:
    course = continued(moved(played(ROPES, 4, "1.0"), 1, TO_1_1))
    touched = first_given(course, lambda effort, die: effort == 3)
    verdict = again(course, tired="yes")
    assert (verdict.kind, verdict.at) == ("refused", str(touched))


def test_a_corrected_position_is_taken_over() -> None:
    """What a ruling set is set in both: only what follows from another reading differs."""
    course = played(ROPES, 4, "1.0")
    last = course.steps[3]
    assert isinstance(last, Given)
    version = last.events[-1].at.version + 1
    (event,) = logged(ROPES, version, [PositionCorrected({"shouts.blue": "heave"}, {"shouts.blue": None})])
    ruled = msgspec.structs.replace(course, steps=(*course.steps[:4], Ruled(event)), ended=False)
    whole = continued(ruled)
    assert again(whole).kind == "same"
    touched = first_given(whole, lambda effort, die: effort == 3)
    assert again(whole, tired="yes").at == str(touched)


def test_a_command_in_place_of_a_refused_one() -> None:
    """A command that was committed to and refused by then: what took its place is decided again."""
    course = played(ROPES, 1)
    given = course.steps[0]
    assert isinstance(given, Given)
    replaced = msgspec.structs.replace(
        given, committed=1, instead=Instead("2", "", {"type": "pull", "effort": 9})
    )
    first_offer = msgspec.structs.replace(replaced, command={"type": "pull", "effort": 1})
    one = msgspec.structs.replace(course, steps=(first_offer,))
    verdict = again(one)
    assert verdict.kind == ("same" if given.command["effort"] == 1 else "differs")
    legal = msgspec.structs.replace(given, committed=1)
    assert again(msgspec.structs.replace(course, steps=(legal, *course.steps[1:]))).kind == "same"


def test_games_are_counted_by_class() -> None:
    verdicts = [Verdict(kind="same"), Verdict(kind="refused"), Verdict(kind="same")]
    found = counts(verdicts)
    assert list(found) == list(CLASSES)
    assert (found["same"], found["refused"], sum(found.values())) == (2, 1, 3)
