"""Sieges: the siege phase, bombardment, garrisons whose fort is gone, sorties, towns that are cut off."""

import pytest

from ironclad.domain.games.war_between_the_states.position.document import problems, to_document
from ironclad.domain.games.war_between_the_states.position.pieces import Depot, LeaderPiece, Work
from ironclad.domain.games.war_between_the_states.position.state import Position, garrison_of, owner
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    AttackDeclared,
    BattleFought,
    CombatSupplied,
    DefenceSet,
    PiecesAdvanced,
    PiecesRetreated,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c13_forts.cut_off import cut_off, shut_in
from ironclad.domain.games.war_between_the_states.rules.c13_forts.events import (
    GarrisonFreed,
    WorkBombarded,
)
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of
from ironclad.domain.games.war_between_the_states.rules.c21_production.economy import yielding
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import working
from tests.games.war_between_the_states.battlefield import attack, chit, field, marching, retreat
from tests.games.war_between_the_states.campaign import RICHMOND, blank, opened, turn_of
from tests.games.war_between_the_states.table import Table, armed, led

VICKSBURG = "B2614"
TURN = turn_of(11, 61)


def siege(hex: str, grade: str, inside: tuple[int, ...], outside: tuple[int, ...], trains: int) -> Position:
    """The Union on top of a Confederate work with so many SP inside and outside, and siege trains."""
    position = blank(TURN)
    position.works[hex] = Work("confederate", grade)  # type: ignore[arg-type]
    for id in armed(position, "confederate", hex, infantry=inside):
        position.units[id] = position.units[id].with_(inside=True)
    armed(position, "union", hex, infantry=outside, siege_train=(0,) * trains)
    return position


def fire(number: int) -> dict[str, object]:
    return {"type": "bombard", "train": f"union_siege_train_{number}"}


@pytest.mark.rule(
    "13.31/1", "13.31/2", "13.31/5", "13.34/1", "13.36/1", "13.36/2", "13.24/1", "13.24/2", "13.33/1"
)
def test_two_trains_take_a_fortress_away_and_the_garrison_stays() -> None:
    position = siege(RICHMOND, "fortress", (10, 10, 10), (10, 10), 2)
    position.depots[f"confederate.{RICHMOND}"] = Depot("confederate", RICHMOND, 4, inside=True)
    armed(position, "union", "C2512", siege_train=(0,))
    table = opened(position, "siege", "union")
    assert table.asked == [("union", "siege")]
    assert table.refused("union", fire(3)) == "13.31/1"
    first = table.one(WorkBombarded, table.give("union", fire(1), [6]))
    assert (first.grade, first.left, first.added, first.taken) == ("fortress", "fort", 0, False)
    assert garrison_of(table.position, RICHMOND) == 32
    assert table.refused("union", fire(1)) == "13.31/1"
    assault = {"type": "siege_attack", "hex": RICHMOND, "units": ["union_infantry_1"]}
    assert table.refused("union", assault) == "13.31/2"
    second = table.one(WorkBombarded, table.give("union", fire(2), [4, 1]))
    assert (second.grade, second.left, second.added, second.taken) == ("fort", "", 1, True)
    assert RICHMOND not in table.position.works
    assert besieged(table.position, RICHMOND, "confederate")
    assert owner(table.position, RICHMOND) == "union"
    assert not list(problems(table.position))


@pytest.mark.rule("13.36/1", "13.36/2")
def test_a_fortress_needs_a_six_and_a_train_is_never_hit() -> None:
    for die, left in ((5, "fortress"), (6, "fort")):
        table = opened(siege(RICHMOND, "fortress", (5,), (8,), 1), "siege", "union")
        shot = table.one(WorkBombarded, table.give("union", fire(1), [die, 1]))
        assert shot.left == left
        assert "union_siege_train_1" in table.position.units


