"""Two games of War Between the States over HTTP that differ in what the Union alone may see: its chit in a
battle, and its standing answers. The Confederate and an onlooker get the same bytes from both.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from ironclad.domain.games.war_between_the_states.game import RULESET
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


class Played(Side):
    """One of two games, played to where they differ."""

    def __init__(self, number: int) -> None:
        super().__init__(RULESET, scenario="manassas_1861", dice=V1)
        for seat, command in PLAY:
            self.answer(seat, command)
        self.answer("union", {"type": "choose_chit", "chit": number})
        self.order("union", {"type": "set_standing_answers", "answers": ANSWERS[number]})


@pytest.fixture(scope="module")
def two() -> Iterator[Two]:
    with repeatable():
        one, other = Played(0), Played(1)
        yield one, other
    for each in (one, other):
        each.referee.close()


@pytest.mark.rule("8.0/8", "R.1/12", "R.1/13")
def test_every_get_gives_the_same_bytes(two: Two) -> None:
    more = [f"/api/v1/games/{two[0].game}/views/{name}" for name in (*RULESET.show.views, "scene")]
    assert same_answers(two, (*every_get(two[0]), *more), "confederate") > 60


def test_the_union_itself_sees_the_difference(two: Two) -> None:
    base = f"/api/v1/games/{two[0].game}"
    for path in ("/position", "/events?limit=500", "/views/scene"):
        one, other = (played.get(base + path, "union").data for played in two)
        assert one != other, path


def asked(played: Side) -> Iterator[TestResponse]:
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
def test_every_refusal_gives_the_same_bytes(two: Two) -> None:
    answers = same_refusals(*(asked(side) for side in two))
    assert {each.status_code for each in answers} >= {403, 409, 422}


def test_the_logs_differ_in_what_is_sealed_alone_and_not_in_size(two: Two) -> None:
    differ_in_what_is_sealed_alone(two)
