"""Machine guns, rockets, mortars, guns that fire every other turn, mountain guns, ammunition."""

from fractions import Fraction
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.position.orders import (
    FireOrder,
    FirePlan,
    Go,
    Limber,
    MoveOrder,
    MovePlan,
    Unlimber,
)
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Deeds, FireTaken
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import battery_actions, planned
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import Pace, road_speed, speed
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import check_fire
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import MachineGunFired, ShotsFired
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.volleys import fire_all
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import items_of
from ironclad.domain.games.iron_brigade.rules.c14_supply.events import UnitResupplied
from ironclad.domain.games.iron_brigade.rules.c14_supply.supply import turns_left
from ironclad.domain.games.iron_brigade.rules.c21_siege.mortars import is_in_dugout
from ironclad.domain.games.iron_brigade.rules.s_scenarios.victory import end_turn, loss_points
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, changed, give, of, opened, resolving, unit


def guns(id: str, at: tuple[int, int], facing: int = 0, **facts: Any) -> dict[str, Any]:
    given = {
        "type": "battery", "gun": "napoleon_12", "class": "field", "sections": 2, "men": 4, "horses": 4,
        "limbers": 4, "grade": "regular", "value": 36, "formation": "unlimbered", "loaded": True, **facts,
    }  # fmt: skip
    return unit(id, at, facing, **given)


def gatlings(**facts: Any) -> dict[str, Any]:
    return guns("u1", (3000, 1000), **{"type": "machine_gun", "gun": "gatling", **facts})


def single(id: str, kind: str, gun: str, number: int, at: tuple[int, int]) -> dict[str, Any]:
    facts = {"sections": 0, "guns": number, "men": 2 * number, "horses": 0, "limbers": 0, "class": "siege"}
    return guns(id, at, type=kind, gun=gun, formation="emplaced", **facts)


def fired(position: Position, sections: int, dice: tuple[int, ...]) -> tuple[list[Any], Position]:
    position.fires = {"union": FirePlan({"u1": FireOrder(sections={"c1": sections})})}
    play, script = resolving(position, dice)
    assert fire_all(play)
    assert script.left() == ()
    return play.events, play.position


def refusal(position: Position, order: FireOrder, id: str = "u1") -> str:
    with pytest.raises(Refused) as refused:
        check_fire(position, "union", id, order)
    return refused.value.rule


AT = FireOrder(sections={"c1": 1})


@pytest.mark.rule("XXIV.B/3", "XXIV.A/2", "XXIV.E/1", "XXIV.F/1", "II.C/5")
def test_each_section_of_gatlings_fires_and_may_jam() -> None:
    """At 10 inches a Gatling has 2, against a close order of 2 ranks: 2 men without a die. 5 jams."""
    events, after = fired(battle(gatlings(), unit("c1", (3000, 2000), 180)), 2, (4, 5))
    found = of(events, MachineGunFired)
    assert [(each.jam, each.jammed, each.loss, each.chart) for each in found] == [
        (4, False, 2, "2"),
        (5, True, 0, "2"),
    ]
    assert after.units["c1"].men == 22
    assert after.units["u1"].jammed == 1


@pytest.mark.rule("XXIV.F/2")
@pytest.mark.parametrize(("dice", "jammed", "loss"), [((4, 3), 1, 2), ((4, 2, 4), 0, 4), ((4, 1, 6), 1, 2)])
def test_a_jam_is_cleared_on_one_or_two_and_the_gun_may_jam_again(
    dice: tuple[int, ...], jammed: int, loss: int
) -> None:
    position = changed(battle(gatlings(), unit("c1", (3000, 2000), 180)), "u1", jammed=1)
    _, after = fired(position, 2, dice)
    assert (after.units["u1"].jammed, 24 - after.units["c1"].men) == (jammed, loss)


@pytest.mark.rule("XXIV.C/1", "XXIV.D/1", "XXIV.D/2", "XXIV.D/3", "XXIV.D/4")
@pytest.mark.parametrize(
    ("facts", "product"),
    [
        ({"formation": "open"}, "1"),
        ({"formation": "skirmish", "men": 12}, "1"),
        ({"facing": 90}, "4"),
        ({"type": "cavalry", "mounted": True}, "3"),
        ({"type": "battery", "facing": 180}, "1"),
    ],
)
def test_the_sum_of_a_machine_gun(facts: dict[str, Any], product: str) -> None:
    given = {"facing": 180, **facts}
    events, _ = fired(battle(gatlings(), unit("c1", (3000, 2000), **given)), 1, (1,))
    assert [each.product for each in of(events, MachineGunFired)] == [product]


