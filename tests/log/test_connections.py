"""A connection to the database server is lost, at any moment: nothing is there twice or half, no answer
is wrong.
"""

from collections.abc import Iterator
from threading import Event, Thread
from time import sleep

import psycopg
import pytest
from eventsourcing.persistence import OperationalError, StoredEvent

from ironclad.api.service import Service
from ironclad.eventlog.errors import Unavailable
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.store import postgresql_connection
from ironclad.eventlog.store.database import Database, open_database
from ironclad.eventlog.store.recorders import StoreProcessRecorder
from ironclad.eventlog.store.rows import Answer
from tests import postgresql
from tests.log.conftest import hand, pull, referee_at, stored
from tests.log.test_faults import whole
from tests.proxy import Proxy
from tests.waiting import PATIENCE, within


@pytest.fixture
def url() -> Iterator[str]:
    with postgresql.schema() as made:
        yield made


@pytest.fixture
def line(url: str) -> Iterator[Proxy]:
    with Proxy(url) as made:
        yield made


@pytest.fixture
def database(line: Proxy) -> Iterator[Database]:
    made = open_database(line.url)
    yield made
    made.close()


def cut_all(database: Database) -> None:
    """End every connection of a database's, but for the one that does it."""
    with database.reader() as connection:
        mine = connection.execute("SELECT current_schema()").fetchone()[0]
    postgresql.end_connections(mine)


def append(database: Database, version: int, id: str) -> list[int]:
    event = StoredEvent("g/main", version, "match.resigned.1", b'{"seat":"blue"}')
    answer = Answer("g/blue", id, b"digest", "g", "main")
    return list(StoreProcessRecorder(database).insert_events([event], answer=answer) or ())


@pytest.mark.parametrize("moment", ["asked", "answered"])
def test_an_append_whose_line_is_cut_is_there_once(database: Database, line: Proxy, moment: str) -> None:
    assert append(database, 1, "a") == [1]
    line.at, line.cut = b"match.resigned", moment
    assert append(database, 2, "b") == [2]
    assert line.was_cut.is_set()
    assert append(database, 3, "c") == [3]
    recorder = StoreProcessRecorder(database)
    assert [note.id for note in recorder.select_notifications(1, 10)] == [1, 2, 3]
    assert recorder.answer("g/blue", "b") == (b"digest", "g", "main", 2, 1)


@pytest.mark.parametrize("moment", ["asked", "answered"])
def test_work_whose_line_is_cut_before_its_commit_is_not_done(
    database: Database, line: Proxy, moment: str
) -> None:
    def insert(connection: object) -> None:
        connection.execute("INSERT INTO players (player, name) VALUES ('p', 'n')")  # type: ignore[attr-defined]
        line.at, line.cut = b"SELECT 'cut'", moment
        connection.execute("SELECT 'cut'")  # type: ignore[attr-defined]

    with pytest.raises(OperationalError):
        database.write(insert)
    with database.reader() as connection:
        assert connection.execute("SELECT * FROM players").fetchall() == []
    assert append(database, 1, "a") == [1]


@pytest.mark.parametrize("moment", ["asked", "answered"])
def test_an_append_with_more_work_whose_commit_is_cut_is_done_or_refused(
    database: Database, line: Proxy, moment: str
) -> None:
    """Where the commit arrived, the log tells that the whole transaction is there; else it is not."""
    recorder = StoreProcessRecorder(database)
    event = StoredEvent("g/match", 1, "match.resigned.1", b"{}")

    def also(connection: object) -> None:
        connection.execute("INSERT INTO players (player, name) VALUES ('p', 'n')")  # type: ignore[attr-defined]
        line.at, line.cut = b"COMMIT", moment

    if moment == "asked":
        with pytest.raises(OperationalError):
            recorder.insert_events([event], also=also)
        assert recorder.last_version("g/match") is None
    else:
        assert recorder.insert_events([event], also=also) == [1]
        assert recorder.last_version("g/match") == 1
    with database.reader() as connection:
        players = connection.execute("SELECT count(*) FROM players").fetchone()[0]
    assert players == (0 if moment == "asked" else 1)


def test_a_request_whose_outcome_is_unknown_gets_its_first_answer_later(
    line: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_connection, "RECONNECT_SECONDS", 0.2)
    request = {"id": "once", "decision": "1.blue", "command": {"type": "pull", "effort": 1}}
    with referee_at(line.url) as referee:
        game = referee.opening.open_game("tug", "long").id
        referee.upkeep.settle()
        line.at, line.after_cut, line.cut = b"rope_pulled", "away", "answered"
        with pytest.raises(Unavailable):
            referee.commands.handle(game, "blue", request)
        with pytest.raises(Unavailable):
            referee.commands.handle(game, "blue", request)
        line.cut = line.after_cut = None
        receipt = referee.commands.handle(game, "blue", request)
        assert receipt.repeated
        assert [event.type for event in receipt.events] == ["command_accepted", "rope_pulled"]
        assert receipt.version == 3
        assert pull(referee, game).version == 6
        whole(referee)


@pytest.mark.full
def test_connections_that_were_ended_while_idle_are_made_again(url: str) -> None:
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long").id
        for version in (3, 6, 8):
            referee.upkeep.settle()
            referee.upkeep.forget_cached()
            cut_all(referee.log.database)
            assert referee.queries.position(game).at == referee.queries.head(game)[1]
            assert pull(referee, game).version == version


