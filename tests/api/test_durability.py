"""Restarts, kill -9 in the middle of a burst, and races: what was acknowledged stands, once."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.running import PATIENCE, NotStarted, Server, Table
from tests.stores import Store, empty_store

pytestmark = pytest.mark.every_store


def test_a_restart_changes_nothing(own_server: Server) -> None:
    with own_server.client() as http:
        table = Table.open(http)
        table.pull(5)
        paths = ("", "/position", "/events", "/views/chronicle", "/timelines", "/match/events")
        before = [table.get(path).content for path in paths]
        listed = http.get("/games").content
    assert own_server.stop() == 0
    own_server.start()
    with own_server.client() as http:
        table.http = http
        assert [table.get(path).content for path in paths] == before
        assert http.get("/games").content == listed
        table.pull()  # the tokens are good still


@pytest.mark.full
def test_sigterm_answers_what_it_has_begun(own_server: Server) -> None:
    with own_server.client() as http:
        table = Table.open(http)
    acknowledged = burst(own_server, table, until=lambda done: len(done) > 50, end=own_server.stop)
    assert len(acknowledged) > 50
    own_server.start()
    assert_all_there(own_server, table, acknowledged)


@pytest.mark.full
def test_an_answer_that_does_not_come_keeps_no_server_from_stopping(store: Store) -> None:
    server = Server(store, bounds={"wait_seconds": 3_600, "stop_seconds": 2}).start()
    asking = threading.Event()

    def read() -> None:
        with server.client() as http, suppress(httpx.TransportError):
            asking.set()
            http.get(f"/games/{table.game}/views/map", params={"min_version": 1_000_000})

    with server.client() as http:
        table = Table.open(http)
        table.pull(3)
        version, reader = table.version(), threading.Thread(target=read)
        reader.start()
        asking.wait()
        table.log_size()  # the reader's call came before
    assert server.stop() == 0
    reader.join(timeout=PATIENCE)
    assert not reader.is_alive()
    server.start()
    with server.client() as http:
        table.http = http
        assert table.version() == version
    assert server.stop() == 0


@pytest.mark.full
def test_kill_9_in_a_burst_loses_nothing_acknowledged(own_server: Server) -> None:
    with own_server.client() as http:
        table = Table.open(http)
    for _ in range(2):
        acknowledged = burst(own_server, table, until=lambda done: len(done) > 40, end=own_server.kill)
        assert len(acknowledged) > 40
        own_server.start()
        assert_all_there(own_server, table, acknowledged)
    with own_server.client() as http:
        table.http = http
        table.pull()


def burst(
    server: Server, table: Table, until: Callable[[dict[str, int]], bool], end: Callable[[], int]
) -> dict[str, int]:
    """Give commands from four threads until `end` cuts them off; the versions of the acknowledged ids."""
    acknowledged: dict[str, int] = {}
    stopping = threading.Event()

    def shout(number: int) -> None:
        seat = ("blue", "grey")[number % 2]
        headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
        with server.client() as http:
            count = 0
            while not stopping.is_set():
                count += 1
                name = f"burst-{time.monotonic_ns()}-{number}-{count}"
                body = {"id": name, "command": {"type": "shout", "word": name}}
                try:
                    answer = http.post(f"/games/{table.game}/commands", json=body, headers=headers)
                except httpx.TransportError:
                    return
                assert answer.status_code == 200, answer.text
                acknowledged[name] = answer.json()["version"]

    threads = [threading.Thread(target=shout, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    while not until(acknowledged):
        time.sleep(0.005)
    end()
    stopping.set()
    for thread in threads:
        thread.join(timeout=PATIENCE)
        assert not thread.is_alive()
    return acknowledged


def assert_all_there(server: Server, table: Table, acknowledged: dict[str, int]) -> None:
    """Every acknowledged command is in the log, once and whole; any other is there whole or not at all."""
    with server.client() as http:
        events = []
        first: str | None = "1"
        while first:
            page = http.get(f"/games/{table.game}/events", params={"from": first, "limit": 500}).json()
            events += page["items"]
            first = page["next"]
        ready = http.get("/ready").json()
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    accepted = [event["data"]["id"] for event in events if event["type"] == "command_accepted"]
    shouted = [event["data"]["word"] for event in events if event["type"] == "shout_changed"]
    assert len(accepted) == len(set(accepted))
    assert [name for name in accepted if name.startswith("burst")] == shouted
    there = {event["data"]["word"]: event["version"] for event in events if event["type"] == "shout_changed"}
    for name, version in acknowledged.items():
        assert there[name] == version
    assert ready["status"] == "ok"


def at_once(server: Server, table: Table, seat: str, bodies: list[dict[str, Any]]) -> list[httpx.Response]:
    """Send every body as a command at the same moment, each from a thread of its own; the answers."""
    headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
    answers: list[httpx.Response] = []
    gate = threading.Barrier(len(bodies))

    def send(body: dict[str, Any]) -> None:
        with server.client() as http:
            gate.wait()
            answers.append(http.post(f"/games/{table.game}/commands", json=body, headers=headers))

    threads = [threading.Thread(target=send, args=(body,)) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    return answers


def test_two_threads_racing_for_one_decision(table: Table, server: Server) -> None:
    for _ in range(10):
        (due,) = table.get().json()["due"]
        before = table.version()
        bodies = [
            {"id": f"{due['id']}-{number}", "decision": due["id"], "command": {"type": "pull", "effort": 1}}
            for number in range(2)
        ]
        answers = at_once(server, table, due["seat"], bodies)
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        loser = next(answer.json() for answer in answers if answer.status_code == 409)
        winner = next(answer.json() for answer in answers if answer.status_code == 200)
        assert loser["type"].endswith("#stale")
        assert table.version() == before + len(winner["events"])


def test_two_threads_repeating_one_id_get_one_answer(table: Table, server: Server) -> None:
    body = {"id": "at-once", "decision": "1.blue", "command": {"type": "pull", "effort": 1}}
    answers = at_once(server, table, "blue", [body] * 4)
    assert [answer.status_code for answer in answers] == [200] * 4
    assert sorted(answer.json()["repeated"] for answer in answers) == [False, True, True, True]
    assert table.version() == 3


def test_a_reader_waits_until_a_version_is_there(table: Table, server: Server) -> None:
    answers: list[httpx.Response] = []

    def read() -> None:
        with server.client() as http:
            answers.append(await_view(http, table.game, 3))

    reader = threading.Thread(target=read)
    reader.start()
    time.sleep(0.2)
    assert not answers
    table.pull()
    reader.join(timeout=PATIENCE)
    assert answers[0].status_code == 200
    assert answers[0].json()["at"] >= 3


def await_view(http: httpx.Client, game: str, version: int) -> httpx.Response:
    """The map as of at least a version: a reader that has waited in vain for as long as it may asks again."""
    until = time.monotonic() + PATIENCE
    while True:
        answer = http.get(f"/games/{game}/views/map", params={"min_version": version})
        if answer.status_code != 409 or time.monotonic() > until:
            return answer


def test_readers_who_wait_do_not_keep_others_waiting(store: Store) -> None:
    """A reader that waits here waits longer than any call may take: calls are answered meanwhile."""
    server = Server(store, bounds={"wait_seconds": 3_600}).start()
    waiting = threading.Event()

    def read() -> None:
        with server.client() as http, suppress(httpx.TransportError):
            waiting.set()
            http.get(f"/games/{table.game}/views/map", params={"min_version": 1_000_000})

    with server.client() as http:
        table = Table.open(http)
        readers = [threading.Thread(target=read) for _ in range(20)]
        for reader in readers:
            reader.start()
        waiting.wait()
        table.pull(3)
        assert any(reader.is_alive() for reader in readers)
    server.kill()
    for reader in readers:
        reader.join(timeout=PATIENCE)
        assert not reader.is_alive()


@pytest.mark.full
def test_a_second_server_on_the_same_port_does_not_start(
    own_server: Server, store_kind: str, tmp_path: Path
) -> None:
    with empty_store(tmp_path / "other", store_kind) as store, pytest.raises(NotStarted):
        Server(store, own_server.port).start()
    with own_server.client() as http:
        assert http.get("/health").status_code == 200
