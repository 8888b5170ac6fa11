"""Lines of supply (8.1 to 8.3): where a force of a side would be in supply, and by what line.

`SupplyMap` holds the answers for one side in one position. A line is an overland part, traced as the force
would move, and then rails and watercourses without a break to a source. The rails and waters that lead to a
source are traced once; the overland part is searched from the force outward, as far as the turn's length,
and usually ends at the next railroad. `supply_map` remembers the last few of them by what they depend on.
"""

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from typing import Any

import msgspec

from domain.games.american_civil_war.charts import TURNS
from domain.games.american_civil_war.costs import terrain_charge
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.rail_lines import bridged, rail_neighbours, rail_passable
from domain.games.american_civil_war.sea_supply import Feed, feeds_of, seaport_open
from domain.games.american_civil_war.state import CONFEDERATE, UNION, Position
from domain.games.american_civil_war.supply_ground import (
    Recent,
    barred_hexes,
    control_part,
    depot_hexes,
    enemy_waters,
    landings,
    own_centres,
    own_places,
    own_rails,
    unlimited_sources,
    water_stretches,
)
from domain.games.american_civil_war.units import Vessel
from domain.kernel.rulebook import rule

_MAP = load_map()
_FERRYING = frozenset({"rsp", "flotilla"})
FEW = 12  # hexes that are quicker to measure than to search for
RAIL, WATER, SOURCE = "rail", "water", "source"


class SupplyLine(msgspec.Struct, frozen=True):
    """The overland part of a line: the hexes from the force's own to where it ends, and its points."""

    path: tuple[str, ...]
    cost: int


