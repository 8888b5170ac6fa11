"""The outline of a game in a log: its leaves in their places, and hashes that represent all between them.

One outline proves every event of a game at once (a batch of RFC 9162 inclusion proofs with nothing twice):
the leaf hashes of the game's events, and for each stretch of the log between them the hashes of the largest
complete subtrees that fill it (2.1.1; a subtree of level k has 2^k leaves and begins at a multiple of that).
Hashed together they give the root of the log; once they do, every event is held to its own leaf. A stretch
ends at each size of the log that something names, so that the root at that size is known in the same pass.

Indices count from 0: the event at position p of the log is leaf p - 1.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.ledger.hashes import HASH_SIZE, node_hash, parents
from ironclad.eventlog.ledger.tree import HashReader, Node, joined

LEAVES_A_STRETCH = 1_024


@dataclass(frozen=True)
class Stretch:
    """What an outline says of `count` leaves from leaf `at` on.

    Of a game's own leaves `hashes` has each one's; of the log's others those of `subtrees(at, at + count)`.
    """

    at: int
    count: int
    own: bool
    hashes: bytes


def subtrees(start: int, end: int) -> Iterator[Node]:
    """The largest complete subtrees that fill the leaves from `start` up to `end`, in order."""
    while start < end:
        level = (end - start).bit_length() - 1
        if start:
            level = min(level, (start & -start).bit_length() - 1)
        yield level, start >> level
        start += 1 << level


def runs(indices: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The stretches (start, end) that increasing indices make."""
    start = end = -1
    for index in indices:
        if index != end:
            if start >= 0:
                yield start, end
            start = index
        end = index + 1
    if start >= 0:
        yield start, end


def outline(
    indices: Iterable[int], size: int, read: HashReader, named: Sequence[int] = ()
) -> Iterator[Stretch]:
    """The outline of some leaves (increasing) of a log of `size` leaves, in order.

    A stretch of own leaves has LEAVES_A_STRETCH at most; none spans one of the sizes that are `named`
    (increasing).
    """
    at = 0
    for start, end in [*runs(indices), (size, size)]:
        for first, last in _cut(at, start, named):
            yield Stretch(first, last - first, False, b"".join(read(list(subtrees(first, last)))))
        for begins, ends in _cut(start, end, named):
            for first in range(begins, ends, LEAVES_A_STRETCH):
                leaves = [(0, index) for index in range(first, min(first + LEAVES_A_STRETCH, ends))]
                yield Stretch(first, len(leaves), True, b"".join(read(leaves)))
        at = end


def _cut(start: int, end: int, named: Sequence[int]) -> Iterator[tuple[int, int]]:
    """A stretch of leaves, cut at the sizes that are named."""
    for place in range(bisect_right(named, start), len(named)):
        if named[place] >= end:
            break
        yield start, named[place]
        start = named[place]
    if start < end:
        yield start, end


class OutlineCheck:
    """Reads an outline stretch by stretch; gives the log's root and the game's own leaves.

    `roots` has the log's root at each size that is `named` (increasing), once the outline has come to it.
    """

    def __init__(self, size: int, named: Sequence[int] = ()) -> None:
        self._size, self._at = size, 0
        self._named, self._next = named, 0
        self.roots: dict[int, bytes] = {}
        self._complete: list[tuple[int, bytes]] = []  # subtrees of sinking levels that fill the leaves so far
        self._own: dict[int, bytes] = {}
        self._own_last = self._full = False  # of the last stretch

    def take(self, stretch: Stretch) -> None:
        """Take the next stretch. Raises BundleFault unless it is where and as `outline` has it."""
        at, count, own = stretch.at, stretch.count, stretch.own
        if at != self._at or not 1 <= count <= self._size - at:
            place = f"leaf {self._at:,} of {self._size:,}"
            raise BundleFault(
                "inclusion", f"the outline continues at leaf {at:,} for {count:,}, not at {place}"
            )
        ends = self._named[self._next] if self._next < len(self._named) else self._size
        cut = at in self.roots or (own and self._full)
        one = at > 0 and own == self._own_last and not cut
        if one or at + count > ends or (own and count > LEAVES_A_STRETCH):
            raise BundleFault("inclusion", f"the outline's stretch at leaf {at:,} is cut in another way")
        parts = list(subtrees(at, at + count))
        number, size = count if own else len(parts), len(stretch.hashes)
        if size != number * HASH_SIZE:
            wanted = f"{number:,} hashes of {HASH_SIZE} bytes"
            raise BundleFault("inclusion", f"the outline has {size:,} bytes for {wanted}")
        hashes = [stretch.hashes[place : place + HASH_SIZE] for place in range(0, size, HASH_SIZE)]
        if own:
            self._own.update(zip(range(at, at + count), hashes, strict=True))
            hashes = _tops(hashes, [level for level, _ in parts])
        for (level, _), each in zip(parts, hashes, strict=True):
            self._add(level, each)
        self._at, self._own_last, self._full = at + count, own, count == LEAVES_A_STRETCH
        if self._next < len(self._named) and self._at == ends:
            self.roots[ends] = joined([each for _, each in self._complete])
            self._next += 1

    def _add(self, level: int, each: bytes) -> None:
        complete = self._complete
        while complete and complete[-1][0] == level:
            each, level = node_hash(complete.pop()[1], each), level + 1
        complete.append((level, each))

    def root(self) -> bytes:
        """The root of the log that the outline is of. Raises BundleFault while leaves are missing."""
        if self._at != self._size:
            raise BundleFault("inclusion", f"the outline ends after {self._at:,} of {self._size:,} leaves")
        return joined([each for _, each in self._complete])

    @property
    def own_count(self) -> int:
        """How many own leaves there are."""
        return len(self._own)

    def own(self) -> Iterator[tuple[int, bytes]]:
        """(index, hash) of the game's own leaves, in order."""
        return iter(self._own.items())

    def leaf(self, index: int) -> bytes:
        """The hash of one of the game's own leaves. Raises KeyError for another leaf."""
        return self._own[index]


def _tops(leaves: list[bytes], levels: Iterable[int]) -> list[bytes]:
    """The hashes of complete subtrees of these levels, which the leaves fill one after another."""
    found, at = [], 0
    for level in levels:
        hashes = leaves[at : at + (1 << level)]
        while len(hashes) > 1:
            hashes = parents(hashes)
        found += hashes
        at += 1 << level
    return found
