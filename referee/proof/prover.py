"""What the service proves of its log to any caller: checkpoints, proofs, tiles, entries, keys."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep

import msgspec

from ironclad.eventlog.errors import (
    Closed,
    NotFound,
    NotProvable,
    NotSigned,
    Unreadable,
    as_problems,
)
from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.cosignatures import WitnessKey, time_of
from ironclad.eventlog.ledger.cosigners import CosignerKey
from ironclad.eventlog.ledger.errors import BadSize, BadTile, LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import Note, Signature, verified
from ironclad.eventlog.ledger.proofs import (
    check_consistency_sizes,
    check_inclusion_sizes,
    consistency_proof,
    inclusion_proof,
)
from ironclad.eventlog.ledger.tiles import Tile, tile_at
from ironclad.eventlog.ledger.tree import root_at
from ironclad.eventlog.records import LogBreakRecord
from ironclad.eventlog.signer import REFUSED, UNSIGNED
from ironclad.eventlog.store.checkpoints import Cosigned, Said, label_of
from ironclad.eventlog.store.tiles import NotWhole, bundle
from ironclad.eventlog.witness.client import AHEAD_SECONDS
from ironclad.referee.open_games import OpenGames

_LOOK_SECONDS = 0.05


class CosignatureRecord(msgspec.Struct, frozen=True):
    """A witness's line under a checkpoint: its name, and its time in seconds since 1970."""

    witness: str
    time: int


class CheckpointRecord(msgspec.Struct, frozen=True):
    """A signed checkpoint: `root` in hex, `note` as it was signed and cosigned."""

    origin: str
    size: int
    root: str
    note: str
    cosignatures: tuple[CosignatureRecord, ...]


class InclusionRecord(msgspec.Struct, frozen=True):
    """The proof that an event is in the log at a size; hashes in hex, the leaf's index is `position` - 1."""

    position: int
    leaf: str
    size: int
    root: str
    proof: tuple[str, ...]


class ConsistencyRecord(msgspec.Struct, frozen=True):
    """The proof that the log of `size2` events begins with that of `size1`; hashes in hex."""

    size1: int
    root1: str
    size2: int
    root2: str
    proof: tuple[str, ...]


class KeyRecord(msgspec.Struct, frozen=True):
    """A key of the log, in one line, and the size of the log from which on it signs."""

    key: str
    signs_from: int


class KeysRecord(msgspec.Struct, frozen=True):
    """The log's keys, first to last, with the handovers by which each follows from the one before.

    `witnesses` are the keys of those whose cosignatures are taken, `breaks` what the log says that it lost.
    """

    origin: str
    keys: tuple[KeyRecord, ...]
    handovers: tuple[str, ...]
    witnesses: tuple[str, ...]
    breaks: tuple[LogBreakRecord, ...] = ()


class LedgerCondition(msgspec.Struct, frozen=True):
    """Whether the log is signed: `unsigned`, `checking`, `signing` or `refused`.

    `unsigned`: nothing has the log's key, or the notary's file cannot be used, as `reason` says. The `reason`
    of a log that is signed says that the notary began without its file. `signed` is the size of the last
    checkpoint, `cosigned` that of the last one that meets the service's policy of witnesses (None: there is
    none, or no policy).
    """

    condition: str
    signed: int | None = None
    reason: str | None = None
    cosigned: int | None = None


