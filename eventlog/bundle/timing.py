"""The times that a bundle's events tell: that they never fall, and between which moments others place them.

Where its clock was set back, the referee waits. So on each line, of which the beginning may be another
line's, no event has an earlier time than those before it, nor than those of the match that the log has before
it; and no request on the match has an earlier time than the last event of the line that the game is on. Games
of `ironclad-dice/v2` are held to that, timed games from their control on, and others from the first request
on that names what its seat had seen (`ironclad-command/v2`): what came before may be of an earlier build.

What an event tells of its time is the service's word. Others bound it: a beacon's round that came into the
log before it, and checkpoints that witnesses cosigned with or without it.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.kernel.fair.fair_table import BeaconShare
from ironclad.domain.kernel.fair.fair_tournament import Schedule
from ironclad.domain.match.events import (
    COMMAND_ACCEPTED,
    COMMANDS_GIVEN,
    EVENTS,
    LINK_REVEALED,
    ROUND_MISSED,
    GameMoved,
    TimelineOpened,
    TournamentSet,
)
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.ledger.cosignatures import read_witness_key
from ironclad.eventlog.ledger.notes import Note
from ironclad.eventlog.ledger.policy import NONE, Group, Policy, PolicyWitness, check_note
from ironclad.eventlog.log import MATCH

TIMED = frozenset((*COMMANDS_GIVEN, LINK_REVEALED, ROUND_MISSED))
"""The events that tell a time."""

_FORM = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_FAMILY = f"{EVENTS.family}."
_OPENED, _MOVED = f"{_FAMILY}timeline_opened.1", f"{_FAMILY}game_moved.1"
_CONTROL = f"{_FAMILY}control_set.1"
_TERMS = f"{_FAMILY}tournament_set.1"


class _Timed(msgspec.Struct):
    """What is needed of an event that has a time, where no other check has read it."""

    at: str
    signature: Any = None
    committed: int | msgspec.UnsetType = msgspec.UNSET


_TIMED = msgspec.json.Decoder(_Timed)


class _Begun(msgspec.Struct):
    dice: str = "server"


class _Proof(msgspec.Struct):
    beacon: BeaconShare | None = None


class _Rolled(msgspec.Struct):
    dice_proof: _Proof | None = None


class TimeCheck:
    """Takes a game's events in the order of its log; `holds` is whether their times may not fall."""

    def __init__(self) -> None:
        self.holds = False
        self._match = ""
        self._current = ""
        self._times: dict[str, list[tuple[int, str]]] = {}  # by line: its versions with their times

    def take(self, event: Stored, read: Any = None) -> None:
        """`read` is the event as other checks have read it. Raises BundleFault where a time falls, or cannot
        be read.
        """
        try:
            if event.name in TIMED:
                timed = _TIMED.decode(event.body) if read is None else read
                self._take(event, event.stream.partition("/")[2], timed)
            elif event.name == _OPENED:
                self._open(msgspec.json.decode(event.body, type=TimelineOpened))
            elif event.name == _CONTROL:
                self.holds = True
            elif event.name == _MOVED:
                self._current = msgspec.json.decode(event.body, type=GameMoved).timeline
            elif event.version == 1 and not event.name.startswith(_FAMILY):
                self.holds |= msgspec.json.decode(event.body, type=_Begun).dice == V2
        except (msgspec.MsgspecError, RecursionError) as wrong:
            raise BundleFault("order", f"the event cannot be read: {wrong}", event.position) from wrong

    def _open(self, opened: TimelineOpened) -> None:
        before = self._times.get(opened.parent or "", [])
        self._times[opened.timeline] = before[: bisect_left(before, (opened.at + 1, ""))]
        self._current = self._current or opened.timeline

    def _take(self, event: Stored, line: str, timed: Any) -> None:
        if event.name == COMMAND_ACCEPTED and timed.committed is not msgspec.UNSET:
            return  # it has the time at which it was committed to, which is checked there
        at = timed.at
        self.holds = self.holds or _says_seen(getattr(timed, "signature", None))
        other = self._last(self._current) if line == MATCH else self._last(line)
        before = max(self._match, other)
        if self.holds and not _FORM.fullmatch(at):
            raise BundleFault("order", f"the time {at[:60]!r} is not in the form of the log", event.position)
        if self.holds and at < before:
            raise BundleFault("order", f"the time falls from {before} to {at}", event.position)
        if line == MATCH:
            self._match = at
        else:
            self._times.setdefault(line, []).append((event.version, at))

    def _last(self, line: str) -> str:
        timed = self._times.get(line)
        return timed[-1][1] if timed else ""


def _says_seen(signature: Any) -> bool:
    """Whether a signature, read or as it is stored, names what its seat had seen."""
    seen = signature.get("seen") if isinstance(signature, dict) else getattr(signature, "seen", None)
    return seen is not None


class Moment(msgspec.Struct, frozen=True):
    """A time in seconds since 1970, and what says so: `round` of a beacon, or `size` of a checkpoint."""

    time: int
    round: int | None = None
    size: int | None = None


_Bounds = tuple[Moment | None, Moment | None, Moment | None]
"""What bounds events: `after`, `without` and `until` of TimeBounds."""


