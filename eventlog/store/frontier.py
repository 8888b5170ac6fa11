"""The frontier of the Merkle tree over the log, as the store keeps it: moved by each append.

    packed = size, u64 big endian | the roots of its complete subtrees, largest first, 32 bytes each

The tree has the leaf of position p at index p - 1. PostgreSQL grows the frontier itself (`frontier_grown` in
the migrations), SQLite in this process; both read and write the same bytes.
"""

from collections.abc import Sequence

from ironclad.eventlog.ledger.errors import BadSize
from ironclad.eventlog.ledger.hashes import HASH_SIZE
from ironclad.eventlog.ledger.tree import Frontier
from ironclad.eventlog.store.connection import Connection

FRONTIER = "SELECT position, frontier FROM head"
"""The last position taken, and the frontier."""

_LEAVES = "SELECT position, leaf FROM events WHERE position > ? ORDER BY position LIMIT ?"
_KEEP = "UPDATE head SET position = ?, frontier = ?"
_PAGE = 8_192
_SIZE_BYTES = 8


def pack(frontier: Frontier) -> bytes:
    return frontier.size.to_bytes(_SIZE_BYTES, "big") + frontier.packed()


def unpack(packed: bytes | None) -> Frontier | None:
    """A frontier as it is stored; None where there is none, or nothing that could be one."""
    if packed is None or len(packed) < _SIZE_BYTES:
        return None
    try:
        return Frontier.of(int.from_bytes(packed[:_SIZE_BYTES], "big"), bytes(packed[_SIZE_BYTES:]))
    except BadSize:
        return None


def grown(packed: bytes | None, first: int, leaves: Sequence[bytes]) -> bytes | None:
    """A frontier of `first` leaves with more; None (leave it) for another size, or what is no leaf."""
    frontier = unpack(packed)
    if frontier is None or frontier.size != first or any(len(leaf) != HASH_SIZE for leaf in leaves):
        return None
    frontier.extend(leaves)
    return pack(frontier)


def catch_up(connection: Connection) -> None:
    """Bring a frontier that is behind the log up to it, in a transaction that keeps others from appending.

    So it is for a log from before there was a frontier, and while processes of a build without one append.
    What the frontier holds already is not made again: `ironclad.eventlog.recheck` compares it.
    """
    packed = connection.execute(FRONTIER).fetchone()[1]
    frontier = Frontier() if packed is None else unpack(packed)
    if frontier is None:
        return
    before = None if packed is None else frontier.size
    while rows := connection.execute(_LEAVES, (frontier.size, _PAGE)).fetchall():
        if rows[-1][0] != frontier.size + len(rows):
            return  # a gap: the check reports it
        leaves = [bytes(row[1]) for row in rows]
        if any(len(leaf) != HASH_SIZE for leaf in leaves):
            return  # likewise
        frontier.extend(leaves)
    if frontier.size != before:
        connection.execute(_KEEP, (frontier.size, pack(frontier)))
