"""Trees, proofs and tiles against the slow reference, the published vectors, and every wrong bit."""

import base64
import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from ironclad.eventlog.ledger.checkpoints import Checkpoint, open_checkpoint
from ironclad.eventlog.ledger.errors import BadProof, BadSize, BadTile, LedgerError
from ironclad.eventlog.ledger.hashes import EMPTY_ROOT, leaf_hash
from ironclad.eventlog.ledger.notes import SigningKey
from ironclad.eventlog.ledger.proofs import (
    consistency_proof,
    inclusion_proof,
    verify_consistency,
    verify_inclusion,
)
from ironclad.eventlog.ledger.tiles import (
    Tile,
    TileReader,
    entries_of,
    hashes_of,
    pack_entries,
    tile_at,
    tile_of,
    tiles_of,
)
from ironclad.eventlog.ledger.tree import Frontier, Node, nodes_of, range_root, root_at
from tests.proof import reference

VECTORS = Path(__file__).parent / "vectors" / "rfc6962_inclusion"
FILES = sorted(VECTORS.rglob("*.json"))
TREES = 10_000
ORIGIN = "games.example/ironclad"
KEY = SigningKey(ORIGIN, b"k" * 32)


def entries(count: int, salt: int = 0) -> list[bytes]:
    return [b"%d of %d" % (number, salt) for number in range(count)]


def reader(d: list[bytes]):
    """A HashReader over entries by the reference."""

    def read(nodes: Sequence[Node]) -> list[bytes]:
        for level, index in nodes:
            assert (index + 1) << level <= len(d)
        return [reference.mth(d[index << level : (index + 1) << level]) for level, index in nodes]

    return read


def tiles(d: list[bytes]) -> TileReader:
    def fetch(tile: Tile) -> bytes:
        assert tile.is_in(len(d))
        assert tile.level is not None
        return b"".join(reference.tile(tile.level, tile.number, tile.width, d))

    return TileReader.fetching(fetch, len(d))


def test_the_vectors_are_all_here() -> None:
    assert len(FILES) == 98


@pytest.mark.parametrize("file", FILES, ids=[each.relative_to(VECTORS).as_posix() for each in FILES])
def test_published_inclusion_proofs(file: Path) -> None:
    given = json.loads(file.read_text(encoding="utf-8"))
    decode = base64.b64decode
    leaf, root = decode(given["leafHash"] or ""), decode(given["root"] or "")
    proof = [decode(each) for each in given["proof"] or []]
    if given["wantErr"]:
        with pytest.raises((BadProof, BadSize)):
            verify_inclusion(leaf, given["leafIdx"], given["treeSize"], proof, root)
    else:
        verify_inclusion(leaf, given["leafIdx"], given["treeSize"], proof, root)


@pytest.mark.full
def test_ten_thousand_random_trees_agree_with_the_reference() -> None:
    chance = random.Random(9162)
    for number in range(TREES):
        size = chance.randint(1, 24) if number % 10 else chance.randint(1, 150)
        d = entries(size, number)
        frontier = Frontier()
        while frontier.size < size:
            more = chance.randint(1, size - frontier.size)
            frontier.extend([leaf_hash(each) for each in d[frontier.size : frontier.size + more]])
            frontier = Frontier.of(frontier.size, frontier.packed())
        root = reference.mth(d)
        assert frontier.root() == root
        index, earlier, read = chance.randrange(size), chance.randint(1, size), reader(d)
        included = inclusion_proof(read, index, size)
        assert included == reference.path(index, d)
        verify_inclusion(leaf_hash(d[index]), index, size, included, root)
        consistent = consistency_proof(read, earlier, size)
        assert consistent == reference.proof(earlier, d)
        old = reference.mth(d[:earlier])
        verify_consistency(earlier, size, old, root, consistent)
        assert root_at(read, earlier) == old
        note = str(Checkpoint(ORIGIN, size, frontier.root()).sign(KEY))
        assert note == reference.checkpoint(ORIGIN, d, KEY.seed)
        assert open_checkpoint(note, [KEY.verifier], ORIGIN)[0].root == root


def test_every_pair_of_sizes_up_to_forty() -> None:
    """Each leaf of each tree, and each tree within each; by tiles, too."""
    d = entries(40)
    roots = [reference.mth(d[:size]) for size in range(41)]
    for size in range(1, 41):
        read = tiles(d[:size])
        for index in range(size):
            proof = inclusion_proof(read, index, size)
            verify_inclusion(leaf_hash(d[index]), index, size, proof, roots[size])
        for earlier in range(1, size + 1):
            proof = consistency_proof(read, earlier, size)
            verify_consistency(earlier, size, roots[earlier], roots[size], proof)
            if earlier != size:
                with pytest.raises(BadProof):
                    verify_consistency(earlier, size, roots[earlier - 1], roots[size], proof)


