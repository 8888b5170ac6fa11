"""Sealed orders and unseen units through the service: two games that differ only in them give the enemy,
and an onlooker, the same bytes on every GET, and on all that may be asked of orders.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count, product
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from ironclad.api.app import create_app
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.serving import streams
from ironclad.api.settings import Settings
from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.kernel.fair.fair_dice import V1

pytestmark = pytest.mark.full

RULESETS = {RULESET.name: RULESET}
QUERIES = {
    "commands.list_legal": ["?seat=confederate&told=yes"],
    "commands.find_advice": ["?seat=confederate"],
    "live.stream_events": ["?after=0"],
    "readings.read_views": ["?names=scene,sights"],
    "readings.read_chronicle": ["?quiet=yes"],
    "readings.compare": ["?a=main:1&b=main:2"],
}
PARTS = {"view": ("scene", "sights"), "id": ("1",), "claim": ("1",)}
PROVED = {"bundles.read_bundle"}
"""What proves the log has hashes of what is sealed, and its ciphertext."""


class Played:
    """One of two games: its service, a client, the tokens of the seats."""

    def __init__(self, scenario: str) -> None:
        numbers, ticks, start = count(1), count(0), datetime(2026, 1, 1, tzinfo=UTC)
        terms = ServiceSettings(
            clock=lambda: start + timedelta(seconds=next(ticks)),
            ids=lambda: f"id-{next(numbers):016}",
            secret=b"s" * 32,
        )
        self.referee = Service("sqlite://", RULESETS, terms)
        self.app = create_app(self.referee, Settings(rulesets=RULESETS, wait_seconds=0.0, waiters=1))
        self.client = self.app.test_client(use_cookies=False)
        asked = {"ruleset": RULESET.name, "scenario": scenario, "id": "a-game", "dice": V1}
        opened = self.client.post("/api/v1/games", json=asked)
        assert opened.json is not None, opened.text
        self.game: str = opened.json["id"]
        take = self.referee.opening.take_seat
        self.tokens = {seat: take(self.game, seat, seat).token for seat in RULESET.seats}
        self.given = count(1)

    def get(self, path: str, seat: str | None) -> TestResponse:
        return self.client.get(path, headers=self._headers(seat))

    def post(self, path: str, body: Any, seat: str | None) -> TestResponse:
        return self.client.post(f"/api/v1/games/{self.game}{path}", json=body, headers=self._headers(seat))

    def give(self, seat: str, kind: str, **orders: Any) -> None:
        due = self.get(f"/api/v1/games/{self.game}", seat).json
        assert due is not None
        (decision,) = [each["id"] for each in due["due"] if each["seat"] == seat]
        body = {
            "id": f"given-{next(self.given)}",
            "decision": decision,
            "command": {"type": kind, "plan": orders},
        }
        answer = self.post("/commands", body, seat)
        assert answer.status_code == 200, answer.text

    def _headers(self, seat: str | None) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}


def ahead(far: int) -> dict[str, Any]:
    return {"action": "march", "legs": [{"leg": "move", "dx": 0, "dy": far}]}


def sealed_orders(number: int) -> Played:
    """The Union has given its orders; the Confederates have not."""
    played = Played("first_shots")
    played.give("union", "give_orders", orders={"ny12": ahead((300, 555)[number])})
    return played


def sealed_set_up(number: int) -> Played:
    """The Union has set up behind its screen: one regiment stands in column, or an inch back."""
    played = Played("millers_mill")
    offers = played.get(f"/api/v1/games/{played.game}/legal?seat=union", "union").json
    assert offers is not None
    plans = [each["plan"] for each in offers["commands"] if each["type"] == "place_units"]
    played.give("union", "place_units", **plans[1 + number])
    return played


def unseen_unit(number: int) -> Played:
    """A regiment is out of the enemy's sight in a wood, and moves there: how far is not to be known."""
    played = Played("mcphersons_ridge")
    for seat in RULESET.seats:
        played.give(seat, "give_orders", orders={})
    for seat in RULESET.seats:
        played.give(seat, "order_fire", orders={})
    position = played.get(f"/api/v1/games/{played.game}/position", "union").json
    assert position is not None
    hidden = position["position"]["hidden"]
    assert hidden == {"in3": "union"}
    for seat in RULESET.seats:
        orders = {"in3": {"action": "lie_down"}} if seat == "union" and number else {}
        played.give(seat, "give_orders", orders=orders)
    return played


