"""Two games that differ only in what a seat may not see, side by side: their answers have to be the same.

Each game has a service of its own whose times and ids are counted, so that equal requests get equal bytes.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count, product
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ironclad.api.app import create_app
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.serving import streams
from ironclad.api.settings import Settings
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.eventlog.log import stream_of

PROVED = {"bundles.read_bundle"}
"""What proves the log has hashes of what is sealed, and its ciphertext."""


class Side:
    """One of two games: its service, a client, the tokens of the seats."""

    def __init__(self, ruleset: Ruleset[Any], **opening: Any) -> None:
        """Open a game, and take all its seats."""
        numbers, ticks, start = count(1), count(0), datetime(2026, 1, 1, tzinfo=UTC)
        terms = ServiceSettings(
            clock=lambda: start + timedelta(seconds=next(ticks)),
            ids=lambda: f"id-{next(numbers):016}",
            secret=b"s" * 32,
        )
        rulesets = {ruleset.name: ruleset}
        self.referee = Service("sqlite://", rulesets, terms)
        self.app = create_app(self.referee, Settings(rulesets=rulesets, wait_seconds=0.0, waiters=1))
        self.client: FlaskClient = self.app.test_client(use_cookies=False)
        asked = {"ruleset": ruleset.name, "id": "game-of-two", **opening}
        opened = self.client.post("/api/v1/games", json=asked)
        assert opened.json is not None, opened.text
        self.game: str = opened.json["id"]
        take = self.referee.opening.take_seat
        self.tokens = {seat: take(self.game, seat, seat).token for seat in ruleset.seats}
        self._given = count(1)

    def get(self, path: str, seat: str | None) -> TestResponse:
        return self.client.get(path, headers=self._headers(seat))

    def post(self, path: str, body: Any, seat: str | None) -> TestResponse:
        return self.client.post(f"/api/v1/games/{self.game}{path}", json=body, headers=self._headers(seat))

    def answer(self, seat: str, command: dict[str, Any], decision: str | None = None) -> None:
        """Give a command: the answer to a decision, by default to the first one that the seat owes."""
        if decision is None:
            record = self.client.get(f"/api/v1/games/{self.game}").json
            assert record
            decision = next(each["id"] for each in record["due"] if each["seat"] == seat)
        self.order(seat, command, decision=decision)

    def order(self, seat: str, command: dict[str, Any], **more: Any) -> None:
        """Give a command."""
        given = self.post("/commands", {"id": f"given-{next(self._given)}", "command": command, **more}, seat)
        assert given.status_code == 200, given.text

    def rows(self) -> list[tuple[Any, ...]]:
        """The game's events as they are stored."""
        recorder = self.referee.log.process_recorder
        return [
            row
            for stream in ("main", "match")
            for row in recorder.placed(stream_of(self.game, stream), 0, 2**62)
        ]

    def _headers(self, seat: str | None) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}


Two = tuple[Side, Side]


@contextmanager
def repeatable() -> Iterator[None]:
    """Nothing that is made while this lasts is drawn by lot."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(streams, "randint", lambda low, high: low)
        patched.setattr("secrets.token_urlsafe", lambda size: "fresh")
        yield


def addresses(
    side: Side, queries: Mapping[str, Sequence[str]], parts: Mapping[str, Sequence[str]]
) -> list[str]:
    """Every GET that names a game, by its parts (by name) and queries (by endpoint; one without, else)."""
    found = []
    for rule in side.app.url_map.iter_rules():
        if "game" not in rule.arguments or "GET" not in (rule.methods or ()) or rule.endpoint in PROVED:
            continue
        named = [each for each in re.findall(r"<(?:[^<>]*:)?(\w+)>", rule.rule) if each != "game"]
        for chosen in product(*(parts[other] for other in named)):
            path = re.sub(r"<[^>]*:game>|<game>", side.game, rule.rule)
            for part in chosen:
                path = re.sub(r"<[^>]*>", part, path, count=1)
            found += [path + query for query in queries.get(rule.endpoint, [""])]
    return found


def same_answers(two: Two, paths: Iterable[str], seat: str) -> int:
    """Hold that a seat and an onlooker get the same bytes from both; how many answers were no refusal."""
    answered = 0
    for path in paths:
        for reader in (seat, None):
            one, other = (side.get(path, reader) for side in two)
            assert (one.status_code, one.data) == (other.status_code, other.data), (path, reader)
            assert one.headers.get("ETag") == other.headers.get("ETag")
            answered += one.status_code == 200
    return answered


def same_refusals(one: Iterable[TestResponse], other: Iterable[TestResponse]) -> list[TestResponse]:
    """Hold that what was asked of both is answered with the same bytes, and with no fault; the answers."""
    answers = []
    for here, there in zip(one, other, strict=True):
        assert (here.status_code, here.data) == (there.status_code, there.data)
        assert here.status_code < 500
        answers.append(here)
    return answers


def differ_in_what_is_sealed_alone(two: Two) -> None:
    """Hold that the logs of both have the same events of the same sizes, but for what is sealed in them."""
    logs = [side.rows() for side in two]
    assert [(*row[:3], len(row[3])) for row in logs[0]] == [(*row[:3], len(row[3])) for row in logs[1]]
    bare = [[_blanked(json.loads(row[3])) for row in rows] for rows in logs]
    assert bare[0] == bare[1]
    assert logs[0] != logs[1]


def _blanked(data: Any) -> Any:
    """A body without what seals a value, and without a keyed digest."""
    if isinstance(data, dict):
        hides = '"sealed"' in json.dumps(data)
        return {
            key: "" if key == "box" or (key == "digest" and (hides or "box" in data)) else _blanked(each)
            for key, each in data.items()
        }
    return [_blanked(each) for each in data] if isinstance(data, list) else data
