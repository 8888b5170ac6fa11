"""What clients hold beyond a backup: bundles of their games, and checkpoints (of receipts, of audits)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from ironclad.domain.kernel.fair.fair_table import DiceProof
from ironclad.domain.match.events import COMMAND_ACCEPTED, EVENTS
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.reading import BundleReader
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.errors import Problem
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import Note, parse
from ironclad.referee.pasts import seen_in
from ironclad.referee.proof.verifying import appends

_QUIET = tuple(
    f"{EVENTS.family}.{name}.1"
    for name in (
        *("draw_offered", "draw_declined", "draw_withdrawn", "draw_accepted", "rewind_declined"),
        *("rewind_withdrawn", "taken_back", "resigned", "game_ended", "seal_opened", "command_accepted"),
    )
)
"""Events of the match that rest on no place in the log, and fix no dice."""


class CannotRestore(Problem):
    """The log is not restored: the reason. Nothing was changed."""


class _Accepted(msgspec.Struct):
    dice_proof: DiceProof | None = None
    committed: int = 0


@dataclass
class HandedIn:
    """What was handed in of the log before: events by position, signed checkpoints by size."""

    events: dict[int, Stored] = field(default_factory=dict)
    checkpoints: dict[int, tuple[Checkpoint, Note]] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)

    @property
    def largest(self) -> Checkpoint | None:
        """The largest checkpoint that is known of the log before; None if there is none."""
        return self.checkpoints[max(self.checkpoints)][0] if self.checkpoints else None

    def take_bundle(self, file: Path, history: KeyHistory) -> None:
        """Take a bundle, whose proofs hold. Raises CannotRestore, OSError."""
        try:
            with file.open("rb") as body:
                reader = BundleReader(body, str(history.keys[0]))
                self._take_note(reader.header.checkpoint, history)
                for event in reader.events():
                    if self.events.setdefault(event.position, event) != event:
                        raise CannotRestore(f"two bundles have other events at {event.position:,}")
                self.games[reader.header.game] = reader.events_read
                for _, note in reader.earlier.cosigned:
                    self._take_note(str(note), history)
        except BundleFault as fault:
            raise CannotRestore(f"{file} does not hold: {fault.detail}") from fault

    def take_note(self, file: Path, history: KeyHistory) -> None:
        """Take a checkpoint from a file: the note, or a receipt or an audit's file that has it as JSON."""
        body = file.read_bytes()
        try:
            found = msgspec.json.decode(body)
            texts = [each for each in _texts(found) if "\n\n\u2014 " in each]
        except msgspec.DecodeError:
            texts = [body.decode(errors="replace")]
        if not texts:
            raise CannotRestore(f"{file} has no checkpoint")
        for text in texts:
            self._take_note(text, history)

    def _take_note(self, text: str, history: KeyHistory) -> None:
        try:
            checkpoint, _ = history.open(text)
        except LedgerError as wrong:
            raise CannotRestore(f"a checkpoint that was handed in is not of this log: {wrong}") from wrong
        known = self.checkpoints.get(checkpoint.size)
        if known is not None and known[0].root != checkpoint.root:
            raise CannotRestore(
                f"two roots of {checkpoint.size:,} events were signed: the log has been forked"
            )
        self.checkpoints[checkpoint.size] = checkpoint, parse(text)

    def in_place(self, size: int) -> list[Stored]:
        """The events that follow a log of a size without a gap, each at the position that it had."""
        found: list[Stored] = []
        while (event := self.events.get(size + 1 + len(found))) is not None:
            found.append(event)
        return found

    def after(self, size: int) -> Iterator[Stored]:
        """Events of the log before that can follow a log of a size at other positions, in their order.

        Of each game those up to the first append that rests on its place in the lost part: on a
        checkpoint that its seat had seen there, or on dice that were fixed there.
        """
        stopped: set[str] = set()
        for append in self._appends(size):
            game = append[0].stream.partition("/")[0]
            if game in stopped:
                continue
            if _is_free(append, size):
                yield from append
            else:
                stopped.add(game)

    def _appends(self, size: int) -> list[list[Stored]]:
        games: dict[str, list[Stored]] = {}
        for position in sorted(self.events):
            if position > size:
                event = self.events[position]
                games.setdefault(event.stream.partition("/")[0], []).append(event)
        found = [append for events in games.values() for append in appends(events)]
        return sorted(found, key=lambda append: append[0].position)


def _texts(found: object) -> Iterator[str]:
    """Every text in a document."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for each in found.values():
            yield from _texts(each)
    elif isinstance(found, list):
        for each in found:
            yield from _texts(each)


def _is_free(append: Sequence[Stored], size: int) -> bool:
    """Whether an append rests on nothing that a log has after a size."""
    first = append[0]
    seen = seen_in(first.name, bytes(first.body))
    if first.name != COMMAND_ACCEPTED or (seen is not None and seen.checkpoint.size > size):
        return False
    accepted = msgspec.json.decode(first.body, type=_Accepted)
    if accepted.committed or (accepted.dice_proof is not None and accepted.dice_proof.whole):
        return False
    own = f"{EVENTS.family}."
    return all(event.name in _QUIET or not event.name.startswith(own) for event in append)
