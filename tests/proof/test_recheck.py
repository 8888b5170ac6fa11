"""A log that was altered past its triggers, restored from a backup or cut off is found out."""

from collections.abc import Callable, Iterator

import pytest

from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.tree import root_at
from ironclad.eventlog.recheck import recheck
from ironclad.eventlog.store.database import Database, open_database
from ironclad.eventlog.store.frontier import catch_up
from ironclad.eventlog.store.leaf import leaf
from ironclad.eventlog.store.tiles import TileStore
from ironclad.referee.checkup import examine
from tests.log.conftest import hand
from tests.proof import reference
from tests.proof.filling import NAME, entries, fill, past_triggers, row

SIZE = 600  # two full tiles, and some leaves after them


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    made = open_database(url)
    fill(made, SIZE)
    TileStore(made).catch_up()
    yield made
    made.close()


def checkpoint(size: int) -> Checkpoint:
    return Checkpoint("log", size, reference.mth(entries(size)))


@pytest.mark.parametrize("size", [None, 0, 1, 255, 256, 257, 512, 599, 600])
def test_a_log_that_only_grew_holds(database: Database, size: int | None) -> None:
    told: list[tuple[int, int]] = []
    last = None if size is None else checkpoint(size)
    found = recheck(database, last, lambda done, total: told.append((done, total)))
    assert (found.size, found.root, found.wrong) == (SIZE, reference.mth(entries(SIZE)), "")
    assert told == [(SIZE, SIZE)]


def test_an_empty_log_holds(url: str) -> None:
    database = open_database(url)
    assert recheck(database, None).wrong == ""
    assert "fewer than the 5" in recheck(database, checkpoint(5)).wrong
    database.close()


def changed(place: int, leaf_too: bool) -> Callable[[str], None]:
    """A hand that changes an event's body, and its leaf with it or not."""

    def work(url: str) -> None:
        stream, version = row(place)[1:3]
        body = b'{"die":0}'
        past_triggers(url, f"UPDATE events SET body = ? WHERE position = {place}", values=(body,))
        if leaf_too:
            made = leaf(stream, version, NAME, body)
            past_triggers(url, f"UPDATE events SET leaf = ? WHERE position = {place}", values=(made,))

    return work


def cut(url: str) -> None:
    past_triggers(url, "DELETE FROM events WHERE position > 550")


def cut_with_head(url: str) -> None:
    """The tail is gone, and the head as if it had never been there: only the last checkpoint knows."""
    cut(url)
    hand(url, "UPDATE head SET position = 0, frontier = NULL")
    database = open_database(url)
    database.write(catch_up)
    database.close()


def another_tree(url: str) -> None:
    """An event, its leaf, its tile and the frontier are changed alike: only the last checkpoint knows."""
    changed(3, True)(url)
    hand(url, "DELETE FROM tiles", "DELETE FROM leaf_places", "UPDATE head SET position = 0, frontier = NULL")
    database = open_database(url)
    database.write(catch_up)
    TileStore(database).catch_up()
    database.close()


HANDS = {
    "body in a tile": (changed(3, False), "event 3 is not what its leaf was made of"),
    "body after the tiles": (changed(590, False), "event 590 is not what"),
    "body and leaf in a tile": (changed(300, True), "events 257 to 512 are not those that the tile"),
    "body and leaf after the tiles": (changed(590, True), "do not come to the root"),
    "event taken out": (
        lambda url: past_triggers(url, "DELETE FROM events WHERE position = 9"),
        "event 9 is",
    ),
    "first event": (
        lambda url: past_triggers(url, "DELETE FROM events WHERE position = 1"),
        "event 1 is not",
    ),
    "tail": (cut, "is at 600, its last event at 550"),
    "tail with its head": (cut_with_head, "550 events, fewer than the 580 of the last checkpoint"),
    "everything but the checkpoint": (another_tree, "not those of the last checkpoint"),
    "tile": (lambda url: hand(url, "UPDATE tiles SET root = x'00' WHERE number = 1"), "events 257 to 512"),
    "tile too many": (
        lambda url: hand(url, "INSERT INTO tiles VALUES (0, 2, x'00', x'00')"),
        "tile 2 of level 0 is of events that the log has not",
    ),
    "tile of a level that is not": (
        lambda url: hand(url, "INSERT INTO tiles VALUES (1, 0, x'00', x'00')"),
        "tile 0 of level 1",
    ),
    "frontier": (lambda url: hand(url, "UPDATE head SET frontier = NULL"), "frontier of the log is not one"),
    "head": (lambda url: hand(url, "UPDATE head SET position = 601"), "is at 601"),
}


@pytest.mark.parametrize("which", HANDS)
def test_a_hand_in_the_log_is_found(url: str, database: Database, which: str) -> None:
    work, why = HANDS[which]
    work(url)
    assert why in recheck(database, checkpoint(580)).wrong


def test_an_older_copy_of_the_log_is_found(url: str, database: Database) -> None:
    """A backup is sound in itself; it lacks what was signed after it was made."""
    assert recheck(database, checkpoint(600)).wrong == ""
    wrong = recheck(database, Checkpoint("log", 700, reference.mth(entries(700)))).wrong
    assert "600 events, fewer than the 700 of the last checkpoint: a backup was restored" in wrong


def test_what_was_not_touched_can_still_be_proved(url: str, database: Database) -> None:
    """After a hand in event 590 the tree of the first 512 events is what it was."""
    before = TileStore(database).head()
    changed(590, True)(url)
    store = TileStore(database)
    assert root_at(store.reader(512), 512) == reference.mth(entries(512))
    assert store.head() == before
    assert root_at(store.reader(SIZE), SIZE) != before[1]


@pytest.mark.parametrize("which", ["body and leaf in a tile", "body after the tiles", "tile", "frontier"])
def test_the_doctor_finds_it_too(url: str, database: Database, which: str) -> None:
    """Without the last checkpoint, which is not in the database."""
    work, why = HANDS[which]
    assert deep(url) == (True, "600 leaves made again")
    work(url)
    holds, found = deep(url)
    assert not holds
    assert why in found


def deep(url: str) -> tuple[bool, str]:
    (leaves,) = [each for each in examine(url, {}, deep=True) if each.check == "leaves"]
    return leaves.holds, leaves.found
