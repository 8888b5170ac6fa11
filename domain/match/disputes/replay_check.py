"""Commands that a ruling has decided again with the same faces: they are those of the places that it names.

It asks no rule of the game: of each such command that the ruling names its place, that the same was asked
there by the same seat, and that the same faces were rolled; and that none was left out in between.
"""

from hashlib import sha256

import msgspec

from ironclad.domain.kernel.engine.codec import Event, canonical
from ironclad.domain.kernel.fair.dice_records import hold
from ironclad.domain.match.disputes.events import RemedyApplied, Replayed
from ironclad.domain.match.disputes.remedies import SameFaces
from ironclad.domain.match.events import CommandAccepted, CommandCommitted, TakenBack, TimelineOpened

Placed = tuple[int, str, int, Event]
"""An event in its place: log position, timeline ("" in the match), version in its stream, the event."""

_TAKE_BACK = "take_back"


class _Known(msgspec.Struct, frozen=True):
    """A command in force: its version, that at which it was committed to (else its own), what was asked."""

    version: int
    began: int
    digest: bytes


class ReplayCheck:
    """Takes a game's events of the match's kinds in the order of the log. Raises DiceFault ("replay")."""

    def __init__(self) -> None:
        self._known: dict[str, list[_Known]] = {}
        self._due: list[Replayed] = []
        self._line = ""

    def take(self, placed: Placed) -> None:
        """Raises DiceFault."""
        position, line, version, event = placed
        match event:
            case CommandAccepted():
                if event.replayed is not msgspec.UNSET:
                    self._take_replayed(position, line, version, event)
                    return
                self._none_due(position)
                if line and event.command.get("type") != _TAKE_BACK:
                    began = event.committed or version
                    self._known.setdefault(line, []).append(_Known(version, began, digest_of(event)))
            case CommandCommitted():
                self._none_due(position)
            case TakenBack():
                known = self._known.get(event.timeline, [])
                while known and known[-1].version > event.to:
                    known.pop()
            case RemedyApplied() if isinstance(event.remedy, SameFaces):
                self._begin(position, event, event.remedy)
            case TimelineOpened() if self._due and event.timeline == self._line:
                first = self._at(position, self._due[0])
                begins = (event.parent, event.at) == (self._due[0].timeline, first.began - 1)
                detail = f"{event.timeline} does not begin before the command that is decided again"
                hold(begins, position, "replay", detail)

    def _begin(self, position: int, applied: RemedyApplied, remedy: SameFaces) -> None:
        """The ruling names each command from the first one on, as far as it goes."""
        self._none_due(position)
        through = remedy.version if remedy.through is None else remedy.through
        known = [each.version for each in self._known.get(remedy.timeline, [])]
        wanted = tuple(Replayed(remedy.timeline, each) for each in known if remedy.version <= each <= through)
        named = bool(wanted) and applied.effect.replayed == wanted and wanted[0].version == remedy.version
        hold(named, position, "replay", "the ruling names other commands than those that it decides again")
        self._due, self._line = list(wanted), applied.effect.timeline

    def _take_replayed(self, position: int, line: str, version: int, event: CommandAccepted) -> None:
        named = bool(self._due) and line == self._line and event.replayed == self._due[0]
        hold(named, position, "replay", "no ruling has this command decided again here")
        known = self._at(position, self._due.pop(0))
        same = digest_of(event) == known.digest
        hold(same, position, "replay", f"the command at {known.version} was another, or showed other faces")
        plain = (event.signature, event.dice_proof, event.committed or 0) == (None, None, 0)
        hold(plain, position, "replay", "what is decided again is signed, and proved, at its place alone")
        self._known.setdefault(line, []).append(_Known(version, version, known.digest))

    def _at(self, position: int, place: Replayed) -> _Known:
        for each in self._known.get(place.timeline, []):
            if each.version == place.version:
                return each
        raise AssertionError(f"{place} was looked up before")  # _begin names known places alone

    def _none_due(self, position: int) -> None:
        hold(not self._due, position, "replay", "a command that the ruling decides again is missing")


def digest_of(event: CommandAccepted) -> bytes:
    """What was asked by whom, and the faces that were rolled; not what for, nor for which decision."""
    faces = [[list(roll.faces), roll.sides] for roll in event.rolls]
    asked = [event.seat, event.id, event.digest, event.by, event.command, faces]
    return sha256(canonical(asked)).digest()
