"""Single statements about ships, supply and what follows a battle, each held to what play does."""

import pytest

from ironclad.domain.games.war_between_the_states.position.pieces import Depot, Ship, Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import DefenceSet
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.events import FortPassed
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import combat_stores
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.broadcasting import receivers
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import on_chain
from tests.games.war_between_the_states.battlefield import (
    SOUTH,
    TARGET,
    advance,
    attack,
    chit,
    field,
    fighting,
    marching,
    retreat,
    roll,
)
from tests.games.war_between_the_states.campaign import blank, opened, turn_of
from tests.games.war_between_the_states.shore import afloat, begun, run_past, sail, waters
from tests.games.war_between_the_states.table import Table, armed, led
from tests.games.war_between_the_states.test_landings import BEACH, assault

CAIRO, PORT = "A3219-A3320", "A3219"
UNDER, BEYOND = "A3219-A3220", "A3120-A3220"


def guarded(kind: str = "river_flotilla", count: int = 2, **options: str) -> tuple[Position, list[str]]:
    """Ships at Cairo, and a fort with four SP on the next water."""
    position = waters(**options)
    ships = afloat(position, "union", kind, *(CAIRO,) * count)  # type: ignore[arg-type]
    position.works["A3220"] = Work("confederate", "fort", UNDER)
    (inside,) = armed(position, "confederate", "A3220", garrison=(4,))
    position.units[inside] = position.units[inside].with_(inside=True)
    return position, ships


@pytest.mark.rule("11.22/2", "11.22/3")
def test_who_stays_under_the_guns_is_not_shot_at_and_may_run_past_at_once() -> None:
    position, ships = guarded()
    table = begun(position)
    table.give("union", sail((UNDER,), *ships))  # no die
    assert table.refused("union", sail((BEYOND,), *ships)) == "11.22/1"
    spent = _spent(table, ships[0])
    passed = table.one(FortPassed, table.give("union", run_past(BEYOND, *ships), [1]))
    assert passed.passes
    assert _spent(table, ships[0]) == spent + 1  # the step alone


def _spent(table: Table, ship: str) -> int:
    assert table.position.phase is not None
    return table.position.phase.sailings[ship].spent


@pytest.mark.rule("11.24/4")
def test_transports_alone_use_the_same_table() -> None:
    read = []
    for kind in ("river_flotilla", "river_transport"):
        position, ships = guarded(kind)
        table = begun(position)
        table.give("union", sail((UNDER,), *ships))
        passed = table.one(FortPassed, table.give("union", run_past(BEYOND, *ships), [2]))
        read.append((passed.read, passed.passes))
    assert read[0] == read[1]


@pytest.mark.rule("10.0/6", "11.24/3")
def test_a_naval_leader_takes_one_off_the_die() -> None:
    read = []
    for aboard in (False, True):
        position, ships = guarded("river_transport", naval_leaders="yes")
        led(position, "union", "", "Farragut")
        place = {"ship": ships[0]} if aboard else {"hex": PORT}
        position.leaders["Farragut"] = position.leaders["Farragut"].with_(**place)
        table = begun(position)
        if aboard:
            table.give("union", {"type": "command_leader", "leader": "Farragut"})
        table.give("union", sail((UNDER,), *ships))
        read.append(table.one(FortPassed, table.give("union", run_past(BEYOND, *ships), [4])).read)
    assert read[1] == read[0] - 1


@pytest.mark.rule("7.24/11")
def test_escorts_add_nothing_to_an_assault() -> None:
    position = waters()
    (ship,) = afloat(position, "union", "naval_transport", BEACH)
    afloat(position, "union", "naval_flotilla", BEACH, BEACH)
    (division,) = armed(position, "union", "", infantry=(10,))
    led(position, "union", "", "Grant")
    position.units[division] = position.units[division].with_(ship=ship)
    position.leaders["Grant"] = position.leaders["Grant"].with_(ship=ship)
    position.spans = {"Grant": (division,)}
    armed(position, "confederate", BEACH, infantry=(3,))
    table = begun(position)
    events = table.give("union", assault(BEACH, "Grant", division), [1])
    assert table.one(DefenceSet, events).attack == 5


