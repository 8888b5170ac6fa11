"""Reading a bundle: every check of its proofs, before the rules are checked.

A BundleReader holds each thing to what came before it: the checkpoint to the log's key, the outline to the
checkpoint, each event to the outline, the streams to the statement of their heads. It raises BundleFault at
the first that does not hold, and keeps no event.
"""

from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from itertools import pairwise
from typing import BinaryIO

import msgspec

from ironclad.domain.match.events import EVENTS, TakenBack, TimelineOpened
from ironclad.eventlog.bundle import container
from ironclad.eventlog.bundle.breaking import BreakOrder
from ironclad.eventlog.bundle.earlier import EarlierCheck
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.heads import parse_heads
from ironclad.eventlog.bundle.matched import read_event
from ironclad.eventlog.bundle.outline import OutlineCheck
from ironclad.eventlog.bundle.records import (
    LARGEST,
    Blob,
    Break,
    End,
    FirstHeader,
    FirstNoted,
    Header,
    Leaves,
    Line,
    Noted,
    Opened,
    Others,
    Stored,
    decoded,
    stretch_of,
)
from ironclad.eventlog.bundle.seals import check_opened, digest_of_opened
from ironclad.eventlog.ledger.breaks import BreakStatement, read_break
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import parse, read_vkey, verified
from ironclad.eventlog.store.leaf import EntryTooLarge, leaf

_TIMELINE_OPENED = f"{EVENTS.family}.timeline_opened.1"
_TAKEN_BACK = f"{EVENTS.family}.taken_back.1"

EVENTS_LIMIT = 2_000_000
"""The most events that a bundle is read with; their leaves take 32 bytes each while it is."""

NAMED_LIMIT = 500_000
"""The most sizes of the log that a bundle names; their roots are held while it is read."""

BLOBS_LIMIT = 64 * 1024 * 1024
"""The most bytes that the documents of a bundle have together."""

OPENED_LIMIT = 100_000
"""The most sealed facts that a bundle opens one by one."""

BREAKS_LIMIT = 1_000


