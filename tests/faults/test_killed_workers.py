"""kill -9 at any moment: of the workers over PostgreSQL, of the one server over SQLite."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from tests import postgresql
from tests.api.running import Table
from tests.faults.audit import Said, audit
from tests.faults.dying import MOMENTS
from tests.faults.herd import herd
from tests.faults.players import Players, open_games
from tests.hammer.summaries import SEED, summarize

pytestmark = pytest.mark.full
KILLS = int(os.environ.get("IRONCLAD_TEST_KILLS", "0"))  # on each store; `make hammer` has thousands


@contextmanager
def store(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'log.db'}"
    else:
        with postgresql.schema() as url:
            yield url


@pytest.mark.parametrize(
    ("kind", "count", "kills"), [("postgresql", 4, KILLS or 40), ("sqlite", 1, KILLS or 20)]
)
def test_servers_killed_again_and_again_lose_nothing(
    kind: str, count: int, kills: int, tmp_path: Path
) -> None:
    """Four players in twelve games that they share, while a server dies every fifth of a second or so.

    Over PostgreSQL the other workers serve on; over SQLite there is one server, and nobody until the next.
    """
    moments = Random(SEED)
    with store(kind, tmp_path) as url:
        with herd(url, count) as servers:
            players = Players(servers.address, open_games(servers.address, 12), SEED)
            with players.playing(4):
                for _ in range(kills):
                    servers.await_workers(1)
                    time.sleep(moments.uniform(0.05, 0.35))
                    servers.kill(moments.randrange(4))
                servers.await_workers(count)
                players.go_on(60)
        told = audit(url, players.said)
    assert told.acknowledged > 50
    assert told.unanswered_but_there < told.unanswered, "all died after the write, none before it"
    summarize(
        f"{kills} kills over {kind}, {told.acknowledged} acknowledged, {told.unanswered} unanswered of which"
        f" {told.unanswered_but_there} are there: nothing lost, nothing twice"
    )


@pytest.mark.parametrize("kind", ["postgresql", "sqlite"])
def test_a_command_whose_server_dies_of_it_is_there_whole_or_not_at_all(kind: str, tmp_path: Path) -> None:
    """In pairs: killed before the write, in the middle of its transaction, and after it, unanswered."""
    said: list[Said] = []
    with store(kind, tmp_path) as url:
        with herd(url, 1, marks=tmp_path) as server, httpx.Client(timeout=30) as http:
            http.base_url = f"{server.address}/api/v1"
            table = Table.open(http)
            for number, moment in enumerate(MOMENTS * 4):
                seat = ("blue", "grey")[number % 2]
                before = table.version()
                request = {
                    "id": f"{moment}-{number}",
                    "decision": f"{1 + number // 2}.{seat}",
                    "command": {"type": "pull", "effort": 2},
                }
                server.listening.clear()
                with pytest.raises(httpx.TransportError):
                    table.post("/commands", request, seat)
                server.await_workers(1)
                written = {"blue": 2, "grey": 3}[seat]
                assert table.version() == before + (written if moment == "after" else 0)
                answer = table.post("/commands", request, seat)
                assert answer.status_code == 200, answer.text
                assert answer.json()["repeated"] is (moment == "after")
                assert answer.json()["version"] == before + written
                said.append(Said(table.game, seat, request, answer.json()))
        assert audit(url, said).acknowledged == 4 * len(MOMENTS)
