"""The store fails under a running service: its database stops or cuts connections, its disk is full."""

from random import Random
from typing import Any

import httpx
import pytest

from tests import postgresql
from tests.api.running import Table
from tests.faults.audit import Said, audit
from tests.faults.disks import SmallDisk, as_who_may_mount, small_disk
from tests.faults.herd import herd
from tests.faults.players import Players, open_games
from tests.waiting import within

pytestmark = pytest.mark.full

LETTERS = 16_000
LATE = 1_000_000  # a number past every other
ROOM = 1 << 20  # what is left of the disk to be filled by games


def test_a_database_that_stops_under_load_loses_nothing() -> None:
    """Stopped in an orderly way and as by a crash, in turn; the workers find it again by themselves."""
    with postgresql.cluster() as database:
        with herd(database.url, 2) as workers:
            players = Players(workers.address, open_games(workers.address, 6))
            with players.playing(4):
                for mode in ("fast", "immediate") * 2:
                    players.go_on()
                    database.stop(mode)
                    before = players.met["503"]
                    assert within(lambda: players.met["503"] > before), "nobody meets that it is away"  # noqa: B023
                    database.start()
                players.go_on()
        told = audit(database.url, players.said)
    print(f"4 restarts: {told}; met {dict(players.met)}")


def test_a_database_that_cuts_its_connections_under_load_loses_nothing() -> None:
    with postgresql.schema() as url:
        name = url.rpartition("application_name=")[2]
        with herd(url, 2) as workers:
            players = Players(workers.address, open_games(workers.address, 6))
            with players.playing(4):
                for _ in range(25):
                    players.go_on(5)
                    postgresql.end_connections(name)
                players.go_on()
        told = audit(url, players.said)
    print(f"25 cuts: {told}; met {dict(players.met)}")


# -- a full disk


def client(address: str) -> httpx.Client:
    return httpx.Client(base_url=f"{address}/api/v1", timeout=60)


class Filler:
    """Gives long commands until there is no room for another, and writes down what each came to."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self.table = Table.open(http)
        self.said: list[Said] = []
        self.refused: list[dict[str, Any]] = []

    def shout(self, number: int) -> httpx.Response:
        word = Random(number).randbytes(LETTERS // 2).hex()  # a database would make little of a word repeated
        request = {"id": f"long-{number}", "command": {"type": "shout", "word": word}}
        answer = self.table.post("/commands", request, "blue")
        if answer.status_code == 200:
            self.said.append(Said(self.table.game, "blue", request, answer.json()))
        else:
            assert (answer.status_code, answer.headers["content-type"]) == (503, "application/problem+json")
            assert answer.json()["type"].endswith("#not-ready"), answer.text
            self.refused.append(request)
        return answer

    def fill(self, first: int = 0) -> None:
        """Until five in a row are refused."""
        in_a_row = 0
        for number in range(first, first + 12 * ROOM // LETTERS):
            in_a_row = in_a_row + 1 if self.shout(number).status_code == 503 else 0
            if in_a_row == 5:
                return
        raise AssertionError("the disk was not filled")

    def read(self) -> None:
        """Everything that one reads."""
        for path in ("", "/position", "/events", "/match/events", "/views/map", "/legal?seat=blue"):
            answer = self._http.get(f"/games/{self.table.game}{path}")
            assert answer.status_code == 200, answer.text
        assert self._http.get("/games").status_code == 200

    def ask_again(self) -> None:
        """What was refused is accepted now, under the same ids."""
        for request in self.refused:
            answers: list[httpx.Response] = []

            def answered(request: dict[str, Any] = request, answers: list[httpx.Response] = answers) -> bool:
                answers.append(self.table.post("/commands", request, "blue"))
                return answers[-1].status_code != 503

            assert within(answered), answers[-1].text
            assert answers[-1].status_code == 200, answers[-1].text
            self.said.append(Said(self.table.game, "blue", request, answers[-1].json()))


def test_a_full_disk_under_sqlite_refuses_commands_and_nothing_else(request: pytest.FixtureRequest) -> None:
    if as_who_may_mount(request.node.nodeid):
        with small_disk(8) as disk:
            fill_and_go_on(f"sqlite:///{disk.place / 'log.db'}", disk)


def test_a_full_disk_under_postgresql_refuses_commands_and_nothing_else(
    request: pytest.FixtureRequest,
) -> None:
    """Its write-ahead log is elsewhere: the tables cannot grow."""
    if not as_who_may_mount(request.node.nodeid):
        return
    with small_disk(64) as disk, postgresql.cluster(disk.place) as database:
        fill_and_go_on(database.url, disk)


def fill_and_go_on(url: str, disk: SmallDisk) -> None:
    with herd(url, 1) as server, client(server.address) as http:
        filler = Filler(http)
        disk.take(ROOM)
        filler.fill()
        for _ in range(3):
            filler.read()
        filler.fill(LATE)
        disk.give()
        filler.ask_again()
        filler.read()
    print(f"{url.partition(':')[0]}: {audit(url, filler.said)}, {len(filler.refused)} refused")


def test_a_full_disk_under_the_write_ahead_log_of_postgresql_loses_nothing(
    request: pytest.FixtureRequest,
) -> None:
    """PostgreSQL ends itself then: nothing is answered until there is room and it is started again."""
    if not as_who_may_mount(request.node.nodeid):
        return
    with small_disk(64) as disk, postgresql.cluster(wal_disk=disk.place) as database:
        with herd(database.url, 1) as server, client(server.address) as http:
            filler = Filler(http)
            disk.take(ROOM)
            filler.fill()
            filler.fill(LATE)
            disk.give()
            database.revive()
            filler.ask_again()
            filler.read()
        print(f"write-ahead log: {audit(database.url, filler.said)}, {len(filler.refused)} refused")
