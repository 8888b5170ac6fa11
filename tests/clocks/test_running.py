"""Timed games in the service: presses, flags that a command finds, what a take-back and a rewind do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ironclad.eventlog.errors import GameOver, Refused
from tests.clocks.playing import SEATS, Table, table

MINUTE = 60_000


@pytest.fixture
def timed() -> Iterator[Table]:
    with table() as made:
        yield made.open()


def test_the_clocks_start_as_the_last_seat_is_taken(timed: Table) -> None:
    (press,) = timed.events("clock_pressed")
    assert (press["running"], press["version"]) == (["blue"], 1)
    assert timed.left("blue") == 10 * MINUTE
    timed.clock.later("2m")
    assert (timed.left("blue"), timed.left("grey")) == (8 * MINUTE, 10 * MINUTE)


def test_a_hand_over_presses_in_its_own_append_and_adds_the_increment(timed: Table) -> None:
    receipt = timed.pull(after="2m")
    press = receipt.events[-1]
    assert press.type == "clock_pressed"
    assert press.data["completed"] == ["blue"]
    assert press.data["running"] == ["grey"]
    assert press.data["at"] == timed.at("2m")
    assert timed.left("blue") == 8 * MINUTE + 30_000


def test_a_command_that_hands_nothing_over_does_not_press(timed: Table) -> None:
    before = len(timed.events())
    asked = {"id": "s1", "command": {"type": "shout", "word": "heave"}}
    timed.referee.commands.handle(timed.game, "grey", asked)
    assert len(timed.events()) == before


def test_a_command_at_the_deadline_is_in_time_and_one_later_finds_the_flag(timed: Table) -> None:
    timed.pull(after="10m")
    assert timed.left("blue") == 30_000
    with pytest.raises(GameOver):
        timed.pull(after="10m1ms")
    flagged, ended = timed.events("flagged")[0], timed.events("game_ended")[0]
    assert (flagged["seat"], flagged["deadline"]) == ("grey", timed.at("20m"))
    assert flagged["found_at"] == timed.at("20m1ms")
    assert (ended["how"], ended["winner"], ended["at"]) == ("flag", "blue", timed.at("20m"))
    assert len(timed.events("flagged")) == 1
    with pytest.raises(GameOver):
        timed.ask("grey", "Resign")
    assert len(timed.events("flagged")) == 1


def test_a_request_on_the_match_finds_the_flag_too(timed: Table) -> None:
    timed.clock.later("10m1s")
    with pytest.raises(GameOver):
        timed.ask("blue", "OfferDraw")
    assert timed.events("game_ended")[0]["winner"] == "grey"


def test_a_machine_whose_clock_is_behind_gives_nobody_time(timed: Table) -> None:
    timed.pull(after="2m")
    timed.clock.to("1m")
    timed.pull()
    presses = timed.events("clock_pressed")
    assert presses[-1]["at"] == timed.at("2m")


def test_a_hand_over_is_not_taken_back(timed: Table) -> None:
    timed.pull(after="1m")
    with pytest.raises(Refused) as wrong:
        timed.referee.commands.take_back(timed.game, "blue", id="back-1")
    assert wrong.value.rule in ("take-back/dice", "take-back/clock", "take-back/link")


def test_a_rewind_presses_for_who_owes_there_and_names_the_holder(timed: Table, tmp_path: Path) -> None:
    timed.pull(after="1m")
    version = timed.referee.queries.head(timed.game, None)[1]
    timed.pull(after="1m")
    timed.pull(after="1m")
    made = timed.ask("blue", "ProposeRewind", at=version)
    timed.clock.later("1m")
    timed.ask("grey", "AcceptRewind", proposal=made.id)
    press = timed.events("clock_pressed")[-1]
    assert (press["running"], press["holders"], press["timeline"]) == (["grey"], ["grey"], made.id)
    left = timed.left("grey")
    timed.pull(after="1m")
    assert timed.left("grey") == left - MINUTE + 30_000
    assert timed.verdict(tmp_path).ok


def test_every_append_of_a_timed_game_is_decided_again_from_its_bundle(timed: Table, tmp_path: Path) -> None:
    for _ in range(6):
        timed.pull(after="1m")
    timed.clock.later("1h")
    with pytest.raises(GameOver):
        timed.pull()
    found = timed.verdict(tmp_path)
    assert found.ok, found.first_failure


def test_a_game_without_control_has_no_clock_event(tmp_path: Path) -> None:
    with table() as made:
        made.open(None)
        for _ in range(4):
            made.pull(after="1d")
        kinds = {event["kind"] for event in made.events()}
        assert made.match.clocks is None
        assert kinds == {"command_accepted", "game_opened", "timeline_opened", "dice_anchored", "seat_taken"}
        assert made.verdict(tmp_path).ok


def test_a_control_with_an_instant_runs_from_there_whoever_sits(tmp_path: Path) -> None:
    with table() as made:
        control = {"stages": [{"bank_ms": "10m"}], "starts": made.at("1h")}
        made.open(control, sit=False)
        assert made.events("clock_pressed")[0]["running"] == ["blue"]
        made.clock.to("1h5m")
        for seat in SEATS:
            made.referee.opening.take_seat(made.game, seat, seat)
        assert made.left("blue") == 5 * MINUTE
        assert made.verdict(tmp_path).ok


def test_a_noted_flag_costs_nothing_more_and_the_game_goes_on(tmp_path: Path) -> None:
    with table() as made:
        made.open({"stages": [{"bank_ms": "10m", "increment_ms": "30s"}], "on_flag": "note"})
        made.pull(after="1h")
        assert [each["seat"] for each in made.events("flagged")] == ["blue"]
        assert made.left("blue") == 30_000
        made.pull(after="1m")
        found = made.verdict(tmp_path)
        assert found.ok, found.first_failure
