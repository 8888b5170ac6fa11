"""Augmentation, garrisons, conversion, merging, disbanding and scheduled reinforcements (R.7, R.11/9)."""

import pytest

from ironclad.domain.games.war_between_the_states.board.charts import counter_strengths
from ironclad.domain.games.war_between_the_states.position.pieces import Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c21_production.events import IncomeReceived
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting.converting import going_home
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting.events import (
    GarrisonRaised,
    MilitiaDisbanded,
    ReinforcementsReceived,
    UnitAugmented,
    UnitConverted,
)
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.picking import not_in_play
from tests.games.war_between_the_states.campaign import END, ST_LOUIS, WASHINGTON, blank, opened, turn_of
from tests.games.war_between_the_states.table import Table, armed, led
from tests.games.war_between_the_states.test_leader_pick import picking

ALEXANDRIA, ISLAND = "C2609", "B4028"


def augment(unit: str, strength: int) -> dict[str, object]:
    return {"type": "augment", "unit": unit, "strength": strength}


def convert(unit: str, *parts: int) -> dict[str, object]:
    return {"type": "convert", "unit": unit, "parts": parts}


def merge(*brigades: str) -> dict[str, object]:
    return {"type": "merge_brigades", "brigades": brigades}


def garrison(hex: str, strength: int, inside: bool = False) -> dict[str, object]:
    return {"type": "raise_garrison", "hex": hex, "strength": strength, "inside": inside}


@pytest.mark.rule("R.7/12", "R.7/8", "R.7/9", "R.7/11")
def test_one_unit_is_augmented_in_each_department() -> None:
    position = blank()
    a, b = armed(position, "union", WASHINGTON, infantry=(6, 5))
    (horse,) = armed(position, "union", ST_LOUIS, cavalry=(2,))
    (away,) = armed(position, "union", "C2206", infantry=(5,))
    (men,) = armed(position, "union", "C3401", militia=(2,))
    table = opened(position, "production", "union")
    assert table.refused("union", augment(a, 5)) == "R.7/12"
    assert table.refused("union", augment(a, 0)) == "R.7/12"
    assert table.refused("union", augment(away, 1)) == "R.7/12"
    assert table.refused("union", augment(men, 1)) == "R.7/12"
    event = table.one(UnitAugmented, table.give("union", augment(a, 4)))
    assert (event.strength, event.supply, event.personnel) == (10, 12, 4)
    assert table.refused("union", augment(b, 1)) == "R.7/12"
    assert table.refused("union", augment(horse, 4)) == "R.7/12"
    event = table.one(UnitAugmented, table.give("union", augment(horse, 3)))
    assert (event.strength, event.supply, event.personnel) == (5, 24, 3)
    assert table.position.supply["union"] == 100 - 12 - 24
    position = blank()
    (grey,) = armed(position, "confederate", "C2516", infantry=(5,))
    table = opened(position, "production", "confederate")
    assert table.one(UnitAugmented, table.give("confederate", augment(grey, 2))).supply == 4
    assert table.refused("confederate", augment("union_infantry_1", 1)) == "R.7/12"


@pytest.mark.rule("3.26/2", "R.7/12")
def test_augmentation_keeps_to_the_counters_by_the_option() -> None:
    refused = []
    for option in ("no", "yes"):
        position = blank(strict_counter_strengths=option)
        (unit,) = armed(position, "union", WASHINGTON, infantry=(9,))
        tens = counter_strengths()["infantry_division", 10, "union"]
        armed(position, "union", "C2206", infantry=(10,) * tens)
        table = opened(position, "production", "union")
        offered = augment(unit, 1)
        try:
            refused.append(table.refused("union", offered))
        except AssertionError:
            table.give("union", offered)
            refused.append("")
    assert refused == ["", "3.26/2"]


@pytest.mark.rule("R.7/16", "13.21/1", "3.23/7")
def test_garrisons_are_raised_at_once() -> None:
    position = blank()
    position.works[ALEXANDRIA] = Work("union", "fort")
    position.owners[ALEXANDRIA] = "union"
    table = opened(position, "production", "union")
    assert table.refused("union", garrison("C2206", 1)) == "R.7/16"
    assert table.refused("union", garrison(WASHINGTON, 1, inside=True)) == "R.7/16"
    assert table.refused("union", garrison(ALEXANDRIA, 11, inside=True)) == "13.21/1"
    raised = table.one(GarrisonRaised, table.give("union", garrison(ALEXANDRIA, 9, inside=True)))
    assert (raised.supply, raised.personnel) == (18, 9)
    again = table.one(GarrisonRaised, table.give("union", garrison(ALEXANDRIA, 1, inside=True)))
    assert (again.unit, again.strength) == (raised.unit, 10)
    table.give("union", garrison(WASHINGTON, 2))
    assert not table.position.units["union_garrison_2"].inside
    besieged = table.position.copy()
    armed(besieged, "confederate", ALEXANDRIA, infantry=(5,))
    table = opened(besieged, "production", "union")
    assert table.refused("union", garrison(ALEXANDRIA, 1)) == "13.39/1"


