"""Nothing hidden leaks: two games that differ only in what a seat may not see give it the same bytes.

South and an onlooker get identical answers from both on every GET of a game and on every refusal, the stream
of events included. Only what the log proves of itself (its hashes and its bundle) tells that two values
differ: not which they are.
"""

import json
import re
from collections.abc import Iterator
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
from ironclad.eventlog.log import stream_of
from tests.toys.playing_fields import deployment, plan
from tests.toys.sealed_fields import SEALED_FIELDS, SEATS

RULESETS = {SEALED_FIELDS.name: SEALED_FIELDS}
SOUTH = (1, 4, 4)
STAYS = {"north-1": "a", "north-2": "b", "north-3": "c"}

HOW: dict[str, dict[str, Any]] = {
    "unrevealed": {
        "strengths": ((1, 1, 7), (7, 1, 1)),
        "plans": ({"north-1": "d"}, {"north-3": "b"}),
        "answers": False,
    },
    "revealed": {
        "strengths": ((1, 1, 7), (1, 7, 1)),
        "plans": ({"north-1": "d"}, {"north-1": "d"}),
        "answers": True,
    },
}
"""What differs between two games; with answers, the first turn was revealed and fought out."""


OPENING = {"ruleset": "sealed_fields", "scenario": "standard", "id": "game-of-two"}


class Played:
    """One of two games: its service, a client, the tokens of the seats."""

    def __init__(self, strengths: tuple[int, ...], moves: dict[str, str], answers: bool) -> None:
        numbers, ticks, start = count(1), count(0), datetime(2026, 1, 1, tzinfo=UTC)
        self.referee = Service(
            "sqlite://",
            RULESETS,
            ServiceSettings(
                clock=lambda: start + timedelta(seconds=next(ticks)),
                ids=lambda: f"id-{next(numbers):016}",
                secret=b"s" * 32,
            ),
        )
        settings = Settings(rulesets=RULESETS, wait_seconds=0.0, waiters=1)
        self.app = create_app(self.referee, settings)
        self.client: FlaskClient = self.app.test_client(use_cookies=False)
        opened = self.client.post("/api/v1/games", json=OPENING)
        self.game: str = opened.json["id"] if opened.json else ""
        self.tokens = {seat: self.referee.opening.take_seat(self.game, seat, seat).token for seat in SEATS}
        self.give("north", "0.north", deployment("north", *strengths))
        self.give("south", "0.south", deployment("south", *SOUTH))
        self.give("north", "1.north", plan({**STAYS, **moves}))
        if answers:
            self.give("south", "1.south", plan({"south-1": "d", "south-2": "e", "south-3": "f"}))

    def give(self, seat: str, decision: str, command: dict[str, Any]) -> None:
        body = {"id": f"given-{decision}", "decision": decision, "command": command}
        given = self.post("/commands", body, seat)
        assert given.status_code == 200, given.text

    def get(self, path: str, seat: str | None) -> TestResponse:
        return self.client.get(path, headers=self._headers(seat))

    def post(self, path: str, body: Any, seat: str | None) -> TestResponse:
        return self.client.post(f"/api/v1/games/{self.game}{path}", json=body, headers=self._headers(seat))

    def _headers(self, seat: str | None) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}


@pytest.fixture(params=HOW)
def two(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Played, Played]]:
    monkeypatch.setattr(streams, "randint", lambda low, high: low)
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: "fresh")
    how = HOW[request.param]
    played = [Played(how["strengths"][at], how["plans"][at], how["answers"]) for at in (0, 1)]
    yield played[0], played[1]
    for each in played:
        each.referee.close()


_QUERIES = {
    "commands.list_legal": ["?seat=south", "?seat=north", "?seat=south&told=yes", "?seat=nobody"],
    "readings.list_events": ["", "?from=2", "?limit=3"],
    "readings.list_match_events": [""],
    "readings.read_position": ["", "?at=3"],
    "readings.read_chronicle": ["", "?quiet=yes", "?types=orders_given,stacks_deployed"],
    "readings.read_views": ["?names=map,economy,history"],
    "readings.compare": ["?a=main:1&b=main:6", "?a=main:3&b=main:6"],
    "live.stream_events": ["?after=0", "?timeline=main&after=0"],
    "pages.show_game": ["", "?at=3"],
}
_PARTS = {
    "view": ("map", "economy", "history", "none"),
    "id": ("1", "none"),
    "claim": ("1", "2"),
    "sha256": ("0" * 64,),
}
_CLAIM = {
    "about": {"timeline": "main", "version": 2}, "kind": "conduct", "clauses": [],
    "says": "That was late.", "asks": {"type": "let_stand"},
}
_PROVED = {"bundles.read_bundle"}
"""What proves the log has hashes of what is sealed, and its ciphertext."""


def addresses(played: Played) -> list[str]:
    """Every GET that names a game, with every part and query that matters here."""
    found = ["/api/v1/games", "/"]
    for rule in played.app.url_map.iter_rules():
        if "game" not in rule.arguments or "GET" not in (rule.methods or ()) or rule.endpoint in _PROVED:
            continue
        named = [each for each in re.findall(r"<(?:[^<>]*:)?(\w+)>", rule.rule) if each != "game"]
        for parts in product(*(_PARTS[other] for other in named)):
            path = re.sub(r"<[^>]*:game>|<game>", played.game, rule.rule)
            for part in parts:
                path = re.sub(r"<[^>]*>", part, path, count=1)
            found += [path + query for query in _QUERIES.get(rule.endpoint, [""])]
    return found


