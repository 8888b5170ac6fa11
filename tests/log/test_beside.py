"""What is kept beside the log is lost, spoiled or cannot be written: the log gives it again, or does
without.
"""

import random
import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec
import psycopg
import pytest

from ironclad.api.service import Service
from ironclad.eventlog.errors import NotSignedIn, OtherBuild, Unavailable
from ironclad.eventlog.store.database import open_database
from ironclad.referee import match_requests
from tests.log.conftest import hand, play_out, pull, referee_at, stored

SHOUT = {"id": "once", "command": {"type": "shout", "word": "ho"}}


def answers(referee: Service) -> list[tuple[Any, ...]]:
    with referee.log.database.reader() as connection:
        return connection.execute("SELECT * FROM answers ORDER BY position").fetchall()


@pytest.fixture
def eventful(url: str) -> str:
    """A log in which every kind of request was answered."""
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "short", by="ann", id="o").id
        referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone")
        for _ in range(3):
            pull(referee, game)
        referee.commands.handle(game, "grey", SHOUT)
        branch = referee.match.request(game, "a reader", match_requests.Branch(1), id="b").id
        pull(referee, game, timeline=branch, by="a reader")
        referee.match.request(
            game,
            "grey",
            match_requests.AcceptRewind(
                referee.match.request(game, "blue", match_requests.ProposeRewind(1)).id
            ),
        )
        referee.match.request(game, "blue", match_requests.OfferDraw())
        referee.match.request(game, "grey", match_requests.DeclineDraw())
        play_out(referee, game)
        second = referee.opening.open_game("tug", "long").id
        referee.match.request(second, "blue", match_requests.Resign())
    return url


def test_the_index_of_answers_is_made_again_as_it_was(eventful: str) -> None:
    with referee_at(eventful, ids=None) as referee:
        whole = answers(referee)
        assert len(whole) > 15
        hand(eventful, "DELETE FROM answers WHERE position % 2 = 0", "UPDATE answers SET count = 1")
        referee.upkeep.rebuild_views()
        assert answers(referee) == whole


@pytest.mark.parametrize("loss", ["DROP TABLE answers", "DELETE FROM answers"])
def test_a_lost_index_of_answers_is_made_again_on_opening(url: str, loss: str) -> None:
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long").id
        first = referee.commands.handle(game, "blue", SHOUT)
    hand(url, loss)
    with referee_at(url, exclusive=True) as referee:
        before = stored(referee)
        again = referee.commands.handle(game, "blue", SHOUT)
        assert (again.repeated, again.events) == (True, first.events)
        assert stored(referee) == before


def test_an_index_of_answers_that_was_left_behind_is_made_again(eventful: str) -> None:
    with referee_at(eventful) as referee:
        whole = answers(referee)
    hand(eventful, "DELETE FROM answers WHERE position = (SELECT max(position) FROM answers)")
    with referee_at(eventful, exclusive=True) as referee:
        assert answers(referee) == whole


@pytest.mark.parametrize(
    "loss",
    [
        ["DROP TABLE games_list"],
        ["DELETE FROM games_list"],
        ["DROP TABLE tracking"],
        ["DELETE FROM tracking"],
        ["DROP TABLE tracking", "DROP TABLE games_list", "DROP TABLE stored_positions"],
        ["UPDATE tracking SET position = 9999"],
        ["DELETE FROM tracking", "UPDATE games_list SET opened = opened + 1000, summary = x'00'"],
        ["UPDATE games_list SET summary = '{}'"],
        ["UPDATE games_list SET summary = x'ff'"],
    ],
)
def test_a_lost_list_of_games_is_made_again(eventful: str, loss: list[str]) -> None:
    with referee_at(eventful) as referee:
        listed = referee.queries.games()
        assert len(listed.items) == 2
    hand(eventful, *loss)
    with referee_at(eventful, exclusive=True) as referee:
        assert referee.queries.games() == listed


