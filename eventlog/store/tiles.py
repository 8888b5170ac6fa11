"""Tiles kept in the store: full ones, made from committed leaves, each with its root for the level above.

What is partial is read from the leaves, or from the roots of the level below; what is not kept yet is made
when it is asked for. With the tiles of leaves goes an index of each leaf's place.
"""

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from threading import Lock

from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.hashes import parents
from ironclad.eventlog.ledger.tiles import WIDTH, Levels, Tile, TileReader, grown, hashes_of, pack_entries
from ironclad.eventlog.store.connection import Connection, Writer
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.frontier import FRONTIER, unpack
from ironclad.eventlog.store.leaf import entry

_NEXT = "SELECT coalesce(max(number), -1) + 1 FROM tiles WHERE level = ?"
_TILE = "SELECT hashes FROM tiles WHERE level = ? AND number = ?"
_ROOTS = "SELECT number, root FROM tiles WHERE level = ? AND number >= ? AND number < ? ORDER BY number"
_LEAVES = "SELECT position, leaf FROM events WHERE position > ? AND position <= ? ORDER BY position"
_ENTRIES = (
    "SELECT position, stream, version, name, body FROM events WHERE position > ? AND position <= ?"
    " ORDER BY position"
)
_KEEP = (
    "INSERT INTO tiles (level, number, root, hashes) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (level, number) DO NOTHING"
)
_PLACES = "SELECT position FROM leaf_places WHERE prefix = ? ORDER BY position"
_LEAF_AT = "SELECT leaf FROM events WHERE position = ?"
_REMEMBERED = 256  # tiles, of up to 34 kB each
_AT_ONCE = 16  # tiles made in one transaction, which keeps others from appending

Entry = tuple[int, str, int, str, bytes]
"""(position, stream, version, name, body)"""


class NotWhole(LedgerError):
    """The log lacks what it should have: an event was taken out of it past its triggers."""


class TileStore:
    """The tiles of one log. Safe to use from many threads, and by many processes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known = _Known()

    def size(self) -> int:
        """How many leaves the tree of the committed log has: its frontier's size."""
        with self._database.reader() as connection:
            frontier = unpack(connection.execute(FRONTIER).fetchone()[1])
        return frontier.size if frontier is not None else 0

    def head(self) -> tuple[int, bytes]:
        """The size and the root of the committed log. Raises NotWhole where it has no sound frontier."""
        with self._database.reader() as connection:
            last, packed = connection.execute(FRONTIER).fetchone()
        frontier = unpack(packed)
        if frontier is None or frontier.size != last:
            known = "no frontier" if frontier is None else f"a frontier of {frontier.size:,} events"
            raise NotWhole(f"the head of the log is at {last:,} and has {known}")
        return frontier.size, frontier.root()

    def reader(self, size: int) -> TileReader:
        """Reads hashes of the tree of a size."""
        return TileReader(self._levels, size)

    def fetch(self, tile: Tile) -> bytes:
        """The hashes of a tile that the committed log has. Raises NotWhole."""
        with self._database.reader() as connection:
            return b"".join(_hashes(connection, tile))

    def _levels(self, tile: Tile) -> Levels:
        """The levels of a tile, or of a wider one; what is known grows with the log. Raises NotWhole."""
        known = self._known.get(tile)
        if known and len(known[0]) >= tile.width:
            return known
        with self._database.reader() as connection:
            levels = grown(known, _hashes(connection, tile, len(known[0]) if known else 0))
        self._known.keep(tile, levels)
        return levels

    def entries(self, tile: Tile) -> list[Entry]:
        """The events of a bundle that the committed log has. Raises NotWhole."""
        with self._database.reader() as connection:
            rows = connection.execute(_ENTRIES, (tile.start, tile.start + tile.width)).fetchall()
        _check_whole(rows, tile.start, tile.start + tile.width)
        return [(row[0], row[1], row[2], row[3], bytes(row[4])) for row in rows]

    def place_of(self, leaf: bytes) -> int | None:
        """The first position at which the log has a leaf; None if it has none."""
        with self._database.reader() as connection:
            for (position,) in connection.execute(_PLACES, (_prefix(leaf),)).fetchall():
                found = connection.execute(_LEAF_AT, (position,)).fetchone()
                if found is not None and bytes(found[0]) == leaf:
                    return int(position)
            kept = WIDTH * connection.execute(_NEXT, (0,)).fetchone()[0]
            for position, found in connection.execute(_LEAVES, (kept, 2**62)):
                if bytes(found) == leaf:
                    return int(position)
        return None

    def catch_up(self) -> int:
        """Keep every full tile that the committed log has and that is not kept yet; how many that were."""
        size, level, made = self.size(), 0, 0
        while there := size >> 8 * (level + 1):
            with self._database.reader() as connection:
                first: int = connection.execute(_NEXT, (level,)).fetchone()[0]
            for start in range(first, there, _AT_ONCE):
                tiles = [Tile(level, number) for number in range(start, min(start + _AT_ONCE, there))]
                with self._database.reader() as connection:
                    found = [(tile, _hashes(connection, tile)) for tile in tiles]
                self._database.write(partial(_keep, found))
                made += len(tiles)
            level += 1
        return made