@pytest.mark.parametrize("size", [1, 2, 7, 8, 13])
def test_every_wrong_bit_of_an_inclusion_proof_is_refused(size: int) -> None:
    d = entries(size)
    root = reference.mth(d)
    for index in range(size):
        leaf, proof = leaf_hash(d[index]), reference.path(index, d)
        whole = [leaf, root, *proof]
        for place in range(len(whole)):
            for bit in range(256):
                wrong = [*whole[:place], flipped(whole[place], bit), *whole[place + 1 :]]
                with pytest.raises(BadProof):
                    verify_inclusion(wrong[0], index, size, wrong[2:], wrong[1])
        for wrong in (proof[:-1], [*proof, root], [root, *proof], proof[1:], proof[::-1]):
            if wrong != proof:
                with pytest.raises(BadProof):
                    verify_inclusion(leaf, index, size, wrong, root)
        for other in {*range(size)} - {index}:
            with pytest.raises(BadProof):
                verify_inclusion(leaf, other, size, proof, root)


@pytest.mark.parametrize(("size1", "size2"), [(1, 2), (2, 3), (4, 8), (6, 8), (3, 7), (5, 13), (8, 13)])
def test_every_wrong_bit_of_a_consistency_proof_is_refused(size1: int, size2: int) -> None:
    d = entries(size2)
    proof, old, new = reference.proof(size1, d), reference.mth(d[:size1]), reference.mth(d)
    whole = [old, new, *proof]
    for place in range(len(whole)):
        for bit in range(256):
            wrong = [*whole[:place], flipped(whole[place], bit), *whole[place + 1 :]]
            with pytest.raises(BadProof):
                verify_consistency(size1, size2, wrong[0], wrong[1], wrong[2:])
    for wrong in ([], proof[:-1], [*proof, new], [new, *proof], proof[1:], proof[::-1]):
        if wrong != proof:
            with pytest.raises(BadProof):
                verify_consistency(size1, size2, old, new, wrong)


def flipped(value: bytes, bit: int) -> bytes:
    return (int.from_bytes(value, "big") ^ 1 << bit).to_bytes(len(value), "big")


def test_sizes_of_which_there_is_no_proof() -> None:
    read, root = reader(entries(5)), bytes(32)
    for index, size in [(0, 0), (5, 5), (-1, 5), (0, -1), (0, 2**63)]:
        with pytest.raises(BadSize):
            inclusion_proof(read, index, size)
        with pytest.raises(BadSize):
            verify_inclusion(root, index, size, [], root)
    for size1, size2 in [(0, 5), (0, 0), (5, 4), (-1, 5), (1, 2**63), (2**63, 2**63)]:
        with pytest.raises(BadSize):
            consistency_proof(read, size1, size2)
        with pytest.raises(BadSize):
            verify_consistency(size1, size2, root, root, [])


def test_a_tree_is_consistent_with_itself_without_a_proof() -> None:
    root = reference.mth(entries(5))
    assert consistency_proof(reader(entries(5)), 5, 5) == []
    verify_consistency(5, 5, root, root, [])
    with pytest.raises(BadProof):
        verify_consistency(5, 5, root, root, [root])
    with pytest.raises(BadProof):
        verify_consistency(5, 5, root, bytes(32), [])


def test_a_hash_of_another_length_is_refused() -> None:
    for leaf, root, proof in [
        (b"", bytes(32), []),
        (bytes(32), b"x" * 33, []),
        (bytes(32), bytes(32), [b""]),
    ]:
        with pytest.raises(BadProof):
            verify_inclusion(leaf, 0, 1, proof, root)
        with pytest.raises(BadProof):
            verify_consistency(1, 2, leaf, root, proof)


def test_the_empty_tree() -> None:
    assert Frontier().root() == EMPTY_ROOT == reference.mth([])
    assert root_at(reader([]), 0) == EMPTY_ROOT
    assert list(tiles_of(0)) == []


def test_a_frontier_of_another_size_is_refused() -> None:
    for size, packed in [(3, bytes(32)), (4, bytes(64)), (-1, b""), (1, b""), (2**63, bytes(32))]:
        with pytest.raises(BadSize):
            Frontier.of(size, packed)


