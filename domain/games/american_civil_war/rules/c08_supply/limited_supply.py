"""Sources that feed a limited number of strength points: depots and ordinary supply centres (8.3, 8.4.2).

Each is a pool with a capacity. What a pool feeds counts against its parents too: a depot's against the depot
that it is chained to, a centre's against the set of centres that support one another.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap, supply_map
from ironclad.domain.kernel.engine.citations import rule

_MAP = load_map()
PER_DEPOT = 3  # strength points that a depot feeds (8.4.2)
DEPOT, CENTRE, SET = "depot", "centre", "set"


class Pool(msgspec.Struct, frozen=True):
    """A source with a capacity in strength points.

    hex: where lines end, "" for a set of centres; parent: the pool that it counts against as well; supplied:
    false for a depot that is out of supply and can feed only once more.
    """

    kind: str
    hex: str
    capacity: int
    parent: str = ""
    supplied: bool = True


class Pools:
    """The limited sources of one side by name: their hex, or "set/hex" for a set of centres."""

    def __init__(self, supply: SupplyMap) -> None:
        self._supply = supply
        self._within: dict[str, tuple[str, ...]] = {}

    @cached_property
    def pools(self) -> Mapping[str, Pool]:
        """Every pool, depots first."""
        centres = dict(_centres(self._supply))
        return {**_depots(self._supply, centres), **centres}

    def within(self, hex_id: str, expendable: bool = False) -> tuple[str, ...]:
        """The pools that a force in a hex can trace to, depots in supply first, then centres, sorted.

        expendable: with them depots out of supply, last, which feed once and are gone.
        """
        if not self.pools:
            return ()
        names = self._within.get(hex_id)
        if names is None:
            reach = self._supply.overland(hex_id)
            names = tuple(
                name
                for name, pool in self.pools.items()
                if pool.kind != SET
                and (pool.hex in reach if pool.kind == DEPOT else self._supply.traces(hex_id, pool.hex))
            )
            self._within[hex_id] = names = (
                *(name for name in names if self.pools[name].supplied),
                *(name for name in names if not self.pools[name].supplied),
            )
        return names if expendable else tuple(name for name in names if self.pools[name].supplied)

    def chain(self, name: str) -> Iterator[str]:
        """A pool and every pool that what it feeds counts against."""
        while name:
            yield name
            name = self.pools[name].parent

    def room(self, name: str, used: Mapping[str, int]) -> int:
        """How many more strength points a pool can feed, `used` being fed by each already."""
        return min(self.pools[each].capacity - used.get(each, 0) for each in self.chain(name))


def pools_of(supply: SupplyMap) -> Pools:
    """The limited sources of a supply map, worked out once for it."""
    if supply.pools is None:
        supply.pools = Pools(supply)
    pools: Pools = supply.pools
    return pools


@rule("8.0/1", "8.1/1")
def is_supplied(position: Position, side: str, hex_id: str) -> bool:
    """Whether a force of the side that is in the hex could trace supply, by any source that feeds it.

    Sources that feed a limited number count here if they feed any at all: who is fed is settled in the
    supply step (8.3/4, 8.4.2/3).
    """
    return in_supply(supply_map(position, side), hex_id)


def in_supply(supply: SupplyMap, hex_id: str) -> bool:
    """The same by a supply map at hand, for callers that ask about many hexes."""
    return supply.supplied(hex_id) or bool(pools_of(supply).within(hex_id))


@rule("7.1/5", "8.3/2")
def rail_supplied(supply: SupplyMap, hex_id: str) -> bool:
    """Whether the railroad in a hex is the side's and traces a line to a source of whatever kind."""
    if hex_id not in supply.rails:
        return False
    if supply.supplied(hex_id):
        return True
    pools = pools_of(supply)
    return any(pools.pools[name].kind == CENTRE for name in pools.within(hex_id))


@rule("8.3/2", "8.3/3", "15.6/2")
def _centres(supply: SupplyMap) -> Iterator[tuple[str, Pool]]:
    """The ordinary centres that others support, and the sets that they form.

    A force that traces to a centre whose rails or waters lead to an unlimited source uses that, so such a
    centre is none of them. A set of n centres, each linked to another by a line of supply, feeds n - 1 in
    all: the one that is the source does not feed from itself, and none supports twice.
    """
    if supply.side != CONFEDERATE:
        return
    centres = supply.centres
    ordinary = [h for h in centres if h not in _MAP.critical_centres and not supply.on_line(h)]
    if not ordinary:
        return
    open_centres = [h for h in centres if h not in supply.barred]
    supporters = {h: supply.tracing(open_centres, h) - {h} for h in ordinary}
    sets: dict[str, set[str]] = {}
    for h in ordinary:
        joined = {h, *supporters[h]}
        for member in tuple(joined):
            joined |= sets.get(member, set())
        for member in joined:
            sets[member] = joined
    for h in ordinary:
        if supporters[h]:
            name = f"{SET}/{min(sets[h])}"
            yield name, Pool(SET, "", len(sets[h]) - 1)
            yield h, Pool(CENTRE, h, len(supporters[h]), name)


@rule("8.4.2/3", "8.4.2/4", "8.4.2/5", "8.4.2/6", "8.4.2/8", "8.4.2/9")
def _depots(supply: SupplyMap, centres: Mapping[str, Pool]) -> dict[str, Pool]:
    """Every depot hex: in supply by itself, by a chain of Union depots, or else only for once more.

    A chain is the shortest, of these the widest, of these the nearest.
    """
    found: dict[str, Pool] = {}
    open_hexes = dict(sorted(supply.depots.items()))
    for h, count in open_hexes.items():
        if supply.supplied(h):
            found[h] = Pool(DEPOT, h, PER_DEPOT * count)
    reach = {h: supply.overland(h) for h in open_hexes if h not in found}
    for h in list(reach):
        ways = (n for n, p in centres.items() if p.kind == CENTRE and supply.traces(h, p.hex))
        if parent := next(ways, ""):
            found[h] = Pool(DEPOT, h, PER_DEPOT * open_hexes[h], parent)
    through = {h: pool.capacity for h, pool in found.items()}  # what a chain that ends there lets through
    links = list(found)
    while supply.side == UNION and links:
        new = []
        for h in sorted(set(reach) - set(found)):
            if parents := [(-through[p], reach[h][p], p) for p in links if p in reach[h]]:
                widest, _, parent = min(parents)
                found[h] = Pool(DEPOT, h, PER_DEPOT * open_hexes[h], parent)
                through[h] = min(found[h].capacity, -widest)
                new.append(h)
        links = new
    for h in sorted(set(reach) - set(found)):
        found[h] = Pool(DEPOT, h, PER_DEPOT * open_hexes[h], supplied=False)
    return found