class _Known:
    """The levels of tiles that were read last, as wide as they were then. No hash of a tile ever changes."""

    def __init__(self) -> None:
        self._levels: OrderedDict[tuple[int | None, int], Levels] = OrderedDict()
        self._mutex = Lock()

    def get(self, tile: Tile) -> Levels:
        with self._mutex:
            if (levels := self._levels.get((tile.level, tile.number))) is None:
                return []
            self._levels.move_to_end((tile.level, tile.number))
            return levels

    def keep(self, tile: Tile, levels: Levels) -> None:
        with self._mutex:
            self._levels[tile.level, tile.number] = levels
            if len(self._levels) > _REMEMBERED:
                self._levels.popitem(last=False)


def _hashes(connection: Connection, tile: Tile, first: int = 0) -> list[bytes]:
    """A tile's hashes from the `first` one on, from the full tile where it is kept."""
    kept = connection.execute(_TILE, (tile.level, tile.number)).fetchone()
    if kept is not None:
        return hashes_of(Tile(tile.level, tile.number), bytes(kept[0]))[first : tile.width]
    assert tile.level is not None
    start, end = tile.start + first, tile.start + tile.width
    if tile.level == 0:
        rows = connection.execute(_LEAVES, (start, end)).fetchall()
        _check_whole(rows, start, end)
        return [bytes(row[1]) for row in rows]
    below = tile.level - 1
    roots = dict(connection.execute(_ROOTS, (below, start, end)).fetchall())
    return [
        bytes(roots[number]) if number in roots else root_of(_hashes(connection, Tile(below, number)))
        for number in range(start, end)
    ]


def _check_whole(rows: Sequence[Sequence[int | bytes]], start: int, end: int) -> None:
    """Check that rows are the events past `start` up to `end`. Raises NotWhole."""
    wanted = range(start + 1, end + 1)
    if [row[0] for row in rows] != list(wanted):
        there = {row[0] for row in rows}
        missing = next((position for position in wanted if position not in there), wanted[0])
        raise NotWhole(f"event {missing:,} is not in the log")


def root_of(hashes: Sequence[bytes]) -> bytes:
    """The root of a full tile."""
    while len(hashes) > 1:
        hashes = parents(hashes)
    return hashes[0]


def _keep(found: Sequence[tuple[Tile, list[bytes]]], connection: Writer) -> None:
    for tile, hashes in found:
        values = (tile.level, tile.number, root_of(hashes), b"".join(hashes))
        if connection.execute(_KEEP, values).rowcount and tile.level == 0:
            rows = [
                value
                for number, leaf in enumerate(hashes)
                for value in (_prefix(leaf), tile.start + 1 + number)
            ]
            marks = ", ".join(["(?, ?)"] * len(hashes))
            text = f"INSERT INTO leaf_places VALUES {marks} ON CONFLICT (prefix, position) DO NOTHING"
            connection.execute(text, rows)


def _prefix(leaf: bytes) -> int:
    """The first eight bytes of a leaf's hash as a signed number."""
    return int.from_bytes(leaf[:8], "big", signed=True)


def bundle(events: Sequence[Entry]) -> bytes:
    """Events as a bundle of entries, whose leaves are those of the tree."""
    return pack_entries([entry(*event[1:]) for event in events])
