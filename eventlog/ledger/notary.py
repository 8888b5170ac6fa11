"""The notary: signs checkpoints of one log, and remembers the last one apart from the log's database.

What it signed last is in a file of its own, flushed before the signature is given out (`notary_file`). It
signs nothing that does not begin with that: a log that shrank, was restored from a backup or had a hand in it
is refused with the reason. One process at a time has the file.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Self

import msgspec
from filelock import BaseFileLock

from ironclad.eventlog.file_lock import LockedElsewhere, locked
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory, handover
from ironclad.eventlog.ledger.notary_file import FORMAT, FORMATS, NotaryFile, NotaryState, decode
from ironclad.eventlog.ledger.notes import SigningKey, read_vkey
from ironclad.eventlog.ledger.proofs import verify_consistency

Prove = Callable[[int, int], Sequence[bytes]]
"""The log's proof that its tree of a second size begins with its tree of a first one."""

Published = tuple[str, Sequence[str]]
"""The log's first key, and the notes by which keys were handed over since."""

_LOOKS, _LOOK_SECONDS = 3, 0.01


class NotaryError(Exception):
    """The notary cannot work: its file is damaged, another log's, another key's, or in use."""


class NotaryInUse(NotaryError):
    """Another process has the file, and signs."""


class RefusedToSign(Exception):
    """The log is not the one that the last checkpoint is of, grown: the reason."""


@dataclass(frozen=True)
class NotaryRecord:
    """What a notary's file holds: the log's keys, and the last checkpoint, and its note, if there is one."""

    history: KeyHistory
    last: Checkpoint | None = None
    note: str | None = None


def read_notary(file: Path, origin: str) -> NotaryRecord | None:
    """What the notary's file of a log holds; None where there is no file. Nothing is changed or locked.

    A file that seems damaged is read again: a notary may write its record meanwhile. Raises NotaryError for
    one that cannot be read, is damaged, or is another log's.
    """
    for _ in range(_LOOKS - 1):
        with suppress(NotaryError):
            return _read_record(file, origin)
        sleep(_LOOK_SECONDS)
    return _read_record(file, origin)


def _read_record(file: Path, origin: str) -> NotaryRecord | None:
    state = _read(file)
    return None if state is None else _record(file, state, origin)


