"""Works: what is dug, torn down and rebuilt, saps, charges, tracks, bridges, siege guns, fire at pieces."""

from collections.abc import Sequence
from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.position.orders import FireOrder, FirePlan, MoveOrder
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.works import Job, Work
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import planned
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import check_fire
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import PieceFired
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import is_closed
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.volleys import fire_all
from ironclad.domain.games.iron_brigade.rules.c13_works.blasting import burn_turns
from ironclad.domain.games.iron_brigade.rules.c13_works.demolition import damage_of
from ironclad.domain.games.iron_brigade.rules.c13_works.events import FireFought, FireStarted, FuseBurnt
from ironclad.domain.games.iron_brigade.rules.c13_works.jobs import jobs_near, rebuild_turns
from ironclad.domain.games.iron_brigade.rules.c13_works.lines import cut, length
from ironclad.domain.games.iron_brigade.rules.c13_works.working import work
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Unreadable
from tests.games.iron_brigade.battles import battle, changed, of, resolving, unit

FENCE = {"id": "f", "kind": "fence", "cover": "soft", "line": [[1000, 1050], [5000, 1050]]}
HOUSE = {
    "id": "h", "kind": "building", "material": "wood", "storeys": 1, "size": "standard", "cover": "soft",
    "points": 60, "polygon": [[2800, 1050], [3200, 1050], [3200, 1250], [2800, 1250]],
}  # fmt: skip


def working(
    position: Position, job: Job, turns: int = 1, id: str = "u1", dice: Sequence[int] = ()
) -> tuple[list[Any], Position]:
    """The events and the position after so many turns of a work; turns follow each other."""
    order = MoveOrder("work", job=job)
    planned(position, id, order)
    position.revealed = {id: order}
    play, script = resolving(position, dice)
    for _ in range(turns):
        work(play)
        agenda = play.position.agenda
        play.position.agenda = agenda.__class__(turn=agenda.turn + 1)
        play.position.__dict__.clear()
    assert script.left() == ()
    return play.events, play.position


def pieces(position: Position, kind: str = "work") -> list[Any]:
    return [each for each in position.scenery.terrain if each.kind == kind]


def refusal(position: Position, job: Job | None, id: str = "u1") -> str:
    with pytest.raises(Refused) as refused:
        planned(position, id, MoveOrder("work", job=job))
    return refused.value.rule


DIG = Job("dig")


@pytest.mark.rule("XIII.A/1", "XIII.A/4", "XIII.A/2")
def test_digging_comes_to_soft_hard_and_trench_cover() -> None:
    position = battle(unit("u1", (3000, 1000)))
    _, seven = working(position.copy(), DIG, 7)
    assert pieces(seven) == []
    _, eight = working(seven, DIG)
    (soft,) = pieces(eight)
    assert (soft.cover, soft.points, soft.line) == ("soft", 8, ((2700, 1000), (3300, 1000)))
    _, hard = working(eight, DIG, 24)
    assert [(each.cover, each.points) for each in pieces(hard)] == [("hard", 32)]
    _, trench = working(hard, DIG, 68)
    assert [(each.cover, each.points) for each in pieces(trench)] == [("trench", 100)]
    assert refusal(trench, DIG) == "XIII.A/1"


@pytest.mark.rule("XIII.A/2")
def test_hard_ground_and_guns_double_the_time_of_digging() -> None:
    stony = {
        "id": "s", "kind": "field", "extra_hard": True,
        "polygon": [[2000, 500], [4000, 500], [4000, 1500], [2000, 1500]],
    }  # fmt: skip
    _, after = working(battle(unit("u1", (3000, 1000)), terrain=[stony]), DIG, 15)
    assert pieces(after) == []
    assert len(pieces(working(after, DIG)[1])) == 1
    guns = battle(unit("u1", (3000, 1000), type="battery"), terrain=[stony])
    _, after = working(guns, DIG, 31)
    assert pieces(after) == []
    assert len(pieces(working(after, DIG)[1])) == 1
    bog = {"id": "b", "kind": "swamp", "polygon": stony["polygon"]}
    assert refusal(battle(unit("u1", (3000, 1000)), terrain=[bog]), DIG) == "XIII.A/2"


