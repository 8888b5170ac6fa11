"""Two games of From Bull Run to Appomattox over HTTP that differ in what the North alone may see: other units
bought at the same cost, placed with another HQ. The South and an onlooker get the same bytes from both.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.kernel.fair.fair_dice import V1
from tests.api.side_by_side import (
    Side,
    Two,
    differ_in_what_is_sealed_alone,
    repeatable,
    same_answers,
    same_refusals,
)
from tests.api.test_sight import every_get

pytestmark = pytest.mark.full
BOUGHT = ({"cavalry": 4}, {"infantry": 2, "artillery": 2})
"""What the North buys: as many CP at the same cost, so that its revenue stays the same."""


class Played(Side):
    """One of two games, played to where they differ."""

    def __init__(self, number: int) -> None:
        super().__init__(RULESET, scenario="campaign", dice=V1)
        self.number = number
        self.play()

    def play(self) -> None:
        """The first turns: the North's secret orders differ, all else is the same."""
        for _ in range(60):
            record = self.client.get(f"/api/v1/games/{self.game}").json
            assert record
            for due in record["due"]:
                self.answer(due["seat"], self.command(due), due["id"])
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


@pytest.fixture(scope="module")
def two() -> Iterator[Two]:
    with repeatable():
        one, other = Played(0), Played(1)
        yield one, other
    for each in (one, other):
        each.referee.close()


def test_every_get_gives_the_same_bytes(two: Two) -> None:
    more = [f"/api/v1/games/{two[0].game}/views/{name}" for name in RULESET.show.views]
    assert same_answers(two, (*every_get(two[0]), *more), "south") > 60


def test_the_north_itself_sees_the_difference(two: Two) -> None:
    base = f"/api/v1/games/{two[0].game}"
    for path in ("/position", "/events?limit=500", "/views/armies", "/views/chronicle"):
        one, other = (played.get(base + path, "north").data for played in two)
        assert one != other, path


def asked(played: Side) -> Iterator[TestResponse]:
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


def test_every_refusal_gives_the_same_bytes(two: Two) -> None:
    answers = same_refusals(*(asked(side) for side in two))
    assert {each.status_code for each in answers} >= {403, 409, 422}
    assert "sight/hidden" not in {each.json["rule"] for each in answers if each.json and "rule" in each.json}


def test_the_logs_differ_in_what_is_sealed_alone_and_not_in_size(two: Two) -> None:
    differ_in_what_is_sealed_alone(two)
