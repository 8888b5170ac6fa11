"""Units unseen in woods, answers to their fire; orderlies; guns that were left behind."""

from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.position.orders import (
    FireOrder,
    FirePlan,
    Go,
    Message,
    MoveOrder,
    MovePlan,
)
from ironclad.domain.games.iron_brigade.position.state import LostGuns, Position
from ironclad.domain.games.iron_brigade.position.units import Standing
from ironclad.domain.games.iron_brigade.rules.between import is_concealed, sees
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.ending import taker_of
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import GunsTaken, OrderDelivered
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import check_fire
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import AnswerRolled, VolleyFired
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.volleys import fire_all
from ironclad.domain.games.iron_brigade.rules.s_scenarios.victory import loss_points
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, changed, give, of, opened, resolving, unit


def wooded(gap: int, edge: int = 0) -> Position:
    """A Confederate regiment in a wood, its front so far from a Union one and from the edge of the wood."""
    front = 1000 + gap
    wood = {
        "id": "w", "kind": "woods", "density": "normal", "cover": "soft",
        "polygon": [[2000, front - edge], [4000, front - edge], [4000, 4000], [2000, 4000]],
    }  # fmt: skip
    return battle(unit("u1", (3000, 1000)), unit("c1", (3000, front), 180), terrain=[wood])


@pytest.mark.rule("XI.C/1", "XI.C/2", "XI.C/6", "XXVIII/5")
def test_a_unit_in_woods_is_seen_at_six_inches_or_when_it_fires() -> None:
    assert not is_concealed(wooded(600), "c1"), "6.00 inches"
    assert is_concealed(wooded(601), "c1"), "6.01 inches"
    assert not sees(wooded(601), "u1", "c1")
    assert sees(wooded(601), "c1", "u1"), "it sees out"
    assert not is_concealed(changed(wooded(601), "c1", deeds={"fired": True}), "c1")
    assert sees(changed(wooded(601), "c1", deeds={"fired": True}), "u1", "c1")
    assert not is_concealed(wooded(601, edge=-31), "c1"), "the centres of its front rank are outside"


@pytest.mark.rule("XI.A/1")
def test_sight_reaches_three_inches_into_normal_woods() -> None:
    """The straightest line goes from a rear stand to a corner an inch aside: 2.96 inches of depth are 2.9995
    along it, 2.97 are more than 3.
    """
    for edge, seen in ((296, True), (297, False)):
        assert sees(wooded(550, edge), "u1", "c1") == seen


def answered(position: Position, dice: tuple[int, ...]) -> list[Any]:
    position.fires = {
        "union": FirePlan({"u1": FireOrder(answer=True)}),
        "confederate": FirePlan({"c1": FireOrder("u1")}),
    }
    play, script = resolving(position, dice)
    assert fire_all(play)
    assert script.left() == ()
    return play.events


@pytest.mark.rule("XI.C/3", "XI.C/4", "XXVIII/7")
@pytest.mark.parametrize(("die", "fires"), [(1, True), (4, True), (5, False)])
def test_a_surprised_unit_answers_on_one_to_four(die: int, fires: bool) -> None:
    events = answered(wooded(700), (10, die, *((10,) if fires else ())))
    assert [(each.target, each.die, each.fires) for each in of(events, AnswerRolled)] == [("c1", die, fires)]
    assert [each.firer for each in of(events, VolleyFired)] == ["c1"] + ["u1"] * fires


@pytest.mark.rule("XI.C/4")
def test_an_answer_without_a_surprise_is_nothing() -> None:
    events = answered(wooded(600), (10,))
    assert of(events, AnswerRolled) == []
    assert len(of(events, VolleyFired)) == 1
    with pytest.raises(Refused) as refused:
        check_fire(wooded(600), "union", "u1", FireOrder("c1", answer=True))
    assert refused.value.rule == "XI.C/4"


@pytest.mark.rule("XI.C/5")
def test_a_unit_in_a_trench_is_unseen_until_an_enemy_touches_the_edge() -> None:
    def dug(y: int, front: int = 2010, **facts: Any) -> Position:
        trench = {
            "id": "t",
            "kind": "work",
            "cover": "trench",
            "points": 100,
            "line": [[2000, 2000], [4000, 2000]],
        }
        line = unit("c1", (3000, front), 180, formation="open", **facts)
        return battle(unit("u1", (3000, y)), line, terrain=[trench])

    assert is_concealed(dug(1000), "c1")
    assert is_concealed(dug(1994), "c1"), "0.06 inch from the edge"
    assert not is_concealed(dug(1995), "c1")
    assert not is_concealed(changed(dug(1000), "c1", deeds={"fired": True}), "c1")
    assert not is_concealed(dug(1000, 2101), "c1"), "behind it, not in it"


