"""Chains of supply, the example of section 17 among them; railroads, and the arithmetic of production."""

import pytest

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import SCENARIOS
from ironclad.domain.games.war_between_the_states.position.pieces import Ship, Unit, Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import (
    Group,
    Pace,
    reached,
)
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import (
    chain,
    closed_ground,
    sources,
)
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.waterways import (
    barred_to,
    supply_waters,
)
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of, usable
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import set_up_position
from ironclad.domain.games.war_between_the_states.rules.c21_production.income import (
    Cost,
    confederate_income,
    cost,
    imported,
    union_income,
)
from ironclad.domain.kernel.board.hexes import hexside
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.turn.agenda import Agenda

MAP = load_map()
XV_CORPS, IX_CORPS, CAIRO = "B3002", "B3201", "A3219"
OFF_THE_CHAIN = {
    "west_1862": {"union": set(), "confederate": {"A0823", "A1318", "A2323"}},
    "campaign_1861": {"union": {"A1318"}, "confederate": {"A0719", "A2323", "B0601"}},
}


def tennessee() -> Position:
    """The country of the example: nothing but a river transport at Cairo, and all of it the Union's."""
    position = Position("west_1862").copy()
    position.owners = dict.fromkeys(position.part.hexes, "union")
    position.ships["union_river_transport_1"] = Ship("union", "river_transport", "A3219-A3220")
    return position


@pytest.mark.rule("17.0/1", "17.0/3", "17.11/1", "17.11/4", "17.2/3")
def test_the_corps_of_the_example_trace_by_the_mississippi() -> None:
    position = tennessee()
    for hex, halves in ((XV_CORPS, 2), (IX_CORPS, 4)):
        found = chain(position, "union", hex)
        assert found is not None
        assert (found.ground, found.by_rail) == (halves, False)
        assert found.way[0] == hex
        # On our map A3026, as near as B2901, lies on the Mississippi too.
        to_the_fort = reached(position, hex, Group("union", (Pace("infantry", 6),)))
        assert next(reach.cost for reach in to_the_fort if reach.hex == "B2901") == halves
        assert found.way[-1] in sources(position, "union")


@pytest.mark.rule("17.0/6", "11.21/4", "11.21/5")
def test_a_fort_on_the_river_sends_them_round_it() -> None:
    position = tennessee()
    for number, hex in enumerate(("B2901", "A2926")):
        position.works[hex] = Work("confederate", "fort", hexside("A2926", "A3026" if number else "B2901"))
        position.units[f"confederate_garrison_{number}"] = Unit(
            "confederate", "garrison", hex, 1, inside=True
        )
    assert "A2926-B2901" in barred_to(position, "union")
    for hex, halves in ((XV_CORPS, 3), (IX_CORPS, 4)):
        found = chain(position, "union", hex)
        assert found is not None
        assert (found.ground, found.by_rail) == (halves, False)
        assert found.way[halves] == "A3025"
    position.units.clear()
    freed = chain(position, "union", XV_CORPS)
    assert freed is not None
    assert freed.ground == 2


@pytest.mark.rule("17.11/1", "17.11/3", "17.12/1", "17.2/3")
def test_without_an_empty_river_transport_the_rails_are_left() -> None:
    position = tennessee()
    transport = position.ships["union_river_transport_1"]
    position.ships["union_river_transport_1"] = transport.with_(load=1)
    found = chain(position, "union", XV_CORPS)
    assert found is None or found.by_rail
    assert not supply_waters(position, "union")
    position.ships["union_river_transport_1"] = Ship("union", "naval_transport", "A3219-A3220")
    assert not supply_waters(position, "union")


@pytest.mark.rule("17.0/4", "17.0/1")
def test_a_unit_on_the_rails_needs_no_ground() -> None:
    position = tennessee()
    del position.ships["union_river_transport_1"]
    found = chain(position, "union", "A3223")
    assert found is not None
    assert (found.ground, found.by_rail) == (0, True)
    position.cuts = tuple(sorted(MAP.rail_links))
    assert chain(position, "union", "A3223") is None


@pytest.mark.rule("9.4/1", "9.4/2")
def test_an_enemy_zone_bars_a_chain_where_no_friend_stands() -> None:
    position = tennessee()
    position.units["confederate_infantry_1"] = Unit("confederate", "infantry", "A3025", 5)
    assert "B2901" not in closed_ground(position, "union")
    position.units["confederate_infantry_1"] = Unit("confederate", "infantry", "A3026", 5)
    found = chain(position, "union", XV_CORPS)
    assert "B3002" not in closed_ground(position, "union")
    assert found is None or not closed_ground(position, "union").intersection(found.way[1:])
    hex = next(hex for hex in closed_ground(position, "union") - {"A3026"} if hex in position.part.hexes)
    position.units["union_infantry_1"] = Unit("union", "infantry", hex, 1)
    assert hex not in closed_ground(position, "union")


