"""The hashes of the tree: SHA-256, a leaf's and a node's differ in their first byte (RFC 9162, 2.1.1)."""

from collections.abc import Sequence
from hashlib import sha256

HASH_SIZE = 32  # bytes
EMPTY_ROOT = sha256(b"").digest()
"""The root of a tree without leaves."""

_NODE = b"\x01"


def leaf_hash(entry: bytes) -> bytes:
    """The hash of a leaf, 32 bytes; of a stored event `ironclad.eventlog.store.leaf` makes the entry."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node over its two children's."""
    return sha256(_NODE + left + right).digest()


def parents(hashes: Sequence[bytes]) -> list[bytes]:
    """The hashes one level up, from an even number of neighbours that begin with a left one."""
    pairs = iter(hashes)
    return [sha256(_NODE + left + right).digest() for left, right in zip(pairs, pairs, strict=True)]
