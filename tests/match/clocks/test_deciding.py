"""The decisions that no case shows: what is stored, who may ask, what comes first."""

import msgspec
import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, CommandReader, Event, Registry
from ironclad.domain.match import events as m
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks.arithmetic import CEILING_MS
from ironclad.domain.match.clocks.control import Control
from ironclad.domain.match.clocks.deadlines import (
    SWEPT_AFTER_MS,
    deadlines,
    first_flags,
    next_sweep,
    out_of_time,
    read_clock,
)
from ironclad.domain.match.clocks.deciding import check_order, check_take_back, clocks_as_then, decide
from ironclad.domain.match.clocks.fold import evolve, folded
from ironclad.domain.match.clocks.presets import named_control
from ironclad.domain.match.clocks.reading import LONGEST_MS, control_of
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import DAY, HOUR, MINUTE, instant_of, instant_text
from ironclad.domain.match.events import EVENTS

SEATS = ("blue", "grey")
START = instant_of("2026-03-01T12:00:00.000Z")
BLUE, GREY = c.Actor("blue", "seat"), c.Actor("grey", "seat")
DAN, OPS = c.Actor("dan", "director"), c.Actor("ops", "operator")


def given(at: int) -> m.CommandAccepted:
    """A command of the match, so many ms after the start."""
    return m.CommandAccepted("", "c", "", instant_text(START + at), {})


def timed(control: Control | str = "1h", *events: Event) -> ClockState:
    """A game of two seats, of which blue runs from the start."""
    control = named_control(control, SEATS) if isinstance(control, str) else control
    return folded(
        [given(0), e.ControlSet(control, "fresh", "ann"), pressed(0, "blue"), *events], ClockState(SEATS)
    )


def pressed(at: int, *running: str, completed: tuple[str, ...] = ()) -> e.ClockPressed:
    return e.ClockPressed("main", 1, instant_text(START + at), running, completed)


def asked(state: ClockState, actor: c.Actor, command: Command, at: int) -> list[Event]:
    return decide(state, actor, command, START + at)


def refusal(state: ClockState, actor: c.Actor, command: Command, at: int) -> str:
    with pytest.raises(Refused) as caught:
        asked(state, actor, command, at)
    assert caught.value.reason
    return caught.value.rule


def after(state: ClockState, actor: c.Actor, command: Command, at: int) -> ClockState:
    """The state after a command and what it caused."""
    return folded([given(at), *asked(state, actor, command, at)], state)


def test_events_and_commands_have_names_of_their_own_and_are_stored() -> None:
    registry = Registry("match", e.CLOCK_EVENTS)
    assert registry.types.items() <= EVENTS.types.items()
    assert len(registry.types) == len(e.CLOCK_EVENTS)
    control = named_control("armageddon 6m 5m", SEATS)
    outage = e.Outage("o1", instant_text(START), instant_text(START + 1))
    for event in (
        e.ControlSet(control, "keep", e.AGREEMENT),
        e.ClockPressed("main", 3, instant_text(START), ("blue",), ("grey",)),
        e.TimeAdjusted("blue", -5, "outage", "", None, outage),
        e.VacationTaken("blue", instant_text(START), instant_text(START + DAY)),
    ):
        topic, body = registry.encode(event)
        assert registry.decode(topic, body) == event
    assert b'"from":"2026' in registry.encode(e.TimeAdjusted("blue", 5, "outage", "", None, outage))[1]
    reader = CommandReader(c.CLOCK_COMMANDS)
    assert len(reader.types) == len(c.CLOCK_COMMANDS)
    assert all(reader.schemas().values())


def test_no_event_has_a_remaining_time() -> None:
    fields = {field for kind in e.CLOCK_EVENTS for field in kind.__struct_fields__}
    assert not fields & {"left", "left_ms", "remaining", "reserve_ms", "periods"}


