"""evolve(state, event): the clocks of a game from the events of its match. Pure; no decisions.

An event without an instant of its own happened at the last recorded time, which CommandAccepted moves on. An
earlier instant counts as the last recorded time: no clock gets time back because a machine's clock was set
back. Events that concern no clock change nothing.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match import events as m
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks.arithmetic import (
    allowed,
    begun,
    credited,
    handed_over,
    settled,
    shown,
    stint,
    topped_up,
    used_at,
)
from ironclad.domain.match.clocks.control import SEATED, Terms
from ironclad.domain.match.clocks.state import (
    ClockState,
    Pause,
    SeatClock,
    Talks,
    Vacation,
)
from ironclad.domain.match.clocks.times import DAY, NEVER, instant_of
from ironclad.domain.match.disputes.events import SeatVacated

_with = msgspec.structs.replace


def evolve(state: ClockState, event: Event) -> ClockState:
    """The clocks after an event. Raises Unreadable for an instant that is none."""
    change = _EVOLVERS.get(type(event))
    return state if change is None else change(state, event)


def folded(events: Iterable[Event], state: ClockState | None = None) -> ClockState:
    """The clocks after some events."""
    state = ClockState() if state is None else state
    for event in events:
        state = evolve(state, event)
    return state


def _pressed(state: ClockState, event: e.ClockPressed) -> ClockState:
    """Only the clocks that start, stop or hand over are computed: those that run on are not touched."""
    if state.control is None:
        return state
    at = max(state.now, instant_of(event.at))
    running, completed, before = event.running, event.completed, state.running
    held = state.holders
    holders = (running or None) if completed or held is None else held
    if event.holders is not None:
        holders = event.holders or None
    begins = state.counted_from(at)
    clocks = list(state.clocks)
    for place, seat in enumerate(state.seats):
        done, runs, ran = seat in completed, seat in running, seat in before
        if not (done or runs or ran):
            continue
        holds = holders is not None and seat in holders
        clock, terms = clocks[place], state.terms[place]
        if done:
            clock = handed_over(clock, terms, at)
        elif ran:
            if runs and holds == (held is not None and seat in held):
                continue
            clock = settled(clock, at)
        clocks[place] = stint(clock, begins, 0 if holds else terms.reaction_free_ms) if runs else clock
    for seat in event.arrived:
        place = state.seats.index(seat)
        clocks[place] = _with(clocks[place], arrived=True)
    return _with(state, clocks=tuple(clocks), running=running, holders=holders, now=at)


def with_time(state: ClockState, at: int) -> ClockState:
    """The clocks as of an instant, if it is after the last recorded time."""
    return state if at <= state.now else _with(state, now=at)


def _accepted(state: ClockState, event: m.CommandAccepted) -> ClockState:
    return with_time(state, instant_of(event.at))


def _opened(state: ClockState, event: m.GameOpened) -> ClockState:
    return _with(state, seats=event.seats)


def _control_set(state: ClockState, event: e.ControlSet) -> ClockState:
    """The turn under way begins again; vacations and who has come are kept."""
    control, now = event.control, state.now
    starts = 0 if control.starts == SEATED else instant_of(control.starts)
    terms = control.all_terms(state.seats)
    clocks = []
    for place, theirs in enumerate(terms):
        old = state.clocks[place] if state.clocks else None
        clock = begun(theirs)
        if old is not None:
            left, reserve, _ = shown(old, state.terms[place], now)
            free = min(settled(old, now).free, theirs.reaction_free_ms)
            kept = old.arrived, old.vacation, old.vacation_days
            if event.carry == "keep":
                reserve = reserve if theirs.reserve != "none" else 0
                clock = SeatClock(left, reserve, periods=clock.periods)
            clock = _with(clock, free=free, arrived=kept[0], vacation=kept[1], vacation_days=kept[2])
        clocks.append(clock)
    talks = _with(state.talks, controls={})
    state = _with(state, control=control, terms=terms, clocks=tuple(clocks), starts=starts, talks=talks)
    return _run_from_now(state)


def _run_from_now(state: ClockState) -> ClockState:
    """The clocks of the seats that run are counted from now on, or from when the pause ends."""
    begins = state.counted_from(state.now)
    clocks = list(state.clocks)
    for place, seat in enumerate(state.seats):
        if seat in state.running and clocks:
            clock = settled(clocks[place], state.now)
            clocks[place] = stint(clock, begins, clock.free)
    return _with(state, clocks=tuple(clocks))


def _with_clock(state: ClockState, seat: str, change: Callable[[SeatClock, Terms], SeatClock]) -> ClockState:
    clock, terms = state.of(seat)
    place = state.seats.index(seat)
    clocks = (*state.clocks[:place], change(clock, terms), *state.clocks[place + 1 :])
    return _with(state, clocks=clocks)


def _given(state: ClockState, event: e.TimeGiven) -> ClockState:
    return _with_clock(state, event.to, lambda clock, terms: topped_up(clock, terms, state.now, event.ms))


def _drawn(state: ClockState, event: e.ReserveDrawn) -> ClockState:
    def draw(clock: SeatClock, terms: Terms) -> SeatClock:
        clock = topped_up(clock, terms, state.now, event.ms)
        return _with(clock, reserve=clock.reserve - event.ms)

    return _with_clock(state, event.seat, draw)


def _adjusted(state: ClockState, event: e.TimeAdjusted) -> ClockState:
    outage = event.outage
    if outage is not None:
        state = _with(state, outages=state.outages | {outage.id})
    change = topped_up if outage is None else credited
    return _with_clock(state, event.seat, lambda clock, terms: change(clock, terms, state.now, event.ms))


def _paused(state: ClockState, event: e.ClocksPaused) -> ClockState:
    until = NEVER if event.until is None else instant_of(event.until)
    talks = _with(state.talks, pauses={}, resumes=(), adjournment=None)
    pause = Pause(event.by, event.why, until, event.play, state.now)
    return _run_from_now(_with(state, pause=pause, talks=talks))


def _resumed(state: ClockState, event: e.ClocksResumed) -> ClockState:
    return _run_from_now(_with(state, pause=None, talks=_with(state.talks, resumes=())))


def _vacation_taken(state: ClockState, event: e.VacationTaken) -> ClockState:
    vacation = Vacation(instant_of(event.start), instant_of(event.end))

    def leave(clock: SeatClock, terms: Terms) -> SeatClock:
        days = clock.vacation_days + (vacation.end - vacation.start) // DAY
        return _with(_renewed(clock, state.now), vacation=vacation, vacation_days=days)

    return _with_clock(state, event.seat, leave)


def _renewed(clock: SeatClock, at: int) -> SeatClock:
    """The clock with its time counted up to an instant, and counted on from there."""
    done = settled(clock, at)
    return stint(done, max(clock.since, at), done.free)


def _vacation_ended(state: ClockState, event: e.VacationEnded) -> ClockState:
    """A day that had begun is used up; of a vacation that had not begun none is."""

    def back(clock: SeatClock, terms: Terms) -> SeatClock:
        vacation = clock.vacation
        if vacation is None:
            return clock
        whole = (vacation.end - vacation.start) // DAY
        taken = min(whole, -(-max(0, state.now - vacation.start) // DAY))
        days = clock.vacation_days - whole + taken
        return _with(_renewed(clock, state.now), vacation=None, vacation_days=days)

    return _with_clock(state, event.seat, back)


def _flagged(state: ClockState, event: e.Flagged) -> ClockState:
    """The time of the turn stays what it was at the deadline."""
    deadline = instant_of(event.deadline)

    def stop(clock: SeatClock, terms: Terms) -> SeatClock:
        used = min(used_at(clock, deadline), allowed(clock, terms))
        return _with(clock, turn=_with(clock.turn, used=used, flagged=True), free=0)

    return _with_clock(state, event.seat, stop)


def _forgiven(state: ClockState, event: e.FlagForgiven) -> ClockState:
    """The turn is set back from its deadline by `ms`; what is more than the turn had is added."""

    def lift(clock: SeatClock, terms: Terms) -> SeatClock:
        more = max(0, event.ms - clock.turn.used)
        turn = _with(clock.turn, flagged=False, spare=clock.turn.spare + more)
        clock = _with(clock, turn=turn, since=NEVER)
        return credited(clock, terms, state.now, event.ms)

    return _run_from_now(_with_clock(state, event.seat, lift))


def _ended(state: ClockState, event: m.GameEnded) -> ClockState:
    """All clocks stop; what was proposed lapses."""
    at = max(state.now, instant_of(event.at)) if event.at else state.now
    talks = Talks(sealed=state.talks.sealed)
    return _run_from_now(_with(state, now=at, ended=event.how, talks=talks))


def _continued(state: ClockState, event: e.EndLifted) -> ClockState:
    return _run_from_now(_with(state, ended=""))


def _moved(state: ClockState, event: m.GameMoved) -> ClockState:
    """All stints were on the line that was left, and what was sealed: the press that follows says who runs.

    A rewind lifts an end, too.
    """
    stopped = tuple(settled(clock, state.now) for clock in state.clocks)
    talks = _with(state.talks, sealed=None)
    return _with(state, clocks=stopped, running=(), holders=None, ended="", talks=talks)


def _control_asked(state: ClockState, event: e.ControlAsked) -> ClockState:
    asked = {**state.talks.controls, event.seat: event}
    return _with(state, talks=_with(state.talks, controls=asked))


def _control_withdrawn(state: ClockState, event: e.ControlWithdrawn) -> ClockState:
    asked = {seat: each for seat, each in state.talks.controls.items() if seat != event.seat}
    return _with(state, talks=_with(state.talks, controls=asked))


def _pause_proposed(state: ClockState, event: e.PauseProposed) -> ClockState:
    pauses = {**state.talks.pauses, event.pause: event}
    return _with(state, talks=_with(state.talks, pauses=pauses))


def _pause_declined(state: ClockState, event: e.PauseDeclined) -> ClockState:
    pauses = {pause: each for pause, each in state.talks.pauses.items() if pause != event.pause}
    return _with(state, talks=_with(state.talks, pauses=pauses))


def _resume_asked(state: ClockState, event: e.ResumeAsked) -> ClockState:
    return _with(state, talks=_with(state.talks, resumes=(*state.talks.resumes, event.seat)))


def _adjournment_called(state: ClockState, event: e.AdjournmentCalled) -> ClockState:
    return _with(state, talks=_with(state.talks, pauses={}, adjournment=event))


def _sealed(state: ClockState, event: e.MoveSealed) -> ClockState:
    return _with(state, talks=_with(state.talks, sealed=event))


def _unsealed(state: ClockState, event: e.SealedMoveOpened) -> ClockState:
    return _with(state, talks=_with(state.talks, sealed=None))


def _vacated(state: ClockState, event: SeatVacated) -> ClockState:
    """What the seat's player had asked for, or sealed, lapses; the seat's time is kept."""
    seat, talks = event.seat, state.talks
    talks = _with(
        talks,
        pauses={pause: each for pause, each in talks.pauses.items() if each.seat != seat},
        controls={other: each for other, each in talks.controls.items() if other != seat},
        resumes=tuple(each for each in talks.resumes if each != seat),
        sealed=None if talks.sealed is not None and talks.sealed.seat == seat else talks.sealed,
    )
    return _with(state, talks=talks)


_EVOLVERS: dict[type[Event], Callable[[ClockState, Any], ClockState]] = {
    m.CommandAccepted: _accepted,
    m.GameOpened: _opened,
    m.GameEnded: _ended,
    m.GameMoved: _moved,
    SeatVacated: _vacated,
    e.ControlSet: _control_set,
    e.ControlAsked: _control_asked,
    e.ControlWithdrawn: _control_withdrawn,
    e.ClockPressed: _pressed,
    e.TimeGiven: _given,
    e.ReserveDrawn: _drawn,
    e.TimeAdjusted: _adjusted,
    e.PauseProposed: _pause_proposed,
    e.PauseDeclined: _pause_declined,
    e.AdjournmentCalled: _adjournment_called,
    e.ClocksPaused: _paused,
    e.ResumeAsked: _resume_asked,
    e.ClocksResumed: _resumed,
    e.VacationTaken: _vacation_taken,
    e.VacationEnded: _vacation_ended,
    e.MoveSealed: _sealed,
    e.SealedMoveOpened: _unsealed,
    e.Flagged: _flagged,
    e.FlagForgiven: _forgiven,
    e.EndLifted: _continued,
}