class SupplyMap:
    """Where forces of one side are in supply in one position, by sources that feed any number.

    feeds: the NTP that supply the Union by sea, by default those committed; open_kentucky: what neutral
    Kentucky's violation would open; final: at the impulse's final check, when new depots serve.
    It reads the position only while it is made.
    """

    def __init__(
        self,
        position: Position,
        side: str,
        *,
        feeds: Iterable[Feed] | None = None,
        open_kentucky: bool = False,
        final: bool = False,
    ) -> None:
        turn = TURNS[position.turn]
        self.side, self.length = side, turn.supply_length
        self._steps = _MAP.ground_steps[turn.season]
        self._dry = _MAP.step_cost[turn.season]
        self.barred = barred_hexes(position, side, open_kentucky)
        self._rails = own_rails(position, side)
        self._broken = frozenset(h for h in position.rail_breaks if not rail_passable(position, h))
        self._added = _added_rails(position)
        self._landings = landings(position, side, final)
        self._waters, self._banks = water_stretches(position, side, open_kentucky)
        self._shut, self._ferries = self._crossings(position)
        self._upgraded = frozenset(position.upgraded)
        self.places = own_places(position, side)
        self.depots = depot_hexes(position, side, final)
        self.centres = own_centres(self.places) if side == CONFEDERATE else ()
        self.pools: Any = None  # limited_supply.py keeps what it works out here
        self._networks: dict[str, frozenset[str]] = {}
        self._found: dict[str, SupplyLine | None] = {}
        self._overland: dict[str, dict[str, int]] = {}
        sources = unlimited_sources(position, side)
        self._reached, self._ends = self._spread(sources)
        self._by_water = self._water_ends()
        self._coast: frozenset[str] = frozenset()
        self._seaports: frozenset[str] = frozenset()
        self.has_sea_base = False
        if side == UNION:
            self._add_sea(position, tuple(feeds_of(position) if feeds is None else feeds))
        self.goals = (self._reached | self._coast) - self.barred

    # what a hex is

    @rule("8.0/1", "8.1/1", "8.1/3", "8.1.1/1", "8.1.1/4")
    def supplied(self, hex_id: str) -> bool:
        """Whether a force standing in the hex would be in supply; its own hex never bars its line."""
        return self.line(hex_id) is not None

    @rule("7.1/5")
    def rail_supplied(self, hex_id: str) -> bool:
        """Whether the railroad in a hex is the side's and in supply, so that it may be used."""
        return hex_id in self._rails and (hex_id in self._reached or self.supplied(hex_id))

    @rule("11.8/3")
    def supplied_by_water(self, hex_id: str) -> bool:
        """Whether a besieged fort there would be in supply: by water beside it, or by sea as a port."""
        return hex_id in self._by_water or hex_id in self._seaports

    def network(self, hex_id: str) -> frozenset[str]:
        """Every hex linked to this one by the side's rails and watercourses, itself included."""
        found = self._networks.get(hex_id)
        if found is None:
            reached, _ = self._spread((hex_id,), from_barred=True)
            found = reached | {hex_id}
            for member in found - self.barred if hex_id not in self.barred else (hex_id,):
                if member not in self._broken:
                    self._networks[member] = found
        return found

    @rule("8.1.1/1", "8.1.1/3", "8.1.1/4")
    def line(self, hex_id: str) -> SupplyLine | None:
        """The overland part of the cheapest line from a hex, or None if it has no line."""
        if hex_id not in self._found:
            self._found[hex_id] = self._search(hex_id)
        return self._found[hex_id]

    @rule("8.1.1/1", "8.1.1/2", "8.1.1/5")
    def overland(self, hex_id: str) -> dict[str, int]:
        """Every hex that an overland part from this one can end in, with its movement points."""
        if (known := self._overland.get(hex_id)) is not None:
            return known
        found: dict[str, int] = {}
        self._overland[hex_id] = found
        queue, length, barred = [(0, hex_id)], self.length, self.barred
        while queue:
            spent, here = heappop(queue)
            if here in found:
                continue
            found[here] = spent
            if spent < length:
                for to, cost in self._ways(here):
                    if spent + cost <= length and to not in found and to not in barred:
                        heappush(queue, (spent + cost, to))
        return found

    def traces(self, hex_id: str, goal: str) -> bool:
        """Whether a line of supply runs from one hex to another: overland, then by rail and watercourse."""
        if goal in self.barred:
            return False
        linked = self.network(goal)
        if len(linked) < FEW and all(_MAP.distance(hex_id, h) > self.length for h in linked):
            return False  # no step costs less than a point
        return not linked.isdisjoint(self.overland(hex_id))

    def _search(self, start: str) -> SupplyLine | None:
        if start in self._ends or start in self._reached or start in self._coast:
            return SupplyLine((start,), 0)
        done: set[str] = set()
        queue: list[tuple[int, str, tuple[str, ...]]] = [(0, start, ())]
        while queue:
            spent, here, before = heappop(queue)
            if here in done:
                continue
            done.add(here)
            if here in self.goals:
                return SupplyLine((*before, here), spent)
            for to, cost in self._ways(here):
                if spent + cost <= self.length and to not in done and to not in self.barred:
                    heappush(queue, (spent + cost, to, (*before, here)))
        return None

    @rule("8.1.1/2", "8.1/2")
    def _ways(self, here: str) -> Iterable[tuple[str, int]]:
        """The steps from a hex with what they cost: ground and water alone, never zones or leaders."""
        ways: Iterable[tuple[str, int]] = self._steps[here]
        if self._shut:
            ways = [step for step in ways if (here, step[0]) not in self._shut]
        more = self._ferries.get(here)
        return (*ways, *more) if more else ways

    @rule("8.1.1/5", "8.1/2", "7.7.2/3", "TEC/4")
    def _crossings(
        self, position: Position
    ) -> tuple[frozenset[tuple[str, str]], Mapping[str, tuple[tuple[str, int], ...]]]:
        """Steps that the enemy's vessels bar, and those that the map's own table lacks.

        The latter are ferries, printed or made by a vessel, at half the turn's length besides the ground, and
        what railroads built or bridged since the start make cheaper.
        """
        hostile = enemy_waters(position, self.side)
        shut = frozenset(
            step for key in hostile for step in _both_ways(_banks(key)) if step not in _MAP.bridges
        )
        half = self.length // 2
        over = [s for s in _MAP.ferries if s not in self._dry]
        for vessel in position.vessels.values():
            if vessel.side == self.side and _is_ferry(vessel):
                over += [s for s in _both_ways(_banks(vessel.at)) if s not in self._dry]
        more = {s: half + terrain_charge(position, *s).amount for s in over}
        for here, added in self._added.items():
            for to in added:
                if (here, to) in self._dry:
                    more[here, to] = min(self._dry[here, to], 1 + self._river(position, here, to))
        if position.upgraded:
            for a, b in _MAP.ferries:
                if bridged(position, a, b):
                    more[a, b] = terrain_charge(position, a, b).amount
        by_hex: dict[str, tuple[tuple[str, int], ...]] = {}
        for (a, b), cost in sorted(more.items()):
            if (a, b) not in shut:
                by_hex[a] = (*by_hex.get(a, ()), (b, cost))
        return shut, by_hex

    def _river(self, position: Position, here: str, to: str) -> int:
        kind = _MAP.water_kind(here, to, TURNS[position.turn].season)
        return 1 if kind == "minor" and (here, to) not in _MAP.bridges else 0

    # rails and waters

    @rule("8.1.2/1", "8.1.2/2", "8.1.2/3", "7.2/3", "7.6/2")
    def _spread(
        self, starts: Iterable[str], rails: frozenset[str] | None = None, from_barred: bool = False
    ) -> tuple[frozenset[str], frozenset[str]]:
        """The hexes that rails and waters join to some starts, and those of them that lie under the enemy's
        guns: a force standing there can begin its line in them, no other line passes."""
        rails = self._rails if rails is None else rails
        reached: set[str] = set()
        ends: set[str] = set()
        railed: set[str] = set()
        stretches: set[int] = set()
        queue: list[tuple[str, str]] = []

        def arrive(to: str, by: str) -> None:
            if to in self.barred and not (from_barred and by == SOURCE):
                ends.add(to)
            elif to not in reached or (to in self._broken and by != RAIL and to not in railed):
                reached.add(to)
                queue.append((to, by))

        for start in starts:
            arrive(start, SOURCE)
        while queue:
            here, by = queue.pop()
            if here in rails and here not in railed and (by != RAIL or here not in self._broken):
                railed.add(here)
                for to in (*_MAP.rail_neighbours.get(here, ()), *self._added.get(here, ())):
                    if to in rails and (here, to) not in self._shut:
                        arrive(to, RAIL)
            if here in self._landings:
                for side in _MAP.water_sides_of.get(here, ()):
                    number = self._waters.get(side.key)
                    if number is not None and number not in stretches:
                        stretches.add(number)
                        for to in self._banks[number] & self._landings:
                            arrive(to, WATER)
        return frozenset(reached), frozenset(ends)

    @rule("11.8/3")
    def _water_ends(self) -> frozenset[str]:
        """The landings that lie on a stretch of water with some landing that reaches a source."""
        linked = {
            number
            for here in (self._reached & self._landings) - self.barred
            for side in _MAP.water_sides_of.get(here, ())
            if (number := self._waters.get(side.key)) is not None
        }
        return frozenset(h for number in linked for h in self._banks[number] & self._landings)

    @rule("8.1.3/1", "8.1.3/2", "8.1.3/3", "7.7.2/4", "7.7.2/5")
    def _add_sea(self, position: Position, feeds: tuple[Feed, ...]) -> None:
        """What NTP supply: ports of a zone with the waters and upgraded rails behind them, and coastal
        hexes, to which lines come overland alone."""
        self.has_sea_base = bool(feeds) and self._sea_base(position)
        if not self.has_sea_base:
            return
        zones = {feed.zone for feed in feeds if not feed.hex}
        ports = {p for z in zones for p in _MAP.ports_of_zone[z] if p in self.places}
        ports = {p for p in ports if seaport_open(position, p, self._waters, self._banks)}
        rails = frozenset(
            h for h in self._rails if h in self._upgraded or _MAP.state_of[h] not in _MAP.cs_states
        )
        reached, ends = self._spread(ports, rails)
        self._reached |= reached
        self._ends |= ends
        self._seaports = frozenset(ports) | frozenset(
            h
            for h, fort in position.forts.items()
            if fort.side == UNION
            and fort.state == "complete"
            and h in _MAP.fortresses
            and not zones.isdisjoint(_MAP.hexes[h].sea_zones)
        )
        self._coast = frozenset(feed.hex for feed in feeds if feed.hex)

    def _sea_base(self, position: Position) -> bool:
        """Whether some port is linked by rail or river to a source and open to the sea (8.1.3)."""
        return any(
            port in self._reached and seaport_open(position, port, self._waters, self._banks)
            for port in sorted(_MAP.ports & self.places)
        )

    @rule("8.1.3/5", "3.1.2/6")
    def fort_supplied(self, hex_id: str, besieged: bool) -> bool:
        """Whether a fort of the side, and its garrison inside, are in supply; besieged, by water alone.

        A Union fortress with a completed fort is a port for itself.
        """
        if besieged:
            return self.supplied_by_water(hex_id)
        return hex_id in self._seaports or self.supplied(hex_id)


