"""Answers that are files: bounded, sent a piece at a time, and closed whatever happens to who asked."""

import asyncio
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from threading import BoundedSemaphore
from types import SimpleNamespace
from typing import Any

import pytest
from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # as in ironclad.api.serving.streams
from werkzeug.test import TestResponse

from ironclad.api.app import create_app
from ironclad.api.http.file_responses import PIECE, FileAnswer, spooled
from ironclad.api.service import Service
from ironclad.api.serving.fair_pool import Bounds
from ironclad.api.serving.request_buffer import Front
from ironclad.api.settings import Settings
from ironclad.eventlog.errors import Busy, TooMuch, Unavailable
from ironclad.eventlog.ledger.notes import SigningKey
from ironclad.eventlog.signer import Signing
from tests.log.conftest import pull, referee_at
from tests.toy import TUG

SMALL = Settings(bundle_bytes=100, bundle_memory=10)
KEY = SigningKey("games.example/ironclad", b"1" * 32)


def free(places: BoundedSemaphore) -> bool:
    """Whether the only place is free; it is afterwards too."""
    found = places.acquire(blocking=False)
    if found:
        places.release()
    return found


def test_a_file_has_one_place_until_it_is_closed() -> None:
    places = BoundedSemaphore(1)
    with spooled(SMALL, places) as file:
        file.write(b"x" * 100)
    with pytest.raises(Busy), spooled(SMALL, places):
        pass
    file.close()
    file.close()
    assert free(places)


def test_a_file_that_nobody_closes_gives_its_place_back() -> None:
    places = BoundedSemaphore(1)
    with spooled(SMALL, places) as file:
        file.write(b"x")
    with pytest.warns(ResourceWarning):
        del file
    assert free(places)


def test_a_file_that_grows_too_large_or_that_the_disk_does_not_take_is_closed() -> None:
    places = BoundedSemaphore(1)
    with pytest.raises(TooMuch), spooled(SMALL, places) as file:
        file.write(b"x" * 101)
    assert free(places)
    with pytest.raises(Unavailable, match="no room for the bundle: No space left"), spooled(SMALL, places):
        raise OSError(28, "No space left on device")
    assert free(places)


class Client:
    """A client of the front, and the stream that it is sent."""

    def __init__(self, leaves_after: int | None = None) -> None:
        self.pieces: list[bytes] = []
        self.status = 0
        self.headers: list[tuple[str, str]] = []
        self._leaves_after = leaves_after

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> "Client":
        self.status, self.headers = status, headers
        return self

    async def send_bytes(self, piece: bytes) -> None:
        if self._leaves_after is not None and len(self.pieces) >= self._leaves_after:
            raise ProtocolClosed
        self.pieces.append(piece)


def sent(client: Client, body: bytes) -> BytesIO:
    """Let the front send a client what an application answers, which is a file; the file."""
    file = BytesIO(body)

    def app(environ: dict[str, Any], start_response: Any) -> Any:
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return environ["wsgi.file_wrapper"](file, PIECE)

    headers = SimpleNamespace(items=list, get=lambda name: None)
    plain = {
        "query_string": "",
        "http_version": "1.1",
        "scheme": "http",
        "authority": "x",
        "headers": headers,
    }
    places = {"path": "/x", "server": "127.0.0.1:1", "client": "127.0.0.1:2"}
    streams: Any = None
    front = Front(app, Bounds(1), 1_000, streams, 65_536)
    try:
        asyncio.run(front.__rsgi__(SimpleNamespace(proto="http", method="GET", **places, **plain), client))
    finally:
        front.close()
    return file


def test_a_file_is_sent_a_piece_at_a_time() -> None:
    body, client = bytes(range(256)) * 1_024, Client()
    file = sent(client, body)
    assert b"".join(client.pieces) == body
    assert {len(each) for each in client.pieces} == {PIECE}
    assert (client.status, client.headers) == (200, [("content-length", str(len(body)))])
    assert file.closed


def test_the_file_of_a_client_that_leaves_is_closed() -> None:
    client = Client(leaves_after=1)
    assert sent(client, b"x" * 5 * PIECE).closed
    assert len(client.pieces) == 1


def test_a_server_that_knows_no_files_reads_it_as_any_answer() -> None:
    answer = FileAnswer(BytesIO(b"x" * (PIECE + 1)))
    assert [len(each) for each in answer] == [PIECE, 1]
    answer.close()


@pytest.fixture
def log_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'log.db'}"


@pytest.fixture
def signed(log_url: str, tmp_path: Path) -> Iterator[tuple[Service, str]]:
    """A referee over a log that it signs, and a game."""
    with referee_at(log_url, signing=Signing(KEY, tmp_path / "elsewhere" / "notary")) as referee:
        game = referee.opening.open_game("tug", "long").id
        pull(referee, game)
        yield referee, game


def asked(referee: Service, game: str, **chosen: Any) -> tuple[TestResponse, BoundedSemaphore]:
    """The answer to who asks for the game's bundle, and the places for those that are sent."""
    app = create_app(referee, Settings(rulesets={"tug": TUG}, wait_seconds=40.0, **chosen))
    return app.test_client().get(f"/api/v1/games/{game}/bundle"), app.extensions["ironclad"].bundles


@pytest.mark.parametrize("memory", [1, 1_000_000])
def test_a_bundle_is_the_same_from_memory_and_from_the_disk(signed: tuple[Service, str], memory: int) -> None:
    answer, places = asked(*signed, bundle_memory=memory, bundles=1)
    file = BytesIO()
    signed[0].exporter.write(signed[1], file, 40.0)
    assert answer.data == file.getvalue()
    assert answer.content_length == len(answer.data)
    answer.close()
    assert free(places)


def test_a_bundle_past_the_bound_is_not_given_out(signed: tuple[Service, str]) -> None:
    answer, places = asked(*signed, bundle_bytes=1_000, bundle_memory=10, bundles=1)
    assert answer.status_code == 413
    assert "can export it" in answer.get_json()["detail"]
    assert free(places)


def test_only_so_many_bundles_are_sent_at_once(signed: tuple[Service, str]) -> None:
    answer, _ = asked(*signed, bundles=0)
    assert answer.status_code == 503
    assert "ask again" in answer.get_json()["detail"]


def test_a_worker_without_the_log_s_key_says_so(signed: tuple[Service, str], log_url: str) -> None:
    with asked(*signed)[0] as answer:
        assert answer.status_code == 200
    with referee_at(log_url, beside=True) as other:
        answer, places = asked(other, signed[1], bundles=1)
        assert (answer.status_code, answer.get_json()["type"].rpartition("#")[2]) == (503, "not-signed")
        assert "this process has not the log's key" in answer.get_json()["detail"]
        assert free(places)