@pytest.mark.rule("XXIV.D/4")
@pytest.mark.parametrize(("option", "product"), [("no", "1/2"), ("yes", "5")])
def test_machine_guns_at_a_trench(option: str, product: str) -> None:
    trench = {
        "id": "t",
        "kind": "work",
        "cover": "trench",
        "points": 100,
        "line": [[2500, 1980], [3500, 1980]],
    }
    position = battle(gatlings(), unit("c1", (3000, 2000), 180, formation="open"), terrain=[trench])
    position = changed(position, "c1", formation="close", deeds={"fired": True})
    position.options = {"printed_trench_2_5": option}
    events, _ = fired(position, 1, (1, 5)[: 2 - (product == "5")])
    assert [each.product for each in of(events, MachineGunFired)] == [product]


@pytest.mark.rule("XXIV.A/2")
def test_one_fire_for_a_battery_of_machine_guns() -> None:
    position = battle(gatlings(), unit("c1", (3000, 2000), 180))
    position.options = {"one_fire_per_machine_gun_battery": "yes"}
    events, _ = fired(position, 2, (1,))
    assert len(of(events, MachineGunFired)) == 1


@pytest.mark.rule("XXIV.G/1", "XXIV.A/1", "XXIV.A/2")
def test_what_machine_guns_may_not_do() -> None:
    position = battle(gatlings(), unit("c1", (3000, 2000), 180), unit("c2", (3400, 2000), 180))
    assert refusal(changed(position, "u1", deeds={"used": (1, 9)}), AT) == "XXIV.G/1"
    two = battle(gatlings(), unit("c1", (2700, 2000), 180), unit("c2", (3400, 2000), 180))
    assert refusal(two, FireOrder(sections={"c1": 1, "c2": 1})) == "XXIV.A/2"
    far = battle(gatlings(), unit("c1", (3000, 5001 - 300), 180))
    check_fire(far, "union", "u1", AT)
    position = battle(gatlings(gun="williams"), unit("c1", (3000, 4001), 180))
    assert refusal(position, AT) == "XXIV.A/1", "30.01 inches"


@pytest.mark.rule("XIX.A/1", "XXIV.G/3", "VII.D/12")
def test_rockets_and_machine_guns_shake_morale_once() -> None:
    rockets = guns("u2", (3300, 1000), type="rocket", gun="rocket", **{"class": "light"})
    position = battle(gatlings(), rockets, unit("c1", (3000, 2000), 180))
    taken = tuple(FireTaken(id, True, "front", "none", 1) for id in ("u1", "u1", "u2"))
    position.deeds["c1"] = Deeds(men=24, taken=taken)
    found = {each.rule: each.amount for each in items_of(position, "c1")}
    assert (found["XIX.A/1"], found["XXIV.G/3"]) == (-5, -10)


@pytest.mark.rule("XIX.B/1", "XIX.B/2", "XIX.B/3")
def test_rockets_roll_a_die_a_section() -> None:
    def rocketed(cover: str, dice: tuple[int, ...], **facts: Any) -> Any:
        lines = [{"id": "w", "kind": "wall", "cover": cover, "line": [[2500, 1980], [3500, 1980]]}]
        battery = guns("u1", (3000, 1000), type="rocket", gun="rocket", **{"class": "light"})
        position = battle(battery, unit("c1", (3000, 2000), 180, **facts), terrain=lines)
        events, after = fired(position, 2, dice)
        (shots,) = of(events, ShotsFired)
        return shots.up_to, shots.hits, after

    assert rocketed("soft", (2, 3))[:2] == (2, 1)
    assert rocketed("hard", (2, 1))[:2] == (1, 1)
    up_to, hits, after = rocketed("none", (1, 2, 4, 1), type="battery")
    assert (up_to, hits) == (2, 2)
    assert after.units["c1"].guns is not None
    assert (after.units["c1"].guns.men, after.units["c1"].guns.horses) == (5, 5)
    far = battle(guns("u1", (3000, 200), type="rocket", gun="rocket"), unit("c1", (3000, 4700), 180))
    check_fire(far, "union", "u1", AT)


@pytest.mark.rule("XXI.A/1", "XXI.A/2", "XXI.A/4", "XXI.A/5", "V.E/34", "XXI.C/2")
def test_mortars_fire_between_their_ranges_every_other_turn() -> None:
    """The front of the gun stand is at 10.00 inches, so the least range of 15 inches ends at 25.00."""

    def mortared(gun: str, y: int, turn: int = 1, **facts: Any) -> Position:
        position = battle(single("u1", "mortar", gun, 2, (3000, 1000)), unit("c1", (3000, y), 180))
        position.agenda = position.agenda.__class__(turn=turn)
        return changed(position, "u1", **facts)

    check_fire(mortared("mortar_12", 2500), "union", "u1", AT)
    assert refusal(mortared("mortar_12", 2499), AT) == "XXI.A/1"
    assert refusal(mortared("mortar_12", 2500, 2, fired_in=1), AT) == "XXI.A/5"
    check_fire(mortared("mortar_12", 2500, 3, fired_in=1), "union", "u1", AT)
    assert refusal(mortared("mortar_12", 2500, formation="unlimbered"), AT) == "XXI.C/2"
    events, after = fired(mortared("mortar_8in", 3600), 2, (2, 3))
    assert [(each.up_to, each.hits) for each in of(events, ShotsFired)] == [(2, 1)]
    assert (after.units["c1"].men, after.units["u1"].fired_in) == (23, 1)