class Notary:
    """The one signer of a log, for as long as it is open.

    `began` is true where there was no file: what was signed before is known from what was published alone.
    """

    def __init__(
        self,
        file: Path,
        origin: str,
        key: SigningKey,
        successor: SigningKey | None = None,
        published: Published | None = None,
    ) -> None:
        """`file` is made on first use. A key that has handed over to `successor` need not be taken away yet.

        Where there is no file, because the new key's is elsewhere, the keys before it are taken from what
        was `published`: they hold by themselves, since every key signed the next. Raises NotaryError.
        """
        self._file = file
        self._key = key
        self._lock, self._writer = _locked(file), NotaryFile(file)
        try:
            found = _read(file)
            self.began = found is None
            self._state = found or self._begun(origin, successor, published)
            record = _record(file, self._state, origin)
            self.history, self.last, self.note = record.history, record.last, record.note
            if successor is not None and self.history.current == successor.verifier:
                self._key = successor
            elif self.history.current != key.verifier:
                raise NotaryError(
                    f"the key is {key.verifier}, the one in use {self.history.current}: a key is replaced by"
                    " a handover from the old one"
                )
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let another process have the file."""
        self._writer.close()
        self._lock.release()

    @property
    def handovers(self) -> list[str]:
        """The notes by which keys were handed over, in order."""
        return list(self._state.handovers)

    def _begun(self, origin: str, successor: SigningKey | None, published: Published | None) -> NotaryState:
        """The state of a notary without a file: of a log that was signed elsewhere, if our key ends that."""
        if published is not None:
            ours = [each.verifier for each in (self._key, successor) if each is not None]
            with suppress(LedgerError):
                if KeyHistory(origin, read_vkey(published[0]), published[1]).current in ours:
                    return NotaryState(FORMAT, origin, published[0], list(published[1]), None)
        return NotaryState(FORMAT, origin, str(self._key.verifier), [], None)

    def sign(self, size: int, root: bytes, prove: Prove) -> str:
        """A signed checkpoint of the log at a size, with its root. Raises RefusedToSign, OSError.

        The same size and root again give the same note.
        """
        self._hold_to_last(size, root, prove)
        if self.last is not None and self.last.size == size and self.note is not None:
            return self.note
        checkpoint = Checkpoint(self._key.name, size, root)
        note = str(checkpoint.sign(self._key))
        self._write(msgspec.structs.replace(self._state, checkpoint=note))
        self.last, self.note = checkpoint, note
        return note

    def adopt(self, note: str, prove: Prove) -> None:
        """Take a checkpoint of this log's own key that was signed elsewhere, if it is larger than the last.

        A checkpoint that no key of this log signed, or an older one, is passed over. Raises RefusedToSign
        where it is inconsistent with the last: then the log has been signed two ways.
        """
        try:
            found, _ = self.history.open(note)
        except LedgerError:
            return
        if self.last is not None and found.size <= self.last.size:
            if found.size == self.last.size and found.root != self.last.root:
                raise RefusedToSign(f"two roots of {found.size} events were signed: the log has been forked")
            return
        self._hold_to_last(found.size, found.root, prove)
        self._write(msgspec.structs.replace(self._state, checkpoint=note))
        self.last, self.note = found, note

    def _hold_to_last(self, size: int, root: bytes, prove: Prove) -> None:
        last = self.last
        if last is None or last.size == 0:
            return
        if size < last.size:
            raise RefusedToSign(
                f"the log has {size:,} events, fewer than the {last.size:,} of the last checkpoint:"
                " a backup was restored, or its tail deleted"
            )
        try:
            proof = prove(last.size, size)
            verify_consistency(last.size, size, last.root, root, proof)
        except LedgerError as wrong:
            raise RefusedToSign(
                f"the log is not the one that the last checkpoint ({last.size:,} events) was of: {wrong}"
            ) from wrong

    def hand_over(self, new: SigningKey) -> str:
        """Make another key the one in use; the statement that both keys signed.

        Raises NotaryError before the first checkpoint, and for a key that was in use before.
        """
        if self.last is None:
            raise NotaryError("a key that has signed nothing has nothing to hand over")
        if new.verifier in self.history.keys:
            raise NotaryError(f"the key {new.verifier} was in use before")
        statement = str(handover(self.last, self._key, new))
        self._write(msgspec.structs.replace(self._state, handovers=[*self._state.handovers, statement]))
        self._key = new
        self.history = _record(self._file, self._state, self.history.origin).history
        return statement

    def _write(self, state: NotaryState) -> None:
        if not self._lock.is_locked:
            raise NotaryError("the notary is closed")
        self._writer.write(state)
        self._state = state


def _read(file: Path) -> NotaryState | None:
    try:
        body = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as wrong:
        raise NotaryError(f"{file} cannot be read: {wrong.strerror}") from wrong
    try:
        return decode(body)
    except msgspec.DecodeError as wrong:
        raise NotaryError(f"{file} is damaged: {wrong}") from wrong


def _record(file: Path, state: NotaryState, origin: str) -> NotaryRecord:
    """What a state says of a log, checked. Raises NotaryError."""
    if state.format not in FORMATS:
        raise NotaryError(f"{file} is of format {state.format}, not {FORMAT}")
    other = f"{file} is of the log {state.origin!r}, not of {origin!r}"
    if state.origin != origin and not state.handovers:
        raise NotaryError(other)
    try:
        history = KeyHistory(state.origin, read_vkey(state.first_key), state.handovers)
        if history.keys[0].name != state.origin:
            raise NotaryError(f"{file} is damaged: its first key is of another log")
        if origin not in (state.origin, history.current.name):
            raise NotaryError(other)
        if state.checkpoint is None:
            return NotaryRecord(history)
        return NotaryRecord(history, history.open(state.checkpoint)[0], state.checkpoint)
    except LedgerError as wrong:
        raise NotaryError(f"{file} is damaged: {wrong}") from wrong


def _locked(file: Path) -> BaseFileLock:
    """The lock on a file beside the notary's own, which is replaced at each writing."""
    lock = file.with_name(file.name + ".lock")
    try:
        return locked(lock, 0o600)
    except LockedElsewhere as taken:
        by = f" (process {taken.process})" if taken.process else ""
        raise NotaryInUse(f"another process{by} has {file}") from taken
    except OSError as wrong:
        raise NotaryError(f"{lock} cannot be had: {wrong.strerror}") from wrong
