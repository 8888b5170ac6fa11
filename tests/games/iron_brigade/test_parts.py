"""Movements of both seats together: parts, stops before enemies, friends in the way, changes of orders."""

from fractions import Fraction
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.position.orders import (
    FormUp,
    Go,
    Limber,
    MoveOrder,
    MovePlan,
    TurnBy,
    Unlimber,
    WheelBy,
)
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Standing
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import ChangeOrders, GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import Moved, MovementEnded, UnitsMoved
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import planned
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, changed, give, of, opened, unit


def march(dx: int, dy: int) -> MoveOrder:
    return MoveOrder("march", (Go(dx, dy),))


def moved(position: Position, union: dict[str, Any], confederate: dict[str, Any]) -> tuple[Any, Position]:
    """The last event of the movement, and the position after it."""
    plans = [GiveOrders(plan=MovePlan(orders)) for orders in (union, confederate)]
    events, after = give(opened(position), ("union", plans[0]), ("confederate", plans[1]))
    return of(events, UnitsMoved)[-1], after


@pytest.mark.rule("G/34", "G/57")
def test_after_each_part_a_unit_has_used_as_many_sixteenths() -> None:
    event, after = moved(
        battle(unit("u1", (3000, 1000)), unit("c1", (3000, 4000), 180)), {"u1": march(0, 480)}, {}
    )
    found: Moved = event.moved["u1"]
    assert [y for _, y, _ in found.trail] == [1000 + 30 * part for part in range(17)]
    assert found.used == (4, 5)
    assert after.units["u1"].at == (3000, 1480)
    assert "c1" not in event.moved


@pytest.mark.rule("G/57", "III.B/3")
def test_legs_share_the_time_by_what_they_cost() -> None:
    position = battle(unit("u1", (3000, 1000)))
    order = MoveOrder("march", (Go(0, 300), WheelBy("left", 20)))
    found = planned(position, "u1", order)
    spent = [step.spent for step in found.steps]
    assert spent[0] == Fraction(1, 2)
    halfway = found.at_share(spent[0] / sum(spent, Fraction(0)))[0]
    assert (halfway.at, halfway.facing) == ((3000, 1300), 0), "the first leg is done, the wheel not begun"
    facings = [found.at(part)[0].facing for part in range(17)]
    assert facings == sorted(facings, key=lambda facing: -((facing - 1) % 360))
    turned = planned(position, "u1", MoveOrder("face", (TurnBy(90),)))
    assert [turned.at(part)[0].facing for part in (0, 15, 16)] == [0, 0, 90], "at its old place until the end"


@pytest.mark.rule("G/35", "III.C/5")
def test_enemies_stop_an_inch_from_each_other() -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1500), 180))
    event, after = moved(position, {"u1": march(0, 600)}, {})
    assert after.units["u1"].at == (3000, 1375), "part 11 would bring it to 0.88 inch"
    assert event.moved["u1"].stopped == "c1"
    assert Fraction(*event.moved["u1"].used) == Fraction(10, 16), "it has spent ten parts"


@pytest.mark.rule("G/35")
def test_both_stop_where_both_move() -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 2000), 180))
    event, after = moved(position, {"u1": march(0, 600)}, {"c1": march(0, -600)})
    assert [after.units[id].at[1] for id in ("u1", "c1")] == [1450, 1550]
    assert [event.moved[id].stopped for id in ("u1", "c1")] == ["c1", "u1"]


@pytest.mark.rule("G/35")
@pytest.mark.parametrize(("gap", "allowed"), [(100, 1), (99, 0)])
def test_exactly_an_inch_is_not_nearer_than_an_inch(gap: int, allowed: int) -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1160 + gap), 180))
    _, after = moved(position, {"u1": march(0, 160)}, {})
    assert (after.units["u1"].at == (3000, 1160)) == bool(allowed)


@pytest.mark.rule("G/35")
def test_enemies_nearer_than_an_inch_may_go_away() -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1050), 180))
    _, after = moved(position, {"u1": march(0, 60)}, {"c1": march(0, 100)})
    assert [after.units[id].at[1] for id in ("u1", "c1")] == [1060, 1150], "no nearer than they were"
    _, after = moved(position, {"u1": march(0, 60)}, {"c1": march(0, 50)})
    assert [after.units[id].at[1] for id in ("u1", "c1")] == [1003, 1053], "part 2 would be nearer"


@pytest.mark.rule("III.C/1", "G/38")
def test_foot_goes_through_foot() -> None:
    position = battle(unit("u1", (3000, 1300)), unit("u2", (3000, 1000)))
    _, after = moved(position, {"u2": march(0, 600)}, {})
    assert after.units["u2"].at == (3000, 1600)
    assert after.units["u1"].state == "good"


