"""Charges: who may charge whom, their rolls, falling back, and contact."""

from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.position.orders import ChargePlan
from ironclad.domain.games.iron_brigade.position.state import Contact, Position
from ironclad.domain.games.iron_brigade.position.units import FireTaken, Standing
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import MoraleChecked, UnitFled
from ironclad.domain.games.iron_brigade.rules.c08_charge.charging import (
    charge_bonus,
    check_charges,
    in_range,
    is_behind,
    targets,
    waves,
)
from ironclad.domain.games.iron_brigade.rules.c08_charge.contact import contact_of, square_facing
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import (
    ChargeRolled,
    ChargesSettled,
    ChargeWentHome,
    UnitFellBack,
)
from ironclad.domain.games.iron_brigade.rules.c08_charge.responding import back_offers, check_back, settle
from ironclad.domain.games.iron_brigade.rules.c08_charge.rolling import (
    chart_items,
    is_automatic,
    roll_charges,
)
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, changed, of, resolving, unit


def facing(gap: int = 150, terrain: Any = (), **facts: Any) -> Position:
    """A Union regiment whose front is so far from the front of a Confederate one."""
    return battle(unit("u1", (3000, 1000), **facts), unit("c1", (3000, 1000 + gap), 180), terrain=terrain)


def refusal(position: Position, charges: dict[str, str]) -> str:
    try:
        check_charges(position, "union", charges)
    except Refused as refused:
        return refused.rule
    return ""


CHARGE = {"u1": "c1"}


@pytest.mark.rule("VIII.B/1", "VIII.B/2", "III.F/3", "III.F/7", "XXVIII/5")
def test_the_range_of_a_charge_is_its_bonus() -> None:
    assert refusal(facing(200), CHARGE) == ""
    assert refusal(facing(201), CHARGE) == "VIII.B/1"
    rough = [{"id": "r", "kind": "rough", "polygon": [[0, 1050], [6000, 1050], [6000, 1100], [0, 1100]]}]
    assert charge_bonus(facing(100, rough), "u1", "c1") == 100, "the worst ground on the way"
    assert refusal(facing(100, rough), CHARGE) == ""
    assert refusal(facing(101, rough), CHARGE) == "VIII.B/1"
    assert not in_range(facing(100, rough, type="cavalry"), "u1", "c1"), "horse has no bonus there"
    aside = battle(unit("u1", (3000, 1000), 180), unit("c1", (3000, 1150), 180))
    assert not in_range(aside, "u1", "c1"), "it faces the other way"


@pytest.mark.rule("VIII.B/1", "VIII.B/3", "VIII.F/1", "VI.J/2", "VII.O/2", "XI.C/6")
def test_units_that_may_not_charge() -> None:
    for facts, rule in (
        ({"state": "disorganized"}, "VIII.B/1"),
        ({"posture": "prone"}, "VIII.B/3"),
        ({"marks": {"reforming": 1}}, "VIII.F/1"),
        ({"marks": {"reforming": 2}}, ""),
    ):
        assert refusal(changed(facing(), "u1", **facts), CHARGE) == rule
    guns = battle(unit("u1", (3000, 1000), type="battery"), unit("c1", (3000, 1150), 180))
    assert refusal(guns, CHARGE) == "VIII.B/3"
    officer = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1150), 180, type="officer"))
    assert refusal(officer, CHARGE) == "VIII.B/1"
    fighting = facing()
    fighting.contacts = (Contact("c1", "u1", "front", ("c1",)),)
    assert refusal(fighting, CHARGE) == "VIII.B/3"
    assert targets(facing(), "u1", "union") == ["c1"]


@pytest.mark.rule("VIII.J/1", "VIII.J/2", "XII.A/4")
def test_waves() -> None:
    def placed(gap: int) -> Position:
        rear = unit("u2", (3000, 880 - gap))
        return battle(unit("u1", (3000, 1000)), rear, unit("c1", (3000, 1150), 180))

    both = {"u1": "c1", "u2": "c1"}
    assert is_behind(placed(600), "u2", "u1")
    assert not is_behind(placed(601), "u2", "u1")
    assert not is_behind(placed(600), "u1", "u2"), "the front unit is behind nobody"
    assert waves(placed(600), both) == {"u1": 0, "u2": 1}
    assert refusal(placed(600), both) == ""
    assert refusal(placed(600), {"u2": "c1"}) == "VIII.B/1"
    assert refusal(placed(601), both) == "VIII.B/1"
    held = changed(placed(600), "u2", order=Standing("HOLD", (3000, 200)))
    assert refusal(held, both) == "XII.A/4"
    assert refusal(changed(placed(600), "u2", order=Standing("ATTACK", (3000, 2000))), both) == ""


@pytest.mark.rule("VII.E/5")
def test_who_must_charge() -> None:
    eager = changed(facing(), "u1", marks={"eager": 1})
    assert refusal(eager, {}) == "VII.E/5"
    assert refusal(eager, CHARGE) == ""
    assert refusal(changed(facing(300), "u1", marks={"eager": 1}), {}) == "", "out of range"