class TimeBounds(msgspec.Struct, frozen=True):
    """Between which moments others place some of a game's events, which follow each other in the log.

    `first` and `last` are positions, `events` their number. `after` is the beacon's last round that is in the
    log before them: they were made later. `without` is the last checkpoint that witnesses cosigned without
    them: they were not in the log that was shown then. `until` is the first one cosigned with them: they were
    made earlier. None where the bundle has no such thing: without all three it is the service's word.
    """

    first: int
    last: int
    events: int
    after: Moment | None
    without: Moment | None
    until: Moment | None

    @property
    def bounds(self) -> _Bounds:
        """All three of them."""
        return self.after, self.without, self.until

    @property
    def none(self) -> bool:
        """Whether nothing bounds the events."""
        return not any(self.bounds)


@dataclass(slots=True)
class _Run:
    """Events that tell times and follow each other, all within the same bounds; more may come."""

    first: int
    last: int
    events: int
    within: _Bounds

    def bounds(self) -> TimeBounds:
        return TimeBounds(self.first, self.last, self.events, *self.within)


class BoundsFinder:
    """Takes a game's events in the order of its log, and finds what bounds their times.

    `notes` are cosigned checkpoints with their sizes. Whose lines are enough a `policy` says; without one it
    is the witnesses that the game's terms name (the tournament level), and so many of them.
    """

    def __init__(self, notes: Sequence[tuple[int, Note]], policy: Policy | None) -> None:
        self._notes, self._policy = notes, policy
        self._schedule: Schedule | None = None
        self._round: int | None = None
        self._sizes: list[int] = []
        self._without: list[Moment] = []
        self._until: list[Moment] = []
        self._found: list[_Run] = []
        if policy is not None:
            self._trust(policy)

    def take(self, event: Stored, read: Any = None) -> None:
        """Take the next event, `read` as other checks have it. One that cannot be read was refused before."""
        if event.name == _TERMS:
            self._begin(msgspec.json.decode(event.body, type=TournamentSet))
        elif event.name in TIMED:
            timed = _TIMED.decode(event.body) if read is None else read
            if event.name != COMMAND_ACCEPTED or timed.committed is msgspec.UNSET:
                self._take(event.position)
            if self._schedule is not None:
                self._learn(event)

    @property
    def found(self) -> list[TimeBounds]:
        """The bounds of all events that tell a time, those that are alike together."""
        return [each.bounds() for each in self._found]

    @property
    def words(self) -> list[str]:
        """What rests on the service's word alone, in sentences."""
        found = self.found
        count = sum(each.events for each in found)
        free = sum(each.events for each in found if each.none)
        late = sum(each.events for each in found if not each.none and each.until is None)
        if free == count:
            return ["when each request was made"]
        said = [f"when {free:,} of {count:,} requests were made: nothing bounds it"] if free else []
        if late:
            said.append(f"how late {late:,} of {count:,} requests were made: no witness has cosigned them")
        return said

    def _begin(self, terms: TournamentSet) -> None:
        self._schedule = Schedule(terms.beacon, terms.genesis, terms.period)
        if self._policy is None:
            names = tuple(map(str, range(len(terms.witnesses))))
            keys = map(read_witness_key, terms.witnesses)
            witnesses = tuple(PolicyWitness(name, key) for name, key in zip(names, keys, strict=True))
            self._trust(Policy((), witnesses, (Group("needed", terms.needed, names),), "needed"))
            if len(self._found) == 1 == self._found[0].events:  # the command that opened the game
                self._take(self._found.pop().first)

    def _trust(self, policy: Policy) -> None:
        times = {size: found for size, note in self._notes if (found := _times(note, policy)) is not None}
        self._sizes = sorted(times)
        self._without = [Moment(times[size][0], size=size) for size in self._sizes]
        self._until, best = [], None
        for size in reversed(self._sizes):
            if best is None or times[size][1] <= best.time:
                best = Moment(times[size][1], size=size)
            self._until.insert(0, best)

    def _take(self, position: int) -> None:
        at, after = bisect_left(self._sizes, position), None
        if self._schedule is not None and self._round is not None:
            after = Moment(self._schedule.time(self._round), round=self._round)
        without = self._without[at - 1] if at else None
        until = self._until[at] if at < len(self._until) else None
        within = (after, without, until)
        if self._found and (run := self._found[-1]).within == within:
            run.last, run.events = position, run.events + 1
        else:
            self._found.append(_Run(position, position, 1, within))

    def _learn(self, event: Stored) -> None:
        """A round of the beacon that is in this event is over for those after it."""
        if event.name == COMMAND_ACCEPTED:
            proof = msgspec.json.decode(event.body, type=_Rolled).dice_proof
            if proof is not None and proof.beacon is not None:
                self._round = max(self._round or 0, proof.beacon.round)


def _times(note: Note, policy: Policy) -> tuple[int, int] | None:
    """When the first lines that meet a policy's quorum were made: the first and the last of them.

    None where the quorum is not met, or needs no witness.
    """
    found = check_note(note, policy)
    lines = sorted((each.time, each.name) for each in found.witnesses if each.time is not None)
    for count, (time, _) in enumerate(lines, 1):
        if policy.quorum != NONE and policy.met_by([name for _, name in lines[:count]]):
            return lines[0][0], time
    return None
