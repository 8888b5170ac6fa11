"""A projector that is killed next to running workers, in the middle of a batch and right after one."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from ironclad.api.service import Service
from tests import postgresql
from tests.api.running import ROOT
from tests.faults.audit import audit
from tests.faults.herd import herd
from tests.faults.players import Players, open_games
from tests.log.conftest import referee_at
from tests.log.test_projector import taken
from tests.waiting import within

pytestmark = pytest.mark.full

PROJECTOR = """
import sys, time
from ironclad.projections.projection import Projection
from ironclad.api.service import Service, ServiceSettings
from tests.toy import TUG

write = Projection._write

def reach(moment):
    if moment == sys.argv[2]:
        print(moment, flush=True)
        time.sleep(600)  # it is killed meanwhile

def slowly(self, start, to, work):
    def linger(connection):
        work(connection)
        reach("within")
    write(self, start, to, linger)
    reach("after")

Projection._write = slowly
with Service(sys.argv[1], {"tug": TUG}, ServiceSettings(exclusive=False, beside=True)) as referee:
    referee.upkeep.projector().run()
"""
KILLS = 5


@contextmanager
def projector(url: str, moment: str) -> Iterator["subprocess.Popen[str]"]:
    """A projector process that says when it has come to a moment, and stays there."""
    command = [sys.executable, "-c", PROJECTOR, url, moment]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("moment", ["within", "after"])
def test_a_projector_that_is_killed_leaves_the_list_right(moment: str) -> None:
    """Killed within its transaction and after it; the list is right again with no projector at all."""
    with postgresql.schema() as url:
        with herd(url, 2) as workers, referee_at(url, ids=None) as onlooker:
            players = Players(workers.address, open_games(workers.address, 8))
            with players.playing(3):
                for _ in range(KILLS):
                    with projector(url, moment) as process:
                        assert process.stdout is not None
                        assert process.stdout.readline().strip() == moment, "the projector ended by itself"
                        process.kill()
                    players.go_on(5)
            with httpx.Client(base_url=f"{workers.address}/api/v1", timeout=30) as http:
                listed = {each["id"]: each["version"] for each in http.get("/games").json()["items"]}
                assert listed == {game: http.get(f"/games/{game}").json()["version"] for game in listed}
                assert len(listed) == 8
            assert within(lambda: caught_up(onlooker))
        told = audit(url, players.said)
    print(f"{KILLS} kills of a projector {moment} a batch: {told}")


def caught_up(referee: Service) -> bool:
    return taken(referee) == referee.queries.log_size()
