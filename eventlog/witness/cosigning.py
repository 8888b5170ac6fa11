"""A witness's decision over a request to cosign a checkpoint, as C2SP tlog-witness orders it.

A checkpoint is cosigned only if a known key of its log signed it and it extends the last one that was
cosigned of that log, and only after it was remembered. Requests are decided one at a time, so that no two of
them see the same last one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.cosigners import Cosigner, LogKey
from ironclad.eventlog.ledger.errors import BadCheckpoint, BadEmptyRoot, BadKey, BadSignature, LedgerError
from ironclad.eventlog.ledger.mldsa import LONGEST_NAME, MlDsaWitness
from ironclad.eventlog.ledger.notes import Note, verified
from ironclad.eventlog.ledger.proofs import verify_consistency
from ironclad.eventlog.witness.heads import Head
from ironclad.eventlog.witness.protocol import SIZE_TYPE, AddCheckpoint, BadRequest, read_request

PLAIN = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Answer:
    """An answer over HTTP: status, body, type of the body."""

    status: int
    body: bytes
    kind: str = PLAIN


class Heads(Protocol):
    """What was cosigned last of each log; see `WitnessHeads`."""

    def head(self, origin: str) -> Head | None: ...

    def keep(self, origin: str, head: Head) -> None: ...


class _Refused(Exception):
    """A request that is not granted: the answer."""

    def __init__(self, status: int, reason: str, kind: str = PLAIN) -> None:
        super().__init__(reason)
        self.answer = Answer(status, f"{reason}\n".encode(), kind)


class CosigningWitness:
    """Cosigns the logs whose keys it was given; a log may have several keys, all under its origin.

    An origin has at most 255 bytes, as ML-DSA-44 cosignatures have it. Raises BadKey.

    `fork` is called with an origin and two notes when a log's key has signed two roots at one size.
    """

    def __init__(
        self,
        logs: Sequence[LogKey],
        cosigners: Sequence[Cosigner],
        heads: Heads,
        seconds: Callable[[], int],
        fork: Callable[[str, str, str], None] = lambda origin, first, second: None,
    ) -> None:
        self._logs: dict[str, list[LogKey]] = {}
        for key in logs:
            if len(key.name.encode()) > LONGEST_NAME:
                raise BadKey(f"the origin {key.name[:50]!r}… has more than {LONGEST_NAME} bytes")
            self._logs.setdefault(key.name, []).append(key)
        self._cosigners = tuple(cosigners)
        self._heads, self._seconds, self._fork = heads, seconds, fork
        self._one = Lock()

    def add_checkpoint(self, body: bytes) -> Answer:
        """The answer to a request: the witness's lines, or why there are none. Raises OSError (the state)."""
        try:
            request = read_request(body)
            checkpoint, note = self._signed(request)
            with self._one:
                self._hold_to_head(request, checkpoint, note)
                head = self._heads.head(checkpoint.origin)
                if head is None or head.size < checkpoint.size:
                    kept = Head(checkpoint.size, checkpoint.root, str(note))
                    self._heads.keep(checkpoint.origin, kept)
                return Answer(200, self._cosigned(checkpoint))
        except BadRequest as wrong:
            return Answer(400, f"{wrong}\n".encode())
        except _Refused as refused:
            return refused.answer

    def _signed(self, request: AddCheckpoint) -> tuple[Checkpoint, Note]:
        """The checkpoint, with the lines of the log's own keys: 404, 403, 400 or 422 where it is none."""
        text = request.note.text
        origin = text.partition("\n")[0]
        if (keys := self._logs.get(origin)) is None:
            raise _Refused(404, "unknown log")
        try:
            lines = verified(request.note, keys)
        except BadSignature as wrong:
            raise _Refused(403, f"invalid signature: {wrong}") from wrong
        if not lines:
            raise _Refused(403, "invalid signature: no known key of this log signed the checkpoint")
        try:
            checkpoint = parse_checkpoint(text, origin)
        except BadEmptyRoot as wrong:
            raise _Refused(422, str(wrong)) from wrong
        except BadCheckpoint as wrong:
            raise BadRequest(str(wrong)) from wrong
        if request.old > checkpoint.size:
            raise BadRequest(f"the old size {request.old} is larger than the checkpoint's {checkpoint.size}")
        return checkpoint, Note(text, tuple(line for _, line in lines))

    def _hold_to_head(self, request: AddCheckpoint, checkpoint: Checkpoint, note: Note) -> None:
        head = self._heads.head(checkpoint.origin)
        known = 0 if head is None else head.size
        if request.old != known:
            raise _Refused(409, str(known), SIZE_TYPE)
        if head is not None and known == checkpoint.size and head.root != checkpoint.root:
            self._fork(checkpoint.origin, head.note, str(note))
            raise _Refused(409, f"another root was cosigned at {known} entries")
        if known == 0:
            if request.proof:
                raise _Refused(422, "the consistency proof from an empty log is not empty")
            return
        assert head is not None
        try:
            verify_consistency(known, checkpoint.size, head.root, checkpoint.root, request.proof)
        except LedgerError as wrong:
            raise _Refused(422, f"the consistency proof does not hold: {wrong}") from wrong

    def _cosigned(self, checkpoint: Checkpoint) -> bytes:
        """The lines of every key that can sign the checkpoint: ML-DSA-44 signs no extension lines."""
        text, seconds = checkpoint.text(), self._seconds()
        keys = [
            each for each in self._cosigners if not (checkpoint.extensions and isinstance(each, MlDsaWitness))
        ]
        return "".join(each.cosign(text, seconds).line() for each in keys).encode()
