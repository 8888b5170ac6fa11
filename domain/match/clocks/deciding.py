"""decide(state, actor, command, at) gives events or refuses; pure, and the same for every ruleset.

Who is out of time at `at` has to be flagged before anything else is decided (FindFlag), so that the deadline
decides and never the order in which requests are looked at. Refusals name their rule as `clock/…`:
control (the game is not timed) · flag (somebody is out of time: that comes first) · seat · by (not this
caller's) · asked · time · reserve · outage · paused · pause · no-pause · proposal · own-proposal · adjourn ·
sealed · vacation · no-flag · forgiven · round; and `match/over`, `take-back/clock`.
"""

from collections.abc import Callable
from typing import Any

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks import flagging, pausing
from ironclad.domain.match.clocks.arithmetic import counted, shown
from ironclad.domain.match.clocks.checks import by, known, read_instant, running
from ironclad.domain.match.clocks.commands import Actor
from ironclad.domain.match.clocks.deadlines import out_of_time
from ironclad.domain.match.clocks.fold import folded, with_time
from ironclad.domain.match.clocks.reading import LONGEST_MS
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import duration_text, instant_text


def decide(state: ClockState, actor: Actor, command: Command, at: int) -> list[Event]:
    """The events that a command causes at an instant (ms since 1970). Raises Refused; changes nothing.

    An instant before the last recorded time counts as that.
    """
    at = max(at, state.now)
    if actor.role == "seat":
        known(state, actor.name)
    if not isinstance(command, c.SetControl | c.WithdrawControl | c.PressClock):
        require(state.control is not None, "clock/control", "the game is not timed")
    if not isinstance(command, c.FindFlag | c.CreditOutage):
        late = out_of_time(state, at)
        seats = " and ".join(each.seat for each in late)
        require(not late, "clock/flag", f"{seats} ran out of time: that is to be recorded first")
    return _DECIDERS[type(command)](state, actor, command, at)


def check_order(state: ClockState, seat: str, at: int, sealed: bool = False) -> None:
    """Check that an order of a seat is taken at an instant. Raises Refused.

    sealed: it is the request that the seat has sealed, as its digest shows.
    """
    pause = state.paused(max(at, state.now))
    require(pause is None or pause.play, "clock/paused", "the clocks are stopped: no order is taken")
    waits = state.talks.sealed
    if waits is not None and not sealed:
        raise Refused("clock/sealed", f"{waits.seat} has sealed a command: it is given first")


def check_take_back(state: ClockState, hands_over: bool) -> None:
    """A hand-over is not taken back in a timed game. Raises Refused."""
    taken = state.control is not None and hands_over
    require(not taken, "take-back/clock", "the turn was handed over: propose a rewind instead")


def time_of_credit(state: ClockState, credits: list[Event], at: int) -> int:
    """The instant under which a credit for an outage is recorded that is given at `at`.

    It is that, unless the credit does not save a seat: then it is the end of that seat's time, so that the
    flag that follows is recorded under its own time, and no other clock runs on until somebody looked.
    """
    at = max(at, state.now)
    late = out_of_time(folded(credits, with_time(state, at)), at)
    return late[0].limit if late else at


def clocks_as_then(
    state: ClockState, at: int, then: ClockState, then_at: int, why: e.Why, who: str, claim: int | None = None
) -> list[Event]:
    """What sets each clock to what it showed at an earlier instant, in the state that was folded up to it.

    Used for a rewind. Turns, periods, blocks and the reserve stay what they are now.
    """
    events: list[Event] = []
    for seat in state.seats:
        clock, terms = state.of(seat)
        now_ms = shown(clock, terms, max(at, state.now))[0]
        then_ms = shown(*then.of(seat), max(then_at, then.now))[0]
        if then_ms != now_ms:
            events.append(e.TimeAdjusted(seat, then_ms - now_ms, why, who, claim))
    return events


def _set_control(state: ClockState, actor: Actor, command: c.SetControl, at: int) -> list[Event]:
    running(state)
    by(actor, "seat", "director", "service")
    for seat in command.control.seats:
        known(state, seat)
    if actor.role != "seat":
        return [e.ControlSet(command.control, command.carry, actor.name)]
    asked = e.ControlAsked(actor.name, command.control, command.carry)
    others = [each for seat, each in state.talks.controls.items() if seat != actor.name]
    same = all((each.control, each.carry) == (command.control, command.carry) for each in others)
    require(same, "clock/asked", "another control was asked for: ask for the same, or decline that first")
    again = state.talks.controls.get(actor.name) == asked
    require(not again, "clock/asked", "you have asked for this already: the other seat has to agree")
    if len(others) + 1 < len(state.seats):
        return [asked]
    return [e.ControlSet(command.control, command.carry, e.AGREEMENT)]


def _withdraw_control(state: ClockState, actor: Actor, command: c.WithdrawControl, at: int) -> list[Event]:
    running(state)
    by(actor, "seat")
    asked = command.seat in state.talks.controls
    require(asked, "clock/asked", f"{command.seat} has not asked for another control")
    return [e.ControlWithdrawn(command.seat, actor.name)]


