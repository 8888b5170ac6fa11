"""Earlier checkpoints in a bundle: each signed by the log's key, each one that the bundle's own follows from.

They show that something was in the log before something else: the anchors of chains before the links.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from ironclad.domain.match.intents import MOST_WITNESSES
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import FirstNoted, Noted
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.hashes import HASH_SIZE
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import Note, strict_base64, verified
from ironclad.eventlog.ledger.proofs import verify_consistency
from ironclad.eventlog.ledger.tree import HashReader, root_at

EARLIER_LIMIT = 20_000
"""The most earlier checkpoints that a bundle has: their sizes and witnesses' lines are held meanwhile."""

_TOO_MANY = f"a bundle has no more than {EARLIER_LIMIT:,} earlier checkpoints"

Sized = tuple[int, Note]
"""A checkpoint with its size."""


def checked(notes: Iterable[Note], history: KeyHistory, read: HashReader) -> Iterator[Sized]:
    """Notes of sizes that increase, with their sizes. Raises BundleFault for one that is not of this log."""
    for number, note in enumerate(notes):
        if number == EARLIER_LIMIT:
            raise BundleFault("file", _TOO_MANY)
        try:
            earlier, _ = history.open(str(note))
            if root_at(read, earlier.size) != earlier.root:
                raise BundleFault("checkpoint", f"the one kept of {earlier.size:,} events is of another log")
        except LedgerError as wrong:
            raise BundleFault("checkpoint", f"one that was kept does not hold: {wrong}") from wrong
        yield earlier.size, note


def merged(notes: Iterable[Note]) -> Iterator[Note]:
    """Notes in the order of their sizes, which may come again: one of each size, with the lines of all."""
    for text, same in groupby(notes, lambda note: note.text):
        first, *more = same
        lines = {(each.name, each.key_id): each for note in more for each in note.signatures[1:]}
        mine = {(each.name, each.key_id) for each in first.signatures}
        others = [line for key, line in lines.items() if key not in mine]
        yield Note(text, (*first.signatures, *others))


class EarlierCheck:
    """Takes a bundle's earlier checkpoints; `sizes` are theirs, increasing, `roots` what they prove.

    `cosigned` are those that have lines of others than the log, with their sizes: whose keys these are the
    game says. In a bundle of v1 they are of witnesses of the game alone (`named_alone`).
    """

    def __init__(self, history: KeyHistory, checkpoint: Checkpoint, roots: Mapping[int, bytes]) -> None:
        """`roots` are those of the log's tree at the sizes that the bundle's outline shows."""
        self._history, self._checkpoint = history, checkpoint
        self._shown = roots
        self.named_alone = False
        self.sizes: list[int] = []
        self.roots: dict[int, bytes] = {}
        self.cosigned: list[Sized] = []

    def take(self, line: Noted | FirstNoted) -> None:
        """Take the next. Raises BundleFault unless it is larger, signed, and of this log."""
        if len(self.sizes) == EARLIER_LIMIT:
            raise BundleFault("file", _TOO_MANY)
        self.named_alone = isinstance(line, FirstNoted)
        try:
            earlier, note = self._history.open(line.note)
            (own, *others), keys = note.signatures, self._history.keys_for(earlier.size)
            alone = len(verified(note, keys)) == 1 == len(verified(Note(note.text, (own,)), keys))
            most = len(others) if isinstance(line, Noted) else MOST_WITNESSES
            if not alone or len(others) > most or earlier.extensions:
                raise BundleFault("checkpoint", f"the one of {earlier.size:,} events has more than it needs")
            self._check_root(line, earlier)
        except (LedgerError, ValueError) as wrong:
            raise BundleFault("checkpoint", f"an earlier one does not hold: {wrong}") from wrong
        if self.sizes and earlier.size <= self.sizes[-1]:
            raise BundleFault("checkpoint", f"{earlier.size:,} events come after {self.sizes[-1]:,}")
        self.sizes.append(earlier.size)
        self.roots[earlier.size] = earlier.root
        if others:
            self.cosigned.append((earlier.size, note))

    def _check_root(self, line: Noted | FirstNoted, earlier: Checkpoint) -> None:
        """An earlier checkpoint is of this log. Raises BundleFault, LedgerError, ValueError."""
        if isinstance(line, Noted):
            if self._shown.get(earlier.size) != earlier.root:
                detail = f"the outline shows no such root of {earlier.size:,} events as an earlier one has"
                raise BundleFault("checkpoint", detail)
            return
        packed = strict_base64(line.proof)
        if len(packed) % HASH_SIZE:
            raise BundleFault("checkpoint", f"the proof of {earlier.size:,} events is cut")
        proof = [packed[at : at + HASH_SIZE] for at in range(0, len(packed), HASH_SIZE)]
        now = self._checkpoint
        verify_consistency(earlier.size, now.size, earlier.root, now.root, proof)
