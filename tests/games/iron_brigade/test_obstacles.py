"""Wire and chevaux de frise (XV)."""

import pytest

from ironclad.domain.games.iron_brigade.position.orders import FireOrder, Go, MoveOrder, MovePlan
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import planned
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import eligible
from ironclad.domain.games.iron_brigade.rules.c08_charge.charging import check_charger
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, changed, give, opened, unit

CROSS = MoveOrder("cross", (Go(0, 300),))
NOTHING = ("confederate", GiveOrders(plan=MovePlan()))


def fenced(kind: str) -> Position:
    line = {"id": "w", "kind": kind, "cover": "none", "line": [[2000, 1100], [4000, 1100]]}
    return battle(unit("u1", (3000, 1000)), unit("c1", (3000, 4000), 180), terrain=[line])


def crossed(position: Position) -> Position:
    """The position after the movement of a turn in which the unit crosses."""
    _, after = give(opened(position), ("union", GiveOrders(plan=MovePlan({"u1": CROSS}))), NOTHING)
    return after


@pytest.mark.rule("XV.A/1", "XV.A/2")
def test_wire_takes_two_turns_the_first_time() -> None:
    first = crossed(fenced("wire"))
    assert (first.units["u1"].at, first.units["u1"].tangled) == ((3000, 1000), "w")
    assert planned(first, "u1", CROSS).end.at == (3000, 1300)
    second = crossed(changed(fenced("wire"), "u1", tangled="w"))
    assert second.units["u1"].at == (3000, 1300)
    assert (second.units["u1"].tangled, second.units["u1"].passed_kinds) == ("", ("wire",))
    assert planned(first, "u1", CROSS).used == 1
    knows = crossed(changed(fenced("wire"), "u1", passed_kinds=("wire",)))
    assert knows.units["u1"].at == (3000, 1300), "one turn later on"


@pytest.mark.rule("XV.B/1")
def test_chevaux_de_frise_take_a_turn_and_later_half_of_one() -> None:
    """3 inches of 6 are half a move; with the half that the obstacle takes that is a whole one."""
    first = crossed(fenced("chevaux_de_frise"))
    assert first.units["u1"].passed_kinds == ("chevaux_de_frise",)
    assert first.units["u1"].at == (3000, 1300)
    knows = changed(fenced("chevaux_de_frise"), "u1", passed_kinds=("chevaux_de_frise",))
    assert planned(knows, "u1", CROSS).used == 1
    with pytest.raises(Refused) as refused:
        planned(knows, "u1", MoveOrder("cross", (Go(0, 301),)))
    assert refused.value.rule == "XV.B/1"


@pytest.mark.rule("XV.A/1", "XV.B/2", "XXVIII/6")
def test_what_a_unit_may_not_do_at_an_obstacle() -> None:
    position = fenced("wire")
    for order in (MoveOrder("march", (Go(0, 300),)), MoveOrder("cross", (Go(0, 50),))):
        with pytest.raises(Refused) as refused:
            planned(position, "u1", order)
        assert refused.value.rule == "XV.A/1"
    position.options = {"basic": "yes"}
    with pytest.raises(Refused) as refused:
        planned(position, "u1", CROSS)
    assert refused.value.rule == "XXVIII/6"
    with pytest.raises(Refused) as refused:
        check_charger(changed(position, "u1", deeds={"action": "cross"}), "u1", "union")
    assert refused.value.rule == "XV.B/2"


@pytest.mark.rule("XV.A/1", "XV.B/2")
def test_the_second_rank_alone_fires_from_an_obstacle() -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1900), 180))
    assert eligible(position, "u1", "c1", FireOrder("c1").weapon or "rifle_musket") == (0, 1, 2, 3, 4, 5)
    crossing = changed(position.copy(), "u1", deeds={"action": "cross"})
    assert eligible(crossing, "u1", "c1", "rifle_musket") == (3, 4, 5)
