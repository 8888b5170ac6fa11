"""The supply view: which force would be in supply now and through what, depots, forts, the sea (8)."""

from typing import Any

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.names import listed, name_at, place, vessel_name
from ironclad.domain.games.american_civil_war.position.state import SIDES, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import FORT, Group, strength
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import units
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import (
    CENTRE,
    Pool,
    Pools,
    pools_of,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.sea_supply import feeds_of
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ground import unlimited_sources
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap, supply_map
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import besieged

View = dict[str, Any]


def supply_view(position: Position) -> View:
    """Every force and fort as a check would find it if it were made now, and the sources that feed a few.

    A force is fed by a "line" to a source, by "sea" (an NTP), by "depot" or "centre" (which feed a limited
    number; who is fed is settled in the supply step), by "water" inside a besieged fort, or by "none".
    `length` and `cost` are movement points, `markers` out-of-supply markers held by now (8.4); `arrives`:
    whether what an NTP is committed to can be reached from its sea zone now, and it has a port to load in.
    """
    maps = {side: supply_map(position, side) for side in SIDES}
    pools = {side: pools_of(maps[side]) for side in SIDES}
    return {
        "length": TURNS[position.turn].supply_length,
        "forces": [row for side in SIDES for row in _forces(position, maps[side], side)],
        "forts": [_fort(position, maps, hex_id) for hex_id in sorted(position.forts)],
        "depots": [
            {
                "side": depot.side,
                "hex": hex_id,
                "name": name_at(hex_id) or hex_id,
                "depots": depot.count,
                "built_this_impulse": depot.fresh,
                **_depot(pools[depot.side].pools.get(hex_id)),
            }
            for hex_id, depot in sorted(position.depots.items())
        ],
        "centres": [row for side in SIDES for row in _centres(pools[side])],
        "by_sea": [
            {
                "vessel": vessel_name(feed.vessel),
                "zone": feed.zone,
                "supplies": place(feed.hex) if feed.hex else "every Union port of the zone",
                "arrives": maps[UNION].arrives(feed),
            }
            for feed in feeds_of(position)
        ],
    }


def _forces(position: Position, supply: SupplyMap, side: str) -> list[View]:
    """A row a force; a garrison has its own where only water feeds it, or ships with its fort as a port."""
    by_land = supply.fed_by(()) if side == UNION and any(feeds_of(position)) else supply
    rows = []
    for hex_id in sorted(position.forces[side]):
        groups = position.groups(side, hex_id)
        inside = tuple(group for group in groups if group.station == FORT)
        own = _garrison_fed(supply, hex_id, besieged(position, side, hex_id)) if inside else None
        apart = inside if own is not None else ()
        if outside := tuple(group for group in groups if group not in apart):
            rows.append({**_row(side, hex_id, outside), **_fed(position, supply, by_land, hex_id)})
        if own is not None:
            rows.append({**_row(side, hex_id, inside), **own})
    return rows


def _garrison_fed(supply: SupplyMap, hex_id: str, shut_in: bool) -> View | None:
    """What feeds those inside a fort, where that is not what feeds those outside (11.8/3, 8.1.3/5)."""
    if shut_in:
        return _by("water" if supply.supplied_by_water(hex_id) else "none", "inside a besieged fort")
    if supply.supplied(hex_id) or not supply.fort_supplied(hex_id, besieged=False):
        return None
    return _by("sea", f"a transport, {place(hex_id)} being a port for its garrison")


def _row(side: str, hex_id: str, groups: tuple[Group, ...]) -> View:
    return {
        "side": side,
        "hex": hex_id,
        "name": name_at(hex_id) or hex_id,
        "units": units(groups),
        "markers": max(group.oos for group in groups),
        "battle_supply": strength(group for group in groups if group.battle_supply),
    }


def _by(fed_by: str, how: str, cost: int | None = None, path: tuple[str, ...] = ()) -> View:
    return {"fed_by": fed_by, "how": how, "cost": cost, "path": list(path)}


def _fed(position: Position, supply: SupplyMap, by_land: SupplyMap, hex_id: str) -> View:
    """What feeds a force in a hex: the overland part of its line and where that ends."""
    if (line := by_land.line(hex_id)) is not None:
        return _by("line", _onward(position, by_land, line.path[-1]), line.cost, line.path)
    if (line := supply.line(hex_id)) is not None:
        end = line.path[-1]
        landed = any(feed.hex == end for feed in feeds_of(position))
        how = f"a transport off {place(end)}" if landed else _onward(position, supply, end)
        return _by("sea", how, line.cost, line.path)
    pools = pools_of(supply)
    if names := pools.within(hex_id):
        kind = pools.pools[names[0]].kind
        return _by(kind, f"{kind} in {listed([place(name) for name in names])}, for a limited number")
    return _by("none", "no line to any source")


def _onward(position: Position, supply: SupplyMap, end: str) -> str:
    """How a line continues after its overland part."""
    if end in unlimited_sources(position, supply.side):
        return f"the source {place(end)}"
    if supply.is_seaport(end):
        return f"a transport to the port of {place(end)}"
    return f"the {'railroad' if supply.railed(end) else 'water'} at {place(end)}"


def _fort(position: Position, maps: dict[str, SupplyMap], hex_id: str) -> View:
    fort = position.forts[hex_id]
    shut_in = besieged(position, fort.side, hex_id)
    supply = maps[fort.side]
    limited = not shut_in and bool(pools_of(supply).within(hex_id))
    return {
        "side": fort.side,
        "hex": hex_id,
        "name": name_at(hex_id) or hex_id,
        "supplied": supply.fort_supplied(hex_id, shut_in) or limited,
        "besieged": shut_in,
        "markers": fort.oos,
    }


def _depot(pool: Pool | None) -> View:
    """How many points the depots of a hex feed, and the centre or depot that they hang on.

    In an ordinary supply centre they hang on the centre itself.
    """
    if pool is None:
        return {"feeds": 0, "supplied": False, "through": None}
    through = pool.hex if pool.kind == CENTRE else pool.parent
    return {
        "feeds": pool.capacity,
        "supplied": pool.supplied,
        "through": place(through) if through else None,
    }


def _centres(pools: Pools) -> list[View]:
    """The ordinary supply centres that others support, and how many points each may feed (8.3)."""
    return [
        {"hex": pool.hex, "name": name_at(pool.hex) or pool.hex, "feeds": pool.capacity}
        for pool in pools.pools.values()
        if pool.kind == CENTRE
    ]
