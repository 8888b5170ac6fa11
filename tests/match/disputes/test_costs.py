"""What each remedy costs, counted by hand and by a slow count over the course of random games."""

import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from ironclad.domain import games
from ironclad.domain.kernel.engine import decider
from ironclad.domain.match.clocks.events import ClockPressed, ControlSet
from ironclad.domain.match.clocks.fold import folded
from ironclad.domain.match.clocks.presets import named_control
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import DAY, HOUR, instant_of, instant_text
from ironclad.domain.match.disputes.costs import (
    EVERYBODY,
    Passed,
    RollSeen,
    Situation,
    Undone,
    after,
    cost,
    passed,
    shown,
    since,
)
from ironclad.domain.match.disputes.events import Since
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.disputes.remedies import (
    Correct,
    LetStand,
    Points,
    Replay,
    Result,
    Rewind,
    SameFaces,
    Time,
    Weighted,
)
from ironclad.domain.match.disputes.same_faces import against_same_faces
from ironclad.domain.match.readings.counterfactual import position_before
from ironclad.domain.match.readings.course import Given, Place, read
from tests.match.readings.recorded import ROPE_OF_READINGS, played
from tests.toys.sealed_fields import SEALED_FIELDS

POLICY = Policy()
SEATS = ("blue", "grey")


def command(version: int, events: int, seat: str, handover: bool = False, *rolls: int) -> Passed:
    last = Place("main", version + events)
    told = tuple((number, "pull") for number in rolls)
    return Passed(Place("main", version), last, seat, events, handover, told)


COURSE = (
    command(2, 2, "blue", False, 1),
    command(5, 1, "blue", True),
    command(7, 3, "grey", False, 2, 3),
    command(11, 1, "grey", True),
)
"""Commands at 2, 5, 7 and 11; the head is 12."""


def clocks(at: int, left: dict[str, int]) -> tuple[ClockState, int]:
    """Clocks that show so much, with nobody running."""
    start = instant_of("2026-03-01T00:00:00.000Z")
    control = ControlSet(named_control("3d+12h cap 5d", SEATS), "fresh", "")
    state = folded([control, ClockPressed("main", 1, instant_text(start), ())], ClockState(SEATS))
    found = tuple(msgspec.structs.replace(state.of(seat)[0], left=left[seat]) for seat in SEATS)
    return msgspec.structs.replace(state, clocks=found), start + at


SITUATION = Situation(
    COURSE,
    {"blue": 2, "grey": 5},
    clocks(0, {"blue": 3 * DAY, "grey": 2 * DAY}),
    clocks(HOUR, {"blue": 2 * DAY, "grey": 2 * DAY}),
    tournament=True,
    rounds=(4, 5),
)


def of(remedy: Any, situation: Situation = SITUATION, limited: bool = False, reader: str = EVERYBODY) -> Any:
    return cost(remedy, situation, POLICY, limited=limited, reader=reader)


def test_a_rewind() -> None:
    found = of(Rewind("main", 6))
    assert found.allowed
    assert found.undone == Undone(2, 1, 4)
    assert found.rolls == (RollSeen(2, "pull"), RollSeen(3, "pull"))
    assert found.facts == {"blue": 2, "grey": 5}
    assert found.clocks == {"blue": DAY}
    assert found.rounds == (4, 5)
    assert of(Rewind("main", 6, "keep")).clocks == {}
    assert of(Rewind("main", 1)).undone == Undone(4, 2, 7)
    assert of(Rewind("main", 12)).undone == Undone()


def test_the_same_faces() -> None:
    """The one command, or those up to `through`: they are decided again, and what came after is undone."""
    assert of(SameFaces("main", 5, {"a": "b"})).undone == Undone(2, 1, 4)
    assert of(SameFaces("main", 5, {"a": "b"}, 8)).undone == Undone(1, 1, 1)
    assert of(SameFaces("main", 5, {"a": "b"}, 12)).undone == Undone()


