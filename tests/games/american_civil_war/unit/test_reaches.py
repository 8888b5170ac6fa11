"""Where orders by rail, river and sea lead: whole lines at once, and nothing that the rules would refuse."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.american_civil_war.unit.test_reachable import position_with
from tests.played import played_steps

OPEN: dict[str, dict[str, Any]] = {
    "ride_train": {"type": "ride_train", "path": []},
    "transport_by_river": {"type": "transport_by_river", "to": ""},
    "transport_by_sea": {"type": "transport_by_sea", "ntp": [], "to": ""},
    "leader_travels": {"type": "leader_travels", "legs": []},
    "move_vessels": {"type": "move_vessels", "path": []},
}
"""Orders whose way is left open; who goes comes from an offer."""
WHO = ("from", "leader", "vessels")


def opened(offer: dict[str, Any]) -> dict[str, Any]:
    """An order for whom an offer names, with its way left open."""
    return {**OPEN[offer["type"]], **{name: offer[name] for name in WHO if name in offer}}


def reached(position: Position, seat: str, order: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Each place in reach with its order. Raises Refused."""
    command = RULESET.storage.commands.read(order)
    return {each.place: each.command for each in decider.reached(RULESET, position, seat, command)}


def movement(**more: Any) -> Position:
    """The bare map in the Union's movement."""
    about = {"phase": "operations", "step": "movement", "initiative": "union", "turn": 2}
    return position_with(**about, **more)


def test_a_train_is_offered_the_whole_of_its_line() -> None:
    position = movement(forces={"4506": {"union": {"asp": 1}}})
    goals = reached(position, "union", {"type": "ride_train", "path": [], "from": "4506"})
    stations = [c for c in decider.legal(RULESET, position, "union") if type(c).__name__ == "RideTrain"]
    assert {c.path[-1] for c in stations} < goals.keys()  # type: ignore[attr-defined]
    assert max(len(each["path"]) for each in goals.values()) > 12
    further = reached(position, "union", goals["4304"])
    assert "4304" in further
    assert all(
        each["path"][: len(goals["4304"]["path"])] == goals["4304"]["path"] for each in further.values()
    )


def test_where_no_train_runs_the_clause_is_named() -> None:
    position = movement(forces={"2227": {"union": {"asp": 1}}})
    with pytest.raises(Refused) as refused:
        reached(position, "union", {"type": "ride_train", "path": [], "from": "2227"})
    assert refused.value.rule.startswith("7.")


@pytest.mark.full
def test_every_place_in_reach_may_be_ordered() -> None:
    """In the movements of a random game: each goal is legal, and each kind that is offered has goals."""
    seen: set[str] = set()
    for step in played_steps("american_civil_war", 1, 500):
        if step.due.kind != "movement":
            continue
        position, seat = step.before, step.due.seat
        offers = map(msgspec.to_builtins, decider.legal(RULESET, position, seat))
        fresh = {each["type"]: each for each in offers if each["type"] in OPEN.keys() - seen}
        for kind, offer in fresh.items():
            goals = reached(position, seat, opened(offer))
            assert goals, offer
            for goal in goals.values():
                assert decider.is_legal(RULESET, position, seat, RULESET.storage.commands.read(goal)), goal
            seen.add(kind)
    assert len(seen) >= 4, seen
