"""The notary's file: a record of the last checkpoint, then what changes seldom.

file   = record | state
record = {"format": 2, "checkpoint": note} in one line of JSON, filled up with spaces to 512 bytes
state  = {"origin", "first_key", "handovers"} in JSON

The record has one sector of a disk to itself. So a new checkpoint is written in its place, with one flush: a
disk writes a sector whole or not at all, and a sector that is neither is found, as other damage is. All else
replaces the file by another one. Files of format 1, one object with all five fields, are still read.
"""

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from ironclad.eventlog.ledger.files import write_whole

RECORD_BYTES = 512
"""The size of a sector, and of a record that is written in place."""

_flush = os.fdatasync if hasattr(os, "fdatasync") else os.fsync


class NotaryState(msgspec.Struct, forbid_unknown_fields=True):
    """What the file holds: the first key, the handovers since, the last checkpoint as a note."""

    format: int
    origin: str
    first_key: str
    handovers: list[str]
    checkpoint: str | None


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    checkpoint: str | None


class _Rest(msgspec.Struct, forbid_unknown_fields=True):
    origin: str
    first_key: str
    handovers: list[str]


FORMATS = (1, 2)
FORMAT = 2


def decode(body: bytes) -> NotaryState:
    """The state in a file of either format. Raises msgspec.DecodeError for a damaged one."""
    line, _, rest = body.partition(b"\n")
    try:
        record = msgspec.json.decode(line, type=_Record)
    except msgspec.DecodeError:
        return msgspec.json.decode(body, type=NotaryState)
    kept = msgspec.json.decode(rest, type=_Rest)
    return NotaryState(record.format, kept.origin, kept.first_key, kept.handovers, record.checkpoint)


def encode(state: NotaryState) -> tuple[bytes, bytes]:
    """The record and the rest of a file."""
    line = msgspec.json.encode(_Record(FORMAT, state.checkpoint))
    rest = _Rest(state.origin, state.first_key, state.handovers)
    return line.ljust(RECORD_BYTES - 1) + b"\n", msgspec.json.format(msgspec.json.encode(rest), indent=1)


class NotaryFile:
    """Writes one notary's file, for as long as the notary has the right to it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._rest = b""
        self._descriptor: int | None = None
        self._written = 0, 0, 0, 0

    def write(self, state: NotaryState) -> None:
        """Make a state the file's; it is on the disk on return. Raises OSError.

        The record alone is written in place where this object wrote the file and nobody touched it since.
        A file whose flush failed is replaced: what a second flush says of it is worth nothing.
        """
        record, rest = encode(state)
        descriptor = self._descriptor
        if descriptor is not None and rest == self._rest and len(record) == RECORD_BYTES and self._ours():
            try:
                if os.pwrite(descriptor, record, 0) != RECORD_BYTES:
                    raise OSError("the notary's record was written in part")
                _flush(descriptor)
                self._written = _mark(os.fstat(descriptor))
            except BaseException:
                self.close()
                raise
            return
        self.close()
        write_whole(self._file, record + rest)
        with suppress(OSError):  # then the next one is written as a whole, too
            self._descriptor = os.open(self._file, os.O_RDWR | os.O_CLOEXEC)
            self._rest, self._written = rest, _mark(os.fstat(self._descriptor))

    def _ours(self) -> bool:
        """Whether the file is still the one that was written here, unchanged."""
        try:
            return _mark(os.stat(self._file)) == self._written
        except OSError:
            return False

    def close(self) -> None:
        """Give the file up; it is written as a whole next time."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _mark(found: os.stat_result) -> tuple[int, int, int, int]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
