"""The samples that random play is made of: always legal, also where hardly anything is left to choose."""

from random import Random
from typing import Any

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import MoveForce
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction import DeclineReactions
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import ScriptedDice

LONG = 4  # hexes: more than a march that is made up hex by hex


def position_with(**changes: Any) -> Position:
    """The bare map with changes in the form of a position document."""
    base = RULESET.storage.to_document(RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, None)))
    return RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, {**base, **changes}))


def test_where_nobody_may_react_any_more_the_sample_declines() -> None:
    forces = {"2227": {"union": {"asp": 2}}, "2228": {"confederate": {"asp": 1}}}
    before = position_with(forces=forces)
    position = decider.execute(
        RULESET, before, "union", MoveForce(from_hex="2227", path=("2226",)), ScriptedDice(())
    )[1]
    due = position.due
    assert due is not None
    assert due.kind == "reaction"
    position.standing["confederate"] = "never"
    assert {acw.samplers["reaction"](position, due, Random(seed)) for seed in range(20)} == {
        DeclineReactions()
    }


def test_some_marches_are_ordered_whole_and_every_order_is_legal() -> None:
    forces = {
        "2227": {"union": {"asp": 2}},
        "3010": {"union": {"asp": 4}},
        "2220": {"confederate": {"asp": 1}},
    }
    position = position_with(forces=forces)
    due = position.due
    assert due is not None
    orders = [acw.samplers["movement"](position, due, Random(seed)) for seed in range(300)]
    assert all(decider.is_legal(RULESET, position, "union", order) for order in orders)
    assert any(isinstance(order, MoveForce) and len(order.path) > LONG for order in orders)