def _banks(key: str) -> tuple[str, str]:
    return _MAP.hexsides[key].hexes


def _both_ways(step: tuple[str, str]) -> tuple[tuple[str, str], tuple[str, str]]:
    return step, (step[1], step[0])


@rule("8.1.1/5", "13.4.2/1")
def _is_ferry(vessel: Vessel) -> bool:
    """Whether a vessel makes a ferry of its hexside: an RSP or river flotilla that has not moved."""
    return bool(vessel.at) and (
        vessel.kind in _FERRYING and vessel.state == "sound" and vessel.activity in ("ready", "ferry")
    )


def _added_rails(position: Position) -> dict[str, tuple[str, ...]]:
    """Rail steps of lines finished since the start, by hex."""
    if not (position.line_progress or position.upgraded):
        return {}
    ends = {h for line in _MAP.unfinished.values() for h in line.hexes}
    added = {}
    for h in sorted(ends):
        fixed = _MAP.rail_neighbours.get(h, ())
        if new := tuple(n for n in rail_neighbours(position, h) if n not in fixed):
            added[h] = new
    return added


_maps = Recent(16)


def supply_map(position: Position, side: str, *, final: bool = False) -> SupplyMap:
    """The supply map of a side in a position, made anew only if something that matters has changed."""
    parts = (
        side,
        final,
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
            position.levees_breached, position.options,
        ),
    )  # fmt: skip
    return _maps.get(parts, lambda: SupplyMap(position, side, final=final))


@rule("8.0/1", "8.1/1")
def is_supplied(position: Position, side: str, hex_id: str) -> bool:
    """Whether a force of the side standing in the hex could trace supply, by any source that feeds it.

    Sources that feed a limited number count here if they feed any at all: who is fed is settled in the
    supply step (8.3/4, 8.4.2/3).
    """
    return in_supply(supply_map(position, side), hex_id)


def in_supply(supply: SupplyMap, hex_id: str) -> bool:
    """The same by a supply map at hand, for whoever asks about many hexes at once."""
    if supply.supplied(hex_id):
        return True
    from domain.games.american_civil_war.limited_supply import pools_of

    return bool(pools_of(supply).within(hex_id))
