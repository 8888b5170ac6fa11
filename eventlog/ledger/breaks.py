"""Breaks: a log that was damaged and repaired says so, in a note that its key signs.

    "ironclad-log-break/v1" | origin | size | root in base64 | reason, each on a line of its own

What the log had after `size` events before the repair is gone; it continues from these events, whose root is
`root`. The key in force after the repair signs. The reason is one line of at most 500 characters.
"""

from dataclasses import dataclass

from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import Note, SigningKey, open_note

_HEADER = "ironclad-log-break/v1\n"
REASON_LIMIT = 500


class BadBreak(LedgerError):
    """A note that is no valid statement of a break."""


@dataclass(frozen=True)
class BreakStatement:
    """A statement that was read: the log's state that the repair kept, and why there was a repair."""

    kept: Checkpoint
    reason: str

    def text(self) -> str:
        """The text that is signed."""
        return f"{_HEADER}{self.kept.text()}{self.reason}\n"

    def sign(self, key: SigningKey) -> Note:
        """The statement as a note that a key signed. Raises BadBreak for a reason that is not one line."""
        _check_reason(self.reason)
        return Note(self.text(), (key.sign(self.text()),))


def read_break(data: bytes | str, history: KeyHistory) -> BreakStatement:
    """The statement of a break of a log, signed by the key that it has from then on.

    Raises LedgerError.
    """
    lines = _text_of(data, history).removeprefix(_HEADER).split("\n")
    kept = parse_checkpoint("".join(f"{line}\n" for line in lines[:3]), history.origin)
    statement = BreakStatement(kept, "\n".join(lines[3:-1]))
    _check_reason(statement.reason)
    if not open_note(data, history.keys_for(kept.size)[-1:]).text == statement.text():
        raise BadBreak("the statement is written in another way than the one")
    return statement


def _text_of(data: bytes | str, history: KeyHistory) -> str:
    text = open_note(data, history.keys).text
    if not text.startswith(_HEADER):
        raise BadBreak("the statement is of another kind")
    return text


def _check_reason(reason: str) -> None:
    if not (0 < len(reason) <= REASON_LIMIT and reason.isprintable()):
        raise BadBreak(f"a reason is one line of at most {REASON_LIMIT} printable characters")
