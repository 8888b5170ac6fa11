"""Running hashes of a game's streams: one hash for all events of a stream up to a version.

    h(0) = 32 zero bytes        h(n) = SHA-256(h(n - 1) | leaf of the event with version n)

A timeline that was forked at version v of its parent continues from the parent's h(v): its first own event
has version v + 1. One hash h(n) fixes everything that led there, in its order (docs/signatures.md).
"""

from hashlib import sha256

from ironclad.eventlog.ledger.hashes import HASH_SIZE

START = bytes(HASH_SIZE)
"""The running hash of a stream with no events."""


def extended(before: bytes, leaf: bytes) -> bytes:
    """The running hash after one more event, from the one before it and the event's leaf; 32 bytes each."""
    return sha256(before + leaf).digest()


class RunningHashes:
    """The running hashes of a game's streams at every version, by the streams' names within the game.

    They take 32 bytes for each event. A stream begins with no events unless it is forked. Leaves are hashed
    when a hash after them is asked for: of a game that no seat signs, none is.
    """

    def __init__(self) -> None:
        self._hashes: dict[str, bytearray] = {}
        self._leaves: dict[str, bytearray] = {}  # of each stream, those after the last hash
        self._forked: dict[str, tuple[str, int]] = {}

    def fork(self, name: str, parent: str, at: int) -> None:
        """A timeline begins after version `at` of its parent, which the parent has by now."""
        if name not in self._forked and name not in self._hashes:
            self._forked[name] = parent, at

    def append(self, name: str, leaves: bytes) -> None:
        """The next event of a stream, or several: their leaves in a row.

        Raises ValueError where it was forked from an unknown event.
        """
        waiting = self._leaves.get(name)
        if waiting is None:
            before = self.at(name, self._begins(name))
            if before is None:
                raise ValueError(f"{name} begins after an event that is not known")
            waiting = self._leaves[name] = bytearray()
            self._hashes[name] = bytearray()
        waiting += leaves

    def last(self, name: str) -> int:
        """The last version of a stream that is known; that of its fork where it has no event of its own."""
        return self._begins(name) + self._own(name)

    def at(self, name: str, version: int) -> bytes | None:
        """The running hash of a stream at a version; None where it has no such version."""
        seen = set[str]()
        while name in self._forked and version <= self._begins(name):
            if name in seen:
                return None
            seen.add(name)
            name = self._forked[name][0]
        own = version - self._begins(name)
        if own == 0 and name not in self._forked:
            return START
        if not 0 < own <= self._own(name):
            return None
        hashes = self._hashes[name]
        if own * HASH_SIZE > len(hashes):
            self._hash_leaves(name)
        return bytes(hashes[(own - 1) * HASH_SIZE : own * HASH_SIZE])

    @property
    def bytes_kept(self) -> int:
        """How much memory the hashes take, in bytes."""
        return sum(map(len, (*self._hashes.values(), *self._leaves.values())))

    def _own(self, name: str) -> int:
        """How many events of its own a stream has."""
        return (len(self._hashes.get(name, b"")) + len(self._leaves.get(name, b""))) // HASH_SIZE

    def _hash_leaves(self, name: str) -> None:
        hashes, leaves = self._hashes[name], self._leaves[name]
        last = bytes(hashes[-HASH_SIZE:]) or self.at(name, self._begins(name))
        assert last is not None, "the first event was taken where this is known"
        for place in range(0, len(leaves), HASH_SIZE):
            last = extended(last, bytes(leaves[place : place + HASH_SIZE]))
            hashes += last
        leaves.clear()

    def _begins(self, name: str) -> int:
        """The version after which a stream has events of its own."""
        return self._forked[name][1] if name in self._forked else 0