@pytest.mark.rule("13.31/2", "13.31/3", "13.31/4", "13.11/1", "13.32/2")
def test_an_attack_in_the_siege_phase_is_a_battle_without_initiative() -> None:
    position = siege(RICHMOND, "fort", (6,), (9, 9), 1)
    led(position, "union", RICHMOND, "McDowell", "corps", ())
    for id in ("union_infantry_1", "union_infantry_2"):
        position.units[id] = position.units[id].with_(hq="union_corps_1")
    position.loose[RICHMOND] = 5
    table = opened(position, "siege", "union")
    order = {"type": "siege_attack", "hex": RICHMOND, "units": ["union_corps_1"], "leader": "McDowell"}
    events = table.give("union", order)
    declared = table.one(AttackDeclared, events)
    assert (declared.kind, declared.units) == ("siege", ("union_infantry_1", "union_infantry_2"))
    there = table.one(DefenceSet, events)
    assert (there.attack, there.defence, there.ratio) == (18, 12, 150)
    assert table.asked == [("union", "chit")]
    fought = table.give("union", chit(1), [1, 1, 1])
    battle = table.one(BattleFought, fought)
    assert battle.percents["union"] * 18 // 100 <= battle.losses["union"] + 1
    assert battle.losses["union"] == 1  # 5 percent of 18, not doubled as in a storm
    table.pass_by("losses", "retreat", dice=[1])
    assert table.asked == [("union", "leader_pick")]  # nothing is left to besiege with


@pytest.mark.rule("13.31/4")
def test_without_a_leader_the_chit_is_0() -> None:
    table = opened(siege(RICHMOND, "fort", (6,), (9,), 0), "siege", "union")
    order = {"type": "siege_attack", "hex": RICHMOND, "units": ["union_infantry_1"], "leader": "McDowell"}
    assert table.refused("union", order) == "13.31/4"
    events = table.give("union", {**order, "leader": ""}, [3, 1])
    assert table.one(BattleFought, events).reading.total == 0
    assert not any(event.die for event in events if isinstance(event, CombatSupplied))


@pytest.mark.rule("13.33/2", "13.35/1", "13.24/2")
@pytest.mark.parametrize("friends", [True, False])
def test_a_garrison_without_its_fort_must_retreat_to_friends_or_is_lost(friends: bool) -> None:
    position = siege(RICHMOND, "fort", (4,), (10, 10), 0)
    del position.works[RICHMOND]
    position.owners[RICHMOND] = "union"
    led(position, "union", RICHMOND, "McDowell", "corps", ())
    for id in ("union_infantry_1", "union_infantry_2"):
        position.units[id] = position.units[id].with_(hq="union_corps_1")
    position.loose[RICHMOND] = 9
    position.leaders["Huger"] = LeaderPiece("confederate", RICHMOND, inside=True)
    if friends:
        armed(position, "confederate", "C2616", infantry=(2,))
    table = opened(position, "siege", "union")
    order = {"type": "siege_attack", "hex": RICHMOND, "units": ["union_corps_1"], "leader": "McDowell"}
    there = table.one(DefenceSet, table.give("union", order))
    assert (there.attack, there.defence) == (20, 4)
    table.give("union", chit(2))
    events = table.give("confederate", chit(0), [1, 1, 5])
    assert table.one(BattleFought, events).retreats == "confederate"
    table.pass_by("losses")
    assert table.asked == [("confederate", "retreat")]
    assert table.refused("confederate", retreat(stand=True)) == "8.43/4"
    gone = table.one(PiecesRetreated, table.give("confederate", retreat(), [1]))
    assert (gone.to.get("confederate_infantry_1"), bool(gone.trapped)) == (
        ("C2616", False) if friends else (None, True)
    )
    assert not besieged(table.position, RICHMOND, "confederate")
    assert table.position.leaders["Huger"].prisoner == (not friends)