def test_an_untimed_game_has_no_presses_and_refuses_all_but_a_control() -> None:
    state = ClockState(SEATS)
    press = c.PressClock(timeline="main", version=1, running=("blue",))
    assert asked(state, c.SERVICE, press, 0) == []
    assert evolve(state, pressed(0, "blue")) == state
    assert refusal(state, BLUE, c.GiveTime(to="grey", ms=1), 0) == "clock/control"
    assert refusal(state, c.SERVICE, c.FindFlag(timeline="main", version=1), 0) == "clock/control"
    control = named_control("1h", SEATS)
    (event,) = asked(state, c.SERVICE, c.SetControl(control=control, carry="fresh"), 0)
    assert event == e.ControlSet(control, "fresh", "")
    assert deadlines(state) == []
    assert next_sweep(state) is None
    check_take_back(state, True)
    with pytest.raises(ValueError, match="not timed"):
        read_clock(state, "blue", START)


def test_a_press_is_written_where_something_changes() -> None:
    state = timed()
    press = c.PressClock(timeline="main", version=2, running=("blue",))
    assert asked(state, c.SERVICE, press, 5) == []
    both = msgspec.structs.replace(press, running=("grey", "blue"))
    assert asked(state, c.SERVICE, both, 5) == [
        e.ClockPressed("main", 2, instant_text(START + 5), ("blue", "grey"))
    ]
    again = msgspec.structs.replace(press, completed=("blue",))
    assert asked(state, c.SERVICE, again, 5) == [
        e.ClockPressed("main", 2, instant_text(START + 5), ("blue",), ("blue",))
    ]
    first = msgspec.structs.replace(press, arrived=("blue",))
    (event,) = asked(state, c.SERVICE, first, 5)
    assert asked(evolve(state, event), c.SERVICE, first, 6) == []
    assert refusal(state, BLUE, press, 5) == "clock/by"
    twice = msgspec.structs.replace(press, running=("blue", "blue"))
    assert refusal(state, c.SERVICE, twice, 5) == "clock/seat"
    unknown = msgspec.structs.replace(press, running=("red",))
    assert refusal(state, c.SERVICE, unknown, 5) == "clock/seat"


