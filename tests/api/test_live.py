"""Live updates over real HTTP: every event once and in order, whatever breaks off, stops or does not read."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from tests.api.running import PATIENCE, Server, Table
from tests.api.streaming import Crowd, stream, whole
from tests.stores import Store, empty_store

pytestmark = pytest.mark.every_store

LONG_WORD = "ho" * 10_000


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, store_kind: str) -> Iterator[Server]:
    """A server with little room and little patience."""
    bounds = {"streams": 5, "streams_an_address": 4, "streams_a_game": 3, "stall_seconds": 3.0}
    with empty_store(tmp_path_factory.mktemp("strict"), store_kind) as store:
        running = Server(store, bounds=bounds | {"ping_seconds": 0.3}).start()
        yield running
        assert running.stop() == 0


def deaf(server: Server, game: str) -> socket.socket:
    """A client that asks for a game's whole stream and never reads."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", server.port))
    path = f"/api/v1/games/{game}/events/stream?after=0"
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return client


def shout(table: Table, times: int) -> None:
    for _ in range(times):
        assert table.give("blue", {"type": "shout", "word": LONG_WORD}).status_code == 200


def metric(http: httpx.Client, name: str) -> float:
    lines = http.get("/metrics").text.splitlines()
    return next(float(line.split(" ")[1]) for line in lines if line.startswith(f"{name} "))


def await_metric(http: httpx.Client, name: str, value: float) -> None:
    until = time.monotonic() + PATIENCE
    while metric(http, name) != value:
        assert time.monotonic() < until, f"{name} is {metric(http, name)}, not {value}"
        time.sleep(0.05)


# -- what comes


def test_a_stream_brings_the_whole_log_of_a_game_and_what_comes(http: httpx.Client, table: Table) -> None:
    table.pull(3)
    other = Table.open(http)
    with stream(http, table.game, after=0) as live:
        there = live.until(whole(table)[-1]["position"])
        other.pull(2)
        table.pull(2)
        table.post("/draw-offers", {}, "blue")
        table.post("/resignation", {}, "grey")
        expected = whole(table)
        assert there + live.until(expected[-1]["position"]) == expected
        assert expected[-1]["type"] == "game_ended"


def test_without_a_place_a_stream_begins_with_the_next_event(http: httpx.Client, table: Table) -> None:
    table.pull(2)
    with stream(http, table.game) as live:
        assert live.last_id == table.log_size()
        receipt = table.pull()[0]
        assert live.take(len(receipt["events"])) == receipt["events"]


def test_a_stream_goes_where_the_game_goes_or_stays_where_it_is_told(
    http: httpx.Client, table: Table
) -> None:
    table.pull(4)
    with stream(http, table.game) as following, stream(http, table.game, timeline="main") as staying:
        begun = following.last_id
        proposal = table.post("/rewinds", {"at": 3}, "blue").json()["id"]
        line = table.post(f"/rewinds/{proposal}/accept", {}, "grey").json()["id"]
        table.pull(2)
        with stream(http, table.game, timeline=line, after=0) as late:
            expected = whole(table, line)
            assert late.until(expected[-1]["position"]) == expected
        news = following.until(expected[-1]["position"])
        assert [each["type"] for each in news if each["type"] == "game_moved"] == ["game_moved"]
        assert news == [each for each in expected if each["position"] > begun]
        table.post("/resignation", {}, "blue")
        stayed = staying.until(whole(table, "main")[-1]["position"])
        assert {each["timeline"] for each in stayed} == {""}
        with stream(http, table.game, last=begun) as resumed:
            assert resumed.take(len(news)) == news


def test_a_reader_that_keeps_breaking_off_gets_a_burst_whole(http: httpx.Client, table: Table) -> None:
    begun = table.log_size()
    burst = Thread(target=table.pull, args=(60,))
    burst.start()
    got: list[dict[str, Any]] = []
    while len(got) < 120:
        with stream(http, table.game, last=got[-1]["position"] if got else begun) as live:
            got += live.take(1 + len(got) % 7)
    burst.join()
    expected = [each for each in whole(table) if each["position"] > begun]
    with stream(http, table.game, last=got[-1]["position"]) as live:
        got += live.until(expected[-1]["position"])
    assert got == expected


