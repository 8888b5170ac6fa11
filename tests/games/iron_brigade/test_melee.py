"""Melee: points, casualties, checks in pairs, captures, and the end of it."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from ironclad.domain.games.iron_brigade.position.state import Contact, Position
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import MoraleChecked, UnitGone
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import items_of
from ironclad.domain.games.iron_brigade.rules.c09_melee.events import (
    MeleeEnded,
    MeleeFought,
    MeleeGoesOn,
    MenCaptured,
)
from ironclad.domain.games.iron_brigade.rules.c09_melee.fighting import fight, group_of
from ironclad.domain.games.iron_brigade.rules.c09_melee.points import (
    casualties_of,
    counting,
    each_man,
    factors,
    shared,
)
from tests.games.iron_brigade.battles import battle, changed, of, resolving, unit


def touching(side: str = "front", first: bool = True, **facts: Any) -> Position:
    """The Union has charged home against the Confederate unit before it."""
    return linked(battle(unit("u1", (3000, 1000), **facts), unit("c1", (3000, 1000), 180)), side, first)


def linked(position: Position, side: str = "front", first: bool = True) -> Position:
    position.contacts = (Contact("u1", "c1", side, ("u1",), 0 if first else 1),)
    return position


def fought(position: Position, dice: tuple[int, ...]) -> list[Any]:
    play, script = resolving(position, dice)
    fight(play, group_of(position, "u1"))
    assert script.left() == ()
    return play.events


@pytest.mark.rule("IX.C/1", "IX.C/2")
@pytest.mark.parametrize(
    ("points", "men"),
    [("0", 0), ("4.99", 0), ("5", 1), ("10.9", 1), ("11", 2), ("15", 2), ("16", 3), ("20", 3), ("21", 4),
     ("25", 4), ("26", 5), ("30.9", 5), ("31", 5), ("32", 6), ("60", 10), ("61", 10), ("62", 10), ("64", 12)],
)  # fmt: skip
def test_casualties_of_points(points: str, men: int) -> None:
    """31 are 15 and 16, 61 are 30 and 31, which are split again."""
    assert casualties_of(Fraction(points)) == men


@pytest.mark.rule("IX.A/1", "IX.A/2", "IX.A/3", "X.B/1", "II.B/2")
@pytest.mark.parametrize(
    ("facts", "points"),
    [
        ({}, "1"), ({"formation": "skirmish"}, "0.5"), ({"type": "cavalry"}, "2"),
        ({"type": "cavalry", "formation": "skirmish"}, "1"), ({"type": "mounted_infantry"}, "1.5"),
        ({"type": "mounted_infantry", "formation": "skirmish"}, "0.75"), ({"type": "battery"}, "0.5"),
        ({"type": "cavalry", "marks": ["lancers"], "grade": "elite", "value": 44}, "3"),
        ({"type": "cavalry", "marks": ["lancers"]}, "2"),
    ],
)  # fmt: skip
def test_points_a_man(facts: dict[str, Any], points: str) -> None:
    position = battle(unit("u1", (3000, 1000), **facts))
    assert each_man(position, "u1") == Fraction(points)
    assert each_man(changed(position, "u1", state="routed"), "u1") == Fraction(1, 8)


@pytest.mark.rule("IX.B/1", "IX.B/2", "IX.B/3", "IX.B/4", "IX.B/5")
def test_factors() -> None:
    def found(position: Position, id: str = "u1", foe: str = "c1") -> list[tuple[str, str]]:
        return [(each.name, str(each.amount)) for each in factors(position, id, [foe], position.contacts)]

    assert found(touching()) == [("charged", "5/4")]
    assert found(touching(first=False)) == [], "in the first round only"
    assert found(touching("flank")) == [("charged", "5/4"), ("on flank or rear", "3/2")]
    assert found(changed(touching(first=False), "u1", state="disorganized")) == [("disorganized", "1/2")]
    assert found(touching(), "c1", "u1") == []
    loose = linked(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1000), 180, formation="skirmish")))
    assert found(loose)[0] == ("formed against skirmishers", "5/4")
    trench = {
        "id": "t",
        "kind": "work",
        "cover": "trench",
        "points": 100,
        "line": [[2000, 1001], [4000, 1001]],
    }
    works = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1002), 180), terrain=[trench])
    assert found(linked(works, first=False)) == [("against trenches", "3/4")]


@pytest.mark.rule("IX.D/1", "IX.D/2", "G/7")
def test_stands_in_contact_and_those_behind_them() -> None:
    position = touching()
    assert counting(position, "u1", ["u1"], ["c1"]) == tuple(range(6))
    aside = linked(battle(unit("u1", (3000, 1000)), unit("c1", (3410, 1000), 180)))
    assert counting(aside, "u1", ["u1"], ["c1"]) == (2, 5), "one stand touches, and one is behind it"
    wave = battle(
        unit("u1", (3000, 1000), formation="open"), unit("u2", (3000, 840)), unit("c1", (3000, 1000), 180)
    )
    wave.contacts = (Contact("u1", "c1", "front", ("u1",)), Contact("u2", "c1", "front", ("u2",)))
    assert set(counting(wave, "u2", ["u1", "u2"], ["c1"])) == {0, 1, 2}, "the front rank of the later wave"


@pytest.mark.rule("IX.C/4")
def test_losses_are_shared_by_men_in_contact() -> None:
    numbers = {"a": 1, "b": 2, "c": 3}
    assert shared(5, {"a": 10, "b": 10, "c": 4}, numbers) == {"a": 3, "b": 2, "c": 0}
    assert shared(3, {"a": 4, "b": 8}, numbers) == {"a": 1, "b": 2}
    assert shared(2, {"a": 0, "b": 0}, numbers) == {"a": 0, "b": 0}


@pytest.mark.rule("IX.C/3", "IX.E/1", "IX.E/2", "IX.F/1", "IX.F/2", "VIII.F/1", "VII.D/8", "XXVIII/7")
@pytest.mark.parametrize(("die", "men"), [(1, 4), (2, 0)])
def test_a_round_in_which_one_side_is_disorganized(die: int, men: int) -> None:
    """24 charging men have 30 points: 5 fall; 24 others cost 4. The 15 percent of both is checked."""
    position = touching()
    confederates = (6, 1, 6, 6)  # 36 - 12 - 5
    union = (3, 3)
    flight = (1, 1, 3) * 5
    events = fought(position, (*confederates, *union, *flight, die))
    round_: MeleeFought = of(events, MeleeFought)[0]
    assert round_.points == {"union": "30", "confederate": "24"}
    assert round_.losses == {"union": 4, "confederate": 5}
    checks = of(events, MoraleChecked)
    assert [(each.unit, each.total) for each in checks] == [("c1", 19), ("u1", 31)]
    taken: MenCaptured = of(events, MenCaptured)[0]
    assert (taken.die, taken.men) == (die, men)
    assert position.units["u1"].prisoners == men
    assert position.units["u1"].guards == (1 if men else 0)
    assert position.units["c1"].men == 19 - men
    assert position.units["c1"].marks.lost_prisoners == (2 if men else 0)
    assert of(events, MeleeEnded)[0].reforming == ("u1",)
    assert position.units["u1"].marks.reforming == 2
    assert position.contacts == ()


@pytest.mark.rule("IX.E/2", "IX.E/3")
def test_pairs_of_checks_go_on_until_somebody_falls_back() -> None:
    position = touching()
    steady = (3, 3, 3, 3)
    events = fought(position, (*steady, *steady, 6, 1, 6, 5, 3, 3, 6, 1, 6, 6, 3, 3, *((1, 1, 3) * 5), 6))
    totals = [each.total for each in of(events, MoraleChecked)]
    assert totals == [31, 31, 31, 31, 20, 31, 19, 31], "20 has no effect in melee"
    assert position.units["c1"].state == "disorganized"
    assert position.units["c1"].marks.no_advance == 0


@pytest.mark.rule("IX.E/5", "IX.F/1")
def test_both_may_fall_back_and_then_nobody_is_captured() -> None:
    position = touching()
    flights = (1, 1, 3) * 5 * 2
    events = fought(position, (6, 1, 6, 6, 6, 1, 6, 6, *flights))
    assert of(events, MenCaptured) == []
    assert position.contacts == ()
    assert {each.state for each in position.units.values()} == {"disorganized"}


@pytest.mark.rule("IX.E/4")
def test_a_melee_goes_on_if_nobody_could_fall_back() -> None:
    crack = {"grade": "crack", "value": 60}
    position = linked(battle(unit("u1", (3000, 1000), **crack), unit("c1", (3000, 1000), 180, **crack)))
    events = fought(position, (3, 3, 3, 3))
    assert len(of(events, MoraleChecked)) == 2, "for their 15 percent"
    assert of(events, MeleeGoesOn)[0].units == ("c1", "u1")
    assert position.contacts[0].rounds == 1


@pytest.mark.rule("IX.D/3", "VIII.G/2", "IV.E/2")
def test_a_unit_that_is_wiped_out_ends_the_melee() -> None:
    position = linked(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1000), 180, men=12)))
    last = msgspec.structs.replace(position.units["c1"].stands[0], men=1)
    position = changed(position, "c1", stands=(last,))
    events = fought(position, ())
    assert [each.unit for each in of(events, UnitGone)] == ["c1"]
    assert position.contacts == ()


@pytest.mark.rule("IX.D/1")
def test_units_that_touch_no_longer_are_not_in_melee() -> None:
    position = linked(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1100), 180)))
    events = fought(position, ())
    assert of(events, MeleeFought) == []
    assert len(of(events, MeleeEnded)) == 1
    assert position.contacts == ()


@pytest.mark.rule("X.B/2", "VII.D/12")
@pytest.mark.parametrize(("marks", "lances"), [(["lancers"], True), ([], False)])
def test_lancers_shake_those_they_charge_or_fight(marks: list[str], lances: bool) -> None:
    horse = unit("u1", (3000, 1000), type="cavalry", marks=marks)
    position = battle(horse, unit("c1", (3000, 1000), 180), unit("c2", (5000, 1000), 180))
    for field in ("contacts", "successes"):
        position.contacts, position.successes = (), ()
        setattr(position, field, (Contact("u1", "c1", "front", ("u1",)),))
        for id, shaken in (("c1", lances), ("c2", False), ("u1", False)):
            assert ("lancers" in [each.name for each in items_of(position, id)]) == shaken