@pytest.mark.rule("4.2/2")
def test_the_confederate_says_who_acts_first_where_both_can() -> None:
    position = siege(RICHMOND, "fort", (6,), (9,), 0)
    position.works["C2608"] = Work("union", "fort")
    (inside,) = armed(position, "union", "C2608", garrison=(4,))
    position.units[inside] = position.units[inside].with_(inside=True)
    armed(position, "confederate", "C2608", infantry=(8,))
    table = opened(position, "siege_order", "confederate")
    assert table.asked == [("confederate", "siege_order")]
    table.give("confederate", {"type": "order_sieges", "first": "confederate"})
    assert table.asked == [("confederate", "siege")]
    table.give("confederate", {"type": "end_siege"})
    assert table.asked == [("union", "siege")]


@pytest.mark.rule("13.14/1", "13.14/2", "13.14/3", "13.14/4", "13.3/3", "14.11/1")
@pytest.mark.parametrize("beaten", [True, False])
def test_a_besieged_garrison_sallies_out(beaten: bool) -> None:
    position = field()
    town = "C2305"
    position.works[town] = Work("union", "fortress")
    corps = led(position, "union", town, "Banks", "corps", (10, 10))
    for kind in (position.units, position.headquarters, position.leaders):
        for id in kind:
            kind[id] = kind[id].with_(inside=True)
    (enemy,) = armed(position, "confederate", town, infantry=(4,))
    table = marching(position)
    sortie = attack(town, "Banks", corps)
    assert table.refused("union", sortie) == "13.14/3"
    table.give("union", {"type": "command_leader", "leader": "Banks"})
    events = table.give("union", sortie)
    there = table.one(DefenceSet, events)
    assert (there.attack, there.defence, there.ratio) == (10, 4, 250)
    fought = table.give("union", chit(1), [6 if beaten else 1])
    result = table.one(BattleFought, fought)
    table.pass_by("losses")
    assert table.asked[0] == ("confederate", "retreat")
    assert table.refused("confederate", retreat(stand=True)) == "8.43/4"
    way = table.position.agenda.due[0]
    assert way.about["must"]
    out = retreat() if beaten else retreat("C2306")
    table.give("confederate", out)
    assert result.retreats == "confederate"
    assert table.asked == [("union", "advance")]
    pieces = (corps, "Banks") if beaten else ()
    moved = table.give("union", {"type": "advance", "pieces": pieces})
    assert bool([event for event in moved if isinstance(event, PiecesAdvanced)]) == beaten
    assert table.position.headquarters[corps].inside == (not beaten)
    assert not besieged(table.position, town, "union")
    assert enemy in table.position.units


@pytest.mark.rule("13.3/7", "13.24/2")
def test_a_garrison_without_a_fort_is_free_when_the_besiegers_leave() -> None:
    position = field()
    town = "C2305"
    armed(position, "confederate", town, infantry=(4,))
    held = armed(position, "union", town, infantry=(3,))[0]
    position.units[held] = position.units[held].with_(inside=True)
    table = Table("manassas_1861", document=to_document(position))
    assert besieged(table.position, town, "union")
    del table.position.units["confederate_infantry_1"]
    events = table.give("union", {"type": "declare_spans"})
    events += table.give("union", {"type": "end_movement"})
    freed = table.one(GarrisonFreed, events)
    assert (freed.hex, freed.pieces) == (town, (held,))
    assert not table.position.units[held].inside


@pytest.mark.rule("13.39/1", "13.39/2", "13.39/3", "13.39/4", "13.39/6", "R.7/4")
def test_a_confederate_town_is_cut_off_by_rail_and_beside_it() -> None:
    position = blank(TURN)
    atlanta = "B5410"
    assert not cut_off(position, atlanta)
    armed(position, "union", "B5411", infantry=(3,))
    assert not cut_off(position, atlanta)
    position.cuts = tuple(sorted(links_of(position)[atlanta]))
    assert cut_off(position, atlanta)
    assert shut_in(position, "confederate", atlanta)
    assert not shut_in(position, "union", atlanta)
    assert atlanta not in yielding(position)[0]
    assert atlanta not in working(position, "confederate")
    position.units.clear()
    assert not cut_off(position, atlanta)
