"""What a page gets of a table: the scene, what units see, measured orders, orders in words."""

from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.position.orders import Go, MoveOrder, MovePlan, Placing, Spot, WheelBy
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.readers.sights import look
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import GiveOrders
from ironclad.domain.games.iron_brigade.rules.s_scenarios.events import Concede, PlaceUnits
from ironclad.domain.kernel.drawing.scene import drawn
from ironclad.domain.kernel.drawing.table import Ghost
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, opened, unit

WOODS = {
    "id": "w",
    "kind": "woods",
    "polygon": [[2000, 2300], [4000, 2300], [4000, 2900], [2000, 2900]],
    "density": "normal",
    "cover": "soft",
}


def begun(scenario: str) -> Position:
    return RULESET.rules.initial(RULESET.rules.begin(scenario, {}, None, ""))


def figures(position: Position, seat: str | None) -> dict[str, Any]:
    scene = views_of(RULESET, seat)["scene"](position)
    return {each["key"]: each for each in scene["table"]["figures"]}


def test_the_scene_has_the_table_with_its_ground_and_units() -> None:
    """x to the east, y to the south: a unit 28 inches north of the southern edge is 8 from the other."""
    position = begun("first_shots")
    scene = views_of(RULESET, None)["scene"](position)
    assert (scene["table"]["width"], scene["table"]["height"]) == (4000, 3600)
    assert {each["kind"].split()[0] for each in scene["table"]["ground"]} == {
        "hill", "road", "wall", "fence", "woods",
    }  # fmt: skip
    assert next(each for each in scene["table"]["ground"] if each["kind"].startswith("wall"))["open"]
    ohio, here = figures(position, None)["oh30"], position.units["oh30"]
    assert ohio["at"] == [here.at[0], 3600 - here.at[1]]
    assert sum(each["figures"] for each in ohio["stands"]) == here.men
    assert "draws" not in ohio, "an onlooker draws nothing"
    assert len(scene["stacks"]) == len(scene["table"]["figures"])
    assert "tabletop" in drawn(RULESET.show.scene(position, None))  # type: ignore[misc]


def test_own_units_may_be_drawn_as_their_formation_allows() -> None:
    own = opened(
        battle(
            unit("u1", (1000, 1000)),
            unit("u2", (2000, 1000), type="battery"),
            unit("u3", (3000, 1000), type="battery", formation="limbered", loaded=False),
            unit("u4", (4000, 1000), type="officer", men=1, formation="single"),
            unit("c1", (3000, 4600), 180),
        )
    )
    found = figures(own, "union")
    assert found["u1"]["legs"] == ["move", "wheel", "turn", "about"]
    assert found["u2"]["legs"] == ["turn"]
    assert found["u3"]["legs"] == ["move", "wheel"]
    assert found["u4"]["legs"] == ["move", "turn", "about"]
    assert found["u1"]["draws"] == {"action": "march"}
    assert found["u1"]["farthest"] == 600
    assert "draws" not in found["c1"]


def test_a_sealed_set_up_is_drawn_by_spots() -> None:
    position = begun("millers_mill")
    found = [each for each in figures(position, "union").values() if each["side"] == "union"]
    assert {tuple(each["legs"]) for each in found} == {("spot",)}
    (id, here) = next((id, position.units[id]) for id in position.of_side("union"))
    spot = Spot(here.at, here.facing, here.formation)
    (reached,) = decider.reached(RULESET, position, "union", PlaceUnits(plan=Placing({id: spot})))
    assert isinstance(reached.ghost, Ghost)
    assert reached.ghost.facing == here.facing


def measured(position: Position, *legs: Any) -> Any:
    command = GiveOrders(plan=MovePlan({"u1": MoveOrder("march", legs)}))
    (reached,) = decider.reached(RULESET, position, "union", command)
    return reached.ghost


def test_an_order_is_measured_as_the_rules_measure_it() -> None:
    """3 of 6 inches are half the move; a regiment of 24 has a front of 6 inches: a wheel of 30 degrees is
    3.11 inches of its outer corner, rounded up.
    """
    position = opened(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 4600), 180)))
    half = measured(position, Go(0, 300))
    assert (half.used, half.length) == ("1/2", 300)
    assert half.at == (3000, 4800 - 1300)
    assert half.legs == ("go 3.00 inches: 1/2 of the move",)
    both = measured(position, Go(0, 200), WheelBy("left", 30))
    assert both.facing == 330
    assert both.legs[1].startswith("wheel left by 30 degrees: ")
    with pytest.raises(Refused) as refused:
        measured(position, Go(0, 601))
    assert refused.value.rule == "III/2"


def test_ground_is_named_leg_by_leg() -> None:
    position = opened(battle(unit("u1", (3000, 2200)), unit("c1", (3000, 4600), 180), terrain=[WOODS]))
    assert "of normal woods" in measured(position, Go(0, 200)).legs[0]


def test_nobody_measures_another_sides_units() -> None:
    position = opened(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 4600), 180)))
    command = GiveOrders(plan=MovePlan({"c1": MoveOrder("march", (Go(0, -100),))}))
    for asked in (command, Concede()):
        with pytest.raises(Refused):
            decider.reached(RULESET, position, "union", asked)


def test_what_blocks_a_line_is_named_with_its_clause() -> None:
    """Woods of 6 inches, a hill, another regiment: sight reaches through 3 inches of woods."""
    blocked = look(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 4000), 180), terrain=[WOODS]), "u1")
    assert (blocked.sights[0].open, blocked.sights[0].block, blocked.sights[0].rule) == (
        False, "woods", "XI.A/1",
    )  # fmt: skip
    between = battle(unit("u1", (3000, 1000)), unit("u2", (3000, 1400)), unit("c1", (3000, 2000), 180))
    assert (look(between, "u1").sights[0].block, look(between, "u1").sights[0].rule) == ("u2", "G/28")


def test_open_lines_say_what_is_struck_and_what_covers_it() -> None:
    wall = {"id": "s", "kind": "wall", "line": [[2000, 1760], [4000, 1760]], "cover": "hard"}
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1800), 180), terrain=[wall])
    (line,) = look(position, "u1").sights
    assert line.open
    assert line.distance == 800
    assert line.says == ("8.00 inches from c1, on its front", "it has hard cover", "factor 8")
    assert [each.half for each in look(position, "u1").flanks] == [45, 30, 45, 30]
    assert look(position, "u1").arcs[0].bands[0] == (400, "factor 10")


def test_orders_in_words() -> None:
    position = opened(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1800), 180)))
    march = GiveOrders(plan=MovePlan({"u1": MoveOrder("march", (Go(0, 300), WheelBy("left", 15)))}))
    assert RULESET.words.says(march) == "u1: go 3.00 inches, then wheel left by 15 degrees"
    assert RULESET.words.says(GiveOrders(plan=MovePlan())) == "everybody stands"
    offers = {RULESET.words.says(command) for _, command in decider.offers(RULESET, position, "union")}
    assert {"u1: go 6.00 inches", "u1: face about", "u1: lie down", "u1: form open"} <= offers