def test_tracking_lost_under_a_running_referee_hangs_nobody(referee: Service, url: str) -> None:
    games = [referee.opening.open_game("tug", "short").id for _ in range(3)]
    listed = referee.queries.games()
    referee.upkeep.settle()
    hand(url, "DELETE FROM tracking")
    assert referee.queries.games() == listed
    pull(referee, games[0])
    assert referee.queries.games().items[-1].version == referee.queries.head(games[0])[1]


def test_a_projection_that_cannot_write_fails_once(referee: Service, game: str, url: str) -> None:
    """Rows that the list may not have: no other projector took the events, so nobody waits for one."""
    listed = referee.queries.games()
    referee.upkeep.settle()
    hand(url, *NEVER_LISTED[url.partition(":")[0]])
    pull(referee, game)
    assert referee.queries.games() == listed
    hand(url, *LISTED_AGAIN[url.partition(":")[0]])
    assert referee.queries.games().items[0].version == 3


NEVER_LISTED = {
    "sqlite": ["CREATE TRIGGER never BEFORE UPDATE ON games_list BEGIN SELECT RAISE(ABORT, 'never'); END"],
    "postgresql": ["ALTER TABLE games_list ADD CONSTRAINT never CHECK (false) NOT VALID"],
}
LISTED_AGAIN = {
    "sqlite": ["DROP TRIGGER never"],
    "postgresql": ["ALTER TABLE games_list DROP CONSTRAINT never"],
}


# -- kept positions


@pytest.fixture
def kept(url: str) -> tuple[str, str, dict[str, Any]]:
    """A log with kept positions of a game, the last beyond most events: url, game, the true position."""
    with referee_at(url, snapshot_every=20) as referee:
        game = referee.opening.open_game("tug", "long").id
        for number in range(50):
            pull(referee, game, 1 + number % 3)
        return url, game, referee.queries.position(game).position


def newest(url: str) -> tuple[str, int, bytes]:
    database = open_database(url)
    with database.reader() as connection:
        found: tuple[str, int, bytes] = connection.execute(
            "SELECT stream, version, body FROM stored_positions ORDER BY version DESC LIMIT 1"
        ).fetchone()
    database.close()
    return found


def test_a_flipped_bit_in_a_kept_position_is_never_believed(kept: tuple[str, str, dict[str, Any]]) -> None:
    url, game, true = kept
    stream, version, body = newest(url)
    chance = random.Random(3)
    with referee_at(url, snapshot_every=1_000) as referee:
        for _ in range(120):
            spoiled = bytearray(body)
            spoiled[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
            referee.log.database.write(
                lambda connection, spoiled=bytes(spoiled): connection.execute(  # type: ignore[misc]
                    "UPDATE stored_positions SET body = ? WHERE stream = ? AND version = ?",
                    (spoiled, stream, version),
                )
            )
            referee.upkeep.forget_cached()
            assert referee.queries.position(game).position == true


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE stored_positions SET version = version + 1"
        " WHERE version = (SELECT max(version) FROM stored_positions)",
        "UPDATE stored_positions SET version = version - 1"
        " WHERE version = (SELECT min(version) FROM stored_positions)",
        "UPDATE stored_positions SET body = 'text'",
        "UPDATE stored_positions SET body = '5'",
        "UPDATE stored_positions SET body = x''",
        "UPDATE stored_positions SET body = substr(body, 33)",
        "UPDATE stored_positions SET body = (SELECT body FROM stored_positions ORDER BY version LIMIT 1)",
        "UPDATE stored_positions SET name = 'tug/0.9'",
        "DELETE FROM stored_positions",
    ],
)
def test_a_spoiled_kept_position_is_made_again(kept: tuple[str, str, dict[str, Any]], spoil: str) -> None:
    url, game, true = kept
    hand(url, spoil)
    with referee_at(url) as referee:
        assert referee.queries.position(game).position == true


