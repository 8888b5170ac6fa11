"""What several decisions about clocks check. All raise Refused."""

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.match.clocks.commands import Actor, Role
from ironclad.domain.match.clocks.state import ClockState
from ironclad.domain.match.clocks.times import instant_of

MOST_TEXT = 2_000


def running(state: ClockState) -> None:
    """The game is not over."""
    require(not state.ended, "match/over", "the game is over")


def known(state: ClockState, seat: str) -> None:
    """The game has this seat."""
    require(seat in state.seats, "clock/seat", f"the game has no seat {seat[:40]!r}")


def by(actor: Actor, *roles: Role) -> None:
    """The caller has one of these roles."""
    require(actor.role in roles, "clock/by", f"this is for the {' or the '.join(roles)}")


def read_instant(text: str) -> int:
    """An instant of a command, as ms since 1970."""
    try:
        return instant_of(text)
    except Unreadable as wrong:
        raise Refused("clock/time", str(wrong)) from wrong


def short(text: str) -> None:
    """A text that is kept in the log for ever is not long."""
    require(len(text) <= MOST_TEXT, "clock/text", f"a reason has no more than {MOST_TEXT:,} characters")
