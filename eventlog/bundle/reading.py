"""Reading a bundle: every check of its proofs, before the rules are checked.

A BundleReader holds each thing to what came before it: the checkpoint to the log's key, the outline to the
checkpoint, each event to the outline, the streams to the statement of their heads. It raises BundleFault at
the first that does not hold, and keeps no event.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import BinaryIO

import msgspec

from ironclad.domain.match.events import EVENTS, TakenBack, TimelineOpened
from ironclad.eventlog.bundle import container
from ironclad.eventlog.bundle.earlier import EarlierCheck
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.heads import parse_heads
from ironclad.eventlog.bundle.outline import OutlineCheck
from ironclad.eventlog.bundle.records import (
    Blob,
    End,
    Header,
    Leaves,
    Line,
    Noted,
    Others,
    Stored,
    decoded,
    stretch_of,
)
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import parse, read_vkey, verified
from ironclad.eventlog.store.leaf import EntryTooLarge, leaf

_TIMELINE_OPENED = f"{EVENTS.family}.timeline_opened.1"
_TAKEN_BACK = f"{EVENTS.family}.taken_back.1"

EVENTS_LIMIT = 2_000_000
"""The most events that a bundle is read with; their leaves take 32 bytes each while it is."""


class BundleReader:
    """A bundle as far as its proofs go. Made, it has held its keys, its checkpoints and its outline.

    `earlier` has the checkpoints before its own.
    """

    def __init__(self, file: BinaryIO, log_key: str | None = None) -> None:
        """`log_key` is the log's first public key as known from elsewhere, else the bundle's own is taken.

        Raises BundleFault.
        """
        self._lines = decoded(container.read(file))
        self._line: Line | None = None
        header = self._next()
        if not isinstance(header, Header):
            raise BundleFault("file", "the first line is no header")
        self.header = header
        self.history = _history(header, log_key)
        self.checkpoint = _checkpoint(self.history, header)
        self.heads = _heads(self.history, self.checkpoint, header)
        self._outline = self._outlined()
        self.earlier = self._earlier()
        self.blob = self._document()
        self.events_here, self.events_read = self._outline.own_count, 0
        self._lines_opened: dict[str, tuple[str | None, int]] = {}
        self._gone_back: set[tuple[str, int]] = set()

    def _next(self) -> Line:
        line = next(self._lines, None)
        if line is None:
            raise BundleFault("file", "the bundle ends too early")
        self._line = line
        return line

    def _outlined(self) -> OutlineCheck:
        check = OutlineCheck(self.checkpoint.size)
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
        check = EarlierCheck(self.history, self.checkpoint)
        while isinstance(line := self._line, Noted):
            check.take(line)
            self._next()
        return check

    def _document(self) -> tuple[str, bytes] | None:
        """The game's position document with its hash, if there is one: a game begins from one at most."""
        line = self._line
        if not isinstance(line, Blob):
            return None
        body = bytes(line.body)
        if sha256(body).hexdigest() != line.sha256:
            raise BundleFault("blobs", f"the document {line.sha256[:64]!r} is not what its name says")
        self._next()
        return line.sha256, body

    def events(self) -> Iterator[Stored]:
        """Every event of the game in the log's order, each checked against its leaf and its stream."""
        versions: dict[str, int] = {}
        line: Line | None = self._line
        for index, expected in self._outline.own():
            if not isinstance(line, Stored):
                raise BundleFault("inclusion", f"the event at position {index + 1:,} is missing", index + 1)
            self._check_leaf(line, index, expected)
            self._check_order(line, versions)
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
        if next(self._lines, None) is not None:
            raise BundleFault("file", "there are more lines after the last")

    def _check_leaf(self, event: Stored, index: int, expected: bytes) -> None:
        if event.position != index + 1:
            raise BundleFault(
                "inclusion",
                f"the event at {event.position:,} stands where {index + 1:,} comes next",
                index + 1,
            )
        try:
            found = leaf(event.stream, event.version, event.name, bytes(event.body))
        except (EntryTooLarge, UnicodeEncodeError) as wrong:
            raise BundleFault("inclusion", f"no log has such an event: {wrong}", index + 1) from wrong
        if found != expected:
            raise BundleFault("inclusion", f"the log has another event than this {event.name}", index + 1)

    def _check_order(self, event: Stored, versions: dict[str, int]) -> None:
        game, _, name = event.stream.partition("/")
        if game != self.header.game or not name:
            raise BundleFault("order", f"the stream {event.stream!r} is not this game's", event.position)
        last = versions.get(name, self._lines_opened.get(name, (None, 0))[1])
        if event.version != last + 1:
            raise BundleFault("order", f"{name} continues at {event.version}, after {last}", event.position)
        versions[name] = event.version
        if event.name == _TIMELINE_OPENED:
            self._line_opened(event)
        elif event.name == _TAKEN_BACK:
            self._taken_back(event)

    def _line_opened(self, event: Stored) -> None:
        try:
            opened = msgspec.json.decode(event.body, type=TimelineOpened)
        except msgspec.MsgspecError as wrong:
            raise BundleFault("order", f"the event cannot be read: {wrong}", event.position) from wrong
        if opened.timeline in self._lines_opened or opened.parent not in (None, *self._lines_opened):
            detail = f"the line {opened.timeline!r} cannot be opened from {opened.parent!r} here"
            raise BundleFault("order", detail, event.position)
        self._lines_opened[opened.timeline] = (opened.parent, opened.at)

    def _taken_back(self, event: Stored) -> None:
        try:
            back = msgspec.json.decode(event.body, type=TakenBack)
        except msgspec.MsgspecError as wrong:
            raise BundleFault("order", f"the event cannot be read: {wrong}", event.position) from wrong
        if back.timeline not in self._lines_opened:
            raise BundleFault("order", f"no line {back.timeline!r} has been opened", event.position)
        self._gone_back.add((back.timeline, back.to))

    def forks(self) -> set[tuple[str, int]]:
        """Where lines begin, and where what was taken back leads to: (line, version), on the line whose own
        event is there."""
        opened = self._lines_opened.values()
        places = {(parent, at) for parent, at in opened if parent is not None} | self._gone_back
        return {fork_place(self._lines_opened, line, at) for line, at in places}

    def _check_heads(self, versions: dict[str, int]) -> None:
        for name in sorted({*versions, *self.heads}):
            has, stated = versions.get(name, 0), self.heads.get(name, 0)
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
        return history.open(header.checkpoint)[0]
    except LedgerError as wrong:
        raise BundleFault("checkpoint", str(wrong)) from wrong


def _heads(history: KeyHistory, checkpoint: Checkpoint, header: Header) -> dict[str, int]:
    try:
        note = parse(header.heads)
        if not verified(note, history.keys_for(checkpoint.size)):
            raise BundleFault("heads", "no key of the log signed the statement of how far the game goes")
        return parse_heads(note.text, checkpoint, header.game)
    except LedgerError as wrong:
        raise BundleFault("heads", str(wrong)) from wrong
