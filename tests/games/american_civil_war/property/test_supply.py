"""Lines of supply against a slow reference written from 8.1 to 8.3, in random positions."""

import re
from collections import Counter
from heapq import heappop, heappush

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import (
    CONFEDERATE,
    ENEMY,
    SIDES,
    UNION,
    Position,
    occupied,
)
from ironclad.domain.games.american_civil_war.position.units import FORT, Fort, Group, Vessel, strength
from ironclad.domain.games.american_civil_war.readers.views.supply import supply_view
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller, rail_controller
from ironclad.domain.games.american_civil_war.rules.c05_movement.costs import terrain_charge
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import (
    BARRED,
    BRIDGE,
    FERRY,
    INTERDICTED,
    MINOR,
    RIVERINE,
    crossing,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import in_primary
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import has_rail, is_rail_hex
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import pools_of
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply import judged
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap, supply_map
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_plan import PICKENS, Check, Wishes
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import interdiction, way_over
from ironclad.domain.games.american_civil_war.rules.c14_economy.connections import networks_of
from tests.games.american_civil_war.property import test_control

MAP = load_map()
HEXES, RAILS = sorted(MAP.hexes), sorted(MAP.rail_hexes)
LINE_HEXES = sorted({h for line in MAP.unfinished.values() for h in line.hexes})
FERRY_HEXES = sorted({h for step in MAP.ferries for h in step})
FORTRESSES = sorted(MAP.fortresses)
LOOPS = sorted(set(MAP.loops.values()))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A war well under way, with breaks, upgraded rails, built lines, breached levees and supply by sea."""
    position: Position = draw(test_control.positions())
    afloat = MAP.boat_sides[TURNS[position.turn].season]
    position.vessels = {name: vessel for name, vessel in position.vessels.items() if vessel.at in afloat}
    if position.kentucky == "neutral":
        for held in (position.control, position.rail_control):
            for hex_id in MAP.kentucky.intersection(held):
                del held[hex_id]
    broken = draw(st.lists(st.sampled_from(RAILS), max_size=12, unique=True))
    position.rail_breaks = dict.fromkeys(broken, True)
    better = draw(st.lists(st.sampled_from([*RAILS, *LINE_HEXES, *FERRY_HEXES]), max_size=60, unique=True))
    position.upgraded = dict.fromkeys((h for h in better if h in RAILS or h in LINE_HEXES), True)
    for name in draw(st.lists(st.sampled_from(sorted(MAP.unfinished)), max_size=2, unique=True)):
        position.line_progress[name] = len(MAP.unfinished[name].hexes)
    breached = draw(st.lists(st.sampled_from(sorted(MAP.levees)), max_size=2, unique=True))
    position.levees_breached = tuple(breached)
    for number, zone in enumerate(draw(st.lists(st.sampled_from(sorted(MAP.ports_of_zone)), max_size=3))):
        coasts = sorted(h for h, here in MAP.hexes.items() if zone in here.sea_zones)
        feeds = draw(st.sampled_from(["ports", "ports", *coasts]))
        position.vessels[f"fleet{number}"] = Vessel("ntp", zone=zone, feeds=feeds)
    return position


class Slow:
    """Every question asked of the position again, one hex at a time."""

    def __init__(self, position: Position, side: str) -> None:
        self.position, self.side, self.enemy = position, side, ENEMY[side]
        self.length = TURNS[position.turn].supply_length
        self.barred = {h for h in HEXES if self._is_barred(h)}
        self.hostile = interdiction(position, self.enemy)
        own_fort = {h for h, f in position.forts.items() if f.side == side and f.state != "silenced"}
        own_depot = {h for h, depot in position.depots.items() if depot.side == side}
        self.towns = {h for h in (*MAP.towns, *MAP.fortresses) if controller(position, h) == side}
        self.landings = self.towns | own_fort | own_depot
        self.water = self._water()
        self.shore = [
            {h for key in stretch for h in key.split("-") if h in self.landings}
            for stretch in nx.connected_components(self.water)
        ]
        if side == UNION:
            self.sources = {h for h in MAP.union_sources if h not in position.forces[CONFEDERATE]}
        else:
            critical = (*MAP.critical_centres, *MAP.critical_ports)
            self.sources = {h for h in critical if controller(position, h) == side}

    def _is_barred(self, h: str) -> bool:
        if occupied(self.position, self.enemy, h):
            return True
        if self.position.kentucky == "neutral" and h in MAP.kentucky:
            return True
        return h not in self.position.forces[self.side] and in_primary(self.position, h, self.enemy)

    def _water(self) -> nx.Graph:
        graph = nx.Graph()
        for key in MAP.boat_sides[TURNS[self.position.turn].season]:
            forts = (self.position.forts.get(h) for h in key.split("-"))
            guarded = any(f and f.side == self.enemy and f.state != "silenced" for f in forts)
            inner = self.position.kentucky == "neutral" and key in MAP.kentucky_inner_sides
            levee = key in MAP.levees and key not in self.position.levees_breached
            if not (guarded or inner or levee or key in self.hostile):
                graph.add_node(key)
        graph.add_edges_from((a, b) for a in graph for b in MAP.water_next[a] if b in graph)
        return graph

    def rail(self, a: str, b: str, upgraded: bool) -> bool:
        """Whether the side's rails join two adjacent hexes; `upgraded`: those of CS-States must be."""
        position = self.position
        for h in (a, b):
            if not is_rail_hex(position, h) or rail_controller(position, h) != self.side:
                return False
            if upgraded and MAP.state_of[h] in MAP.cs_states and h not in position.upgraded:
                return False
        held = "-".join(sorted((a, b))) in self.hostile and crossing(position, a, b) != BRIDGE
        return has_rail(position, a, b) and not held

    def linked(self, start: str, upgraded: bool = False, to_sea: bool = False) -> set[str]:
        """Every hex that a line can reach from a hex by rail and water, passing none that is barred.

        Where rails are broken it changes neither from rail to rail nor between rail and water. `to_sea`: only
        those where it could go on over the sea.
        """
        broken = self.position.rail_breaks
        states, queue = {(start, "outset")}, [(start, "outset")]
        while queue:
            here, by = queue.pop()
            if here in self.barred and here != start:
                continue
            following = []
            if by != "rail" or here not in broken:
                following += [(h, "water") for shore in self.shore if here in shore for h in shore]
            if by == "outset" or here not in broken:
                following += [(h, "rail") for h in MAP.neighbours[here] if self.rail(here, h, upgraded)]
            for state in following:
                if state not in states:
                    states.add(state)
                    queue.append(state)
        ways = {state for state in states if state[0] == start or state[0] not in self.barred}
        return {h for h, by in ways if not (to_sea and by == "rail" and h in broken)}

    def overland(self, start: str) -> dict[str, int]:
        """Every hex where the overland part of a line from a hex can end, and its points."""
        found: dict[str, int] = {}
        queue = [(0, start)]
        while queue:
            spent, here = heappop(queue)
            if here in found:
                continue
            found[here] = spent
            for to in MAP.neighbours[here]:
                crossed = way_over(self.position, self.side, here, to, here == start)
                if crossed not in (BARRED, INTERDICTED) and to not in self.barred:
                    water = 1 if crossed == MINOR else self.length // 2 if crossed in (FERRY, RIVERINE) else 0
                    cost = spent + terrain_charge(self.position, here, to).amount + water
                    if cost <= self.length:
                        heappush(queue, (cost, to))
        return found

    def open_port(self, port: str) -> bool:
        zone, beside = MAP.port_zone[port], {side.key for side in MAP.water_sides_of.get(port, ())}
        exits = {key for key, zones in MAP.sea_exits.items() if zone in zones}
        ways = (nx.node_connected_component(self.water, key) for key in beside if key in self.water)
        return zone in MAP.open_coast.get(port, ()) or any(exits & way for way in ways)

    def open_coast(self, hex_id: str, zone: str) -> bool:
        """Whether ships come from a sea zone to a hex that borders it, over its coast or by an inlet."""
        salt = {key for key in self.water if MAP.hexsides[key].kind in ("tidal", "bay")}
        ways = nx.Graph(self.water.subgraph(salt))
        beside = {side.key for side in MAP.water_sides_of.get(hex_id, ())} & salt
        exits = {key for key, zones in MAP.sea_exits.items() if zone in zones}
        inlet = any(exits & nx.node_connected_component(ways, key) for key in beside)
        return zone in MAP.open_coast.get(hex_id, ()) or inlet

    def seaports(self) -> tuple[set[str], set[str]]:
        """The ports and the coastal hexes that committed NTP supply."""
        ports = {p for p in MAP.ports & self.towns if self.open_port(p)}
        based = any(ports & self.linked(h, to_sea=True) for h in self.sources - self.barred)
        if self.side != UNION or not based:
            return set(), set()
        fleets = [v for v in self.position.vessels.values() if v.kind == "ntp" and v.feeds and v.zone]
        zones = {v.zone for v in fleets if v.feeds == "ports"}
        coast = {v.feeds for v in fleets if v.feeds != "ports" and self.open_coast(v.feeds, v.zone)}
        return {p for p in ports if MAP.port_zone[p] in zones}, coast

    def supplied(self, start: str, seaports: set[str], coast: set[str]) -> bool:
        for end in self.overland(start):
            if end in coast and (end == start or end not in self.barred):
                return True
            if self.sources & self.linked(end) or seaports & self.linked(end, upgraded=True, to_sea=True):
                return True
        return False


def beside_vessels(position: Position) -> set[str]:
    return {h for vessel in position.vessels.values() if vessel.at for h in vessel.at.split("-")}


@settings(max_examples=40, deadline=None)
@given(positions(), st.sampled_from(SIDES), st.lists(st.sampled_from(HEXES), max_size=10))
def test_supply_agrees_with_a_slow_reckoning(position: Position, side: str, some: list[str]) -> None:
    supply, slow = SupplyMap(position, side), Slow(position, side)
    seaports, coast = slow.seaports()
    better = [h for h in position.upgraded if MAP.state_of[h] in MAP.cs_states]
    for hex_id in (*some, *LOOPS, *position.forces[side], *better):
        assert supply.supplied(hex_id) == slow.supplied(hex_id, seaports, coast), hex_id


@settings(max_examples=40, deadline=None)
@given(positions(), st.sampled_from(SIDES), st.lists(st.sampled_from([*RAILS, *FERRY_HEXES]), max_size=12))
def test_rails_and_waters_agree_with_a_slow_reckoning(position: Position, side: str, some: list[str]) -> None:
    supply, slow = SupplyMap(position, side), Slow(position, side)
    for hex_id in (*some, *position.rail_breaks):
        linked = supply.network(hex_id)
        assert linked - supply.barred - {hex_id} == slow.linked(hex_id) - {hex_id}, hex_id


@settings(max_examples=40, deadline=None)
@given(positions(), st.sampled_from(SIDES), st.lists(st.sampled_from([*HEXES, *FERRY_HEXES]), max_size=12))
def test_overland_points_agree_with_a_slow_reckoning(position: Position, side: str, some: list[str]) -> None:
    supply, slow = SupplyMap(position, side), Slow(position, side)
    for hex_id in (*some, *LOOPS, *beside_vessels(position)):
        assert supply.overland(hex_id) == slow.overland(hex_id), hex_id


@settings(max_examples=25, deadline=None)
@given(positions(), st.lists(st.tuples(st.sampled_from(HEXES), st.sampled_from(HEXES)), max_size=12))
@pytest.mark.full
def test_lines_from_hex_to_hex_agree_with_a_slow_reckoning(
    position: Position, pairs: list[tuple[str, str]]
) -> None:
    supply, slow = SupplyMap(position, CONFEDERATE), Slow(position, CONFEDERATE)
    centres = [(a, b) for a in supply.centres[:8] for b in supply.centres[-4:]]
    for start, goal in (*pairs, *centres):
        expected = goal not in slow.barred and any(goal in slow.linked(end) for end in slow.overland(start))
        assert supply.traces(start, goal) == expected, (start, goal)


@settings(max_examples=40, deadline=None)
@given(positions(), st.sampled_from(SIDES), st.booleans())
def test_limited_sources_feed_no_more_than_they_can(position: Position, side: str, final: bool) -> None:
    check = Check(position, side, final)
    plan = check.plan(Wishes())
    supply, drawn = check.base if final else check.supply_map(plan.feeds), dict[str, int]()
    for each in plan.feeding:
        assert not supply.supplied(each.hex)
        for name in pools_of(supply).chain(each.source):
            drawn[name] = drawn.get(name, 0) + strength(each.units)
    for name, count in drawn.items():
        pool = pools_of(supply).pools[name]
        assert count <= pool.capacity
        if pool.kind == "depot":
            assert pool.capacity == 3 * position.depots[name].count
    event = judged(check, plan)
    for stack in event.stacks:
        assert strength(stack.before) == strength(stack.after)
        assert all(group.oos <= 2 for group in stack.after)


@settings(max_examples=25, deadline=None)
@given(positions(), st.lists(st.sampled_from([*RAILS, *sorted(MAP.towns)]), max_size=20))
def test_links_go_wherever_rails_and_waters_carry_supply(position: Position, some: list[str]) -> None:
    supply, links = SupplyMap(position, CONFEDERATE), networks_of(position, CONFEDERATE)
    for hex_id in {*some, *position.rail_breaks} - supply.barred:
        assert supply.network(hex_id) - supply.barred <= links.of(hex_id), hex_id


@settings(max_examples=25, deadline=None)
@given(positions(), st.sets(st.sampled_from(FORTRESSES), max_size=4))
def test_the_supply_view_tells_what_a_check_finds(position: Position, manned: set[str]) -> None:
    for hex_id in manned:
        position.forts[hex_id] = Fort(UNION)
        position.forces[UNION][hex_id] = (Group("asp", 1, FORT), Group("asp", 1))
    shown = supply_view(position)
    for side in SIDES:
        check, supply = Check(position, side, final=True), supply_map(position, side)
        fed = Counter[str]()
        for hex_id in position.forces[side]:
            groups = position.groups(side, hex_id)
            fed[hex_id] = strength(g for g in groups if check.is_fed(supply, hex_id, g))
        told = Counter[str]()
        for row in shown["forces"]:
            if row["side"] == side and row["fed_by"] in ("line", "sea", "water"):
                told[row["hex"]] += sum(int(count) for count in re.findall("[0-9]+", row["units"]))
        assert +told == +fed
        without = {row["hex"] for row in shown["forts"] if row["side"] == side and not row["supplied"]}
        assert without - {PICKENS} == set(check.unfed_forts(supply, pools_of(supply))) - {PICKENS}