@pytest.mark.rule("XIII.A/2", "XIII.A/4")
def test_a_work_is_found_again_by_its_place() -> None:
    _, started = working(battle(unit("u1", (3000, 1000)), unit("u2", (1000, 1000))), DIG, 5)
    relieved = changed(changed(started, "u1", at=(3000, 3000)), "u2", at=(3000, 1000))
    assert len(pieces(working(relieved, DIG, 3, "u2")[1])) == 1
    pits = {"id": "p", "kind": "work", "cover": "soft", "points": 8, "line": [[2600, 1040], [3400, 1040]]}
    _, after = working(battle(unit("u1", (3000, 1000)), terrain=[pits]), DIG, 24)
    assert [each.cover for each in pieces(after)] == ["soft", "hard"]


@pytest.mark.rule("XIII.A/3", "III.G/9", "XIII.G/3", "XXVIII/6")
def test_who_may_not_work() -> None:
    position = battle(unit("u1", (3000, 1000)))
    assert refusal(changed(position.copy(), "u1", state="disorganized"), DIG) == "XIII.A/3"
    assert refusal(changed(position.copy(), "u1", mounted=True), DIG) == "XIII.A/3"
    assert refusal(position, None) == "III.G/9"
    assert refusal(position, Job("mine", "f")) == "XIII.G/3"
    basic = position.copy()
    basic.options = {"basic": "yes"}
    assert refusal(basic, DIG) == "XXVIII/6"
    _, moved = working(changed(position.copy(), "u1", deeds={"used": (1, 2)}), DIG, 8)
    assert pieces(moved) == []


@pytest.mark.rule("XIII.B/1", "III.A/4", "XIII.B/3")
def test_a_stretch_of_fence_is_torn_down_in_two_turns() -> None:
    """24 men have 3 stands of 2 inches in front: 6 inches about the middle of the unit."""
    position = battle(unit("u1", (3000, 1000)), terrain=[FENCE])
    _, after = working(position, Job("tear_down", "f"), 2)
    assert [each.line for each in pieces(after, "fence")] == [
        ((1000, 1050), (2700, 1050)),
        ((3300, 1050), (5000, 1050)),
    ]
    trench = {
        "id": "t",
        "kind": "work",
        "cover": "trench",
        "points": 100,
        "line": [[1000, 1050], [5000, 1050]],
    }
    assert refusal(battle(unit("u1", (3000, 1000)), terrain=[trench]), Job("tear_down", "t")) == "XIII.B/3"
    far = battle(unit("u1", (3000, 949)), terrain=[FENCE])
    assert refusal(far, Job("tear_down", "f")) == "XIII.B/1", "1.01 inches"


@pytest.mark.rule("XIII.B/2")
def test_a_fence_is_rebuilt_in_four_turns_and_more_farther_away() -> None:
    _, torn = working(battle(unit("u1", (3000, 1000)), terrain=[FENCE]), Job("tear_down", "f"), 2)
    (site,) = (key for key, each in torn.works.items() if each.kind == "torn")
    _, after = working(torn.copy(), Job("rebuild", site), 4)
    assert ((2700, 1000), (3300, 1000)) in [each.line for each in pieces(after, "fence")]
    old = ((2700, 1050), (3300, 1050))
    lines = (((2700, y), (3300, y)) for y in (850, 849, 650, 649))
    assert [rebuild_turns(old, each) for each in lines] == [4, 5, 5, 6]


@pytest.mark.rule("XIII.B/1", "VI.E/6")
def test_a_wooden_building_comes_down_by_its_longest_side() -> None:
    """4 inches are one frontage of 6: two turns."""
    _, after = working(battle(unit("u1", (3000, 1000)), terrain=[HOUSE]), Job("tear_down", "h"), 2)
    assert pieces(after, "building") == []
    assert [each.cover for each in pieces(after, "rough")] == ["soft"]


@pytest.mark.rule("XIII.C/1")
def test_a_sap_grows_by_an_inch_in_twenty_turns() -> None:
    roller = {
        "id": "r",
        "kind": "sap_roller",
        "cover": "hard",
        "points": 20,
        "line": [[2900, 1050], [3100, 1050]],
    }
    _, after = working(battle(unit("u1", (3000, 1000)), terrain=[roller]), Job("sap", "r"), 20)
    assert [each.line for each in pieces(after)] == [((3000, 1050), (3000, 1150))]
    assert [each.line for each in pieces(after, "sap_roller")] == [((2900, 1150), (3100, 1150))]