class BundleReader:
    """A bundle as far as its proofs go. Made, it has held its keys, its checkpoints and its outline.

    `earlier` has the checkpoints before its own, `roots` the log's root at each size that is named, `breaks`
    what the log says of its repairs, `blobs` the documents that events name, by their SHA-256 in hex, and
    `opened` the digests of sealed facts that were opened before the end, by position and path.
    """

    def __init__(self, file: BinaryIO, log_key: str | None = None) -> None:
        """`log_key` is the log's first public key as known from elsewhere, else the bundle's own is taken.

        Raises BundleFault.
        """
        self.version, blocks = container.blocks(file)
        self._lines = decoded(self.version, blocks)
        self._line: Line | None = None
        self.header = header = _header(self._next())
        self.history = _history(header, log_key)
        self.checkpoint = _checkpoint(self.history, header)
        self.heads = _heads(self.history, self.checkpoint, header)
        _check_named(header.named, self.checkpoint.size)
        self._outline = self._outlined()
        self.earlier = self._earlier()
        self.roots = {**self._outline.roots, **self.earlier.roots}
        self.breaks = self._broken()
        self.blobs = self._documents()
        self._unnamed = set(self.blobs)
        self.opened = self._openings()
        self.events_here, self.events_read = self._outline.own_count, 0
        self._lines_opened: dict[str, tuple[str | None, int]] = {}
        self._gone_back: set[tuple[str, int]] = set()
        lossy = [each.until for each in self.breaks if each.before is not None]
        self._after = BreakOrder(lossy) if lossy else None

    def _next(self) -> Line:
        line = next(self._lines, None)
        if line is None:
            raise BundleFault("file", "the bundle ends too early")
        self._line = line
        return line

    def _outlined(self) -> OutlineCheck:
        check = OutlineCheck(self.checkpoint.size, self.header.named)
        count = 0
        while isinstance(line := self._next(), Leaves | Others):
            stretch = stretch_of(line)
            check.take(stretch)
            count += stretch.count if stretch.own else 0
            if count > EVENTS_LIMIT:
                raise BundleFault("file", f"the bundle has more than {EVENTS_LIMIT:,} events")
        if check.root() != self.checkpoint.root:
            raise BundleFault("inclusion", "the outline does not come to the root of the checkpoint")
        return check

    def _earlier(self) -> EarlierCheck:
        """The log's earlier checkpoints."""
        check = EarlierCheck(self.history, self.checkpoint, self._outline.roots)
        while isinstance(line := self._line, Noted | FirstNoted):
            check.take(line)
            self._next()
        return check

    def _broken(self) -> list[BreakStatement]:
        """What the log says of its repairs, in the order of their sizes."""
        found: list[BreakStatement] = []
        while isinstance(line := self._line, Break):
            try:
                found.append(read_break(line.text, self.history))
            except LedgerError as wrong:
                raise BundleFault("checkpoint", f"a statement of a break does not hold: {wrong}") from wrong
            kept = found[-1].kept
            if kept.size != line.size or self._outline.roots.get(kept.size) != kept.root:
                raise BundleFault("checkpoint", f"the break at {line.size:,} events is of another log")
            falls = bool(found[:-1]) and kept.size < found[-2].kept.size
            if falls or found[-1] in found[:-1] or len(found) > BREAKS_LIMIT:
                raise BundleFault("checkpoint", "the breaks are too many, or in no order")
            self._next()
        unsaid = {*self.history.renamed} - {each.kept.size for each in found if each.before is not None}
        if unsaid:
            raise BundleFault(
                "checkpoint", f"no break says why the log has another name from {min(unsaid):,}"
            )
        return found

    def _documents(self) -> dict[str, bytes]:
        """The documents that the game's events name, with their hashes; of v1 there is one at most."""
        found: dict[str, bytes] = {}
        while isinstance(line := self._line, Blob):
            body = bytes(line.body)
            if sha256(body).hexdigest() != line.sha256:
                raise BundleFault("blobs", f"the document {line.sha256[:64]!r} is not what its name says")
            if found and (self.version == 1 or line.sha256 <= max(found)):
                raise BundleFault("file", "the documents are too many, or in no order")
            found[line.sha256] = body
            if sum(map(len, found.values())) > BLOBS_LIMIT:
                raise BundleFault("file", f"the documents have more than {BLOBS_LIMIT:,} bytes")
            self._next()
        return found

    def _openings(self) -> dict[int, list[tuple[str, str]]]:
        """The paths and digests of sealed facts that were opened before the end, by position."""
        found: dict[int, list[tuple[str, str]]] = {}
        last, count = (0, ""), 0
        while isinstance(line := self._line, Opened):
            place, count = (line.position, line.path), count + 1
            if place <= last or count > OPENED_LIMIT:
                raise BundleFault("file", "the sealed facts that were opened are too many, or in no order")
            found.setdefault(line.position, []).append((line.path, digest_of_opened(line)))
            last = place
            self._next()
        return found

    def events(self) -> Iterator[Stored]:
        """Every event of the game in the log's order, each checked against its leaf and its stream."""
        versions: dict[str, int] = {}  # by stream
        opened = 0
        line: Line | None = self._line
        for index, expected in self._outline.own():
            if not isinstance(line, Stored):
                raise BundleFault("inclusion", f"the event at position {index + 1:,} is missing", index + 1)
            self._check_leaf(line, index, expected)
            self._check_order(line, versions)
            if self._unnamed:
                self._unnamed -= {name for name in self._unnamed if name.encode() in bytes(line.body)}
            if facts := self.opened.get(line.position):
                check_opened(line, facts)
                opened += 1
            self.events_read += 1
            yield line
            line = next(self._lines, None)
        if isinstance(line, Stored):
            raise BundleFault("inclusion", "this event is not in the outline", line.position)
        if not isinstance(line, End) or line.events != self.events_read:
            raise BundleFault(
                "file", f"the bundle does not end after its {self.events_read:,} events as it should"
            )
        self._check_heads(versions)
        if self._unnamed:
            raise BundleFault("blobs", f"no event names the document {min(self._unnamed)!r}")
        if opened != len(self.opened):
            raise BundleFault("seals", "a fact is opened of what is no event of the game")
        if next(self._lines, None) is not None:
            raise BundleFault("file", "there are more lines after the last")

    def leaf_of(self, event: Stored) -> bytes:
        """The leaf of an event that `events` has given, as it was checked."""
        return self._outline.leaf(event.position - 1)

    def _check_leaf(self, event: Stored, index: int, expected: bytes) -> None:
        if event.position != index + 1:
            raise BundleFault(
                "inclusion",
                f"the event at {event.position:,} is where {index + 1:,} comes next",
                index + 1,
            )
        body = bytes(event.body)
        try:
            found = leaf(event.stream, event.version, event.name, body)
        except (EntryTooLarge, UnicodeEncodeError) as wrong:
            raise BundleFault("inclusion", f"no log has such an event: {wrong}", index + 1) from wrong
        if found != expected:
            raise BundleFault("inclusion", f"the log has another event than this {event.name}", index + 1)
        if body.isascii():
            return
        try:
            str(body, "utf-8")
        except UnicodeDecodeError as wrong:
            raise BundleFault("order", "the event cannot be read: it is not UTF-8", index + 1) from wrong

    def _check_order(self, event: Stored, versions: dict[str, int]) -> None:
        stream, version = event.stream, event.version
        last = versions.get(stream)
        if last is None:
            last = self._begins(event)
        if version != last + 1:
            name = stream.partition("/")[2]
            raise BundleFault("order", f"{name} continues at {version}, after {last}", event.position)
        versions[stream] = version
        if self._after is not None:
            self._after.take(event)
        if event.name == _TIMELINE_OPENED:
            self._line_opened(event)
        elif event.name == _TAKEN_BACK:
            self._taken_back(event)

    def _begins(self, event: Stored) -> int:
        """The version after which the stream of an event, its first here, has events of its own."""
        game, _, name = event.stream.partition("/")
        if game != self.header.game or not name:
            raise BundleFault("order", f"the stream {event.stream!r} is not this game's", event.position)
        return self._lines_opened.get(name, (None, 0))[1]

    def _line_opened(self, event: Stored) -> None:
        opened = read_event(event)
        assert isinstance(opened, TimelineOpened)
        if not 0 <= opened.at <= LARGEST:
            detail = f"the event cannot be read: {event.name}: at: it should be a number from 0 to 2^53 - 1"
            raise BundleFault("order", detail, event.position)
        if opened.timeline in self._lines_opened or opened.parent not in (None, *self._lines_opened):
            detail = f"the line {opened.timeline!r} cannot be opened from {opened.parent!r} here"
            raise BundleFault("order", detail, event.position)
        self._lines_opened[opened.timeline] = (opened.parent, opened.at)

    def _taken_back(self, event: Stored) -> None:
        back = read_event(event)
        assert isinstance(back, TakenBack)
        if back.timeline not in self._lines_opened:
            raise BundleFault("order", f"no line {back.timeline!r} has been opened", event.position)
        self._gone_back.add((back.timeline, back.to))

    def check_named(self, signed: Collection[int]) -> None:
        """Check that the header names just what something names: `signed` are the sizes that requests do.

        Raises BundleFault.
        """
        if self.version == 1:
            return
        wanted = {*signed, *self.earlier.sizes, *(each.kept.size for each in self.breaks)}
        if wrong := wanted.symmetric_difference(self.header.named):
            raise BundleFault("file", f"the sizes that the bundle names are wrong at {min(wrong):,}")

    def forks(self) -> set[tuple[str, int]]:
        """Where lines begin, and where what was taken back leads to: (line, version), on the line whose own
        event is there."""
        opened = self._lines_opened.values()
        places = {(parent, at) for parent, at in opened if parent is not None} | self._gone_back
        return {fork_place(self._lines_opened, line, at) for line, at in places}

    def _check_heads(self, versions: dict[str, int]) -> None:
        found = {stream.partition("/")[2]: version for stream, version in versions.items()}
        for name in sorted({*found, *self.heads}):
            has, stated = found.get(name, 0), self.heads.get(name, 0)
            if has != stated:
                detail = (
                    f"{name} ends at {has}, and the log's key states {stated} at {self.checkpoint.size:,}"
                )
                raise BundleFault("heads", f"{detail} events")