def rolled(position: Position, charges: dict[str, str], dice: tuple[int, ...]) -> list[Any]:
    position.charges = {"union": ChargePlan(charges), "confederate": ChargePlan()}
    play, script = resolving(position, dice)
    assert roll_charges(play)
    assert script.left() == ()
    return play.events


@pytest.mark.rule("VIII.C/1", "VIII.C/4", "VIII.C/5", "VIII.C/6", "VIII.I/1")
@pytest.mark.parametrize(
    ("value", "dice", "total", "result", "bonus"),
    [
        (36, (3, 3), 36, "holds", 0),
        (40, (1, 2, 5, 6), 51, "holds", 5),
        (40, (1, 2, 5, 5), 50, "holds", 0),
        (32, (6, 1, 6, 6), 20, "disorganized", 0),
    ],
)
def test_the_charge_results_table(
    value: int, dice: tuple[int, ...], total: int, result: str, bonus: int
) -> None:
    position = facing(value=value)
    events = rolled(position, CHARGE, dice)
    found: ChargeRolled = of(events, ChargeRolled)[0]
    assert (found.total, found.result, found.bonus) == (total, result, bonus)
    assert of(events, ChargesSettled)[0].successes == ()
    marks = position.units["u1"].marks
    assert (marks.bonus, marks.bonus_turn) == (bonus, 2 if bonus else 0)
    assert position.units["u1"].state == ("disorganized" if result == "disorganized" else "good")


@pytest.mark.rule("VIII.C/4", "VII.E/1", "VII.F/1")
def test_a_charge_that_breaks() -> None:
    position = changed(facing(value=16, grade="green", formation="skirmish"), "u1", fired_turns=8)
    flight = (1, 1, 1, 3) * 6
    events = rolled(position, CHARGE, (6, 1, 6, 6, 6, *flight))
    assert of(events, ChargeRolled)[0].result == "breaks"
    assert position.units["u1"].state == "broken"
    assert len(of(events, UnitFled)[0].stands) == 6


@pytest.mark.rule("VIII.C/2", "VIII.C/3", "VIII.C/8")
def test_the_charge_bonus_chart() -> None:
    def found(position: Position, charges: dict[str, str] = CHARGE, wave: int = 0) -> dict[str, int]:
        return {each.name: int(each.amount) for each in chart_items(position, "u1", charges, wave)}

    assert found(facing()) == {}
    shelled = (FireTaken("u8", True, "front", "none", 0), FireTaken("u9", True, "front", "none", 0))
    assert found(changed(facing(), "c1", deeds={"taken": shelled})) == {
        "friendly batteries firing on the charged unit": 10
    }
    assert found(changed(facing(), "c1", state="disorganized")) == {"charging a disorganized unit": 10}
    assert found(changed(facing(), "c1", state="routed")) == {"charging a broken or routed unit": 20}
    loose = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1150), 180, formation="skirmish"))
    assert found(loose) == {"charging skirmishers": 20}
    flank = battle(unit("u1", (3000, 1000)), unit("c1", (3060, 1500), 90))
    assert found(flank) == {"charging its flank": 20}
    rear = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1300), 0))
    assert found(rear) == {"charging its rear": 20}
    two = battle(unit("u1", (3000, 1000)), unit("u2", (3800, 1000)), unit("c1", (3000, 1150), 180))
    assert found(two, {"u1": "c1", "u2": "c1"}, 1) == {
        "other friends charging it": 5,
        "waves before this one": 5,
    }


@pytest.mark.rule("VIII.H/1", "VIII.H/2", "II.B/2")
def test_cavalry_charges_mounted_troops_without_a_roll() -> None:
    def horse(kind: str) -> Position:
        return battle(
            unit("u1", (3000, 1000), type=kind), unit("c1", (3000, 1150), 180, type="mounted_infantry")
        )

    assert is_automatic(horse("cavalry"), "u1", "c1")
    assert not is_automatic(horse("mounted_infantry"), "u1", "c1")
    assert not is_automatic(facing(type="cavalry"), "u1", "c1"), "its target is on foot"
    events = rolled(horse("cavalry"), CHARGE, (3, 3))
    assert of(events, ChargeRolled)[0].result == "melee"
    assert [each.charger for each in of(events, ChargesSettled)[0].successes] == ["u1"]


# -- answers and contact


def charged(position: Position) -> Position:
    position.successes = (Contact("u1", "c1", "front", ("u1",)),)
    return position


def settled(position: Position, dice: tuple[int, ...]) -> list[Any]:
    play, script = resolving(position, dice)
    assert settle(play)
    assert script.left() == ()
    return play.events