@pytest.mark.rule("XIII.F/1", "XIII.F/2", "XIII.E/2")
@pytest.mark.parametrize(("die", "explodes"), [(5, True), (6, False)])
def test_a_charge_goes_off_a_turn_after_three_turns_of_work(die: int, explodes: bool) -> None:
    sappers = unit("u1", (3000, 1000), men=12, marks=["explosives"])
    position = battle(sappers, unit("c1", (3000, 1110), 180, men=12, formation="column"), terrain=[FENCE])
    _, set_off = working(position, Job("charge", "f"), 3)
    set_off.revealed = {}
    away = changed(set_off, "u1", at=(1000, 3000))
    play, script = resolving(away, [die])
    work(play)
    assert script.left() == ()
    assert [each.explodes for each in of(play.events, FuseBurnt)] == [explodes]
    assert len(pieces(play.position, "fence")) == 1 + explodes
    men = play.position.units["c1"].men
    assert men == (8 if explodes else 12), "the first of three stands is 1.5 inches away or nearer"
    if not explodes:
        assert play.position.works["charge:f"].turn == 0


@pytest.mark.rule("XIII.F/1")
def test_who_may_set_a_charge() -> None:
    assert refusal(battle(unit("u1", (3000, 1000)), terrain=[FENCE]), Job("charge", "f")) == "XIII.F/1"
    sappers = unit("u1", (3000, 900), marks=["explosives"])
    assert refusal(battle(sappers, terrain=[FENCE]), Job("charge", "f")) == "XIII.F/1"


@pytest.mark.rule("XVII.C/1", "XVII.D/1")
def test_track_is_torn_up_in_seven_turns_and_repaired_in_fourteen() -> None:
    """12 men tear up 6 inches at once."""
    track = {
        "id": "t", "kind": "railroad", "width": 100, "line": [[1000, 1050], [5000, 1050]],
        "polygon": [[1000, 1000], [5000, 1000], [5000, 1100], [1000, 1100]],
    }  # fmt: skip
    position = battle(unit("u1", (3000, 1000), men=12), terrain=[track])
    _, six = working(position, Job("tear_track", "t"), 6)
    assert not [each for each in six.works.values() if each.kind == "torn_track"]
    _, after = working(six, Job("tear_track", "t"))
    (site,) = (key for key, each in after.works.items() if each.kind == "torn_track")
    assert length(after.works[site].line) == 600
    _, mended = working(after.copy(), Job("repair_track", site), 14)
    assert site not in mended.works
    _, ruined = working(after, Job("tear_track", "t"), 15)
    assert refusal(ruined, Job("repair_track", site)) == "XVII.C/1"


@pytest.mark.rule("XXV.A/1", "XXV.A/2")
def test_engineers_bridge_a_river_at_an_inch_in_four_turns() -> None:
    """From 0.5 inch before a river of 2 inches: 2.5 inches end at the bank, 2.75 of 11 turns beyond it."""
    river = {
        "id": "r", "kind": "river", "width": 200, "fordable": False, "line": [[1000, 1150], [5000, 1150]],
        "polygon": [[1000, 1050], [5000, 1050], [5000, 1250], [1000, 1250]],
    }  # fmt: skip
    position = battle(unit("u1", (3000, 1000), marks=["engineers"]), terrain=[river])
    _, ten = working(position, Job("pontoon", "r"), 10)
    assert pieces(ten, "bridge") == []
    _, after = working(ten, Job("pontoon", "r"))
    assert [each.line for each in pieces(after, "bridge")] == [((3000, 1000), (3000, 1275))]
    assert refusal(battle(unit("u1", (3000, 1000)), terrain=[river]), Job("pontoon", "r")) == "XXV.A/2"


@pytest.mark.rule("XXI.B/2", "XXI.C/1")
def test_siege_guns_are_taken_down_in_24_turns_and_emplaced_in_288() -> None:
    siege = unit(
        "u1", (3000, 1000), type="battery", gun="smoothbore_30", formation="emplaced", **{"class": "siege"}
    )
    position = battle(siege)
    _, down = working(position, Job("take_down"), 24)
    assert (down.units["u1"].formation, len(down.units["u1"].stands)) == ("unlimbered", 2)
    down.works["emplace:u1"] = Work("emplace", "union", done=4 * 287)
    _, up = working(down, Job("emplace"))
    assert (up.units["u1"].formation, len(up.units["u1"].stands)) == ("emplaced", 1)


