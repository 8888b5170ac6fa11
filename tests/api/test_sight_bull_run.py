"""Two games of From Bull Run to Appomattox over HTTP that differ in what the North alone may see: other units
bought at the same cost, placed with another HQ. The South and an onlooker get the same bytes from both.
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
from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.eventlog.log import stream_of
from tests.api.test_sight import addresses, blanked

pytestmark = pytest.mark.full
RULESETS = {RULESET.name: RULESET}
OPENING = {"ruleset": RULESET.name, "scenario": "campaign", "id": "game-of-two", "dice": V1}
BOUGHT = ({"cavalry": 4}, {"infantry": 2, "artillery": 2})
"""What the North buys: as many CP at the same cost, so that its revenue stays the same."""


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
        self.number, self.given, self.sizes = number, 0, list[int]()
        self.play()

    def play(self) -> None:
        """The first turns: the North's secret orders differ, all else is the same."""
        for _ in range(60):
            record = self.client.get(f"/api/v1/games/{self.game}").json
            assert record
            for due in record["due"]:
                self.give(due["seat"], due["id"], self.command(due))
                break

    def command(self, due: dict[str, Any]) -> dict[str, Any]:
        seat, kind, own = due["seat"], due["kind"], due["seat"] == "north"
        if kind == "preparation":
            buy = BOUGHT[self.number] if own else {"infantry": 2}
            first = due["id"] == self.first_of(kind, seat, due["id"])
            return {"type": "give_preparation_order", "order": {"buy": buy} if first else {}}
        if kind == "placement":
            units = BOUGHT[self.number] if own else {"infantry": 2}
            first = due["id"] == self.first_of(kind, seat, due["id"])
            hqs = [id for id, hq in self.position(seat)["hqs"].items() if self.stands(id, hq, seat)]
            where = hqs[self.number if own and len(hqs) > 1 else 0]
            return {"type": "give_placement_order", "order": {"units": {where: units}} if first else {}}
        offered = self.get(f"/api/v1/games/{self.game}/legal?seat={seat}&decision={due['id']}", seat).json
        assert offered
        names = [each for each in offered["commands"] if each["type"] != "pass_activation"]
        return dict((names or offered["commands"])[0])

    def first_of(self, kind: str, seat: str, id: str) -> str:
        """The id of the first decision of a kind."""
        firsts: dict[tuple[str, str], str] = self.__dict__.setdefault("_firsts", {})
        return firsts.setdefault((kind, seat), id)

    def stands(self, id: str, hq: dict[str, Any], seat: str) -> bool:
        cities = ("WAS", "PHI", "NYC", "RIC", "CIN", "LOU", "NAS", "ATL")
        return hq["side"] == seat and hq.get("state") == "map" and hq.get("spot") in cities

    def position(self, seat: str) -> dict[str, Any]:
        found = self.get(f"/api/v1/games/{self.game}/position", seat).json
        assert found
        document: dict[str, Any] = found["position"]
        return document

    def give(self, seat: str, decision: str, command: dict[str, Any]) -> None:
        self.given += 1
        body = {"id": f"given-{self.given}", "decision": decision, "command": command}
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


def test_every_get_gives_the_same_bytes(two: tuple[Played, Played]) -> None:
    more = [f"/api/v1/games/{two[0].game}/views/{name}" for name in RULESET.show.views]
    answered = 0
    for path in (*addresses(two[0]), *more):  # type: ignore[arg-type]
        for seat in ("south", None):
            one, other = (played.get(path, seat) for played in two)
            assert (one.status_code, one.data) == (other.status_code, other.data), (path, seat)
            assert one.headers.get("ETag") == other.headers.get("ETag")
            answered += one.status_code == 200
    assert answered > 60


def test_the_north_itself_sees_the_difference(two: tuple[Played, Played]) -> None:
    base = f"/api/v1/games/{two[0].game}"
    for path in ("/position", "/events?limit=500", "/views/armies", "/views/chronicle"):
        one, other = (played.get(base + path, "north").data for played in two)
        assert one != other, path


def asked(played: Played) -> Iterator[TestResponse]:
    """What the South asks in vain, or without a change."""
    due = {each["id"] for each in played.client.get(f"/api/v1/games/{played.game}").json["due"]}  # type: ignore[index]
    commands: list[dict[str, Any]] = [
        {"type": "give_preparation_order", "order": {"buy": {"infantry": 999}}},
        {"type": "give_placement_order", "order": {"units": {"mcdowell": {"infantry": 1}}}},
        {"type": "activate_hq", "hq": "mcdowell"},
        {"type": "march", "path": ["WAS"]},
        {"type": "march", "path": ["C", "WAS", "BAL"]},
        {"type": "reconnoitre", "target": "mcdowell", "declared": 20},
        {"type": "take_hits", "struck": ["mcdowell"]},
        {"type": "replace_order", "preparation": {"draw": True}},
        {"type": "no_such_command"},
    ]
    for number, command in enumerate(commands):
        for decision in (*sorted(due), "d1", None):
            body = {"id": f"w-{number}-{decision}", "decision": decision, "command": command}
            yield played.post("/commands", body, "south")
    for seat in RULESET.seats:
        yield played.post("/foresight", {"seat": seat, "commands": commands[:8]}, "south")
        for command in commands[2:6]:
            yield played.post("/reach", {"seat": seat, "command": command}, "south")
            yield played.post("/odds", {"seat": seat, "command": command}, "south")
    yield played.post("/forks", {"at": 1, "id": "fork"}, "south")
    yield played.post("/take-backs", {"id": "back"}, "south")


def test_every_refusal_gives_the_same_bytes(two: tuple[Played, Played]) -> None:
    pairs = list(zip(asked(two[0]), asked(two[1]), strict=True))
    for one, other in pairs:
        assert (one.status_code, one.data) == (other.status_code, other.data)
        assert one.status_code < 500
    assert {one.status_code for one, _ in pairs} >= {403, 409, 422}
    assert "sight/hidden" not in {one.json["rule"] for one, _ in pairs if one.json and "rule" in one.json}


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
