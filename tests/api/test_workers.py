"""Several servers over one log in PostgreSQL: a player may ask any of them, and any of them may die."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ironclad.api.serving.secret import secret_for
from tests import postgresql
from tests.api.running import NotStarted, Server, Table
from tests.api.test_durability import assert_all_there, burst

pytestmark = pytest.mark.full


@pytest.fixture
def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, Server]]:
    monkeypatch.setenv("IRONCLAD_SECRET", "the same for every worker of this log")
    with postgresql.schema() as url:
        made = Server(url).start(), Server(url).start()
        yield made
        for server in made:
            if server.process is not None:
                server.stop()


def test_a_game_is_played_through_two_servers(servers: tuple[Server, Server]) -> None:
    with servers[0].client() as first, servers[1].client() as second:
        table = Table.open(first)
        paths = ("", "/position", "/events", "/match/events", "/timelines")
        for http in (second, first) * 6:
            table.http = http
            table.pull()
            asked = [[each.get(f"/games/{table.game}{path}") for path in paths] for each in (first, second)]
            here, there = asked
            assert [each.status_code for each in here] == [200] * len(paths)
            assert [each.json() for each in here] == [each.json() for each in there]
        assert first.get("/games").json() == second.get("/games").json()


def test_a_server_that_is_killed_leaves_the_game_to_the_other(servers: tuple[Server, Server]) -> None:
    with servers[0].client() as http:
        table = Table.open(http)
    told = burst(servers[0], table, until=lambda done: len(done) > 40, end=servers[0].kill)
    assert_all_there(servers[1], table, told)
    with servers[1].client() as http:
        table.http = http
        table.pull()
    servers[0].start()
    assert_all_there(servers[0], table, told)


def test_a_shared_log_is_not_served_without_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("IRONCLAD_SECRET", "IRONCLAD_SECRET_FILE"):
        monkeypatch.delenv(name, raising=False)
    with postgresql.schema() as url, pytest.raises(NotStarted):
        Server(url).start()


def test_the_secret_comes_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared, own = "postgresql://here/db", f"sqlite:///{tmp_path / 'log.db'}"
    monkeypatch.delenv("IRONCLAD_SECRET", raising=False)
    monkeypatch.delenv("IRONCLAD_SECRET_FILE", raising=False)
    with pytest.raises(ValueError, match="IRONCLAD_SECRET"):
        secret_for(shared)
    made = secret_for(own)
    monkeypatch.setenv("IRONCLAD_SECRET_FILE", str(tmp_path / "log.db.secret"))
    assert secret_for(shared) == made, "a log that was copied keeps the secret that it had"
    (tmp_path / "file").write_text("f" * 40 + "\n")
    monkeypatch.setenv("IRONCLAD_SECRET_FILE", str(tmp_path / "file"))
    assert secret_for(shared) == secret_for(own) == b"f" * 40
    monkeypatch.setenv("IRONCLAD_SECRET", "s" * 32)
    assert secret_for(shared) == b"s" * 32
    monkeypatch.setenv("IRONCLAD_SECRET", "short")
    with pytest.raises(ValueError, match="32 bytes"):
        secret_for(shared)
    monkeypatch.delenv("IRONCLAD_SECRET")
    monkeypatch.setenv("IRONCLAD_SECRET_FILE", str(tmp_path / "nothing"))
    with pytest.raises(OSError, match="nothing"):
        secret_for(shared)
