"""Movement orders: actions, what they cost, and what is refused under which clause."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from ironclad.domain.games.iron_brigade.position.orders import (
    AboutFace,
    Crawl,
    FormUp,
    Go,
    Haul,
    Limber,
    MoveOrder,
    MovePlan,
    TurnBy,
    Unlimber,
    WheelBy,
)
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Standing
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.moving import check_orders
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import must_advance, planned
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.records import Due
from tests.games.iron_brigade.battles import battle, changed, unit

ONE = battle(unit("u1", (3000, 2000)))


def used(position: Position, order: MoveOrder, id: str = "u1") -> Fraction:
    return planned(position, id, order).used


def refusal(position: Position, order: MoveOrder, id: str = "u1") -> str:
    with pytest.raises(Refused) as refused:
        planned(position, id, order)
    return refused.value.rule


def ordered(position: Position, plan: MovePlan, seat: str = "union") -> str:
    """The clause under which a seat's orders are refused, "" if they are legal."""
    try:
        check_orders(position, Due("d1", seat, "movement", "VIII.A/2"), GiveOrders(plan=plan))
    except Refused as refused:
        return refused.rule
    return ""


@pytest.mark.rule("III.G/1", "III.G/2", "III/2")
def test_a_march_of_the_whole_move_and_a_hundredth_more() -> None:
    assert used(ONE, MoveOrder("march", (Go(0, 600),))) == 1
    assert refusal(ONE, MoveOrder("march", (Go(0, 601),))) == "III/2"
    assert used(ONE, MoveOrder("march", (Go(0, 300),))) == Fraction(1, 2), "exactly half"
    assert used(ONE, MoveOrder("march", (Go(0, 300), WheelBy("left", 10)))) > Fraction(1, 2)


@pytest.mark.rule("III.J/1", "III.J/2")
def test_a_sidestep_counts_twice() -> None:
    assert used(ONE, MoveOrder("march", (Go(300, 0),))) == 1
    assert used(ONE, MoveOrder("march", (Go(0, -300),))) == 1
    assert used(ONE, MoveOrder("march", (Go(200, 200),))) == Fraction(283, 600), "exactly 45 degrees is ahead"
    assert used(ONE, MoveOrder("march", (Go(201, 200),))) == Fraction(2 * 284, 600)
    horse = battle(unit("u1", (3000, 2000), type="cavalry"))
    assert refusal(horse, MoveOrder("march", (Go(300, 0),))) == "III.J/1"


@pytest.mark.rule("III.G/1", "III.G/4", "III.G/5", "III.B/2", "II.A/10")
def test_one_action_a_turn() -> None:
    assert used(ONE, MoveOrder("face", (AboutFace(),))) == Fraction(209, 600)
    assert used(ONE, MoveOrder("form", (FormUp("open", (3000, 2000), 0),))) > Fraction(1, 2)
    assert refusal(ONE, MoveOrder("face", (Go(0, 100),))) == "III.G/1"
    assert refusal(ONE, MoveOrder("march", (FormUp("open", (3000, 2000), 0),))) == "III.G/1"
    twice = (FormUp("open", (3000, 2000), 0), FormUp("close", (3000, 2000), 0))
    assert refusal(ONE, MoveOrder("form", twice)) == "III.G/5"
    assert refusal(ONE, MoveOrder("march")) == "III.G/2"
    assert refusal(ONE, MoveOrder("battery", (Go(0, 100),))) == "III.G/1"


@pytest.mark.rule("III.G/6", "VI.K/2", "VI.K/1")
def test_men_who_lie_down_only_crawl() -> None:
    low = changed(battle(unit("u1", (3000, 2000))), "u1", posture="prone")
    assert refusal(low, MoveOrder("march", (Go(0, 100),))) == "III.G/6"
    assert used(low, MoveOrder("march", (Crawl(0, 100),))) == 1
    assert refusal(low, MoveOrder("march", (Crawl(0, 101),))) == "VI.K/2"
    assert refusal(low, MoveOrder("lie_down")) == "III.G/6"
    assert used(low, MoveOrder("stand_up")) == 0
    assert refusal(ONE, MoveOrder("march", (Crawl(0, 50),))) == "VI.K/2"
    assert refusal(ONE, MoveOrder("heads_down")) == "VI.K/1"
    wall = {"id": "w", "kind": "wall", "cover": "hard", "line": [[2000, 2090], [4000, 2090]]}
    assert refusal(battle(unit("u1", (3000, 2000)), terrain=[wall]), MoveOrder("heads_down")) == "VI.K/1"
    close = battle(unit("u1", (3000, 2000), formation="open"), terrain=[wall])
    assert used(close, MoveOrder("heads_down")) == 0
    assert used(close, MoveOrder("heads_down", (Crawl(50, 0),))) == Fraction(1, 2), "along its cover"


HOUSE = {
    "id": "h", "kind": "building", "material": "wood", "storeys": 1, "size": "standard", "cover": "soft",
    "points": 60, "polygon": [[2950, 2200], [3050, 2200], [3050, 2300], [2950, 2300]],
}  # fmt: skip