@pytest.mark.rule("G/36", "G/38")
def test_the_higher_number_makes_room() -> None:
    position = battle(unit("u1", (3000, 1600)), unit("u2", (3000, 1000)))
    event, after = moved(position, {"u2": march(0, 600)}, {})
    assert event.moved["u2"].stopped == "u1"
    assert after.units["u2"].at[1] <= 1600 - 120 + 5
    assert after.units["u2"].at[1] == 1000 + 600 * (len(event.moved["u2"].trail) - 1) // 16
    both = battle(unit("u1", (3000, 1000)), unit("u2", (3000, 2000), 180))
    event, after = moved(both, {"u1": march(0, 600), "u2": march(0, -600)}, {})
    assert after.units["u1"].at == (3000, 1600), "the lower number continues"
    assert event.moved["u2"].stopped == "u1"


@pytest.mark.rule("III.C/2")
def test_foot_stops_before_guns_and_horse_that_move() -> None:
    position = battle(
        unit("u1", (3000, 1300), 90, type="cavalry", formation="column"), unit("u2", (3000, 1000))
    )
    event, after = moved(position, {"u2": march(0, 600), "u1": march(40, 0)}, {})
    assert event.moved["u2"].stopped == "u1"
    assert after.units["u2"].at[1] < 1300
    still = battle(unit("u1", (3000, 1300), 90, type="cavalry", formation="column"), unit("u2", (3000, 1000)))
    event, after = moved(still, {"u2": march(0, 600)}, {})
    assert after.units["u2"].at == (3000, 1600)
    assert event.passed == ("u1",)


@pytest.mark.rule("III.C/3", "III.C/4")
def test_horse_that_goes_through_others_disorganizes_them() -> None:
    position = battle(
        unit("u1", (3000, 1300)),
        unit("u2", (3000, 1000), type="cavalry"),
        unit("u3", (3000, 1700), type="officer"),
    )
    event, after = moved(position, {"u2": march(0, 1000)}, {})
    assert event.ridden == ("u1",)
    assert after.units["u1"].state == "disorganized"
    assert after.units["u2"].state == "good", "the riders are not"


def broken(*others: dict[str, Any]) -> Position:
    """A broken irregular unit without an officer: it may not rally (VII.K/1)."""
    runs = unit("u2", (3000, 1600), irregular=True, value=33)
    return changed(battle(runs, unit("c1", (3000, 2600), 180), *others), "u2", state="broken")


@pytest.mark.rule("III.C/6", "VII.K/1")
def test_broken_units_run_through_friends_without_harm() -> None:
    _, after = moved(broken(unit("u1", (3000, 1000))), {}, {})
    assert after.units["u2"].formation == "scattered"
    assert after.units["u2"].body.centre[1] < 900, "beyond its friends"
    assert after.units["u1"].state == "good"


@pytest.mark.rule("VII.H/1", "VII.H/2")
def test_a_broken_unit_runs_at_full_speed_and_an_inch_more() -> None:
    position = broken()
    before = position.units["u2"].body.centres
    _, after = moved(position, {}, {})
    found = after.units["u2"].body
    assert found.centres == tuple((x, y - 800) for x, y in before), "column speed 7, and 1"
    assert {found.facing_of(number) for number in range(6)} == {180}
    assert opened(broken()).deeds["u2"].rally == "flee"
    with pytest.raises(Refused) as refused:
        planned(opened(broken()), "u2", march(0, 100))
    assert refused.value.rule == "VII.H/2"


@pytest.mark.rule("G/44")
@pytest.mark.parametrize(("dy", "heading"), [(100, "forward"), (99, ""), (-100, "away"), (-99, "")])
def test_forward_and_away_are_an_inch(dy: int, heading: str) -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 2000), 180))
    _, after = moved(position, {"u1": march(0, dy)}, {})
    assert after.deeds["u1"].heading == heading


@pytest.mark.rule("III.G/6", "III.H/5", "III.G/5")
def test_what_is_noted_when_the_movement_ends() -> None:
    position = battle(
        unit("u1", (3000, 1000)),
        unit("u2", (1000, 1000), type="battery", loaded=False),
        unit("u3", (4500, 1000)),
        unit("c1", (3000, 4000), 180),
    )
    orders = {
        "u1": MoveOrder("lie_down"),
        "u2": MoveOrder("battery", (), True),
        "u3": MoveOrder("form", (FormUp("open", (4500, 1000), 0),)),
    }
    _, after = moved(position, orders, {})
    assert after.units["u1"].posture == "prone"
    guns = after.units["u2"].guns
    assert guns is not None
    assert guns.loaded
    assert after.deeds["u2"].actions == 1
    assert after.deeds["u3"].formed
    assert after.units["u3"].formation == "open"


@pytest.mark.rule("VIII.E/1")
@pytest.mark.parametrize(("far", "state"), [(300, "good"), (301, "disorganized")])
def test_a_unit_that_reforms_moves_three_inches(far: int, state: str) -> None:
    position = changed(
        battle(unit("u1", (3000, 1000)), unit("c1", (3000, 4000), 180)), "u1", marks={"reforming": 1}
    )
    _, after = moved(position, {"u1": march(0, far)}, {})
    assert after.units["u1"].state == state


# -- changes after the first quarter


