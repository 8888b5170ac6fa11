"""Checkpoints: a log's size and root as the text of a signed note (C2SP tlog-checkpoint).

origin newline | size in decimal newline | root in base64 newline | extension lines
"""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from ironclad.eventlog.ledger.errors import BadCheckpoint, BadEmptyRoot
from ironclad.eventlog.ledger.hashes import EMPTY_ROOT, HASH_SIZE
from ironclad.eventlog.ledger.notes import Note, SigningKey, Verifier, check_text, open_note, strict_base64
from ironclad.eventlog.ledger.tree import SIZE_LIMIT


@dataclass(frozen=True)
class Checkpoint:
    """The head of a log: its origin, how many leaves it has, their root. We write no extension lines."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def text(self) -> str:
        lines = (self.origin, str(self.size), b64encode(self.root).decode(), *self.extensions)
        return "".join(f"{line}\n" for line in lines)

    def sign(self, key: SigningKey) -> Note:
        """The checkpoint as a note that a key signed."""
        return Note(self.text(), (key.sign(self.text()),))


def parse_checkpoint(text: str, origin: str | None = None) -> Checkpoint:
    """The checkpoint that a note's text is, of the origin that is named. Raises BadCheckpoint."""
    try:
        check_text(text)
    except ValueError as wrong:
        raise BadCheckpoint(str(wrong)) from wrong
    lines = text.split("\n")[:-1]
    if len(lines) < 3 or not all(lines):
        raise BadCheckpoint("a checkpoint has three lines or more, none of them empty")
    name, digits, packed, *extensions = lines
    if origin is not None and name != origin:
        raise BadCheckpoint(f"the checkpoint is of {name[:100]!r}, not of {origin!r}")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 19) or str(int(digits)) != digits:
        raise BadCheckpoint(f"{digits[:30]!r} is no size of a log")
    try:
        root = strict_base64(packed)
    except ValueError as wrong:
        raise BadCheckpoint(f"the checkpoint's root cannot be read: {wrong}") from wrong
    if len(root) != HASH_SIZE or int(digits) >= SIZE_LIMIT:
        raise BadCheckpoint(f"a root has {HASH_SIZE} bytes, a log less than 2^63 leaves")
    if digits == "0" and root != EMPTY_ROOT:
        raise BadEmptyRoot("an empty log has another root")
    return Checkpoint(name, int(digits), root, tuple(extensions))


def open_checkpoint(
    data: bytes | str, keys: Sequence[Verifier], origin: str | None = None
) -> tuple[Checkpoint, Note]:
    """A checkpoint that one of the keys signed, with its note.

    Raises BadNote, BadSignature, BadCheckpoint.
    """
    note = open_note(data, keys)
    return parse_checkpoint(note.text, origin), note
