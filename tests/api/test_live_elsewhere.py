"""Streams on a server without an event loop: short ones, which a reader takes up again by itself."""

import json
from collections.abc import Iterator
from dataclasses import replace
from threading import Timer
from time import monotonic
from typing import Any

import pytest
from flask.testing import FlaskClient

from ironclad.api.app import create_app
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.settings import Settings
from tests.api.running import PATIENCE
from tests.log.conftest import pull
from tests.stores import Store
from tests.toy import TUG

pytestmark = pytest.mark.every_store


def redact(name: str, body: dict[str, Any], seat: str | None) -> dict[str, Any]:
    """Only who shouts knows the word."""
    return {**body, "word": ""} if name.startswith("tug.shout_changed.") and body["seat"] != seat else body


HIDING = replace(TUG, redact=redact)


@pytest.fixture
def referee(store: Store) -> Iterator[Service]:
    with Service(store.url, {"tug": HIDING}, ServiceSettings(redis=store.redis)) as made:
        yield made


@pytest.fixture
def client(referee: Service) -> FlaskClient:
    return client_of(referee, wait_seconds=0.5)


def client_of(referee: Service, wait_seconds: float) -> FlaskClient:
    settings = Settings(rulesets={"tug": HIDING}, wait_seconds=wait_seconds, waiters=1)
    return create_app(referee, settings).test_client()


def ids(text: str) -> list[int]:
    return [int(line[4:]) for line in text.splitlines() if line.startswith("id: ")]


def test_a_short_stream_brings_what_is_there(client: FlaskClient, referee: Service) -> None:
    game = referee.opening.open_game("tug", "long").id
    path = f"/api/v1/games/{game}/events/stream"
    size = referee.queries.log_size()
    first = client.get(path, query_string={"after": 0})
    assert first.content_type.startswith("text/event-stream")
    assert ids(first.text) == [0, *range(1, size + 1)]
    pull(referee, game)
    second = client.get(path, headers={"Last-Event-ID": str(size)})
    assert ids(second.text) == [size, *range(size + 1, referee.queries.log_size() + 1)]


def test_a_short_stream_waits_for_what_comes(client: FlaskClient, referee: Service) -> None:
    game = referee.opening.open_game("tug", "long").id
    path, size = f"/api/v1/games/{game}/events/stream", referee.queries.log_size()
    pulling = Timer(0.2, pull, (referee, game))
    pulling.start()
    begun = monotonic()
    waited = client_of(referee, wait_seconds=PATIENCE).get(path, query_string={"after": size})
    assert ids(waited.text)[:2] == [size, size + 1]
    assert monotonic() - begun < PATIENCE / 2, "what came ended the waiting"
    pulling.join()
    assert ids(client.get(path).text) == [referee.queries.log_size()], (
        "nothing came: the place to resume from"
    )


def test_a_stream_hides_what_the_lists_hide(client: FlaskClient, referee: Service) -> None:
    game = referee.opening.open_game("tug", "long").id
    tokens = {seat: referee.opening.take_seat(game, seat, seat).token for seat in ("blue", "grey")}
    referee.commands.handle(game, "blue", {"id": "1", "command": {"type": "shout", "word": "heave"}})
    for seat, sees in (("blue", True), ("grey", False), (None, False)):
        headers = {"Authorization": f"Bearer {tokens[seat]}"} if seat else {}
        listed = client.get(f"/api/v1/games/{game}/events", headers=headers).get_json()["items"][-1]
        streamed = client.get(f"/api/v1/games/{game}/events/stream?after=0", headers=headers).text
        assert (listed["data"]["word"] == "heave") is sees
        assert json.loads(streamed.rpartition("data: ")[2]) == listed
