"""Control of railroads and links of the economy against slow references written from 7.1, 8.1 and 14.1."""

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.american_civil_war.charts import TURNS
from domain.games.american_civil_war.connections import Networks
from domain.games.american_civil_war.control import controller, cut_off_rails, rail_controller
from domain.games.american_civil_war.document import empty_position
from domain.games.american_civil_war.economy import economy_now
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.state import ENEMY, SIDES, Position, occupied
from domain.games.american_civil_war.units import Fort, Group
from domain.games.american_civil_war.zones import in_primary

MAP = load_map()
RAILS = sorted(MAP.rail_hexes)
HEXES = sorted(MAP.hexes)
TOWNS = sorted(MAP.towns)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A war well under way: scattered units and forts, and much that has changed hands."""
    position = empty_position("bare_map")
    position.turn = draw(st.integers(1, 17))
    position.kentucky = draw(st.sampled_from(["neutral", "union", "confederate"]))
    for hex_id in draw(st.lists(st.sampled_from(HEXES), max_size=40, unique=True)):
        kind = draw(st.sampled_from(["asp", "asp", "msp", "cavalry"]))
        position.forces[draw(st.sampled_from(SIDES))][hex_id] = (Group(kind, draw(st.integers(1, 4))),)
    for hex_id in draw(st.lists(st.sampled_from(TOWNS), max_size=5, unique=True)):
        state = draw(st.sampled_from(["complete", "damaged", "silenced"]))
        position.forts[hex_id] = Fort(draw(st.sampled_from(SIDES)), state)
    for hex_id in draw(st.lists(st.sampled_from(TOWNS), max_size=60, unique=True)):
        position.control[hex_id] = draw(st.sampled_from([*SIDES, "none"]))
    for hex_id in draw(st.lists(st.sampled_from(RAILS), max_size=120, unique=True)):
        position.rail_control[hex_id] = draw(st.sampled_from([*SIDES, "none"]))
    return position


@settings(max_examples=60)
@given(positions(), st.sampled_from(SIDES), st.sampled_from(RAILS))
def test_cut_off_rails_are_whole_groups_without_an_anchor(
    position: Position, captor: str, taken: str
) -> None:
    enemy = ENEMY[captor]
    held = [h for h in RAILS if h != taken and rail_controller(position, h) == enemy]
    graph = nx.Graph()
    graph.add_nodes_from(held)
    graph.add_edges_from((a, b) for a in held for b in MAP.rail_neighbours[a] if b in graph)
    expected: set[str] = set()
    for group in nx.connected_components(graph):
        touches = any(
            near == taken or rail_controller(position, near) == captor
            for h in group
            for near in MAP.rail_neighbours[h]
        )
        anchored = any(
            occupied(position, enemy, h) or (h in MAP.towns and controller(position, h) == enemy)
            for h in group
        )
        if touches and not anchored:
            expected |= group
    assert cut_off_rails(position, captor, taken) == tuple(sorted(expected))


def linked_hexes(position: Position, side: str) -> nx.Graph:
    """Every link that a side has, one edge for each, from the clauses and by brute force."""
    enemy, boats = ENEMY[side], MAP.boat_sides[TURNS[position.turn].season]
    graph = nx.Graph()
    graph.add_nodes_from(MAP.hexes)
    open_hex = {
        h: not occupied(position, enemy, h)
        and (h in position.forces[side] or not in_primary(position, h, enemy))
        for h in MAP.hexes
    }
    for a in MAP.hexes:
        for b in MAP.neighbours[a]:
            rail = MAP.rail_step(a, b) and all(rail_controller(position, h) == side for h in (a, b))
            road = MAP.road_step(a, b) and all(controller(position, h) == side for h in (a, b))
            if (rail or road) and open_hex[a] and open_hex[b]:
                graph.add_edge(a, b)
    water = nx.Graph()
    for key in boats - MAP.levees:
        banks = key.split("-")
        forts = (position.forts.get(h) for h in banks)
        shut = any(fort and fort.side == enemy and fort.state != "silenced" for fort in forts)
        if not shut and not (position.kentucky == "neutral" and key in MAP.kentucky_inner_sides):
            water.add_node(key)
    water.add_edges_from((a, b) for a in water for b in MAP.water_next[a] if b in water)
    for stretch in nx.connected_components(water):
        landings = {
            h
            for key in stretch
            for h in key.split("-")
            if open_hex[h]
            and (
                ((h in MAP.towns or h in MAP.fortresses) and controller(position, h) == side)
                or (h in position.forts and position.forts[h].side == side)
            )
        }
        graph.add_edges_from((sorted(landings)[0], h) for h in landings)
    return graph


@settings(max_examples=25)
@given(positions(), st.sampled_from(SIDES))
def test_networks_are_the_components_of_all_links(position: Position, side: str) -> None:
    networks, graph = Networks(position, side), linked_hexes(position, side)
    for hex_id in (*MAP.critical_centres, *MAP.critical_ports, "1208", "2113", "2310", "0224", "4215"):
        assert networks.of(hex_id) == frozenset(nx.node_connected_component(graph, hex_id))


@settings(max_examples=40)
@given(positions())
def test_the_economy_adds_up(position: Position) -> None:
    event = economy_now(position)
    counted = sum(each.value for each in (*event.centres, *event.ports) if each.counts)
    assert event.economy == counted + event.factories + event.st_louis
    assert {each.hex for each in event.centres if each.counts} == set(event.chosen)
    if event.fragments:
        best = max(each.total for each in event.fragments)
        assert sum(each.value for each in event.centres if each.counts) == best
    for fragment in event.fragments:
        assert all(controller(position, centre) == "confederate" for centre in fragment.centres)