def led(**facts: Any) -> Position:
    return battle(
        unit("u1", (3000, 1000)),
        unit("u2", (3340, 1130), type="officer"),
        unit("c1", (3000, 4000), 180),
        **facts,
    )


@pytest.mark.rule("XII.D/1", "XII.D/2", "XII.D/3", "XII.B/3")
def test_an_order_is_changed_after_the_first_quarter() -> None:
    plans = GiveOrders(plan=MovePlan({"u1": march(0, 480), "u2": march(0, 480)})), GiveOrders(plan=MovePlan())
    events, position = give(opened(led()), ("union", plans[0]), ("confederate", plans[1]))
    assert of(events, UnitsMoved)[-1].part == 4
    assert of(events, MovementEnded) == []
    assert [(due.seat, due.kind) for due in position.agenda.due] == [("union", "changes")]
    assert position.units["u1"].at == (3000, 1120)
    change = ChangeOrders(plan=MovePlan({"u1": march(0, -100)}))
    events, after = give(position, ("union", change))
    trail = of(events, UnitsMoved)[-1].moved["u1"].trail
    assert [y for _, y, _ in trail[4:9]] == [1120, 1150, 1180, 1210, 1240], "the old order for a quarter more"
    assert trail[16][1] == 1140, "then the new one"
    assert after.deeds["u1"].share == Fraction(2, 5) + Fraction(1, 3)


@pytest.mark.rule("XII.D/1", "XII.D/2")
def test_changes_that_are_refused() -> None:
    plans = GiveOrders(plan=MovePlan({"u1": march(0, 480), "u2": march(0, 480)})), GiveOrders(plan=MovePlan())
    _, position = give(opened(led()), ("union", plans[0]), ("confederate", plans[1]))
    for orders, rule in (
        ({"u1": march(0, 301)}, "XII.D/2"),
        ({"u2": march(0, 100)}, "XII.D/1"),
        ({"u1": MoveOrder("lie_down")}, "XII.D/2"),
    ):
        with pytest.raises(Refused) as refused:
            give(position, ("union", ChangeOrders(plan=MovePlan(orders))))
        assert refused.value.rule == rule
    events, _ = give(position, ("union", ChangeOrders(plan=MovePlan())))
    assert of(events, UnitsMoved)[-1].moved["u1"].place.at == (3000, 1480), "nothing changes"


@pytest.mark.rule("XII.D/1")
def test_without_an_officer_nobody_is_asked() -> None:
    position = battle(unit("u1", (3000, 1000)), unit("u2", (3500, 1130), type="officer"))
    events, after = give(
        opened(position),
        ("union", GiveOrders(plan=MovePlan({"u1": march(0, 480)}))),
        ("confederate", GiveOrders(plan=MovePlan())),
    )
    assert after.units["u1"].at == (3000, 1480)
    assert len(of(events, UnitsMoved)) == 1


@pytest.mark.rule("III.H/5", "G/35")
def test_a_battery_that_is_stopped_does_not_load_and_limbering_empties_it() -> None:
    foe = unit("c1", (3000, 1800), 180)
    position = battle(unit("u1", (3000, 1000), type="battery"), foe)
    order = MoveOrder("battery", (Limber(0), Go(0, 600)))
    event, after = moved(position, {"u1": order}, {})
    assert event.moved["u1"].stopped == "c1"
    assert after.units["u1"].formation == "limbered"
    guns = after.units["u1"].guns
    assert guns is not None
    assert not guns.loaded
    coming = battle(unit("u1", (3000, 1300), type="battery", formation="limbered", loaded=False), foe)
    event, after = moved(coming, {"u1": MoveOrder("battery", (Go(0, 600), Unlimber()), True)}, {})
    assert after.units["u1"].formation == "limbered", "it stopped before it unlimbered"
    guns = after.units["u1"].guns
    assert guns is not None
    assert not guns.loaded


@pytest.mark.rule("XII.D/1", "XII.D/3", "G/44")
def test_a_standing_order_changes_with_the_order() -> None:
    """The first half was legal under the old standing order, the second is under the new one."""
    position = changed(led(), "u1", order=Standing("ATTACK", (3000, 4000)))
    first = MovePlan({"u1": march(0, 480), "u2": march(0, 480)})
    _, asked = give(
        opened(position), ("union", GiveOrders(plan=first)), ("confederate", GiveOrders(plan=MovePlan()))
    )
    withdraw = {"u1": Standing("WITHDRAW", (3000, 100))}
    with pytest.raises(Refused) as refused:
        give(asked, ("union", ChangeOrders(plan=MovePlan({"u1": march(0, -150)}))))
    assert refused.value.rule == "XII.A/2", "the old standing order leads ahead"
    events, after = give(asked, ("union", ChangeOrders(plan=MovePlan({"u1": march(0, -150)}, withdraw))))
    assert after.units["u1"].order == withdraw["u1"]
    assert of(events, UnitsMoved)[-1].moved["u1"].place.at == (3000, 1090)
    assert after.deeds["u1"].heading == "", "0.90 inch nearer at the end of the turn"