def _press(state: ClockState, actor: Actor, command: c.PressClock, at: int) -> list[Event]:
    """Nothing where the game is not timed, or where nothing changes."""
    by(actor, "service")
    for seats in (command.running, command.completed, command.arrived, command.holders or ()):
        for seat in seats:
            known(state, seat)
        require(len(set(seats)) == len(seats), "clock/seat", "a seat is named twice")
    clocks = dict(zip(state.seats, state.clocks, strict=False))
    arrived = tuple(seat for seat in command.arrived if seat in clocks and not clocks[seat].arrived)
    run, done = _in_order(state, command.running), _in_order(state, command.completed)
    held = None if command.holders is None else _in_order(state, command.holders)
    same = not done and not arrived and run == state.running and held in (None, state.holders or ())
    if state.control is None or same:
        return []
    return [e.ClockPressed(command.timeline, command.version, instant_text(at), run, done, arrived, held)]


def _in_order(state: ClockState, seats: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(seat for seat in state.seats if seat in seats)


def _room(state: ClockState, seat: str, ms: int, at: int) -> None:
    """No clock has more than ten years."""
    left = shown(*state.of(seat), at)[0]
    require(left + ms <= LONGEST_MS, "clock/time", f"a clock has no more than {duration_text(LONGEST_MS)}")


def _give(state: ClockState, actor: Actor, command: c.GiveTime, at: int) -> list[Event]:
    running(state)
    by(actor, "seat")
    known(state, command.to)
    require(command.to != actor.name, "clock/time", "time is given to the other seat")
    require(command.ms > 0, "clock/time", "time is given, never taken")
    _room(state, command.to, command.ms, at)
    return [e.TimeGiven(actor.name, command.to, command.ms)]


def _draw(state: ClockState, actor: Actor, command: c.DrawReserve, at: int) -> list[Event]:
    running(state)
    by(actor, "seat")
    clock, terms = state.of(actor.name)
    require(terms.reserve == "drawn", "clock/reserve", "this control has no reserve that is drawn by command")
    left, reserve, _ = shown(clock, terms, at)
    cap = terms.stages[clock.stage].cap_ms
    room = max(0, (LONGEST_MS if cap is None else cap) - left)
    ms = min(room, reserve) if command.ms is None else command.ms
    require(0 < ms <= reserve, "clock/reserve", f"the reserve has {duration_text(reserve)}")
    require(ms <= room, "clock/reserve", f"the clock takes {duration_text(room)} up to its cap")
    return [e.ReserveDrawn(actor.name, ms)]


def _adjust(state: ClockState, actor: Actor, command: c.AdjustTime, at: int) -> list[Event]:
    running(state)
    by(actor, "director")
    known(state, command.seat)
    left = shown(*state.of(command.seat), at)[0]
    ms = max(command.ms, -left)
    require(ms, "clock/time", "that would change nothing: no clock is set below 0")
    _room(state, command.seat, ms, at)
    return [e.TimeAdjusted(command.seat, ms, command.why, actor.name, command.claim)]


def _credit(state: ClockState, actor: Actor, command: c.CreditOutage, at: int) -> list[Event]:
    """To each seat that ran its part of the stretch, free reaction time too; nothing where nobody ran."""
    running(state)
    by(actor, "service", "operator")
    require(command.outage not in state.outages, "clock/outage", f"{command.outage} was credited before")
    start, end = read_instant(command.start), read_instant(command.end)
    require(start < end <= at, "clock/outage", "an outage that is over, from an instant to a later one")
    require(not command.given or actor.role == "operator", "clock/by", "only an operator names times")
    events: list[Event] = []
    for seat in command.given:
        known(state, seat)
    for seat in state.seats:
        clock, _ = state.of(seat)
        ms = counted(clock, end) - counted(clock, start)
        ms = command.given.get(seat, 0) if command.given else ms
        require(0 <= ms <= end - start, "clock/outage", "no more is credited than the outage lasted")
        if ms:
            outage = e.Outage(command.outage, instant_text(start), instant_text(end))
            events.append(e.TimeAdjusted(seat, ms, "outage", actor.name, None, outage))
    return events


_DECIDERS: dict[type[Command], Callable[[ClockState, Actor, Any, int], list[Event]]] = {
    c.SetControl: _set_control,
    c.WithdrawControl: _withdraw_control,
    c.PressClock: _press,
    c.GiveTime: _give,
    c.DrawReserve: _draw,
    c.AdjustTime: _adjust,
    c.CreditOutage: _credit,
    c.ProposePause: pausing.propose,
    c.AcceptPause: pausing.accept,
    c.DeclinePause: pausing.decline,
    c.PauseClocks: pausing.pause,
    c.ResumeClocks: pausing.resume,
    c.Adjourn: pausing.adjourn,
    c.SealMove: pausing.seal,
    c.OpenSealedMove: pausing.open_sealed,
    c.TakeVacation: pausing.take_vacation,
    c.EndVacation: pausing.end_vacation,
    c.FindFlag: flagging.find,
    c.ForgiveFlag: flagging.forgive,
}