@pytest.mark.full
def test_a_server_that_ends_connections_under_load_loses_and_doubles_nothing(url: str) -> None:
    told: list[tuple[str, str, Receipt]] = []
    with referee_at(url, ids=None) as referee:
        games = [referee.opening.open_game("tug", "long").id for _ in range(4)]

        def play(game: str) -> None:
            for turn in range(1, 21):
                for seat in ("blue", "grey"):
                    command, decision = {"type": "pull", "effort": 1}, f"{turn}.{seat}"
                    request = {"id": f"c{decision}", "decision": decision, "command": command}
                    while True:
                        try:
                            told.append((game, seat, referee.commands.handle(game, seat, request)))
                            break
                        except Unavailable:
                            continue  # the same request again

        threads = [Thread(target=play, args=(game,), daemon=True) for game in games]
        for thread in threads:
            thread.start()

        def over() -> bool:
            return not any(thread.is_alive() for thread in threads)

        while not over():
            before = len(told)
            cut_all(referee.log.database)
            assert within(lambda: over() or len(told) > before + 3), "the games do not go on"  # noqa: B023
        whole(referee)
        rows = {(row[1], row[2]): row[0] for row in stored(referee)}
        assert len(told) == 4 * 40
        for game, _, receipt in told:
            for event in receipt.events:
                assert rows[f"{game}/main", event.version] == event.position
        for game in games:
            referee.upkeep.rebuild_views()
            accepted = [
                event for event in referee.queries.events(game).items if event.type == "command_accepted"
            ]
            assert len({event.data["id"] for event in accepted}) == len(accepted) == 40


@pytest.mark.full
@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_stops_under_load_and_comes_back_loses_nothing(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was acknowledged is there after a crash of the server; the workers go on by themselves."""
    monkeypatch.setattr(postgresql_connection, "RECONNECT_SECONDS", 0.2)
    told: dict[str, int] = {}
    refused = 0
    with postgresql.cluster() as server, referee_at(server.url, ids=None) as referee:
        games = [referee.opening.open_game("tug", "long").id for _ in range(3)]
        stopping = Event()

        def shout(game: str) -> None:
            nonlocal refused
            number = 0
            while not stopping.is_set():
                name = f"{game}-{number}"
                try:
                    command = {"type": "shout", "word": name}
                    receipt = referee.commands.handle(game, "blue", {"id": name, "command": command})
                except Unavailable:
                    refused += 1
                    sleep(0.05)  # the same request again
                else:
                    told[name] = receipt.version
                    number += 1

        def go_on() -> None:
            before = len(told)
            assert within(lambda: len(told) >= before + 60), "the games do not go on"

        threads = [Thread(target=shout, args=(game,), daemon=True) for game in games]
        for thread in threads:
            thread.start()
        for _ in range(2):
            go_on()
            server.stop(mode)
            before = refused
            assert within(lambda: refused > before), "nobody meets that it is away"  # noqa: B023
            server.start()
        go_on()
        stopping.set()
        for thread in threads:
            thread.join(PATIENCE)
        whole(referee)
        for game in games:
            shouts, first = [], 1
            while first:
                page = referee.queries.events(game, first=first)
                shouts += [event for event in page.items if event.type == "shout_changed"]
                first = int(page.next or 0)
            assert [event.data["word"] for event in shouts] == [f"{game}-{n}" for n in range(len(shouts))]
            assert {event.data["word"]: event.version for event in shouts} == {
                name: version for name, version in told.items() if name.startswith(game)
            }


@pytest.mark.full
def test_a_disk_that_is_full_says_so_and_writes_nothing(url: str) -> None:
    full = (
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';"
        " END $$"
    )
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long").id
        referee.upkeep.settle()
        before = stored(referee)
        hand(url, full, "CREATE TRIGGER full_disk AFTER INSERT ON answers EXECUTE FUNCTION full_disk()")
        with pytest.raises(Unavailable, match="No space left"):
            pull(referee, game)
        assert stored(referee) == before
        hand(url, "DROP TRIGGER full_disk ON answers")
        assert pull(referee, game).version == 3
        whole(referee)


@pytest.mark.full
def test_a_role_that_is_no_superuser_cannot_change_the_log(url: str) -> None:
    with referee_at(url) as referee:
        referee.opening.open_game("tug", "long")
        before = stored(referee)
        with postgresql.role(url) as name, psycopg.connect(url) as connection:
            for statement in ("UPDATE events SET body = 'x'", "DELETE FROM events", "TRUNCATE events"):
                connection.execute(f"SET ROLE {name}")
                with pytest.raises(psycopg.IntegrityError, match="append-only"):
                    connection.execute(statement)
                connection.rollback()
        assert stored(referee) == before


@pytest.mark.full
def test_a_store_that_is_closed_connects_no_more(url: str) -> None:
    database = open_database(url)
    database.close()
    with pytest.raises(OperationalError):
        append(database, 1, "a")


def test_a_server_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(Unavailable):
        Service("postgresql://postgres@127.0.0.1:1/postgres", {})


@pytest.mark.full
def test_through_a_pool_nothing_is_prepared(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PgBouncer tells another number than the server process has, and hands out another one's statements."""
    with postgresql_connection.connect(url) as straight:
        assert straight.prepare_threshold == 2
    monkeypatch.setattr(psycopg.ConnectionInfo, "backend_pid", 1)
    with postgresql_connection.connect(url) as pooled:
        assert pooled.prepare_threshold is None
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long").id
        for seat in ("blue", "grey"):
            referee.opening.take_seat(game, seat, seat)
        for _ in range(4):
            pull(referee, game)
