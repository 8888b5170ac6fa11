"""Writing a bundle: one canonical file for a game, a checkpoint and a statement of the game's heads."""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

import msgspec

from ironclad.eventlog.bundle import container
from ironclad.eventlog.bundle.earlier import Earlier, line_of
from ironclad.eventlog.bundle.outline import outline
from ironclad.eventlog.bundle.records import Blob, End, Header, Line, Stored, encoded, stretch_line
from ironclad.eventlog.ledger.tree import HashReader


def write_bundle(
    file: BinaryIO,
    header: Header,
    size: int,
    positions: Sequence[int],
    read: HashReader,
    events: Iterable[Stored],
    blob: tuple[str, bytes] | None = None,
    earlier: Iterable[Earlier] = (),
) -> None:
    """Write a game as it is in the log at a size.

    `positions` are those of all its events up to there, increasing, and `events` the events themselves in
    that order; `blob` is the document that they name, with its SHA-256 in hex; `earlier` are checkpoints of
    sizes that increase. Nothing is held but the positions. Raises BundleFault for an event that no bundle can
    hold.
    """
    container.write(file, encoded(_lines(header, size, positions, read, events, blob, earlier)))


def _lines(
    header: Header,
    size: int,
    positions: Sequence[int],
    read: HashReader,
    events: Iterable[Stored],
    blob: tuple[str, bytes] | None,
    earlier: Iterable[Earlier],
) -> Iterator[Line]:
    yield header
    for stretch in outline((position - 1 for position in positions), size, read):
        yield stretch_line(stretch)
    yield from map(line_of, earlier)
    if blob is not None:
        yield Blob(blob[0], msgspec.Raw(blob[1]))
    yield from events
    yield End(len(positions))
