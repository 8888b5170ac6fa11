"""Breaks: a log that was damaged and repaired says so, in a note that its key signs.

    "ironclad-log-break/v1" | origin | size | root in base64 | reason, each on a line of its own
    "ironclad-log-break/v2" | origin | size | root in base64 | size before | root before | replayed | reason

What the log had after `size` events before the repair is gone; it continues from these events, whose root is
`root`. In v2 the size and root before are of the largest checkpoint that is known of the log before the
repair, and the `replayed` events right after the first `size` are such that clients had, in their order.
The key in force after the repair signs; its name is the origin. The reason is one line of at most 500
characters.
"""

from base64 import b64encode
from dataclasses import dataclass

from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import Note, SigningKey, open_note

_FIRST, _SECOND = "ironclad-log-break/v1\n", "ironclad-log-break/v2\n"
REASON_LIMIT = 500


class BadBreak(LedgerError):
    """A note that is no valid statement of a break."""


@dataclass(frozen=True)
class BreakStatement:
    """A statement that was read: the log's state that the repair kept, why there was a repair, what was lost.

    `before` is the largest checkpoint before the repair, of the same origin here; None in v1.
    """

    kept: Checkpoint
    reason: str
    before: Checkpoint | None = None
    replayed: int = 0

    @property
    def until(self) -> int:
        """The size of the log at which all is there that is left of the log before."""
        return self.kept.size + self.replayed

    @property
    def lost(self) -> int | None:
        """How many events are known to be lost; None where the statement does not say."""
        return None if self.before is None else max(self.before.size - self.until, 0)

    def text(self) -> str:
        """The text that is signed."""
        if self.before is None:
            return f"{_FIRST}{self.kept.text()}{self.reason}\n"
        had = f"{self.before.size}\n{b64encode(self.before.root).decode()}\n{self.replayed}\n"
        return f"{_SECOND}{self.kept.text()}{had}{self.reason}\n"

    def sign(self, key: SigningKey) -> Note:
        """The statement as a note that a key signed. Raises BadBreak for a reason that is not one line."""
        _check_reason(self.reason)
        return Note(self.text(), (key.sign(self.text()),))


def read_break(data: bytes | str, history: KeyHistory) -> BreakStatement:
    """The statement of a break of a log, signed by the key that it has from then on.

    Raises LedgerError.
    """
    text = open_note(data, history.keys).text
    statement = parse_break(text)
    _check_reason(statement.reason)
    signer = history.keys_for(statement.kept.size)[-1]
    if statement.kept.origin != signer.name:
        raise BadBreak(f"the statement is of {statement.kept.origin[:100]!r}, not of {signer.name!r}")
    if open_note(data, [signer]).text != statement.text():
        raise BadBreak("the statement is written in another way than the one")
    return statement


def parse_break(text: str) -> BreakStatement:
    """The statement that a note's text is, not verified. Raises LedgerError."""
    first, second = text.startswith(_FIRST), text.startswith(_SECOND)
    if not (first or second):
        raise BadBreak("the statement is of another kind")
    lines = text.split("\n")[1:-1]
    kept = _checkpoint(lines[:3])
    if first:
        return BreakStatement(kept, "\n".join(lines[3:]))
    before = _checkpoint([kept.origin, *lines[3:5]])
    if before.size <= kept.size:
        raise BadBreak(f"the statement says that {before.size:,} events were there, and {kept.size:,} kept")
    (replayed,) = lines[5:6] or ("",)
    if not (replayed.isascii() and replayed.isdigit() and len(replayed) < 16):
        raise BadBreak(f"{replayed[:30]!r} is no number of events")
    return BreakStatement(kept, "\n".join(lines[6:]), before, int(replayed))


def _checkpoint(lines: list[str]) -> Checkpoint:
    return parse_checkpoint("".join(f"{line}\n" for line in lines))


def _check_reason(reason: str) -> None:
    if not (0 < len(reason) <= REASON_LIMIT and reason.isprintable()):
        raise BadBreak(f"a reason is one line of at most {REASON_LIMIT} printable characters")