def fork_place(lines: Mapping[str, tuple[str | None, int]], line: str, at: int) -> tuple[str, int]:
    """The place of version `at` of a line: on the line whose own event it is.

    `lines` are the lines by name, each with the one that it was forked from and the version where.
    """
    parent, begins = lines[line]
    while parent is not None and at <= begins:
        line = parent
        parent, begins = lines[line]
    return line, at


def _header(line: Line) -> Header:
    """The first line; that of v1 names no sizes."""
    if isinstance(line, FirstHeader):
        return Header(*msgspec.structs.astuple(line))
    if not isinstance(line, Header):
        raise BundleFault("file", "the first line is no header")
    return line


def _check_named(named: tuple[int, ...], size: int) -> None:
    increasing = all(one < other for one, other in pairwise(named))
    if not increasing or (named and not 1 <= named[0] <= named[-1] <= size) or len(named) > NAMED_LIMIT:
        raise BundleFault("file", "the sizes that the bundle names are in no order, or not the log's")


def _history(header: Header, log_key: str | None) -> KeyHistory:
    """The log's keys, from the first that is trusted on."""
    try:
        first = read_vkey(header.log_key)
        if log_key is not None and read_vkey(log_key) != first:
            raise BundleFault("key", f"the bundle is of another log, with the key {header.log_key}")
        return KeyHistory(first.name, first, header.handovers)
    except LedgerError as wrong:
        raise BundleFault("key", str(wrong)) from wrong


def _checkpoint(history: KeyHistory, header: Header) -> Checkpoint:
    try:
        found = history.open(header.checkpoint)[0]
    except LedgerError as wrong:
        raise BundleFault("checkpoint", str(wrong)) from wrong
    if found.size > LARGEST:
        raise BundleFault("checkpoint", f"no bundle is of a log of {found.size} events")
    return found


def _heads(history: KeyHistory, checkpoint: Checkpoint, header: Header) -> dict[str, int]:
    try:
        note = parse(header.heads)
        if not verified(note, history.keys_for(checkpoint.size)):
            raise BundleFault("heads", "no key of the log signed the statement of how far the game goes")
        found = parse_heads(note.text, checkpoint, header.game)
        if found and max(found.values()) > LARGEST:
            raise BundleFault("heads", f"no stream of a bundle goes to {max(found.values())}")
        return found
    except LedgerError as wrong:
        raise BundleFault("heads", str(wrong)) from wrong
