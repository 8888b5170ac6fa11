"""Supply on the map at the start of a player turn: trains, headquarters, depots (16.3, 17.4, 17.5)."""

import pytest

from ironclad.domain.games.war_between_the_states.position.document import problems, to_document
from ironclad.domain.games.war_between_the_states.position.pieces import Depot
from ironclad.domain.games.war_between_the_states.position.state import Position
from tests.games.war_between_the_states.battlefield import END, KEEP, SOUTH, TARGET, WEST, field
from tests.games.war_between_the_states.table import Table, armed, led


def load(source: str, target: str, points: int) -> dict[str, object]:
    return {"type": "load_supply", "source": source, "target": target, "points": points}


def depot(hex: str, **garrison: int) -> dict[str, object]:
    return {"type": "make_depot", "hex": hex, "garrison": garrison}


def stored() -> Position:
    """A depot of 12 points and 3 loose ones beside an army, with a train of 4."""
    position = field()
    led(position, "union", SOUTH, "Meade", "army", (6,))
    (train,) = armed(position, "union", WEST, supply_train=(0,))
    position.units[train] = position.units[train].with_(load=4)
    position.depots = {f"union.{WEST}": Depot("union", WEST, 12)}
    position.owners = {SOUTH: "union", WEST: "union"}
    position.loose = {WEST: 3}
    return position


def at(position: Position) -> Table:
    return Table("manassas_1861", document=to_document(position))


@pytest.mark.rule("17.41/1", "17.43/1", "17.43/2", "17.4/1", "17.53/1", "12.0/3")
def test_a_train_loads_and_unloads_where_it_stands() -> None:
    table, train, store = at(stored()), "union_supply_train_1", f"union.{WEST}"
    assert table.refused("union", load(store, train, 7)) == "17.4/1"
    assert table.refused("union", load(store, train, 0)) == "17.41/1"
    assert table.refused("union", load(f"union.{SOUTH}", train, 1)) == "12.0/3"
    assert table.refused("union", load(f"loose.{WEST}", train, 4)) == "17.43/2"
    table.give("union", load(store, train, 6))
    table.give("union", load(f"loose.{WEST}", store, 3))
    table.give("union", load(train, f"loose.{WEST}", 2))
    assert table.position.units[train].load == 8
    assert table.position.depots[store].points == 12 - 6 + 3
    assert table.position.loose == {WEST: 2}


@pytest.mark.rule("16.3/1", "16.3/2")
def test_an_army_is_filled_from_the_next_hex_but_not_from_loose_points() -> None:
    table = at(stored())
    assert table.refused("union", load(f"loose.{WEST}", "union_army_1", 1)) == "17.4/1"
    assert table.refused("union", load(f"union.{WEST}", "union_army_1", 3)) == "17.4/1"
    table.give("union", load(f"union.{WEST}", "union_army_1", 1))
    table.give("union", load("union_supply_train_1", "union_army_1", 1))
    assert table.position.headquarters["union_army_1"].supply == 2


@pytest.mark.rule("17.41/1", "17.51/1", "10.1/6")
def test_nothing_is_loaded_before_the_combat_phase() -> None:
    position = stored()
    armed(position, "confederate", TARGET, infantry=(4,))
    table = at(position)
    table.give("union", KEEP)
    table.give("union", END)
    assert table.asked == [("union", "spans")]
    assert table.refused("union", load(f"union.{WEST}", "union_supply_train_1", 1)) == "17.41/1"
    assert table.refused("union", depot(SOUTH, union_infantry_1=2)) == "17.51/1"


@pytest.mark.rule("17.51/1", "17.51/3", "17.51/4", "17.51/5", "3.24/2")
def test_a_depot_takes_its_garrison_from_the_units_in_the_hex() -> None:
    position = stored()
    (small,) = armed(position, "union", SOUTH, infantry=(1,))
    table = at(position)
    assert table.refused("union", depot(SOUTH, union_infantry_1=1)) == "17.51/1"
    assert table.refused("union", depot(SOUTH, **{small: 2})) == "17.51/4"
    assert table.refused("union", depot(TARGET, union_infantry_1=2)) == "17.51/1"
    assert table.refused("union", depot(WEST, union_infantry_1=2)) == "17.51/5"
    table.give("union", depot(SOUTH, union_infantry_1=1, **{small: 1}))
    assert table.position.depots[f"union.{SOUTH}"].taken == (("infantry", 1), ("infantry", 1))
    assert small not in table.position.units
    assert table.position.units["union_infantry_1"].strength == 5
    assert table.position.lost == {}
    assert not list(problems(table.position))