# -- orderlies

ATTACK = Standing("ATTACK", (3000, 4000))


def told(*others: dict[str, Any]) -> Position:
    return battle(
        unit("u1", (3000, 2000)),
        unit("u7", (3000, 1000), type="officer"),
        unit("u8", (3000, 1110), type="orderly"),
        unit("c1", (3000, 4700), 180),
        *others,
    )


def ride(dy: int) -> MovePlan:
    return MovePlan({"u8": MoveOrder("march", (Go(0, dy),))}, {}, {"u8": Message("u1", ATTACK)})


@pytest.mark.rule("XII.C/1", "XII.C/2")
def test_an_orderly_brings_an_order_that_counts_from_the_next_turn() -> None:
    plans = ("union", GiveOrders(plan=ride(770))), ("confederate", GiveOrders(plan=MovePlan()))
    events, position = give(opened(told()), *plans)
    assert [(each.orderly, each.unit) for each in of(events, OrderDelivered)] == [("u8", "u1")]
    if position.agenda.turn == 1:
        assert position.units["u1"].order is None
        assert position.delivered == {"u1": ATTACK}
    else:
        assert position.units["u1"].order == ATTACK
    assert position.messages == {}


@pytest.mark.rule("XII.C/1", "XII.C/2")
def test_an_order_on_its_way() -> None:
    plans = ("union", GiveOrders(plan=ride(500))), ("confederate", GiveOrders(plan=MovePlan()))
    events, position = give(opened(told()), *plans)
    assert of(events, OrderDelivered) == []
    assert position.messages == {"u8": Message("u1", ATTACK)}
    far = told(unit("u9", (1000, 1000), type="orderly"))
    for messages, rule in (
        ({"u9": Message("u1", ATTACK)}, "XII.C/1"),
        ({"u1": Message("u1", ATTACK)}, "XII.C/1"),
        ({"u8": Message("c1", ATTACK)}, "XII.B/1"),
        ({"u8": Message("u7", ATTACK)}, "XII.A/1"),
        ({"u8": Message("u1", Standing("ATTACK", (9000, 0)))}, "XII.A/1"),
    ):
        with pytest.raises(Refused) as refused:
            give(opened(far.copy()), ("union", GiveOrders(plan=MovePlan({}, {}, messages))))
        assert refused.value.rule == rule
    busy = told()
    busy.messages = {"u8": Message("u1", ATTACK)}
    with pytest.raises(Refused) as refused:
        give(opened(busy), ("union", GiveOrders(plan=ride(500))))
    assert refused.value.rule == "XII.C/2"


# -- guns that were left behind


@pytest.mark.rule("VII.P/5", "S/3")
def test_guns_that_are_left_are_taken_by_who_touches_them() -> None:
    def left(*others: dict[str, Any]) -> Position:
        position = battle(
            unit("u1", (3000, 1000)), unit("c9", (3000, 3000), type="battery", sections=2), *others
        )
        guns = position.units["c9"].guns
        assert guns is not None
        position.lost_guns = {"c9": LostGuns("c9", 1, (3000, 1300), "")}
        return position

    assert taker_of(left(), left().lost_guns["c9"]) is None
    near = changed(left(), "u1", at=(3000, 1220))
    assert taker_of(near, near.lost_guns["c9"]) == "u1", "0.05 inch is contact"
    both = changed(left(unit("c1", (3000, 1376), 180)), "u1", at=(3000, 1220))
    assert taker_of(both, both.lost_guns["c9"]) is None
    weak = changed(near, "u1", state="broken")
    assert taker_of(weak, weak.lost_guns["c9"]) is None
    plans = ("union", GiveOrders(plan=MovePlan({"u1": MoveOrder("march", (Go(0, 220),))})))
    events, after = give(opened(left()), plans, ("confederate", GiveOrders(plan=MovePlan())))
    assert [(each.unit, each.side) for each in of(events, GunsTaken)] == [("u1", "union")]
    assert after.lost_guns["c9"].holder == "union"


@pytest.mark.rule("S/2", "S/3", "VII.P/5")
@pytest.mark.parametrize(("holder", "points"), [("", 20), ("confederate", 20), ("union", 40)])
def test_lost_guns_count_when_the_enemy_has_them(holder: str, points: int) -> None:
    """One of three sections was destroyed, one was left on the table."""
    position = battle(unit("u1", (3000, 1000)), unit("c9", (3000, 3000), type="battery", sections=1))
    position.muster["c9"] = battle(unit("c9", (1, 1), type="battery")).muster["c9"]
    position.lost_guns = {"c9": LostGuns("c9", 1, (3000, 1300), holder)}
    assert loss_points(position, "c9") == points