@pytest.mark.rule("III.D/1", "III.A/7")
def test_no_stand_goes_off_the_table_or_through_a_house() -> None:
    edge = battle(unit("u1", (3000, 4700)))
    assert refusal(edge, MoveOrder("march", (Go(0, 200),))) == "III.A/7"
    assert used(edge, MoveOrder("march", (Go(0, 100),))) == Fraction(1, 6)
    near = battle(unit("u1", (3000, 2000)), terrain=[HOUSE])
    assert used(near, MoveOrder("march", (Go(0, 200),))) == Fraction(1, 3), "up to the wall"
    assert refusal(near, MoveOrder("march", (Go(0, 201),))) == "III.D/1", "the corners pass beside it"
    assert refusal(near, MoveOrder("march", (Go(0, 600),))) == "III.D/1", "nor through to the other side"


@pytest.mark.rule("III/4", "VII.E/4")
def test_who_may_not_advance() -> None:
    def told(**facts: Any) -> Position:
        return changed(battle(unit("u1", (3000, 2000)), unit("c1", (3000, 4000), 180)), "u1", **facts)

    ahead, back, aside = ((Go(0, 100),), (Go(0, -100),), (Go(0, 50), Go(0, -100)))
    shaken = told(state="disorganized")
    assert refusal(shaken, MoveOrder("march", ahead)) == "III/4"
    assert used(shaken, MoveOrder("march", back)) == Fraction(1, 3)
    assert used(shaken, MoveOrder("march", aside)) > 0, "only where it ends counts"
    halted = told(marks={"no_advance": 1})
    assert refusal(halted, MoveOrder("march", ahead)) == "VII.E/4"
    assert used(told(marks={"no_advance": 2}), MoveOrder("march", ahead)) == Fraction(1, 6), (
        "that is next turn"
    )


@pytest.mark.rule("VII.E/5")
def test_who_must_advance() -> None:
    def told(foe: int, **facts: Any) -> Position:
        place = battle(unit("u1", (3000, 2000)), unit("c1", (3000, foe), 180))
        return changed(place, "u1", marks={"eager": 1}, **facts)

    assert must_advance(told(4000), "u1")
    assert not must_advance(told(4000, state="disorganized"), "u1")
    assert ordered(told(4000), MovePlan()) == "VII.E/5"
    assert ordered(told(4000), MovePlan({"u1": MoveOrder("march", (Go(0, 299),))})) == "VII.E/5"
    assert ordered(told(4000), MovePlan({"u1": MoveOrder("march", (Go(0, 300),))})) == ""
    alone = changed(battle(unit("u1", (3000, 2000))), "u1", marks={"eager": 1})
    assert not must_advance(alone, "u1"), "no enemy is in sight"


@pytest.mark.rule("XII.A/2", "XII.A/3", "XII.A/1", "XII.B/1", "XII.B/2")
def test_movements_fit_standing_orders() -> None:
    def told(**order: Any) -> Position:
        return changed(
            battle(unit("u1", (3000, 2000)), unit("u2", (3000, 500))), "u1", order=Standing(**order)
        )

    ahead, back = MoveOrder("march", (Go(0, 600),)), MoveOrder("march", (Go(0, -300),))
    attack = told(kind="ATTACK", goal=(3000, 4000))
    assert used(attack, ahead) == 1
    assert refusal(attack, back) == "XII.A/2"
    assert used(attack, MoveOrder("face", (AboutFace(),))) > 0, "facing is free"
    held = told(kind="HOLD", goal=(3000, 1940))
    assert used(held, ahead) == 1, "6.00 inches from its place"
    assert refusal(told(kind="HOLD", goal=(3000, 1939)), ahead) == "XII.A/2", "6.01 inches"
    near = told(kind="SUPPORT", unit="u2")
    assert refusal(near, ahead) == "XII.A/2"
    assert used(near, back) == 1
    free = told(kind="ATTACK", goal=(3000, 4000))
    free.options = {"free_orders": "yes"}
    assert used(free, back) == 1
    plan = MovePlan({"u1": back}, {"u1": Standing("WITHDRAW", (3000, 100))})
    assert ordered(attack, plan) == "XII.B/1", "no officer is there"
    led = battle(unit("u1", (3000, 2000)), unit("u9", (3300, 2130), type="officer"))
    assert ordered(changed(led, "u1", order=Standing("ATTACK", (3000, 4000))), plan) == ""
    half = changed(battle(unit("u1", (3000, 2000), men=12)), "u1", order=Standing("ATTACK", (3000, 4000)))
    half.muster["u1"] = battle(unit("u1", (3000, 2000))).muster["u1"]
    assert ordered(half, plan) == "", "it has lost half its men (XII.B/2)"