@pytest.mark.rule("R.7/13", "R.7/8", "3.25/2")
def test_conversion() -> None:
    position = blank()
    (four,) = armed(position, "union", ST_LOUIS, militia=(4,))
    (three,) = armed(position, "union", WASHINGTON, militia=(3,))
    (men,) = armed(position, "union", "A5309", garrison=(9,))
    (field,) = armed(position, "union", "C2206", militia=(4,))
    (island,) = armed(position, "union", "C3426", garrison=(4,))
    hq = led(position, "union", WASHINGTON, "McDowell", "corps")
    position.units[three] = position.units[three].with_(hq=hq)
    table = opened(position, "production", "union")
    assert table.refused("union", convert(four, 3)) == "3.25/2"
    assert table.refused("union", convert(four, 3, 1)) == "R.7/13"
    assert table.refused("union", convert(men, 5)) == "R.7/13"
    assert table.refused("union", convert(men)) == "R.7/13"
    assert table.refused("union", convert(field, 4)) == "R.7/13"  # no city and no town
    assert table.refused("union", convert(island, 4)) == "R.7/13"  # not on the chain of supply
    event = table.one(UnitConverted, table.give("union", convert(four, 2, 2)))
    assert (event.left, list(event.made.values()), event.supply) == (0, [2, 2], 4)
    table.give("union", convert(three, 3))
    assert [unit.hq for unit in table.position.units.values() if unit.hex == WASHINGTON] == [hq]
    event = table.one(UnitConverted, table.give("union", convert(men, 4)))
    assert event.left == 5
    assert table.position.units[men].strength == 5
    assert table.position.supply["union"] == 100 - 4 - 3 - 4
    assert table.position.production.personnel["union"] == 20


@pytest.mark.rule("R.7/14", "3.25/1")
def test_brigades_merge_in_a_department() -> None:
    position = blank()
    a, b, c = armed(position, "union", WASHINGTON, infantry=(2, 1, 3))
    d, e = armed(position, "union", "C2206", infantry=(2, 2))
    f, g = armed(position, "union", WASHINGTON, cavalry=(1, 1))
    table = opened(position, "production", "union")
    assert table.refused("union", merge(a)) == "R.7/14"
    assert table.refused("union", merge(a, a)) == "R.7/14"
    assert table.refused("union", merge(a, c)) == "R.7/14"  # a division
    assert table.refused("union", merge(a, f)) == "R.7/14"
    assert table.refused("union", merge(d, e)) == "R.7/14"  # no department
    table.give("union", merge(a, b))
    table.give("union", merge(f, g))
    assert sorted(unit.strength for unit in table.position.units.values()) == [2, 2, 2, 3, 3]
    assert table.position.supply["union"] == 100


@pytest.mark.rule("R.7/19")
def test_every_third_militia_point_of_a_state_goes_home() -> None:
    position = blank(turn_of(1, 62))
    a, b, c = armed(position, "union", ST_LOUIS, militia=(4, 3, 2))
    for id, state in ((a, "MO"), (b, "MO"), (c, "OH")):
        position.units[id] = position.units[id].with_(state=state)
    assert going_home(position, "union") == {"MO": 2}
    table = opened(position, "disbanding", "union")

    def disband(**losses: int) -> dict[str, object]:
        return {"type": "disband", "losses": losses}

    assert table.refused("union", disband(**{a: 1})) == "R.7/19"
    assert table.refused("union", disband(**{a: 1, c: 1})) == "R.7/19"
    assert table.refused("union", disband(**{a: 3, b: -1})) == "R.7/19"
    assert table.refused("union", disband(union_militia_9=2)) == "R.7/19"
    waiting = len(not_in_play(position, "union"))
    gone = table.one(MilitiaDisbanded, table.give("union", disband(**{a: 1, b: 1}), [waiting]))
    assert gone.left == {a: 3, b: 2}
    assert table.asked == [("union", "leader_pick")]


