"""The state of a game's clocks: immutable records that the fold makes (fold.py); all times are whole ms."""

import msgspec

from ironclad.domain.match.clocks.control import Control, Terms
from ironclad.domain.match.clocks.events import (
    AGREEMENT,
    AdjournmentCalled,
    ControlAsked,
    MoveSealed,
    PauseProposed,
)
from ironclad.domain.match.clocks.times import NEVER


class Turn(msgspec.Struct, frozen=True):
    """A seat's turn so far: its time and what was charged for it already.

    used: the time of the turn up to the clock's `since`. charged: the charge that the clock, the reserve and
    the overtime have paid (after a gift or an adjustment, else 0). over: what the overtime has paid of it.
    spare: by how much a forgiven flag has lengthened the limits of the turn. flagged: the turn's time does
    not move on from its flag to its end, or until the flag is forgiven.
    """

    used: int = 0
    charged: int = 0
    over: int = 0
    spare: int = 0
    flagged: bool = False


NEW_TURN = Turn()


class Block(msgspec.Struct, frozen=True):
    """What is left of a block of Canadian overtime."""

    ms: int
    turns: int


class Vacation(msgspec.Struct, frozen=True):
    """A seat's vacation, from one instant to another."""

    start: int
    end: int


class SeatClock(msgspec.Struct, frozen=True):
    """The clock of a seat, and where it is in its control.

    left, reserve: as the turn began, or as of `turn.charged`. stage: its index; turns: completed in it.
    periods: left of byo-yomi. block: of Canadian overtime, None before it begins. since: the instant from
    which time is counted (NEVER: it is not). free: the free reaction time that is left of the stint. arrived:
    the seat has given a command. vacation_days: taken so far, the present vacation's included.
    """

    left: int
    reserve: int
    stage: int = 0
    turns: int = 0
    periods: int = 0
    block: Block | None = None
    turn: Turn = NEW_TURN
    since: int = NEVER
    free: int = 0
    arrived: bool = False
    vacation: Vacation | None = None
    vacation_days: int = 0


class Pause(msgspec.Struct, frozen=True):
    """A stop of all clocks from `since` up to `until` (NEVER: until they are resumed)."""

    by: str
    why: str
    until: int
    play: bool
    since: int = 0

    @property
    def agreed(self) -> bool:
        """Whether the seats agreed on it, so that they may end it."""
        return self.by == AGREEMENT


class Talks(msgspec.Struct, frozen=True):
    """What waits for an answer, or for a command that was announced."""

    pauses: dict[str, PauseProposed] = {}
    controls: dict[str, ControlAsked] = {}
    resumes: tuple[str, ...] = ()
    adjournment: AdjournmentCalled | None = None
    sealed: MoveSealed | None = None


class ClockState(msgspec.Struct, frozen=True):
    """The clocks of a game. Without a control the game is not timed, and there are no clocks.

    terms, clocks: one for each seat, in seat order. running: the seats whose time is counted. holders: the
    seats that hold the turn; None until the next press that has one running. now: the last recorded time.
    starts: nothing is charged before it. ended: how the game ended, "" while it runs. outages: the ids of
    those that were credited.
    """

    seats: tuple[str, ...] = ()
    control: Control | None = None
    terms: tuple[Terms, ...] = ()
    clocks: tuple[SeatClock, ...] = ()
    running: tuple[str, ...] = ()
    holders: tuple[str, ...] | None = None
    now: int = 0
    starts: int = 0
    pause: Pause | None = None
    ended: str = ""
    outages: frozenset[str] = frozenset()
    talks: Talks = Talks()

    def of(self, seat: str) -> tuple[SeatClock, Terms]:
        """The clock of a seat and what it plays by. Raises ValueError for no seat of a timed game."""
        place = self.seats.index(seat)
        if not self.clocks:
            raise ValueError("the game is not timed")
        return self.clocks[place], self.terms[place]

    def paused(self, at: int) -> Pause | None:
        """The pause that holds at an instant."""
        return self.pause if self.pause is not None and at < self.pause.until else None

    def counted_from(self, at: int) -> int:
        """From which instant time is counted, of a seat that runs at `at`."""
        if self.ended:
            return NEVER
        return max(at, self.starts, self.pause.until if self.pause is not None else 0)
