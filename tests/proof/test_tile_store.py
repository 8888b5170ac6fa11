"""Tiles kept in both stores, against the reference; what is not kept yet is served all the same."""

from random import Random
from threading import Thread

import pytest

from ironclad.eventlog.ledger.errors import BadSize
from ironclad.eventlog.ledger.hashes import leaf_hash
from ironclad.eventlog.ledger.proofs import (
    consistency_proof,
    inclusion_proof,
    verify_consistency,
    verify_inclusion,
)
from ironclad.eventlog.ledger.tiles import Tile, entries_of, tiles_of
from ironclad.eventlog.ledger.tree import Frontier, root_at
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.tiles import NotWhole, TileStore, bundle
from tests.log.conftest import hand, pull, referee_at
from tests.proof import reference
from tests.proof.filling import entries, fill, past_triggers


def rows(database: Database, table: str) -> int:
    with database.reader() as connection:
        count: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return count


def test_tiles_and_proofs_are_those_of_the_reference(database: Database) -> None:
    fill(database, 700)
    d, store = entries(700), TileStore(database)
    for _ in range(2):  # before tiles are kept, and after
        for size in (1, 255, 256, 257, 511, 700):
            fresh = TileStore(database)
            for tile in tiles_of(size):
                assert tile.level is not None
                expected = reference.tile(tile.level, tile.number, tile.width, d)
                assert fresh.fetch(tile) == b"".join(expected)
            for index in (0, size // 2, size - 1):
                proof = inclusion_proof(fresh.reader(size), index, size)
                assert proof == reference.path(index, d[:size])
            assert root_at(fresh.reader(size), size) == reference.mth(d[:size])
        assert store.head() == (700, reference.mth(d))
        store.catch_up()
    assert (rows(database, "tiles"), rows(database, "leaf_places")) == (2, 512)
    assert store.catch_up() == 0


def test_one_store_reads_trees_of_any_size_in_any_order(database: Database) -> None:
    """What it keeps of a tile is as wide as the widest tree that it has read."""
    fill(database, 700)
    d, store, sizes = entries(700), TileStore(database), [*range(1, 700, 23), 256, 257, 512, 700]
    Random(11).shuffle(sizes)
    for size in sizes:
        assert root_at(store.reader(size), size) == reference.mth(d[:size])
        index = size * 2 // 3
        assert inclusion_proof(store.reader(size), index, size) == reference.path(index, d[:size])
        with pytest.raises(BadSize):
            store.reader(size)([(0, size)])


def test_a_log_of_more_than_two_levels(database: Database) -> None:
    """Past 65,536 leaves a tile of level 1 is full, and its root stands on level 2."""
    size = 65_536 + 300
    fill(database, size)
    store, tree = TileStore(database), Frontier()
    leaves = [leaf_hash(each) for each in entries(size)]
    tree.extend(leaves)
    assert store.catch_up() == 257 + 1
    for kept in (True, False):
        if not kept:
            database.write(lambda connection: connection.execute("DELETE FROM tiles WHERE number > 3"))
        fresh = TileStore(database)
        for index in (0, 65_535, 65_536, size - 1):
            proof = inclusion_proof(fresh.reader(size), index, size)
            verify_inclusion(leaves[index], index, size, proof, tree.root())
        for earlier in (1, 256, 65_535, 65_536, 65_537, size):
            old = Frontier()
            old.extend(leaves[:earlier])
            proof = consistency_proof(fresh.reader(size), earlier, size)
            verify_consistency(earlier, size, old.root(), tree.root(), proof)
    assert len(TileStore(database).fetch(Tile(2, 0, 1))) == 32


def test_several_make_tiles_at_once(database: Database) -> None:
    fill(database, 5_000)
    stores = [TileStore(database) for _ in range(4)]
    threads = [Thread(target=store.catch_up) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (rows(database, "tiles"), rows(database, "leaf_places")) == (19, 19 * 256)


def test_a_leaf_is_found_in_the_index_and_after_it(database: Database) -> None:
    fill(database, 300)
    store = TileStore(database)
    for _ in range(2):
        for place, each in enumerate(entries(300), 1):
            if place % 50 == 0:
                assert store.place_of(leaf_hash(each)) == place
        assert store.place_of(bytes(32)) is None
        store.catch_up()


def test_bundles_hash_to_the_leaves(database: Database) -> None:
    fill(database, 300)
    store = TileStore(database)
    for tile in (Tile(None, 0), Tile(None, 1, 44), Tile(None, 1, 3)):
        found = entries_of(tile, bundle(store.entries(tile)))
        assert found == entries(300)[tile.start : tile.start + tile.width]


def test_a_missing_event_is_told(url: str, database: Database) -> None:
    fill(database, 300)
    past_triggers(url, "DELETE FROM events WHERE position = 270")
    store = TileStore(database)
    with pytest.raises(NotWhole, match="event 270 is not in the log"):
        store.fetch(Tile(0, 1, 44))
    with pytest.raises(NotWhole, match="event 270"):
        store.entries(Tile(None, 1, 44))
    assert len(store.fetch(Tile(0, 1, 13))) == 13 * 32
    hand(url, "UPDATE head SET frontier = NULL")
    with pytest.raises(NotWhole, match="no frontier"):
        store.head()


def test_the_referee_keeps_tiles_as_the_log_grows(url: str) -> None:
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long").id
        while referee.queries.log_size() < 300:
            pull(referee, game)
        referee.upkeep.settle()
        assert rows(referee.log.database, "tiles") == 1
