"""Two games of War Between the States over HTTP that differ in what the Union alone may see: its chit in a
battle, and its standing answers. The Confederate and an onlooker get the same bytes from both.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ironclad.api.app import create_app
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.serving import streams
from ironclad.api.settings import Settings
from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.eventlog.log import stream_of
from tests.api.test_sight import addresses, blanked

pytestmark = pytest.mark.full
RULESETS = {RULESET.name: RULESET}
OPENING = {"ruleset": RULESET.name, "scenario": "manassas_1861", "id": "game-of-two", "dice": V1}
CORPS = ["McDowell", "union_corps_1"]
UNITS = ["union_infantry_1", "union_infantry_2", "union_infantry_3"]
ANSWERS = ({"attack_chits": [{"ratio": 0, "chit": 3}]}, {"feed": True, "keep": True, "ground": "stand"})
PLAY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("union", {"type": "declare_spans"}),
    ("union", {"type": "command_leader", "leader": "McDowell"}),
    ("union", {"type": "move_pieces", "pieces": CORPS, "path": ["C2609", "C2509"]}),
    ("union", {"type": "declare_attack", "hex": "C2409", "leader": "McDowell", "units": UNITS}),
    ("confederate", {"type": "defend"}),
)


class Played:
    """One of two games: its service, a client, the tokens of the seats."""

    def __init__(self, number: int) -> None:
        names, ticks, start = count(1), count(0), datetime(2026, 1, 1, tzinfo=UTC)
        self.referee = Service(
            "sqlite://",
            RULESETS,
            ServiceSettings(
                clock=lambda: start + timedelta(seconds=next(ticks)),
                ids=lambda: f"id-{next(names):016}",
                secret=b"s" * 32,
            ),
        )
        self.app = create_app(self.referee, Settings(rulesets=RULESETS, wait_seconds=0.0, waiters=1))
        self.client: FlaskClient = self.app.test_client(use_cookies=False)
        opened = self.client.post("/api/v1/games", json=OPENING)
        self.game: str = opened.json["id"] if opened.json else ""
        self.tokens = {
            seat: self.referee.opening.take_seat(self.game, seat, seat).token for seat in RULESET.seats
        }
        self.given = 0
        for seat, command in PLAY:
            self.give(seat, command)
        self.give("union", {"type": "choose_chit", "chit": number})
        self.give("union", {"type": "set_standing_answers", "answers": ANSWERS[number]}, None)

    def give(self, seat: str, command: dict[str, Any], due: str | None = "") -> None:
        self.given += 1
        record = self.client.get(f"/api/v1/games/{self.game}").json
        assert record
        owed = [each["id"] for each in record["due"] if each["seat"] == seat]
        body = {"id": f"given-{self.given}", "command": command}
        body |= {} if due is None else {"decision": owed[0]}
        given = self.post("/commands", body, seat)
        assert given.status_code == 200, given.text

    def get(self, path: str, seat: str | None) -> TestResponse:
        return self.client.get(path, headers=self._headers(seat))

    def post(self, path: str, body: Any, seat: str | None) -> TestResponse:
        return self.client.post(f"/api/v1/games/{self.game}{path}", json=body, headers=self._headers(seat))

    def _headers(self, seat: str | None) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}


@pytest.fixture(scope="module")
def two() -> Iterator[tuple[Played, Played]]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(streams, "randint", lambda low, high: low)
        patched.setattr("secrets.token_urlsafe", lambda size: "fresh")
        one, other = Played(0), Played(1)
        yield one, other
        for each in (one, other):
            each.referee.close()


@pytest.mark.rule("8.0/8", "R.1/12", "R.1/13")
def test_every_get_gives_the_same_bytes(two: tuple[Played, Played]) -> None:
    more = [f"/api/v1/games/{two[0].game}/views/{name}" for name in (*RULESET.show.views, "scene")]
    answered = 0
    for path in (*addresses(two[0]), *more):  # type: ignore[arg-type]
        for seat in ("confederate", None):
            one, other = (played.get(path, seat) for played in two)
            assert (one.status_code, one.data) == (other.status_code, other.data), (path, seat)
            assert one.headers.get("ETag") == other.headers.get("ETag")
            answered += one.status_code == 200
    assert answered > 60


def test_the_union_itself_sees_the_difference(two: tuple[Played, Played]) -> None:
    base = f"/api/v1/games/{two[0].game}"
    for path in ("/position", "/events?limit=500", "/views/scene"):
        one, other = (played.get(base + path, "union").data for played in two)
        assert one != other, path


def asked(played: Played) -> Iterator[TestResponse]:
    """What the Confederate asks in vain, or without a change."""
    due = {each["id"] for each in played.client.get(f"/api/v1/games/{played.game}").json["due"]}  # type: ignore[index]
    commands: list[dict[str, Any]] = [
        {"type": "choose_chit", "chit": 4},
        {"type": "choose_chit", "chit": 9},
        {"type": "command_leader", "leader": "McDowell"},
        {"type": "move_pieces", "pieces": CORPS, "path": ["C2409"]},
        {"type": "declare_attack", "hex": "C2509", "leader": "Beauregard", "units": ["confederate_corps_1"]},
        {"type": "take_losses", "taken": {"union_infantry_1": 1}},
        {"type": "retreat", "hex": "C2310"},
        {"type": "no_such_command"},
    ]
    for number, command in enumerate(commands):
        for decision in (*sorted(due), "d1", None):
            body = {"id": f"w-{number}-{decision}", "decision": decision, "command": command}
            yield played.post("/commands", body, "confederate")
    for seat in RULESET.seats:
        yield played.post("/foresight", {"seat": seat, "commands": commands[:7]}, "confederate")
        yield played.post("/odds", {"seat": seat}, "confederate")
        for command in commands[2:5]:
            yield played.post("/reach", {"seat": seat, "command": command}, "confederate")
            yield played.post("/odds", {"seat": seat, "command": command}, "confederate")
    yield played.post("/forks", {"at": 1, "id": "fork"}, "confederate")
    yield played.post("/take-backs", {"id": "back"}, "confederate")


@pytest.mark.rule("8.0/8", "R.1/13")
def test_every_refusal_gives_the_same_bytes(two: tuple[Played, Played]) -> None:
    pairs = list(zip(asked(two[0]), asked(two[1]), strict=True))
    for one, other in pairs:
        assert (one.status_code, one.data) == (other.status_code, other.data)
        assert one.status_code < 500
    assert {one.status_code for one, _ in pairs} >= {403, 409, 422}


def test_the_logs_differ_in_what_is_sealed_alone_and_not_in_size(two: tuple[Played, Played]) -> None:
    logs = [
        [
            row
            for stream in ("main", "match")
            for row in played.referee.log.process_recorder.placed(stream_of(played.game, stream), 0, 2**62)
        ]
        for played in two
    ]
    assert [(*row[:3], len(row[3])) for row in logs[0]] == [(*row[:3], len(row[3])) for row in logs[1]]
    bare = [[blanked(json.loads(row[3])) for row in rows] for rows in logs]
    assert bare[0] == bare[1]
    assert logs[0] != logs[1]