def test_what_undoes_nothing() -> None:
    for remedy in (LetStand(), Time("blue", 5), Points("ann", 5), Correct("main", {"a": 1}), Result("blue")):
        found = of(remedy)
        assert (found.undone, found.rolls) == (Undone(), ())
    assert of(Time("blue", 5)).clocks == {"blue": 5}
    assert of(LetStand()).rounds == of(Time("blue", 5)).rounds == ()
    assert of(Result("blue")).rounds == (4, 5)


def test_a_replay_undoes_all() -> None:
    assert of(Replay()).undone == Undone(4, 2, 7)


@pytest.mark.parametrize(
    ("remedy", "changes", "limited", "rule"),
    [
        (Rewind("main", 3), {}, False, "remedy/place"),
        (Rewind("other", 6), {}, False, "remedy/place"),
        (Rewind("main", 99), {}, False, "remedy/place"),
        (SameFaces("main", 6, {"a": "b"}), {}, False, "remedy/place"),
        (Rewind("main", 6), {"opened": True}, False, "remedy/opened"),
        (Rewind("main", 6), {"ended": "resignation"}, False, "remedy/end"),
        (Time("blue", 5), {"ended": "rules"}, False, "remedy/end"),
        (Correct("main", {"a": 1}), {"opened": True}, False, "remedy/opened"),
        (Rewind("main", 6), {}, True, "ruling/limits"),
        (Result("blue"), {}, True, "ruling/limits"),
        (Time("blue", 5), {"now": None}, False, "remedy/clock"),
        (Points("ann", 5), {"tournament": False}, False, "remedy/tournament"),
        (Weighted({"blue": "1"}, "a" * 64), {"tournament": False}, False, "remedy/tournament"),
        (
            SameFaces("main", 5, {"a": "b"}),
            {"against": {"same_faces": ("remedy/dice", "more dice")}},
            False,
            "remedy/dice",
        ),
    ],
)
def test_the_rule_against_it(remedy: Any, changes: dict[str, Any], limited: bool, rule: str) -> None:
    found = of(remedy, msgspec.structs.replace(SITUATION, **changes), limited)
    assert (found.allowed, found.rule) == (False, rule)
    assert found.reason


@pytest.mark.parametrize("remedy", [LetStand(), Time("blue", 5)])
def test_what_a_sealed_claim_may_get(remedy: Any) -> None:
    assert of(remedy, limited=True).allowed


def test_a_seat_reads_its_own_count_of_facts_alone() -> None:
    assert of(Rewind("main", 6), reader="blue").facts == {"blue": 2}
    assert of(Rewind("main", 6), reader="grey").facts == {"grey": 5}


@pytest.mark.parametrize("seed", range(6))
def test_what_happened_since_equals_a_slow_count(seed: int) -> None:
    course = played(ROPE_OF_READINGS, seed)
    told = passed(ROPE_OF_READINGS, course.steps)
    given = [each for each in course.steps if isinstance(each, Given)]
    assert len(told) == len(given)
    for each in given:
        later = [other for other in given if other.at.version > each.at.version]
        for place in (each.at, *(event.at for event in each.events)):
            expected = Since(len(later), sum(len(other.rolls) for other in later), 3, 0)
            assert since(told, place, 3) == expected
            assert len(after(told, place)) == len(later)


@pytest.mark.parametrize("name", games.names())
def test_rolls_are_numbered_through_the_game(name: str) -> None:
    course = played(games.ruleset(name), 4, most=120)
    told = passed(games.ruleset(name), course.steps)
    numbers = [number for each in told for number, _ in each.rolls]
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers


