"""A log of games in memory with its tree and its key, bundles of it, and bundles taken apart and forged."""

import io
import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ironclad.eventlog.bundle import container
from ironclad.eventlog.bundle.earlier import checked
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.heads import heads_text
from ironclad.eventlog.bundle.outline import outline
from ironclad.eventlog.bundle.reading import BundleReader
from ironclad.eventlog.bundle.records import (
    Blob,
    End,
    FirstHeader,
    FirstNoted,
    Header,
    Line,
    Stored,
    encoded,
    stretch_line,
)
from ironclad.eventlog.bundle.writing import Beside, write_bundle
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.hashes import node_hash
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import Note, SigningKey, parse
from ironclad.eventlog.ledger.proofs import consistency_proof
from ironclad.eventlog.ledger.tree import Frontier, Node
from ironclad.eventlog.store.leaf import leaf

Row = tuple[str, int, str, bytes]
"""(stream, version, name, body)"""

KEY = SigningKey("ironclad.example/log", bytes(range(32)))


class Log:
    """Stored events, in order, in a tree."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.leaves = [leaf(*row) for row in rows]
        frontier = Frontier()
        frontier.extend(self.leaves)
        self.checkpoint = Checkpoint(KEY.name, frontier.size, frontier.root())

    def read(self, nodes: Sequence[Node]) -> list[bytes]:
        return [self._node(*each) for each in nodes]

    def _node(self, level: int, index: int) -> bytes:
        if level == 0:
            return self.leaves[index]
        return node_hash(self._node(level - 1, 2 * index), self._node(level - 1, 2 * index + 1))

    def of_game(self, game: str) -> list[Stored]:
        return [
            Stored(position, stream, version, name, msgspec.Raw(body))
            for position, (stream, version, name, body) in enumerate(self.rows, 1)
            if stream.startswith(game + "/")
        ]

    def header(self, game: str, key: SigningKey = KEY, **changes: Any) -> Header:
        heads = {each.stream.partition("/")[2]: each.version for each in self.of_game(game)}
        text = heads_text(self.checkpoint, game, heads)
        signed = str(Note(text, (key.sign(text),)))
        plain = Header(game, "tests", str(key.verifier), (), str(self.checkpoint.sign(key)), signed)
        return msgspec.structs.replace(plain, **changes)

    def bundle(
        self,
        game: str,
        header: Header | None = None,
        blob: tuple[str, bytes] | None = None,
        earlier: Iterable[int] = (),
        cosigned: Iterable[tuple[int, Witness, int]] = (),
        version: int = 2,
    ) -> bytes:
        """A game's bundle, with the checkpoints of these earlier sizes, and those that witnesses cosigned."""
        file, events, header = io.BytesIO(), self.of_game(game), header or self.header(game)
        positions = [each.position for each in events]
        notes = list(self.earlier(set(earlier), list(cosigned)))
        blobs = {} if blob is None else {blob[0]: blob[1]}
        if version == 1:
            container.write(file, encoded(self._first(header, events, blobs, notes)), 1)
            return file.getvalue()
        named = {int(parse(str(note)).text.split("\n")[1]) for note in notes} | set(self.seen(game))
        header = msgspec.structs.replace(header, named=tuple(sorted(named)))
        write_bundle(file, header, len(self.rows), positions, self.read, events, Beside(notes, blobs=blobs))
        return file.getvalue()

    def seen(self, game: str) -> list[int]:
        """The sizes that signatures of a game name; a forged one may name none."""
        bodies = [bytes(each.body) for each in self.of_game(game)]
        events = [json.loads(body) for body in bodies if b'"seen":' in body]
        named = [_at(event, "signature", "seen", "checkpoint", "size") for event in events]
        return [size for size in named if isinstance(size, int) and not isinstance(size, bool)]

    def _first(
        self, header: Header, events: list[Stored], blobs: dict[str, bytes], notes: list[Note]
    ) -> Iterator[Line]:
        """The lines of a bundle of v1."""
        yield FirstHeader(*msgspec.structs.astuple(header)[:-1])
        for stretch in outline([each.position - 1 for each in events], len(self.rows), self.read):
            yield stretch_line(stretch)
        for note in notes:
            size = int(note.text.split("\n")[1])
            proof = consistency_proof(self.read, size, len(self.rows))
            yield FirstNoted(str(note), b64encode(b"".join(proof)).decode())
        yield from (Blob(name, msgspec.Raw(body)) for name, body in blobs.items())
        yield from events
        yield End(len(events))

    def earlier(self, sizes: set[int], cosigned: Sequence[tuple[int, Witness, int]]) -> Iterator[Note]:
        """The checkpoints that were signed at these sizes, each of this log."""

        def notes() -> Iterator[Note]:
            for size in sorted(sizes | {each[0] for each in cosigned}):
                note = Log(self.rows[:size]).checkpoint.sign(KEY)
                yield note.signed(*(by.cosign(note.text, at) for one, by, at in cosigned if one == size))

        return (note for _, note in checked(notes(), KeyHistory(KEY.name, KEY.verifier), self.read))


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a bundle."""
    return list(container.read(io.BytesIO(data))[1])


def packed(lines: Iterable[bytes]) -> bytes:
    """A file of lines, its digest as it should be: what somebody writes who changes a bundle on purpose."""
    file, lines = io.BytesIO(), list(lines)
    first = bool(lines) and b'"is":"bundle"' in lines[0] and b'"named"' not in lines[0]
    container.write(file, lines, 1 if first else 2)
    return file.getvalue()


def edited(data: bytes, number: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    """A bundle with one line changed in place, canonical as before."""
    lines = lines_of(data)
    line = json.loads(lines[number])
    change(line)
    lines[number] = msgspec.json.encode(line, order="sorted")
    return packed(lines)


def read_through(data: bytes, log_key: str | None = str(KEY.verifier)) -> list[Stored]:
    """Every event of a bundle, held to its proofs. Raises BundleFault."""
    return list(BundleReader(io.BytesIO(data), log_key).events())


def fault_of(data: bytes, log_key: str | None = str(KEY.verifier)) -> BundleFault:
    """What is wrong with a bundle: something must be."""
    try:
        read_through(data, log_key)
    except BundleFault as fault:
        return fault
    raise AssertionError("nothing was found wrong with the bundle")


def _at(value: Any, *path: str) -> Any:
    """What is in nested objects of JSON at a path; None where there is no such thing."""
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value
