"""The map's data against what the rulebook says of the map."""

from collections.abc import Collection, Iterable
from itertools import pairwise

import networkx as nx
import pytest

from ironclad.domain.games.american_civil_war.board.map import (
    GRID,
    SEA_ZONE_LINKS,
    SEA_ZONES,
    SEASONS,
    load_map,
)
from ironclad.domain.kernel.board.hexes import hexside, hexside_hexes

MAP = load_map()
SALT = {key for key, side in MAP.hexsides.items() if side.kind in ("tidal", "bay")}
# Every place that the rulebook names with its hex.
NAMED = {
    "1208": "St Louis", "4506": "Washington", "4712": "Fort Monroe", "1932": "Fort Pickens",
    "0512": "Springfield", "3925": "Fort Sumter", "1926": "Selma", "1625": "Meridian", "1930": "Sparta",
    "2015": "Nashville", "1815": "Johnsonville", "3529": "Brunswick", "3914": "Danville",
    "3815": "Greensboro", "0127": "Logansport",
    "0224": "Shreveport", "0421": "Camden", "0625": "Monroe", "0828": "Natchez", "1132": "New Orleans",
    "1218": "Memphis", "1225": "Jackson", "1622": "Columbus", "1730": "Mobile", "1931": "Pensacola",
    "2225": "Montgomery", "2526": "Columbus", "2722": "Atlanta", "2925": "Macon", "3323": "Augusta",
    "3527": "Savannah", "3824": "Charleston", "1920": "Decatur", "2017": "Columbia", "2419": "Chattanooga",
    "2716": "Knoxville", "3617": "Charlotte", "3621": "Columbia", "4215": "Raleigh", "4410": "Richmond",
    "2221": "Gadsden", "4713": "Norfolk", "1333": "Procterville", "4320": "Wilmington",
}  # fmt: skip


def along(starts: Iterable[str], waters: Collection[str]) -> set[str]:
    """The hexsides that hang together with some by way of some waters, themselves included."""
    graph = nx.Graph((key, near) for key in waters for near in MAP.water_next[key] if near in waters)
    graph.add_nodes_from(waters)
    return {key for start in starts for key in nx.node_connected_component(graph, start)}


@pytest.mark.rule("2.1/1", "2.1/2")
def test_every_playable_hex_has_one_terrain_and_playable_neighbours():
    assert len(MAP.hexes) == 1431
    for hex_id, here in MAP.hexes.items():
        assert hex_id in GRID
        assert here.terrain in ("clear", "rough", "swamp")
        assert set(MAP.neighbours[hex_id]) == {n for n in GRID.neighbours(hex_id) if n in MAP.hexes}
    assert MAP.hexes.keys().isdisjoint(MAP.ocean)


@pytest.mark.rule("2.1/2")
@pytest.mark.parametrize(("hex_id", "name"), NAMED.items())
def test_every_place_that_the_book_names_is_in_its_hex(hex_id, name):
    here = MAP.hexes[hex_id]
    assert any(n.startswith(name) for n in here.names)
    assert here.city is not None or here.fortress is not None


@pytest.mark.rule("2.1/2")
@pytest.mark.parametrize(
    "pair", ["1726 1825", "1926 1825", "1625 1726", "1930 1830", "1932 1931", "3925 3824", "4712 4713"]
)
def test_hexes_that_the_book_has_side_by_side_are_adjacent(pair):
    a, b = pair.split()
    assert b in MAP.neighbours[a]


@pytest.mark.rule("2.1/3")
def test_a_city_and_a_town_are_one_thing():
    assert "Tuscaloosa" in {MAP.hexes[h].city for h in MAP.towns_of["AL"]}
    for hex_id, here in MAP.hexes.items():
        assert (hex_id in MAP.towns) == (here.city is not None)
        # Whatever counts as a city elsewhere is one here.
        assert here.city or not (here.supply_centre or here.recruitment_group or here.critical_value)


@pytest.mark.rule("2.1.1/1")
def test_watercourses_lie_on_hexsides_between_playable_hexes():
    for key, side in MAP.hexsides.items():
        a, b = hexside_hexes(key)
        assert b in MAP.neighbours[a]
        assert MAP.sides.get((a, b)) is MAP.sides.get((b, a)) is side
        assert side.kind in ("tidal", "bay", "lake", "navigable", "seasonal", "minor")
    assert MAP.sides.get(("2015", "2016")) is None