@pytest.mark.rule("17.0/5", "17.0/7", "R.3/11", "R.8/3")
def test_departments_and_edges_that_work() -> None:
    position = set_up_position("manassas_1861", {})
    assert sources(position, "union") == ("C2304", "C2608", "C2704", "C2806")
    assert sources(position, "confederate") == ("C2013", "C2213", "C2513")
    position.owners["C2806"] = "confederate"
    assert "C2806" not in sources(position, "union")
    campaign = set_up_position("campaign_1861", {})
    assert {"B0128", "B0132"} <= set(sources(campaign, "confederate"))


@pytest.mark.rule("17.13/1", "17.13/2")
def test_the_sea_is_the_union_s() -> None:
    position = set_up_position("campaign_1861", {})
    fort = chain(position, "union", "B4028")
    assert fort is not None
    assert not fort.by_rail
    assert "C3627" not in supply_waters(position, "confederate")
    position.ships = {id: ship for id, ship in position.ships.items() if ship.at != "C3627"}
    assert chain(position, "union", "B4028") is None


@pytest.mark.rule("17.0/1")
@pytest.mark.parametrize("id", SCENARIOS)
def test_who_is_off_the_chain_at_the_start(id: str) -> None:
    position = set_up_position(id, {})
    keep_answers(position)
    for side in ("union", "confederate"):
        hexes = {unit.hex for unit in position.units.values() if unit.side == side and unit.fights}
        off = {hex for hex in hexes if chain(position, side, hex) is None}
        assert off == OFF_THE_CHAIN.get(id, {}).get(side, set())


@pytest.mark.rule("R.2/1", "R.2/2", "R.2/4", "R.2/10", "R.2/12")
def test_whose_rails_they_are() -> None:
    position = set_up_position("campaign_1861", {})
    union, confederate = usable(position, "union"), usable(position, "confederate")
    assert not union & confederate
    assert not {hex for hex in union | confederate if MAP.hexes[hex].state == "KY"}
    line = next(line for line in MAP.railroads.values() if line.group == "baltimore_and_ohio")
    assert set(line.hexes) & union
    assert "C2516" in confederate
    position.cuts = ("C2516",)
    assert "C2516" not in usable(position, "confederate")


@pytest.mark.rule("R.2/9")
def test_the_piedmont_line_is_built_in_1864() -> None:
    position = set_up_position("campaign_1861", {})
    built = 4 * (6 + 13 * 2 + 6) + 1  # after 6 cycles of 1861 from 7/61, two years, and five of 1864
    for turn, there in ((1, False), (built - 4, False), (built, True)):
        position.agenda = Agenda(turn=turn)
        assert (position.cycle >= Cycle(64, 6)) == there
        assert ("C1622" in links_of(position).get("C1621", ())) == there


@pytest.mark.rule("R.7/1", "R.7/2", "R.7/3", "R.2/11")
def test_income() -> None:
    assert union_income(Cycle(61, 7), railroad_cut=False, capital_cut_off=False) == 125
    assert union_income(Cycle(61, 9), railroad_cut=True, capital_cut_off=True) == 150
    assert confederate_income(Cycle(61, 7), 5, 20) == 100
    assert confederate_income(Cycle(62, 1), 4, 20) == 60
    assert confederate_income(Cycle(63, 6), 3, 31) == 183


@pytest.mark.rule("R.9/2", "R.9/4", "R.10/6")
def test_imports() -> None:
    early, late = Cycle(62, 13), Cycle(63, 1)
    assert [imported(early, die, closed=False, emancipation=False) for die in range(1, 7)] == [
        2,
        2,
        3,
        3,
        4,
        4,
    ]
    assert [imported(early, die, closed=True, emancipation=False) for die in (5, 6)] == [0, 0]
    assert [imported(late, die, closed=True, emancipation=False) for die in (5, 6)] == [0, 1]
    assert imported(late, 6, closed=True, emancipation=True) == 0
    assert imported(late, 1, closed=False, emancipation=True) == 1


@pytest.mark.rule("R.7/8", "R.7/9", "R.7/10")
def test_costs() -> None:
    assert cost("union", "augment_infantry", 4) == Cost(12, 4)
    assert cost("confederate", "convert", 4) == Cost(4, 0)
    assert cost("union", "ironclad") == Cost(60, 0)
    assert cost("confederate", "naval_flotilla") is None