@pytest.mark.rule("XXI.A/3", "XXI.A/5")
def test_a_dugout_takes_one_from_a_mortars_chance() -> None:
    trench = {
        "id": "t", "kind": "work", "cover": "trench", "points": 100, "dugout": True,
        "line": [[2500, 3590], [3500, 3590]],
    }  # fmt: skip
    line = unit("c1", (3000, 3600), 180, formation="open")
    position = battle(single("u1", "mortar", "mortar_12", 1, (3000, 1000)), line, terrain=[trench])
    position = changed(position, "c1", deeds={"fired": True})
    assert is_in_dugout(position, "c1")
    events, _ = fired(position, 1, (1,))
    assert [(each.up_to, each.hits) for each in of(events, ShotsFired)] == [(0, 0)]


@pytest.mark.rule("XXI.A/5", "VI.G/2")
def test_a_mortar_fires_for_a_friend_who_sees() -> None:
    house = {
        "id": "h", "kind": "building", "material": "stone", "storeys": 3, "size": "standard", "cover": "hard",
        "points": 60, "polygon": [[2500, 1500], [3500, 1500], [3500, 1600], [2500, 1600]],
    }  # fmt: skip
    mortar = single("u1", "mortar", "mortar_12", 1, (3000, 1000))
    target = unit("c1", (3000, 3000), 180, men=12, formation="column")
    assert refusal(battle(mortar, target, terrain=[house]), AT) == "IV/2"
    near = unit("u2", (3750, 1200), type="officer")
    assert refusal(battle(mortar, target, near, terrain=[house]), AT) == "IV/2", "over 6 inches away"
    near = unit("u2", (3560, 1700), type="officer")
    far = battle(single("u1", "mortar", "mortar_12", 1, (3000, 1350)), target, near, terrain=[house])
    check_fire(far, "union", "u1", AT)


@pytest.mark.rule("V.E/34", "S/2")
def test_guns_of_seventy_pounds_fire_every_other_turn_and_count_singly() -> None:
    position = battle(
        single("u1", "battery", "smoothbore_130", 2, (3000, 1000)), unit("c1", (3000, 2000), 180)
    )
    check_fire(position, "union", "u1", FireOrder(sections={"c1": 2}))
    position.agenda = position.agenda.__class__(turn=5)
    assert refusal(changed(position.copy(), "u1", fired_in=4), AT) == "V.E/34"
    check_fire(changed(position.copy(), "u1", fired_in=3), "union", "u1", AT)
    assert position.muster["u1"].single
    before = position.units["u1"].guns
    assert before is not None
    lost = before.__class__(1, 2, 0, 0, 25, True)
    assert loss_points(changed(position, "u1", guns=lost), "u1") == 10


# -- mountain guns


@pytest.mark.rule("XXII.A/1", "XXII.B/1", "XXI.B/1")
def test_speeds_of_guns_on_mules_and_of_siege_guns() -> None:
    mules, siege = Pace("mule_artillery", "column"), Pace("siege_artillery", "column")
    grounds = ("field", "rough", "normal_woods", "dense_woods", "swamp")
    assert [speed(mules, each) for each in grounds] == [1000, 750, 150, 100, 0]  # type: ignore[arg-type]
    assert [speed(siege, each) for each in grounds] == [500, 250, 50, 0, 0]  # type: ignore[arg-type]
    assert (road_speed(mules), road_speed(siege)) == (1200, 600)


@pytest.mark.rule("XXII.A/1", "XXII.A/2")
def test_packing_mules_takes_a_whole_turn() -> None:
    howitzers = guns("u1", (3000, 1000), gun="mountain_howitzer_12", **{"class": "mountain"})
    position = battle(howitzers, unit("c1", (3000, 4000), 180))
    pack = MoveOrder("battery", (Limber(0, True),))
    assert battery_actions(position, "u1", position.units["u1"], pack, Fraction(0)) == 3
    plans = ("union", GiveOrders(plan=MovePlan({"u1": pack}))), ("confederate", GiveOrders(plan=MovePlan()))
    _, after = give(opened(position), *plans)
    assert (after.units["u1"].formation, after.units["u1"].packed) == ("limbered", True)
    packed = battle({**howitzers, "formation": "limbered", "packed": True, "loaded": False})
    for legs in ((Unlimber(), Go(0, 10)), (Go(0, 10), Unlimber())):
        with pytest.raises(Refused):
            planned(packed, "u1", MoveOrder("battery", legs))
    with pytest.raises(Refused) as refused:
        planned(battle(guns("u1", (3000, 1000))), "u1", pack)
    assert refused.value.rule == "XXII.A/1"


