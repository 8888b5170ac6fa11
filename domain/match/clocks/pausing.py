"""Pauses, adjournments and vacations: what stops clocks without a flag. Pure.

A pause that the seats agree on has an end, and they may end it before together. A director's may be without
one. An agreed pause and a director's are not stacked: one ends before another begins.
"""

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks.checks import by, read_instant, running, short
from ironclad.domain.match.clocks.commands import Actor
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import DAY, instant_text

LONGEST_PAUSE_DAYS = 366
DIGEST_DIGITS = 64


def _not_paused(state: ClockState, at: int) -> None:
    require(state.paused(at) is None, "clock/paused", "the clocks are stopped already")


def _until(text: str, at: int) -> str:
    """The end of a pause, as it is stored: after now, and within a year. Raises Refused."""
    until = read_instant(text)
    require(at < until <= at + LONGEST_PAUSE_DAYS * DAY, "clock/pause", "a pause ends later, within a year")
    return instant_text(until)


def propose(state: ClockState, actor: Actor, command: c.ProposePause, at: int) -> list[Event]:
    running(state)
    by(actor, "seat")
    assert state.control is not None
    agreed = state.control.pause == "agreement"
    require(agreed, "clock/pause", "in this game the director alone stops the clocks")
    _not_paused(state, at)
    short(command.why)
    open_ = state.talks.pauses
    require(command.pause not in open_, "clock/proposal", "another proposal has this id")
    waits = any(each.seat == actor.name for each in open_.values())
    require(not waits, "clock/proposal", "first withdraw your proposal that waits for an answer")
    require(state.talks.adjournment is None, "clock/adjourn", "the game is being adjourned")
    if command.adjourn:
        _nothing_sealed(state)
    until = _until(command.until, at)
    return [e.PauseProposed(command.pause, actor.name, until, command.why, command.adjourn)]


def _proposal(state: ClockState, pause: str) -> e.PauseProposed:
    found = state.talks.pauses.get(pause)
    if found is None:
        raise Refused("clock/proposal", f"no pause {pause[:40]!r} was proposed")
    return found


def accept(state: ClockState, actor: Actor, command: c.AcceptPause, at: int) -> list[Event]:
    running(state)
    by(actor, "seat")
    proposal = _proposal(state, command.pause)
    require(proposal.seat != actor.name, "clock/own-proposal", "the other seat must agree to it")
    require(at < read_instant(proposal.until), "clock/pause", "the pause would be over already")
    if proposal.adjourn:
        return [e.AdjournmentCalled(e.AGREEMENT, proposal.until, proposal.why)]
    return [e.ClocksPaused(e.AGREEMENT, proposal.why, proposal.until)]


def decline(state: ClockState, actor: Actor, command: c.DeclinePause, at: int) -> list[Event]:
    running(state)
    by(actor, "seat")
    return [e.PauseDeclined(_proposal(state, command.pause).pause, actor.name)]


def pause(state: ClockState, actor: Actor, command: c.PauseClocks, at: int) -> list[Event]:
    running(state)
    by(actor, "director")
    _not_paused(state, at)
    short(command.why)
    until = None if command.until is None else _until(command.until, at)
    return [e.ClocksPaused(actor.name, command.why, until, command.play)]


def resume(state: ClockState, actor: Actor, command: c.ResumeClocks, at: int) -> list[Event]:
    """A flag's pause ends when the flag is forgiven, or by the director."""
    running(state)
    by(actor, "seat", "director")
    held = state.paused(at)
    if held is None:
        raise Refused("clock/no-pause", "the clocks are not stopped")
    short(command.why)
    if actor.role == "director":
        return [e.ClocksResumed(actor.name, command.why)]
    require(held.agreed, "clock/by", "the director stopped the clocks, and ends the pause")
    asked = {*state.talks.resumes}
    require(actor.name not in asked, "clock/asked", "you have asked for this: the other seat has to agree")
    if len(asked) + 1 < len(state.seats):
        return [e.ResumeAsked(actor.name)]
    return [e.ClocksResumed(e.AGREEMENT, command.why)]


def adjourn(state: ClockState, actor: Actor, command: c.Adjourn, at: int) -> list[Event]:
    running(state)
    by(actor, "director")
    _not_paused(state, at)
    short(command.why)
    _nothing_sealed(state)
    require(state.talks.adjournment is None, "clock/adjourn", "the game is being adjourned already")
    until = None if command.until is None else _until(command.until, at)
    return [e.AdjournmentCalled(actor.name, until, command.why)]


def _nothing_sealed(state: ClockState) -> None:
    require(state.talks.sealed is None, "clock/sealed", "a command that was sealed is to be given first")


def seal(state: ClockState, actor: Actor, command: c.SealMove, at: int) -> list[Event]:
    """The clocks stop as the holder seals; where the end of the adjournment is past by then, they run on."""
    running(state)
    by(actor, "seat")
    called = state.talks.adjournment
    if called is None:
        raise Refused("clock/adjourn", "the game is not being adjourned")
    holds = actor.name in (state.holders or ()) and actor.name in state.running
    require(holds, "clock/adjourn", "the seat that holds the turn seals its command")
    well = len(command.digest) == DIGEST_DIGITS and set(command.digest) <= set("0123456789abcdef")
    require(well, "clock/sealed", f"a digest is {DIGEST_DIGITS} hexadecimal digits")
    sealed = e.MoveSealed(command.timeline, actor.name, command.digest)
    return [sealed, e.ClocksPaused(called.by, called.why, called.until)]


def open_sealed(state: ClockState, actor: Actor, command: c.OpenSealedMove, at: int) -> list[Event]:
    running(state)
    by(actor, "service")
    require(state.paused(at) is None, "clock/paused", "the game is adjourned")
    sealed = state.talks.sealed
    require(sealed and sealed.seat == command.seat, "clock/sealed", f"{command.seat} has sealed no command")
    return [e.SealedMoveOpened(command.seat, command.version)]


def take_vacation(state: ClockState, actor: Actor, command: c.TakeVacation, at: int) -> list[Event]:
    """Whole days that begin now or later, as many as are left; one vacation at a time."""
    running(state)
    by(actor, "seat")
    clock, terms = state.of(actor.name)
    require(terms.vacation_days, "clock/vacation", "this control has no vacations")
    start, end = read_instant(command.start), read_instant(command.end)
    require(start >= at, "clock/vacation", "a vacation begins now or later")
    require(start <= at + LONGEST_PAUSE_DAYS * DAY, "clock/vacation", "a vacation begins within a year")
    days, rest = divmod(end - start, DAY)
    require(days > 0 and not rest, "clock/vacation", "a vacation lasts whole days of 24 hours")
    left = terms.vacation_days - clock.vacation_days
    require(days <= left, "clock/vacation", f"{left} of {terms.vacation_days} days are left")
    one = clock.vacation is None or clock.vacation.end <= at
    require(one, "clock/vacation", "another vacation is planned or under way: end it first")
    return [e.VacationTaken(actor.name, instant_text(start), instant_text(end))]


def end_vacation(state: ClockState, actor: Actor, command: c.EndVacation, at: int) -> list[Event]:
    running(state)
    by(actor, "seat")
    vacation = state.of(actor.name)[0].vacation
    there = vacation is not None and at < vacation.end
    require(there, "clock/vacation", "no vacation is planned or under way")
    return [e.VacationEnded(actor.name)]
