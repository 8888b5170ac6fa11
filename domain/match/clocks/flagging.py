"""Flags: finding and forgiving them. Pure.

The service appends a flag as its own command, whose time is `limit` of the seat (its deadline and the grace).
One flag is recorded for one deadline, because the time of a flagged seat's turn does not move on.
"""

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks import events as e
from ironclad.domain.match.clocks.checks import by, known, running, short
from ironclad.domain.match.clocks.commands import Actor
from ironclad.domain.match.clocks.deadlines import Deadline, out_of_time
from ironclad.domain.match.clocks.reading import LONGEST_MS
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import MINUTE, duration_text, instant_text
from ironclad.domain.match.events import GameEnded

LEAST_FORGIVEN_MS = MINUTE
FLAG = "flag"
"""How a game ends by a flag, and why the clocks are stopped by one."""


def find(state: ClockState, actor: Actor, command: c.FindFlag, at: int) -> list[Event]:
    """The flags of the earliest limit; ask again until nobody is out of time."""
    by(actor, "service")
    running(state)
    assert state.control is not None
    late = out_of_time(state, at)
    require(late, "clock/no-flag", "nobody is out of time")
    events: list[Event] = [
        e.Flagged(each.seat, instant_text(each.deadline), instant_text(at)) for each in late
    ]
    if state.control.on_flag == "loss":
        events.append(_lost(state, late, command))
    elif state.control.on_flag == "director":
        events.append(e.ClocksPaused("", FLAG))
    return events


def _lost(state: ClockState, late: list[Deadline], command: c.FindFlag) -> GameEnded:
    """Of two seats the other one wins; nobody does where both ran out at the same millisecond."""
    flagged = [each.seat for each in late]
    others = [seat for seat in state.seats if seat not in flagged]
    winner = others[0] if len(others) == 1 else None
    reason = f"{' and '.join(flagged)} ran out of time"
    at = instant_text(late[0].limit)
    return GameEnded(command.timeline, command.version, FLAG, winner, reason, "clock/flag", at)


def forgive(state: ClockState, actor: Actor, command: c.ForgiveFlag, at: int) -> list[Event]:
    """By a director, the other seat, or the service for a request that had arrived in time.

    The game continues when no seat is flagged any more.
    """
    by(actor, "director", "seat", "service")
    known(state, command.seat)
    require(state.ended in ("", FLAG), "match/over", "the game did not end by a flag")
    require(actor.name != command.seat, "clock/by", "the other seat forgives a flag")
    flagged = [seat for seat in state.seats if state.of(seat)[0].turn.flagged]
    require(command.seat in flagged, "clock/no-flag", f"{command.seat} is not flagged")
    ruled = actor.role == "director" and command.claim is not None
    closed = command.round_closed and not ruled
    require(not closed, "clock/round", "the round is over: only a ruling lifts the flag")
    enough = LEAST_FORGIVEN_MS <= command.ms <= LONGEST_MS
    require(enough, "clock/forgiven", f"a forgiven seat has {duration_text(LEAST_FORGIVEN_MS)} or more")
    short(command.why)
    events: list[Event] = [e.FlagForgiven(command.seat, actor.name, command.ms, command.why)]
    if flagged != [command.seat]:
        return events
    if state.ended:
        events.append(e.EndLifted(actor.name, command.why, command.claim))
    held = state.paused(at)
    if held is not None and (held.by, held.why) == ("", FLAG):
        events.append(e.ClocksResumed(actor.name, command.why))
    return events