@pytest.mark.parametrize(
    ("reading", "touches", "rule"),
    [
        ({"worded": "yes"}, None, ""),
        ({"twice": "yes"}, 3, "remedy/dice"),
        ({"tired": "yes"}, 3, "remedy/through"),
        ({"weather": "fine"}, 0, "counterfactual/reading"),
    ],
)
def test_how_far_the_same_faces_go(reading: dict[str, str], touches: int | None, rule: str) -> None:
    """Up to the command that the reading touches, and no further."""
    course = played(ROPE_OF_READINGS, 3)
    given = [each for each in course.steps if isinstance(each, Given)]
    before, own, steps = position_before(ROPE_OF_READINGS, course, "main", given[0].at.version)
    first = [n for n, each in enumerate(given) if touches in (0, each.command["effort"])]

    def against(number: int) -> str:
        remedy = SameFaces("main", given[0].at.version, reading, given[number].at.version)
        found = against_same_faces(ROPE_OF_READINGS, course.begun, own, before, steps, remedy)
        return "" if found is None else found[0]

    for number in range(len(given)):
        touched = bool(first) and number >= first[0]
        assert against(number) == (rule if touched else ""), number


def position_at(course: Any, number: int) -> Any:
    given = course.steps[number]
    return position_before(SEALED_FIELDS, course, "main", given.at.version)[0]


def counted_slowly(course: Any, first: int) -> dict[str, int]:
    """From the stored events alone: stacks that are shown for the first time, and plans that are revealed."""
    known, found = set[str](), {"north": 0, "south": 0, "": 0}
    for number, step in enumerate(course.steps):
        for told in step.events:
            body = json.loads(told.body)
            owners = []
            if told.name.endswith("stacks_shown.1"):
                owners = [each.partition("-")[0] for each in body["strengths"] if each not in known]
                known |= body["strengths"].keys()
            if told.name.endswith("orders_revealed.1"):
                owners = list(body["plans"])
            for owner in owners if number >= first else ():
                found["south" if owner == "north" else "north"] += 1
                found[""] += 1
    return {seat: count for seat, count in found.items() if count}


@pytest.mark.parametrize("seed", range(5))
def test_facts_that_were_shown_are_counted_for_each_reader(seed: int) -> None:
    course = played(SEALED_FIELDS, seed)
    for first in range(0, len(course.steps), 3):
        position = position_at(course, first)
        assert shown(SEALED_FIELDS, position, course.steps[first:]) == counted_slowly(course, first)
    assert shown(ROPE_OF_READINGS, None, ()) == {}


def test_without_a_count_of_its_own_positions_are_compared() -> None:
    """A stack that was shown stays shown: the same count of strengths, of stacks that are still there."""
    plain = replace(SEALED_FIELDS, sight=replace(SEALED_FIELDS.sight, shows=None))
    course = played(SEALED_FIELDS, 1)
    position, last = position_at(course, 2), position_at(course, len(course.steps) - 1)
    found = shown(plain, position, course.steps[2:-1])
    for seat, other in (("north", "south"), ("south", "north")):
        stacks = [each for each in last.shown if each.startswith(other) and each in last.strengths]
        fresh = [each for each in stacks if each not in position.shown]
        assert found.get(seat, 0) >= len(fresh)
    assert shown(plain, position, ()) == {}


@pytest.mark.parametrize("name", [name for name in games.names() if games.ruleset(name).sight.hides])
def test_rulesets_that_hide_something_count_what_they_show(name: str) -> None:
    ruleset = games.ruleset(name)
    found = dict[str, int]()
    for seed in (1, 2, 3):
        course = played(ruleset, seed, most=400)
        position = ruleset.rules.initial(course.begun)
        for told in course.opening:
            position = decider.evolve(ruleset, position, read(ruleset, told))
        for seat, count in shown(ruleset, position, course.steps).items():
            found[seat] = found.get(seat, 0) + count
    assert set(found) <= {*ruleset.seats, ""}
    assert found, "some are shown in three games"


def test_a_count_does_not_tell_what_is_hidden_now() -> None:
    """Two games that differ in what north may not know give north the same count."""
    course = played(SEALED_FIELDS, 1)
    position = position_at(course, 2)
    twin = position.copy()
    for stack in twin.strengths:
        if stack.startswith("south") and stack not in twin.shown:
            twin.strengths[stack] += 1
    assert SEALED_FIELDS.sight.see(twin, "north") == SEALED_FIELDS.sight.see(position, "north")
    steps = course.steps[2:]
    assert shown(SEALED_FIELDS, twin, steps) == shown(SEALED_FIELDS, position, steps)
