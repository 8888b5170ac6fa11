"""Sealed orders and unseen units through the service: two games that differ only in them give the enemy,
and an onlooker, the same bytes on every GET, and on all that may be asked of orders.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.kernel.fair.fair_dice import V1
from tests.api.side_by_side import Side, Two, addresses, repeatable, same_answers, same_refusals

pytestmark = pytest.mark.full

QUERIES = {
    "commands.list_legal": ["?seat=confederate&told=yes"],
    "commands.find_advice": ["?seat=confederate"],
    "live.stream_events": ["?after=0"],
    "readings.read_views": ["?names=scene,sights"],
    "readings.read_chronicle": ["?quiet=yes"],
    "readings.compare": ["?a=main:1&b=main:2"],
}
PARTS: dict[str, Sequence[str]] = defaultdict(
    lambda: ("",), view=("scene", "sights"), id=("1",), claim=("1",)
)


class Played(Side):
    """One of two games of a scenario."""

    def __init__(self, scenario: str) -> None:
        super().__init__(RULESET, scenario=scenario, dice=V1)

    def give(self, seat: str, kind: str, **orders: Any) -> None:
        self.answer(seat, {"type": kind, "plan": orders})


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
def two(request: pytest.FixtureRequest) -> Iterator[Two]:
    with repeatable():
        one, other = (CASES[request.param](number) for number in (0, 1))
        yield one, other
    for each in (one, other):
        each.referee.close()


def asked(played: Side) -> Iterator[TestResponse]:
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


def _figures(played: Side, side: str) -> list[str]:
    scene = played.get(f"/api/v1/games/{played.game}/views?names=scene", "confederate").json
    assert scene is not None
    return [each["key"] for each in scene["views"]["scene"]["table"]["figures"] if each["side"] == side]


@pytest.mark.rule("XI.C/6", "VIII.A/2")
def test_what_is_hidden_is_in_no_answer(two: Two) -> None:
    paths = addresses(two[0], QUERIES, PARTS)
    assert len(paths) > 25
    assert same_answers(two, paths, "confederate") > 30
    answers = same_refusals(*(asked(side) for side in two))
    assert {200, 409} <= {each.status_code for each in answers}


@pytest.mark.rule("XI.C/6", "VIII.A/2")
def test_its_own_seat_sees_the_difference(two: Two) -> None:
    path = f"/api/v1/games/{two[0].game}/position"
    one, other = (played.get(path, "union").json for played in two)
    assert msgspec.json.encode(one) != msgspec.json.encode(other)
