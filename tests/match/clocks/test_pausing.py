"""Pauses, adjournments and vacations: what is refused, to the millisecond."""

import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks.deadlines import read_clock
from ironclad.domain.match.clocks.reading import control_of
from ironclad.domain.match.clocks.state import ClockState, Vacation
from ironclad.domain.match.clocks.times import DAY, HOUR, MINUTE, instant_text
from tests.match.clocks.test_deciding import (
    BLUE,
    DAN,
    GREY,
    SEATS,
    START,
    after,
    asked,
    pressed,
    refusal,
    timed,
)

LONG = "x" * 2_001
DIGEST = "0123456789abcdef" * 4
SEAL = c.SealMove(timeline="main", digest=DIGEST)


def at(ms: int) -> str:
    return instant_text(START + ms)


def propose(
    until: int = HOUR // 2, pause: str = "p1", adjourn: bool = False, why: str = ""
) -> c.ProposePause:
    return c.ProposePause(pause=pause, until=at(until), adjourn=adjourn, why=why)


def resting(days: int = 5) -> ClockState:
    """A game of fifty days a seat, with vacations."""
    return timed(control_of({"stages": [{"bank_ms": "50d"}], "vacation_days": days}, SEATS))


def vacation(start: int, end: int) -> c.TakeVacation:
    return c.TakeVacation(start=at(start), end=at(end))


def test_a_pause_is_proposed_once_and_not_within_one() -> None:
    state = after(timed(), BLUE, propose(), 1)
    assert refusal(state, GREY, propose(), 2) == "clock/proposal"
    assert refusal(state, BLUE, propose(pause="p2"), 2) == "clock/proposal"
    assert asked(state, GREY, propose(pause="p2"), 2)
    assert refusal(timed(), BLUE, propose(why=LONG), 1) == "clock/text"
    paused = after(state, GREY, c.AcceptPause(pause="p1"), 3)
    assert paused.talks.pauses == {}
    assert refusal(paused, BLUE, propose(), 4) == "clock/paused"


def test_an_accepted_pause_has_time_left() -> None:
    state = after(timed(), BLUE, propose(MINUTE), 1)
    assert asked(state, GREY, c.AcceptPause(pause="p1"), MINUTE - 1) == [
        e.ClocksPaused(e.AGREEMENT, "", at(MINUTE))
    ]
    assert refusal(state, GREY, c.AcceptPause(pause="p1"), MINUTE) == "clock/pause"


def test_a_pause_lasts_a_year_at_most() -> None:
    state = resting()
    assert asked(state, DAN, c.PauseClocks(why="", until=at(366 * DAY + 5)), 5)
    assert refusal(state, DAN, c.PauseClocks(why="", until=at(366 * DAY + 6)), 5) == "clock/pause"
    assert refusal(state, DAN, c.PauseClocks(why="", until=at(5)), 5) == "clock/pause"
    assert asked(state, DAN, c.PauseClocks(why="", until=at(6)), 5)


def test_reasons_are_not_long() -> None:
    state = timed()
    paused = after(state, DAN, c.PauseClocks(why=""), 1)
    commands: list[tuple[ClockState, Command]] = [
        *((state, c.PauseClocks(why=LONG)), (paused, c.ResumeClocks(why=LONG))),
        (state, c.Adjourn(why=LONG)),
    ]
    for before, command in commands:
        assert refusal(before, DAN, command, 5) == "clock/text"
    assert asked(state, DAN, c.PauseClocks(why=LONG[1:]), 5)


def test_one_adjournment_at_a_time() -> None:
    state = after(timed(), DAN, c.Adjourn(why=""), 1)
    assert refusal(state, BLUE, propose(), 2) == "clock/adjourn"
    assert refusal(state, DAN, c.Adjourn(why=""), 2) == "clock/adjourn"
    paused = after(timed(), DAN, c.PauseClocks(why=""), 1)
    assert refusal(paused, DAN, c.Adjourn(why=""), 2) == "clock/paused"