CASES: dict[str, Callable[[int], Played]] = {
    each.__name__: each for each in (sealed_orders, sealed_set_up, unseen_unit)
}


@pytest.fixture(params=CASES)
def two(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Played, Played]]:
    monkeypatch.setattr(streams, "randint", lambda low, high: low)
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: "fresh")
    one, other = (CASES[request.param](number) for number in (0, 1))
    yield one, other
    for each in (one, other):
        each.referee.close()


def addresses(played: Played) -> list[str]:
    """Every GET that names a game."""
    found = []
    for rule in played.app.url_map.iter_rules():
        if "game" not in rule.arguments or "GET" not in (rule.methods or ()) or rule.endpoint in PROVED:
            continue
        named = [each for each in re.findall(r"<(?:[^<>]*:)?(\w+)>", rule.rule) if each != "game"]
        for parts in product(*(PARTS.get(other, ("",)) for other in named)):
            path = re.sub(r"<[^>]*:game>|<game>", played.game, rule.rule)
            for part in parts:
                path = re.sub(r"<[^>]*>", part, path, count=1)
            found += [path + query for query in QUERIES.get(rule.endpoint, [""])]
    return found


def asked(played: Played) -> Iterator[TestResponse]:
    """What the enemy may ask of its own orders, and of units that it may not know."""
    own = next(iter(_figures(played, "confederate")))
    theirs = next(iter(_figures(played, "union")))
    orders = [{own: ahead(-100)}, {theirs: ahead(100)}, {"in3": ahead(100)}, {"nobody": ahead(100)}]
    for seat in ("confederate", None):
        for plan in orders:
            command = {"type": "give_orders", "plan": {"orders": plan}}
            yield played.post("/reach", {"seat": "confederate", "command": command}, seat)
            yield played.post("/foresight", {"seat": "confederate", "commands": [command]}, seat)
        for target in (theirs, "in3", "nobody"):
            fire = {"type": "order_fire", "plan": {"orders": {own: {"target": target}}}}
            charge = {"type": "order_charges", "plan": {"charges": {own: target}}}
            for command in (fire, charge):
                yield played.post("/odds", {"seat": "confederate", "command": command}, seat)


def _figures(played: Played, side: str) -> list[str]:
    scene = played.get(f"/api/v1/games/{played.game}/views?names=scene", "confederate").json
    assert scene is not None
    return [each["key"] for each in scene["views"]["scene"]["table"]["figures"] if each["side"] == side]


@pytest.mark.rule("XI.C/6", "VIII.A/2")
def test_what_is_hidden_is_in_no_answer(two: tuple[Played, Played]) -> None:
    paths, answered = addresses(two[0]), 0
    assert len(paths) > 25
    for path in paths:
        for seat in ("confederate", None):
            one, other = (played.get(path, seat) for played in two)
            assert (one.status_code, one.data) == (other.status_code, other.data), (path, seat)
            answered += one.status_code == 200
    assert answered > 30
    pairs = list(zip(asked(two[0]), asked(two[1]), strict=True))
    for one, other in pairs:
        assert (one.status_code, one.data) == (other.status_code, other.data)
    assert {200, 409} <= {one.status_code for one, _ in pairs}
    assert max(one.status_code for one, _ in pairs) < 500


@pytest.mark.rule("XI.C/6", "VIII.A/2")
def test_its_own_seat_sees_the_difference(two: tuple[Played, Played]) -> None:
    path = f"/api/v1/games/{two[0].game}/position"
    one, other = (played.get(path, "union").json for played in two)
    assert msgspec.json.encode(one) != msgspec.json.encode(other)