def test_a_press_has_the_last_recorded_time_where_the_machine_is_behind() -> None:
    state = timed("1h", pressed(HOUR // 2, "grey", completed=("blue",)))
    press = c.PressClock(timeline="main", version=2, running=("blue",), completed=("grey",))
    (event,) = asked(state, c.SERVICE, press, 10)
    assert isinstance(event, e.ClockPressed)
    assert event.at == instant_text(START + HOUR // 2)


def test_who_is_out_of_time_comes_before_anything_else() -> None:
    state, late = timed(), HOUR + 1
    press = c.PressClock(timeline="main", version=2, running=("grey",), completed=("blue",))
    assert asked(state, c.SERVICE, press, HOUR)
    commands: list[tuple[c.Actor, Command]] = [
        *((c.SERVICE, press), (GREY, c.GiveTime(to="blue", ms=MINUTE)), (DAN, c.PauseClocks(why=""))),
        (DAN, c.AdjustTime(seat="blue", ms=MINUTE, why="ruling")),
    ]
    for actor, command in commands:
        assert refusal(state, actor, command, late) == "clock/flag"


def test_a_flag_names_its_deadline_and_ends_the_game_there() -> None:
    find = c.FindFlag(timeline="main", version=9)
    state = timed()
    assert refusal(state, c.SERVICE, find, HOUR) == "clock/no-flag"
    assert refusal(state, BLUE, find, 2 * HOUR) == "clock/by"
    flag, end = asked(state, c.SERVICE, find, 2 * HOUR)
    deadline = instant_text(START + HOUR)
    assert flag == e.Flagged("blue", deadline, instant_text(START + 2 * HOUR))
    reason = "blue ran out of time"
    assert end == m.GameEnded("main", 9, "flag", "grey", reason, "clock/flag", deadline)
    over = folded([given(HOUR), flag, end], state)
    assert refusal(over, c.SERVICE, find, 3 * HOUR) == "match/over"
    assert next_sweep(over) is None


def test_a_sweep_waits_until_what_had_arrived_is_judged() -> None:
    state = timed(control_of({"stages": [{"bank_ms": "1h"}], "grace_ms": "3s"}, SEATS))
    (deadline,) = deadlines(state)
    assert (deadline.deadline, deadline.limit) == (START + HOUR, START + HOUR + 3_000)
    assert next_sweep(state) == START + HOUR + 3_001 + SWEPT_AFTER_MS
    assert out_of_time(state, deadline.limit) == []
    assert out_of_time(state, deadline.limit + 1) == [deadline]
    flag, end = asked(state, c.SERVICE, c.FindFlag(timeline="main", version=9), 2 * HOUR)
    assert isinstance(flag, e.Flagged)
    assert isinstance(end, m.GameEnded)
    assert (flag.deadline, end.at) == (instant_text(deadline.deadline), instant_text(deadline.limit))


def test_the_sweep_does_not_decide_who_lost() -> None:
    """Asked at any later instant, the same seat is flagged for the same deadline."""
    state = timed("1h", pressed(30 * MINUTE, "blue", "grey"))
    for later in (1, 500, HOUR, 300 * DAY):
        (first,) = out_of_time(state, START + HOUR + later)
        assert (first.seat, first.deadline) == ("blue", START + HOUR)


def test_with_flags_that_are_noted_the_next_seat_is_found_too() -> None:
    control = control_of({"stages": [{"bank_ms": "1h"}], "on_flag": "note"}, SEATS)
    state = timed(control, pressed(30 * MINUTE, "blue", "grey"))
    find = c.FindFlag(timeline="main", version=9)
    found = []
    while late := out_of_time(state, START + 5 * HOUR):
        events = asked(state, c.SERVICE, find, 5 * HOUR)
        state = folded([m.CommandAccepted("", "c", "", instant_text(late[0].limit), {}), *events], state)
        found += events
    assert [(each.seat, each.deadline) for each in found if isinstance(each, e.Flagged)] == [
        *(("blue", instant_text(START + HOUR)), ("grey", instant_text(START + 90 * MINUTE)))
    ]


def test_a_forgiven_flag_lifts_the_end_and_only_that_of_a_flag() -> None:
    state = timed()
    over = after(state, c.SERVICE, c.FindFlag(timeline="main", version=9), HOUR + 1)
    forgive = c.ForgiveFlag(seat="blue", ms=2 * MINUTE, why="a storm")
    assert asked(over, GREY, forgive, 2 * HOUR) == [
        *(e.FlagForgiven("blue", "grey", 2 * MINUTE, "a storm"), e.EndLifted("grey", "a storm"))
    ]
    assert refusal(over, BLUE, forgive, 2 * HOUR) == "clock/by"
    assert refusal(over, OPS, forgive, 2 * HOUR) == "clock/by"
    assert refusal(over, GREY, c.ForgiveFlag(seat="grey"), 2 * HOUR) == "clock/by"
    assert refusal(over, DAN, c.ForgiveFlag(seat="grey"), 2 * HOUR) == "clock/no-flag"
    long = msgspec.structs.replace(forgive, why="x" * 2_001)
    assert refusal(over, GREY, long, 2 * HOUR) == "clock/text"
    ruled = msgspec.structs.replace(forgive, claim=3)
    assert asked(over, DAN, ruled, 2 * HOUR)[1] == e.EndLifted("dan", "a storm", 3)
    lifted = after(over, GREY, forgive, 2 * HOUR)
    assert not lifted.ended
    assert read_clock(lifted, "blue", START + 2 * HOUR).deadline == START + 2 * HOUR + 2 * MINUTE
    resigned = evolve(over, m.GameEnded("main", 9, "resignation", "blue", "", "", ""))
    assert refusal(resigned, DAN, forgive, 2 * HOUR) == "match/over"


def test_a_rewind_lifts_an_end_and_the_clocks_continue() -> None:
    state = timed("1h", pressed(MINUTE, "grey", completed=("blue",)))
    ended = evolve(state, m.GameEnded("main", 9, "rules", "grey", "", "", instant_text(START + 2 * MINUTE)))
    moved = folded([given(HOUR), m.GameMoved("r1", "main", 4, "blue", "")], ended)
    again = evolve(moved, pressed(HOUR, "blue"))
    reading = read_clock(again, "blue", START + HOUR + MINUTE)
    assert (reading.left_ms, reading.out) == (58 * MINUTE, False)
    assert read_clock(again, "grey", START + HOUR + MINUTE).left_ms == 59 * MINUTE


def test_who_holds_the_turn_after_a_rewind_is_said_by_its_press() -> None:
    control = control_of({"stages": [{"bank_ms": "1h"}], "reaction_free_ms": "1m"}, SEATS)
    state = timed(control, pressed(MINUTE, "grey", completed=("blue",)))
    press = c.PressClock(timeline="r1", version=4, running=("grey",), holders=("blue",))
    (event,) = asked(state, c.SERVICE, press, HOUR // 2)
    assert isinstance(event, e.ClockPressed)
    assert event.holders == ("blue",)
    assert asked(evolve(state, event), c.SERVICE, press, HOUR // 2) == []
    moved = folded([given(HOUR // 2), m.GameMoved("r1", "main", 4, "blue", ""), event], state)
    assert moved.holders == ("blue",)
    assert read_clock(moved, "grey", START + HOUR // 2 + MINUTE).used_ms == 29 * MINUTE
    unknown = msgspec.structs.replace(press, holders=("red",))
    assert refusal(state, c.SERVICE, unknown, HOUR // 2) == "clock/seat"
    unsaid = folded([m.GameMoved("r1", "main", 4, "blue", ""), pressed(HOUR // 2, "blue")], state)
    assert unsaid.holders == ("blue",)


def test_clocks_as_then_are_adjustments_by_the_difference() -> None:
    then = timed()
    state = folded([pressed(10 * MINUTE, "grey", completed=("blue",))], then)
    events = clocks_as_then(state, START + 30 * MINUTE, then, START + MINUTE, "ruling", "dan", 2)
    assert events == [
        e.TimeAdjusted("blue", 9 * MINUTE, "ruling", "dan", 2),
        e.TimeAdjusted("grey", 20 * MINUTE, "ruling", "dan", 2),
    ]
    back = folded([given(30 * MINUTE), *events], state)
    shown = [read_clock(back, seat, START + 30 * MINUTE).left_ms for seat in SEATS]
    assert shown == [59 * MINUTE, HOUR]


def test_three_seats_agree_on_a_control_and_on_a_resumption() -> None:
    seats = ("blue", "grey", "white")
    control = named_control("1h", seats)
    state = folded([given(0), e.ControlSet(control, "fresh", "ann")], ClockState(seats))
    ask = c.SetControl(control=named_control("2h", seats), carry="fresh")
    for name in ("blue", "grey"):
        actor = c.Actor(name, "seat")
        (event,) = asked(state, actor, ask, 1)
        assert isinstance(event, e.ControlAsked)
        state = evolve(state, event)
    assert asked(state, c.Actor("white", "seat"), ask, 2) == [e.ControlSet(ask.control, "fresh", e.AGREEMENT)]
    paused = evolve(state, e.ClocksPaused(e.AGREEMENT, "", instant_text(START + DAY)))
    for name in ("blue", "grey"):
        (event,) = asked(paused, c.Actor(name, "seat"), c.ResumeClocks(), 1)
        assert event == e.ResumeAsked(name)
        paused = evolve(paused, event)
    assert asked(paused, c.Actor("white", "seat"), c.ResumeClocks(), 2) == [e.ClocksResumed(e.AGREEMENT, "")]


def test_time_is_not_given_in_a_game_that_is_over() -> None:
    over = evolve(timed(), m.GameEnded("main", 9, "draw", None, "", "", instant_text(START + 1)))
    commands: list[tuple[c.Actor, Command]] = [
        *((GREY, c.GiveTime(to="blue", ms=1)), (BLUE, c.DrawReserve()), (BLUE, c.EndVacation())),
        *((DAN, c.AdjustTime(seat="blue", ms=1, why="ruling")), (DAN, c.PauseClocks(why=""))),
        *((DAN, c.ResumeClocks()), (DAN, c.Adjourn(why="")), (BLUE, c.AcceptPause(pause="p"))),
        *(
            (BLUE, c.DeclinePause(pause="p")),
            (BLUE, c.ProposePause(pause="p", until=instant_text(START + DAY))),
        ),
        (c.SERVICE, c.CreditOutage(outage="o", start=instant_text(START), end=instant_text(START + 1))),
        (BLUE, c.TakeVacation(start=instant_text(START + DAY), end=instant_text(START + 2 * DAY))),
        *((BLUE, c.SealMove(timeline="main", digest="0" * 64)), (BLUE, c.WithdrawControl(seat="blue"))),
        (BLUE, c.SetControl(control=named_control("1h", SEATS))),
        (c.SERVICE, c.OpenSealedMove(seat="blue", version=1)),
        (c.SERVICE, c.FindFlag(timeline="main", version=1)),
        (GREY, c.ForgiveFlag(seat="blue")),
    ]
    assert {type(command) for _, command in commands} == {*c.CLOCK_COMMANDS} - {c.PressClock}
    for actor, command in commands:
        assert refusal(over, actor, command, 5) == "match/over", command


def test_a_caller_that_has_no_right_is_refused() -> None:
    state = timed()
    spectator = c.Actor("eve", "seat")
    instant = instant_text(START + DAY)
    pairs: list[tuple[c.Actor, Command, str]] = [
        (spectator, c.GiveTime(to="blue", ms=1), "clock/seat"),
        (DAN, c.ProposePause(pause="p", until=instant), "clock/by"),
        (DAN, c.AcceptPause(pause="p"), "clock/by"),
        (DAN, c.DeclinePause(pause="p"), "clock/by"),
        (BLUE, c.PauseClocks(why=""), "clock/by"),
        (OPS, c.ResumeClocks(), "clock/by"),
        (BLUE, c.Adjourn(why=""), "clock/by"),
        (DAN, c.SealMove(timeline="main", digest="0" * 64), "clock/by"),
        (BLUE, c.OpenSealedMove(seat="blue", version=1), "clock/by"),
        (DAN, c.TakeVacation(start=instant, end=instant), "clock/by"),
        (DAN, c.EndVacation(), "clock/by"),
        (DAN, c.DrawReserve(), "clock/by"),
        (DAN, c.WithdrawControl(seat="blue"), "clock/by"),
        (OPS, c.SetControl(control=named_control("1h", SEATS)), "clock/by"),
        (OPS, c.AdjustTime(seat="blue", ms=1, why="ruling"), "clock/by"),
        (DAN, c.CreditOutage(outage="o", start=instant, end=instant), "clock/by"),
    ]
    for actor, command, rule in pairs:
        assert refusal(state, actor, command, 5) == rule, command


def test_an_instant_that_is_none_is_refused() -> None:
    state = timed(control_of({"stages": [{"bank_ms": "1h"}], "vacation_days": 3}, SEATS))
    commands: list[tuple[c.Actor, Command]] = [
        (BLUE, c.ProposePause(pause="p", until="noon")),
        (DAN, c.PauseClocks(why="", until="tomorrow")),
        (BLUE, c.TakeVacation(start="now", end="later")),
        (c.SERVICE, c.CreditOutage(outage="o", start="", end="")),
    ]
    for actor, command in commands:
        assert refusal(state, actor, command, 5) == "clock/time", command


def test_an_order_is_taken_unless_the_clocks_are_stopped() -> None:
    state = timed()
    check_order(state, "blue", START + 1)
    stopped = after(state, DAN, c.PauseClocks(why="", until=instant_text(START + MINUTE)), 1)
    with pytest.raises(Refused, match="clock/paused"):
        check_order(stopped, "blue", START + 2)
    check_order(stopped, "blue", START + MINUTE)
    play = after(state, DAN, c.PauseClocks(why="", play=True), 1)
    check_order(play, "blue", START + 2)


def test_deciding_and_folding_change_nothing_they_are_given() -> None:
    state = timed()
    before = msgspec.json.encode([state.clocks, state.running, state.now])
    after(state, GREY, c.GiveTime(to="blue", ms=MINUTE), MINUTE)
    after(state, c.SERVICE, c.FindFlag(timeline="main", version=1), 2 * HOUR)
    assert msgspec.json.encode([state.clocks, state.running, state.now]) == before
    assert first_flags(state)[0].seat == "blue"


def test_time_that_is_given_has_bounds() -> None:
    state = timed()
    assert asked(state, GREY, c.GiveTime(to="blue", ms=1), 0) == [e.TimeGiven("grey", "blue", 1)]
    assert refusal(state, GREY, c.GiveTime(to="blue", ms=0), 0) == "clock/time"
    most = LONGEST_MS - HOUR
    assert asked(state, GREY, c.GiveTime(to="blue", ms=most), 0)
    assert refusal(state, GREY, c.GiveTime(to="blue", ms=most + 1), 0) == "clock/time"
    add = c.AdjustTime(seat="blue", ms=most, why="ruling")
    assert asked(state, DAN, add, 0)
    assert refusal(state, DAN, msgspec.structs.replace(add, ms=most + 1), 0) == "clock/time"
    assert refusal(state, DAN, msgspec.structs.replace(add, ms=0), 0) == "clock/time"
    assert refusal(state, DAN, msgspec.structs.replace(add, seat="red"), 0) == "clock/seat"
    assert asked(state, DAN, msgspec.structs.replace(add, ms=-(10**18)), 0) == [
        e.TimeAdjusted("blue", -HOUR, "ruling", "dan")
    ]


def test_a_reserve_is_drawn_up_to_the_cap_and_to_its_end() -> None:
    document = {"stages": [{"bank_ms": "1h", "cap_ms": "1h"}], "reserve": "drawn", "reserve_ms": "10m"}
    state = timed(control_of(document, SEATS))
    assert refusal(state, BLUE, c.DrawReserve(), 0) == "clock/reserve"
    for ms in (0, -1, 5 * MINUTE + 1):
        assert refusal(state, BLUE, c.DrawReserve(ms=ms), 5 * MINUTE) == "clock/reserve"
    assert asked(state, BLUE, c.DrawReserve(), 5 * MINUTE) == [e.ReserveDrawn("blue", 5 * MINUTE)]
    assert asked(state, BLUE, c.DrawReserve(ms=1), 5 * MINUTE) == [e.ReserveDrawn("blue", 1)]
    assert asked(state, BLUE, c.DrawReserve(), 30 * MINUTE) == [e.ReserveDrawn("blue", 10 * MINUTE)]
    assert asked(state, BLUE, c.DrawReserve(ms=10 * MINUTE), 30 * MINUTE)
    assert refusal(state, BLUE, c.DrawReserve(ms=10 * MINUTE + 1), 30 * MINUTE) == "clock/reserve"
    drawn = after(state, BLUE, c.DrawReserve(), 30 * MINUTE)
    assert refusal(drawn, BLUE, c.DrawReserve(), 30 * MINUTE) == "clock/reserve"


def test_an_outage_is_over_and_has_a_length() -> None:
    state = timed()

    def outage(start: int, end: int, **given: int) -> c.CreditOutage:
        texts = instant_text(START + start), instant_text(START + end)
        return c.CreditOutage(outage="o1", start=texts[0], end=texts[1], given=given)

    (event,) = asked(state, c.SERVICE, outage(MINUTE, 2 * MINUTE), 2 * MINUTE)
    assert isinstance(event, e.TimeAdjusted)
    assert (event.seat, event.ms, event.why) == ("blue", MINUTE, "outage")
    assert refusal(state, c.SERVICE, outage(MINUTE, MINUTE), 2 * MINUTE) == "clock/outage"
    assert refusal(state, c.SERVICE, outage(MINUTE, 2 * MINUTE + 1), 2 * MINUTE) == "clock/outage"
    whole = outage(MINUTE, 2 * MINUTE, grey=MINUTE)
    assert asked(state, OPS, whole, 2 * MINUTE)[0] == msgspec.structs.replace(event, seat="grey", by="ops")
    assert refusal(state, OPS, outage(MINUTE, 2 * MINUTE, grey=MINUTE + 1), 2 * MINUTE) == "clock/outage"
    assert refusal(state, OPS, outage(MINUTE, 2 * MINUTE, grey=-1), 2 * MINUTE) == "clock/outage"
    assert refusal(state, OPS, outage(MINUTE, 2 * MINUTE, red=1), 2 * MINUTE) == "clock/seat"
    paused = after(state, DAN, c.PauseClocks(why=""), 1)
    assert asked(paused, c.SERVICE, outage(MINUTE, 2 * MINUTE), 2 * MINUTE) == []


def test_a_control_names_seats_of_the_game() -> None:
    control = named_control("armageddon 6m 5m", ("white", "black"))
    assert refusal(timed(), DAN, c.SetControl(control=control), 1) == "clock/seat"


def test_no_clock_grows_beyond_a_hundred_years() -> None:
    document = {"stages": [{"bank_ms": "3650d", "turns": 1}], "repeat": True}
    state = timed(control_of(document, SEATS))
    state = folded([pressed(0, "blue", completed=("blue",))] * 1_000, state)
    assert read_clock(state, "blue", START).left_ms == CEILING_MS < 2**53
