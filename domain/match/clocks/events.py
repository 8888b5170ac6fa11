"""The events of clocks, in the match's stream. No remaining time is in them: it is folded (fold.py).

Instants are RFC 3339 in UTC with milliseconds, durations whole milliseconds. An event without an instant of
its own happened at the time of the command whose append it is in.
"""

from typing import Literal

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.clocks.control import Control

AGREEMENT = "agreement"
"""Stands as `by` where all seats agreed."""

Carry = Literal["fresh", "keep"]
Why = Literal["ruling", "disturbance", "outage", "agreement"]


class ControlSet(Event, frozen=True, tag_field="type", tag="control_set"):
    """The game is played by this control from here on. `by` is the opener, an official or "agreement".

    carry: the clocks start again (fresh), or each keeps what it shows (keep).
    """

    control: Control
    carry: Carry
    by: str


class ControlAsked(Event, frozen=True, tag_field="type", tag="control_asked"):
    """A seat asks for another control; it is set when all other seats ask for the same."""

    seat: str
    control: Control
    carry: Carry


class ControlWithdrawn(Event, frozen=True, tag_field="type", tag="control_withdrawn"):
    """What `seat` had asked for was withdrawn, or declined by the seat `by`."""

    seat: str
    by: str


class ClockPressed(Event, frozen=True, omit_defaults=True, tag_field="type", tag="clock_pressed"):
    """From `at` on, the time of `running` is counted; `completed` handed over with the command at `version`.

    running: the seats that owe a decision, a link or a dice anchor, in seat order. arrived: the seats whose
    first command of the game this is, in a game with `no_show_ms`. holders: the seats that hold the turn,
    where a rewind or a ruling moved the game to another place (None: as the presses before it say).
    """

    timeline: str
    version: int
    at: str
    running: tuple[str, ...]
    completed: tuple[str, ...] = ()
    arrived: tuple[str, ...] = ()
    holders: tuple[str, ...] | None = None


class TimeGiven(Event, frozen=True, tag_field="type", tag="time_given"):
    """A seat gives the other one time; its own clock keeps what it has."""

    by: str
    to: str
    ms: int


class ReserveDrawn(Event, frozen=True, tag_field="type", tag="reserve_drawn"):
    """A seat moves time from its reserve to its clock."""

    seat: str
    ms: int


class Outage(msgspec.Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """A stretch in which the service did not work."""

    id: str
    start: str
    end: str


class TimeAdjusted(Event, frozen=True, omit_defaults=True, tag_field="type", tag="time_adjusted"):
    """Time is added to a clock, or taken from it (`ms` below 0), but never to below 0.

    What is credited for an outage comes off the time of the turn; what is more than that is added to the
    clock.
    claim: the number of the claim that was ruled on. outage: what the time is credited for.
    """

    seat: str
    ms: int
    why: Why
    by: str
    claim: int | None = None
    outage: Outage | None = None


class PauseProposed(Event, frozen=True, omit_defaults=True, tag_field="type", tag="pause_proposed"):
    """A seat proposes to stop all clocks until an instant; with `adjourn`, after a sealed command."""

    pause: str
    seat: str
    until: str
    why: str = ""
    adjourn: bool = False


class PauseDeclined(Event, frozen=True, tag_field="type", tag="pause_declined"):
    """A proposed pause was declined, or withdrawn by its own seat; `by` did so."""

    pause: str
    by: str


class AdjournmentCalled(Event, frozen=True, tag_field="type", tag="adjournment_called"):
    """The seat that holds the turn has to seal its command; then the clocks stop. `by` as in ControlSet."""

    by: str
    until: str | None
    why: str


class ClocksPaused(Event, frozen=True, tag_field="type", tag="clocks_paused"):
    """All clocks stop. The pause ends at `until` by itself (None: by ClocksResumed).

    play: whether orders are taken meanwhile.
    """

    by: str
    why: str
    until: str | None = None
    play: bool = False


class ResumeAsked(Event, frozen=True, tag_field="type", tag="resume_asked"):
    """A seat asks to end an agreed pause; it ends when all other seats ask for it too."""

    seat: str


class ClocksResumed(Event, frozen=True, tag_field="type", tag="clocks_resumed"):
    by: str
    why: str


class VacationTaken(
    Event, frozen=True, tag_field="type", tag="vacation_taken", rename={"start": "from", "end": "to"}
):
    """The clock of one seat stops for whole days; it may give orders meanwhile."""

    seat: str
    start: str
    end: str


class VacationEnded(Event, frozen=True, tag_field="type", tag="vacation_ended"):
    """The vacation ends before its time; a day that had begun is used up."""

    seat: str


class MoveSealed(Event, frozen=True, tag_field="type", tag="move_sealed"):
    """The seat that holds the turn has committed to its next request by a digest, as in an intent."""

    timeline: str
    seat: str
    digest: str


class SealedMoveOpened(Event, frozen=True, tag_field="type", tag="sealed_move_opened"):
    """The sealed request was given, and accepted at `version`; None where the rules refused it."""

    seat: str
    version: int | None


class Flagged(Event, frozen=True, tag_field="type", tag="flagged"):
    """A seat was out of time: `deadline` was its last instant, `found_at` is when that was found."""

    seat: str
    deadline: str
    found_at: str


class FlagForgiven(Event, frozen=True, tag_field="type", tag="flag_forgiven"):
    """A flag is lifted; the seat has `ms` from now on. `by` is "" where its request had arrived in time."""

    seat: str
    by: str
    ms: int
    why: str


class EndLifted(Event, frozen=True, omit_defaults=True, tag_field="type", tag="end_lifted"):
    """The end of the game is taken back: it continues. claim: as in TimeAdjusted."""

    by: str
    why: str
    claim: int | None = None


CLOCK_EVENTS: tuple[type[Event], ...] = (
    ControlSet,
    ControlAsked,
    ControlWithdrawn,
    ClockPressed,
    TimeGiven,
    ReserveDrawn,
    TimeAdjusted,
    PauseProposed,
    PauseDeclined,
    AdjournmentCalled,
    ClocksPaused,
    ResumeAsked,
    ClocksResumed,
    VacationTaken,
    VacationEnded,
    MoveSealed,
    SealedMoveOpened,
    Flagged,
    FlagForgiven,
    EndLifted,
)
"""What the match's registry is given with them."""
