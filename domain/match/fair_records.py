"""A game's stored events as the dice checker takes them: from the log to `fair_check`."""

from collections.abc import Iterable, Iterator, Sequence

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.fair.fair_check import (
    Anchored,
    BeaconHolds,
    Commanded,
    DiceChecker,
    Readied,
    no_beacon,
)
from ironclad.domain.kernel.fair.fair_table import FairTable
from ironclad.domain.match.events import CommandAccepted, DiceAnchored, GameOpened, SeatReady, TimelineOpened

Placed = tuple[int, str, int, Event]
"""An event in its place: log position, timeline ("" in the match), version in its stream, the event."""


def records(events: Iterable[Placed]) -> Iterator[Anchored | Readied | Commanded]:
    """What events say of the dice; others are left out, and so are a match's own commands."""
    for position, line, version, event in events:
        if isinstance(event, DiceAnchored):
            yield Anchored(position, event.timeline, event.epoch)
        elif isinstance(event, SeatReady):
            yield Readied(position, event.timeline, event.epoch, event.share)
        elif isinstance(event, CommandAccepted) and line:
            name = str(event.command.get("type"))
            yield Commanded(position, line, version, event.seat, name, event.rolls, event.dice_proof)


class GameChecker:
    """Checks a game's dice event by event, as the log has them; Placed events, every one of the game's.

    `checkpoints` are the sizes of signed checkpoints, increasing (None: not looked at); `beacon` checks what
    a beacon is said to have said.
    """

    def __init__(
        self, game: str, checkpoints: Sequence[int] | None = None, beacon: BeaconHolds = no_beacon
    ) -> None:
        self._game, self._checkpoints, self._beacon = game, checkpoints, beacon
        self._what_ifs: set[str] = set()
        self._checker: DiceChecker | None = None

    @property
    def rolls(self) -> int:
        """How many rolls were checked and hold."""
        return self._checker.rolls if self._checker is not None else 0

    @property
    def fair(self) -> bool:
        """Whether chains were anchored; without any the service rolls the dice."""
        return self._checker is not None and self._checker.terms is not None

    @property
    def uncovered(self) -> Sequence[tuple[str, int]]:
        """The epochs (timeline, number) that revealed links with no checkpoint before (see DiceChecker)."""
        return tuple(self._checker.uncovered) if self._checker is not None else ()

    def table(self, line: str) -> FairTable | None:
        """The table of a line now; None where its dice are not fair."""
        return self._checker.table(line) if self._checker is not None else None

    def take(self, placed: Placed) -> None:
        """Raises DiceFault."""
        event = placed[3]
        if isinstance(event, GameOpened):
            self._checker = DiceChecker(
                self._game, event.seats, self._what_ifs, self._checkpoints, self._beacon
            )
        elif isinstance(event, TimelineOpened) and _is_what_if(event, self._what_ifs):
            self._what_ifs.add(event.timeline)
        if self._checker is None:
            return
        for record in records([placed]):
            if isinstance(record, Commanded) and not self.fair and record.proof is None:
                continue
            self._checker.take(record)


def _is_what_if(event: TimelineOpened, what_ifs: set[str]) -> bool:
    return event.why == "branch" or event.parent in what_ifs


def checker_for(game: str, match: Iterable[Event], checkpoints: tuple[int, ...] | None = None) -> DiceChecker:
    """A checker for the game of a match's events: its seats, and its branches."""
    seats: tuple[str, ...] = ()
    what_ifs: set[str] = set()
    for event in match:
        if isinstance(event, GameOpened):
            seats = event.seats
        elif isinstance(event, TimelineOpened) and _is_what_if(event, what_ifs):
            what_ifs.add(event.timeline)
    return DiceChecker(game, seats, what_ifs=what_ifs, checkpoints=checkpoints)
