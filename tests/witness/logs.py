"""Logs in memory that a witness is asked to cosign: a tree, its checkpoints, proofs and requests."""

from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.hashes import leaf_hash, node_hash
from ironclad.eventlog.ledger.notes import Note, SigningKey
from ironclad.eventlog.ledger.proofs import consistency_proof
from ironclad.eventlog.ledger.tree import Frontier, Node
from ironclad.eventlog.witness.protocol import AddCheckpoint

KEY = SigningKey("games.example/ironclad", b"l" * 32)


class Tree:
    """A log whose leaves are numbers; from `fork` on they are others."""

    def __init__(self, fork: int = 2**62, key: SigningKey = KEY) -> None:
        self.key, self._fork = key, fork

    def leaf(self, index: int) -> bytes:
        return leaf_hash(f"{index}{'!' if index >= self._fork else ''}".encode())

    def read(self, nodes: list[Node]) -> list[bytes]:
        return [self._node(*each) for each in nodes]

    def _node(self, level: int, index: int) -> bytes:
        if level == 0:
            return self.leaf(index)
        return node_hash(self._node(level - 1, 2 * index), self._node(level - 1, 2 * index + 1))

    def checkpoint(self, size: int) -> Checkpoint:
        tree = Frontier()
        tree.extend(self.leaf(index) for index in range(size))
        return Checkpoint(self.key.name, size, tree.root())

    def note(self, size: int) -> Note:
        return self.checkpoint(size).sign(self.key)

    def proof(self, old: int, size: int) -> tuple[bytes, ...]:
        return tuple(consistency_proof(self.read, old, size)) if 0 < old < size else ()

    def request(self, old: int, size: int) -> bytes:
        return AddCheckpoint(old, self.proof(old, size), self.note(size)).encode()
