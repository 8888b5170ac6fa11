"""Lines of supply (8.1 to 8.3): where a force of a side would be in supply, and by what line.

`SupplyMap` holds the answers for one side in one position. A line is an overland part, traced as the force
would move, and then rails and watercourses without a break to a source. The rails and waters that lead to a
source are traced once; the overland part is searched from the force outward, as far as the turn's length,
and usually ends at the next railroad. `supply_map` remembers the last few of them by what they depend on.
"""

import copy
from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import accumulate
from operator import or_
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import BITS, load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    added_rails,
    broken_for_lines,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.sea_supply import (
    Feed,
    feeds_of,
    seaport_open,
    shut_coasts,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ground import (
    barred_hexes,
    control_part,
    depot_hexes,
    landings,
    open_waters,
    own_centres,
    own_places,
    own_rails,
    unlimited_sources,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_links import LINKS, Net, linked
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ways import overland_ways, spread
from ironclad.domain.kernel.board.bitsets import flooded
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import Recent, remembered

_MAP = load_map()
MANY = 60  # linked hexes that a search from afar soon meets; around fewer one searches outward


class SupplyLine(msgspec.Struct, frozen=True):
    """The overland part of a line: the hexes from the force's own to where it ends, and its points."""

    path: tuple[str, ...]
    cost: int


class SupplyMap:
    """Where forces of one side are in supply in one position, by sources that feed any number.

    feeds: the NTP that supply the Union by sea, by default those committed; open_kentucky: what neutral
    Kentucky's violation would open. It reads the position only while it is made.
    """

    def __init__(
        self,
        position: Position,
        side: str,
        *,
        feeds: Iterable[Feed] | None = None,
        open_kentucky: bool = False,
    ) -> None:
        self.side, self.length = side, TURNS[position.turn].supply_length
        self.barred = barred_hexes(position, side, open_kentucky)
        self.ways = overland_ways(position, side)
        self.rails = own_rails(position, side)
        self._net = Net(
            self.rails,
            broken_for_lines(position),
            added_rails(position),
            land := landings(position, side),
            open_waters(position, side, open_kentucky),
            self.barred & (LINKS | land),
            self.ways.shut,
        )
        self.places = own_places(position, side)
        self.depots = depot_hexes(position, side)
        self.centres = own_centres(self.places) if side == CONFEDERATE else ()
        self.pools: Any = None  # limited_supply.py keeps what it works out here
        self.distances: dict[tuple[frozenset[str], str], dict[str, int]] = {}  # and homeward.py here
        self._upgraded = frozenset(position.upgraded)
        self._sea_forts = frozenset(
            h
            for h, fort in position.forts.items()
            if fort.side == UNION == side and fort.state == "complete" and h in _MAP.fortresses
        )
        self._shut_coasts = shut_coasts(position) if side == UNION else frozenset()
        self._sources = unlimited_sources(position, side)
        self._inland = linked(self._net, self._sources)
        self._fed: dict[frozenset[tuple[str, str]], SupplyMap] = {}  # by the zones and hexes of the NTP
        self._overland: dict[str, dict[str, int]] = {}
        self._networks: dict[str, frozenset[str]] = {}
        self._catchments: dict[frozenset[str], int] = {}  # on BITS
        self._supply_by_sea(feeds_of(position) if feeds is None else feeds)

    def fed_by(self, feeds: Iterable[Feed]) -> "SupplyMap":
        """The same position's map if these NTP, and no others, supplied by sea.

        It shares with this one what is traced without them.
        """
        found = tuple(feeds)
        where = frozenset((feed.zone, feed.hex) for feed in found)
        twin = self._fed.get(where)
        if twin is None:
            twin = self._fed[where] = copy.copy(self)
            twin.pools = None
            twin._supply_by_sea(found)
        return twin

    # what a hex is

    @rule("8.0/1", "8.1/1", "8.1/3", "8.1.1/1", "8.1.1/4")
    def supplied(self, hex_id: str) -> bool:
        """Whether a force standing in the hex would be in supply; its own hex never bars its line."""
        if hex_id in self._ends or hex_id in self._reached or hex_id in self._coast:
            return True
        return bool(self._catchment(self.goals) >> BITS.number[hex_id] & 1)

    def on_line(self, hex_id: str) -> bool:
        """Whether the hex's own rails or waters lead to a source that feeds any number, past no enemy."""
        return hex_id in self._reached

    def is_seaport(self, hex_id: str) -> bool:
        """Whether an NTP supplies the hex as a port."""
        return hex_id in self._seaports

    def arrives(self, feed: Feed) -> bool:
        """Whether an NTP that is committed so supplies anything: its coastal hex, or a port of its zone."""
        if feed.hex:
            return feed.hex in self._coast
        forts = self._seaports - self._ports
        ports = {_MAP.port_zone[port] for port in self._ports}
        return feed.zone in ports.union(*(_MAP.hexes[hex_id].sea_zones for hex_id in forts))

    def railed(self, hex_id: str) -> bool:
        """Whether a line from the hex continues by rail: it would without the water beside it."""
        inland = linked(self._ashore(self._net, hex_id), self._sources)
        by_sea = linked(self._ashore(self._landed, hex_id), self._ports, from_sea=True)
        return any(hex_id in found for found in (*inland[:2], *by_sea[:2]))

    @staticmethod
    def _ashore(net: Net, hex_id: str) -> Net:
        return net._replace(landings=net.landings - {hex_id})

    @rule("11.8/3")
    def supplied_by_water(self, hex_id: str) -> bool:
        """Whether a besieged fort there would be in supply: by water beside it, or from the sea."""
        if hex_id in self._seaports or hex_id in self._coast:
            return True
        waters, land = self._net.waters, self._net.landings
        shores = (waters.banks[number] & land for number in waters.beside(hex_id))
        return hex_id in land and any(not self._landable.isdisjoint(shore) for shore in shores)

    def network(self, hex_id: str) -> frozenset[str]:
        """Every hex linked to this one by the side's rails and watercourses, itself included."""
        network = self._networks.get(hex_id)
        if network is None:
            found = linked(self._net, frozenset({hex_id}), from_barred=True)
            network = found.reached | found.ends if found.ends else found.reached
            self._networks[hex_id] = network
            if hex_id not in self.barred and network.isdisjoint(self._net.broken):
                self._networks.update(dict.fromkeys(found.reached, network))  # one from each of its hexes
        return network

    @rule("8.1.1/1", "8.1.1/3", "8.1.1/4")
    def line(self, hex_id: str) -> SupplyLine | None:
        """The overland part of the cheapest line from a hex, or None if it has no line."""
        if hex_id not in self._found:
            self._found[hex_id] = self._search(hex_id) if self.supplied(hex_id) else None
        return self._found[hex_id]

    @rule("8.1.1/1", "8.1.1/2", "8.1.1/5")
    def overland(self, hex_id: str) -> dict[str, int]:
        """Every hex that an overland part from this one can end in, with its movement points."""
        found = self._overland.get(hex_id)
        if found is None:
            first = [step for step in self.ways.outset(hex_id) if step[1] <= self.length]
            reached = spread(first, self.ways.out, self.barred, self.length)
            found = {h: cost for h, cost in reached.items() if h not in self.barred} | {hex_id: 0}
            self._overland[hex_id] = found
        return found

    def traces(self, hex_id: str, goal: str) -> bool:
        """Whether a line of supply runs from one hex to another: overland, then by rail and watercourse."""
        return bool(self.tracing((hex_id,), goal))

    def tracing(self, hexes: Iterable[str], goal: str) -> set[str]:
        """Those of some hexes from which a line of supply runs to another."""
        if goal in self.barred:
            return set()
        joined = self.network(goal)
        if len(joined) > MANY:
            return {h for h in hexes if h in joined or not joined.isdisjoint(self.overland(h))}
        nearby, number = self._catchment(joined), BITS.number
        return {h for h in hexes if h in joined or nearby >> number[h] & 1}

    def _catchment(self, goals: frozenset[str]) -> int:
        """The hexes, on BITS, from which an overland part can end in one of some hexes that are linked."""
        if (known := self._catchments.get(goals)) is not None:
            return known
        number, barred = BITS.number, BITS.of(self.barred)
        by_cost = flooded(BITS.of(goals - self.barred), self.ways.shifts_back, barred, self.length)
        within = list(accumulate(by_cost, or_))  # by points: the hexes from which a line needs no more
        found: int = within[-1]
        for start, steps in self.ways.first.items():
            for to, cost in steps:
                near = cost <= self.length and within[self.length - cost] >> number[to] & 1
                if near and to not in self.barred:
                    found |= 1 << number[start]
        self._catchments[goals] = found
        return found

    def _search(self, start: str) -> SupplyLine | None:
        if start in self._ends or start in self._reached or start in self._coast:
            return SupplyLine((start,), 0)
        done: set[str] = set()
        queue: list[tuple[int, str, tuple[str, ...]]] = [(0, start, ())]
        length, barred, ways, goals = self.length, self.barred, self.ways, self.goals
        while queue:
            spent, here, before = heappop(queue)
            if here in done:
                continue
            done.add(here)
            if here in goals:
                return SupplyLine((*before, here), spent)
            for to, cost in ways.out[here] if before else ways.outset(here):
                if spent + cost <= length and to not in done and to not in barred:
                    heappush(queue, (spent + cost, to, (*before, here)))
        return None

    # by sea

    @rule("8.1.3/1", "8.1.3/2", "8.1.3/3", "7.7.2/4", "7.7.2/5")
    def _supply_by_sea(self, feeds: Iterable[Feed]) -> None:
        """What NTP supply: ports of a zone with the waters and upgraded rails behind them, and coastal
        hexes, to which lines come overland alone."""
        self._reached, self._ends, dead_ends = self._inland
        self._landable = self._reached - dead_ends  # where a line from the water may land and continue
        self._coast = self._ports = self._seaports = frozenset[str]()
        self._found: dict[str, SupplyLine | None] = {}
        self._landed = self._net  # what carries on from the ports that ships supply
        found = tuple(feeds)
        if found and self.has_sea_base():
            zones = {feed.zone for feed in found if not feed.hex}
            held = {p for z in zones for p in _MAP.ports_of_zone[z] if p in self.places}
            self._ports = frozenset(p for p in held if seaport_open(p, self._net.waters))
            unimproved = {h for h in self.rails - self._upgraded if _MAP.state_of[h] in _MAP.cs_states}
            self._landed = self._net._replace(rails=self.rails - unimproved)
            landed = linked(self._landed, self._ports, from_sea=True)
            self._reached, self._ends = self._reached | landed.reached, self._ends | landed.ends
            self._landable |= landed.reached - landed.dead_ends
            shut = self._shut_coasts
            self._coast = frozenset(f.hex for f in found if f.hex and (f.hex, f.zone) not in shut)
            self._seaports = self._ports.union(
                h for h in self._sea_forts if not zones.isdisjoint(_MAP.hexes[h].sea_zones)
            )
        self.goals = (self._reached | self._coast) - self.barred

    @rule("8.1.3/1")
    def has_sea_base(self) -> bool:
        """Whether some Union port is linked by rail or river to a source and open to the sea.

        One that only broken rails reach is not: nothing takes ship there.
        """
        if self.side != UNION:
            return False
        ports = _MAP.ports & self.places & self._inland.reached - self._inland.dead_ends
        return any(seaport_open(port, self._net.waters) for port in ports)

    @rule("8.1.3/5", "3.1.2/6")
    def fort_supplied(self, hex_id: str, besieged: bool) -> bool:
        """Whether a fort of the side, and its garrison inside, are in supply; besieged, by water alone.

        A Union fortress with a completed fort is a port for itself.
        """
        if besieged:
            return self.supplied_by_water(hex_id)
        return hex_id in self._seaports or self.supplied(hex_id)


_maps = Recent(16)


@remembered
def supply_map(position: Position, side: str) -> SupplyMap:
    """The supply map of a side in a position, computed again only if something that matters has changed."""
    parts = (
        side,
        position.turn,
        position.kentucky,
        barred_hexes(position, side),
        control_part(position),
        dict(position.rail_control),
        dict(position.forts),
        dict(position.depots),
        {name: v for name, v in position.vessels.items() if v.at or v.kind == "ntp"},
        (
            dict(position.rail_breaks), dict(position.upgraded), dict(position.line_progress),
            position.levees_breached, position.options, position.errata,
        ),
    )  # fmt: skip
    return _maps.get(parts, lambda: SupplyMap(position, side))
