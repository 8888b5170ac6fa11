"""The soak: a short one has commands and figures of memory, and a bad answer ends it."""

import json
import os
from pathlib import Path

import pytest

from ironclad.api.cli.bench.over_http import BenchFault
from ironclad.api.cli.bench.soak import Soak, held_mib, slope
from tests.api.running import Server
from tests.cli.conftest import Run, run
from tests.postgresql import schema
from tests.stores import Store

pytestmark = pytest.mark.full

__all__ = ["run"]


def soak(server: Server, scenario: str = "short") -> Soak:
    assert server.process is not None
    return Soak(f"{server.address}/api/v1", server.process.pid, "tug", scenario, most=4)


def test_games_are_played_one_after_the_other(store: Store) -> None:
    server = Server(store).start()
    try:
        found = soak(server).run(clients=2, seconds=2.5)
        with server.client() as http:
            listed = http.get("/games").json()["items"]
    finally:
        assert server.stop() == 0
    assert found.games >= len(listed) > 2
    assert found.commands >= found.games
    assert found.memory_mib.keys() == {"10 %", "50 %", "100 %"}
    assert all(10 < held < 1_000 for held in found.memory_mib.values())


def test_an_answer_that_should_not_have_been_ends_it(store: Store) -> None:
    server = Server(store).start()
    try:
        with pytest.raises(BenchFault, match="404"):
            soak(server, "none").run(clients=1, seconds=60)
    finally:
        server.stop()


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_the_command_line_soaks_a_server_of_its_own(run: Run, tmp_path: Path, where: str) -> None:
    options = ["--soak", "0.05", "--soak-commands", "5", "--directory", tmp_path, "--json"]
    with schema() as url:
        done = run("bench", *options, *(["--postgresql", url] if where == "postgresql" else []))
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)["soak"]
    assert told["commands"] > 5
    assert told["memory_mib"]["100 %"] > 10
    assert list(tmp_path.iterdir()) == []


def test_growth_is_the_slope_of_memory() -> None:
    assert slope([(0, 10), (10, 12), (20, 14)]) == pytest.approx(0.2)
    assert slope([(0, 10)]) == 0


def test_memory_is_of_a_process_that_is_there() -> None:
    assert 1 < held_mib(os.getpid()) < 10_000
    with pytest.raises(BenchFault, match="cannot be read"):
        held_mib(2**22 + 1)
