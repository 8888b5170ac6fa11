"""Ships that sail: the cost of water, who may lie where, stops before enemies, Florida and Charleston."""

import pytest

from ironclad.domain.games.war_between_the_states.position.pieces import Work
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import sailing_of
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.events import ShipsSailed
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.events import (
    FortPassed,
    ShipsSunk,
)
from tests.games.war_between_the_states.shore import afloat, begun, run_past, sail, waters
from tests.games.war_between_the_states.table import armed

DOWN = ("A3219-A3220", "A3120-A3220", "A3121-A3220", "A3121-A3221", "A3122-A3221", "A3122-A3222")
CAIRO = "A3219-A3320"
OUTSIDE, SUMTER, CHARLESTON = "C1741", "C1641", "C1640"


@pytest.mark.rule("7.0/2", "7.0/4", "7.0/5", "5.26/1", "7.11/1")
def test_ships_pay_a_point_for_each_water_and_need_no_command() -> None:
    position = waters()
    first, second = afloat(position, "union", "river_flotilla", CAIRO, CAIRO)
    table = begun(position)
    sailed = table.one(ShipsSailed, table.give("union", sail(DOWN, first, second)))
    assert (sailed.spent, sailed.stopped) == (6, False)
    assert table.position.ships[first].at == DOWN[-1]
    assert sailing_of(table.position, first).spent == 6
    assert table.refused("union", sail(("C3118",), first)) == "7.0/4"
    assert table.refused("union", sail(("A0101",), first)) == "7.11/1"
    assert table.refused("union", sail((), first)) == "7.0/4"
    back = (*reversed(DOWN[:-1]), CAIRO)
    for _ in range(2):
        table.give("union", sail(back, first))
        table.give("union", sail(DOWN, first))
    table.give("union", sail(back, first))
    assert table.refused("union", sail((*DOWN, *back[:1]), first)) == "7.0/2"


@pytest.mark.rule("7.13/1", "7.13/2", "7.53/1")
def test_which_ships_sail_where() -> None:
    position = waters()
    (naval,) = afloat(position, "union", "naval_flotilla", "C3118")
    (river,) = afloat(position, "union", "ironclad", "C3118")
    table = begun(position)
    assert table.refused("union", sail(("C3218", "C3319", "C3418"), river)) == "7.13/1"
    table.give("union", sail(("C3218", "C3319", "C3320"), naval))
    assert table.position.ships[naval].at == "C3320"


@pytest.mark.rule("7.14/1", "7.14/2", "7.15/1", "7.16/1", "11.11/1", "11.11/2")
def test_enemy_warships_stop_warships_and_bar_transports() -> None:
    position = waters()
    (gunboat,) = afloat(position, "union", "river_flotilla", CAIRO)
    (boat,) = afloat(position, "union", "river_transport", CAIRO)
    afloat(position, "confederate", "river_transport", DOWN[0])
    afloat(position, "confederate", "river_flotilla", DOWN[2])
    armed(position, "confederate", "A3220", infantry=(5,))
    table = begun(position)
    assert table.refused("union", sail(DOWN[:3], boat)) == "7.16/1"
    assert table.refused("union", sail(DOWN[:3], boat, gunboat)) == "7.16/1"
    assert table.refused("union", sail(DOWN[:4], gunboat)) == "11.11/1"
    assert table.one(ShipsSailed, table.give("union", sail(DOWN[:3], gunboat))).stopped
    assert table.refused("union", sail((DOWN[3],), gunboat)) == "11.11/1"
    table.give("union", sail(DOWN[:2], boat))


@pytest.mark.rule("7.4/1", "7.4/2")
def test_around_florida() -> None:
    position = waters()
    (naval, late) = afloat(position, "union", "naval_flotilla", "C1354", "C1353")
    (enemy,) = afloat(position, "confederate", "ironclad", "C3118")
    table = begun(position)
    round_florida = {"type": "round_florida", "ships": (naval,), "to": "B2034"}
    assert table.refused("union", round_florida | {"to": "C1454"}) == "7.4/1"
    assert table.refused("union", round_florida | {"to": "B2033"}) == "7.4/1"
    assert table.refused("union", round_florida | {"ships": (late,)}) == "7.4/1"
    table.give("union", sail(("C1354",), late))
    assert table.refused("union", round_florida | {"ships": (late,)}) == "7.4/1"
    table.give("union", round_florida)
    assert table.position.ships[naval].at == "B2034"
    assert table.refused("union", sail(("B2033",), naval)) == "7.0/2"
    table.give("union", {"type": "end_movement"})
    assert enemy in table.position.ships


