"""Ships and craft: sailing, gunnery, penetration, special damage, torpedoes, rams (XVIII, XXVI)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.board.charts import guns
from ironclad.domain.games.iron_brigade.position.orders import FireOrder, FirePlan, MoveOrder
from ironclad.domain.games.iron_brigade.position.state import NEVER, Position
from ironclad.domain.games.iron_brigade.position.vessels import Hull
from ironclad.domain.games.iron_brigade.rules.between import sees
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import planned
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import check_fire
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import BarrageFired
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.volleys import fire_all
from ironclad.domain.games.iron_brigade.rules.c26_ships.courses import arc_cost
from ironclad.domain.games.iron_brigade.rules.c26_ships.damage import (
    Struck,
    lose_draft,
    penetration,
    ram_losses,
    side_struck,
    strike,
)
from ironclad.domain.games.iron_brigade.rules.c26_ships.events import (
    MineRolled,
    ShipHit,
    ShipRammed,
    ShipSailed,
)
from ironclad.domain.games.iron_brigade.rules.c26_ships.gunnery import broadside
from ironclad.domain.games.iron_brigade.rules.c26_ships.sailing import sail_all
from ironclad.domain.games.iron_brigade.rules.s_scenarios.set_up import set_up
from ironclad.domain.games.iron_brigade.rules.s_scenarios.victory import loss_points
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, changed, of, resolving, unit

SEA = {
    "id": "sea", "kind": "deep_water", "navigable": True,
    "polygon": [[0, 1000], [6000, 1000], [6000, 4800], [0, 4800]],
}  # fmt: skip


def ship(id: str, at: tuple[int, int], facing: int = 0, **facts: Any) -> dict[str, Any]:
    """A wooden ship of 6 knots, 10 feet, 100 tons and 4 points of armor, with 4 Napoleons on each side."""
    armor = dict.fromkeys(("bow", "port", "starboard", "stern"), "4")
    given = {
        "type": "ship", "length": 300, "beam": 80, "material": "wood", "grade": "regular", "value": 36,
        "speed_knots": 6, "speed": 0, "draft_feet": 10, "tons": 100, "armor": armor, "ram": False,
        "guns": [
            {"gun": "napoleon_12", "number": 4, "arc": [20, 160]},
            {"gun": "rifle_100", "number": 1, "arc": [0, 360]},
        ],
        **facts,
    }  # fmt: skip
    return unit(id, at, facing, **given)


def sea(*units: dict[str, Any], terrain: Sequence[dict[str, Any]] = ()) -> Position:
    return battle(*units, terrain=[SEA, *terrain])


def sailed(
    position: Position, speed: int | None = None, degrees: int = 0, dice: Sequence[int] = ()
) -> tuple[list[Any], Position]:
    if speed is not None:
        order = MoveOrder("sail", speed=speed, degrees=degrees)
        planned(position, "u1", order)
        position.revealed = {"u1": order}
    play, script = resolving(position, dice)
    sail_all(play)
    assert script.left() == ()
    return play.events, play.position


def at_speed(position: Position, id: str, knots: int) -> Position:
    vessel = position.units[id].vessel
    assert vessel is not None
    return changed(position, id, vessel=vessel.__class__(**{**_fields(vessel), "knots": knots}))


def _fields(vessel: Any) -> dict[str, Any]:
    return {name: getattr(vessel, name) for name in vessel.__struct_fields__}


def refusal(position: Position, speed: int, degrees: int = 0) -> str:
    with pytest.raises(Refused) as refused:
        planned(position, "u1", MoveOrder("sail", speed=speed, degrees=degrees))
    return refused.value.rule


@pytest.mark.rule("XXVI.A/1", "XXVI.A/2")
def test_a_ship_moves_three_inches_a_knot() -> None:
    position = sea(ship("u1", (3000, 2000)))
    _, after = sailed(position.copy(), 1)
    assert (after.units["u1"].at, after.units["u1"].vessel.knots) == ((3000, 2300), 1)  # type: ignore[union-attr]
    assert refusal(position, 2) == "XXVI.A/1"
    fast = at_speed(position, "u1", 6)
    assert refusal(fast, 7) == "XXVI.A/1"
    assert refusal(fast, 3) == "XXVI.A/1"
    assert planned(fast, "u1", MoveOrder("sail", speed=4)).used == 0
    _, kept = sailed(at_speed(sea(ship("u1", (3000, 2000))), "u1", 3))
    assert kept.units["u1"].at == (3000, 2900), "without an order it keeps its course and speed"
    _, aground = sailed(at_speed(sea(ship("u1", (3000, 4600))), "u1", 3))
    assert (aground.units["u1"].at, aground.units["u1"].vessel.knots) == ((3000, 4800), 0)  # type: ignore[union-attr]


@pytest.mark.rule("XXVI.A/1", "XXVI.A/2")
def test_a_ship_turns_on_nine_inches() -> None:
    """A quarter of the circle is 14.14 inches: 5 knots are 15. The centre goes from (3000, 2150) to 9 inches
    right and 9 ahead, and 0.86 inch on.
    """
    assert [arc_cost(each) for each in (1, -1, 90)] == [16, 16, 1414]
    position = at_speed(sea(ship("u1", (3000, 2300))), "u1", 5)
    assert refusal(position, 4, 90) == "XXVI.A/1"
    _, after = sailed(position, 5, 90)
    assert (after.units["u1"].facing, after.units["u1"].body.centre_of(0)) == (90, (3986, 3050))


@pytest.mark.rule("XXVI.A/2", "XXVI.B/10")
def test_what_a_ship_may_not_do() -> None:
    assert refusal(sea(ship("u1", (3000, 4700))), 1) == "XXVI.A/2", "off the table"
    position = sea(ship("u1", (3000, 2000)))
    vessel = position.units["u1"].vessel
    assert vessel is not None
    stuck = changed(
        position.copy(), "u1", vessel=vessel.__class__(**{**_fields(vessel), "jammed": 1, "knots": 1})
    )
    assert refusal(stuck, 1, 5) == "XXVI.B/10"
    dead = changed(
        position.copy(), "u1", vessel=vessel.__class__(**{**_fields(vessel), "powerless": 1, "knots": 3})
    )
    assert refusal(dead, 3) == "XXVI.A/1"
    planned(dead, "u1", MoveOrder("sail", speed=2))


@pytest.mark.rule("XXVI.B/7", "S/2")
def test_the_value_of_a_ship() -> None:
    armor = {"bow": "5", "port": "6.6", "starboard": "6.6", "stern": "5"}
    assert Hull(300, 80, "iron", 6, 15, 3486, armor).value == 303, "15 x 3486 x 5.8 / 1000 = 303.282"
    assert Hull(300, 80, "wood", 6, 1, 10, dict.fromkeys(armor, "1")).value == 1, "at least 1"
    position = sea(ship("u1", (3000, 2000)))
    assert position.units["u1"].vessel.value == 4  # type: ignore[union-attr]
    del position.units["u1"]
    assert loss_points(position, "u1") == 1


@pytest.mark.rule("XXVI.B/2", "XXVI.B/3", "XXVI.B/4", "XXVI.B/5")
@pytest.mark.parametrize(
    ("gun", "feet", "value"),
    [
        ("smoothbore_6", 3, "1/2"), ("napoleon_12", 4, "1/2"), ("napoleon_12", 1, "7/2"),
        ("ordnance_3in", 5, "1"),
        ("parrott_20", 8, "3/2"), ("parrott_30", 8, "2"), ("smoothbore_200", 8, "9/2"),
        ("rifle_200", 9, "11/2"),
        ("smoothbore_30", 3, "1"), ("rifle_150", 8, "5"),
    ],
)  # fmt: skip
def test_what_a_gun_goes_through(gun: str, feet: int, value: str) -> None:
    assert penetration(guns()[gun], feet) == Fraction(value)


@pytest.mark.rule("XXVI.B/6")
@pytest.mark.parametrize(
    ("firer", "side"),
    [
        ((3000, 4000), "bow"),
        ((4000, 3000), "bow"),
        ((4001, 3000), "starboard"),
        ((1000, 2000), "port"),
        ((3000, 0), "stern"),
    ],
)
def test_the_side_that_is_struck(firer: tuple[int, int], side: str) -> None:
    assert side_struck((3000, 2000), 0, firer) == side


def struck(
    dice: Sequence[int], penetration: str = "9", points: int = 1, **facts: Any
) -> tuple[Any, Position]:
    play, script = resolving(sea(ship("u1", (3000, 2000), **facts)), dice)
    strike(play, "u1", Struck("bow", Fraction(penetration), points), "XXVI.B/6")
    assert script.left() == ()
    (hit,) = of(play.events, ShipHit)
    return hit, play.position


@pytest.mark.rule("XXVI.B/8", "XXVI.B/9", "XXVI.B/10")
def test_special_damage_of_shells() -> None:
    hit, after = struck((3, 4))
    assert (hit.special, hit.points, hit.left.value) == ("", 1, 3)
    assert struck((1, 1))[0].special == "sinks"
    assert "u1" not in struck((1, 1))[1].units
    assert struck((1, 2))[0].left.draft == 6
    assert struck((2, 2))[0].left.jammed == 6
    hit, after = struck((4, 5, 5))
    assert (hit.special, hit.left.guns) == ("gun", (4, 0)), "the fifth gun of five"
    assert struck((4, 6))[0].points == 2
    assert struck((5, 6))[0].left.powerless == 9
    assert struck((6, 6))[0].left.most == 3
    assert "u1" not in struck((3, 4), points=4)[1].units
    assert after.units["u1"].vessel == hit.left


@pytest.mark.rule("XXVI.B/6", "XXVI.C/1")
def test_a_shell_that_does_not_go_through() -> None:
    assert struck((3, 4), "4")[0].penetrates, "as much as the armor is enough"
    for dice, special in (((1, 1), ""), ((1, 2), "draft"), ((2, 2), ""), ((5, 6), "stack"), ((6, 6), "")):
        hit, _ = struck(dice, "7/2")
        assert (hit.penetrates, hit.special, hit.points) == (False, special, 0)


@pytest.mark.rule("XXVI.B/11", "XXVI.D/1", "XXVI.D/2")
def test_a_mine_under_a_ship() -> None:
    mines = {
        "id": "m",
        "kind": "minefield",
        "points": 2,
        "polygon": [[2000, 2200], [4000, 2200], [4000, 2600], [2000, 2600]],
    }
    position = sea(ship("u1", (3000, 2000)), terrain=[mines])
    events, after = sailed(position.copy(), 1, dice=(5, 3))
    assert [each.bursts for each in of(events, MineRolled)] == [True]
    (hit,) = of(events, ShipHit)
    assert (hit.special, hit.points, hit.left.value, hit.left.jammed) == ("steering", 2, 2, 6)
    events, after = sailed(position.copy(), 1, dice=(4,))
    assert [each.bursts for each in of(events, MineRolled)] == [False]
    assert "u1" in after.units
    _, after = sailed(position.copy(), 1, dice=(6, 4))
    assert "u1" not in after.units, "4 points of 4"


@pytest.mark.rule("XXVI.E/1", "XXVI.E/2")
def test_ramming() -> None:
    wood, iron = (sea(ship("u1", (3000, 2000), material=each)).muster["u1"].hull for each in ("wood", "iron"))
    assert wood is not None
    assert iron is not None
    assert [ram_losses(iron, wood, each) for each in (1, 3, 4, 6, 7, 9, 10)] == [
        (2, 1), (2, 1), (7, 2), (7, 2), (12, 4), (12, 4), (16, 6),
    ]  # fmt: skip
    assert ram_losses(wood, iron, 5) == (2, 7)
    with_ram = sea(ship("u1", (3000, 2000), material="iron", ram=True)).muster["u1"].hull
    assert with_ram is not None
    assert [ram_losses(with_ram, wood, each) for each in (1, 5, 8)] == [(2, 0), (7, 0), (12, 2)]
    position = at_speed(sea(ship("u1", (3000, 2000)), ship("c1", (3150, 2500), 90)), "u1", 4)
    events, after = sailed(position, 4, dice=(5,))
    (ram,) = of(events, ShipRammed)
    assert (ram.target_feet, ram.own_feet) == (7, 2)
    vessels = {id: after.units[id].vessel for id in ("u1", "c1")}
    assert [each.draft for each in vessels.values() if each] == [8, 3]
    assert [each.special for each in of(events, ShipHit)] == ["draft", "stack", "draft"]


@pytest.mark.rule("XXVI.D/2", "XXVI.E/2")
def test_a_spar_torpedo_bursts_on_contact() -> None:
    position = sea(ship("u1", (3000, 2000), spar_torpedo=True), ship("c1", (3150, 2200), 90, tons=5000))
    events, after = sailed(position, 1, dice=(2, 6))
    assert [(each.special, each.points) for each in of(events, ShipHit)][-1] == ("boiler", 30)
    assert after.units["u1"].vessel is not None
    assert not after.units["u1"].vessel.spar
    play, _ = resolving(sea(ship("u1", (3000, 2000))))
    lose_draft(play, "u1", 10)
    assert "u1" not in play.position.units


@pytest.mark.rule("XXVI.B/1", "V.E/34", "XXVI.A/2", "V/2")
def test_a_broadside_fires_with_all_guns_that_bear() -> None:
    """Four Napoleons are two shots, the heavy rifle one; it is silent in the turn after it fired."""
    position = sea(ship("u1", (3000, 2000)), ship("c1", (4500, 2000)))
    assert broadside(position, "u1", "c1") == [("napoleon_12", 2, 2), ("rifle_100", 1, 2)]
    position.agenda = position.agenda.__class__(turn=2)
    assert broadside(changed(position.copy(), "u1", fired_in=1), "u1", "c1") == [("napoleon_12", 2, 2)]
    port = sea(ship("u1", (3000, 2000)), ship("c1", (1500, 2000)))
    assert broadside(port, "u1", "c1") == [("rifle_100", 1, 2)]
    position.fires = {"union": FirePlan({"u1": FireOrder(sections={"c1": 1})})}
    play, script = resolving(position, (20, 3, 4))
    assert fire_all(play)
    assert script.left() == ()
    (fire,) = of(play.events, BarrageFired)
    assert [(each.gun, each.chart, each.together) for each in fire.batteries] == [
        ("napoleon_12", 5, 12),
        ("rifle_100", 10, 10),
    ]
    assert (fire.whole, fire.rest, fire.casualties) == (1, 2, 1)
    (hit,) = of(play.events, ShipHit)
    assert (hit.side, hit.penetration, hit.points) == ("port", "5/2", 0)


@pytest.mark.rule("XXVI.B/1", "S/33")
def test_who_may_fire_at_ships_and_when_ships_hold() -> None:
    position = sea(ship("u1", (3000, 2000)), unit("c1", (3000, 900), 0))
    with pytest.raises(Refused) as refused:
        check_fire(position, "confederate", "c1", FireOrder("u1"))
    assert refused.value.rule == "XXVI.B/1"
    order = FireOrder(sections={"c1": 1})
    check_fire(position, "union", "u1", order)
    position.ships_hold_from = 2
    check_fire(position, "union", "u1", order)
    position.agenda = position.agenda.__class__(turn=2)
    with pytest.raises(Refused) as refused:
        check_fire(position, "union", "u1", order)
    assert refused.value.rule == "S/33"


@pytest.mark.rule("XXIII.B/1")
def test_ships_see_each_other_in_any_weather() -> None:
    position = sea(ship("u1", (3000, 1500)), ship("c1", (3000, 4500)), unit("c2", (3000, 900)))
    position.visibility = 500
    assert sees(position, "u1", "c1")
    assert not sees(position, "c1", "c2")


@pytest.mark.rule("XVIII.A/1", "XVIII.A/2")
def test_a_craft_goes_three_inches_and_sinks_at_a_hit() -> None:
    boat = unit("u1", (3000, 1500), type="craft")
    position = sea(
        boat, unit("c1", (3000, 900), 0, type="battery"), unit("u2", (0, 0), men=4, formation="column")
    )
    position.aboard, position.arrivals = {"u2": "u1"}, {"u2": NEVER}
    _, after = sailed(position.copy(), 300, 90)
    assert after.units["u1"].body.centre_of(0) == (3300, 1350)
    assert refusal(position, 301) == "XVIII.A/1"
    position.fires = {"confederate": FirePlan({"c1": FireOrder(sections={"u1": 3})})}
    play, _ = resolving(position, (20,))
    assert fire_all(play)
    assert {"u1", "u2"} & set(play.position.units) == set()


@pytest.mark.rule("S/33", "S/34")
def test_the_scenarios_with_ships_can_be_set_up() -> None:
    wagner = set_up("battery_wagner")
    assert wagner.ships_hold_from == 10
    assert wagner.units["nc51"].posture == "heads_down"
    assert wagner.units["ironsides"].vessel is not None
    ground = set_up("proving_ground")
    assert ground.aboard == {"landing": "transport", "passengers": "cars"}


def test_a_course_is_of_the_unit_that_sails() -> None:
    events, _ = sailed(sea(ship("u1", (3000, 2000))), 1)
    assert [each.unit for each in of(events, ShipSailed)] == ["u1"]
