"""What a log and a witness send each other (C2SP tlog-witness, `add-checkpoint`).

    request = "old " size newline | consistency proof lines, base64 | newline | checkpoint, a signed note
    answer  = 200 and the witness's signature lines; 409 and its size; another status and a reason

The size in a request is that of the last checkpoint that the witness cosigned of the log, 0 for none.
"""

import re
from base64 import b64encode
from dataclasses import dataclass

from ironclad.eventlog.ledger.errors import BadNote, LedgerError
from ironclad.eventlog.ledger.hashes import HASH_SIZE
from ironclad.eventlog.ledger.notes import Note, Signature, parse, strict_base64
from ironclad.eventlog.ledger.tree import SIZE_LIMIT

PATH = "/add-checkpoint"
"""Below a witness's submission prefix."""

SIZE_TYPE = "text/x.tlog.size"
"""The type of a 409 that says which size the witness cosigned last."""

PROOF_LINES = 63
"""The most hashes that a request may have."""

REQUEST_BYTES = 256 * 1024
ANSWER_BYTES = 64 * 1024
"""The most bytes that are read here of a request and of an answer: some sixteen ML-DSA-44 lines."""

_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,18})\Z")


class BadRequest(LedgerError):
    """Bytes that are no request to add a checkpoint."""


@dataclass(frozen=True)
class AddCheckpoint:
    """A request to cosign a checkpoint: the size that the witness cosigned last, the proof from there."""

    old: int
    proof: tuple[bytes, ...]
    note: Note

    def encode(self) -> bytes:
        lines = [f"old {self.old}", *(b64encode(each).decode() for each in self.proof), "", str(self.note)]
        return "\n".join(lines).encode()


def read_request(body: bytes) -> AddCheckpoint:
    """A request from its bytes, strictly; the note is parsed, and not verified. Raises BadRequest."""
    head, empty, rest = body.partition(b"\n\n")
    try:
        old, *proof = head.decode("ascii").split("\n")
        if not empty or not old.startswith("old "):
            raise BadRequest("a request begins with `old` and a size, and has an empty line before the note")
        if len(proof) > PROOF_LINES:
            raise BadRequest(f"a consistency proof has at most {PROOF_LINES} hashes")
        return AddCheckpoint(read_decimal(old.removeprefix("old ")), tuple(map(_hash, proof)), parse(rest))
    except BadRequest:
        raise
    except ValueError as wrong:  # base64, the note, or text that is not ASCII
        raise BadRequest(f"this is no request to add a checkpoint: {wrong}") from wrong


def read_decimal(text: str) -> int:
    """A size in decimal, without zeros before it. Raises BadRequest."""
    if not _DECIMAL.match(text) or int(text) >= SIZE_LIMIT:
        raise BadRequest(f"{text[:30]!r} is no size of a log")
    return int(text)


def _hash(line: str) -> bytes:
    found = strict_base64(line)
    if len(found) != HASH_SIZE:
        raise BadRequest(f"a hash has {HASH_SIZE} bytes, not {len(found)}")
    return found


def read_size(body: bytes) -> int:
    """The size in the body of a 409: decimal and a newline. Raises BadRequest."""
    if not body.endswith(b"\n"):
        raise BadRequest("a size ends with a newline")
    return read_decimal(body[:-1].decode("ascii", "replace"))


def read_lines(text: str, body: bytes) -> tuple[Signature, ...]:
    """The signature lines of an answer under a checkpoint's text, not verified. Raises BadNote."""
    found = parse(text.encode() + b"\n" + body)
    if found.text != text:
        raise BadNote("it has more than signature lines")
    return found.signatures
