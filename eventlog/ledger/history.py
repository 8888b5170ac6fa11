"""The history of a log's key: each key hands over to its successor by a statement that both sign.

A handover is a signed note with the text

    "ironclad-log-key-handover/v1" | origin | size | root in base64 | key, each on a line of its own

Size and root are of the last checkpoint that the old key signed; `key` is the successor's public key in one
line. The old key signs nothing of a larger log, the new one nothing of a smaller one. A verifier that trusts
the first key can follow the handovers to the one in use, and need not know any of them beforehand.

A key's name is the origin of the checkpoints that it signs. A successor of another name gives the log another
name from that size on: so does a log that lost events and was restored (`breaks`). What the old key
signed of a larger log counts no more.
"""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.errors import BadCheckpoint, BadHistory, BadSignature, LedgerError
from ironclad.eventlog.ledger.notes import (
    Note,
    SigningKey,
    VerifierKey,
    open_note,
    parse,
    read_vkey,
    verified,
)

_HEADER = "ironclad-log-key-handover/v1\n"


@dataclass(frozen=True)
class Handover:
    """A statement that was read: from which checkpoint on which key signs."""

    last: Checkpoint
    successor: VerifierKey


def handover(last: Checkpoint, old: SigningKey, new: SigningKey) -> Note:
    """The statement that a key hands over to another after its last checkpoint, signed by both."""
    text = f"{_HEADER}{last.origin}\n{last.size}\n{b64encode(last.root).decode()}\n{new.verifier}\n"
    return Note(text, (old.sign(text), new.sign(text)))


def read_handover(data: bytes | str, old: VerifierKey, origin: str) -> Handover:
    """A handover from a key, signed by it and by its successor. Raises BadHistory."""
    try:
        text = open_note(data, [old]).text
        if not text.startswith(_HEADER):
            raise BadHistory("the statement is of another kind")
        body, _, vkey = text.removeprefix(_HEADER).removesuffix("\n").rpartition("\n")
        last = parse_checkpoint(body + "\n", origin)
        successor = read_vkey(vkey)
        if last.extensions or not verified(parse(data), [successor]):
            raise BadHistory("the successor has not signed the handover")
    except BadHistory:
        raise
    except LedgerError as wrong:
        raise BadHistory(f"the handover from {old} does not hold: {wrong}") from wrong
    return Handover(last, successor)


class KeyHistory:
    """The keys of a log, from the first that is trusted to the one in use."""

    def __init__(self, origin: str, first: VerifierKey, handovers: Sequence[bytes | str] = ()) -> None:
        """`origin` is the log's first name, by which players' keys know it.

        Raises BadHistory where a handover does not follow from what comes before it.
        """
        self.origin = origin
        self.keys = [first]
        self.handovers: list[Handover] = []
        for each in handovers:
            read = read_handover(each, self.keys[-1], self.keys[-1].name)
            before = self.handovers[-1].last.size if self.handovers else 0
            if read.last.size < before:
                raise BadHistory(f"the key {self.keys[-1]} ends at {read.last.size}, before it began")
            if read.successor in self.keys:
                raise BadHistory(f"the key {read.successor} comes twice")
            self.handovers.append(read)
            self.keys.append(read.successor)

    @property
    def current(self) -> VerifierKey:
        """The key in use."""
        return self.keys[-1]

    @property
    def renamed(self) -> list[int]:
        """The sizes at which the log got another name, after events of it were lost."""
        pairs = zip(self.keys, self.handovers, strict=False)
        return [each.last.size for old, each in pairs if old.name != each.successor.name]

    def keys_for(self, size: int) -> list[VerifierKey]:
        """The keys that may sign a checkpoint of a size: one, or more where a handover was just then."""
        starts = [0, *(each.last.size for each in self.handovers)]
        ends = [*starts[1:], size]
        return [key for key, start, end in zip(self.keys, starts, ends, strict=True) if start <= size <= end]

    def open(self, data: bytes | str) -> tuple[Checkpoint, Note]:
        """A checkpoint that the right key of this log signed, with its note.

        Raises BadNote, BadSignature, BadCheckpoint.
        """
        note = parse(data)
        checkpoint = parse_checkpoint(note.text)
        known = {self.origin, *(key.name for key in self.keys)}
        if checkpoint.origin not in known:
            raise BadCheckpoint(f"the checkpoint is of {checkpoint.origin[:100]!r}, not of {self.origin!r}")
        keys = [key for key in self.keys_for(checkpoint.size) if key.name == checkpoint.origin]
        if not verified(note, keys):
            raise BadSignature(f"no key that this log had at {checkpoint.size} leaves signed the checkpoint")
        for each in self.handovers:
            if each.last.size == checkpoint.size and each.last.root != checkpoint.root:
                raise BadCheckpoint(f"the handover at {checkpoint.size} leaves names another root")
        return checkpoint, note
