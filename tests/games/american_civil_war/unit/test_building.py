"""Construction and politics: impossible positions are refused; all that is legal is offered and drawn."""

from random import Random
from typing import Any

import pytest

from ironclad.domain.games import ruleset
from ironclad.domain.games.american_civil_war.position.document import empty_position
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.construction import candidates, conceivable
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    has_rail,
    is_rail_ferry,
    rail_neighbours,
    train_steps,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap
from ironclad.domain.kernel.cases.cases import Given, starting_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Unreadable

ACW = ruleset("american_civil_war")
STEPS = ("confederate_forts", "union_construction", "confederate_construction")
WORKSHOP: dict[str, Any] = {
    "turn": 8,
    "kentucky": "union",
    "economy": 40,
    "control": {"1208": "union"},
    "fort_track": {"7": 1},
    "railway_units": {"usmrr1": {"returns": 8}},
    "vessels": {
        "ironclad1": {"kind": "ironclad", "port": "1218", "state": "building"},
        "flotilla1": {"kind": "flotilla", "port": "1132", "state": "building"},
    },
    "projects": {"factory1": {"kind": "factory", "hex": "4410", "since": 7}},
    "line_heads": {"Piedmont": "3914"},
    "line_starts": {"Piedmont": "3914"},
    "line_progress": {"Piedmont": 1},
}


def at_step(step: str) -> Any:
    document = {"due": None, "phase": "recruitment", "step": step, **WORKSHOP}
    return starting_position(Given(scenario="bare_map", set=document), ACW)


@pytest.mark.parametrize("step", STEPS)
def test_everything_conceivable_is_offered_exactly_when_it_is_legal(step: str) -> None:
    position = at_step(step)
    (due,) = ACW.rules.due(position)
    assert due.kind == step
    offered = list(decider.legal(ACW, position, due.seat))
    legal = [each for each in conceivable(position, step) if decider.is_legal(ACW, position, due.seat, each)]
    assert legal
    assert legal == [each for each in offered if each in legal]
    assert legal == list(candidates(position, step))


@pytest.mark.parametrize(
    ("step", "kinds"),
    [
        ("confederate_forts", {"TakeFort", "EndConstruction"}),
        ("union_construction", {"nsp", "ntp", "rsp", "usmrr", "usmrr1", "EndConstruction"}),
        (
            "confederate_construction",
            {
                "fort", "ironclad", "flotilla", "arsenal", "factory", "railroad", "ironclad1", "flotilla1",
                "factory1", "AdvanceRailroad", "EndConstruction",
            },
        ),
    ],
)  # fmt: skip
def test_random_play_builds_everything(step: str, kinds: set[str]) -> None:
    position = at_step(step)
    (due,) = ACW.rules.due(position)
    drawn = set()
    for seed in range(400):
        command = decider.sample(ACW, position, due, Random(seed))
        assert decider.is_legal(ACW, position, due.seat, command)
        named = (getattr(command, field, "") for field in ("kind", "unit", "name"))
        drawn.add(next((each for each in named if each), type(command).__name__))
    assert drawn == kinds


@pytest.mark.parametrize(
    "wrong",
    [
        {"projects": {"arsenal1": {"kind": "arsenal", "hex": "4713"}}},
        {"projects": {"factory1": {"kind": "factory", "hex": "3323"}}},
        {"projects": {"factory1": {"kind": "factory", "hex": "4410", "since": 3}}},
        {"projects": {f"factory{i}": {"kind": "factory", "hex": "4410"} for i in range(4)}},
        {"projects": {f"arsenal{i}": {"kind": "arsenal", "hex": "2722"} for i in range(2)}},
        {"vessels": {"nsp1": {"kind": "nsp", "port": "3824", "state": "building"}}},
        {"vessels": {"ironclad1": {"kind": "ironclad", "port": "1131", "state": "building"}}},
        {"vessels": {f"nsp{i}": {"kind": "nsp", "zone": "West Gulf"} for i in range(9)}},
        {"vessels": {f"ironclad{i}": {"kind": "ironclad", "at": "1132-1133"} for i in range(4)}},
        {"fort_track": {"1": 1}},
        {"fort_track": {"18": 1}},
        {"fort_track": {"5": -1}},
        {"forts_available": -1},
        {"forts_available": 9},
        {"forts_available": 8, "forts": {"3925": {"side": "confederate"}}},
        {"built_now": ["points/union/two"]},
        {"built_now": ["start"]},
        {"economy": -1},
        {"economy": 3, "economy_factories": 4},
        {"at_large": -1},
        {"union_asp_lost": -1},
        {"draft": {"18": 4}},
        {"draft": {"8": -4}},
        {"political_status": 5},
        {"kentucky": "ours"},
        {"kentucky": "union", "kentucky_violator": "union"},
        {"kentucky": "neutral", "kentucky_violator": "union"},
        {"kentucky_violator": "France"},
        {"diplomacy": "war"},
        {"first_captures": ["9999"]},
        {"militia_called": ["XX"]},
        {"depots": {"4410": {"side": "confederate", "count": 4}}},
    ],
)
def test_positions_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    document = ACW.storage.to_document(empty_position("bare_map"))
    assert isinstance(ACW.storage.from_document(document), Position)
    with pytest.raises(Unreadable):
        ACW.storage.from_document({**document, **wrong})


def test_the_ferry_at_mobile_joins_rails_once_the_line_to_it_is_finished() -> None:
    position = empty_position("bare_map")
    assert not has_rail(position, "1730", "1830")
    position.line_progress["Mobile & Great Northern"] = 2
    assert has_rail(position, "1730", "1830")
    assert is_rail_ferry(position, "1830", "1730")
    assert "1830" in rail_neighbours(position, "1730")
    assert "1830" not in train_steps(position, "1730")
    assert {"1830", "1930"} <= SupplyMap(position, "confederate").network("1730")