def test_every_get_gives_the_same_bytes(two: tuple[Played, Played]) -> None:
    for played in two:
        made = played.post("/claims", _CLAIM, "south")
        assert made.status_code == 201, made.text
    paths = addresses(two[0])
    assert len(paths) > 35
    known = {rule.endpoint for rule in two[0].app.url_map.iter_rules()}
    assert _QUERIES.keys() <= known, "each query is of an address that there is"
    answered = 0
    for path in paths:
        for seat in ("south", None):
            one, other = (played.get(path, seat) for played in two)
            assert (one.status_code, one.data) == (other.status_code, other.data), (path, seat)
            assert one.headers.get("ETag") == other.headers.get("ETag")
            answered += one.status_code == 200
    assert answered > 50


def test_the_seat_itself_sees_the_difference(two: tuple[Played, Played]) -> None:
    base = f"/api/v1/games/{two[0].game}"
    for path in ("/position", "/events", "/views/map", "/views/chronicle", "/events/stream?after=0", "/map"):
        one, other = (played.get(base + path, "north").data for played in two)
        assert one != other, path


_ILLEGAL = [
    {"type": "give_orders", "plan": {"south-1": "a"}},
    {"type": "give_orders", "plan": {"south-1": "c", "south-2": "e", "south-3": "f"}},
    {"type": "give_orders", "plan": {"north-1": "a", "north-2": "b", "north-3": "c"}},
    {"type": "deploy", "strengths": {"south-1": 9}},
    {"type": "give_orders", "plan": {"sealed": {"for": [], "digest": "", "box": ""}}},
    {"type": "none"},
]


_LEGAL = {"type": "give_orders", "plan": {"south-1": "d", "south-2": "e", "south-3": "f"}}


def refused(played: Played, seat: str) -> Iterator[TestResponse]:
    """What is asked in vain, or changes nothing."""
    for number, command in enumerate(_ILLEGAL):
        for decision in ("1.south", "1.north", "2.south", "0.south", None):
            body = {"id": f"w-{number}-{decision}", "decision": decision, "command": command}
            yield played.post("/commands", body, seat)
    for asked in ("south", "north"):
        yield played.post("/foresight", {"seat": asked, "commands": [_LEGAL, *_ILLEGAL[:4]]}, seat)
        yield played.post("/reach", {"seat": asked, "command": _ILLEGAL[1]}, seat)
        yield played.post("/odds", {"seat": asked, "command": _ILLEGAL[1]}, seat)
    yield played.post("/forks", {"at": 1, "id": "fork"}, seat)
    yield played.post("/take-backs", {"id": "back"}, seat)
    yield played.post("/rewinds", {"at": 4, "id": "rewind"}, seat)
    yield played.post("/dice", {"id": "dice"}, seat)
    yield played.post("/keys", {"id": "key", "key": "00" * 32}, seat)


def test_every_refusal_gives_the_same_bytes(two: tuple[Played, Played]) -> None:
    pairs = list(zip(refused(two[0], "south"), refused(two[1], "south"), strict=True))
    for one, other in pairs:
        assert (one.status_code, one.data) == (other.status_code, other.data)
    assert {one.status_code for one, _ in pairs} >= {200, 403, 409, 422}
    kinds = {one.json["rule"] for one, _ in pairs if one.json and "rule" in one.json}
    assert {"fork/hidden", "take-back/hidden"} <= kinds
    assert "sight/hidden" not in kinds


def test_only_the_seat_itself_asks_what_it_may_order(two: tuple[Played, Played]) -> None:
    played = two[0]
    legal = f"/api/v1/games/{played.game}/legal?seat=north"
    assert [played.get(legal, seat).status_code for seat in ("north", "south", None)] == [200, 403, 403]
    advice = f"/api/v1/games/{played.game}/advice?seat=north"
    assert [played.get(advice, seat).status_code for seat in ("north", "south", None)] == [200, 403, 403]
    asked = {"seat": "north", "commands": []}
    assert [played.post("/foresight", asked, seat).status_code for seat in ("north", "south")] == [200, 403]


def test_the_logs_differ_in_what_is_sealed_alone_and_not_in_size(two: tuple[Played, Played]) -> None:
    logs = []
    for played in two:
        rows = [
            row
            for stream in ("main", "match")
            for row in played.referee.log.process_recorder.placed(stream_of(played.game, stream), 0, 2**62)
        ]
        logs.append(rows)
    assert [(*row[:3], len(row[3])) for row in logs[0]] == [(*row[:3], len(row[3])) for row in logs[1]]
    bare = [[blanked(json.loads(row[3])) for row in rows] for rows in logs]
    assert bare[0] == bare[1]
    assert logs[0] != logs[1]


def blanked(data: Any) -> Any:
    """A body without what seals a value, and without a keyed digest."""
    if isinstance(data, dict):
        hides = '"sealed"' in json.dumps(data)
        return {
            key: "" if key == "box" or (key == "digest" and (hides or "box" in data)) else blanked(each)
            for key, each in data.items()
        }
    return [blanked(each) for each in data] if isinstance(data, list) else data
