"""What is asked of a game's clocks. Durations are whole milliseconds, instants RFC 3339 in UTC.

Fields marked + in their docstring are filled in by the service.
"""

from typing import Literal

import msgspec

from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.match.clocks.control import Control
from ironclad.domain.match.clocks.events import Carry

Role = Literal["seat", "director", "operator", "service"]


class Actor(msgspec.Struct, frozen=True):
    """Who asks: a seat by its name, an official or an operator by pseudonym, or the service itself ("")."""

    name: str
    role: Role


SERVICE = Actor("", "service")


class SetControl(Command, frozen=True, tag_field="type", tag="set_control"):
    """All seats ask for the same control; a director's ruling or the opener sets one alone."""

    control: Control
    carry: Carry = "keep"


class WithdrawControl(Command, frozen=True, tag_field="type", tag="withdraw_control"):
    """Withdraw the own request for another control, or decline that of `seat`."""

    seat: str


class PressClock(Command, frozen=True, tag_field="type", tag="press_clock"):
    """The service's own, with every command on the game's line: who runs after it, and who handed over.

    holders: as in the event, with what moves the game to another place.
    """

    timeline: str
    version: int
    running: tuple[str, ...]
    completed: tuple[str, ...] = ()
    arrived: tuple[str, ...] = ()
    holders: tuple[str, ...] | None = None


class GiveTime(Command, frozen=True, tag_field="type", tag="give_time"):
    to: str
    ms: int


class DrawReserve(Command, frozen=True, tag_field="type", tag="draw_reserve"):
    """Move `ms` from the reserve to the clock; None is as much as the cap allows."""

    ms: int | None = None


class AdjustTime(Command, frozen=True, tag_field="type", tag="adjust_time"):
    """A director adds time to a clock, or takes some from it (`ms` below 0)."""

    seat: str
    ms: int
    why: Literal["ruling", "disturbance"]
    claim: int | None = None


class CreditOutage(
    Command, frozen=True, tag_field="type", tag="credit_outage", rename={"start": "from", "end": "to"}
):
    """Credit a stretch in which the service did not work to each seat that ran, once for its id.

    given: by seat what an operator credits instead, for an outage that was seen too late.
    """

    outage: str
    start: str
    end: str
    given: dict[str, int] = msgspec.field(default_factory=dict)


class ProposePause(Command, frozen=True, tag_field="type", tag="propose_pause"):
    """`pause` is the proposal's id. adjourn: the holder seals its command first."""

    pause: str
    until: str
    why: str = ""
    adjourn: bool = False


class AcceptPause(Command, frozen=True, tag_field="type", tag="accept_pause"):
    pause: str


class DeclinePause(Command, frozen=True, tag_field="type", tag="decline_pause"):
    """Decline a proposed pause, or withdraw the own one."""

    pause: str


class PauseClocks(Command, frozen=True, tag_field="type", tag="pause_clocks"):
    """A director stops all clocks. play: whether orders are taken meanwhile."""

    why: str
    until: str | None = None
    play: bool = False


class ResumeClocks(Command, frozen=True, tag_field="type", tag="resume_clocks"):
    """A director ends a pause; seats end an agreed one together."""

    why: str = ""


class Adjourn(Command, frozen=True, tag_field="type", tag="adjourn"):
    """A director adjourns the game: the holder seals its command, then the clocks stop."""

    why: str
    until: str | None = None


class SealMove(Command, frozen=True, tag_field="type", tag="seal_move"):
    """The holder commits to its next request by a digest, as an intent does."""

    timeline: str
    digest: str


class OpenSealedMove(Command, frozen=True, tag_field="type", tag="open_sealed_move"):
    """+ The sealed request of `seat` was given: at `version` it was accepted, None where it was refused."""

    seat: str
    version: int | None


class TakeVacation(
    Command, frozen=True, tag_field="type", tag="take_vacation", rename={"start": "from", "end": "to"}
):
    start: str
    end: str


class EndVacation(Command, frozen=True, tag_field="type", tag="end_vacation"):
    pass


class FindFlag(Command, frozen=True, tag_field="type", tag="find_flag"):
    """Flag the seats that are out of time first. + The place in the log where a lost game ends."""

    timeline: str
    version: int


class ForgiveFlag(Command, frozen=True, tag_field="type", tag="forgive_flag"):
    """Lift a flag. claim: of a ruling. + round_closed: the round of the tournament is over."""

    seat: str
    ms: int = 60_000
    why: str = ""
    claim: int | None = None
    round_closed: bool = False


CLOCK_COMMANDS: tuple[type[Command], ...] = (
    SetControl,
    WithdrawControl,
    PressClock,
    GiveTime,
    DrawReserve,
    AdjustTime,
    CreditOutage,
    ProposePause,
    AcceptPause,
    DeclinePause,
    PauseClocks,
    ResumeClocks,
    Adjourn,
    SealMove,
    OpenSealedMove,
    TakeVacation,
    EndVacation,
    FindFlag,
    ForgiveFlag,
)

NO_REQUESTS: tuple[type[Command], ...] = (PressClock, AdjustTime, PauseClocks, Adjourn)
"""What nobody asks for as it is: a press joins the append of a request, and what directors ask of clocks are
requests about disputes (`stop_clocks`, `adjust_clock`, `call_adjournment`) that come to the others."""