# -- ammunition


@pytest.mark.rule("XIV.A/1", "XIV.A/2", "XIV.A/3", "XIV.A/4", "XIV.A/5")
@pytest.mark.parametrize(
    ("weapon", "turns"), [("rifle_musket", 12), ("breechloader", 8), ("carbine", 8), ("repeater", 6)]
)
def test_a_regiment_fires_as_many_turns_as_it_has_ammunition(weapon: str, turns: int) -> None:
    position = battle(unit("u1", (3000, 1000), weapons=[weapon]), unit("c1", (3000, 1900), 180))
    assert turns_left(position, "u1") == turns
    check_fire(changed(position, "u1", shots=turns - 1), "union", "u1", FireOrder("c1"))
    assert refusal(changed(position, "u1", shots=turns), FireOrder("c1")) == "XIV.A/4"
    basic = changed(position, "u1", shots=turns)
    basic.options = {"basic": "yes"}
    check_fire(basic, "union", "u1", FireOrder("c1"))


@pytest.mark.rule("XIV.A/1", "XIV.A/3", "XIV.A/4")
@pytest.mark.parametrize(
    ("facts", "turns"),
    [
        ({}, 30),
        ({"class": "heavy"}, 25),
        ({"horse_artillery": True}, 40),
        ({"class": "mountain"}, 50),
        ({"class": "light"}, 40),
    ],
)
def test_the_ammunition_of_batteries(facts: dict[str, Any], turns: int) -> None:
    position = battle(guns("u1", (3000, 1000), **facts), unit("c1", (3000, 1900), 180))
    assert turns_left(position, "u1") == turns
    _, after = fired(position, 1, (20,))
    assert turns_left(after, "u1") == turns - 1
    fort = battle(guns("u1", (3000, 1000), ammunition="unlimited"))
    assert turns_left(fort, "u1") is None


@pytest.mark.rule("III.G/7", "XIV.B/1", "XIV.B/2", "XIV.C/1", "VII.U/2")
@pytest.mark.parametrize(("option", "unarmed"), [("no", 0), ("yes", 6)])
def test_a_turn_beside_a_wagon_fills_a_unit_up(option: str, unarmed: int) -> None:
    wagon = unit("u9", (3000, 890), type="wagon", cargo="ammunition", resupplies=4)
    position = battle(unit("u1", (3000, 1000), men=16), wagon, unit("c1", (3000, 4000), 180))
    position = changed(position, "u1", shots=9, unarmed=6)
    position.options = {"routed_weapons_never_replaced": option}
    order = MoveOrder("resupply")
    planned(position, "u1", order)
    far = changed(position.copy(), "u9", at=(3000, 779))
    with pytest.raises(Refused) as refused:
        planned(far, "u1", order)
    assert refused.value.rule == "XIV.B/1"
    position = changed(position, "u1", deeds={"action": "resupply"})
    assert refusal(position, FireOrder("c1")) == "III.G/1"
    play, _ = resolving(position)
    end_turn(play)
    assert [(each.unit, each.left) for each in of(play.events, UnitResupplied)] == [("u1", 3)]
    assert (play.position.units["u1"].shots, play.position.units["u1"].unarmed) == (0, unarmed)
    assert play.position.units["u9"].stock == 3


@pytest.mark.rule("XIV.B/2", "XIV.C/1")
def test_a_wagon_serves_one_unit_a_turn_and_none_if_it_moved() -> None:
    wagon = unit("u9", (3000, 890), type="wagon", cargo="ammunition", resupplies=1)
    position = battle(unit("u1", (2500, 890), men=12), unit("u2", (3500, 890), men=12), wagon)
    for id in ("u1", "u2"):
        position = changed(
            position, id, at=(2760 if id == "u1" else 3240, 890), shots=3, deeds={"action": "resupply"}
        )
    position = changed(position, "u1", at=(2750, 890))
    play, _ = resolving(position.copy())
    end_turn(play)
    assert len(of(play.events, UnitResupplied)) == 1
    moved = changed(position, "u9", deeds={"used": (1, 10)})
    play, _ = resolving(moved)
    end_turn(play)
    assert of(play.events, UnitResupplied) == []
