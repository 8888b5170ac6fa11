"""Earlier checkpoints in a bundle: each signed by the log's key, each one that the bundle's own follows from.

They show that something was in the log before something else: the anchors of chains before the links.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from ironclad.domain.match.intents import MOST_WITNESSES
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import Noted
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.hashes import HASH_SIZE
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import Note, strict_base64, verified
from ironclad.eventlog.ledger.proofs import consistency_proof, verify_consistency
from ironclad.eventlog.ledger.tree import HashReader, root_at

EARLIER_LIMIT = 20_000
"""The most earlier checkpoints that a bundle has: their sizes and witnesses' lines are held meanwhile."""

_TOO_MANY = f"a bundle has no more than {EARLIER_LIMIT:,} earlier checkpoints"


class Earlier(NamedTuple):
    """An earlier checkpoint: the note, and the hashes that prove it consistent with the bundle's own."""

    note: Note
    proof: list[bytes]


def proved(
    notes: Iterable[Note], checkpoint: Checkpoint, history: KeyHistory, read: HashReader
) -> Iterator[Earlier]:
    """Notes of sizes that increase, each with its proof. Raises BundleFault for one that does not hold."""
    for number, note in enumerate(notes):
        if number == EARLIER_LIMIT:
            raise BundleFault("file", _TOO_MANY)
        try:
            earlier, _ = history.open(str(note))
            if root_at(read, earlier.size) != earlier.root:
                raise BundleFault("checkpoint", f"the one kept of {earlier.size:,} events is of another log")
            proof = consistency_proof(read, earlier.size, checkpoint.size)
        except LedgerError as wrong:
            raise BundleFault("checkpoint", f"one that was kept does not hold: {wrong}") from wrong
        yield Earlier(note, proof)


def merged(notes: Iterable[Note]) -> Iterator[Note]:
    """Notes in the order of their sizes, which may come again: one of each size, with the lines of all."""
    for text, same in groupby(notes, lambda note: note.text):
        first, *more = same
        lines = {(each.name, each.key_id): each for note in more for each in note.signatures[1:]}
        mine = {(each.name, each.key_id) for each in first.signatures}
        others = [line for key, line in lines.items() if key not in mine]
        yield Note(text, (*first.signatures, *others))


def line_of(earlier: Earlier) -> Noted:
    """An earlier checkpoint as a line of a bundle."""
    return Noted(str(earlier.note), b64encode(b"".join(earlier.proof)).decode())


class EarlierCheck:
    """Takes a bundle's earlier checkpoints; `sizes` are theirs, increasing.

    `cosigned` are those that have lines of others than the log, with their sizes: whose keys these are the
    game says.
    """

    def __init__(self, history: KeyHistory, checkpoint: Checkpoint) -> None:
        self._history, self._checkpoint = history, checkpoint
        self.sizes: list[int] = []
        self.cosigned: list[tuple[int, Note]] = []

    def take(self, line: Noted) -> None:
        """Take the next. Raises BundleFault unless it is larger, signed, and proved to be of this log."""
        if len(self.sizes) == EARLIER_LIMIT:
            raise BundleFault("file", _TOO_MANY)
        try:
            earlier, note = self._history.open(line.note)
            (own, *others), keys = note.signatures, self._history.keys_for(earlier.size)
            alone = len(verified(note, keys)) == 1 == len(verified(Note(note.text, (own,)), keys))
            if not alone or len(others) > MOST_WITNESSES or earlier.extensions:
                raise BundleFault("checkpoint", f"the one of {earlier.size:,} events has more than it needs")
            packed = strict_base64(line.proof)
            if len(packed) % HASH_SIZE:
                raise BundleFault("checkpoint", f"the proof of {earlier.size:,} events is cut")
            proof = [packed[at : at + HASH_SIZE] for at in range(0, len(packed), HASH_SIZE)]
            now = self._checkpoint
            verify_consistency(earlier.size, now.size, earlier.root, now.root, proof)
        except (LedgerError, ValueError) as wrong:
            raise BundleFault("checkpoint", f"an earlier one does not hold: {wrong}") from wrong
        if self.sizes and earlier.size <= self.sizes[-1]:
            raise BundleFault("checkpoint", f"{earlier.size:,} events come after {self.sizes[-1]:,}")
        self.sizes.append(earlier.size)
        if others:
            self.cosigned.append((earlier.size, note))
