"""The tree as it grows: its frontier, and the root of any stretch of it (RFC 9162, 2.1.1).

A node is (level, index): the root of the complete subtree over the 2^level leaves from index·2^level on.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Self

from ironclad.eventlog.ledger.errors import BadSize
from ironclad.eventlog.ledger.hashes import EMPTY_ROOT, HASH_SIZE, node_hash

Node = tuple[int, int]
"""(level, index) of a complete subtree."""

HashReader = Callable[[Sequence[Node]], Sequence[bytes]]
"""Gives the hashes of nodes, in the order asked."""

SIZE_LIMIT = 2**63
"""Trees are smaller than this."""


class Frontier:
    """The roots of the complete subtrees that a tree of some size consists of, one for each 1 in that size.

    It is all that is needed to add leaves and to know the root.
    """

    def __init__(self) -> None:
        self.size = 0
        self._roots: list[bytes] = []  # largest subtree first

    @classmethod
    def of(cls, size: int, packed: bytes) -> Self:
        """A frontier from its size and its roots, largest subtree first, 32 bytes each. Raises BadSize."""
        if not 0 <= size < SIZE_LIMIT or len(packed) != HASH_SIZE * size.bit_count():
            raise BadSize(f"a tree of {size} leaves has no frontier of {len(packed)} bytes")
        made = cls()
        made.size = size
        made._roots = [packed[start : start + HASH_SIZE] for start in range(0, len(packed), HASH_SIZE)]
        return made

    def packed(self) -> bytes:
        """The roots as `of` takes them."""
        return b"".join(self._roots)

    def copy(self) -> "Frontier":
        """Another one that grows by itself."""
        other = Frontier()
        other.size, other._roots = self.size, list(self._roots)
        return other

    def append(self, leaf: bytes) -> None:
        """Add one leaf's hash."""
        self.extend((leaf,))

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Add leaves' hashes. Each 1 at the end of the size is a subtree that the new one is joined to."""
        roots, size = self._roots, self.size
        for node in leaves:
            complete = size
            while complete & 1:
                node = node_hash(roots.pop(), node)
                complete >>= 1
            roots.append(node)
            size += 1
        self.size = size

    def root(self) -> bytes:
        """The root of the whole tree, 32 bytes."""
        return joined(self._roots)


def joined(roots: Sequence[bytes]) -> bytes:
    """One root over those of complete subtrees that are side by side, largest first."""
    if not roots:
        return EMPTY_ROOT
    return reduce(lambda right, left: node_hash(left, right), reversed(roots))


def nodes_of(start: int, end: int) -> list[Node]:
    """The complete subtrees that leaves start to end - 1 consist of, where the stretch is one of the tree's.

    That is one that the recursive definition of the root comes to: it begins at a multiple of the smallest
    power of two that it does not surpass, or is over before that. Raises BadSize for any other.
    """
    found = []
    while start < end:
        level = (end - start).bit_length() - 1
        if start & ((1 << level) - 1):
            raise BadSize(f"leaves {start} to {end} are no subtree")
        found.append((level, start >> level))
        start += 1 << level
    return found


def range_root(read: HashReader, start: int, end: int) -> bytes:
    """The root over leaves start to end - 1, a stretch as in `nodes_of`. Raises BadSize."""
    return joined(read(nodes_of(start, end)))


def root_at(read: HashReader, size: int) -> bytes:
    """The root that the tree had at an earlier size, or has now. Raises BadSize."""
    if not 0 <= size < SIZE_LIMIT:
        raise BadSize(f"{size} is no size of a tree")
    return range_root(read, 0, size)
