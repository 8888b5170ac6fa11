"""Tiles of a log (C2SP tlog-tiles): 256 hashes, or the entries of 256 leaves, under a path of their own.

Tile n of level l holds the roots over 256^l leaves each, from leaf n·256^(l+1) on. The last tile of a level
may be partial (1 to 255 wide). Paths are relative to the log's prefix: `tile/0/x001/234`,
`tile/entries/000.p/7`.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ironclad.eventlog.ledger.errors import BadSize, BadTile
from ironclad.eventlog.ledger.hashes import HASH_SIZE, parents
from ironclad.eventlog.ledger.tree import SIZE_LIMIT, Node

HEIGHT = 8
WIDTH = 1 << HEIGHT
LEVELS = 64
ENTRY_BYTES = 2
"""Bytes of the length before each entry of a bundle, big endian."""

_PATH = re.compile(r"tile/(0|[1-9][0-9]?|entries)/((?:x[0-9]{3}/){0,6}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?\Z")


@dataclass(frozen=True, order=True)
class Tile:
    """A tile's place; `level` None is a bundle of entries, which is beside level 0."""

    level: int | None
    number: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """Its path below the log's prefix."""
        name = "entries" if self.level is None else str(self.level)
        part = "" if self.width == WIDTH else f".p/{self.width}"
        return f"tile/{name}/{_number_path(self.number)}{part}"

    @property
    def span(self) -> int:
        """How many leaves each of its hashes or entries represents."""
        return 1 << HEIGHT * (self.level or 0)

    @property
    def start(self) -> int:
        """The index of its first hash or entry, among all of its level."""
        return WIDTH * self.number

    def is_in(self, size: int) -> bool:
        """Whether a tree of a size has this many hashes of the tile."""
        return self.start + self.width <= size // self.span


def tile_at(path: str) -> Tile:
    """The tile that a path names. Raises BadTile."""
    found = _PATH.match(path)
    if found is None:
        raise BadTile(f"{path[:100]!r} names no tile")
    level, number, width = found.groups()
    digits = number.replace("x", "").replace("/", "")
    made = Tile(
        None if level == "entries" else int(level), int(digits), WIDTH if width is None else int(width)
    )
    if made.path != path or (made.level or 0) >= LEVELS or made.start * made.span >= SIZE_LIMIT:
        raise BadTile(f"{path[:100]!r} names no tile")
    return made


def _number_path(number: int) -> str:
    groups = [f"{number % 1000:03d}"]
    while number := number // 1000:
        groups.append(f"x{number % 1000:03d}")
    return "/".join(reversed(groups))


def tile_of(level: int, index: int, size: int) -> Tile:
    """The tile that has the hash at an index of a tiles' level in the tree of a size. Raises BadSize."""
    there = size >> HEIGHT * level
    if not 0 <= index < there:
        raise BadSize(f"a tree of {size} leaves has no hash {index} of level {level}")
    number = index // WIDTH
    return Tile(level, number, min(WIDTH, there - WIDTH * number))


def tiles_of(size: int) -> Iterator[Tile]:
    """Every tile of hashes of a tree, level by level from the leaves up."""
    level = 0
    while there := size >> HEIGHT * level:
        for number in range((there + WIDTH - 1) // WIDTH):
            yield tile_of(level, number * WIDTH, size)
        level += 1


def hashes_of(tile: Tile, body: bytes) -> list[bytes]:
    """A tile's hashes. Raises BadTile."""
    if len(body) != HASH_SIZE * tile.width:
        raise BadTile(f"{tile.path} has {HASH_SIZE * tile.width} bytes, not {len(body)}")
    return [body[at : at + HASH_SIZE] for at in range(0, len(body), HASH_SIZE)]


Levels = list[list[bytes]]
"""The hashes of a tile, and of the levels above them as far as they are complete."""


def grown(levels: Levels, hashes: Sequence[bytes]) -> Levels:
    """The levels of a tile whose first hashes have these levels, with the hashes that follow them."""
    made = [[*levels[0], *hashes] if levels else list(hashes)]
    while (count := len(below := made[-1]) // 2) > 0:
        known = levels[len(made)] if len(made) < len(levels) else []
        made.append([*known, *parents(below[2 * len(known) : 2 * count])])
    return made


class TileReader:
    """Reads the hashes of nodes from tiles: a `HashReader` for the tree of one size.

    `levels` gives the levels of a tile, or of a wider one in its place; it is asked once for all the nodes
    that are asked together.
    """

    def __init__(self, levels: Callable[[Tile], Levels], size: int) -> None:
        self._levels = levels
        self._size = size

    @classmethod
    def fetching(cls, fetch: Callable[[Tile], bytes], size: int) -> "TileReader":
        """A reader that fetches the bytes of each tile."""
        return cls(lambda tile: grown([], hashes_of(tile, fetch(tile))), size)

    def __call__(self, nodes: Sequence[Node]) -> list[bytes]:
        """Raises BadSize for a node that the tree does not have, BadTile for bytes that are no tile."""
        wanted: dict[Tile, list[Node]] = defaultdict(list)
        for node in nodes:
            if (node[1] + 1) << node[0] > self._size:
                raise BadSize(f"a tree of {self._size} leaves has no complete subtree {node}")
            wanted[_home(node, self._size)].append(node)
        found: dict[Node, bytes] = {}
        for tile, inside in wanted.items():
            assert tile.level is not None
            levels = self._levels(tile)
            for node in inside:
                above = node[0] - HEIGHT * tile.level
                found[node] = levels[above][node[1] - (tile.start >> above)]
        return [found[node] for node in nodes]


def _home(node: Node, size: int) -> Tile:
    """The tile from whose hashes a node's can be made."""
    level, above = divmod(node[0], HEIGHT)
    return tile_of(level, node[1] << above, size)


def pack_entries(entries: Sequence[bytes]) -> bytes:
    """A bundle of entries, each with its length before it. Raises BadTile for one past 65,535 bytes."""
    try:
        return b"".join(len(each).to_bytes(ENTRY_BYTES, "big") + each for each in entries)
    except OverflowError as wrong:
        raise BadTile("an entry of a bundle has at most 65,535 bytes") from wrong


def entries_of(tile: Tile, body: bytes) -> list[bytes]:
    """A bundle's entries. Raises BadTile."""
    found, at = [], 0
    while at < len(body):
        start = at + ENTRY_BYTES
        end = start + int.from_bytes(body[at:start], "big")
        if end > len(body) or start > len(body):
            raise BadTile(f"{tile.path} breaks off at byte {at}")
        found.append(body[start:end])
        at = end
    if len(found) != tile.width:
        raise BadTile(f"{tile.path} has {tile.width} entries, not {len(found)}")
    return found
