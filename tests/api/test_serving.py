"""What stands around the calls: the WSGI factory, the secret, faults of the store, pages in words."""

import socket
import stat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ironclad.api.app import create_app
from ironclad.api.http import problems
from ironclad.api.http.formatting import count_of, order, plain, words
from ironclad.api.serving.ports import AddressInUse, HeldPort, free_port
from ironclad.api.serving.secret import given_key, secret_for
from ironclad.api.settings import Settings
from ironclad.eventlog.errors import Stale, Unavailable
from ironclad.eventlog.store.database import look_at, tables
from tests.api.running import Server
from tests.stores import Store


def test_the_wsgi_factory_serves_the_log_that_the_environment_names(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ironclad.api.wsgi import application

    environment = {**store.environment, "IRONCLAD_URL": store.url, "IRONCLAD_HOSTS": "games.example"}
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    app = application()
    try:
        client = app.test_client()
        right = client.get("/api/v1/ready", headers={"Host": "games.example"})
        assert (right.status_code, right.get_json()["log_size"]) == (200, 0)
        assert client.get("/api/v1/ready", headers={"Host": "other.example"}).status_code == 400
        with look_at(store.url) as connection:
            assert "events" in tables(connection, store.url.partition(":")[0])
    finally:
        app.extensions["ironclad"].referee.close()


def test_the_secret_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'deep' / 'log.db'}"
    first = secret_for(url)
    assert first is not None
    assert len(first) == 32
    assert secret_for(url) == first
    file = tmp_path / "deep" / "log.db.secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert secret_for("sqlite://") is None


def test_a_secret_that_was_cut_short_is_not_used(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    (tmp_path / "log.db.secret").write_bytes(b"short")
    with pytest.raises(ValueError, match="32 bytes"):
        secret_for(url)


def test_a_dice_key_is_given_by_the_environment_or_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "dice.key"
    file.write_text("k" * 40 + "\n")
    assert given_key("IRONCLAD_DICE_KEY") is None
    monkeypatch.setenv("IRONCLAD_DICE_KEY_FILE", str(file))
    assert given_key("IRONCLAD_DICE_KEY") == b"k" * 40
    monkeypatch.setenv("IRONCLAD_DICE_KEY", "d" * 32)
    assert given_key("IRONCLAD_DICE_KEY") == b"d" * 32
    monkeypatch.setenv("IRONCLAD_DICE_KEY", "short")
    with pytest.raises(ValueError, match="IRONCLAD_DICE_KEY must give 32 bytes or more, not 5"):
        given_key("IRONCLAD_DICE_KEY")


def test_a_port_that_is_taken_is_refused(server: Server) -> None:
    with pytest.raises(AddressInUse):
        free_port("127.0.0.1", server.port)
    assert free_port("127.0.0.1", 0) > 0


def test_a_port_that_is_held_is_nobody_elses_free_one() -> None:
    """Several that share it may listen there; who has not been told of it may not, and meets nobody there."""
    with HeldPort("127.0.0.1", 0) as held:
        with pytest.raises(AddressInUse):
            free_port("127.0.0.1", held.port)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", held.port))
        with socket.socket() as shares:
            shares.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            shares.bind(("127.0.0.1", held.port))
            shares.listen()
            socket.create_connection(("127.0.0.1", held.port)).close()


def test_a_store_that_cannot_be_written_gives_503() -> None:
    class Full:
        def log_size(self) -> int:
            raise OSError("disk image is malformed")

        def open_game(self, *args: Any, **more: Any) -> None:
            raise Unavailable("the log could not be written: the disk is full")

    app = create_app(parted(Full()), Settings())  # type: ignore[arg-type]
    client = app.test_client()
    answer = client.post("/api/v1/games", json={"ruleset": "tug", "scenario": "long"})
    assert answer.status_code == 503
    assert answer.get_json()["type"] == "/api/docs#not-ready"
    ready = client.get("/api/v1/ready")
    assert ready.status_code == 503
    assert "malformed" not in ready.text


def parted(everything: object) -> SimpleNamespace:
    """A service whose every part is one object."""
    return SimpleNamespace(queries=everything, opening=everything, on_position_refused=lambda _: None)


class Away:
    """A referee whose store goes away between a refusal and what it would tell besides."""

    def log_size(self) -> int:
        return 0

    def open_game(self, *args: Any, **more: Any) -> None:
        raise Stale("others wrote to this game at the same time", "main", 3)

    def due(self, *args: Any) -> None:
        raise Unavailable("the store does not answer")


def test_a_refusal_stands_where_the_store_has_gone_away_since() -> None:
    app = create_app(parted(Away()), Settings())  # type: ignore[arg-type]
    with app.test_request_context("/api/v1/games/some/commands", method="POST"):
        failure = problems.describe(Stale("it moved on", "main", 3))
    assert (failure.kind, failure.more) == ("stale", {"timeline": "main", "version": 3})


def test_a_failure_while_another_is_answered_is_told_as_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(error: Exception) -> None:
        raise Unavailable("the store does not answer")

    monkeypatch.setattr(problems, "_due", fail)
    client = create_app(parted(Away()), Settings()).test_client()  # type: ignore[arg-type]
    answer = client.post("/api/v1/games", json={"ruleset": "tug", "scenario": "long"})
    assert (answer.status_code, answer.get_json()["type"]) == (503, "/api/docs#not-ready")


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "none"), (True, "yes"), (False, "no"), (0, "0"), ("", ""), ([], "none"), (["a", 2], "a, 2")],
)
def test_values_read_as_words(value: object, text: str) -> None:
    assert plain(value) == text


def test_names_and_orders_read_as_words() -> None:
    assert words("political_status") == "Political status"
    assert count_of(1, "event") == "1 event"
    assert count_of(2_000, "event") == "2,000 events"
    moved = {
        "type": "move_force",
        "to": "2014",
        "path": [],
        "forced": False,
        "units": [{"kind": "asp", "count": 2}],
    }
    assert order(moved) == "Move force: to 2014; units asp 2"
    assert order({"type": "end_movement", "quietly": True}) == "End movement: quietly"
    assert order({"type": "pass"}) == "Pass"
    named = order(moved, {"2014": "Nashville", "asp": "ASP"}.__getitem__)
    assert named == "Move force: to Nashville; units ASP 2"
    assert order(moved, among_its_type=True) == "To 2014; units asp 2"
    assert order({"type": "move_vessels", "vessels": ["a", "b"]}) == "Move vessels: a, b"
