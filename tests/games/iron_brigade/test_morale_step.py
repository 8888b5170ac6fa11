"""Step 3: who checks, in which order, how stands run, who surrenders, who rallies."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import FireTaken
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import (
    GunsLost,
    MoraleChecked,
    UnitFled,
    UnitGone,
    UnitRallied,
    UnitRecoiled,
    WeaponsThrown,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.fleeing import Runner, has_way_out, run
from ironclad.domain.games.iron_brigade.rules.c07_morale.rallying import rally_of, touch
from ironclad.domain.games.iron_brigade.rules.c07_morale.step import morale_step, reasons
from ironclad.domain.games.iron_brigade.rules.c07_morale.supporting import is_supported
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import items_of, must_check_for, shake
from ironclad.domain.kernel.board.plane import box
from tests.games.iron_brigade.battles import battle, changed, of, resolving, unit

HIT = (FireTaken("c1", False, "front", "none", 4),)


def stepped(position: Position, dice: tuple[int, ...]) -> list[Any]:
    """The events of step 3 with these dice, all of which are used."""
    play, script = resolving(position, dice)
    morale_step(play)
    assert script.left() == ()
    return play.events


def pair(**facts: Any) -> Position:
    return battle(unit("u1", (3000, 1000), **facts), unit("c1", (3000, 3000), 180))


def lost(position: Position, id: str, fallen: int, **deeds: Any) -> Position:
    """A unit that has lost so many men this turn, from its last stands."""
    found = position.units[id]
    stands = list(found.stands)
    while fallen:
        taken = min(fallen, stands[-1].men)
        stands[-1] = msgspec.structs.replace(stands[-1], men=stands[-1].men - taken)
        if not stands[-1].men:
            stands.pop()
        fallen -= taken
    return changed(position, id, stands=tuple(stands), deeds=deeds)


@pytest.mark.rule("VII.A/1", "VII.A/2", "VII.A/5", "VII.A/6", "XXVIII/5")
def test_reasons_for_a_check() -> None:
    assert reasons(pair(), "u1") == ()
    assert reasons(lost(battle(unit("u1", (3000, 1000), men=20)), "u1", 2), "u1") == ()
    assert reasons(lost(battle(unit("u1", (3000, 1000), men=20)), "u1", 3), "u1") == (
        "another 15 percent lost",
    )
    before = lost(battle(unit("u1", (3000, 1000), men=20)), "u1", 4, men=17)
    assert reasons(before, "u1") == (), "15 percent had gone before"
    flank = (FireTaken("c1", False, "flank", "none", 0),)
    assert reasons(changed(pair(), "u1", deeds={"taken": flank}), "u1") == ("fire from flank or rear",)
    assert reasons(changed(pair(), "u1", flanked=True, deeds={"taken": flank}), "u1") == ()
    under = changed(pair(), "u1", deeds={"taken": HIT, "advance": True})
    assert reasons(under, "u1") == ("ordered to advance under fire",)
    assert reasons(changed(pair(), "u1", deeds={"advance": True}), "u1") == ()
    assert reasons(changed(pair(), "u1", state="disorganized"), "u1") == (), "nobody checks to rally"
    assert reasons(changed(pair(), "u1", marks={"lost_prisoners": 1}), "u1") != ()


@pytest.mark.rule("VII.N/2", "VII.A/7", "VII.C/1", "VII.E/1", "VII.D/4")
def test_checks_are_made_in_order_and_once() -> None:
    position = battle(
        unit("u1", (1000, 1000)),
        unit("u2", (3000, 1000)),
        unit("c1", (1000, 3000), 180),
        unit("c2", (3000, 3000), 180),
    )
    position.triggers = dict.fromkeys(("u1", "u2", "c1", "c2"), ("an officer killed", "again"))
    events = stepped(position, (3, 3) * 4)
    checks = of(events, MoraleChecked)
    assert [each.unit for each in checks] == ["c1", "u1", "c2", "u2"], "Confederates first in odd turns"
    assert {(each.total, each.result, each.dice) for each in checks} == {(36, "good", 0)}
    assert position.triggers == {}


@pytest.mark.rule("VII.E/1", "VII.F/1", "VII.F/2", "VII.N/1", "VII.U/1")
def test_a_routed_unit_runs_stand_by_stand_and_throws_its_weapons() -> None:
    position = pair(men=12, value=32)
    position.triggers = {"u1": ("a test",)}
    dice = (6, 1, 6, 6, *(1, 1, 1, 1, 3), *(6, 6, 6, 5, 1), *(2, 2, 2, 2, 6))
    position = changed(position, "u1", state="broken", fired_turns=8)
    events = stepped(position, dice)
    check = of(events, MoraleChecked)[0]
    assert (check.red, check.green, check.further, check.total, check.result) == (6, 1, (6, 6), 5, "routed")
    assert {each.name for each in check.items} == {"fired in 8 turns", "broken"}
    fled = of(events, UnitFled)[0]
    assert [sum(each.distance) for each in fled.stands] == [4, 23, 8]
    assert [each.facing for each in fled.stands] == [183, 147, 207]
    assert of(events, WeaponsThrown)[0].men == 6
    after = position.units["u1"]
    assert after.formation == "scattered"
    assert after.unarmed == 6
    assert after.state == "routed"


@pytest.mark.rule("VII.H/3", "G/39", "S/3")
def test_a_stand_that_leaves_the_table_is_lost() -> None:
    position = battle(unit("u1", (3000, 300), men=12, value=20, grade="green"), unit("c1", (3000, 3000), 180))
    position.triggers = {"u1": ("a test",)}
    events = stepped(position, (6, 1, 6, 6, 6) + (6, 6, 6, 6, 3) * 3)
    assert [each.off for each in of(events, UnitFled)[0].stands] == [True] * 3
    assert of(events, UnitGone)[0].how == "off the table"


@pytest.mark.rule("G/39", "G/40")
def test_what_stops_a_stand_that_runs() -> None:
    position = battle(unit("u1", (3000, 3000)), unit("u2", (3000, 1990)), unit("c1", (3000, 1000), 0))
    runner = Runner((3000, 2500), 200, 60)
    friends = [(box(each), each) for each in position.units["u2"].body.polygons]
    assert run(position, "u1", runner, 180, 300, friends).end == (3000, 2200)
    beyond = run(position, "u1", runner, 180, 500, friends).end
    assert beyond == (3000, 1845), "on past the friends, touching them"
    stopped = run(position, "u1", runner, 180, 1500, [])
    assert stopped.end == (3000, 1130), "an inch from the enemy"
    assert stopped.stopped != ""
    pond = {
        "id": "p",
        "kind": "deep_water",
        "polygon": [[2000, 2000], [4000, 2000], [4000, 2300], [2000, 2300]],
    }
    wet = battle(unit("u1", (3000, 3000)), terrain=[pond])
    assert run(wet, "u1", runner, 180, 500, []).end == (3000, 2330), "at the edge of the water"


@pytest.mark.rule("VII.L/1", "G/43")
def test_a_unit_without_a_line_of_retreat_surrenders() -> None:
    around = [
        unit("c1", (3000, 3000), 180), unit("c2", (3000, 1500), 0), unit("c3", (2500, 1600), 90),
        unit("c4", (3500, 1600), 270),
    ]  # fmt: skip
    free, held = battle(unit("u1", (3000, 2000)), around[0]), battle(unit("u1", (3000, 2000)), *around)
    assert has_way_out(free, "u1", 180)
    assert not has_way_out(held, "u1", 180)
    play, script = resolving(changed(held, "u1", state="broken", deeds={"taken": HIT}))
    shake(play, "u1", 3)
    assert script.left() == ()
    assert [(each.unit, each.how, each.men) for each in of(play.events, UnitGone)] == [
        ("u1", "surrendered", 24)
    ]


@pytest.mark.rule("VII.A/3", "VII.A/7", "VII.J/1", "VII.J/2", "VII.R/1")
def test_friends_of_a_broken_unit_check_in_the_next_pass() -> None:
    position = battle(
        unit("u1", (3000, 1000), men=12, value=16, grade="green"),
        unit("u2", (3700, 1500)),
        unit("u3", (2300, 1500), grade="elite", value=44),
        unit("u4", (5000, 1000)),
        unit("c1", (3000, 3000), 180),
    )
    position.triggers = {"u1": ("a test",)}
    flights = (1, 1, 1, 1, 6, 6, 6, 6, 2, 2, 2, 4)
    events = stepped(position, (6, 1, 1, 1, 1, *flights, 4, 4))
    checks = of(events, MoraleChecked)
    assert [(each.unit, each.result) for each in checks] == [("u1", "broken"), ("u2", "good")]
    assert checks[1].rule == "VII.A/3"
    assert checks[1].items == (), "its stands have run on: items are read on the position of the moment"
    assert position.deeds["u2"].saw_beaten
    assert not must_check_for(position, "u1", "u2", "broken", True), "once a turn"


@pytest.mark.rule("VII.E/2", "VII.E/3", "VII.E/4")
def test_a_halted_unit() -> None:
    for deeds, back in (({}, True), ({"used": (1, 2)}, False)):
        position = changed(pair(value=32), "u1", deeds=deeds)
        position.triggers = {"u1": ("a test",)}
        events = stepped(position, (6, 1, 6, 4))
        assert of(events, MoraleChecked)[0].result == "halted"
        assert bool(of(events, UnitRecoiled)) == back
        assert position.units["u1"].at == (3000, 800 if back else 1000)
        assert position.units["u1"].facing == 0
        assert position.units["u1"].marks.no_advance == 2


@pytest.mark.rule("VII.E/5")
@pytest.mark.parametrize(("dice", "eager"), [((1, 6, 6), 2), ((1, 6, 5), 0)])
def test_seventy_and_more_is_eager(dice: tuple[int, ...], eager: int) -> None:
    position = pair(value=59, grade="crack")
    position = changed(position, "u1", deeds={"heading": "forward"})
    position.triggers = {"u1": ("a test",)}
    events = stepped(position, dice)
    assert of(events, MoraleChecked)[0].total == 64 + dice[-1]
    assert position.units["u1"].marks.eager == eager


@pytest.mark.rule("VII.P/1", "VII.P/2", "VII.P/3", "VII.P/4")
@pytest.mark.parametrize(("faces", "gone"), [((3, 4, 1), 2), ((1, 2, 3), 3), ((4, 5, 6), 0)])
def test_a_broken_battery_may_leave_its_guns(faces: tuple[int, ...], gone: int) -> None:
    position = changed(
        battle(unit("u1", (3000, 1000), type="battery"), unit("c1", (3000, 3000), 180)), "u1", state="broken"
    )
    play, script = resolving(position, (1, 1, 1, 3, 1, 1, 1, 3, *faces))
    shake(play, "u1", 3)
    assert script.left() == ()
    found = of(play.events, GunsLost)[0]
    assert (found.dice, found.lost) == (faces, gone)
    guns = position.units["u1"].guns
    assert guns is not None
    assert guns.sections == 3 - gone
    assert ("u1" in position.lost_guns) == (gone > 0)
    if gone == 3:
        assert len(position.units["u1"].stands) == 1, "the limber stands for the unit"


@pytest.mark.rule("VII.F/2")
def test_a_limbered_battery_runs_as_one_stand() -> None:
    position = changed(
        battle(unit("u1", (3000, 1000), type="battery", formation="limbered"), unit("c1", (3000, 3000), 180)),
        "u1",
        state="broken",
    )
    play, script = resolving(position, (1, 1, 1, 3, 6, 6, 6))
    shake(play, "u1", 3)
    assert script.left() == ()
    after = position.units["u1"]
    assert (after.formation, after.facing) == ("limbered", 180)
    assert after.body.centres == ((3000, 450), (3000, 625)), "3 inches back, the limber ahead"


# -- rally


@pytest.mark.rule("VII.G/1", "VII.G/2", "VII.G/3", "VII.K/1", "VII.I/2")
def test_ways_to_reform() -> None:
    def found(*others: dict[str, Any], taken: tuple[FireTaken, ...] = HIT, **facts: Any) -> str:
        place = battle(unit("u1", (3000, 1000), **facts), unit("c1", (3000, 2500), 180), *others)
        return rally_of(changed(place, "u1", state="broken", deeds={"taken": taken}), "u1")

    assert found() == "flee", "the enemy who fired is within 20 inches and in sight"
    assert found(unit("u9", (3340, 1000), type="officer")) == "stay"
    assert found(taken=()) == "stay", "nobody fired on it"
    assert found(unit("u2", (3000, 1500))) == "stay", "a formed friend is before it"
    assert found(unit("u2", (3000, 1500), formation="skirmish")) == "stay"
    assert found(irregular=True, value=33, taken=()) == "flee", "irregulars need an officer"
    far = battle(unit("u1", (3000, 500)), unit("c1", (3000, 2600), 180))
    far = changed(far, "u1", state="broken", deeds={"taken": HIT})
    assert rally_of(far, "u1") == "stay", "21 inches away"
    assert rally_of(pair(), "u1") == "", "its morale is good"


@pytest.mark.rule("VII.I/1", "VII.I/3", "VII.I/4", "VII.I/6")
def test_a_step_is_gained_by_standing_still() -> None:
    for state, deeds, then in (
        ("routed", {"rally": "stay"}, "broken"),
        ("broken", {"rally": "stay"}, "disorganized"),
        ("disorganized", {}, "good"),
        ("disorganized", {"used": (1, 6)}, "disorganized"),
        ("disorganized", {"shaken": True}, "disorganized"),
        ("broken", {"rally": "flee"}, "broken"),
        ("broken", {"rally": "stay", "shaken": True}, "broken"),
    ):
        position = changed(pair(), "u1", state=state, deeds=deeds)
        events = stepped(position, ())
        assert position.units["u1"].state == then
        assert bool(of(events, UnitRallied)) == (then != state)


@pytest.mark.rule("VII.I/2", "G/7", "II.A/5")
def test_stands_that_touch() -> None:
    assert touch(battle(unit("u1", (3000, 1000), 37)).units["u1"]), "also at any facing"
    assert touch(battle(unit("u1", (3000, 1000), formation="skirmish")).units["u1"])
    loose = battle(unit("u1", (3000, 1000), formation="skirmish")).units["u1"]
    assert not touch(msgspec.structs.replace(loose, formation="scattered"))


# -- items


@pytest.mark.rule("VII.Q/1", "VII.Q/2", "G/45", "G/46")
def test_support_on_both_flanks() -> None:
    def supported(*others: dict[str, Any]) -> bool:
        return is_supported(battle(unit("u1", (3000, 1000)), *others), "u1")

    right, left = unit("u2", (4200, 1000)), unit("u3", (1800, 1000))
    assert supported(right, left), "6.00 inches on each side"
    assert not supported(right)
    assert not supported(right, unit("u3", (1799, 1000))), "6.01 inches"
    assert not supported(right, unit("u3", (2400, 1000), type="officer"))
    assert not supported(right, unit("u3", (2100, 1500))), "more than 30 degrees from the flank axis"
    beaten = changed(battle(unit("u1", (3000, 1000)), right, left), "u3", state="disorganized")
    assert not is_supported(beaten, "u1")


@pytest.mark.rule("VII.D/3", "VII.D/4", "VII.D/6", "VII.D/7", "VII.D/10", "VII.D/11")
@pytest.mark.rule("VII.S/1", "VII.S/2", "XII.B/3")
def test_items_are_read_on_the_position() -> None:
    taken = (
        FireTaken("c1", True, "flank", "soft", 1), FireTaken("c1", True, "flank", "soft", 1),
        FireTaken("c2", False, "rear", "hard", 0),
    )  # fmt: skip
    position = changed(pair(), "u1", deeds={"taken": taken}, marks={"bonus": 10, "bonus_turn": 1})
    found = {each.name: each.amount for each in items_of(position, "u1")}
    assert found == {
        "enemy batteries firing on the unit": -5,
        "enemy firing from hard cover": -10,
        "enemy firing on the flank": -10,
        "enemy firing on the rear": -15,
        "charge bonus": 10,
    }
    led = battle(unit("u1", (3000, 1000)), unit("u8", (3340, 1000), type="officer", bonus=10, radius=600))
    assert {each.name: each.amount for each in items_of(led, "u1")} == {"officer": 10}
    far = battle(unit("u1", (3000, 1000)), unit("u8", (3800, 1000), type="officer", bonus=10, radius=600))
    assert {each.name: each.amount for each in items_of(far, "u1")} == {"officer": 10}, "within his radius"
    none = battle(unit("u1", (3000, 1000)), unit("u8", (3800, 1000), type="officer"))
    assert items_of(none, "u1") == ()