@pytest.mark.rule("2.1.1/1")
def test_crossings_levees_and_loops_are_features_of_watercourses():
    assert {s.crossing for s in MAP.hexsides.values()} == {None, "bridge", "ferry"}
    assert MAP.levees <= MAP.hexsides.keys()
    for key, loop_hex in MAP.loops.items():
        assert MAP.hexsides[key].kind in ("navigable", "tidal")
        assert loop_hex in hexside_hexes(key)
    assert len(MAP.loops) == 4


@pytest.mark.rule("2.1.1/2", "ERR/2")
def test_a_bay_hexside_is_water_between_two_land_hexes_and_carries_boats():
    bays = [s for s in MAP.hexsides.values() if s.kind == "bay"]
    assert any("4710" in s.hexes for s in bays)
    for side in bays:
        for season in SEASONS:
            assert side.key in MAP.boat_sides[season]
            assert MAP.water[season][side.hexes] == "bay"
            assert side.hexes not in MAP.step_cost[season]


@pytest.mark.rule("2.1.1/3", "ERR/1")
def test_a_coastal_hex_borders_a_sea_zone_or_a_lake():
    for hex_id, here in MAP.hexes.items():
        bordered = {MAP.ocean[n] for n in GRID.neighbours(hex_id) if n in MAP.ocean}
        lake = any(s.kind == "lake" for s in MAP.water_sides_of[hex_id])
        assert set(here.sea_zones) == bordered
        assert here.coastal == (bool(bordered) or lake)
    assert MAP.hexes["4122"].coastal
    assert MAP.hexes["4910"].coastal
    assert not MAP.hexes["2015"].coastal


@pytest.mark.rule("13.1.1/1", "2.1.1/4")
def test_five_sea_zones_in_line():
    assert set(MAP.ocean.values()) == set(SEA_ZONES)
    assert SEA_ZONE_LINKS["East Gulf"] == ("West Gulf", "South Atlantic")
    assert SEA_ZONE_LINKS["West Gulf"] == ("East Gulf",)
    assert SEA_ZONE_LINKS["North Atlantic"] == ("Mid-Atlantic",)


@pytest.mark.rule("ERR/3")
def test_the_road_in_0412_and_the_inlet_at_4817():
    assert MAP.road_neighbours["0412"]
    assert MAP.sea_exits["4718-4817"] == ("Mid-Atlantic",)
    assert "4817" in hexside_hexes("4718-4817")
    # Sand bars shut every other way to sea from that sound.
    sound = along(["4718-4817"], {k for k, side in MAP.hexsides.items() if side.kind == "bay"})
    assert [k for k in sound if k in MAP.sea_exits] == ["4718-4817"]


def test_the_road_from_marshall_enters_at_0125():
    assert MAP.hexes["0125"].names == ("from Marshall",)
    assert ("0125", "0224") in MAP.road_steps


@pytest.mark.rule("ERR/4")
def test_3430_is_a_port():
    assert MAP.hexes["3430"].port
    assert MAP.port_zone["3430"] == "South Atlantic"


@pytest.mark.rule("ERR/5")
def test_pensacola_and_chattanooga_recruit():
    assert MAP.hexes["1931"].recruitment_group == "Gulf Coast"
    assert MAP.hexes["2419"].recruitment_group == "Tennessee River Valley"


@pytest.mark.rule("ERR/6")
@pytest.mark.parametrize("key", ["4406-4506", "4406-4507", "4407-4507", "4407-4508"])
def test_the_potomac_is_tidal_on_both_hexsides_of_4406_and_4407(key):
    side = MAP.hexsides[key]
    assert side.kind == "tidal"
    assert "Potomac" in side.rivers


@pytest.mark.rule("ERR/6")
def test_the_potomac_is_tidal_from_there_down_to_the_bay():
    potomac = [s.key for s in MAP.hexsides.values() if "Potomac" in s.rivers and s.kind != "minor"]
    assert {MAP.hexsides[k].kind for k in potomac} == {"tidal"}
    assert along(["4406-4506"], potomac) == set(potomac)
    assert any(MAP.hexsides[n].kind == "bay" for k in potomac for n in MAP.water_next[k])


@pytest.mark.rule("3.1.1/1", "3.1.1/3", "3.1.1/4")
def test_states_begin_on_their_side():
    assert MAP.home_sides.get("2510") is None
    assert {MAP.home_sides.get(h) for s in MAP.us_states for h in MAP.hexes_of[s]} == {"union"}
    own = [h for s in MAP.cs_states for h in MAP.hexes_of[s] if h not in MAP.fortresses]
    assert {MAP.home_sides.get(h) for h in own} == {"confederate"}
    assert MAP.state_of["4506"] == "DC"
    assert MAP.state_of["3306"] == "VA"  # Parkersburg
    assert set(MAP.states) == MAP.us_states | MAP.cs_states | {"KY", "MO", "KS"}


