"""Errata that a service publishes: the readings that new games begin with."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.match.disputes.errata import (
    ERRATA_EVENTS,
    ErratumPublished,
    ErratumWithdrawn,
    Published,
    PublishErratum,
    Source,
    WithdrawErratum,
    decide,
    folded,
)
from tests.match.readings.recorded import ROPE_OF_READINGS

CLAUSES = frozenset({"1", "2"})
ONE = PublishErratum(
    erratum="tired-arms",
    clause="2",
    before="Anybody pulls 3.",
    says="Nobody does.",
    case="a" * 64,
    reading={"tired": "yes"},
    source=Source("g", 3),
)


def decided(state: Published, command: Any) -> list[Any]:
    return list(decide(state, "op", command, ROPE_OF_READINGS, CLAUSES))


def changed(**changes: Any) -> PublishErratum:
    return msgspec.structs.replace(ONE, **changes)


def test_its_reading_is_the_default_of_new_games_until_it_is_withdrawn() -> None:
    (event,) = decided(Published(), ONE)
    assert isinstance(event, ErratumPublished)
    state = folded([event])
    assert state.defaults == {"tired": "yes"}
    (withdrawn,) = decided(state, WithdrawErratum(erratum="tired-arms", why="It was wrong."))
    after = folded([event, withdrawn])
    assert after.defaults == {}
    assert after.errata["tired-arms"] == event
    assert after.withdrawn == {"tired-arms": "It was wrong."}


def test_it_is_stored_under_names_of_its_own() -> None:
    (event,) = decided(Published(), ONE)
    topic, body = ERRATA_EVENTS.encode(event)
    assert topic == "errata.erratum_published.1"
    assert msgspec.json.decode(body)["from"] == {"game": "g", "claim": 3}
    assert ERRATA_EVENTS.decode(topic, body) == event


def test_a_reading_that_no_build_has_yet_is_wanted() -> None:
    (event,) = decided(Published(), changed(reading=None))
    state = folded([event])
    assert state.defaults == {}
    assert len(state.in_force) == 1


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"erratum": ""}, "errata/id"),
        ({"erratum": "a b"}, "errata/id"),
        ({"erratum": "<b>"}, "errata/id"),
        ({"erratum": "x" * 65}, "errata/id"),
        ({"clause": "9"}, "errata/clause"),
        ({"says": ""}, "errata/text"),
        ({"before": "x" * 2_001}, "errata/text"),
        ({"case": "a"}, "errata/case"),
        ({"reading": {}}, "errata/reading"),
        ({"reading": {"tired": "perhaps"}}, "errata/reading"),
        ({"reading": {"weather": "fine"}}, "errata/reading"),
        ({"reading": {"tired": "yes", "sure": "yes"}}, "errata/reading"),
    ],
)
def test_what_cannot_be_published(changes: dict[str, Any], rule: str) -> None:
    with pytest.raises(Refused) as wrong:
        decided(Published(), changed(**changes))
    assert wrong.value.rule == rule


def test_one_erratum_decides_a_reading() -> None:
    state = folded(decided(Published(), ONE))
    for command, rule in (
        (ONE, "errata/id"),
        (changed(erratum="other"), "errata/reading"),
        (WithdrawErratum(erratum="other", why="So."), "errata/none"),
        (WithdrawErratum(erratum="tired-arms", why=""), "errata/text"),
    ):
        with pytest.raises(Refused) as wrong:
            decided(state, command)
        assert wrong.value.rule == rule
    again = folded([*state.errata.values(), ErratumWithdrawn("tired-arms", "So.")])
    assert decided(again, changed(erratum="other"))
    with pytest.raises(Refused):
        decided(again, WithdrawErratum(erratum="tired-arms", why="So."))


def test_an_erratum_of_the_build_is_a_reading_too() -> None:
    (event,) = decided(Published(), changed(reading={"equal-holds": "not"}))
    assert folded([event]).defaults == {"equal-holds": "not"}
