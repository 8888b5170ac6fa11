"""Zones of control (6.0 to 6.3, 15.4/1, 16.0): which hexes a side's forces hold under their guns.

Where a zone can reach is mostly geography: for every hex and water level the hexes that can project a zone
into it, and those into which it can project one, are worked out once. All hexes in a side's zones are found
together, and found again only if its forces, forts or towns have changed; where a zone comes from is asked of
one hex.
"""

from collections.abc import Collection, Mapping
from functools import cache

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, CAVALRY, FIELD, Group
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller, own_among
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import Recent, remembered
from ironclad.domain.kernel.engine.records import Option

_MAP = load_map()
_TOWNS = _MAP.towns
_APPALACHIA = frozenset(i for i, place in _MAP.hexes.items() if place.appalachia)
_NOT_CLEAR = frozenset(i for i, place in _MAP.hexes.items() if place.terrain != "clear")
_WIDE_WATER = frozenset({"tidal", "bay", "navigable", "lake"})

Paths = tuple[tuple[str, tuple[str, ...]], ...]
Stacks = Mapping[str, tuple[Group, ...]]
_primary_zones, _secondary_zones = Recent(), Recent()


@cache
@rule("6.2/2", "6.2/3")
def primary_reach(season: str, target: str, by_bridge: bool = True) -> tuple[str, ...]:
    """The adjacent hexes from which terrain lets a primary zone extend into a hex.

    Not into swamp, and not across wide water, bridged or not; a season decides what a seasonal river is.
    `by_bridge`: a minor river is crossed where a bridge or ferry is printed too; elsewhere it always is.
    """
    if _MAP.hexes[target].terrain == "swamp":
        return ()
    water, near_by = _MAP.water[season], _MAP.neighbours[target]
    reach = tuple(near for near in near_by if water.get((near, target)) not in _WIDE_WATER)
    return reach if by_bridge else tuple(near for near in reach if not _has_crossing(near, target))


def _has_crossing(a: str, b: str) -> bool:
    side = _MAP.sides.get((a, b))
    return side is not None and side.crossing is not None


@cache
def primary_targets(season: str, base: str, by_bridge: bool = True) -> tuple[str, ...]:
    """The adjacent hexes into which terrain lets a primary zone of a force in a hex extend."""
    near_by = _MAP.neighbours[base]
    return tuple(target for target in near_by if base in primary_reach(season, target, by_bridge))


def zones_by_bridge(position: Position) -> bool:
    """Whether primary zones extend across a minor river that is bridged or has a ferry (6.2/2)."""
    return position.options.get("minor_bridge_zones") != "barred"


@cache
@rule("6.3/1", "6.3/2")
def _secondary_reach(season: str, target: str) -> Paths:
    """The hexes two away that can project a secondary zone into a hex, with the hexes between.

    Neither the hex nor the one between is rough or swamp, and no water at all lies across either hexside.
    """
    if target in _NOT_CLEAR:
        return ()
    water, paths = _MAP.water[season], []
    for far, between in _MAP.ring2[target]:
        ways = tuple(
            mid
            for mid in between
            if mid not in _NOT_CLEAR and (far, mid) not in water and (mid, target) not in water
        )
        if ways:
            paths.append((far, ways))
    return tuple(paths)


@cache
def _secondary_targets(season: str, base: str) -> tuple[Paths, frozenset[str], frozenset[str]]:
    """The hexes two away into which terrain lets a secondary zone of a force in a hex extend, with the hexes
    between; all of those; all of these."""
    reaching = ((to, dict(_secondary_reach(season, to)).get(base, ())) for to, _ in _MAP.ring2[base])
    paths = tuple((to, between) for to, between in reaching if between)
    return paths, frozenset(to for to, _ in paths), frozenset(mid for _, between in paths for mid in between)


def season(position: Position) -> str:
    """The season of the current turn: "winter", "spring", "summer" or "fall"."""
    return TURNS[position.turn].season


@rule("6.0/1", "6.0/2", "6.1/1", "6.1/2", "6.1/3", "6.1/5", "4.3/6", "8.5/1", "11.3/2", "12.2/1", "16.0/1")
def exerts_primary(position: Position, groups: Collection[Group]) -> bool:
    """Whether these units of one hex exert a primary zone: one supplied ASP in the open will do."""
    for group in groups:
        if group.station == FIELD and not group.oos and (group.kind == ASP or _exerts_too(position, group)):
            return True
    return False


def _exerts_too(position: Position, group: Group) -> bool:
    return group.kind == CAVALRY and position.options.get("cavalry_zoc") == "exerts"


@rule("6.1/4", "6.1/5", "9.9/2")
def exerts_secondary(position: Position, groups: Collection[Group]) -> bool:
    """Whether these units exert a secondary zone as well: one such ASP must not be demoralized."""
    return exerts_primary(position, tuple(group for group in groups if not group.demoralized))


@rule("6.2/1")
def _fort_bars(position: Position, hex_id: str) -> bool:
    """A fort of either side keeps zones out of its hex unless it is silenced."""
    fort = position.forts.get(hex_id)
    return fort is not None and fort.state != "silenced"


@rule("6.3/1", "15.4/1")
def _admits_secondary(position: Position, hex_id: str, by_side: str) -> bool:
    """Whether a secondary zone of the side may lie in a hex, terrain apart: no fort, no enemy town, for the
    Confederates no Appalachia."""
    if by_side == CONFEDERATE and hex_id in _APPALACHIA:
        return False
    if hex_id in _TOWNS and controller(position, hex_id) == ENEMY[by_side]:
        return False
    return not _fort_bars(position, hex_id)