@pytest.mark.rule("3.1.1/2", "3.1.1/5", "3.1.1/7", "7.1/1")
def test_kentucky_missouri_and_kansas_are_nobodys_but_missouri_rails_are_union():
    for hex_id in MAP.kentucky | MAP.missouri_area:
        assert MAP.home_sides.get(hex_id) is None
    assert {MAP.state_of[h] for h in MAP.missouri_area} == {"MO", "KS"}
    assert MAP.rail_home_sides.get("1208") == "union"
    assert MAP.rail_home_sides.get("2310") is None  # Louisville
    assert MAP.rail_home_sides.get("2015") == "confederate"


@pytest.mark.rule("3.1.1/8")
def test_fortresses_begin_with_their_state_but_two():
    assert MAP.home_sides.get("1932") == MAP.home_sides.get("4712") == "union"
    for hex_id in MAP.fortresses.keys() - {"1932", "4712"}:
        assert MAP.state_of[hex_id] in MAP.cs_states
        assert MAP.home_sides.get(hex_id) == "confederate"
    assert MAP.fortresses["3925"] == "Fort Sumter"


@pytest.mark.rule("7.5/1")
def test_the_seven_unfinished_lines():
    lines = {(line.hexes[0], line.hexes[-1]) for line in MAP.unfinished.values()}
    assert lines == {
        ("1926", "1825"), ("1625", "1726"), ("1930", "1830"), ("2015", "1815"), ("3529", "3329"),
        ("3914", "3815"), ("3130", "3132"),
    }  # fmt: skip
    for line in MAP.unfinished.values():
        assert line.steps.isdisjoint(MAP.rail_steps)
        assert any(h in MAP.rail_hexes for h in line.hexes)  # it begins at a railroad


def test_lines_go_from_hex_to_adjacent_hex_and_cross_no_water_without_a_crossing():
    chains = [*MAP.railroads.values(), *MAP.roads.values(), *(u.hexes for u in MAP.unfinished.values())]
    for a, b in (step for chain in chains for step in pairwise(chain)):
        assert b in MAP.neighbours[a]
        side = MAP.sides.get((a, b))
        assert side is None or side.kind == "minor" or side.crossing


@pytest.mark.rule("7.2/1")
def test_a_rail_ferry_ends_a_segment():
    assert ("1119", "1218") in MAP.rail_ferries  # Memphis
    assert ("1218", "1119") in MAP.rail_ferries
    for a, b in MAP.rail_ferries:
        assert MAP.sides.get((a, b)).crossing == "ferry"
        assert (a, b) in MAP.rail_steps
    assert MAP.sides.get(("1726", "1825")).crossing == "ferry"  # the one that 7.7.2 names


@pytest.mark.rule("13.3.2/1", "13.3.2/2")
def test_seasonal_rivers_change_with_the_season():
    a, b = next(s.hexes for s in MAP.hexsides.values() if s.kind == "seasonal" and not s.crossing)
    assert [MAP.water[s][a, b] for s in SEASONS] == ["navigable", "navigable", "minor", "minor"]
    assert (a, b) not in MAP.step_cost["winter"]
    assert MAP.step_cost["fall"][a, b] in (2, 3)
    assert hexside(a, b) in MAP.boat_sides["spring"] - MAP.boat_sides["summer"]


@pytest.mark.rule("8.6/4")
def test_the_snow_line_runs_along_the_southern_borders():
    north = {s for s in MAP.states if all(MAP.hexes[h].north_of_snow_line for h in MAP.hexes_of[s])}
    south = {s for s in MAP.states if not any(MAP.hexes[h].north_of_snow_line for h in MAP.hexes_of[s])}
    assert {"KY", "IL", "IN", "OH", "PA", "MD", "KS", "IA"} <= north
    assert {"AL", "GA", "SC", "FL", "MS", "LA", "TX"} <= south
    assert MAP.hexes["4813"].north_of_snow_line
    assert MAP.hexes["0113"].north_of_snow_line


@pytest.mark.rule("14.0/2")
def test_a_critical_ports_fort_stands_on_every_way_to_its_sea_zone():
    guards = {"1132": "1334", "1730": "1732", "1931": "1932", "3527": "3626", "3824": "3925", "4320": "4321"}
    guards["4713"] = "4712"
    assert set(MAP.critical_ports) == {*guards, "1333"}
    assert MAP.port_zone["1333"] in MAP.open_coast["1333"]
    for port, fort in guards.items():
        assert fort in MAP.fortresses

        past_the_fort = {key for key in SALT if fort not in hexside_hexes(key)}
        ways = along((s.key for s in MAP.water_sides_of[port] if s.key in past_the_fort), past_the_fort)
        assert not any(MAP.sea_exits.get(key) for key in ways)
        assert not MAP.open_coast.get(port)