def test_a_kept_position_that_events_cannot_follow_is_dropped(
    kept: tuple[str, str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A position that this build thaws to something else (the digest is right, the code has changed)."""
    url, game, true = kept
    monkeypatch.setattr("ironclad.referee.stored_positions.thawed", lambda *_: object())
    with referee_at(url) as referee:
        assert referee.queries.position(game).position == true


# -- a store that cannot be written


def failing(referee: Service) -> Callable[..., None]:
    """What raises the driver's error as a store on a full disk does."""

    def fail(*_: object) -> None:
        if referee.log.database.scheme == "sqlite":
            raise sqlite3.OperationalError("database or disk is full")
        raise psycopg.errors.DiskFull("could not extend file: No space left on device")

    return fail


def test_readers_need_no_room_on_the_disk(
    referee: Service, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = referee.queries.games()
    seated = referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone")
    pull(referee, game)
    referee.upkeep.settle()
    referee.log.database.write(lambda connection: connection.execute("DELETE FROM tracking"))
    monkeypatch.setattr(referee.log.database.group, "run", failing(referee))
    assert [each.id for each in referee.queries.games().items] == [each.id for each in listed.items]
    assert referee.queries.game(game).version == 3
    assert referee.queries.position(game, at=1).at == 1
    assert referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone").token == seated.token
    writes: list[Callable[[], object]] = [
        lambda: pull(referee, game),
        lambda: referee.opening.open_game("tug", "short"),
        lambda: referee.match.request(game, "blue", match_requests.Branch(1)),
        lambda: referee.opening.take_seat(game, "grey", "Bob"),
        lambda: referee.authorization.erase_player(seated.player),
        lambda: referee.upkeep.rebuild_views(),
    ]
    for write in writes:
        with pytest.raises(Unavailable):
            write()


def test_a_store_that_cannot_be_read_is_unavailable(
    referee: Service, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee.upkeep.settle()
    referee.upkeep.forget_cached()
    monkeypatch.setattr(referee.log.database._readers, "take", failing(referee))
    reads: list[Callable[[], object]] = [
        lambda: referee.queries.games(),
        lambda: referee.queries.game(game),
        lambda: referee.queries.position(game),
        lambda: referee.queries.events(game),
        lambda: referee.queries.game("other"),
        lambda: referee.authorization.authenticate("x"),
        lambda: referee.queries.log_size(),
        lambda: referee.upkeep.refusals(),
        lambda: referee.queries.blob("00"),
    ]
    for read in reads:
        with pytest.raises(Unavailable):
            read()


def test_an_unknown_token_is_still_nobodys(referee: Service) -> None:
    with pytest.raises(NotSignedIn):
        referee.authorization.authenticate("x")


# -- events that this build cannot read

CHANGEABLE = {
    "sqlite": ["DROP TRIGGER events_never_updated"],
    "postgresql": ["ALTER TABLE events DISABLE TRIGGER events_never_changed"],
}


@pytest.mark.parametrize(
    ("name", "title"), [("name LIKE 'tug.%'", "Spoiled"), ("name = 'match.game_opened.1'", "")]
)
def test_a_game_that_cannot_be_read_is_listed_with_the_others(url: str, name: str, title: str) -> None:
    with referee_at(url, ids=None) as referee:
        spoiled = referee.opening.open_game("tug", "long", title="Spoiled").id
        pull(referee, spoiled)
    where = f"WHERE {name} AND stream LIKE '{spoiled}/%'"
    hand(url, *CHANGEABLE[url.partition(":")[0]], f"UPDATE events SET body = x'7b' {where}")
    hand(url, "DELETE FROM tracking", "DELETE FROM games_list", "DELETE FROM stored_positions")
    with referee_at(url, ids=None, exclusive=True) as referee:
        sound = referee.opening.open_game("tug", "long").id
        pull(referee, sound)
        listed = {each.id: each for each in referee.queries.games().items}
        assert listed[sound].readable
        assert listed[sound].version == 3
        assert (listed[spoiled].readable, listed[spoiled].title) == (False, title)
        assert msgspec.to_builtins(listed[spoiled])["due"] == ()
        for read in (referee.queries.game, referee.queries.position, referee.queries.due):
            with pytest.raises(OtherBuild):
                read(spoiled)
