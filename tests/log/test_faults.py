"""What goes wrong: a process is killed, threads and processes race, a store fails."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from threading import Barrier, Thread

import psycopg
import pytest

from ironclad.api.service import Service
from ironclad.eventlog.errors import Problem, Stale, Unavailable, Unreadable
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.store.database import Database
from ironclad.eventlog.store.leaf import leaf
from ironclad.eventlog.store.sqlite import SQLiteDatabase
from tests import postgresql
from tests.log.conftest import pull, referee_at, stored

WRITER = """
import sys, threading
from ironclad.api.service import Service, ServiceSettings
from tests.toy import TUG

referee = Service(sys.argv[1], {"tug": TUG}, ServiceSettings(snapshot_every=20))
said = threading.Lock()

def play(number):
    game = referee.opening.open_game("tug", "long", title=str(number)).id
    for count in range(100_000):
        (due,) = referee.queries.due(game)
        id = f"c{count}"
        request = {"id": id, "decision": due.id, "command": {"type": "pull", "effort": 1}}
        receipt = referee.commands.handle(game, due.seat, request)
        with said:
            print(game, due.seat, id, due.id, receipt.version, receipt.events[-1].position, flush=True)

for number in range(6):
    threading.Thread(target=play, args=(number,)).start()
"""


def whole(referee: Service) -> list[tuple[int, str, int]]:
    """(position, stream, version) of every event of a log without a gap or a wrong leaf."""
    rows = stored(referee)
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    versions: dict[str, int] = {}
    for _, stream, version, name, body, hashed in rows:
        # A timeline's own events begin where it left its parent.
        assert version == versions.get(stream, version - 1 if stream.rpartition("/")[2] != "main" else 0) + 1
        versions[stream] = version
        assert hashed == leaf(stream, version, name, body)
    return [row[:3] for row in rows]


@pytest.mark.parametrize("acknowledged", [40, 400])
def test_what_was_acknowledged_survives_kill_9(url: str, acknowledged: int) -> None:
    command = [sys.executable, "-c", WRITER, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=os.getcwd()) as writer:
        assert writer.stdout is not None
        lines, games = [], set[str]()
        while len(lines) < acknowledged or len(games) < 6:
            lines.append(writer.stdout.readline())
            assert lines[-1], "the writer ended by itself"
            games.add(lines[-1].split()[0])
        writer.send_signal(signal.SIGKILL)
        lines += [line for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    assert writer.returncode == -signal.SIGKILL
    assert len(lines) >= acknowledged
    if url.startswith("postgresql:"):
        postgresql.await_alone(url)

    with referee_at(url) as referee:
        log = whole(referee)
        by_place = {position: (stream, version) for position, stream, version in log}
        last: dict[str, list[str]] = {}
        for line in lines:
            game, _, _, _, version, position = said = line.split()
            assert by_place[int(position)] == (f"{game}/main", int(version))
            last[game] = said
        assert len(last) == 6
        for game, seat, id, decision, version, _ in last.values():
            assert referee.queries.head(game)[1] >= int(version)
            assert referee.queries.position(game).boundary, "a command is there whole or not at all"
            request = {"id": id, "decision": decision, "command": {"type": "pull", "effort": 1}}
            assert referee.commands.handle(game, seat, request).repeated
            kept = referee.queries.position(game)
            assert pull(referee, game, id="continues").version > int(version)
            referee.upkeep.rebuild_views()
            assert referee.queries.position(game, at=kept.at) == kept
        assert len(referee.queries.games().items) == 6


def race(count: int, move: object) -> list[object]:
    """Call `move(number)` in threads at once; what each gave or raised."""
    begin, results = Barrier(count), [None] * count

    def run(number: int) -> None:
        begin.wait()
        try:
            results[number] = move(number)  # type: ignore[operator]
        except Problem as wrong:
            results[number] = wrong  # type: ignore[call-overload]

    threads = [Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return list(results)


def test_of_racing_commands_one_is_accepted(referee: Service, game: str) -> None:
    for turn in range(1, 30):
        decision = f"{turn}.blue"

        def move(number: int, decision: str = decision) -> Receipt:
            request = {
                "id": f"{decision}-{number}",
                "decision": decision,
                "command": {"type": "pull", "effort": 1},
            }
            return referee.commands.handle(game, "blue", request)

        results = race(8, move)
        assert sum(isinstance(result, Receipt) for result in results) == 1
        assert sum(isinstance(result, Stale) for result in results) == 7
        pull(referee, game)
    whole(referee)


def test_a_racing_repeat_is_answered_once(referee: Service, game: str) -> None:
    request = {"id": "same", "decision": "1.blue", "command": {"type": "pull", "effort": 1}}
    results = race(12, lambda _: referee.commands.handle(game, "blue", request))
    receipts = [result for result in results if isinstance(result, Receipt)]
    assert len(receipts) == 12
    assert sum(not receipt.repeated for receipt in receipts) == 1
    assert all(receipt.events == receipts[0].events for receipt in receipts)
    assert referee.queries.head(game) == ("main", 3)


def test_a_racing_opening_opens_one_game(referee: Service) -> None:
    games = race(8, lambda _: referee.opening.open_game("tug", "short", id="open").id)
    assert len(set(games)) == 1
    assert len(referee.queries.games().items) == 1


def test_two_processes_that_race_lose_nothing_and_double_nothing(url: str) -> None:
    """Two referees over one file know nothing of each other, as two processes do."""
    with referee_at(url, ids=None) as first, referee_at(url, ids=None) as second:
        game = first.opening.open_game("tug", "long").id
        accepted = 0

        def move(number: int, decision: str) -> Receipt:
            referee = (first, second)[number % 2]
            request = {
                "id": f"{decision}-{number}",
                "decision": decision,
                "command": {"type": "pull", "effort": 1},
            }
            return referee.commands.handle(game, decision.partition(".")[2], request)

        for turn in range(1, 26):
            for decision in (f"{turn}.blue", f"{turn}.grey"):
                results = race(4, partial(move, decision=decision))
                accepted += sum(isinstance(result, Receipt) for result in results)
                assert all(isinstance(result, Receipt | Stale) for result in results)
        assert accepted == 50
        assert Counter(row[3] for row in stored(first))["tug.rope_pulled.1"] == 50
        whole(first)


@contextmanager
def held(database: Database) -> Iterator[None]:
    """Another has the log for writing, and a writer waits for it for a moment only."""
    if isinstance(database, SQLiteDatabase):
        database._writer.execute("PRAGMA busy_timeout = 10")
        with closing(sqlite3.connect(str(database.path), isolation_level=None)) as file:
            file.execute("BEGIN IMMEDIATE")
            yield
            file.execute("ROLLBACK")
    else:
        database.write(lambda connection: connection.execute("SET lock_timeout = '10ms'"))
        with psycopg.connect(database.url) as connection:
            connection.execute("SELECT * FROM head FOR UPDATE")
            yield


def test_a_store_that_cannot_be_written_says_so_and_goes_on_later(referee: Service, game: str) -> None:
    pull(referee, game)
    before, record = stored(referee), referee.queries.game(game)
    database = referee.log.database
    referee.upkeep.settle()
    with held(database), pytest.raises(Unavailable):
        pull(referee, game, id="blocked")
    assert stored(referee) == before
    assert referee.queries.game(game) == record
    assert not pull(referee, game, id="blocked").repeated


def test_a_refusal_may_quote_what_is_no_text(referee: Service, game: str) -> None:
    command = {"type": "shout", "word": "ho", "\0\ud800": 1}
    with pytest.raises(Unreadable):
        referee.commands.handle(
            game, "blue", {"id": "odd", "command": {"type": "shout", "word": "ho", "\0": 1}}
        )
    with pytest.raises((Unreadable, UnicodeEncodeError)):
        referee.commands.handle(game, "blue", {"id": "odd", "command": command})
    assert referee.upkeep.refusals()[-1]["kind"] == "Unreadable"


def test_refusals_are_bounded_and_outside_the_log(referee: Service, game: str) -> None:
    before = referee.queries.log_size()
    for number in range(30):
        with pytest.raises(Stale):
            pull(referee, game, id=f"no-{number}", decision="99.blue")
    assert len(referee.upkeep.refusals()) == 30
    assert referee.queries.log_size() == before