def test_every_port_reaches_the_sea():
    for port, zone in MAP.port_zone.items():
        ways = along((s.key for s in MAP.water_sides_of[port] if s.key in SALT), SALT)
        assert zone in {z for k in ways for z in MAP.sea_exits.get(k, ())} | set(MAP.open_coast.get(port, ()))


@pytest.mark.parametrize("season", SEASONS)
def test_ground_forces_can_go_everywhere_but_to_two_island_forts(season):
    def around(hex_id):
        by_ferry = (n for n in MAP.neighbours[hex_id] if (hex_id, n) in MAP.ferries)
        return [*(n for n, _ in MAP.ground_steps[season][hex_id]), *by_ferry]

    ways = nx.Graph((hex_id, near) for hex_id in MAP.hexes for near in around(hex_id))
    ways.add_nodes_from(MAP.hexes)
    *apart, whole = sorted(nx.connected_components(ways), key=len)
    assert sorted(apart, key=sorted) == [{"1932"}, {"3925"}]
    assert len(whole) == len(MAP.hexes) - 2


@pytest.mark.rule("TEC/1", "TEC/2", "TEC/4", "TEC/5", "TEC/9", "TEC/13")
def test_what_a_step_costs_on_the_printed_map():
    summer = MAP.step_cost["summer"]
    assert summer["2015", "2016"] == 1  # clear, and along the railroad
    assert MAP.hexes["3712"].terrain == "rough"
    assert summer["3713", "3712"] in (1, 2)
    bridge = next(s for s in MAP.hexsides.values() if s.kind == "minor" and s.crossing == "bridge")
    assert summer[bridge.hexes] == 1
    for side in MAP.hexsides.values():
        a, b = side.hexes
        if side.kind == "minor" and not side.crossing and (a, b) not in MAP.rail_steps | MAP.road_steps:
            assert summer[a, b] == {"clear": 2, "rough": 3, "swamp": 3}[MAP.hexes[b].terrain]


@pytest.mark.parametrize(
    ("key", "shut"), [("4320-4420", "4320"), ("3527-3627", "3527"), ("4713-4812", "4713")]
)
def test_sand_bars_shut_the_coast_of_ports_that_lie_behind_a_fort(key, shut):
    assert hexside_hexes(key) in MAP.sandbars
    assert MAP.hexes[shut].coastal
    land, sea = hexside_hexes(key)
    others = [n for n in GRID.neighbours(land) if n in MAP.ocean and (land, n) not in MAP.sandbars]
    assert sea not in others
    assert bool(MAP.open_coast.get(land)) == bool(others)


@pytest.mark.rule("TEC/10", "TEC/11", "ERR/2")
@pytest.mark.parametrize("kind", ["navigable", "tidal", "bay", "lake"])
def test_deep_water_bars_ground_forces_where_there_is_no_bridge(kind):
    deep = [s for s in MAP.hexsides.values() if s.kind == kind]
    assert deep
    for side in deep:
        for season in SEASONS:
            assert (side.hexes in MAP.step_cost[season]) == (side.crossing == "bridge")


def test_secondary_zones_reach_through_the_hexes_between():
    ring = dict(MAP.ring2["2020"])
    assert len(ring) == 12
    assert ring["2018"] == ("2019",)
    for far, between in ring.items():
        assert GRID.distance("2020", far) == 2
        assert all(h in MAP.neighbours["2020"] and h in MAP.neighbours[far] for h in between)


def test_distances_are_the_grids():
    chosen = sorted(MAP.hexes)[::29]
    assert all(MAP.distance(a, b) == GRID.distance(a, b) for a in chosen for b in chosen)


def test_union_sources_are_supply_points_on_the_north_edge():
    assert len(MAP.union_sources) == 8
    assert all(h.endswith("01") and MAP.home_sides.get(h) == "union" for h in MAP.union_sources)


def test_the_recruiting_line_is_column_37():
    assert MAP.east_of_line("3701")
    assert not MAP.east_of_line("3601")


def test_rivers_at_a_hex_and_those_inside_kentucky():
    assert "Mississippi" in MAP.rivers_at["1208"]
    assert "Missouri" in MAP.rivers_at["0107"]
    for key in MAP.kentucky_inner_sides:
        assert not {"Ohio", "Mississippi"} & set(MAP.hexsides[key].rivers)
    assert any("Green" in MAP.hexsides[k].rivers for k in MAP.kentucky_inner_sides)
