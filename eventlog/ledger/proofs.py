"""Inclusion and consistency proofs: made from hashes, verified with roots alone (RFC 9162, 2.1.3, 2.1.4).

A proof is a list of 32-byte hashes in the RFC's order. An index counts from 0; the event at position p of
the log is the leaf at index p - 1.
"""

from collections.abc import Sequence

from ironclad.eventlog.ledger.errors import BadProof, BadSize
from ironclad.eventlog.ledger.hashes import HASH_SIZE, node_hash
from ironclad.eventlog.ledger.tree import SIZE_LIMIT, HashReader, joined, nodes_of


def inclusion_proof(read: HashReader, index: int, size: int) -> list[bytes]:
    """The proof that a leaf is in the tree of a size (2.1.3.1). Raises BadSize."""
    check_inclusion_sizes(index, size)
    start, end, stretches = 0, size, []
    while end - start > 1:
        middle = start + split(end - start)
        if index < middle:
            stretches.append((middle, end))
            end = middle
        else:
            stretches.append((start, middle))
            start = middle
    return _roots(read, stretches[::-1])


def consistency_proof(read: HashReader, size1: int, size2: int) -> list[bytes]:
    """The proof that the tree of size2 begins with the tree of size1 (2.1.4.1). Raises BadSize."""
    check_consistency_sizes(size1, size2)
    start, end, stretches = 0, size2, []
    while end > size1:
        middle = start + split(end - start)
        if size1 <= middle:
            stretches.append((middle, end))
            end = middle
        else:
            stretches.append((start, middle))
            start = middle
    if start:  # else the verifier has this root already: it is the old tree's
        stretches.append((start, end))
    return _roots(read, stretches[::-1])


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> None:
    """Check an inclusion proof against a leaf's hash and a root (2.1.3.2). Raises BadSize, BadProof."""
    check_inclusion_sizes(index, size)
    _check_hashes(leaf, root, *proof)
    node, last, found = index, size - 1, leaf
    for each in proof:
        if last == 0:
            raise BadProof(f"the inclusion proof is too long for a tree of {size} leaves")
        if node & 1 or node == last:
            found = node_hash(each, found)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            found = node_hash(found, each)
        node, last = node >> 1, last >> 1
    if last:
        raise BadProof(f"the inclusion proof is too short for a tree of {size} leaves")
    if found != root:
        raise BadProof(f"the inclusion proof leads leaf {index} to another root of {size} leaves")


def verify_consistency(size1: int, size2: int, root1: bytes, root2: bytes, proof: Sequence[bytes]) -> None:
    """Check a consistency proof against two roots (2.1.4.2). Raises BadSize, BadProof."""
    check_consistency_sizes(size1, size2)
    _check_hashes(root1, root2, *proof)
    if size1 == size2:
        if proof:
            raise BadProof("a tree needs no proof that it is consistent with itself")
        if root1 != root2:
            raise BadProof(f"two roots of {size1} leaves differ")
        return
    if not proof:
        raise BadProof("the consistency proof is empty")
    path = list(proof) if size1 & (size1 - 1) else [root1, *proof]
    node, last = size1 - 1, size2 - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    old = new = path[0]
    for each in path[1:]:
        if last == 0:
            raise BadProof("the consistency proof is too long")
        if node & 1 or node == last:
            old, new = node_hash(each, old), node_hash(each, new)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            new = node_hash(new, each)
        node, last = node >> 1, last >> 1
    if last:
        raise BadProof("the consistency proof is too short")
    if old != root1:
        raise BadProof(f"the consistency proof leads to another root of {size1} leaves")
    if new != root2:
        raise BadProof(f"the consistency proof leads to another root of {size2} leaves")


def check_inclusion_sizes(index: int, size: int) -> None:
    """Raises BadSize where no tree of that size has that leaf."""
    if not 0 < size < SIZE_LIMIT:
        raise BadSize("an empty tree includes nothing" if size == 0 else f"{size} is no size of a tree")
    if not 0 <= index < size:
        raise BadSize(f"a tree of {size} leaves has no leaf {index}")


def check_consistency_sizes(size1: int, size2: int) -> None:
    """Raises BadSize where no tree of size2 can be shown to begin with one of size1."""
    if size1 == 0:
        raise BadSize("every tree begins with the empty tree: there is nothing to prove")
    if not (0 < size1 < SIZE_LIMIT and 0 <= size2 < SIZE_LIMIT):
        raise BadSize(f"{size1} and {size2} are no sizes of a tree")
    if size1 > size2:
        raise BadSize(f"a tree does not shrink from {size1} leaves to {size2}")


def split(size: int) -> int:
    """The largest power of two smaller than a size of two or more (2.1.1)."""
    return 1 << (size - 1).bit_length() - 1


def _roots(read: HashReader, stretches: Sequence[tuple[int, int]]) -> list[bytes]:
    """The root of each stretch, with one reading for all of them."""
    nodes = [nodes_of(*stretch) for stretch in stretches]
    hashes = iter(read([node for each in nodes for node in each]))
    return [joined([next(hashes) for _ in each]) for each in nodes]


def _check_hashes(*hashes: bytes) -> None:
    if any(len(each) != HASH_SIZE for each in hashes):
        raise BadProof(f"a hash of the tree has {HASH_SIZE} bytes")
