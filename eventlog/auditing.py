"""Auditing a server from outside, as a witness: what it signs must begin with all that it signed before.

An Auditor remembers in a file of its own the log's first key and the last checkpoint that it found good.
Each round it takes the server's newest checkpoint and checks it against the key and (by a consistency
proof) the last one, and some events, drawn at random, against it. A server that shows two
histories cannot pass with both as soon as two auditors compare their files, or one sees both.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol, TypeVar

import msgspec

from ironclad.eventlog.ledger.breaks import BreakStatement, read_break
from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.files import write_whole
from ironclad.eventlog.ledger.hashes import leaf_hash
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import parse, read_vkey
from ironclad.eventlog.ledger.proofs import verify_consistency, verify_inclusion
from ironclad.eventlog.ledger.tiles import Tile, entries_of, tile_of

FORMAT = 1
SAMPLES = 20


class NotAudited(Exception):
    """The server could not be audited: it does not answer, or it does not serve a signed log."""


class Alarm(Exception):
    """The server contradicts its own signatures; `evidence` are the notes that prove it."""

    def __init__(self, reason: str, *evidence: str) -> None:
        super().__init__(reason)
        self.evidence = evidence


class Server(Protocol):
    """The server as an auditor sees it."""

    def get(self, path: str, query: Mapping[str, int]) -> bytes | None:
        """The body under a path; None if the server says that this reader may not have it.

        Raises NotAudited.
        """

    def post(self, path: str, document: Mapping[str, str]) -> None:
        """Post a JSON document. Raises NotAudited."""


class _Key(msgspec.Struct):
    key: str


class _Break(msgspec.Struct):
    note: str


class _Keys(msgspec.Struct):
    keys: list[_Key]
    handovers: list[str]
    breaks: list[_Break] = []


class _Signed(msgspec.Struct):
    note: str


class _Consistency(msgspec.Struct):
    proof: list[str]


class _Inclusion(msgspec.Struct):
    leaf: str
    proof: list[str]


class Remembered(msgspec.Struct, forbid_unknown_fields=True):
    """What the auditor's file holds: the log's first key, the handovers seen, the last good checkpoint."""

    format: int
    first_key: str
    handovers: list[str] = []
    checkpoint: str | None = None


@dataclass
class Round:
    """The result of one round."""

    origin: str
    before: int
    size: int
    sampled: int = 0
    closed: int = 0
    cosigned: bool = False
    first_key: str = ""
    trusted_at_sight: bool = False


T = TypeVar("T")


@dataclass
class Auditor:
    """Follows one server. `log_key` is its first public key as known from elsewhere, if it is known."""

    server: Server
    file: Path
    log_key: str | None
    random: Random
    seconds: Callable[[], int]
    witness: Witness | None = None
    samples: int = SAMPLES
    accepts_break: bool = False
    _known: Remembered | None = field(default=None, init=False)

    def round(self) -> Round:
        """One look at the server. Raises Alarm, NotAudited, OSError (the file)."""
        known = self._remembered()
        keys = self._asked("/api/v1/log/keys", {}, _Keys)
        note = self._asked("/api/v1/log/checkpoint", {}, _Signed).note
        history = self._history(known, keys)
        try:
            checkpoint, signed = history.open(note)
        except LedgerError as wrong:
            raise Alarm(f"the checkpoint does not hold: {wrong}", note) from wrong
        last = None
        if known is not None and known.checkpoint is not None:
            last = self._last(known.checkpoint, history, keys)
            self._hold_to_last(last, checkpoint, known.checkpoint, note)
        seen = Round(history.origin, 0 if last is None else last.size, checkpoint.size)
        seen.first_key = str(history.keys[0])
        seen.trusted_at_sight = known is None and self.log_key is None
        self._sample(checkpoint, note, seen)
        # What is cosigned must be remembered first: a witness that forgets may cosign a second history.
        self._remember(Remembered(FORMAT, str(history.keys[0]), keys.handovers, note))
        if self.witness is not None:
            line = self.witness.cosign(checkpoint.text(), self.seconds())
            self.server.post("/api/v1/log/cosignatures", {"note": str(signed.signed(line))})
            seen.cosigned = True
        return seen

    # -- what is remembered

    def _remembered(self) -> Remembered | None:
        if self._known is not None:
            return self._known
        try:
            body = self.file.read_bytes()
        except FileNotFoundError:
            return None
        try:
            known = msgspec.json.decode(body, type=Remembered)
            if known.format != FORMAT:
                raise NotAudited(f"{self.file} is of format {known.format}, not {FORMAT}")
            if self.log_key is not None and read_vkey(self.log_key) != read_vkey(known.first_key):
                raise NotAudited(f"{self.file} is of another log, with the key {known.first_key}")
        except (msgspec.DecodeError, LedgerError) as wrong:
            raise NotAudited(f"{self.file} is damaged: {wrong}") from wrong
        self._known = known
        return known

    def _remember(self, known: Remembered) -> None:
        if known != self._known:
            write_whole(self.file, msgspec.json.format(msgspec.json.encode(known), indent=1))
        self._known = known

    def _last(self, note: str, history: KeyHistory, keys: _Keys) -> Checkpoint:
        """The checkpoint that the log has to continue: the last one, or the one that a break has kept.

        A break of the log that lost part of what was remembered is an alarm until it is accepted.
        """
        try:
            return history.open(note)[0]
        except LedgerError as wrong:
            had = parse_checkpoint(parse(note).text)
            broken = self._break(history, keys, had.size)
            if broken is None:
                raise Alarm(f"the last checkpoint is not this log's any more: {wrong}", note) from wrong
            kept, lost = broken.kept.size, had.size - broken.kept.size
            words = (
                f"the log was broken: of {had.size:,} events seen here it kept {kept:,}, {lost:,} are lost"
            )
            if not self.accepts_break:
                raise Alarm(f"{words}, and says why: {broken.reason}", note) from wrong
            return broken.kept

    @staticmethod
    def _break(history: KeyHistory, keys: _Keys, size: int) -> BreakStatement | None:
        """The first break of the log that kept less than a size, as its key states it."""
        for each in keys.breaks:
            try:
                found = read_break(each.note, history)
            except LedgerError as wrong:
                raise Alarm(f"a statement of a break does not hold: {wrong}", each.note) from wrong
            if found.kept.size < size:
                return found
        return None

    # -- what is held to what

    def _history(self, known: Remembered | None, keys: _Keys) -> KeyHistory:
        """The log's keys, from the one that is trusted on, with every handover that was seen before."""
        trusted = known.first_key if known is not None else self.log_key
        if trusted is None:
            if not keys.keys:
                raise NotAudited("the server names no key of its log")
            trusted = keys.keys[0].key
        try:
            first = read_vkey(trusted)
            history = KeyHistory(first.name, first, keys.handovers)
        except LedgerError as wrong:
            raise Alarm(f"the log's keys do not hold: {wrong}", *keys.handovers) from wrong
        if known is not None and keys.handovers[: len(known.handovers)] != known.handovers:
            raise Alarm("the server no longer shows a handover that it showed before", *known.handovers)
        return history

    def _hold_to_last(self, last: Checkpoint, now: Checkpoint, last_note: str, note: str) -> None:
        if now.size < last.size:
            raise Alarm(f"the log has shrunk from {last.size:,} events to {now.size:,}", last_note, note)
        if last.size == 0:
            return
        proof: list[bytes] = []
        if now.size > last.size:
            sizes = {"from": last.size, "to": now.size}
            answer = self._asked("/api/v1/log/proofs/consistency", sizes, _Consistency)
            proof = self._hashes(answer.proof)
        try:
            verify_consistency(last.size, now.size, last.root, now.root, proof)
        except LedgerError as wrong:
            words = f"the log of {now.size:,} events does not begin with that of {last.size:,}: {wrong}"
            raise Alarm(words, last_note, note) from wrong

    def _sample(self, checkpoint: Checkpoint, note: str, seen: Round) -> None:
        """Check some events against the checkpoint: half of them are new ones."""
        if checkpoint.size == 0:
            return
        new = range(seen.before, checkpoint.size) or range(checkpoint.size)
        for number in range(self.samples):
            index = self.random.choice(new if number % 2 else range(checkpoint.size))
            where = {"position": index + 1, "size": checkpoint.size}
            found = self._asked("/api/v1/log/proofs/inclusion", where, _Inclusion)
            (leaf,) = self._hashes([found.leaf])
            try:
                proof = self._hashes(found.proof)
                verify_inclusion(leaf, index, checkpoint.size, proof, checkpoint.root)
            except LedgerError as wrong:
                raise Alarm(f"the event at {index + 1:,} is not in the log: {wrong}", note) from wrong
            self._hold_entry(index, checkpoint, leaf, note, seen)
            seen.sampled += 1

    def _hold_entry(self, index: int, checkpoint: Checkpoint, leaf: bytes, note: str, seen: Round) -> None:
        """The entry itself, if this auditor may read it."""
        hashes = tile_of(0, index, checkpoint.size)
        tile = Tile(None, hashes.number, hashes.width)
        body = self.server.get(f"/log/{tile.path}", {})
        if body is None:
            seen.closed += 1
            return
        try:
            entry = entries_of(tile, body)[index - tile.start]
        except LedgerError as wrong:
            raise Alarm(f"the entries in {tile.path} cannot be read: {wrong}", note) from wrong
        if leaf_hash(entry) != leaf:
            raise Alarm(f"the server shows another event at {index + 1:,} than the log has", note)

    # -- asking

    def _asked(self, path: str, query: Mapping[str, int], kind: type[T]) -> T:
        body = self.server.get(path, query)
        if body is None:
            raise NotAudited(f"the server does not let this auditor read {path}")
        try:
            return msgspec.json.decode(body, type=kind)
        except msgspec.DecodeError as wrong:
            raise NotAudited(f"{path} gave what no server of this kind does: {wrong}") from wrong

    @staticmethod
    def _hashes(texts: list[str]) -> list[bytes]:
        try:
            return [bytes.fromhex(each) for each in texts]
        except ValueError as wrong:
            raise NotAudited(f"the server gave hashes that are none: {wrong}") from wrong
