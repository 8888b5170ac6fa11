"""Chapter X.A: dismounting, horse holders, mounting, horses that run off."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.position.orders import FireOrder, Go, MoveOrder, MovePlan
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Deeds
from ironclad.domain.games.iron_brigade.rules.between import feet, strength
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import planned
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import check_fire
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import items_of
from ironclad.domain.games.iron_brigade.rules.c08_charge.charging import check_target
from ironclad.domain.games.iron_brigade.rules.c10_mounted.events import UnitDismounted, UnitMounted
from ironclad.domain.games.iron_brigade.rules.c10_mounted.horses import holders_for
from ironclad.domain.games.iron_brigade.rules.c10_mounted.mounting import mount_all, run_off
from ironclad.domain.games.iron_brigade.rules.s_scenarios.victory import loss_points
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, changed, give, of, opened, resolving, unit

DOWN, UP = MoveOrder("dismount"), MoveOrder("mount")


def troopers(men: int = 15, **facts: Any) -> Position:
    return opened(
        battle(unit("u1", (3000, 2000), type="cavalry", men=men, **facts), unit("c1", (3000, 4400), 180))
    )


def ordered(position: Position, **orders: MoveOrder) -> tuple[list[Any], Position]:
    return give(
        position,
        ("union", GiveOrders(plan=MovePlan(orders))),
        ("confederate", GiveOrders(plan=MovePlan())),
    )


@pytest.mark.rule("X.A/2")
@pytest.mark.parametrize(("men", "holders"), [(12, 3), (13, 4), (15, 4), (16, 4), (17, 5), (2, 1)])
def test_a_quarter_holds_the_horses(men: int, holders: int) -> None:
    assert holders_for(men) == holders


@pytest.mark.rule("X.A/1", "X.A/2", "X.A/3", "III.G/10")
def test_a_regiment_dismounts_in_place() -> None:
    events, after = ordered(troopers(), u1=DOWN)
    (event,) = of(events, UnitDismounted)
    foot, led = after.units["u1"], after.units["u1_horses"]
    assert (foot.mounted, [stand.men for stand in foot.stands]) == (False, [4, 4, 3])
    assert {(stand.width, stand.depth) for stand in foot.stands} == {(200, 60)}
    assert (foot.at, foot.facing, foot.formation) == ((3000, 2000), 0, "close")
    assert (led.formation, [stand.men for stand in led.stands]) == ("column", [2, 2])
    assert led.at == (3000, 2000 - 120 - 100), "an inch behind the rear rank"
    assert event.held.men == 4
    assert strength(after, "u1") == 15
    assert feet(after, "u1_horses", 0) == 9
    with pytest.raises(Refused) as refused:
        check_fire(after, "union", "u1", FireOrder("c1", "carbine"))
    assert refused.value.rule == "III.G/10"


@pytest.mark.rule("X.A/2", "VII.D/4", "S/2")
def test_holders_are_no_casualties() -> None:
    _, after = ordered(troopers(), u1=DOWN)
    assert not any("15" in each.name for each in items_of(after, "u1"))
    assert (loss_points(after, "u1"), loss_points(after, "u1_horses")) == (0, 0)
    shot = changed(after, "u1_horses", stands=after.units["u1_horses"].stands[:1])
    assert strength(shot, "u1") == 13
    assert loss_points(shot, "u1") == 2 * (3 + 2), "two regular men of horse"


@pytest.mark.rule("X.A/3")
def test_horses_are_led_as_cavalry_in_column_and_do_not_fight() -> None:
    _, after = ordered(troopers(), u1=DOWN)
    led = planned(after, "u1_horses", MoveOrder("march", (Go(0, 100),)))
    assert led.used * 20 == 1, "20 inches a turn"
    with pytest.raises(Refused):
        check_fire(after, "union", "u1_horses", FireOrder("c1", "carbine"))
    with pytest.raises(Refused):
        check_target(after, "c1", "u1_horses")


@pytest.mark.rule("X.A/1")
@pytest.mark.parametrize(
    ("facts", "order", "rule"),
    [
        ({"state": "disorganized"}, DOWN, "X.A/1"),
        ({"mounted": False}, DOWN, "X.A/1"),
        ({}, UP, "X.A/1"),
        ({"mounted": False}, UP, "X.A/2"),
    ],
)
def test_who_may_not_mount_or_dismount(facts: dict[str, Any], order: MoveOrder, rule: str) -> None:
    with pytest.raises(Refused) as refused:
        planned(changed(troopers(), "u1", **facts), "u1", order)
    assert refused.value.rule == rule


@pytest.mark.rule("X.A/1")
def test_foot_has_no_horses_and_horses_need_room() -> None:
    with pytest.raises(Refused, match="only mounted troops"):
        planned(battle(unit("u1", (3000, 2000))), "u1", DOWN)
    crowded = battle(unit("u1", (3000, 2000), type="cavalry"), unit("u2", (3000, 1700)))
    with pytest.raises(Refused) as refused:
        planned(crowded, "u1", DOWN)
    assert refused.value.rule == "III.D/1"
    with pytest.raises(Refused, match="no room"):
        planned(battle(unit("u1", (3000, 250), type="cavalry")), "u1", DOWN)


@pytest.mark.rule("X.A/1", "X.A/2")
def test_a_regiment_mounts_again_with_its_holders() -> None:
    _, down = ordered(troopers(), u1=DOWN)
    down.deeds = {id: Deeds(men=each.men) for id, each in down.units.items()}
    play, _ = resolving(down)
    down.revealed = {"u1": UP}
    planned(down, "u1", UP)
    mount_all(play)
    assert of(play.events, UnitMounted)
    again = play.position.units["u1"]
    assert (again.mounted, [stand.men for stand in again.stands]) == (True, [2] * 7 + [1])
    assert "u1_horses" not in play.position.units
    assert strength(play.position, "u1") == 15


@pytest.mark.rule("X.A/2")
@pytest.mark.parametrize(("held", "gone"), [((2, 2), False), ((2, 1), True), ((2,), True)])
def test_horses_without_holders_run_off(held: tuple[int, ...], gone: bool) -> None:
    _, down = ordered(troopers(), u1=DOWN)
    led = down.units["u1_horses"]
    stands = tuple(
        msgspec.structs.replace(each, men=men) for each, men in zip(led.stands, held, strict=False)
    )
    position = changed(down, "u1_horses", stands=stands)
    play, _ = resolving(position)
    run_off(play)
    assert ("u1_horses" not in play.position.units) == gone
    assert strength(play.position, "u1") == 11 + sum(held), "its holders are no casualties"
    if gone:
        with pytest.raises(Refused) as refused:
            planned(play.position, "u1", UP)
        assert refused.value.rule == "X.A/2"


@pytest.mark.rule("S/31", "X.A/3")
def test_the_third_indiana_stands_dismounted() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("mcphersons_ridge", {}, None, ""))
    assert [stand.men for stand in position.units["in3"].stands] == [4, 4, 3]
    assert position.units["in3_horses"].at == (5050, 2200)
    assert strength(position, "in3") == 15