# -- fire at pieces of terrain


@pytest.mark.rule("XIII.D/1", "XIII.D/2")
@pytest.mark.parametrize(
    ("gun", "points"),
    [
        ("smoothbore_6", 1), ("ordnance_3in", 2), ("parrott_10", 2), ("parrott_20", 3), ("parrott_30", 4),
        ("smoothbore_40", 5), ("napoleon_12", 2), ("howitzer_24", 3), ("smoothbore_130", 14), ("rifle_50", 6),
    ],
)  # fmt: skip
def test_the_points_that_a_hit_takes(gun: str, points: int) -> None:
    assert damage_of(battle(unit("u1", (3000, 1000), type="battery", gun=gun)).muster["u1"]) == points


def shelled(
    position: Position, piece: str, dice: Sequence[int], sections: int = 3
) -> tuple[list[Any], Position]:
    order = FireOrder(pieces={piece: sections})
    check_fire(position, "union", "u1", order)
    position.fires = {"union": FirePlan({"u1": order})}
    play, script = resolving(position, dice)
    assert fire_all(play)
    assert script.left() == ()
    return play.events, play.position


@pytest.mark.rule("V/2", "VI.E/5", "XIII.D/1", "XIII.D/3")
def test_an_empty_house_is_fired_at_with_the_lower_row() -> None:
    """Three sections of Napoleons at 1 foot have 10 each and 2 together: 32, a hit and 12 of 20. A hit takes
    2 of the house's 60 points, and a 5 sets it on fire for 40 turns.
    """
    house = {**HOUSE, "polygon": [[2800, 2050], [3200, 2050], [3200, 2250], [2800, 2250]]}
    position = battle(unit("u1", (3000, 1000), type="battery"), terrain=[house])
    events, after = shelled(position, "h", (13, 5))
    (fire,) = of(events, PieceFired)
    assert (fire.fire.chart, fire.whole, fire.rest, fire.hits) == (10, 1, 12, 1)
    assert [each.points for each in pieces(after, "building")] == [58]
    assert [(each.burns, each.until) for each in of(events, FireStarted)] == [(True, 41)]
    after.burning["h"] = 1
    _, rubble = working(after, Job("dig"))
    assert (pieces(rubble, "building"), rubble.burning) == ([], {})
    manned = battle(unit("u1", (3000, 1000), type="battery"), unit("c1", (3000, 2040), 180), terrain=[house])
    with pytest.raises(Refused) as refused:
        check_fire(manned, "union", "u1", FireOrder(pieces={"h": 1}))
    assert refused.value.rule == "XIII.D/3"


@pytest.mark.rule("VI.E/6", "XIII.E/2")
@pytest.mark.parametrize(
    ("facts", "turns"),
    [({}, 40), ({"storeys": 3}, 160), ({"size": "extra_large"}, 80), ({"material": "stone"}, 40)],
)
def test_how_long_a_house_burns(facts: dict[str, Any], turns: int) -> None:
    (house,) = pieces(battle(terrain=[{**HOUSE, **facts}]), "building")
    assert burn_turns(house) == turns


@pytest.mark.rule("VI.E/3")
@pytest.mark.parametrize(("die", "out"), [(4, False), (5, True)])
def test_men_beside_a_fire_fight_it(die: int, out: bool) -> None:
    position = battle(unit("u1", (3000, 1000)), terrain=[HOUSE])
    assert refusal(position, Job("fight_fire", "h")) == "VI.E/3"
    position.burning = {"h": 40}
    events, after = working(position, Job("fight_fire", "h"), 1, dice=[die])
    assert [each.out for each in of(events, FireFought)] == [out]
    assert ("h" in after.burning) == (not out)