@remembered
@rule("6.0/1", "6.2/1")
def primary_sources(position: Position, hex_id: str, by_side: str) -> list[str]:
    """The hexes from which the side exerts a primary zone into a hex; a force's own hex is always in it."""
    stacks = position.forces[by_side]
    found = [hex_id] if hex_id in stacks and exerts_primary(position, stacks[hex_id]) else []
    reach = primary_reach(season(position), hex_id, zones_by_bridge(position))
    found += [near for near in reach if near in stacks and exerts_primary(position, stacks[near])]
    if found and found != [hex_id] and _fort_bars(position, hex_id):
        return [hex_id] if found[0] == hex_id else []
    return found


@remembered
@rule("6.0/1", "6.3/2")
def secondary_sources(position: Position, hex_id: str, by_side: str) -> list[str]:
    """The hexes two away from which the side exerts a secondary zone into a hex."""
    stacks = position.forces[by_side]
    found = []
    for far, between in _secondary_reach(season(position), hex_id):
        if (
            far in stacks
            and exerts_secondary(position, stacks[far])
            and any(_admits_secondary(position, mid, by_side) for mid in between)
        ):
            found.append(far)
    return found if found and _admits_secondary(position, hex_id, by_side) else []


@remembered
def primary_zone(position: Position, by_side: str) -> frozenset[str]:
    """Every hex in a primary zone of the side (6.2)."""
    stacks, forts = position.forces[by_side], _barring_forts(position)
    wide = position.options.get("cavalry_zoc", "")
    parts = (season(position), wide, zones_by_bridge(position), forts, dict(stacks))
    return _primary_zones.get(parts, lambda: _primary_zone_of(position, stacks, forts))


@remembered
def secondary_zone(position: Position, by_side: str) -> frozenset[str]:
    """Every hex in a secondary zone of the side (6.3)."""
    stacks, shut = position.forces[by_side], _barring_forts(position)
    shut |= own_among(position, ENEMY[by_side], _TOWNS)
    if by_side == CONFEDERATE:
        shut |= _APPALACHIA
    parts = (season(position), position.options.get("cavalry_zoc", ""), shut, dict(stacks))
    return _secondary_zones.get(parts, lambda: _secondary_zone_of(position, stacks, shut))


def _barring_forts(position: Position) -> frozenset[str]:
    return frozenset(hex_id for hex_id, fort in position.forts.items() if fort.state != "silenced")


@rule("6.2/1")
def _primary_zone_of(position: Position, stacks: Stacks, forts: frozenset[str]) -> frozenset[str]:
    zone: set[str] = set()
    own: set[str] = set()
    now, by_bridge = season(position), zones_by_bridge(position)
    for base, groups in stacks.items():
        if exerts_primary(position, groups):
            own.add(base)
            zone.update(primary_targets(now, base, by_bridge))
    return frozenset((zone - forts) | own)


@rule("6.3/1", "6.3/2")
def _secondary_zone_of(position: Position, stacks: Stacks, shut: frozenset[str]) -> frozenset[str]:
    """`shut`: the hexes that admit no secondary zone of the side, terrain apart (_admits_secondary)."""
    zone: set[str] = set()
    now = season(position)
    for base, groups in stacks.items():
        if exerts_secondary(position, groups):
            paths, targets, between = _secondary_targets(now, base)
            if shut.isdisjoint(between):
                zone |= targets
            else:
                zone.update(to for to, mids in paths if not shut.issuperset(mids))
    return frozenset(zone - shut)


def in_primary(position: Position, hex_id: str, by_side: str, ignoring: Collection[str] = ()) -> bool:
    """Whether a hex lies in a primary zone of the side; forces in the hexes `ignoring` do not count."""
    if hex_id not in primary_zone(position, by_side):
        return False
    return not ignoring or any(s not in ignoring for s in primary_sources(position, hex_id, by_side))


def in_secondary(position: Position, hex_id: str, by_side: str, ignoring: Collection[str] = ()) -> bool:
    """Whether a hex lies in a secondary zone of the side; forces in the hexes `ignoring` do not count."""
    if hex_id not in secondary_zone(position, by_side):
        return False
    return not ignoring or any(s not in ignoring for s in secondary_sources(position, hex_id, by_side))


@rule("6.1.1/1", "6.1.1/2", "6.1.2/1")
def in_zone(position: Position, hex_id: str, by_side: str) -> bool:
    """Whether a hex lies in any zone of the side, however many overlap; only the enemy's matter."""
    return in_primary(position, hex_id, by_side) or in_secondary(position, hex_id, by_side)


@rule("6.4/1")
def exerting_into(position: Position, hex_id: str, by_side: str) -> tuple[str, ...]:
    """The hexes of the side's forces that exert a zone of either kind into a hex, sorted."""
    found = {*primary_sources(position, hex_id, by_side), *secondary_sources(position, hex_id, by_side)}
    return tuple(sorted(found))


OPTIONS = {
    "cavalry_zoc": Option(
        "6.0/2", "Whether cavalry exerts zones of control as infantry does.", ("none", "exerts")
    ),
    "minor_bridge_zones": Option(
        "6.2/2",
        "Whether a primary zone extends across a minor river where a bridge or ferry crosses it.",
        ("extend", "barred"),
    ),
}
