"""A request that had arrived in time and is judged after a flag: it lifts that in its own append."""

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain.match.clocks.times import duration_of
from ironclad.eventlog.errors import GameOver, Refused
from ironclad.referee.clocks import arrival
from tests.clocks.playing import START, Table, table

MINUTE = 60_000


def judged_late(arrived: str, call: Callable[[], Any]) -> Any:
    """Carry out now what had arrived so long after the start."""
    at = START + timedelta(milliseconds=duration_of(arrived))
    with arrival.arriving(lambda: at):
        return call()


def flagged(made: Table) -> None:
    """Blue ran out of time, and that was found."""
    made.clock.to("10m1s")
    with pytest.raises(GameOver):
        made.ask("grey", "OfferDraw")


@pytest.mark.parametrize("on_flag", ["loss", "director", "note"])
def test_an_order_that_had_arrived_in_time_lifts_the_flag(on_flag: str, tmp_path: Path) -> None:
    with table() as made:
        made.open({"stages": [{"bank_ms": "10m", "increment_ms": "30s"}], "on_flag": on_flag})
        order = made.order()
        made.clock.to("10m1s")
        if on_flag == "loss":
            flagged(made)
        else:
            made.ask("grey", "OfferDraw")
        assert len(made.events("flagged")) == 1
        receipt = judged_late("10m", lambda: made.give(*order))
        assert "flag_forgiven" in [each.type for each in receipt.events]
        forgiven = made.events("flag_forgiven")
        assert [(each["seat"], each["by"], each["ms"]) for each in forgiven] == [("blue", "", MINUTE)]
        assert (made.match.ended is None, made.match.flags) == (True, {})
        assert made.events("clock_pressed")[-1]["running"] == ["grey"]
        made.clock.to("11m")
        made.pull()
        found = made.verdict(tmp_path)
        assert found.ok, found.first_failure


def test_one_that_had_arrived_late_lifts_nothing() -> None:
    with table() as made:
        order = made.open("10m").order()
        flagged(made)
        with pytest.raises(GameOver):
            judged_late("10m1ms", lambda: made.give(*order))
        assert not made.events("flag_forgiven")


def test_one_that_the_rules_refuse_leaves_the_flag(tmp_path: Path) -> None:
    with table() as made:
        order = made.open("10m").order(9)
        flagged(made)
        before = made.rows()
        with pytest.raises(Refused) as wrong:
            judged_late("9m", lambda: made.give(*order))
        assert wrong.value.rule == "2"
        assert made.rows() == before
        assert made.match.ended.how == "flag"


def test_a_request_on_the_match_lifts_it_too(tmp_path: Path) -> None:
    with table() as made:
        flagged(made.open("10m"))
        judged_late("9m", lambda: made.ask("blue", "Resign"))
        assert [each["how"] for each in made.events("game_ended")] == ["flag", "resignation"]
        found = made.verdict(tmp_path)
        assert found.ok, found.first_failure


def test_the_time_of_a_request_is_when_it_had_arrived(tmp_path: Path) -> None:
    with table() as made:
        made.open("10m")
        made.clock.to("11m")
        judged_late("9m", made.pull)
        assert not made.events("flagged")
        assert made.events("clock_pressed")[-1]["at"] == made.at("9m")


def test_what_the_front_noted_is_taken_off_the_time_now() -> None:
    try:
        arrival.note(time.monotonic() - 100)
        with arrival.arriving(lambda: START):
            at = arrival.arrived()
        assert at is not None
        assert timedelta(seconds=99) < START - at < timedelta(seconds=160)
        arrival.note(None)
        with arrival.arriving(lambda: START):
            assert arrival.arrived() == START
            with arrival.arriving(lambda: START + timedelta(days=1)):
                assert arrival.arrived() == START
        assert arrival.arrived() is None
    finally:
        arrival.note(None)