@pytest.mark.rule("XIII.D/4", "XIII.D/3")
def test_a_work_sinks_to_the_cover_that_its_points_pay_for() -> None:
    """A 12-pounder takes 2 points of the stretch of 2 inches that it hits: 33 are hard, 31 only soft."""

    def hit(points: int, cover: str) -> list[tuple[Any, ...]]:
        line = {
            "id": "w",
            "kind": "work",
            "cover": cover,
            "points": points,
            "line": [[2900, 2050], [3500, 2050]],
        }
        position = battle(unit("u1", (3000, 1000), type="battery"), terrain=[line])
        _, after = shelled(position, "w", (13,))
        return sorted((each.line, each.cover, each.points) for each in pieces(after))

    left = ((3100, 2050), (3500, 2050))
    assert hit(33, "hard") == [(((2900, 2050), (3100, 2050)), "soft", 31), (left, "hard", 33)]
    assert hit(101, "trench") == [(((2900, 2050), (3100, 2050)), "hard", 99), (left, "trench", 101)]
    assert hit(9, "soft") == [(left, "soft", 9)]


@pytest.mark.rule("XIII.E/1", "XIII.E/2")
def test_who_is_on_a_bridge_that_falls_is_lost() -> None:
    bridge = {
        "id": "b", "kind": "bridge", "material": "wood", "width": 200, "points": 60,
        "line": [[3000, 2000], [3000, 2400]],
        "polygon": [[2900, 2000], [3100, 2000], [3100, 2400], [2900, 2400]],
    }  # fmt: skip
    column = unit("c1", (3000, 2390), 0, men=12, formation="column")
    position = battle(unit("u1", (3000, 1000)), column, terrain=[bridge])
    position.burning = {"b": 1}
    _, after = working(position, Job("dig"))
    assert pieces(after, "bridge") == []
    assert "c1" not in after.units


def test_lines_are_cut_at_whole_hundredths() -> None:
    line = ((0, 0), (300, 400), (300, 900))
    assert length(line) == 1000
    assert cut(line, 250, 600) == (
        ((0, 0), (150, 200)), ((150, 200), (300, 400), (300, 500)), ((300, 500), (300, 900)),
    )  # fmt: skip
    assert cut(line, 0, 2000) == ((), line, ())


@pytest.mark.rule("III.G/9")
def test_works_that_are_offered_are_legal() -> None:
    sappers = unit("u1", (3000, 1000), men=12, marks=["explosives", "engineers"])
    position = battle(sappers, terrain=[FENCE, HOUSE])
    assert {(each.kind, each.piece) for each in jobs_near(position, "u1")} == {
        ("dig", ""), ("tear_down", "f"), ("charge", "f"), ("tear_down", "h"), ("charge", "h"),
    }  # fmt: skip


@pytest.mark.rule("XIII.C/2")
@pytest.mark.parametrize("closed", [False, True])
def test_a_sap_roller_closes_a_trench_to_flanking_fire(closed: bool) -> None:
    trench = {
        "id": "t",
        "kind": "work",
        "cover": "trench",
        "points": 100,
        "line": [[1400, 2000], [3000, 2000]],
    }
    ends = [[1200, 1900], [1200, 2200]]
    roller = {"id": "r", "kind": "sap_roller", "cover": "none", "points": 20, "line": ends}
    line = unit("c1", (2000, 2010), 180, men=12, formation="open")
    terrain = [trench, roller] if closed else [trench]
    position = battle(unit("u1", (600, 2040), 90, men=12, formation="column"), line, terrain=terrain)
    position = changed(position, "c1", deeds={"fired": True})
    assert is_closed(position, "u1", "c1") == closed
    hill = {
        "id": "h",
        "kind": "hill",
        "contour": 1,
        "polygon": [[100, 1500], [900, 1500], [900, 2500], [100, 2500]],
    }
    higher = battle(unit("u1", (600, 2040), 90, men=12, formation="column"), line, terrain=[*terrain, hill])
    assert not is_closed(higher, "u1", "c1")


@pytest.mark.rule("S/29")
def test_faults_of_later_things_in_a_position_are_named() -> None:
    position = battle(unit("u1", (3000, 1000)))
    document = RULESET.storage.to_document(position)
    wrong = {
        "works": {"w": {"kind": "dig", "side": "union", "line": [], "done": -1}},
        "aboard": {"u1": "nobody"},
        "proposals": {"union": ["dice", "yes"]},
    }
    with pytest.raises(Unreadable) as refused:
        RULESET.storage.from_document({**document, **wrong})
    for said in ("works: w has no line", "works: w has a number", "aboard: u1", "proposals: union"):
        assert said in str(refused.value)
