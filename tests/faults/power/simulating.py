"""A power loss, simulated: what a disk may have at some moment of what a process asked of its files.

A process runs with `recorder.c` before its C library, which records each write, cut, flush, rename and
removal in order. A disk after a power loss then has, of each file, all that was written before its last
flush, and of what came later any part: each sector of 512 bytes whole or not at all, in no order. Renames and
removals that no flush of the directory and no new file followed may be there or not, from one on none. Reads,
and `-shm` (which SQLite makes again), do not matter. What is not covered: a disk that lies about flushes,
sectors that are torn, and other file systems' rules. A disk may begin with the files of a folder: those of a
PostgreSQL cluster that was stopped (`tests/faults/test_power_postgresql.py`), whose processes are recorded
together.
"""

import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from shutil import which

SECTOR = 512
SOURCE = Path(__file__).with_name("recorder.c")


@dataclass(frozen=True)
class Call:
    """One call: its kind as in `recorder.c`, the file, where, and what."""

    kind: str
    path: str
    offset: int
    data: bytes


def compiled(folder: Path) -> Path | None:
    """The recorder as a library; None where there is no compiler."""
    compiler = which("cc") or which("gcc")
    if compiler is None:
        return None
    made = folder / "recorder.so"
    arguments = [compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl", "-lpthread"]
    subprocess.run(arguments, check=True, capture_output=True)
    return made


def calls(trace: Path) -> Iterator[Call]:
    """The calls that were recorded, in order."""
    body, at = trace.read_bytes(), 0
    while at < len(body):
        kind, length = struct.unpack_from("<cI", body, at)
        path = body[at + 5 : at + 5 + length].decode()
        at += 5 + length
        offset, size = struct.unpack_from("<QI", body, at)
        yield Call(kind.decode(), path, offset, body[at + 12 : at + 12 + size])
        at += 12 + size


@dataclass
class _File:
    """What a disk has of a file for certain, and the calls since."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Call] = field(default_factory=list)

    def flush(self) -> None:
        for call in self.pending:
            _apply(self.durable, call)
        self.pending.clear()

    def after_loss(self, random: Random) -> bytes:
        found, luck = bytearray(self.durable), random.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        for call in self.pending:
            for part in _sectors(call):
                if random.random() < luck:
                    _apply(found, part)
        return bytes(found)


def _apply(body: bytearray, call: Call) -> None:
    if call.kind == "W":
        end = call.offset + len(call.data)
        body.extend(bytes(max(end - len(body), 0)))
        body[call.offset : end] = call.data
    else:  # cut, or grown with zeros
        size = call.offset
        del body[size:]
        body.extend(bytes(size - len(body)))


def _sectors(call: Call) -> Iterator[Call]:
    if call.kind != "W":
        yield call
        return
    at, end = call.offset, call.offset + len(call.data)
    while at < end:
        upto = min(end, (at // SECTOR + 1) * SECTOR)
        yield Call("W", call.path, at, call.data[at - call.offset : upto - call.offset])
        at = upto


class Disk:
    """A disk that takes calls, and loses its power."""

    def __init__(self) -> None:
        self._names: dict[str, _File] = {}
        self._moves: list[Call] = []  # since the last flush of a directory

    @classmethod
    def of(cls, folder: Path) -> "Disk":
        """A disk that has the files of a folder, all of them flushed."""
        made = cls()
        files = (each for each in folder.rglob("*") if each.is_file())
        made._names = {str(each.relative_to(folder)): _File(bytearray(each.read_bytes())) for each in files}
        return made

    def take(self, call: Call) -> None:
        """Take the next call."""
        if call.kind in "RU":
            assert call.kind == "U" or call.path in self._view(), call
            self._moves.append(call)
            return
        view = self._view()
        if call.kind == "F" and call.path not in view:  # a directory
            self._names, self._moves = view, []
            return
        if call.path not in view:  # a new name; the moves before it are there where it is
            view[call.path] = _File()
            self._names, self._moves = view, []
        file = view[call.path]
        if call.kind == "F":
            file.flush()
        elif call.kind == "T":
            file.pending.append(Call("S", call.path, 0, b""))
        elif call.kind in "WS":
            file.pending.append(call)

    def _view(self) -> dict[str, _File]:
        """The files by their names as the process sees them."""
        return _moved(self._names, self._moves)

    def lose_power(self, random: Random, folder: Path) -> None:
        """Write what is left into an empty folder."""
        kept = self._moves[: random.randint(0, len(self._moves))]
        for name, file in _moved(self._names, kept).items():
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.after_loss(random))


def _moved(names: dict[str, _File], moves: list[Call]) -> dict[str, _File]:
    found = dict(names)
    for move in moves:
        file = found.pop(move.path, None)
        if move.kind == "R" and file is not None:
            found[move.data.decode()] = file
    return found
