"""Writing a bundle: one canonical file for a game, a checkpoint and a statement of the game's heads."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

import msgspec

from ironclad.eventlog.bundle import container
from ironclad.eventlog.bundle.outline import outline
from ironclad.eventlog.bundle.records import (
    Blob,
    Break,
    End,
    Header,
    Line,
    Noted,
    Opened,
    Stored,
    encoded,
    stretch_line,
)
from ironclad.eventlog.ledger.notes import Note
from ironclad.eventlog.ledger.tree import HashReader


@dataclass(frozen=True)
class Beside:
    """What a bundle has beside a game's events.

    `earlier` are checkpoints of sizes that increase, `breaks` statements of the log's repairs, `blobs` the
    documents that events name, by their SHA-256 in hex; `opened` sealed facts, in the order of their events.
    """

    earlier: Sequence[Note] = ()
    breaks: Sequence[Break] = ()
    blobs: dict[str, bytes] = field(default_factory=dict)
    opened: Sequence[Opened] = ()


def write_bundle(
    file: BinaryIO,
    header: Header,
    size: int,
    positions: Sequence[int],
    read: HashReader,
    events: Iterable[Stored],
    beside: Beside | None = None,
) -> None:
    """Write a game as it is in the log at a size.

    `positions` are those of all its events up to there, increasing, and `events` the events themselves in
    that order. The header names every size of the log that something in the bundle names. Nothing is held but
    the positions and what is beside the events. Raises BundleFault for an event that no bundle can hold.
    """
    container.write(file, encoded(_lines(header, size, positions, read, events, beside or Beside())))


def _lines(
    header: Header,
    size: int,
    positions: Sequence[int],
    read: HashReader,
    events: Iterable[Stored],
    beside: Beside,
) -> Iterator[Line]:
    yield header
    for stretch in outline((position - 1 for position in positions), size, read, header.named):
        yield stretch_line(stretch)
    yield from (Noted(str(note)) for note in beside.earlier)
    yield from beside.breaks
    for name in sorted(beside.blobs):
        yield Blob(name, msgspec.Raw(beside.blobs[name]))
    yield from beside.opened
    yield from events
    yield End(len(positions))
