"""Remedies: how they are read, what each may say, corrected positions, and shares of a result."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain import games
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.ruling import PositionCorrected, tell
from ironclad.domain.match.disputes.correcting import corrected, document_of
from ironclad.domain.match.disputes.remedies import (
    NAMES,
    AnyRemedy,
    Correct,
    LetStand,
    Points,
    Replay,
    Result,
    Rewind,
    SameFaces,
    Time,
    Weighted,
    check_remedy,
    name,
    read_remedy,
    shares_of,
    tenths_of,
)
from ironclad.domain.match.readings.counterfactual import position_before
from ironclad.domain.match.readings.terms import terms_of
from tests.match.readings.recorded import ROPE_OF_READINGS, played
from tests.toys.sealed_fields import SEALED_FIELDS

SEATS = ("blue", "grey")
ODDS = "a" * 64
GOOD: list[AnyRemedy] = [
    LetStand(),
    Time("blue", -60_000),
    Points("ann", -5),
    SameFaces("main", 4, {"worded": "yes"}, 9),
    SameFaces("main", 4, {"equal-holds": "holds"}),
    Rewind("main", 4, "keep"),
    Correct("main", {"knot": 3, "stood.1": None}),
    Result("grey"),
    Result(None),
    Weighted({"blue": "3/5", "draw": "2/5"}, ODDS),
    Replay(),
]


def refusal(remedy: AnyRemedy, tournament: bool = True, timed: bool = True) -> str:
    try:
        check_remedy(remedy, SEATS, {"main"}, tournament=tournament, timed=timed)
    except Refused as refused:
        return refused.rule
    return ""


@pytest.mark.parametrize("remedy", GOOD, ids=name)
def test_each_is_read_as_it_is_written(remedy: AnyRemedy) -> None:
    data = msgspec.to_builtins(remedy)
    assert read_remedy(data) == remedy
    assert msgspec.json.decode(msgspec.json.encode(remedy)) == data
    assert data["type"] == name(remedy)
    assert refusal(remedy) == ""


def test_all_kinds_are_here() -> None:
    assert {name(each) for each in GOOD} == set(NAMES)


@pytest.mark.parametrize(
    "data",
    [
        *(None, [], "time", {}, {"type": "hanging"}, {"type": ["time"]}, {"type": None}),
        {"type": "time", "seat": "blue"},
        {"type": "time", "seat": "blue", "ms": "5"},
        {"type": "time", "seat": "blue", "ms": 5, "more": 1},
        {"type": "rewind", "timeline": "main", "at": 4, "clocks": "none"},
        {"type": "weighted", "shares": {"blue": 0.6}, "odds": ODDS},
        {"type": "result"},
    ],
)
def test_what_is_no_remedy(data: Any) -> None:
    with pytest.raises(Unreadable, match="remedy"):
        read_remedy(data)


SCRIPT = "<script>alert(1)</script>"
BAD: list[tuple[AnyRemedy, str]] = [
    (Time("green", 5), "remedy/seat"),
    (Time(SCRIPT, 5), "remedy/seat"),
    (Time("blue", 0), "remedy/time"),
    (Time("blue", 10**18), "remedy/time"),
    (Points(SCRIPT, 5), "remedy/entry"),
    (Points("", 5), "remedy/entry"),
    (Points("x" * 65, 5), "remedy/entry"),
    (Points("ann", 0), "remedy/points"),
    (Points("ann", 1_001), "remedy/points"),
    (SameFaces("other", 4, {"a": "b"}), "remedy/timeline"),
    (SameFaces("main", 0, {"a": "b"}), "remedy/place"),
    (SameFaces("main", 4, {"a": "b"}, 3), "remedy/place"),
    (SameFaces("main", 4, {}), "remedy/reading"),
    (SameFaces("main", 4, {"a": "b", "c": "d"}), "remedy/reading"),
    (SameFaces("main", 4, {SCRIPT: "b"}), "remedy/reading"),
    (SameFaces("main", 4, {"a": "../etc"}), "remedy/reading"),
    (Rewind("main", 0), "remedy/place"),
    (Rewind(SCRIPT, 4), "remedy/timeline"),
    (Correct("main", {}), "remedy/path"),
    (Correct("main", {str(number): 1 for number in range(21)}), "remedy/path"),
    (Correct("main", {"": 1}), "remedy/path"),
    (Correct("main", {"a..b": 1}), "remedy/path"),
    (Correct("main", {".a": 1}), "remedy/path"),
    (Correct("main", {SCRIPT: 1}), "remedy/path"),
    (Correct("main", {"a\x00b": 1}), "remedy/path"),
    (Correct("main", {"a\u202eb": 1}), "remedy/path"),
    (Correct("main", {"x" * 201: 1}), "remedy/path"),
    (Correct("main", {"errata": []}), "remedy/path"),
    (Correct("main", {"options.worded": "yes"}), "remedy/path"),
    (Correct("main", {"a": {}, "a.b": 1}), "remedy/path"),
    (Correct("main", {"a": "x" * 20_000}), "remedy/value"),
    (Correct("main", {"a": object()}), "remedy/value"),
    (Result("green"), "remedy/winner"),
    (Weighted({}, ODDS), "remedy/shares"),
    (Weighted({"blue": "3/5"}, ODDS), "remedy/shares"),
    (Weighted({"blue": "3/5", "grey": "3/5"}, ODDS), "remedy/shares"),
    (Weighted({"blue": "-1/5", "grey": "6/5"}, ODDS), "remedy/shares"),
    (Weighted({"blue": "1/0", "grey": "1"}, ODDS), "remedy/shares"),
    (Weighted({"blue": "2/4", "grey": "1/2"}, ODDS), "remedy/shares"),
    (Weighted({"blue": "0.5", "grey": "1/2"}, ODDS), "remedy/shares"),
    (Weighted({"blue": "1", "grey": "0"}, ODDS), "remedy/shares"),
    (Weighted({SCRIPT: "1"}, ODDS), "remedy/shares"),
    (Weighted({"blue": "\u0661"}, ODDS), "remedy/shares"),
    (Weighted({"blue": f"{10**9}/{10**9}"}, ODDS), "remedy/shares"),
    (Weighted({"blue": "1"}, "a" * 63), "remedy/odds"),
    (Weighted({"blue": "1"}, "A" * 64), "remedy/odds"),
]


BAD_ONES = [f"{number}-{rule}" for number, (_, rule) in enumerate(BAD)]


@pytest.mark.parametrize(("remedy", "rule"), BAD, ids=BAD_ONES)
def test_what_a_remedy_cannot_say(remedy: AnyRemedy, rule: str) -> None:
    assert refusal(remedy) == rule


def test_what_the_game_has_to_have() -> None:
    assert refusal(Points("ann", 5), tournament=False) == "remedy/tournament"
    assert refusal(Weighted({"blue": "1"}, ODDS), tournament=False) == "remedy/tournament"
    assert refusal(Time("blue", 5), timed=False) == "remedy/clock"


SHARES = st.lists(st.integers(1, 50), min_size=1, max_size=3)


@given(SHARES)
def test_points_are_the_exact_mean_halves_up(parts: list[int]) -> None:
    whole = sum(parts)
    who = ("blue", "grey", "draw")[: len(parts)]
    shares = {each: str(Fraction(part, whole)) for each, part in zip(who, parts, strict=True)}
    assert sum(shares_of(shares, SEATS).values()) == 1
    blue = Fraction(10 * parts[0] + (5 * parts[2] if len(parts) > 2 else 0), whole)
    assert abs(tenths_of(shares, "blue", SEATS) - blue) <= Fraction(1, 2)
    assert tenths_of(shares, "blue", SEATS) >= blue - Fraction(1, 2)


def test_a_half_tenth_counts_as_one() -> None:
    assert tenths_of({"blue": "1/4", "grey": "3/4"}, "blue", SEATS) == 3
    assert tenths_of({"blue": "1/4", "grey": "3/4"}, "grey", SEATS) == 8
    assert tenths_of({"draw": "1"}, "blue", SEATS) == 5


# -- corrected positions

ROPE = played(ROPE_OF_READINGS, 3)
START = ROPE_OF_READINGS.rules.initial(ROPE.begun)


def correct(values: dict[str, Any]) -> Any:
    return corrected(ROPE_OF_READINGS, ROPE.begun, terms_of(ROPE.begun), START, values)


def test_a_corrected_position_is_what_the_event_makes_of_it() -> None:
    before = document_of(ROPE_OF_READINGS, START)
    found = correct({"shouts.blue": "heave", "stood.3": 2})
    assert found.event == PositionCorrected(
        {"shouts.blue": "heave", "stood.3": 2}, {"shouts.blue": None, "stood.3": None}
    )
    assert found.position.shouts == {"blue": "heave"}
    assert document_of(ROPE_OF_READINGS, START) == before, "the position stays as it was"
    topic, body = ROPE_OF_READINGS.storage.events.encode(found.event)
    assert topic == "ruling.position_corrected.1"
    again = decider.evolve(
        ROPE_OF_READINGS, START.copy(), ROPE_OF_READINGS.storage.events.decode(topic, body)
    )
    assert again == found.position
    entry = tell(found.event)
    assert entry is not None
    assert "shouts.blue, stood.3" in entry["text"]


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"knot": "left"}, "remedy/position"),
        ({"length.x": 1}, "remedy/path"),
        ({"weather": "fine"}, "remedy/path"),
        ({"shouts": []}, "remedy/position"),
        ({"stood.1": "often"}, "remedy/position"),
    ],
)
def test_a_position_that_does_not_stand(values: dict[str, Any], rule: str) -> None:
    with pytest.raises(Refused) as wrong:
        correct(values)
    assert wrong.value.rule == rule


def test_nothing_hidden_is_corrected_openly() -> None:
    course = played(SEALED_FIELDS, 1, most=6)
    position, own, _ = position_before(SEALED_FIELDS, course, "main", course.steps[4].at.version)  # type: ignore[union-attr]
    stack = next(iter(position.strengths))
    with pytest.raises(Refused) as wrong:
        corrected(SEALED_FIELDS, course.begun, own, position, {f"strengths.{stack}": 9}, hides=True)
    assert wrong.value.rule == "remedy/hidden"


@pytest.mark.parametrize("ruleset", games.names())
def test_every_ruleset_takes_a_correction_that_changes_nothing(ruleset: str) -> None:
    found = games.ruleset(ruleset)
    begun = found.rules.begin(next(iter(found.identity.scenarios)), {}, None)
    position = found.rules.initial(begun)
    before = document_of(found, position)
    path = next(
        each for each, value in before.items() if isinstance(value, (str, int)) and each != "scenario"
    )
    again = corrected(found, begun, terms_of(begun), position, {path: before[path]})
    assert document_of(found, again.position) == before