@pytest.mark.rule("7.55/1", "7.55/2", "7.55/3", "7.55/4", "11.22/1", "11.22/6", "11.24/1", "11.24/2")
def test_charleston_is_reached_past_fort_sumter_alone() -> None:
    position = waters()
    ships = afloat(position, "union", "naval_flotilla", OUTSIDE, OUTSIDE, OUTSIDE)
    position.works[SUMTER] = Work("confederate", "fort", "water")
    (inside,) = armed(position, "confederate", SUMTER, garrison=(4,))
    position.units[inside] = position.units[inside].with_(inside=True)
    table = begun(position)
    assert table.refused("union", sail((SUMTER, CHARLESTON), ships[0])) == "11.22/1"
    table.give("union", sail((SUMTER,), *ships))
    assert table.refused("union", sail((CHARLESTON,), ships[0])) == "11.22/1"
    passed = table.one(FortPassed, table.give("union", run_past(CHARLESTON, ships[0]), [3]))
    assert (passed.read, passed.passes, passed.lost, passed.downstream) == (3, True, 0, False)
    assert table.position.ships[ships[0]].at == CHARLESTON
    events = table.give(
        "union", run_past(CHARLESTON, ships[1]), [4]
    )  # 4 on a fort: it passes, and one is lost
    assert table.one(ShipsSunk, events).ships == (ships[1],)
    assert table.position.warships_lost == {"union": 1}
    stopped = table.one(FortPassed, table.give("union", run_past(CHARLESTON, ships[2]), [5]))
    assert (stopped.passes, stopped.lost) == (False, 0)
    assert table.refused("union", run_past(CHARLESTON, ships[2])) == "11.22/6"


@pytest.mark.rule("11.24/3", "11.22/5")
@pytest.mark.parametrize(
    ("kind", "garrison", "grade", "die", "read"),
    [
        ("ironclad", 4, "fort", 4, 3),
        ("ironclad", 5, "fort", 4, 4),
        ("river_flotilla", 5, "fortress", 3, 4),
        ("river_flotilla", 9, "fortress", 6, 6),
    ],
)
def test_how_the_die_of_a_transit_is_read(kind: str, garrison: int, grade: str, die: int, read: int) -> None:
    position = waters()
    (ship,) = afloat(position, "union", kind, OUTSIDE)  # type: ignore[arg-type]
    position.works[SUMTER] = Work("confederate", grade, "water")  # type: ignore[arg-type]
    (inside,) = armed(position, "confederate", SUMTER, garrison=(garrison,))
    position.units[inside] = position.units[inside].with_(inside=True)
    table = begun(position)
    table.give("union", sail((SUMTER,), ship))
    assert table.one(FortPassed, table.give("union", run_past(CHARLESTON, ship), [die])).read == read


@pytest.mark.rule("11.24/3", "11.22/4")
def test_downstream_is_easier_than_upstream() -> None:
    position = waters()
    first, second = afloat(position, "union", "river_flotilla", DOWN[1], DOWN[1])
    position.works["A3220"] = Work("confederate", "fort", DOWN[1])
    (inside,) = armed(position, "confederate", "A3220", garrison=(3,))
    position.units[inside] = position.units[inside].with_(inside=True)
    table = begun(position)
    assert table.refused("union", sail((DOWN[2],), first)) == "11.22/1"
    passed = table.one(FortPassed, table.give("union", run_past(DOWN[2], first), [3]))
    assert (passed.downstream, passed.read) == (True, 2)
    passed = table.one(FortPassed, table.give("union", run_past(DOWN[0], second), [3]))
    assert (passed.downstream, passed.read) == (False, 3)


@pytest.mark.rule("7.51/1")
@pytest.mark.parametrize(("turn", "passes"), [(1, False), (37, False), (41, True), (44, True), (45, False)])
def test_the_shoals_of_the_tennessee_are_passed_in_cycle_4(turn: int, passes: bool) -> None:
    position = waters()
    position.agenda = type(position.agenda)(turn=turn)
    (ship,) = afloat(position, "union", "river_flotilla", "B4105-B4106")
    table = begun(position)
    if passes:
        table.give("union", sail(("B4106-B4205",), ship))
    else:
        assert table.refused("union", sail(("B4106-B4205",), ship)) == "7.0/4"