def test_what_was_sealed_is_given_before_another_adjournment() -> None:
    state = after(after(timed(), DAN, c.Adjourn(why="", until=at(MINUTE)), 1), BLUE, SEAL, 2)
    assert state.talks.sealed == e.MoveSealed("main", "blue", DIGEST)
    assert refusal(state, DAN, c.Adjourn(why=""), 2 * MINUTE) == "clock/sealed"
    assert refusal(state, BLUE, propose(adjourn=True), 2 * MINUTE) == "clock/sealed"
    assert asked(state, BLUE, propose(), 2 * MINUTE)
    opened = after(state, c.SERVICE, c.OpenSealedMove(seat="blue", version=3), 2 * MINUTE)
    assert opened.talks.sealed is None
    assert asked(opened, DAN, c.Adjourn(why=""), 2 * MINUTE)


def test_the_holder_that_runs_seals_by_a_digest() -> None:
    called = after(timed(), DAN, c.Adjourn(why=""), 1)
    reacting = after(timed("1h", pressed(1, "grey")), DAN, c.Adjourn(why=""), 2)
    assert asked(called, BLUE, SEAL, 3)
    assert refusal(called, GREY, SEAL, 3) == "clock/adjourn"
    for actor in (BLUE, GREY):
        assert refusal(reacting, actor, SEAL, 3) == "clock/adjourn"
    for digest in ("", DIGEST[1:], DIGEST + "0", "G" * 64, DIGEST.upper()):
        assert refusal(called, BLUE, c.SealMove(timeline="main", digest=digest), 3) == "clock/sealed"


@pytest.mark.parametrize(
    ("start", "end"),
    [
        *((HOUR - 1, HOUR - 1 + DAY), (HOUR, HOUR), (HOUR, HOUR + DAY - 1), (HOUR, HOUR + 36 * HOUR)),
        *((HOUR, HOUR - DAY), (HOUR, HOUR + 6 * DAY), (366 * DAY + HOUR + 1, 367 * DAY + HOUR + 1)),
    ],
)
def test_no_vacation_is_past_or_of_part_days_or_too_long_or_far_ahead(start: int, end: int) -> None:
    assert refusal(resting(), BLUE, vacation(start, end), HOUR) == "clock/vacation"


@pytest.mark.parametrize(
    ("start", "end"),
    [(HOUR, HOUR + DAY), (HOUR, HOUR + 5 * DAY), (366 * DAY + HOUR, 367 * DAY + HOUR)],
)
def test_a_vacation_at_the_bounds(start: int, end: int) -> None:
    assert asked(resting(), BLUE, vacation(start, end), HOUR) == [e.VacationTaken("blue", at(start), at(end))]


def test_a_control_without_vacations_says_so() -> None:
    with pytest.raises(Refused, match="has no vacations"):
        asked(timed(), BLUE, vacation(HOUR // 2, DAY + HOUR // 2), 1)


def test_a_vacation_is_over_at_its_end() -> None:
    state = after(resting(), BLUE, vacation(HOUR, HOUR + DAY), HOUR)
    there = Vacation(START + HOUR, START + HOUR + DAY)
    last, end = HOUR + DAY - 1, HOUR + DAY
    assert read_clock(state, "blue", START + last).vacation == there
    assert read_clock(state, "blue", START + end).vacation is None
    assert read_clock(state, "grey", START + last).vacation is None
    assert asked(state, BLUE, c.EndVacation(), last) == [e.VacationEnded("blue")]
    assert refusal(state, BLUE, c.EndVacation(), end) == "clock/vacation"
    assert refusal(state, GREY, c.EndVacation(), last) == "clock/vacation"
    assert refusal(state, BLUE, vacation(end, end + DAY), last) == "clock/vacation"
    assert asked(state, BLUE, vacation(end, end + DAY), end)


def test_the_seat_of_a_flag_is_one_of_the_game() -> None:
    assert refusal(timed(), DAN, c.ForgiveFlag(seat="red"), 1) == "clock/seat"