@pytest.mark.rule("III.G/1", "III.G/12", "VII.H/2", "VII.I/1", "VIII.D/1")
def test_units_that_take_no_order() -> None:
    march = MoveOrder("march", (Go(0, 100),))
    place = battle(unit("u1", (3000, 2000)), unit("c1", (3000, 4000), 180))
    assert ordered(place, MovePlan({"c1": march})) == "III.G/1", "not yours"
    assert ordered(place, MovePlan({"x": march})) == "III.G/1"
    for rally, rule in (("flee", "VII.H/2"), ("stay", "VII.I/1")):
        shaken = changed(battle(unit("u1", (3000, 2000))), "u1", state="broken", deeds={"rally": rally})
        assert refusal(shaken, march) == rule
    fell = changed(battle(unit("u1", (3000, 2000))), "u1", marks={"fell_back_turn": 1})
    assert refusal(fell, march) == "VIII.D/1"


def guns(**facts: Any) -> Position:
    return battle(unit("u1", (3000, 2000), type="battery", **facts))


@pytest.mark.rule("III.H/1", "III.H/2", "III.H/3", "III.H/4", "III.H/5", "III.H/6", "III.H/8")
def test_the_actions_of_a_battery() -> None:
    limbered = guns(formation="limbered", loaded=False)
    assert used(limbered, MoveOrder("battery", (Go(0, 1200),))) == 1, "two half-moves"
    assert used(limbered, MoveOrder("battery", (Go(0, 1200), Unlimber()))) == 1, "three actions"
    assert refusal(limbered, MoveOrder("battery", (Go(0, 1200), Unlimber()), True)) == "III.H/1", "four"
    assert used(limbered, MoveOrder("battery", (Go(0, 600), Unlimber()), True)) == Fraction(1, 2), "three"
    horse = guns(formation="limbered", loaded=False, horse_artillery=True, horses=12)
    assert used(horse, MoveOrder("battery", (Go(0, 1600), Unlimber()), True)) == 1, "horse artillery has four"
    heavy = guns(formation="limbered", loaded=False, **{"gun": "gun_12_1841", "class": "heavy"})
    assert refusal(heavy, MoveOrder("battery", (Go(0, 600), Unlimber()))) == "III.H/1", "heavy guns have two"
    assert refusal(limbered, MoveOrder("battery", (), True)) == "III.H/3", "guns on the limber do not load"
    ready = guns()
    assert refusal(ready, MoveOrder("battery", (Go(0, 100),))) == "III.H/3"
    assert refusal(ready, MoveOrder("battery", (), True)) == "III.H/5", "loaded already"
    assert refusal(ready, MoveOrder("battery", (TurnBy(10), TurnBy(10)))) == "III.H/3"
    assert used(ready, MoveOrder("battery", (TurnBy(200),))) == 0, "any new facing"
    assert used(ready, MoveOrder("battery", (Haul(0, 100),))) == 1
    assert refusal(ready, MoveOrder("battery", (Haul(80, 80),))) == "III.H/2"
    assert refusal(guns(men=0), MoveOrder("battery", (TurnBy(10),))) == "III.H/8"


@pytest.mark.rule("III.H/7")
@pytest.mark.parametrize(("back", "facing"), [(False, 0), (True, 180)])
def test_unlimbering_leaves_the_gun_in_its_place(back: bool, facing: int) -> None:
    position = guns(formation="limbered", loaded=False)
    gun = position.units["u1"].body.centre_of(1)
    then = planned(position, "u1", MoveOrder("battery", (Unlimber(back),))).end
    assert (then.centre_of(0), then.facing) == (gun, facing)
    limber = then.centre_of(1)
    assert abs(limber[1] - gun[1]) == 325, "1.5 inches between them"
    again = planned(guns(), "u1", MoveOrder("battery", (Limber(90),))).end
    assert again.centre_of(1) == guns().units["u1"].body.centre_of(0)
    assert again.facing == 90


@pytest.mark.rule("VI.J/1")
def test_a_battery_that_lost_horses_is_slower() -> None:
    limbered = guns(formation="limbered", loaded=False)
    strength = limbered.units["u1"].guns
    assert strength is not None
    slow = changed(limbered, "u1", guns=msgspec.structs.replace(strength, horses=4))
    assert used(slow, MoveOrder("battery", (Go(0, 800),))) == 1
    none = changed(limbered, "u1", guns=msgspec.structs.replace(strength, horses=0))
    assert refusal(none, MoveOrder("battery", (Go(0, 100),))) == "VI.J/1"


@pytest.mark.rule("III.A/3")
def test_a_fence_slows_horse_for_its_whole_move() -> None:
    fence = {"id": "f", "kind": "fence", "cover": "soft", "line": [[2000, 2100], [4000, 2100]]}
    horse = battle(unit("u1", (3000, 2000), type="cavalry"), terrain=[fence])
    assert used(horse, MoveOrder("march", (Go(0, 800),))) == 1, "rough-ground speed"
    assert used(horse, MoveOrder("march", (Go(0, 80),))) == Fraction(80, 1600), "short of the fence"
    foot = battle(unit("u1", (3000, 2000)), terrain=[fence])
    assert used(foot, MoveOrder("march", (Go(0, 600),))) == 1
