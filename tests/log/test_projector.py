"""The projector: beside servers, killed at any point; a list of games made again while the old one serves."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.eventlog.records import GameSummary
from ironclad.projections import games_list
from ironclad.projections.games_list import GamesList, Superseded
from ironclad.projections.queries import Queries
from tests.log.conftest import pull, referee_at
from tests.waiting import PATIENCE, within

PROJECTOR = """
import signal, sys, time
from ironclad.projections import projection
from ironclad.projections.projection import Projection
from ironclad.api.service import Service, ServiceSettings
from tests.toy import TUG

projection._BATCH = 20
write, batches = Projection._write, 0

def slowly(self, start, to, work):
    def linger(connection):
        work(connection)
        global batches
        batches += 1
        if batches == int(sys.argv[2]):
            print("writing", flush=True)
            time.sleep(600)  # it is killed meanwhile
    write(self, start, to, linger)

Projection._write = slowly
with Service(sys.argv[1], {"tug": TUG}, ServiceSettings(exclusive=False, beside=True)) as referee:
    running = referee.upkeep.projector()
    signal.signal(signal.SIGTERM, lambda *_: running.stop())
    print("running", flush=True)
    running.run()
"""


@contextmanager
def projector(url: str, stays_in: int = 0) -> Iterator["subprocess.Popen[str]"]:
    """A projector process, which never ends the transaction of that number."""
    command = [sys.executable, "-c", PROJECTOR, url, str(stays_in)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "running\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def taken(referee: Service) -> int:
    return referee.log.process_recorder.max_tracking_id("games_list") or 0


def listed(referee: Service) -> list[GameSummary]:
    """The list as it is stored, without catching up."""
    return list(GamesList(referee.log, referee.queries._summary).page(None, 100).items)


def lazy(url: str, monkeypatch: pytest.MonkeyPatch) -> Service:
    """A referee that leaves its list to the projector."""
    monkeypatch.setattr(Queries, "list_soon", lambda _: None)
    return referee_at(url)


def test_a_projector_keeps_the_list_for_a_server(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with lazy(url, monkeypatch) as referee, projector(url) as process:
        games = [referee.opening.open_game("tug", "long").id for _ in range(3)]
        for game in games:
            pull(referee, game)
            assert within(lambda: taken(referee) == referee.queries.log_size())
            stored = {each.id: each.version for each in listed(referee)}
            assert stored == {each: referee.queries.head(each)[1] for each in games}
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def test_a_projector_killed_in_a_batch_leaves_nothing_half_done(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lazy(url, monkeypatch) as referee:
        games = [referee.opening.open_game("tug", "long").id for _ in range(40)]
        for number in range(2):
            with projector(url, 2 + number) as process:
                assert process.stdout is not None
                assert process.stdout.readline() == "writing\n"
                process.kill()
                process.wait()
            place = taken(referee)
            assert 0 < place < referee.queries.log_size()
            rows = referee.log.recorder.select_notifications(1, 1_000, place, ("match.game_opened.1",))
            assert len(listed(referee)) == len(rows), "as many games as were opened up to its place"
        for game in games[:3]:
            pull(referee, game)
        with projector(url):
            assert within(lambda: taken(referee) == referee.queries.log_size())
        assert listed(referee) == list(referee.queries.games().items)
        assert [each.id for each in listed(referee)] == games[::-1]


def test_a_projector_may_be_stopped_at_any_moment(referee: Service) -> None:
    """A signal may interrupt it while it holds the lock of what wakes it."""
    running = referee.upkeep.projector()

    def run() -> None:
        with running._news._cond:  # type: ignore[attr-defined]
            running.stop()
        running.run()

    interrupted = Thread(target=run, daemon=True)
    interrupted.start()
    interrupted.join(PATIENCE)
    assert not interrupted.is_alive()


def test_without_a_projector_a_server_is_right_by_itself(url: str) -> None:
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long").id
        pull(referee, game)
        assert referee.queries.games().items[0].version == referee.queries.head(game)[1]


def test_the_old_list_serves_while_the_new_one_is_made(
    referee: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_list, "_GAMES_AT_ONCE", 2)
    games = [referee.opening.open_game("tug", "long").id for _ in range(7)]
    before, progress, went_on = referee.queries.games(), [], Event()

    def tell(done: int, total: int) -> None:
        progress.append((done, total))
        if done == 4:
            assert referee.queries.games() == before
            pull(referee, games[0])
            referee.opening.open_game("tug", "short")
            assert len(referee.queries.games().items) == 8
            went_on.set()

    referee.upkeep.rebuild_list(tell)
    assert went_on.is_set()
    assert progress == [(0, 7), (2, 7), (4, 7), (6, 7), (7, 7)]
    after = {each.id: each.version for each in listed(referee)}
    assert len(after) == 8
    assert after == {game: referee.queries.head(game)[1] for game in after}
    assert taken(referee) == referee.queries.log_size()


def test_a_spoiled_list_is_made_again_whole(referee: Service) -> None:
    games = [referee.opening.open_game("tug", "long").id for _ in range(3)]
    expected = referee.queries.games()
    referee.log.database.write(lambda it: it.execute("DELETE FROM games_list WHERE game = ?", (games[1],)))
    referee.upkeep.rebuild_list()
    assert referee.queries.games() == expected


def test_a_rebuild_that_failed_leaves_the_old_list(referee: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_list, "_GAMES_AT_ONCE", 2)
    for _ in range(5):
        referee.opening.open_game("tug", "long")
    before = referee.queries.games()

    def fail(done: int, total: int) -> None:
        if done == 4:
            raise RuntimeError("killed")

    with pytest.raises(RuntimeError):
        referee.upkeep.rebuild_list(fail)
    assert referee.queries.games() == before
    referee.upkeep.rebuild_list()
    assert referee.queries.games() == before
    with referee.log.database.reader() as connection:
        assert connection.execute("SELECT count(*) FROM next_games_list").fetchone()[0] == 0


def test_of_two_rebuilds_one_is_done(referee: Service) -> None:
    referee.opening.open_game("tug", "long")
    before = referee.queries.games()
    faults: list[Any] = []

    def meanwhile(done: int, total: int) -> None:
        if done == total:
            other = Thread(target=referee.upkeep.rebuild_list)
            other.start()
            other.join()

    try:
        referee.upkeep.rebuild_list(meanwhile)
    except Superseded as superseded:
        faults.append(superseded)
    assert len(faults) == 1
    assert referee.queries.games() == before
