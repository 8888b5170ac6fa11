"""Checking a whole log: every event against its leaf, the leaves against the tiles kept of them,
against the frontier, and against the last signed checkpoint, which is kept apart from the database.

Triggers refuse changes, but an administrator can drop them, and a backup can replace the database.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ironclad.eventlog.copying import is_its_leaf, pages_of_log
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.hashes import EMPTY_ROOT, HASH_SIZE
from ironclad.eventlog.ledger.tiles import WIDTH
from ironclad.eventlog.ledger.tree import Frontier
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.frontier import FRONTIER, unpack
from ironclad.eventlog.store.tiles import root_of

_TILE = "SELECT root, hashes FROM tiles WHERE level = ? AND number = ?"
_LAST_TILE = "SELECT coalesce(max(number), -1) FROM tiles WHERE level = ?"
_NO_LEAF = bytes(HASH_SIZE)
_LONGEST_GAP = 1_000_000  # events: past a longer one nothing is compared
_NAMED = 20  # stretches of wrong events that are named; the others are counted
_SHOWN = 3  # faults in one line of text

Progress = Callable[[int, int], None]
"""Called with the number of events checked so far, and the number of all."""


@dataclass(frozen=True)
class Recheck:
    """What a check found: how many events the log has, their root, and all that does not hold.

    `roots` has the root at each size that was asked for, up to the log's own.
    """

    size: int
    root: bytes
    faults: tuple[str, ...] = ()
    roots: Mapping[int, bytes] = field(default_factory=dict)

    @property
    def wrong(self) -> str:
        """The first faults in one line; "" where all holds."""
        more = len(self.faults) - _SHOWN
        return "; ".join(self.faults[:_SHOWN]) + (f"; and {more} more" if more > 0 else "")


def recheck(
    database: Database, last: Checkpoint | None, progress: Progress = lambda done, total: None
) -> Recheck:
    """Check the whole log as it is at one moment, against the last checkpoint if there is one.

    Raises PersistenceError.
    """
    with database.snapshot() as connection:
        return recheck_on(connection, last, progress)


def recheck_on(
    connection: Connection,
    last: Checkpoint | None,
    progress: Progress = lambda done, total: None,
    sizes: Collection[int] = (),
) -> Recheck:
    """The same over a connection that sees the log as it is at one moment, or to which nobody appends.

    `sizes` are those of which the root is wanted too.
    """
    check = _Check(connection, {*sizes, *([last.size] if last is not None else [])})
    check.run(progress)
    if last is not None and (fault := broken(last, check.tree().size, check.roots)) is not None:
        check.faults.append(fault)
    tree = check.tree()
    return Recheck(tree.size, tree.root(), tuple(check.faults), check.roots)


def broken(
    claimed: Checkpoint, size: int, roots: Mapping[int, bytes], named: str = "the last checkpoint"
) -> str | None:
    """Why a log of a size, with its roots at some sizes, does not continue a checkpoint; None if it does."""
    if claimed.size > size:
        return (
            f"the log has {size:,} events, fewer than the {claimed.size:,} of {named}:"
            " a backup was restored, or its tail deleted"
        )
    if roots.get(claimed.size) != claimed.root:
        return (
            f"the first {claimed.size:,} events are not those of {named}: events were changed,"
            " or another log is in this one's place"
        )
    return None


class _Stretches:
    """Places in the log of one kind, collected as stretches of neighbours."""

    def __init__(self) -> None:
        self._found: list[tuple[int, int]] = []
        self._others = 0

    def add(self, first: int, last: int) -> None:
        """Events `first` to `last` are of the kind; called in their order."""
        if self._found and not self._others and self._found[-1][1] + 1 == first:
            self._found[-1] = (self._found[-1][0], last)
        elif len(self._found) < _NAMED:
            self._found.append((first, last))
        else:
            self._others += last - first + 1

    def texts(self, one: str, several: str) -> Iterator[str]:
        """A sentence for each stretch, and one for all that are not named."""
        for first, last in self._found:
            yield f"event {first:,} {one}" if first == last else f"events {first:,} to {last:,} {several}"
        if self._others:
            yield f"{self._others:,} more events {several}"


class _Check:
    """One pass over the log: the roots of its full tiles, and the leaves after them.

    `faults` is what does not hold, in the order in which it was found; `roots` the roots at `sizes`.
    """

    def __init__(self, connection: Connection, sizes: Collection[int]) -> None:
        self._connection = connection
        self._sizes = sorted(each for each in sizes if each > 0)
        self._tile_roots: list[bytes] = []
        self._upper, self._lower = Frontier(), Frontier()
        self._missing, self._changed = _Stretches(), _Stretches()
        self._tiles: list[str] = []
        self.faults: list[str] = []
        self.roots: dict[int, bytes] = {0: EMPTY_ROOT}

    def tree(self) -> Frontier:
        """The frontier of what was read: that over the tiles' roots, and that of the leaves after them."""
        return _tree(self._upper, self._lower)

    def run(self, progress: Progress) -> None:
        """Read everything."""
        head, packed = self._connection.execute(FRONTIER).fetchone()
        for leaves in self._chunks(head, progress):
            self._take(leaves)
        self.faults += self._missing.texts("is not in the log", "are not in the log")
        self.faults += self._changed.texts(
            "is not what its leaf was made of", "are not what their leaves were made of"
        )
        self._check_tiles_above()
        self.faults += self._tiles
        self._check_head(head, packed)

    def _check_head(self, head: int, packed: bytes | None) -> None:
        tree, known = self.tree(), unpack(packed)
        if head != tree.size:
            self.faults.append(f"the head of the log is at {head:,}, its last event at {tree.size:,}")
        if known is None or known.size != tree.size:
            self.faults.append(f"the frontier of the log is not one of {tree.size:,} events")
        elif known.root() != tree.root():
            self.faults.append("the events do not come to the root that was computed when they were appended")

    def _chunks(self, total: int, progress: Progress) -> Iterator[list[bytes]]:
        """The leaves, a full tile's at a time, as they are stored; each is made again from its event."""
        leaves: list[bytes] = []
        for leaf in self._leaves(total, progress):
            leaves.append(leaf)
            if len(leaves) == WIDTH:
                yield leaves
                leaves = []
        if leaves:
            yield leaves

    def _leaves(self, total: int, progress: Progress) -> Iterator[bytes]:
        """Every leaf at its place; where an event is missing, one that is no event's."""
        place = 0
        for page in pages_of_log(self._connection):
            for row in page:
                missing = row[0] - place - 1
                if missing > 0:
                    self._missing.add(place + 1, row[0] - 1)
                if missing > _LONGEST_GAP:
                    self.faults.append(f"nothing after event {place:,} was compared: too many are missing")
                    return
                yield from (_NO_LEAF for _ in range(missing))
                place = row[0]
                if not is_its_leaf(row):
                    self._changed.add(place, place)
                yield _leaf_of(row[5])
            progress(place, total)

    def _take(self, leaves: list[bytes]) -> None:
        start = WIDTH * self._upper.size
        self._note_roots(start, leaves)
        if len(leaves) < WIDTH:
            self._lower.extend(leaves)
            return
        root = root_of(leaves)
        self._check_tile(0, self._upper.size, leaves, root)
        self._tile_roots.append(root)
        self._upper.append(root)

    def _note_roots(self, start: int, leaves: list[bytes]) -> None:
        """The roots at the sizes that are wanted, of those that end among these leaves."""
        lower = Frontier()
        while self._sizes and self._sizes[0] <= start + len(leaves):
            size = self._sizes.pop(0)
            lower.extend(leaves[lower.size : size - start])
            if lower.size == WIDTH:
                upper = self._upper.copy()
                upper.append(root_of(leaves))
                self.roots[size] = _tree(upper, Frontier()).root()
            else:
                self.roots[size] = _tree(self._upper, lower).root()

    def _check_tile(self, level: int, number: int, hashes: list[bytes], root: bytes) -> None:
        kept = self._connection.execute(_TILE, (level, number)).fetchone()
        if kept is not None and (_bytes(kept[0]), _bytes(kept[1])) != (root, b"".join(hashes)):
            span = WIDTH ** (level + 1)
            first, last = number * span + 1, (number + 1) * span
            self._tiles.append(f"events {first:,} to {last:,} are not those that the tile was made of")

    def _check_tiles_above(self) -> None:
        level, hashes = 0, self._tile_roots
        while True:
            last = self._connection.execute(_LAST_TILE, (level,)).fetchone()[0]
            if last >= len(hashes):
                self._tiles.append(f"tile {last} of level {level} is of events that the log has not")
            if not hashes:
                return
            level += 1
            above = []
            for number in range(len(hashes) // WIDTH):
                inside = hashes[WIDTH * number : WIDTH * (number + 1)]
                above.append(root_of(inside))
                self._check_tile(level, number, inside, above[-1])
            hashes = above


def _tree(upper: Frontier, lower: Frontier) -> Frontier:
    """The frontier of a log from that of its full tiles' roots, and that of the leaves after them."""
    return Frontier.of(WIDTH * upper.size + lower.size, upper.packed() + lower.packed())


def _leaf_of(stored: Any) -> bytes:
    leaf = _bytes(stored)
    return leaf if len(leaf) == HASH_SIZE else _NO_LEAF


def _bytes(stored: Any) -> bytes:
    """What a column of bytes has; b"" where a hand put something else there."""
    return bytes(stored) if isinstance(stored, bytes | bytearray | memoryview) else b""
