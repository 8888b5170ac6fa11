"""What a witness cosigned last of each log, in two files on two places: its state, and a copy beside its key.

Both are replaced as a whole and flushed before a cosignature is given out, the state first. Whichever is
further is believed, so that a crash between the two, or one of them restored from a backup, makes the witness
forget nothing. One process at a time has them.
"""

import logging
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import msgspec
from filelock import BaseFileLock

from ironclad.eventlog.file_lock import LockedElsewhere, locked
from ironclad.eventlog.ledger.files import write_whole
from ironclad.eventlog.ledger.hashes import HASH_SIZE

FORMAT = 1

_log = logging.getLogger(__name__)


class WitnessStateError(Exception):
    """The state cannot be used: it is lost, damaged in both files, contradictory, or in use."""


@dataclass(frozen=True)
class Head:
    """The last checkpoint that was cosigned of a log; `note` is how the log signed it."""

    size: int
    root: bytes
    note: str


class _Head(msgspec.Struct, forbid_unknown_fields=True):
    size: int
    root: str
    note: str


class _State(msgspec.Struct, forbid_unknown_fields=True):
    """What a file holds; `number` counts how often it was written."""

    format: int
    number: int
    logs: dict[str, _Head]


class WitnessHeads:
    """The heads of one witness, until it is closed."""

    def __init__(self, file: Path, copy: Path, new: bool = False) -> None:
        """`new` makes both files, for a key that has cosigned nothing yet. Raises WitnessStateError, OSError.

        A state that is lost is not begun again by itself: the witness would cosign a second history of a log.
        """
        self._files = (file, copy)
        self._locks: list[BaseFileLock] = []
        try:
            for each in self._files:
                self._locks.append(_locked(each))
            found = [_read(each) for each in self._files]
            if new and not any(found):
                self._write(0, {})
            else:
                self._number, self._heads = _merged(self._files, found)
                if found[0] != found[1]:
                    self._write(self._number, self._heads)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let another process have the files."""
        for lock in self._locks:
            lock.release()

    def origins(self) -> dict[str, Head]:
        """The head of each log."""
        return dict(self._heads)

    def head(self, origin: str) -> Head | None:
        """What was cosigned last of a log; None if nothing was."""
        return self._heads.get(origin)

    def keep(self, origin: str, head: Head) -> None:
        """Remember a checkpoint that is about to be cosigned: on the disk, twice, on return.

        The caller has seen that it follows from the head of that log. Raises OSError.
        """
        self._write(self._number + 1, {**self._heads, origin: head})

    def _write(self, number: int, heads: dict[str, Head]) -> None:
        logs = {
            origin: _Head(each.size, b64encode(each.root).decode(), each.note)
            for origin, each in heads.items()
        }
        body = msgspec.json.format(msgspec.json.encode(_State(FORMAT, number, logs)), indent=1)
        for file in self._files:
            write_whole(file, body)
        self._number, self._heads = number, heads


def _merged(files: tuple[Path, Path], found: list[_State | None]) -> tuple[int, dict[str, Head]]:
    """What the files hold together: of each log the larger head. Raises WitnessStateError."""
    there = [each for each in found if each is not None]
    if not there:
        raise WitnessStateError(
            f"{files[0]} and {files[1]} are lost or damaged: what this key cosigned is not known, and it must"
            " cosign no more. Restore one of them, or make another key"
        )
    heads: dict[str, Head] = {}
    for state in there:
        for origin, head in _heads_of(state).items():
            known = heads.get(origin)
            if known is not None and known.size == head.size and known.root != head.root:
                raise WitnessStateError(
                    f"{files[0]} and {files[1]} have two roots of {origin} at {head.size}"
                )
            if known is None or head.size > known.size:
                heads[origin] = head
    _report(files, found)
    return max(each.number for each in there), heads


def _report(files: tuple[Path, Path], found: list[_State | None]) -> None:
    """Log what is wrong with one of the files, where the other makes up for it."""
    for file, mine, others in zip(files, found, reversed(found), strict=True):
        if mine is None:
            _log.warning("%s is lost or damaged; it is made again from its copy", file)
        elif others is not None and mine.number + 1 < others.number:
            _log.warning(
                "%s is %d checkpoints older than its copy: a backup was restored. The newer one is used",
                file,
                others.number - mine.number,
            )


def _heads_of(state: _State) -> dict[str, Head]:
    return {origin: Head(each.size, b64decode(each.root), each.note) for origin, each in state.logs.items()}


def _read(file: Path) -> _State | None:
    """What a file holds; None if it is not there, or damaged. Raises WitnessStateError for another format."""
    try:
        body = file.read_bytes()
    except FileNotFoundError:
        return None
    with suppress(msgspec.DecodeError, ValueError):
        state = msgspec.json.decode(body, type=_State)
        if state.format != FORMAT:
            raise WitnessStateError(f"{file} is of format {state.format}, not {FORMAT}")
        if all(len(head.root) == HASH_SIZE for head in _heads_of(state).values()):
            return state
    return None


def _locked(file: Path) -> BaseFileLock:
    try:
        return locked(file.with_name(file.name + ".lock"), 0o600)
    except LockedElsewhere as taken:
        by = f" (process {taken.process})" if taken.process else ""
        raise WitnessStateError(f"another witness{by} has {file}") from taken
