"""Evidence that a log contradicts itself: what a client exports when it stops (docs/ledger.md, "Evidence").

Two kinds: two signed checkpoints that cannot both be true, or a request in the log that names a root which
the log's tree does not have at that size. Checked with the file alone.
"""

from typing import Annotated, Literal

import msgspec

from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.hashes import leaf_hash
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import read_vkey, strict_base64
from ironclad.eventlog.ledger.proofs import verify_consistency, verify_inclusion

FORMAT = "ironclad-evidence/v1"
LENGTH_LIMIT = 4 * 1024 * 1024
"""The most bytes of a file of evidence."""

_REQUESTS = ("match.command_accepted.1", "match.command_committed.1", "match.link_revealed.1")
_Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
_Path = Annotated[tuple[_Hash, ...], msgspec.Meta(max_length=128)]


class NoEvidence(ValueError):
    """A file that was read and proves no contradiction; it says why."""


class Unusable(ValueError):
    """What is no file of evidence."""


class _Log(msgspec.Struct, frozen=True):
    key: str
    handovers: Annotated[tuple[str, ...], msgspec.Meta(max_length=1000)]


class _History(msgspec.Struct, frozen=True, tag="history", tag_field="kind"):
    format: Literal["ironclad-evidence/v1"]
    log: _Log
    first: str
    second: str
    root: _Hash
    proof: _Path


class _Request(msgspec.Struct, frozen=True, tag="request", tag_field="kind"):
    format: Literal["ironclad-evidence/v1"]
    log: _Log
    checkpoint: str
    position: Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1)]
    entry: str
    inclusion: _Path
    root: _Hash
    proof: _Path


class _Named(msgspec.Struct, frozen=True):
    size: int
    root: _Hash


class _Seen(msgspec.Struct, frozen=True):
    checkpoint: _Named


class _Signature(msgspec.Struct, frozen=True):
    seen: _Seen


class _Asked(msgspec.Struct, frozen=True):
    """What is read of a request's event: its seat, and the checkpoint that it names."""

    seat: str
    signature: _Signature


class Proved(msgspec.Struct, frozen=True):
    """What evidence proves: `text` is one sentence, `keys` the log's keys, first to last, a line each."""

    kind: str
    origin: str
    keys: tuple[str, ...]
    text: str


def read_evidence(data: bytes | str) -> Proved:
    """Check a file of evidence.

    Raises Unusable for what is no such file, NoEvidence for one that proves nothing.
    """
    if len(data) > LENGTH_LIMIT:
        raise Unusable(f"a file of evidence has at most {LENGTH_LIMIT:,} bytes")
    try:
        given = msgspec.json.decode(data, type=_History | _Request)
        first = read_vkey(given.log.key)
    except (msgspec.MsgspecError, UnicodeDecodeError, LedgerError) as wrong:
        raise Unusable(f"this is no {FORMAT}: {wrong}") from wrong
    try:
        history = KeyHistory(first.name, first, given.log.handovers)
        text = _history(given, history) if isinstance(given, _History) else _request(given, history)
    except LedgerError as wrong:
        raise NoEvidence(str(wrong)) from wrong
    kind = "history" if isinstance(given, _History) else "request"
    return Proved(kind, history.origin, tuple(map(str, history.keys)), text)


def _history(given: _History, history: KeyHistory) -> str:
    first, _ = history.open(given.first)
    second, _ = history.open(given.second)
    _leads(given.root, first.size, second, given.proof)
    if bytes.fromhex(given.root) == first.root:
        raise NoEvidence("the second checkpoint extends the first: they do not contradict each other")
    if first.size == second.size:
        return f"{first.origin} signed two different logs of {first.size} events"
    at = f"whose first {first.size} are not those"
    return f"{first.origin} signed a log of {first.size} events, and one of {second.size} events {at}"


def _request(given: _Request, history: KeyHistory) -> str:
    checkpoint, _ = history.open(given.checkpoint)
    try:
        entry = strict_base64(given.entry)
    except ValueError as wrong:
        raise NoEvidence("the event cannot be read") from wrong
    path = [bytes.fromhex(each) for each in given.inclusion]
    verify_inclusion(leaf_hash(entry), given.position - 1, checkpoint.size, path, checkpoint.root)
    asked = _asked(entry)
    named = asked.signature.seen.checkpoint
    if named.size >= given.position:
        raise NoEvidence("the request names a checkpoint that came after it")
    _leads(given.root, named.size, checkpoint, given.proof)
    if given.root == named.root:
        raise NoEvidence("the request names the root that the log has")
    what = f"a request of {asked.seat} at {given.position} which names another log of {named.size} events"
    return f"{checkpoint.origin} signed a log that has {what} than its own"


def _leads(root: str, size: int, to: Checkpoint, proof: tuple[str, ...]) -> None:
    """A consistency proof leads from a root at a size to a checkpoint. Raises LedgerError."""
    path = [bytes.fromhex(each) for each in proof]
    verify_consistency(size, to.size, bytes.fromhex(root), to.root, path)


def _asked(entry: bytes) -> _Asked:
    """The request in a stored event, as its leaf has it. Raises NoEvidence."""

    def part(at: int) -> tuple[bytes, int]:
        end = at + 2 + int.from_bytes(entry[at : at + 2], "big")
        return entry[at + 2 : end], end

    _, at = part(0)
    name, at = part(at + 8)
    body, end = part(at)
    if name.decode("utf-8", "replace") not in _REQUESTS:
        raise NoEvidence("the event is no request")
    if end != len(entry):
        raise NoEvidence("the event cannot be read")
    try:
        return msgspec.json.decode(body, type=_Asked)
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        raise NoEvidence("the request names no checkpoint") from wrong