@pytest.mark.full
def test_a_stream_goes_on_after_the_server_was_killed(own_server: Server) -> None:
    with own_server.client() as http:
        table = Table.open(http)
        with stream(http, table.game, after=0) as live:
            got = live.take(3)
            table.pull(3)
            own_server.kill()
            with suppress(EOFError, httpx.TransportError):
                while True:
                    got.append(live.event())
    own_server.start()
    with own_server.client() as http:
        table.http = http
        table.pull(3)
        expected = whole(table)
        with stream(http, table.game, last=got[-1]["position"]) as live:
            got += live.until(expected[-1]["position"])
        assert got == expected


def test_a_stream_whose_memory_is_short_reads_on_in_the_log(http: httpx.Client, table: Table) -> None:
    """More comes while the reader does not look than is remembered: nothing is left out."""
    with stream(http, table.game) as live:
        shout(table, 60)
        expected = [each for each in whole(table) if each["position"] > live.last_id]
        assert live.until(expected[-1]["position"]) == expected


# -- who reads


@pytest.mark.full
def test_five_hundred_readers_cost_no_threads(own_server: Server) -> None:
    def threads() -> int:
        assert own_server.process is not None
        status = Path(f"/proc/{own_server.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("Threads"))

    async def read(tables: list[Table]) -> None:
        crowd = Crowd(own_server)
        for number in range(500):
            await crowd.join(tables[number % len(tables)].game)
        assert threads() < before + 5
        receipts = await asyncio.to_thread(lambda: [table.pull()[0] for table in tables])
        await crowd.await_ids(2)
        for number, ids in enumerate(crowd.got):
            assert ids == [each["position"] for each in receipts[number % len(tables)]["events"]]
        await crowd.leave()

    with own_server.client() as http:
        tables = [Table.open(http) for _ in range(10)]
        [table.pull() for table in tables]
        before = threads()
        asyncio.run(read(tables))
        await_metric(http, "ironclad_streams", 0)


@pytest.mark.full
def test_who_never_reads_hurts_nobody(store: Store) -> None:
    """Nobody is cut off here: what others get meanwhile does not wait for that."""
    server = Server(store, bounds={"stall_seconds": 3_600}).start()
    try:
        with server.client() as http:
            table = Table.open(http)
            shout(table, 150)
            with deaf(server, table.game), stream(http, table.game) as live:
                receipt = table.pull()[0]
                assert live.take(len(receipt["events"])) == receipt["events"]
                assert metric(http, "ironclad_streams") == 2
    finally:
        server.stop()


@pytest.mark.full
def test_who_never_reads_is_cut_off(strict: Server) -> None:
    with strict.client() as http:
        table = Table.open(http)
        shout(table, 150)
        cut = metric(http, "ironclad_streams_cut_total")
        with deaf(strict, table.game) as client:
            await_metric(http, "ironclad_streams_cut_total", cut + 1)
            client.settimeout(PATIENCE)
            got = bytearray()
            with suppress(ConnectionResetError):
                while chunk := client.recv(1 << 16):
                    got += chunk
            assert 0 < len(got) < 1 << 20  # what the system held of more than that


@pytest.mark.full
def test_readers_that_do_not_read_hold_little_memory(own_server: Server) -> None:
    def resident() -> int:
        """Mebibytes of memory that the server has."""
        assert own_server.process is not None
        status = Path(f"/proc/{own_server.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) >> 10

    with own_server.client() as http, ExitStack() as stack:
        table = Table.open(http)
        shout(table, 150)
        before = resident()
        for _ in range(60):
            stack.enter_context(deaf(own_server, table.game))
        await_metric(http, "ironclad_streams", 60)
        time.sleep(1)
        assert resident() - before < 60  # of a history of six megabytes each


def test_a_slow_reader_gets_everything(strict: Server) -> None:
    with strict.client() as http:
        table = Table.open(http)
        shout(table, 40)
        expected = whole(table)
        with stream(http, table.game, after=0) as live:
            for each in expected:
                assert live.event() == each
                time.sleep(0.02)


def test_asking_for_the_head_only_opens_no_stream(strict: Server) -> None:
    with strict.client() as http:
        answer = http.head(f"/games/{Table.open(http).game}/events/stream")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/event-stream")
        assert metric(http, "ironclad_streams") == 0


def test_silence_is_broken_by_pings(strict: Server) -> None:
    with strict.client() as http, stream(http, Table.open(http).game) as live:
        assert [live.block(), live.block()] == [{"": "ping"}] * 2


def test_a_stream_ends_after_its_time_and_is_taken_up_again(store: Store) -> None:
    """A reader who may not read the game any more gets the reason."""
    server = Server(store, bounds={"stream_seconds": 0.5}).start()
    try:
        with server.client() as http:
            table = Table.open(http)
            with stream(http, table.game) as live:
                with pytest.raises(EOFError):
                    live.block()
                table.pull()
            with stream(http, table.game, last=live.last_id) as again:
                assert again.take(2) == whole(table)[-2:]
    finally:
        server.stop()


@pytest.mark.parametrize(("games", "room"), [(1, 3), (2, 4)])
def test_streams_are_counted(strict: Server, games: int, room: int) -> None:
    """Three of a game and four of an address may be open; one more gets the time to retry at."""
    with strict.client() as http:
        await_metric(http, "ironclad_streams", 0)
        tables = [Table.open(http).game for _ in range(games)]
        with ExitStack() as stack:
            opened = [stack.enter_context(stream(http, tables[number % games])) for number in range(room)]
            refused = http.get(f"/games/{tables[0]}/events/stream")
            assert (refused.status_code, refused.json()["type"]) == (429, "/api/docs#too-many-streams")
            assert int(refused.headers["Retry-After"]) > 0
            assert {each.block()[""] for each in opened} == {"ping"}
        await_metric(http, "ironclad_streams", 0)
        with stream(http, tables[0]):
            pass


def test_a_full_server_says_so(store: Store) -> None:
    server = Server(store, bounds={"streams": 1}).start()
    try:
        with server.client() as http:
            game = Table.open(http).game
            with stream(http, game):
                refused = http.get(f"/games/{game}/events/stream")
                assert (refused.status_code, refused.json()["type"]) == (503, "/api/docs#no-room")
                assert http.get("/health").status_code == 200
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("query", "headers", "status"),
    [
        ({"after": 10**15}, {}, 422),
        ({"after": "-1"}, {}, 422),
        ({"before": 3}, {}, 422),
        ({}, {"Last-Event-ID": "last"}, 422),
        ({}, {"Last-Event-ID": str(10**15)}, 422),
        ({"timeline": "nowhere"}, {}, 404),
        ({}, {"Authorization": "Bearer forged"}, 401),
    ],
)
def test_what_cannot_be_streamed_is_a_problem(
    http: httpx.Client, table: Table, query: dict[str, Any], headers: dict[str, str], status: int
) -> None:
    answer = http.get(f"/games/{table.game}/events/stream", params=query, headers=headers)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_stream_is_for_a_game_that_is_there_and_whoever_may_read_it(
    http: httpx.Client, table: Table
) -> None:
    assert http.get("/games/nowhere/events/stream").status_code == 404
    for tokens in (table.tokens, Table.open(http).tokens):
        sent = {"Authorization": f"Bearer {tokens['blue']}"}
        with stream(http, table.game, headers=sent, after=0) as live:
            assert live.event()["type"] == "command_accepted"


@pytest.mark.full
def test_a_server_with_open_streams_stops_at_once(own_server: Server) -> None:
    with own_server.client() as http:
        table = Table.open(http)
        shout(table, 150)
        with deaf(own_server, table.game), stream(http, table.game) as live:
            time.sleep(0.5)
            begun = time.monotonic()
            assert own_server.stop() == 0
            assert time.monotonic() - begun < 12, "it did not wait for them: that is given up after 15"
            with pytest.raises(EOFError):
                live.block()