@pytest.mark.rule("VIII.D/1", "VIII.D/2", "VIII.D/4")
def test_falling_back() -> None:
    def refused(position: Position, back: int) -> str:
        try:
            check_back(charged(position), "c1", back)
        except Refused as refusal:
            return refusal.rule
        return ""

    assert refused(facing(150), 600) == ""
    assert refused(facing(150), 601) == "VIII.D/1", "its full move"
    assert refused(facing(150), 51) == ""
    assert refused(facing(150), 50) == "VIII.D/4", "exactly 2 inches from the charger"
    assert refused(facing(type="cavalry"), 600) == "VIII.D/2"
    assert refused(battle(unit("u1", (3000, 4500)), unit("c1", (3000, 4650), 180)), 100) == "VIII.D/4"
    assert [command.back for command in back_offers(charged(facing()), "c1")] == [600, 300]  # type: ignore[attr-defined]


@pytest.mark.rule("VIII.D/1", "VIII.D/3", "VIII.C/7", "VIII.E/1")
@pytest.mark.parametrize(
    ("running", "half", "state"), [(0, 0, "good"), (1, 2, "good"), (2, 0, "disorganized")]
)
def test_a_unit_that_falls_back_spares_its_check(running: int, half: int, state: str) -> None:
    position = charged(facing())
    if running:
        position = changed(position, "c1", marks={"fell_back": running, "fell_back_turn": 1})
    position.responses = {"c1": 300}
    events = settled(position, ())
    assert of(events, UnitFellBack)[0].running == running + 1
    after = position.units["c1"]
    assert (after.at, after.facing, after.state) == ((3000, 1450), 180, state)
    assert after.marks.fell_back_turn == 2, "that is its move of the next turn"
    assert after.marks.half_fire == half
    home = of(events, ChargeWentHome)[0]
    assert not home.contact
    assert home.place.at == (3000, 1200), "onto the ground that it left, as far as its bonus"
    assert position.units["u1"].marks.reforming == 2


@pytest.mark.rule("VIII.A/5", "VIII.A/6", "VII.A/4")
def test_a_target_that_holds_is_met_and_one_that_does_not_leaves() -> None:
    events = settled(charged(facing()), (3, 3))
    assert of(events, MoraleChecked)[0].rule == "VII.A/4"
    assert of(events, ChargeWentHome)[0].contact
    weak = charged(facing())
    weak = changed(weak, "c1", state="disorganized", fired_turns=8)
    weak.muster["c1"] = battle(unit("c1", (1, 1), value=32)).muster["c1"]
    flight = (6, 6, 3) * 6
    events = settled(weak, (6, 1, 4, 3, *flight))
    assert of(events, MoraleChecked)[0].total == 15
    assert not of(events, ChargeWentHome)[0].contact
    assert weak.contacts == ()


@pytest.mark.rule("G/60", "VIII.C/7", "G/7")
def test_contact_lines_up_with_the_nearest_stand() -> None:
    straight = contact_of(facing(200), "u1", "c1", 200)
    assert straight is not None
    assert straight.at == (3000, 1200)
    oblique = battle(unit("u1", (3000, 1000), 10), unit("c1", (3000, 1150), 180))
    found = contact_of(oblique, "u1", "c1", 200)
    assert found is not None
    assert found.facing == 0, "square to the target's stand"
    assert contact_of(facing(201), "u1", "c1", 200) is None, "farther than the bonus"
    assert square_facing(44, 0) == 0
    assert square_facing(46, 0) == 90
    assert square_facing(45, 0) == 0, "the lower number on a tie"


@pytest.mark.rule("VIII.K/1")
def test_men_who_lie_down_stand_up_when_charged() -> None:
    position = changed(charged(facing()), "c1", posture="prone")
    settled(position, (3, 3))
    assert position.units["c1"].posture == "up"


@pytest.mark.rule("VIII.B/4")
def test_two_units_that_charge_each_other_both_count_as_charging() -> None:
    position = facing()
    position.successes = (Contact("c1", "u1", "front", ("c1",)), Contact("u1", "c1", "front", ("u1",)))
    settled(position, (3, 3, 3, 3))
    assert [set(each.charged) for each in position.contacts] == [{"u1", "c1"}]


@pytest.mark.rule("VIII.D/4")
def test_a_place_that_was_taken_meanwhile() -> None:
    position = charged(facing())
    position.units["c2"] = battle(unit("c2", (3000, 1650), 180)).units["c2"]
    position.muster["c2"] = battle(unit("c2", (3000, 1650), 180)).muster["c2"]
    position.deeds["c2"] = position.deeds["c1"]
    position.responses = {"c1": 450}
    events = settled(position, ())
    assert of(events, UnitFellBack)[0].at == (3000, 1535), "up to the unit behind it, which it touches"


@pytest.mark.rule("VIII.J/3")
def test_a_later_wave_moves_up_behind_the_first() -> None:
    position = battle(unit("u1", (3000, 1000)), unit("u2", (3000, 500)), unit("c1", (3000, 1150), 180))
    position.successes = (Contact("u1", "c1", "front", ("u1",)), Contact("u2", "c1", "front", ("u2",)))
    settled(position, (3, 3))
    assert [each.charger for each in position.contacts] == ["u1", "u2"]
    assert position.units["u1"].at == (3000, 1150)
    assert position.units["u2"].at[1] == 1150 - 120 + 5, "touching it, as far as stands may overlap"
