"""Two processes that wait for each other's rows in PostgreSQL: both get their work done."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest

from ironclad.api.service import Service
from ironclad.eventlog.errors import Unavailable
from ironclad.eventlog.store.connection import Connection
from tests import postgresql
from tests.log.conftest import referee_at
from tests.waiting import within

pytestmark = pytest.mark.full

NAME = "UPDATE players SET name = ? WHERE player = ?"
DEADLINE = 60.0


@pytest.fixture
def two() -> Iterator[tuple[Service, Service]]:
    """Two processes over one log, with two rows that both of them want."""
    with postgresql.schema() as url, referee_at(url) as first, referee_at(url) as second:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("INSERT INTO players VALUES ('ann', ''), ('bob', '')")
        yield first, second


def crossed(two: tuple[Service, Service], beside: Callable[[Service], None] = lambda _: None) -> list[Any]:
    """Both lock a row, wait for each other to have done so, and then want the other's row."""
    both, outcomes = threading.Barrier(2), []

    def work(order: tuple[str, str], name: str) -> Callable[[Connection], str]:
        tries = iter([both.wait])

        def carry_out(connection: Connection) -> str:
            connection.execute(NAME, (name, order[0]))
            if (wait := next(tries, None)) is not None:
                wait(DEADLINE)
            connection.execute(NAME, (name, order[1]))
            return name

        return carry_out

    def run(referee: Service, order: tuple[str, str], name: str) -> None:
        try:
            outcomes.append(referee.log.database.write(work(order, name)))
        except Exception as failed:
            outcomes.append(failed)

    threads = [
        threading.Thread(target=run, args=(two[0], ("ann", "bob"), "first")),
        threading.Thread(target=run, args=(two[1], ("bob", "ann"), "second")),
    ]
    for thread in threads:
        thread.start()
    beside(two[0])
    for thread in threads:
        thread.join(DEADLINE)
    return sorted(outcomes, key=str)


def test_both_get_their_work_done(two: tuple[Service, Service]) -> None:
    assert crossed(two) == ["first", "second"]
    with two[0].log.database.reader() as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM players")}
    assert len(names) == 1, "one did all of its work after the other"


def test_games_are_opened_meanwhile(two: tuple[Service, Service]) -> None:
    opened: list[str] = []

    def play(referee: Service) -> None:
        with_games = (referee.opening.open_game("tug", "long").id for _ in range(3))
        opened.extend(with_games)

    assert crossed(two, play) == ["first", "second"]
    assert len({*opened}) == 3


def test_what_fails_for_another_reason_is_not_done_again(two: tuple[Service, Service]) -> None:
    calls = []

    def work(connection: Connection) -> None:
        calls.append(1)
        raise Unavailable("no")

    with pytest.raises(Unavailable):
        two[0].log.database.write(work)
    assert len(calls) == 1


def test_a_rebuild_of_the_list_is_tried_again_where_another_process_lists_a_game_meanwhile(
    two: tuple[Service, Service],
) -> None:
    """The other's row is not visible to the rebuild's DELETE, and stops its INSERT."""
    first, second = two
    game = first.opening.open_game("tug", "long").id
    first.log.database.write(lambda connection: forget(connection))
    expected = {game: second.queries.head(game)[1]}

    def lists_the_game(connection: Connection) -> None:
        connection.execute("INSERT INTO games_list (game, opened, summary) VALUES (?, 1, ?)", (game, b""))
        rebuild.start()
        within(lambda: waits_for_a_lock(first))

    rebuild = threading.Thread(target=second.upkeep.rebuild_list)
    first.log.database.write(lists_the_game)
    rebuild.join(DEADLINE)
    assert {each.id: each.version for each in second.queries.games().items} == expected


def forget(connection: Connection) -> None:
    connection.execute("DELETE FROM tracking WHERE application = 'games_list'")
    connection.execute("DELETE FROM games_list")


def waits_for_a_lock(referee: Service) -> bool:
    text = (
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = current_setting('application_name')"
        " AND wait_event_type = 'Lock'"
    )
    with referee.log.database.reader() as connection:
        return bool(connection.execute(text).fetchone()[0])
