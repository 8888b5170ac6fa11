"""Checking a whole log: every event against its leaf, the leaves against the tiles kept of them,
against the frontier, and against the last signed checkpoint, which is kept apart from the database.

Triggers refuse changes, but an administrator can drop them, and a backup can replace the database.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ironclad.eventlog.copying import is_its_leaf, pages_of_log
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.tiles import WIDTH
from ironclad.eventlog.ledger.tree import Frontier
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.frontier import FRONTIER, unpack
from ironclad.eventlog.store.tiles import root_of

_TILE = "SELECT root, hashes FROM tiles WHERE level = ? AND number = ?"
_LAST_TILE = "SELECT coalesce(max(number), -1) FROM tiles WHERE level = ?"

Progress = Callable[[int, int], None]
"""Called with the number of events checked so far, and the number of all."""


class _Wrong(Exception):
    """What does not hold."""


@dataclass(frozen=True)
class Recheck:
    """What a check found: how many events it read, their root, and what does not hold ("" where all does)."""

    size: int
    root: bytes
    wrong: str


def recheck(
    database: Database, last: Checkpoint | None, progress: Progress = lambda done, total: None
) -> Recheck:
    """Check the whole log as it is at one moment, against the last checkpoint if there is one.

    Raises PersistenceError.
    """
    with database.snapshot() as connection:
        return recheck_on(connection, last, progress)


def recheck_on(
    connection: Connection, last: Checkpoint | None, progress: Progress = lambda done, total: None
) -> Recheck:
    """The same over a connection that sees the log as it is at one moment, or to which nobody appends."""
    check, wrong = _Check(connection, last), ""
    try:
        check.run(progress)
    except _Wrong as found:
        wrong = str(found)
    tree = check.tree()
    return Recheck(tree.size, tree.root(), wrong)


class _Check:
    """One pass over the log: the roots of its full tiles, and the leaves after them."""

    def __init__(self, connection: Connection, last: Checkpoint | None) -> None:
        self._connection = connection
        self._last = last
        self._roots: list[bytes] = []
        self._upper, self._lower = Frontier(), Frontier()

    def tree(self) -> Frontier:
        """The frontier of what was read: that over the tiles' roots, and that of the leaves after them."""
        size = WIDTH * self._upper.size + self._lower.size
        return Frontier.of(size, self._upper.packed() + self._lower.packed())

    def run(self, progress: Progress) -> None:
        """Raises _Wrong."""
        head, packed = self._connection.execute(FRONTIER).fetchone()
        for leaves in self._chunks(head, progress):
            self._take(leaves)
        tree = self.tree()
        self._check_tiles_above()
        if head != tree.size:
            raise _Wrong(f"the head of the log is at {head:,}, its last event at {tree.size:,}")
        known = unpack(packed)
        if known is None or known.size != tree.size:
            raise _Wrong(f"the frontier of the log is not one of {tree.size:,} events")
        if known.root() != tree.root():
            raise _Wrong("the events do not come to the root that was computed when they were appended")
        if self._last is not None and self._last.size > tree.size:
            raise _Wrong(
                f"the log has {tree.size:,} events, fewer than the {self._last.size:,} of the last"
                " checkpoint: a backup was restored, or its tail deleted"
            )

    def _chunks(self, total: int, progress: Progress) -> Iterator[list[bytes]]:
        """The leaves, a full tile's at a time, each made again from its event."""
        place, leaves = 0, []
        for page in pages_of_log(self._connection):
            for row in page:
                place += 1
                if row[0] != place:
                    raise _Wrong(f"event {place:,} is not in the log")
                if not is_its_leaf(row):
                    raise _Wrong(f"event {place:,} is not what its leaf was made of")
                leaves.append(bytes(row[5]))
                if len(leaves) == WIDTH:
                    yield leaves
                    leaves = []
            progress(place, total)
        if leaves:
            yield leaves

    def _take(self, leaves: list[bytes]) -> None:
        start = WIDTH * self._upper.size
        if self._last is not None and start < self._last.size <= start + len(leaves):
            self._check_checkpoint(self._last, leaves[: self._last.size - start])
        if len(leaves) < WIDTH:
            self._lower.extend(leaves)
            return
        root = root_of(leaves)
        self._check_tile(0, self._upper.size, leaves, root)
        self._roots.append(root)
        self._upper.append(root)

    def _check_checkpoint(self, last: Checkpoint, leaves: list[bytes]) -> None:
        lower = Frontier()
        lower.extend(leaves)
        upper = self._upper
        if len(leaves) == WIDTH:
            upper, lower = upper.copy(), Frontier()
            upper.append(root_of(leaves))
        if Frontier.of(last.size, upper.packed() + lower.packed()).root() != last.root:
            raise _Wrong(
                f"the first {last.size:,} events are not those of the last checkpoint: events were changed,"
                " or another log is in this one's place"
            )

    def _check_tile(self, level: int, number: int, hashes: list[bytes], root: bytes) -> None:
        kept = self._connection.execute(_TILE, (level, number)).fetchone()
        if kept is not None and (bytes(kept[0]), bytes(kept[1])) != (root, b"".join(hashes)):
            span = WIDTH ** (level + 1)
            raise _Wrong(
                f"events {number * span + 1:,} to {(number + 1) * span:,} are not those that the tile was"
                " made of"
            )

    def _check_tiles_above(self) -> None:
        level, hashes = 0, self._roots
        while True:
            last = self._connection.execute(_LAST_TILE, (level,)).fetchone()[0]
            if last >= len(hashes):
                raise _Wrong(f"tile {last} of level {level} is of events that the log has not")
            if not hashes:
                return
            level += 1
            above = []
            for number in range(len(hashes) // WIDTH):
                inside = hashes[WIDTH * number : WIDTH * (number + 1)]
                above.append(root_of(inside))
                self._check_tile(level, number, inside, above[-1])
            hashes = above
