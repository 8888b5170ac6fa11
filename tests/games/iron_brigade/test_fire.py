"""The fire phase: who may fire, at whom, with what, and who falls."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.games.iron_brigade.position.orders import FireOrder, FirePlan
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.rules.between import facing_of, look_of
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import check_fire, eligible, rank_of
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.casualties import quarters, who_falls
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    BarrageFired,
    GunsHit,
    LossesTaken,
    OfficerRolled,
    VolleyFired,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import (
    cover_against,
    has_flank,
    ranks_hit,
    side_hit,
    side_hit_by_guns,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.volleys import fire_all
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import UnitGone
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, changed, of, resolving, unit

SIDE_OF = {"u": "union", "c": "confederate"}


def fired(
    position: Position, orders: dict[str, FireOrder], dice: tuple[int, ...] = ()
) -> tuple[list[Any], Position]:
    """The events of these fire orders, and the position after them; all dice are used."""
    for id, order in orders.items():
        check_fire(position, SIDE_OF[id[0]], id, order)
    position.fires = {"union": FirePlan(orders), "confederate": FirePlan()}
    play, script = resolving(position, dice)
    assert fire_all(play)
    assert script.left() == ()
    return play.events, position


def refusal(position: Position, id: str, order: FireOrder) -> str:
    """The clause under which a fire order is refused, "" if it is legal."""
    try:
        check_fire(position, SIDE_OF[id[0]], id, order)
    except Refused as refused:
        return refused.rule
    return ""


def facing(gap: int, **facts: Any) -> Position:
    """Two regiments that face each other, so many hundredths apart."""
    return battle(unit("u1", (3000, 1000), **facts), unit("c1", (3000, 1000 + gap), 180))


AT = {"u1": FireOrder("c1")}


@pytest.mark.rule("IV.A/6", "IV/2", "G/5", "XXVIII/5")
@pytest.mark.parametrize(
    ("gap", "factor", "men"), [(400, 10, 24), (401, 8, 24), (1200, 6, 24), (1201, 4, 24), (4000, 1, 12)]
)
def test_a_range_is_from_the_nearest_stand_to_the_nearest_stand(gap: int, factor: int, men: int) -> None:
    """At 40 inches the rear rank is out of range. 6 times .34 is 2.04: nothing to roll for."""
    found = fired(facing(gap), AT, () if gap == 1200 else (10,))[0]
    volley: VolleyFired = of(found, VolleyFired)[0]
    assert (volley.range, volley.weapon_factor, volley.men) == (gap, factor, men)


@pytest.mark.rule("IV/2", "IV.A/7")
def test_what_is_out_of_range_or_out_of_arc_is_refused() -> None:
    assert refusal(facing(4001), "u1", AT["u1"]) == "IV/2"
    assert refusal(facing(400), "u1", FireOrder("c1", "pistol")) == "IV.A/7"
    assert refusal(facing(400), "u1", FireOrder("u1")) == "IV/2", "no enemy"
    behind = battle(unit("u1", (3000, 1000), 180), unit("c1", (3000, 1400), 180))
    assert refusal(behind, "u1", AT["u1"]) == "IV/2", "it faces the other way"
    assert refusal(facing(400), "c1", FireOrder("c1")) == "IV/2"


@pytest.mark.rule("VII.O/1", "IV/4", "VI.K/1", "III.C/2", "VII.U/1")
def test_units_that_may_not_fire() -> None:
    for facts, rule in (
        ({"state": "broken"}, "VII.O/1"),
        ({"state": "routed"}, "VII.O/1"),
        ({"state": "disorganized"}, ""),
        ({"posture": "heads_down"}, "VI.K/1"),
        ({"deeds": {"passed": True}}, "III.C/2"),
        ({"unarmed": 24}, "VII.U/1"),
        ({"unarmed": 23}, ""),
    ):
        assert refusal(changed(facing(400), "u1", **facts), "u1", AT["u1"]) == rule, facts


@pytest.mark.rule("III.E/2", "III.G/6", "VI.A/1")
def test_muzzle_loaders_do_not_fire_lying_down_or_in_a_river() -> None:
    for facts, rule in (
        ({"posture": "prone"}, "III.G/6"),
        ({"deeds": {"action": "stand_up"}}, "III.G/6"),
        ({"deeds": {"wet": True}}, "III.E/2"),
    ):
        assert refusal(changed(facing(400), "u1", **facts), "u1", AT["u1"]) == rule
        loader = changed(facing(400, weapons=["breechloader"]), "u1", **facts)
        assert refusal(loader, "u1", AT["u1"]) == "", "a breechloader may"


@pytest.mark.rule("II.A/6", "IV.C/4", "G/20")
def test_two_ranks_fire_and_no_third() -> None:
    column = facing(400, formation="column").units["u1"]
    assert [rank_of(column, number) for number in range(6)] == [1, 2, 3, 4, 5, 6]
    close = facing(400).units["u1"]
    assert [rank_of(close, number) for number in range(6)] == [1, 1, 1, 2, 2, 2]
    assert eligible(facing(400, formation="column"), "u1", "c1", "rifle_musket") == (0, 1)


@pytest.mark.rule("VI.G/1", "VI.G/3")
def test_small_arms_do_not_fire_over_friends() -> None:
    over = battle(unit("u1", (3000, 1000)), unit("u2", (3000, 1300)), unit("c1", (3000, 1700), 180))
    assert refusal(over, "u1", AT["u1"]) == "IV/2"
    assert refusal(over, "u2", FireOrder("c1")) == ""
    beside = battle(unit("u1", (3000, 1000)), unit("u2", (4000, 1300)), unit("c1", (3000, 1700), 180))
    assert refusal(beside, "u1", AT["u1"]) == ""


@pytest.mark.rule("IV/1", "IV.E/1", "IV/5")
def test_both_fire_on_the_strength_before_the_fire() -> None:
    orders = {"u1": FireOrder("c1"), "c1": FireOrder("u1")}
    events, after = fired(facing(400), orders, (1, 1))
    volleys = of(events, VolleyFired)
    assert [each.firer for each in volleys] == ["c1", "u1"], "Confederates first in odd turns"
    assert [each.men for each in volleys] == [24, 24]
    assert [each.loss for each in volleys] == [4, 4]
    assert [after.units[id].men for id in ("u1", "c1")] == [20, 20]
    assert [each.fired_turns for each in after.units.values()] == [1, 1]


@pytest.mark.rule("IV/5")
def test_the_nearest_stand_loses_first() -> None:
    position = facing(400)
    one, other = position.units["c1"], position.units["u1"]
    assert who_falls(one, other, 5) == {0: 4, 1: 1}, "all front stands are equally near: the lowest numbers"
    oblique = battle(unit("u1", (3600, 1000)), unit("c1", (3000, 1400), 180))
    assert next(iter(who_falls(oblique.units["c1"], oblique.units["u1"], 1))) == 0
    assert who_falls(one, other, 99) == dict.fromkeys(range(6), 4), "nobody dies twice"


@pytest.mark.rule("IV/5", "IV.E/2")
def test_stands_without_men_are_removed_and_a_unit_without_men_is_gone() -> None:
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1400), 180, men=12, formation="open"))
    events, after = fired(position, AT, (10,))
    lost: LossesTaken = of(events, LossesTaken)[0]
    assert lost.stands == ((0, 3),)
    _, after = fired(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1400), 180, men=12)), AT, (1,))
    assert [stand.men for stand in after.units["c1"].stands] == [4, 4], "the stand of the 4 that fell is gone"
    two = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1400), 180, men=12))
    stand = msgspec.structs.replace(two.units["c1"].stands[0], men=2)
    two.units["c1"] = msgspec.structs.replace(two.units["c1"], stands=(stand,))
    events, after = fired(two, AT, (10,))
    assert of(events, UnitGone)[0].how == "destroyed"
    assert "c1" not in after.units


@pytest.mark.rule("VI.B/1", "VI.B/2", "G/13", "G/14")
def test_flank_is_45_degrees_for_men_and_30_for_guns() -> None:
    def seen(x: int, y: int) -> tuple[str, str]:
        place = battle(unit("u1", (3000, 2060)), unit("c1", (x, y), type="officer"))
        return side_hit(place, "u1", "c1"), side_hit_by_guns(place, "u1", "c1")

    middle = battle(unit("u1", (3000, 2060))).units["u1"].body.centre
    assert middle == (3000, 2000)
    half = 50  # an officer's centre is half his depth behind the point given
    assert seen(4000, 3000 + half) == ("flank", "front"), "exactly 45 degrees"
    assert seen(4000, 3001 + half) == ("front", "front")
    assert seen(4000, 2577 + half) == ("flank", "flank"), "just within 30"
    assert seen(4000, 2578 + half) == ("flank", "front"), "just beyond 30"
    assert seen(3000, 1000 + half) == ("rear", "rear")
    loose = battle(unit("u1", (3000, 2060), formation="skirmish"), unit("c1", (5000, 2000), type="officer"))
    assert side_hit(loose, "u1", "c1") == "front", "skirmishers have no flank"


@pytest.mark.rule("G/47", "G/48", "G/49", "III.I/2")
def test_ranks_on_the_line_within_four_inches() -> None:
    def depth(*others: dict[str, Any], **facts: Any) -> int:
        return ranks_hit(
            battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1400), 180, **facts), *others), "u1", "c1"
        )

    assert depth() == 2
    assert depth(formation="open") == 1
    assert depth(formation="column") == 6
    assert depth(unit("c2", (3000, 1800), 180)) == 3, "its front rank begins at 4.00 inches, its rear beyond"
    assert depth(unit("c2", (3000, 1801), 180)) == 2
    assert depth(unit("c2", (3000, 1600), 180)) == 4
    assert depth(formation="flank_right", men=16) == 12, (
        "a sideways stand counts 4; the fourth begins beyond 4 inches"
    )


@pytest.mark.rule("G/50", "G/51", "VI.F/2", "VI.F/4")
def test_cover_behind_a_wall() -> None:
    def behind(y: int, x: int = 3400) -> str:
        wall = {"id": "w", "kind": "wall", "cover": "hard", "line": [[2400, y], [x, y]]}
        line = unit("c1", (3000, 1400), 180, formation="open")
        return cover_against(battle(unit("u1", (3000, 1000)), line, terrain=[wall]), "c1", "u1")

    assert behind(1300) == "hard", "an inch before it"
    assert behind(1299) == "none"
    assert behind(1500) == "none", "it stands before its wall"
    assert behind(1350, 3000) == "hard", "half of its stands are behind it"
    assert behind(1350, 2900) == "none", "fewer than half are"


@pytest.mark.rule("VI.K/1")
def test_heads_down_behind_hard_cover_takes_no_loss() -> None:
    wall = {"id": "w", "kind": "wall", "cover": "hard", "line": [[2000, 1350], [4000, 1350]]}
    position = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1400), 180), terrain=[wall])
    events, after = fired(changed(position, "c1", posture="heads_down"), AT)
    assert of(events, VolleyFired)[0].loss == 0
    assert after.units["c1"].men == 24


@pytest.mark.rule("III.G/5", "III.G/2", "IV.D/6")
def test_a_unit_that_formed_fires_as_if_it_had_moved_more_than_half() -> None:
    for deeds, names in (
        ({"formed": True, "used": (1, 6)}, ["moved more than half"]),
        ({"used": (1, 2)}, []),
        ({"used": (3, 5)}, ["moved more than half"]),
    ):
        events, _ = fired(changed(facing(400), "u1", deeds=deeds), AT, (10,))
        found = of(events, VolleyFired)[0]
        assert [each.name for each in found.multipliers] == names
        assert ("moved at most half" in [each.name for each in found.added]) == (not names)


@pytest.mark.rule("VIII.D/3", "VIII.E/1", "VIII.E/2")
def test_units_that_fell_back_or_reform_fire_at_half() -> None:
    plain = of(fired(facing(400), AT, (10,))[0], VolleyFired)[0]
    for facts in ({"marks": {"half_fire": 1}}, {"marks": {"reforming": 1}, "deeds": {"used": (1, 2)}}):
        found = of(fired(changed(facing(400), "u1", **facts), AT, (10,))[0], VolleyFired)[0]
        assert "1/2" in [each.amount for each in found.multipliers]
    still = of(fired(changed(facing(400), "u1", marks={"reforming": 1}), AT, (10,))[0], VolleyFired)[0]
    assert still.product == plain.product, "one that reforms and does not move fires in full"


# -- guns


def guns(gap: int, **facts: Any) -> Position:
    return battle(unit("u1", (3000, 1000), type="battery", **facts), unit("c1", (3000, 1000 + gap), 180))


def shots(count: int, target: str = "c1", reload: bool = False) -> FireOrder:
    return FireOrder(sections={target: count}, reload=reload)


@pytest.mark.rule("V/1", "V.A/6", "V.C/1", "V.C/2", "G/6", "V.E/1")
@pytest.mark.parametrize(("gap", "feet", "chart"), [(1200, 1, 13), (1201, 2, 6), (2400, 2, 6), (2401, 3, 5)])
def test_a_battery_fires_by_whole_feet(gap: int, feet: int, chart: int) -> None:
    rest = (3 * chart + 2) % 20
    events, _ = fired(guns(gap), {"u1": shots(3)}, (20,) if rest else ())
    found: BarrageFired = of(events, BarrageFired)[0]
    assert (found.batteries[0].feet, found.batteries[0].chart) == (feet, chart)
    assert found.batteries[0].together == 3 * chart + 2


@pytest.mark.rule("III.H/1", "III.H/3", "III.H/5", "V/1", "VI.C/1", "V.E/2")
def test_orders_of_guns_that_are_refused() -> None:
    for facts, order, rule in (
        ({"loaded": False}, shots(3), "III.H/5"),
        ({"formation": "limbered"}, shots(3), "III.H/3"),
        ({}, shots(4), "VI.C/1"),
        ({"men": 2}, shots(3), "VI.C/1"),
        ({"men": 2}, shots(2), ""),
        ({}, shots(0), "V/1"),
        ({}, FireOrder(), "V/1"),
        ({}, FireOrder("c1"), "V/1"),
        ({}, FireOrder(reload=True), "III.H/5"),
        ({}, shots(3, reload=True), ""),
    ):
        assert refusal(guns(1200, **facts), "u1", order) == rule, (facts, order)
    assert refusal(changed(guns(1200), "u1", deeds={"actions": 2}), "u1", shots(3, reload=True)) == "III.H/1"
    assert refusal(guns(3700, gun="mountain_howitzer_12"), "u1", shots(3)) == "V.E/2"
    assert refusal(guns(1200), "c1", FireOrder("u1", reload=True)) == "III.H/2"


@pytest.mark.rule("III.H/5")
def test_firing_empties_the_guns_and_loading_fills_them() -> None:
    for reload in (False, True):
        _, after = fired(guns(1200), {"u1": shots(3, reload=reload)}, (20,))
        found = after.units["u1"].guns
        assert found is not None
        assert found.loaded is reload


@pytest.mark.rule("V.B/1", "XXVIII/7")
def test_batteries_at_one_target_are_summed_and_roll_once() -> None:
    position = battle(
        unit("u1", (2500, 1000), type="battery"),
        unit("u2", (3500, 1000), type="battery"),
        unit("c1", (3000, 2000), 180),
    )
    events, _ = fired(position, {"u1": shots(3), "u2": shots(3)}, (2,))
    found = of(events, BarrageFired)
    assert len(found) == 1
    assert [each.battery for each in found[0].batteries] == ["u1", "u2"]
    assert (found[0].whole, found[0].rest, found[0].casualties) == (4, 2, 5)


@pytest.mark.rule("V.A/4", "IV.B/4", "IV.B/5")
def test_a_battery_under_fire_of_guns_fires_worse_whatever_the_dice() -> None:
    position = battle(unit("u1", (3000, 1000), type="battery"), unit("c1", (3000, 2000), 180, type="battery"))
    events, _ = fired(position, {"u1": shots(3), "c1": FireOrder(sections={"u1": 1})}, (20, 20, 1))
    found = {each.batteries[0].battery: each.batteries[0] for each in of(events, BarrageFired)}
    assert [each.name for each in found["u1"].added] == ["fired at by artillery"]
    assert found["u1"].chart == 10, "the lower row, against a battery"
    assert "Confederates firing" in [each.name for each in found["c1"].added]


@pytest.mark.rule("V.D/1", "V.D/2", "V.D/4", "II.C/4")
def test_hits_on_a_battery() -> None:
    position = battle(unit("u1", (3000, 1000), type="battery"), unit("c1", (3000, 2000), 180, type="battery"))
    events, after = fired(position, {"u1": shots(3)}, (20, 10, 7))
    assert [(each.die, each.lost) for each in of(events, GunsHit)] == [(10, ("limber",)), (7, ("section",))]
    assert of(events, BarrageFired)[0].casualties == 1
    left = after.units["c1"].guns
    assert left is not None
    assert (left.sections, left.limbers, left.men) == (2, 5, 4)


@pytest.mark.rule("V.C/3")
def test_small_arms_at_a_battery_take_men_or_horses() -> None:
    ready = battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1400), 180, type="battery"))
    events, after = fired(ready, AT, (10,))
    hits = of(events, GunsHit)
    assert [each.lost for each in hits] == [("man",)] * len(hits)
    assert hits
    limbered = battle(
        unit("u1", (3000, 1000)), unit("c1", (3000, 1400), 0, type="battery", formation="limbered")
    )
    events, after = fired(limbered, AT, (10, 3))
    assert [(each.die, each.lost) for each in of(events, GunsHit)] == [(3, ("man",))]
    events, after = fired(
        battle(unit("u1", (3000, 1000)), unit("c1", (3000, 1400), 0, type="battery", formation="limbered")),
        AT,
        (10, 4),
    )
    assert of(events, GunsHit)[0].lost == ("horse",)
    assert after.units["c1"].guns is not None


# -- officers


@pytest.mark.rule("VI.D/1", "VI.D/2", "VI.D/5")
def test_officers_as_targets() -> None:
    alone = battle(unit("u1", (3000, 1000)), unit("c9", (3000, 1400), type="officer"))
    events, after = fired(alone, {"u1": FireOrder("c9")}, (10,))
    assert of(events, UnitGone)[0].how == "killed"
    assert "c9" not in after.units
    with_men = battle(
        unit("u1", (3000, 1000)), unit("c1", (3000, 1400), 180), unit("c9", (3350, 1450), 180, type="officer")
    )
    assert refusal(with_men, "u1", FireOrder("c9")) == "VI.D/2"
    sharp = battle(
        unit("u1", (3000, 1000), marks=["sharpshooters"]),
        unit("c1", (3000, 1400), 180),
        unit("c9", (3350, 1450), 180, type="officer"),
    )
    assert refusal(sharp, "u1", FireOrder("c9")) == ""


@pytest.mark.rule("VI.D/3", "VI.D/4", "VI.D/5")
@pytest.mark.parametrize(("die", "fate"), [(1, "unhurt"), (4, "unhurt"), (5, "wounded"), (6, "killed")])
def test_the_die_of_an_officer_for_each_quarter(die: int, fate: str) -> None:
    position = battle(
        unit("u1", (3000, 1000)),
        unit("c1", (3000, 1400), 180, men=14),
        unit("c2", (4000, 1400), 180),
        unit("c9", (3250, 1450), 180, type="officer"),
    )
    events, after = fired(position, AT, (1, die))
    assert [(each.officer, each.fate) for each in of(events, OfficerRolled)] == [("c9", fate)]
    assert ("c9" in after.units) == (fate == "unhurt")
    assert ("c2" in after.triggers) == (fate == "killed"), "6 inches from him"
    assert [quarters(position, "c1", men) for men in (14, 11, 10, 7, 0)] == [0, 0, 1, 2, 4]


# -- shapes and heights


@pytest.mark.rule("VI.G/2", "VI.G/1", "G/29", "XXVIII/5")
def test_guns_on_higher_ground_fire_over_friends_six_inches_away() -> None:
    hill = {
        "id": "h",
        "kind": "hill",
        "contour": 1,
        "polygon": [[2000, 0], [4000, 0], [4000, 1000], [2000, 1000]],
    }

    def placed(friend: int, high: bool = True, **facts: Any) -> Position:
        return battle(
            unit("u1", (3000, 1000), **facts),
            unit("u2", (3000, friend)),
            unit("c1", (3000, 2600), 180),
            terrain=[hill] if high else [],
        )

    guns_over = {"type": "battery"}
    assert refusal(placed(1720, **guns_over), "u1", shots(3)) == "", "6.00 inches from guns, 8.80 from target"
    assert refusal(placed(1719, **guns_over), "u1", shots(3)) == "VI.H/1", "5.99 inches"
    assert refusal(placed(1720, high=False, **guns_over), "u1", shots(3)) != "", "from level ground"
    assert eligible(placed(1721), "u1", "c1", "rifle_musket") == tuple(range(6)), "men: more than 6 inches"
    assert eligible(placed(1720), "u1", "c1", "rifle_musket") == (3, 4, 5), "the front rank has exactly 6"


@pytest.mark.rule("VI.F/3", "G/50")
def test_woods_cover_from_an_inch_on() -> None:
    def among(edge: int, firer: int = 1000) -> str:
        wood = {
            "id": "w", "kind": "woods", "density": "normal", "cover": "soft",
            "polygon": [[0, edge], [6000, edge], [6000, 4000], [0, 4000]],
        }  # fmt: skip
        line = unit("c1", (3000, 1400), 180, formation="open", men=4)
        return cover_against(battle(unit("u1", (3000, firer)), line, terrain=[wood]), "c1", "u1")

    assert among(1250) == "soft"
    assert among(1410) == "none", "the edge runs through its stands"
    assert among(900, 1350) == "soft", "in the same woods, but an inch away"
    assert among(900, 1395) == "none", "nearer than an inch"


@pytest.mark.rule("G/15", "G/19", "III.I/1", "III.I/2")
def test_a_flank_column_faces_and_looks_the_way_it_marches() -> None:
    column = battle(unit("u1", (3000, 1000), 90, formation="flank_right"), unit("c1", (4000, 1000), 270))
    assert facing_of(column.units["u1"]) == 90
    assert look_of(column.units["u1"], 0) == ((3000, 1000), 90)
    assert eligible(column, "u1", "c1", "rifle_musket") == (0, 1), "its first two ranks"
    assert side_hit(column, "u1", "c1") == "front"


@pytest.mark.rule("G/16", "VI.B/3")
def test_who_has_no_flank() -> None:
    line = battle(unit("u1", (3000, 1000)), unit("u2", (1000, 1000), type="officer"))
    assert has_flank(line, "u1")
    assert not has_flank(line, "u2")
    stands = line.units["u1"].stands
    turned = [msgspec.structs.replace(stand, turn=40 * number) for number, stand in enumerate(stands)]
    assert not has_flank(changed(line, "u1", stands=tuple(turned)), "u1"), (
        "stands that face three ways or more"
    )
    two = [msgspec.structs.replace(stand, turn=40 * (number % 2)) for number, stand in enumerate(stands)]
    assert has_flank(changed(line, "u1", stands=tuple(two)), "u1")
