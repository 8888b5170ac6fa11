"""Splitting divisions, rosters, and the reach that players are shown."""

import pytest

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.document import to_document
from ironclad.domain.games.war_between_the_states.position.state import Position, rosters
from ironclad.domain.games.war_between_the_states.rules.c03_units.events import UnitSplit
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.war_between_the_states.table import Table, armed, led

HOME, ROAD, CROSSROADS = "C2206", "C2205", "C2305"
KEEP = {"type": "declare_spans"}


def split(unit: str, strength: int) -> dict[str, object]:
    return {"type": "split_unit", "unit": unit, "strength": strength}


def roster(unit: str, headquarters: str) -> dict[str, str]:
    return {"type": "set_roster", "unit": unit, "headquarters": headquarters}


def at(position: Position) -> Table:
    return Table("manassas_1861", document=to_document(position))


def field() -> Position:
    return Position("manassas_1861").copy()


@pytest.mark.rule("3.25/1", "3.25/2", "3.25/3", "3.24/2")
def test_a_division_splits_off_brigades() -> None:
    position = field()
    led(position, "union", HOME, "Banks", "corps", (4,))
    armed(position, "union", HOME, militia=(4,), cavalry=(3,), infantry=(2,))
    table = at(position)
    assert table.refused("union", split("union_infantry_1", 3)) == "3.25/3"
    assert table.refused("union", split("union_infantry_1", 0)) == "3.25/3"
    assert table.refused("union", split("union_militia_1", 1)) == "3.25/2"
    assert table.refused("union", split("union_infantry_2", 1)) == "3.25/2"
    assert table.refused("union", split("union_cavalry_1", 2)) == "3.25/3"
    assert table.refused("union", split("confederate_infantry_1", 1)) == "3.25/3"
    made = table.one(UnitSplit, table.give("union", split("union_infantry_1", 2)))
    assert (made.brigade, made.still) == ("union_infantry_3", False)
    units = table.position.units
    assert (units["union_infantry_1"].strength, units["union_infantry_3"].strength) == (2, 2)
    assert rosters(table.position) == {"union_corps_1": ("union_infantry_1",)}
    assert table.refused("union", split("union_infantry_1", 1)) == "3.25/2"
    assert table.asked == [("union", "spans")]


@pytest.mark.rule("3.25/4", "3.25/5")
def test_a_brigade_split_off_after_the_command_stays() -> None:
    position = field()
    (division,) = armed(position, "union", HOME, infantry=(6,))
    table = at(position)
    table.give("union", KEEP)
    early = table.one(UnitSplit, table.give("union", split(division, 1))).brigade
    table.give("union", {"type": "command_unit", "unit": division})
    late = table.one(UnitSplit, table.give("union", split(division, 1)))
    assert late.still
    assert table.refused("union", {"type": "command_unit", "unit": late.brigade}) == "6.0/2"
    move = {"type": "move_pieces", "path": [ROAD]}
    assert table.refused("union", {**move, "pieces": [late.brigade]}) == "5.2/2"
    table.give("union", {**move, "pieces": [division]})
    table.give("union", {"type": "command_unit", "unit": early})
    table.give("union", {**move, "pieces": [early]})
    assert {id: unit.hex for id, unit in table.position.units.items()} == {
        division: ROAD,
        early: ROAD,
        late.brigade: HOME,
    }


@pytest.mark.rule("16.13/1", "16.16/1", "16.2/1", "16.21/1", "16.22/1", "16.23/1", "15.1/1")
def test_units_go_on_and_off_rosters() -> None:
    position = field()
    corps = led(position, "union", HOME, "Banks", "corps", (5, 5))
    army = led(position, "union", HOME, "Meade", "army")
    horse = led(position, "union", HOME, "Stoneman", "cavalry")
    infantry, spare, cavalry, train, militia = armed(
        position, "union", HOME, infantry=(4, 3), cavalry=(1,), supply_train=(0,), militia=(2,)
    )
    (away,) = armed(position, "union", ROAD, infantry=(4,))
    table = at(position)
    assert table.refused("union", roster(cavalry, corps)) == "16.2/1"
    assert table.refused("union", roster(infantry, horse)) == "16.2/1"
    assert table.refused("union", roster(militia, army)) == "16.2/1"
    assert table.refused("union", roster(away, corps)) == "16.16/1"
    assert table.refused("union", roster(infantry, "union_corps_9")) == "16.16/1"
    assert table.refused("union", roster(infantry, "")) == "16.16/1"
    table.give("union", roster(train, corps))
    assert table.refused("union", roster(infantry, corps)) == "16.21/1"
    table.give("union", roster(cavalry, horse))
    for unit in (infantry, spare):
        table.give("union", roster(unit, army))
    assert table.refused("union", roster("union_infantry_1", army)) == "16.21/1"
    table.give("union", roster(train, ""))
    table.give("union", roster(spare, corps))
    assert rosters(table.position) == {
        corps: ("union_infantry_1", "union_infantry_2", spare),
        army: (infantry,),
        horse: (cavalry,),
    }


@pytest.mark.rule("16.16/2", "16.12/1")
def test_a_switch_gives_no_movement() -> None:
    position = field()
    corps = led(position, "union", HOME, "Banks", "corps", (5,))
    (fresh,) = armed(position, "union", HOME, infantry=(4,))
    (waiting,) = armed(position, "union", ROAD, infantry=(4,))
    table = at(position)
    table.give("union", KEEP)
    table.give("union", {"type": "command_leader", "leader": "Banks"})
    move = {"type": "move_pieces", "pieces": ["Banks", corps]}
    table.give("union", roster(fresh, corps))
    assert table.refused("union", {**move, "path": [ROAD]}) == "5.2/2"
    table.give("union", roster(fresh, ""))
    table.give("union", {**move, "path": [ROAD]})
    table.give("union", roster(waiting, corps))
    assert table.refused("union", {**move, "path": [CROSSROADS]}) == "5.2/2"


@pytest.mark.rule("6.6/1", "6.11/3", "6.11/1")
def test_reach_names_each_step_and_its_price() -> None:
    position = field()
    led(position, "union", HOME, "Banks", "corps", (5,))
    table = at(position)
    table.give("union", KEEP)
    order = RULESET.storage.commands.read(
        {"type": "move_pieces", "pieces": ["Banks", "union_corps_1"], "path": []}
    )
    with pytest.raises(Refused, match=r"5\.2/2"):
        list(decider.reached(RULESET, table.position, "union", order))
    table.give("union", {"type": "command_leader", "leader": "Banks"})
    found = {each.place: each for each in decider.reached(RULESET, table.position, "union", order)}
    near = found[ROAD]
    assert (near.cost, near.left) == (1, 5)
    assert near.steps[0].charges == ({"name": "road", "amount": 1, "rule": "6.6/1"},)
    for each in found.values():
        assert sum(step.charges[0]["amount"] for step in each.steps) == each.cost
        assert decider.is_legal(RULESET, table.position, "union", RULESET.storage.commands.read(each.command))
    assert len(found) > 10


@pytest.mark.rule("3.26/1")
def test_no_division_splits_without_counters_for_its_brigades() -> None:
    position = field()
    armed(position, "union", HOME, cavalry=(2, 3, *[1] * 14))
    table = at(position)
    table.give("union", split("union_cavalry_2", 1))
    assert table.refused("union", split("union_cavalry_1", 1)) == "3.26/1"  # both halves would be brigades
    position.units["union_cavalry_3"] = position.units["union_cavalry_3"].with_(strength=2)
    at(position).give("union", split("union_cavalry_1", 1))