class Prover:
    """Proves what is in a log. Positions count from 1."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games, self._ledger = open_games, open_games.ledger
        self._tiles, self._published = open_games.ledger.tiles, open_games.ledger.published

    # -- checkpoints

    @as_problems()
    def condition(self) -> LedgerCondition:
        """Whether the log is signed, and up to where."""
        said, latest = self._ledger.said(), self._published.latest()
        size = None if latest is None else parse_checkpoint(latest.text).size
        if said is None:
            return LedgerCondition("unsigned", size)
        met = None if self._ledger.quorum is None else self._ledger.quorum.note(said.history())
        cosigned = None if met is None else parse_checkpoint(met.text).size
        return LedgerCondition(said.condition, size, said.reason or None, cosigned)

    @as_problems()
    def public_checkpoint(self) -> Note:
        """The last checkpoint that meets the service's policy of witnesses; the last of all where none does.

        Raises NotSigned, NotFound.
        """
        if self._ledger.quorum is not None:
            met = self._signed(self._ledger.quorum.note(self.history()))
            if met is not None:
                return met
        return self.checkpoint()

    @as_problems()
    def checkpoint(self, least: int = 0, witnesses: int = 0, wait: float = 0.0) -> Note:
        """The last checkpoint of a log that is signed, which `witnesses` witnesses cosigned.

        Waits so many seconds for one of `least` events or more, if the log has so many. Raises NotSigned,
        and NotFound where there is none so large, or none with so many cosignatures.
        """
        if witnesses:
            found = self._signed(self._published.witnessed(witnesses))
        else:
            found = self._awaited(least, wait)
        if found is None:
            raise NotFound(f"no checkpoint has the lines of {witnesses} witnesses")
        if (size := parse_checkpoint(found.text).size) < least:
            raise NotFound(f"the last checkpoint is of {size} events, not of {least}")
        return found

    def _awaited(self, least: int, wait: float) -> Note | None:
        deadline = monotonic() + (wait if least <= self._tiles.size() else 0.0)
        while True:
            found = self._signed(self._published.latest())
            late = monotonic() >= deadline
            if found is not None and (late or parse_checkpoint(found.text).size >= least):
                return found
            if late:
                raise NotSigned("the log is being checked, and not signed yet")
            if self._ledger.signer is not None:
                self._ledger.signer.hurry()
            sleep(_LOOK_SECONDS)

    def _signed(self, latest: Note | None) -> Note | None:
        """What was found, of a log that is still signed. Raises NotSigned."""
        said = self._ledger.said()
        last = None if latest is None else str(latest)
        if said is None:
            raise NotSigned("no process of this service has the log's key: nothing is signed", last)
        if said.condition == REFUSED:
            advice = "until its operator repairs it, or continues it with `ironclad restore`"
            raise NotSigned(f"the log is not signed any more: {said.reason} ({advice})", last)
        if said.condition == UNSIGNED:
            raise NotSigned(f"nothing is signed: {said.reason}", last)
        return latest

    @as_problems()
    def checkpoint_record(self, note: Note) -> CheckpointRecord:
        """A checkpoint in parts."""
        checkpoint = parse_checkpoint(note.text)
        lines = verified(note, self._ledger.cosigners)
        return CheckpointRecord(
            checkpoint.origin,
            checkpoint.size,
            checkpoint.root.hex(),
            str(note),
            tuple(CosignatureRecord(key.name, time_of(signature)) for key, signature in lines),
        )

    @as_problems()
    def keys(self) -> KeysRecord:
        """The log's keys. Raises NotSigned where it has none."""
        said = self._said()
        history = said.history()
        starts = (0, *(each.last.size for each in history.handovers))
        keys = tuple(KeyRecord(str(key), start) for key, start in zip(history.keys, starts, strict=True))
        witnesses, breaks = tuple(map(str, self._ledger.cosigners)), tuple(self._open_games.breaks.records)
        return KeysRecord(said.origin, keys, said.handovers, witnesses, breaks)

    def history(self) -> KeyHistory:
        """The log's keys, to hold a checkpoint to. Raises NotSigned where it has none."""
        return self._said().history()

    def _said(self) -> Said:
        said = self._ledger.said()
        if said is None:
            raise NotSigned("no process of this service has the log's key: nothing is signed")
        return said

    # -- proofs

    @as_problems()
    def inclusion(
        self, position: int | None = None, leaf: bytes | None = None, size: int | None = None
    ) -> InclusionRecord:
        """The proof that the event at a position, or with a leaf's hash, is in the log at a size.

        The size is the last checkpoint's unless given. Raises Unreadable, NotFound, NotProvable.
        """
        size = self._size(size)
        if (position is None) is (leaf is None):
            raise Unreadable("name either the position of an event or the hash of its leaf")
        with _provable():
            if position is None:
                assert leaf is not None
                position = self._tiles.place_of(leaf)
                if position is None:
                    raise NotFound("the log has no such leaf")
            if size and position > size:
                raise NotFound(f"event {position} is not among the first {size} of the log")
            check_inclusion_sizes(position - 1, size)
            read = self._tiles.reader(size)
            proof = inclusion_proof(read, position - 1, size)
            (found,) = read([(0, position - 1)])
            return InclusionRecord(position, found.hex(), size, root_at(read, size).hex(), _hex(proof))

    @as_problems()
    def consistency(self, size1: int, size2: int | None = None) -> ConsistencyRecord:
        """The proof that the log of a size begins with the log of an earlier one; to the last checkpoint's
        unless given. Raises Unreadable, NotFound, NotProvable."""
        size2 = self._size(size2)
        with _provable():
            check_consistency_sizes(size1, size2)
            read = self._tiles.reader(size2)
            proof = consistency_proof(read, size1, size2)
            roots = root_at(read, size1).hex(), root_at(read, size2).hex()
            return ConsistencyRecord(size1, roots[0], size2, roots[1], _hex(proof))

    def _size(self, size: int | None) -> int:
        """A size that the committed log has: the last checkpoint's unless given. Raises NotFound."""
        there = self._tiles.size()
        if size is None:
            latest = self._published.latest()
            size = there if latest is None else parse_checkpoint(latest.text).size
        if size > there:
            raise NotFound(f"the log has {there} events, not {size}")
        return size

    # -- tiles

    @as_problems()
    def tile(self, path: str) -> bytes:
        """The hashes of a tile by its path below the log's prefix. Raises NotFound, NotProvable."""
        tile = self._tile(path)
        with _provable():
            return self._tiles.fetch(tile)

    @as_problems()
    def entries(self, path: str, may_read: Callable[[str], bool]) -> bytes:
        """A bundle of entries, for a reader who may read every one of its games.

        `may_read` says of a game whether the reader may. What a game hides is sealed in its entries. Raises
        NotFound, Closed, NotProvable.
        """
        tile = self._tile(path)
        with _provable():
            events = self._tiles.entries(tile)
        for game in dict.fromkeys(event[1].partition("/")[0] for event in events):
            if not may_read(game):
                raise Closed("the bundle has entries of a private game")
        with _provable():
            return bundle(events)

    def _tile(self, path: str) -> Tile:
        try:
            tile = tile_at(path)
        except BadTile as wrong:
            raise NotFound(str(wrong)) from wrong
        if not tile.is_in(self._size(None)):
            raise NotFound(f"the signed log has no {path} yet")
        return tile

    # -- cosignatures

    @as_problems()
    def cosign(self, note: str) -> CheckpointRecord:
        """Take the lines that witnesses wrote under a checkpoint of this log; the checkpoint with all it has.

        The same again changes nothing; of one witness the latest line counts. Raises Unreadable (no such
        checkpoint of ours, no line of a witness that is known here, a line that is not good), NotFound (a
        checkpoint of a log larger than this one), NotSigned.
        """
        history, witnesses = self.history(), self._ledger.cosigners
        checkpoint, found = self._own(note, history)
        try:
            lines = [self._line(key, signature) for key, signature in verified(found, witnesses)]
        except LedgerError as wrong:
            raise Unreadable(str(wrong)) from wrong
        if not lines:
            raise Unreadable("the note has no line of a witness that is known here")
        latest = self._open_games.seconds() + AHEAD_SECONDS
        if any(each.time > latest for each in lines):
            raise Unreadable("a cosignature is of a time to come")
        if checkpoint.size > self._tiles.size():
            raise NotFound(f"the log has no {checkpoint.size} events")
        with _provable():
            if root_at(self._tiles.reader(checkpoint.size), checkpoint.size) != checkpoint.root:
                raise Unreadable("the checkpoint is not of this log: it has another root at that size")
        own = Note(found.text, tuple(each for _, each in verified(found, history.keys)))
        self._published.cosign(checkpoint.size, str(own), lines)
        kept = self._published.at(checkpoint.size)
        return self.checkpoint_record(kept or found)

    def _line(self, key: CosignerKey, signature: Signature) -> Cosigned:
        counts = isinstance(key, WitnessKey) and key in self._ledger.witnesses
        return Cosigned(label_of(key), time_of(signature), signature, counts)

    def _own(self, note: str, history: KeyHistory) -> tuple[Checkpoint, Note]:
        try:
            return history.open(note)
        except LedgerError as wrong:
            raise Unreadable(f"this is no checkpoint of this log: {wrong}") from wrong


def _hex(hashes: Sequence[bytes]) -> tuple[str, ...]:
    return tuple(each.hex() for each in hashes)


@contextmanager
def _provable() -> Iterator[None]:
    """What the ledger raises, as problems: a size without a proof is the reader's, a hole in the log ours."""
    try:
        yield
    except NotWhole as hole:
        raise NotProvable(f"the log was altered by other hands: {hole}") from hole
    except BadSize as wrong:
        raise Unreadable(str(wrong)) from wrong
    except BadTile as damaged:
        raise NotProvable(f"what is kept of the log is damaged: {damaged}") from damaged