def test_a_copy_of_a_frontier_grows_by_itself() -> None:
    first = Frontier()
    first.extend([leaf_hash(each) for each in entries(5)])
    other, root = first.copy(), first.root()
    other.append(leaf_hash(b"more"))
    assert (first.size, first.root()) == (5, root)
    assert other.root() == reference.mth([*entries(5), b"more"])


def test_a_stretch_that_is_no_subtree_has_no_root() -> None:
    d = entries(8)
    assert range_root(reader(d), 4, 7) == reference.mth(d[4:7])
    for start, end in [(1, 3), (2, 8), (3, 6)]:
        with pytest.raises(BadSize):
            nodes_of(start, end)


@pytest.mark.parametrize("size", [255, 256, 257, 300, 512, 700])
def test_proofs_by_tiles(size: int) -> None:
    """Around the widths at which a tile is full, and its root stands a level above."""
    d = entries(size)
    read, plain = tiles(d), reader(d)
    for index in (0, 1, 200, 254, size - 2, size - 1):
        assert inclusion_proof(read, index, size) == inclusion_proof(plain, index, size)
    for earlier in (1, 2, 128, 200, 255, size - 1, size):
        assert consistency_proof(read, earlier, size) == consistency_proof(plain, earlier, size)
    with pytest.raises(BadSize):
        read([(0, size)])


def test_the_tiles_of_seventy_thousand_leaves() -> None:
    """The example of the specification."""
    found = list(tiles_of(70_000))
    assert sum(each.level == 0 and each.width == 256 for each in found) == 273
    assert [each.path for each in found if each.width < 256] == [
        "tile/0/273.p/112",
        "tile/1/001.p/17",
        "tile/2/000.p/1",
    ]
    assert Tile(1, 0) in found
    assert list(tiles_of(256)) == [Tile(0, 0), Tile(1, 0, 1)]
    assert Tile(0, 1_234_067).path == "tile/0/x001/x234/067"


@pytest.mark.parametrize(
    "path",
    [
        *("tile/0/000", "tile/0/255", "tile/0/x001/000", "tile/63/000", "tile/0/x001/x234/067"),
        *("tile/entries/000", "tile/entries/x123/456.p/1", "tile/6/127.p/255"),
    ],
)
def test_a_path_is_its_tile(path: str) -> None:
    assert tile_at(path).path == path


@pytest.mark.parametrize(
    "path",
    [
        *("", "tile", "tile/0", "tile/0/", "tile/0/0", "tile/0/0000", "tile/00/000", "tile/64/000"),
        *("tile/-1/000", "tile/0/x000/000", "tile/0/000.p/0", "tile/0/000.p/256", "tile/0/000.p/01"),
        *("tile/0/000.p/", "tile/0/000.p", "/tile/0/000", "tile/0/000\n", "tile/0/001/000", "tile/0/x001"),
        *("tile/6/128", "tile/7/001"),
        *("tile/0/٠٠٠", "tile/entries", "tile/Entries/000", "tile/8/x999/x999/x999/x999/999"),
        "tile/0/" + "x999/" * 40 + "999",
    ],
)
def test_a_path_that_names_no_tile(path: str) -> None:
    with pytest.raises(BadTile):
        tile_at(path)


def test_the_tile_of_a_hash() -> None:
    assert tile_of(0, 300, 700) == Tile(0, 1)
    assert tile_of(0, 513, 700) == Tile(0, 2, 188)
    assert tile_of(1, 1, 700) == Tile(1, 0, 2)
    with pytest.raises(BadSize):
        tile_of(1, 2, 700)


def test_bundles_of_entries() -> None:
    packed = pack_entries([b"", b"ab", b"x" * 65_535])
    assert packed[:6] == b"\0\0\0\2ab"
    assert entries_of(Tile(None, 0, 3), packed) == [b"", b"ab", b"x" * 65_535]
    for width, body in [
        (2, packed),
        (4, packed),
        (3, packed[:-1]),
        (3, packed + b"\0"),
        (1, b""),
        (1, b"\0\5a"),
    ]:
        with pytest.raises(BadTile):
            entries_of(Tile(None, 0, width), body)
    with pytest.raises(BadTile):
        pack_entries([b"x" * 65_536])
    with pytest.raises(BadTile):
        hashes_of(Tile(0, 0, 2), bytes(63))


def test_every_error_is_of_one_family() -> None:
    assert all(issubclass(each, LedgerError) for each in (BadProof, BadSize, BadTile))