def scheduled(turn: int) -> Position:
    return blank(turn, scheduled_reinforcements="yes")


def reinforcing(position: Position, seat: str = "union") -> Table:
    table = picking(position, seat)
    table.give(seat, END["leader_pick"])
    return table


@pytest.mark.rule("R.11/9")
def test_the_schedule_takes_the_place_of_production() -> None:
    first = Table("campaign_1861", {"scheduled_reinforcements": "yes"})
    received = first.one(IncomeReceived, first.give("confederate", {"type": "begin_game"}, [1]))
    assert (received.supply, received.personnel) == (125 // 3, 0)
    events = first.give("union", END["leader_pick"], [1] * 19 + [1])
    assert not any(isinstance(event, ReinforcementsReceived) for event in events)
    assert first.asked == [("confederate", "leader_pick")]
    position = scheduled(turn_of(9, 61))
    events = picking(position).give("union", END["leader_pick"])
    received = Table.one(first, ReinforcementsReceived, events)
    assert (received.infantry, received.fresh) == (35, 14)
    assert received.pieces == (("naval_flotilla", 1), ("naval_transport", 1), ("river_transport", 1))


@pytest.mark.rule("R.11/9", "R.3/4", "R.3/5", "R.3/6")
def test_scheduled_reinforcements_are_placed() -> None:
    position = scheduled(turn_of(13, 61))
    unit, full = armed(position, "union", WASHINGTON, infantry=(5, 10))
    (away,) = armed(position, "union", "C2205", infantry=(5,))
    table = reinforcing(position)
    assert table.asked == [("union", "reinforcements")]

    def add(id: str, strength: int) -> dict[str, object]:
        return {"type": "reinforce", "unit": id, "strength": strength}

    def new(kind: str, hex: str, strength: int) -> dict[str, object]:
        return {"type": "raise_reinforcement", "kind": kind, "hex": hex, "strength": strength}

    assert table.refused("union", add(unit, 3)) == "R.3/4"
    assert table.refused("union", add(full, 1)) == "R.3/4"
    assert table.refused("union", add(away, 1)) == "R.3/4"
    table.give("union", add(unit, 1))
    assert table.refused("union", add(unit, 2)) == "R.3/4"
    assert table.refused("union", new("infantry", WASHINGTON, 3)) == "R.3/5"
    assert table.refused("union", new("cavalry", WASHINGTON, 1)) == "R.11/9"
    assert table.refused("union", new("infantry", "C2205", 1)) == "R.3/5"
    for _ in range(3):
        table.give("union", new("militia", ST_LOUIS, 4))
    assert table.position.units["union_militia_1"].state == "MO"
    assert table.refused("union", new("militia", ST_LOUIS, 4)) == "R.11/9"  # 14 SP are 40 percent of 35
    table.give("union", new("infantry", ST_LOUIS, 2))
    assert table.position.production.infantry["union"] == 35 - 1 - 12 - 2
    table.give("union", {"type": "deploy_piece", "what": "cavalry", "place": WASHINGTON})
    table.give("union", {"type": "deploy_piece", "what": "river_flotilla", "place": "A2712-A2812"})
    assert table.position.units["union_cavalry_1"].strength == 1
    assert table.position.made["union_infantry"] == 4


@pytest.mark.rule("R.11/9", "R.8/7")
def test_a_scheduled_fort_is_placed_with_troops() -> None:
    position = scheduled(turn_of(9, 61))
    armed(position, "confederate", "C2512", infantry=(2,))
    table = reinforcing(position, "confederate")

    def fort(hex: str) -> dict[str, object]:
        return {"type": "deploy_piece", "what": "fort", "place": hex}

    assert table.refused("confederate", fort("C2511")) == "R.8/7"
    table.give("confederate", fort("C2512"))
    assert table.position.works["C2512"] == Work("confederate", "fort")
    assert table.refused("confederate", fort("C2512")) == "R.7/11"


@pytest.mark.rule("R.3/6", "R.11/9")
def test_reinforcements_that_are_not_placed_are_lost_and_pieces_wait() -> None:
    position = scheduled(turn_of(9, 61))
    position.production = position.production.with_(infantry={"union": 30}, fresh={"union": 9})
    table = reinforcing(position)
    assert table.position.production.infantry["union"] == 35
    assert table.position.production.fresh["union"] == 14
    waiting = table.position.production.orders
    assert [order.what for order in waiting] == ["naval_flotilla", "naval_transport", "river_transport"]
    table.give("union", END["reinforcements"], [1] * 19)
    assert table.position.production.orders == waiting
