"""Control of railroads and links of the economy against slow references written from 7.1, 8.1 and 14.1."""

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.document import empty_position
from ironclad.domain.games.american_civil_war.position.state import ENEMY, SIDES, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import Depot, Fort, Group, Vessel
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import (
    controller,
    cut_off_rails,
    rail_controller,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import in_primary
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import interdiction
from ironclad.domain.games.american_civil_war.rules.c14_economy.connections import networks_of
from ironclad.domain.games.american_civil_war.rules.c14_economy.economy import economy_now

MAP = load_map()
RAILS = sorted(MAP.rail_hexes)
HEXES = sorted(MAP.hexes)
TOWNS = sorted(MAP.towns)
SAMPLES = ("1208", "2113", "2310", "0224", "4215")
WATERS = sorted(MAP.hexsides)


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
    for number, key in enumerate(draw(st.lists(st.sampled_from(WATERS), max_size=6))):
        kind = draw(st.sampled_from(["nsp", "ntp", "rsp", "flotilla", "ironclad"]))
        position.vessels[f"{kind}{number}"] = Vessel(kind, at=key)
    for hex_id in draw(st.lists(st.sampled_from(HEXES), max_size=5, unique=True)):
        position.depots[hex_id] = Depot(draw(st.sampled_from(SIDES)))
    for hex_id in draw(st.lists(st.sampled_from(TOWNS), max_size=60, unique=True)):
        position.control[hex_id] = draw(st.sampled_from([*SIDES, "none"]))
    for hex_id in draw(st.lists(st.sampled_from(RAILS), max_size=120, unique=True)):
        position.rail_control[hex_id] = draw(st.sampled_from([*SIDES, "none"]))
    breaks = draw(st.lists(st.sampled_from(RAILS), max_size=30, unique=True))
    position.rail_breaks = dict.fromkeys(breaks, True)
    return position


@settings(max_examples=60)
@given(positions(), st.sampled_from(SIDES), st.sampled_from(RAILS))
def test_cut_off_rails_are_all_that_nothing_holds(position: Position, captor: str, taken: str) -> None:
    """A hex is held if some way along the enemy's rails, with no break between, joins it to what holds it."""
    enemy, broken = ENEMY[captor], set(position.rail_breaks)
    held = [h for h in RAILS if h != taken and rail_controller(position, h) == enemy]
    graph = nx.Graph()
    graph.add_nodes_from(held)
    graph.add_edges_from((a, b) for a in held for b in MAP.rail_neighbours[a] if b in graph)
    loose = set()
    for h in held:
        reached = _walked(graph, h, broken)
        if not any(
            occupied(position, enemy, each) or (each in MAP.towns and controller(position, each) == enemy)
            for each in reached
        ):
            loose.add(h)
    expected: set[str] = set()
    for group in nx.connected_components(graph.subgraph(loose)):
        if any(
            near == taken or rail_controller(position, near) == captor
            for h in group
            for near in MAP.rail_neighbours[h]
        ):
            expected |= group
    assert cut_off_rails(position, captor, taken) == tuple(sorted(expected))


def _walked(graph: nx.Graph, start: str, broken: set[str]) -> set[str]:
    """The hexes that a way from a start leads to: it may end where rails are broken, and goes no further."""
    reached, ways = {start}, [start]
    for here in ways:  # it grows while it is read
        for near in graph.neighbors(here):
            if near not in reached:
                reached.add(near)
                if near not in broken:
                    ways.append(near)
    return reached


def linked_hexes(position: Position, side: str) -> nx.Graph:
    """Every link that a side has, one edge for each, from the clauses and by brute force."""
    enemy, boats = ENEMY[side], MAP.boat_sides[TURNS[position.turn].season]
    hostile = interdiction(position, enemy)
    graph = nx.Graph()
    graph.add_nodes_from(MAP.hexes)
    open_hex = {
        h: not (position.kentucky == "neutral" and h in MAP.kentucky)
        and not occupied(position, enemy, h)
        and (h in position.forces[side] or not in_primary(position, h, enemy))
        for h in MAP.hexes
    }
    for a in MAP.hexes:
        for b in MAP.neighbours[a]:
            rail = has_own_rail(position, side, a, b) and not {a, b} & position.rail_breaks.keys()
            lined = (a, b) in MAP.road_steps or (a, b) in MAP.ferries
            road = lined and all(controller(position, h) == side for h in (a, b))
            if (rail or (road and dry(position, side, a, b))) and open_hex[a] and open_hex[b]:
                graph.add_edge(a, b)
    water = nx.Graph()
    for key in boats - MAP.levees:
        banks = key.split("-")
        forts = (position.forts.get(h) for h in banks)
        shut = any(fort and fort.side == enemy and fort.state != "silenced" for fort in forts)
        inner = position.kentucky == "neutral" and key in MAP.kentucky_inner_sides
        if not (shut or inner or key in hostile):
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
                or ((fort := position.forts.get(h)) and fort.side == side and fort.state != "silenced")
                or (h in position.depots and position.depots[h].side == side)
            )
        }
        graph.add_edges_from((sorted(landings)[0], h) for h in landings)
    return graph.subgraph(h for h in MAP.hexes if open_hex[h])


def dry(position: Position, side: str, a: str, b: str) -> bool:
    """Whether no enemy vessel bars the hexside to a line: bridges it never does."""
    return "-".join(sorted((a, b))) not in interdiction(position, ENEMY[side]) or (a, b) in MAP.bridges


def has_own_rail(position: Position, side: str, a: str, b: str) -> bool:
    own = (a, b) in MAP.rail_steps and all(rail_controller(position, h) == side for h in (a, b))
    return own and dry(position, side, a, b)


def slow_network(graph: nx.Graph, position: Position, side: str, hex_id: str) -> set[str]:
    """A hex's links: its component, the breaks that its rails reach, and from a break what either links."""
    if hex_id not in graph:
        return {hex_id}
    broken = position.rail_breaks.keys()
    found = set(nx.node_connected_component(graph, hex_id))
    sources = found - broken
    if hex_id in broken:
        near = {h for h in MAP.neighbours[hex_id] if h in graph and has_own_rail(position, side, hex_id, h)}
        found = found.union(near, *(slow_network(graph, position, side, h) for h in near - broken))
    return found | ends_of(graph, position, side, sources)


def ends_of(graph: nx.Graph, position: Position, side: str, sources: set[str]) -> set[str]:
    """The broken hexes that rails lead to from some hexes."""
    return {
        b
        for b in position.rail_breaks
        if b in graph and any(has_own_rail(position, side, h, b) for h in MAP.neighbours[b] if h in sources)
    }


@settings(max_examples=25)
@given(positions(), st.sampled_from(SIDES))
def test_networks_are_what_all_links_join(position: Position, side: str) -> None:
    networks, graph = networks_of(position, side), linked_hexes(position, side)
    for hex_id in {*MAP.critical_centres, *MAP.critical_ports, *position.rail_breaks, *SAMPLES}:
        assert networks.of(hex_id) == slow_network(graph, position, side, hex_id)


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
