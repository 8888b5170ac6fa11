"""What clocks show at an instant: times, deadlines, and which seat is out of time first.

A seat is in time up to its deadline, and its command is taken up to `limit`, which is the grace later. The
earliest limit decides, never when somebody looks.
"""

import msgspec

from ironclad.domain.match.clocks.arithmetic import deadline_of, shown, used_at
from ironclad.domain.match.clocks.control import ByoYomi
from ironclad.domain.match.clocks.state import ClockState, Vacation

SWEPT_AFTER_MS = 500
"""So long after a limit a sweep waits, so that what had arrived by then is judged first."""


class Deadline(msgspec.Struct, frozen=True):
    """Until when a seat is in time, and until when its command is taken (both included)."""

    seat: str
    deadline: int
    limit: int


class Reading(msgspec.Struct, frozen=True):
    """What the clock of a seat shows at an instant, in milliseconds.

    periods: of byo-yomi that are left, the begun one included. block_ms, block_turns: of Canadian overtime
    that has begun. turns: completed in its stage. used_ms: of this turn. deadline: None while it is not
    counted. out: the seat is out of time.
    """

    seat: str
    left_ms: int
    reserve_ms: int
    periods: int
    block_ms: int | None
    block_turns: int | None
    stage: int
    turns: int
    used_ms: int
    deadline: int | None
    vacation: Vacation | None
    out: bool


def deadlines(state: ClockState) -> list[Deadline]:
    """The deadline of each seat whose time is counted, the first one first."""
    found = []
    for seat, clock, terms in zip(state.seats, state.clocks, state.terms, strict=False):
        last = deadline_of(clock, terms)
        if last is not None:
            found.append(Deadline(seat, *last))
    return sorted(found, key=lambda each: each.limit)


def first_flags(state: ClockState) -> list[Deadline]:
    """The seats that will be out of time first, unless they do something: several at the same millisecond."""
    found = deadlines(state)
    return [each for each in found if each.limit == found[0].limit]


def out_of_time(state: ClockState, at: int) -> list[Deadline]:
    """The seats that are to be flagged at an instant: none, one, or several of the same millisecond.

    There may be more of a later limit: ask again when these are flagged.
    """
    return [each for each in first_flags(state) if each.limit < max(at, state.now)]


def next_sweep(state: ClockState) -> int | None:
    """When a sweep has to look at this game next; None where no time is counted."""
    found = deadlines(state)
    return found[0].limit + 1 + SWEPT_AFTER_MS if found else None


def read_clock(state: ClockState, seat: str, at: int) -> Reading:
    """What the clock of a seat shows at an instant, if nothing happens before it.

    An instant before the last recorded time is read as that. Raises ValueError for no seat of a timed game.
    """
    clock, terms = state.of(seat)
    at = max(at, state.now)
    left, reserve, over = shown(clock, terms, at)
    last, block = deadline_of(clock, terms), clock.block
    periods = clock.periods - over // terms.overtime.ms if isinstance(terms.overtime, ByoYomi) else 0
    vacation = clock.vacation if clock.vacation is not None and at < clock.vacation.end else None
    late = last is not None and last[1] < at
    return Reading(
        seat=seat,
        left_ms=left,
        reserve_ms=reserve,
        periods=periods,
        block_ms=None if block is None else block.ms - over,
        block_turns=None if block is None else block.turns,
        stage=clock.stage,
        turns=clock.turns,
        used_ms=used_at(clock, at),
        deadline=None if last is None else last[0],
        vacation=vacation,
        out=late or clock.turn.flagged,
    )