@pytest.mark.rule("7.4/3")
def test_nobody_goes_around_florida_on_one_map() -> None:
    position = Position("east_1862").copy()
    position.chits = {"union": 2, "confederate": 1}
    (ship,) = afloat(position, "union", "naval_flotilla", "C3627")
    table = opened(position, "spans", "union")
    table.give("union", {"type": "declare_spans"})
    assert table.refused("union", {"type": "round_florida", "ships": (ship,), "to": "B0134"})


@pytest.mark.rule("12.21/5", "12.2/4")
def test_what_a_transport_carries_feeds_those_beside_it() -> None:
    position = waters()
    position.ships["union_river_transport_1"] = Ship("union", "river_transport", CAIRO, load=6)
    armed(position, "union", PORT, infantry=(5,))
    assert combat_stores(position, "union", (PORT,), False) == {"union_river_transport_1": 6}
    position.ships["union_river_transport_1"] = Ship("union", "river_transport", CAIRO, load=2)
    assert combat_stores(position, "union", (PORT,), False) == {"union_river_transport_1": 2}


@pytest.mark.rule("17.34/1", "17.33/1", "6.51/2")
def test_any_number_of_points_goes_by_water_and_none_of_it_takes_rail() -> None:
    position = blank(turn_of(11, 61))
    position.depots["union.A3219"] = Depot("union", "A3219", 9)
    position.rail_points = {"union": 5, "confederate": 5}
    assert receivers(position, "union")["union.A3219"] == (90, False)
    table = opened(position, "broadcast", "union")
    table.give("union", {"type": "broadcast", "points": {"union.A3219": 60}})
    assert table.position.depots["union.A3219"].points == 69
    assert table.position.rail_points["union"] == 5


@pytest.mark.rule("R.8/6", "17.13/1")
def test_a_base_is_the_end_of_a_chain_over_the_sea() -> None:
    hex = "C1242"
    position = blank()
    position.owners[hex] = "union"
    position.bases[hex] = 0
    assert on_chain(position, "union", hex) is None
    position.ships["union_naval_transport_1"] = Ship("union", "naval_transport", "C3627")
    assert on_chain(position, "union", hex) is False


@pytest.mark.rule("10.3/2", "10.3/3")
def test_a_leader_moves_with_a_command_or_in_a_force() -> None:
    position = field()
    led(position, "union", SOUTH, "Banks", "corps", (5,))
    position.leaders["Sykes"] = position.leaders["Banks"]
    table = marching(position)
    alone = {"type": "move_pieces", "pieces": ("Sykes",), "path": (TARGET,)}
    assert table.refused("union", alone) == "5.2/2"
    table.give("union", {"type": "command_leader", "leader": "Sykes"})
    table.give("union", alone)
    table.give("union", {"type": "move_pieces", "pieces": ("Sykes",), "path": (SOUTH, "C2207")})
    assert table.position.leaders["Sykes"].hex == "C2207"


@pytest.mark.rule("8.17/1", "14.2/1", "8.19/2")
def test_a_supply_train_advances_with_the_victor() -> None:
    position = field()
    led(position, "union", SOUTH, "Reynolds", "corps", (9, 9))
    (train,) = armed(position, "union", SOUTH, supply_train=(0,))
    position.units[train] = position.units[train].with_(load=6)
    armed(position, "confederate", TARGET, infantry=(2,))
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
    table.give("union", chit(1), [1, 1, 6])
    table.pass_by("losses")
    table.give("confederate", retreat("C2204"))
    assert table.asked == [("union", "advance")]
    table.give("union", advance("union_corps_1", "Reynolds", train))
    assert {table.position.units[id].hex for id in ("union_infantry_1", train)} == {TARGET}
