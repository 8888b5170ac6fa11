"""A game's stored events as the dice checker takes them: from the log to `fair_check`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.fair.dice_records import (
    Abandoned,
    Anchored,
    Commanded,
    Committed,
    DiceFault,
    Left,
    Linked,
    Missed,
    Readied,
    Record,
)
from ironclad.domain.kernel.fair.fair_check import BeaconHolds, DiceChecker, no_beacon
from ironclad.domain.kernel.fair.fair_table import FairTable
from ironclad.domain.kernel.sight import is_sealed
from ironclad.domain.match.closed import closed_fields, opened_with
from ironclad.domain.match.disputes.events import ChainsOrdered, SeatVacated
from ironclad.domain.match.disputes.replay_check import Placed as Placed
from ironclad.domain.match.disputes.replay_check import ReplayCheck
from ironclad.domain.match.events import (
    CommandAccepted,
    CommandCommitted,
    DiceAnchored,
    GameMoved,
    GameOpened,
    LinkRevealed,
    RollAbandoned,
    RoundMissed,
    SealSet,
    SeatReady,
    TimelineOpened,
)


def records(events: Iterable[Placed]) -> Iterator[Record]:
    """What events say of the dice; others are left out, and so are a match's own commands."""
    for placed in events:
        found = _record(placed)
        if found is not None:
            yield found


def _record(placed: Placed) -> Record | None:
    return _on_line(placed) if placed[1] else _in_match(placed)


def _in_match(placed: Placed) -> Record | None:
    position, _, _, event = placed
    match event:
        case DiceAnchored():
            return Anchored(position, event.timeline, event.epoch)
        case SeatReady():
            return Readied(position, event.timeline, event.epoch, event.share)
        case RollAbandoned():
            return Abandoned(position, event.timeline, event.committed, event.owed)
        case GameMoved():
            return Left(position, event.left)
    return None


def _on_line(placed: Placed) -> Record | None:
    position, line, version, event = placed
    match event:
        case CommandAccepted():
            if event.replayed is not msgspec.UNSET:  # see replay_check: its dice are proved at its place
                return None
            name, committed = str(event.command.get("type")), event.committed or 0
            rolled = (event.rolls, event.dice_proof)
            return Commanded(position, line, version, event.seat, name, *rolled, committed)
        case CommandCommitted():
            return Committed(position, line, version, event.seat, str(event.command.get("type")))
        case LinkRevealed():
            signature = event.signature
            seen = signature.seen if signature is not None else None
            size = seen.checkpoint.size if seen is not None else None
            return Linked(position, line, version, event.seat, event.committed, event.share, size)
        case RoundMissed():
            return Missed(position, line, version, event.committed)
    return None


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
        self._commits: dict[tuple[str, int], CommandCommitted] = {}
        self._hides = False
        self._replays = ReplayCheck()
        self._ordered: tuple[str, ...] = ()

    @property
    def rolls(self) -> int:
        """How many rolls were checked and hold."""
        return self._checker.rolls if self._checker is not None else 0

    @property
    def fair(self) -> bool:
        """Whether chains were anchored; without any the service rolls the dice."""
        return self._checker is not None and self._checker.terms is not None

    @property
    def scheme(self) -> str:
        """How the dice of the game are made; "" where the service rolls them."""
        terms = self._checker.terms if self._checker is not None else None
        return terms.scheme if terms is not None else ""

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
        self._replays.take(placed)
        if isinstance(event, GameOpened) and self._checker is None:
            self._checker = DiceChecker(
                self._game, event.seats, self._what_ifs, self._checkpoints, self._beacon
            )
        elif isinstance(event, TimelineOpened) and _is_what_if(event, self._what_ifs):
            self._what_ifs.add(event.timeline)
        self._hides |= isinstance(event, SealSet)
        if self._checker is None:
            return
        if (self.fair or not _needs_no_dice(event)) and (record := _record(placed)) is not None:
            if isinstance(record, Anchored):
                record = msgspec.structs.replace(record, ordered=self._ordered)
            self._checker.take(record)
        self._ordered = _ordered(event, self._ordered)
        self._hold_same(placed)

    def _hold_same(self, placed: Placed) -> None:
        """A command that is carried out is the one that was committed to. Raises DiceFault."""
        position, line, version, event = placed
        if isinstance(event, CommandCommitted):
            self._commits[line, version] = event
        elif isinstance(event, LinkRevealed):
            self._open(position, line, event)
        elif isinstance(event, CommandAccepted) and event.committed:
            given = _asked(event, event.command if not event.instead else event.instead.command)
            commit = self._commits.pop((line, event.committed), None)
            if commit is None or _asked(commit, commit.command) != given:
                detail = f"{event.seat} committed to another request at {event.committed}"
                raise DiceFault(position, "commit", detail)
            if event.signature is not None:
                raise DiceFault(position, "commit", "the signature of a committed command is its commit's")

    def _open(self, position: int, line: str, link: LinkRevealed) -> None:
        """The link of a command that was committed to by digests opens these alone. Raises DiceFault."""
        commit, opened = self._commits.get((line, link.committed)), link.opened or {}
        closed = closed_fields(commit.command) if commit is not None and self._hides else {}
        if commit is None or closed.keys() != opened.keys():
            what = ", ".join(sorted(opened)) or "nothing"
            detail = f"{link.seat} opens {what} of what it committed to at {link.committed}"
            raise DiceFault(position, "commit", detail)
        command = opened_with(commit.command, opened)
        self._commits[line, link.committed] = msgspec.structs.replace(commit, command=command)


def _ordered(event: Event, before: tuple[str, ...]) -> tuple[str, ...]:
    """The seats whose chains an official ordered, for the chains that are anchored in the same append."""
    if isinstance(event, ChainsOrdered):
        return event.seats
    if isinstance(event, SeatVacated):
        return (event.seat,)
    begins = isinstance(event, CommandAccepted | CommandCommitted | LinkRevealed | DiceAnchored)
    return () if begins else before


def _needs_no_dice(event: Event) -> bool:
    """Whether this may be in a game of which no chain is anchored."""
    if isinstance(event, CommandAccepted):
        return event.dice_proof is None
    return isinstance(event, GameMoved)


def _asked(event: CommandAccepted | CommandCommitted, command: Any) -> tuple[Any, ...]:
    """What a seat asked, and when; of sealed values in it who may read them: each place seals otherwise."""
    about = (event.seat, event.id, event.digest, event.at, event.by, event.decision, event.expected_version)
    return (*about, _without_boxes(command))


def _without_boxes(data: Any) -> Any:
    if is_sealed(data):
        return {"sealed": data["sealed"]["for"]}
    if isinstance(data, dict):
        return {key: _without_boxes(each) for key, each in data.items()}
    return [_without_boxes(each) for each in data] if isinstance(data, list) else data


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
