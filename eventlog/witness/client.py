"""Asking one witness to cosign a checkpoint (C2SP tlog-witness), and reading what it answers.

A witness is believed in nothing but its signatures. What it says of its size decides only from where the
next consistency proof starts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPException

from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.cosignatures import time_of
from ironclad.eventlog.ledger.cosigners import CosignerKey
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.notes import Note, Signature, verified
from ironclad.eventlog.witness.protocol import (
    SIZE_TYPE,
    AddCheckpoint,
    BadRequest,
    read_lines,
    read_size,
)
from ironclad.eventlog.witness.transport import Reply

AHEAD_SECONDS = 600
"""How far a witness's clock may be ahead of ours."""

Prove = Callable[[int, int], Sequence[bytes]]
"""The log's proof that its tree of a second size begins with its tree of a first one."""

_TRIES = 3
_LONG_SECONDS = 300.0
_REASON = 200  # characters of what a witness says


class WitnessFailed(Exception):
    """No cosignature was got: the reason. `after` is in how many seconds to ask again, at the earliest.

    It is an `alarm` where the witness says that it has cosigned what is not this log, or more of it.
    """

    def __init__(self, reason: str, after: float = 0.0, alarm: bool = False) -> None:
        super().__init__(reason)
        self.after, self.alarm = after, alarm


@dataclass(frozen=True)
class Line:
    """A witness's line that holds, with its key."""

    key: CosignerKey
    signature: Signature


class WitnessClient:
    """One witness with its keys; `cosigned` is the size that it cosigned last, as far as is known here."""

    def __init__(
        self,
        keys: Sequence[CosignerKey],
        post: Callable[[bytes], Reply],
        prove: Prove,
        seconds: Callable[[], int],
        cosigned: int = 0,
    ) -> None:
        self._keys, self._post, self._prove, self._seconds = tuple(keys), post, prove, seconds
        self.cosigned = cosigned

    def ask(self, checkpoint: Checkpoint, note: Note) -> list[Line]:
        """The witness's lines under a checkpoint, at least one.

        Raises WitnessFailed; LedgerError where the log cannot prove what the witness needs.
        """
        for _ in range(_TRIES):
            request = AddCheckpoint(self.cosigned, self._proof(checkpoint), note)
            try:
                reply = self._post(request.encode())
            except (OSError, HTTPException, ValueError) as wrong:
                raise WitnessFailed(f"it does not answer: {wrong}") from wrong
            if reply.status == 200:
                lines = self._lines(checkpoint, reply)
                self.cosigned = checkpoint.size
                return lines
            self._take_size(checkpoint, reply)
        raise WitnessFailed("it names another size with each answer", _LONG_SECONDS)

    def _proof(self, checkpoint: Checkpoint) -> tuple[bytes, ...]:
        if self.cosigned > checkpoint.size:
            self.cosigned = 0  # an older build of ours was stopped in between: the witness says what it has
        if self.cosigned in (0, checkpoint.size):
            return ()
        return tuple(self._prove(self.cosigned, checkpoint.size))

    def _lines(self, checkpoint: Checkpoint, reply: Reply) -> list[Line]:
        """The good lines in an answer; of other keys none is looked at."""
        text, latest = checkpoint.text(), self._seconds() + AHEAD_SECONDS
        try:
            signed = Note(text, read_lines(text, reply.body))
            found = [Line(key, line) for key, line in verified(signed, self._keys)]
            lines = [line for line in found if 0 < time_of(line.signature) <= latest]
        except LedgerError as wrong:
            raise WitnessFailed(f"its answer holds no lines: {wrong}", _LONG_SECONDS) from wrong
        if not lines:
            why = "none of a time that may be" if found else "none of its keys"
            raise WitnessFailed(f"its answer has lines, and {why}", _LONG_SECONDS)
        return lines

    def _take_size(self, checkpoint: Checkpoint, reply: Reply) -> None:
        """Learn from a 409 which size to prove from. Raises WitnessFailed for any other answer."""
        if reply.status != 409 or reply.kind != SIZE_TYPE:
            self._fail(checkpoint, reply)
        try:
            size = read_size(reply.body)
        except BadRequest as wrong:
            raise WitnessFailed(f"its answer 409 has no size: {wrong}", _LONG_SECONDS) from wrong
        if size > checkpoint.size:
            raise WitnessFailed(
                f"it has cosigned {size:,} events of this log, which has {checkpoint.size:,}: a backup was"
                " restored here, or the log's key signs another log",
                _LONG_SECONDS,
                alarm=True,
            )
        if size == self.cosigned:
            raise WitnessFailed(f"it names the size {size:,} that it was asked with", _LONG_SECONDS)
        self.cosigned = size

    def _fail(self, checkpoint: Checkpoint, reply: Reply) -> None:
        said = reply.body[:_REASON].decode("utf-8", "replace").strip()
        reason = "".join(each if each.isprintable() else " " for each in said)
        known = {
            404: "it does not know this log",
            403: "it does not know the key of this log",
            409: f"it has cosigned another root at {checkpoint.size:,} events",
            422: f"it has cosigned another log of {self.cosigned:,} events, or the proof is wrong",
        }
        words = known.get(reply.status, f"it answers {reply.status}")
        alarm = reply.status in (409, 422)
        if alarm:
            self.cosigned = 0
        after = max(_LONG_SECONDS if reply.status in known else 0.0, float(min(reply.retry_after, 86_400)))
        raise WitnessFailed(f"{words} ({reason})" if reason else words, after, alarm)
