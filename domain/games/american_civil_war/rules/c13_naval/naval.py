"""Where vessels may be and how waters join (13.0, 13.1, 13.3): questions only.

A place of a vessel is a sea zone ("East Gulf") or the key of a watercourse hexside ("1132-1133"). Moving
along the water is naval_movement.py, carrying troops sea_transport.py and river_transport.py, stopping the
enemy's crossings interdiction.py.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ironclad.domain.games.american_civil_war.board.charts import counter_limit
from ironclad.domain.games.american_civil_war.board.map import SEA_ZONE_LINKS, SEA_ZONES, load_map
from ironclad.domain.games.american_civil_war.position.state import ENEMY, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import MOVED, Vessel
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import season
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import enemy_fort
from ironclad.domain.kernel.board.hexes import hexside_hexes
from ironclad.domain.kernel.engine.citations import cite, rule
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Option

_MAP = load_map()
NSP, NTP, RSP, FLOTILLA, IRONCLAD = "nsp", "ntp", "rsp", "flotilla", "ironclad"
SEAGOING = (NSP, NTP)  # they keep to the sea, bays and tidal rivers
FERRYING = (RSP, FLOTILLA)  # riverines that carry and serve as ferries
ARMED = (NSP, RSP, FLOTILLA, IRONCLAD)
BUILDING = "building"
_TIDAL = frozenset(key for key, side in _MAP.hexsides.items() if side.kind in ("tidal", "bay"))
_TIDAL_RIVERS = frozenset(key for key in _TIDAL if _MAP.hexsides[key].kind == "tidal")
BANKS = {key: hexside_hexes(key) for key in _MAP.hexsides}
WATER_OF = {hex_id: tuple(side.key for side in found) for hex_id, found in _MAP.water_sides_of.items()}
cite(__name__, "13.0/1", where="units.Vessel")
cite(__name__, "13.1/1", where=f"{__name__}.steps_from")

Routes = dict[str, str]  # place to the place before it on the way


@lru_cache(maxsize=64)
@rule(
    "13.0/2", "13.0/3", "13.0/4", "13.0/5", "13.3.1/1", "13.3.2/1", "13.3.4/1", "TEC/11", "TEC/12", "15.5/2"
)
def _usable(
    seagoing: bool, of_season: str, breached: tuple[str, ...], kentucky_open: bool, tidal: bool
) -> frozenset[str]:
    """The hexsides that vessels of one class may use.

    NSP and NTP: tidal rivers and bays. Riverines and ironclads: navigable rivers (seasonal ones while they
    are high), lakes, bays and tidal rivers. No vessel passes an unbreached levee, nor enters Kentucky's inner
    rivers while she is neutral; the Mississippi and Ohio on her edge are open. A river loop is river.
    """
    sides = _TIDAL if seagoing else _MAP.boat_sides[of_season] - (frozenset() if tidal else _TIDAL_RIVERS)
    sides = sides - (_MAP.levees - set(breached))
    return sides if kentucky_open else sides - _MAP.kentucky_inner_sides


@rule("13.3/1", "13.4/5", "15.5/1", "5.3.8/2")
def usable_sides(position: Position, kind: str) -> frozenset[str]:
    """The watercourse hexsides that a vessel of this kind may use now, enemies apart."""
    tidal = position.options.get("riverines_on_tidal", "allowed") == "allowed"
    return _now_usable(position, kind in SEAGOING, tidal)


@rule("13.4/1", "13.4/5")
def boat_waters(position: Position) -> frozenset[str]:
    """The watercourse hexsides that carry units without vessels now, tidal rivers in any case."""
    return _now_usable(position, False, True)


def _now_usable(position: Position, seagoing: bool, tidal: bool) -> frozenset[str]:
    kentucky_open = position.kentucky != "neutral"
    return _usable(seagoing, season(position), position.levees_breached, kentucky_open, tidal)


def can_use(position: Position, vessel: Vessel, hexside: str) -> bool:
    """Whether a finished vessel may be on a hexside in the current season, enemies apart."""
    return vessel.state != BUILDING and hexside in usable_sides(position, vessel.kind)


@rule("13.1/2", "13.1.2/2")
def vessels_on(position: Position, hexside: str, side: str) -> tuple[str, ...]:
    """The names of a side's finished vessels on a hexside, sorted; those on another side of a hex are not."""
    return tuple(
        sorted(
            name
            for name, vessel in position.vessels.items()
            if vessel.at == hexside and vessel.side == side and vessel.state != BUILDING
        )
    )


def place_of(vessel: Vessel) -> str:
    """The sea zone or hexside where a vessel is; "" for one under construction."""
    return vessel.zone or vessel.at


def moved_to(vessel: Vessel, place: str, activity: str = MOVED) -> Vessel:
    """The vessel at another place, its move made (for evolve functions)."""
    if place in SEA_ZONE_LINKS:
        return vessel.with_(zone=place, at="", activity=activity)
    return vessel.with_(zone="", at=place, activity=activity)


# Why a vessel that enters a hexside meets the enemy there.
VESSELS_THERE, FORT_THERE = "vessels", "fort"


@remembered
@rule("13.1.2/3", "11.6/1", "13.6/1", "13.6/11")
def dangers(position: Position, side: str) -> dict[str, str]:
    """Every hexside where a vessel of the side meets the enemy: his "vessels", else a "fort".

    A vessel under construction lies in its city and stops nobody.
    """
    enemy = ENEMY[side]
    found = dict.fromkeys(fort_sides(position, side), FORT_THERE)
    for vessel in position.vessels.values():
        if vessel.side == enemy and vessel.at:
            found[vessel.at] = VESSELS_THERE
    return found


@remembered
@rule("11.6/1")
def fort_sides(position: Position, side: str) -> frozenset[str]:
    """The hexsides of hexes with a fort that stops the vessels of a side: an enemy one, not silenced."""
    enemy = ENEMY[side]
    return frozenset(
        key
        for hex_id in position.forts
        if enemy_fort(position, enemy, hex_id)
        for key in WATER_OF.get(hex_id, ())
    )


@remembered
@rule("13.4/2", "13.4.1/2", "11.6/5")
def combat_sides(position: Position, side: str) -> frozenset[str]:
    """The hexsides where a vessel of the side would have to fight: closed to all that carries troops."""
    return frozenset(dangers(position, side))


@remembered
def fort_stops(position: Position, side: str) -> frozenset[str]:
    """Of the hexsides where a vessel of the side meets the enemy, those where a fort alone stops it."""
    return frozenset(key for key, what in dangers(position, side).items() if what == FORT_THERE)


@remembered
def clear_sides(position: Position, side: str, usable: frozenset[str]) -> frozenset[str]:
    """Those of some hexsides, a set that lasts, where no vessel of the side would have to fight."""
    return usable - combat_sides(position, side)


@rule("13.1.1/1", "13.1.1/2", "13.1.1/5", "13.1.2/1", "13.3.3/1", "13.3.3/2")
def steps_from(place: str, seagoing: bool) -> tuple[str, ...]:
    """The places that join a place: contiguous hexsides, and for NSP and NTP the sea over coast or inlet.

    Sand bars lie on the coast alone: the map's exits leave out every coast hexside that one shuts.
    """
    if place in SEA_ZONE_LINKS:
        return (*SEA_ZONE_LINKS[place], *_SEA_ENTRANCES[place]) if seagoing else ()
    exits = _MAP.sea_exits.get(place, ()) if seagoing else ()
    return (*exits, *_MAP.water_next[place])


_SEA_ENTRANCES = {
    zone: tuple(sorted(key for key, zones in _MAP.sea_exits.items() if zone in zones)) for zone in SEA_ZONES
}


@lru_cache(maxsize=128)  # up to 36 KB each: asked for again soon, or not at all
def routes(
    starts: tuple[str, ...], seagoing: bool, usable: frozenset[str], shut: frozenset[str] = frozenset()
) -> Routes:
    """Every place that can be reached from the starts along the water, each with the place before it.

    A place in `shut` can be entered but not passed. The starts lead to "". Kept, so never to be changed.
    """
    found: Routes = dict.fromkeys(starts, "")
    frontier = deque(found)
    while frontier:
        here = frontier.popleft()
        for following in steps_from(here, seagoing):
            if following in found or not (following in usable or following in SEA_ZONE_LINKS):
                continue
            found[following] = here
            if following not in shut:
                frontier.append(following)
    return found


def route_to(found: Routes, goal: str) -> tuple[str, ...]:
    """The places on the way to a goal, it included and the start left out."""
    path = []
    while found[goal]:
        path.append(goal)
        goal = found[goal]
    return tuple(reversed(path))


@remembered
@rule("13.2/4", "13.3.3/1", "13.3.3/2", "11.6/5")
def sea_reaches(position: Position, zone: str, hex_id: str, shut: frozenset[str] = frozenset()) -> bool:
    """Whether an NTP in a sea zone can come to a hex: over open coast, or by tidal water past no enemy, nor
    over the hexsides `shut`."""
    if zone in _MAP.open_coast.get(hex_id, ()):
        return True
    goals = _TIDAL.intersection(WATER_OF.get(hex_id, ()))
    return bool(goals) and not goals.isdisjoint(waters_behind(position, zone, shut))


@remembered
@rule("13.3.3/1", "13.3.3/2", "11.6/5")
def waters_behind(position: Position, zone: str, shut: frozenset[str] = frozenset()) -> Routes:
    """The tidal hexsides that NTP in a sea zone can enter, past no enemy, nor over the hexsides `shut`."""
    usable = clear_sides(position, UNION, usable_sides(position, NTP)) - shut
    return routes(tuple(key for key in _SEA_ENTRANCES[zone] if key in usable), False, usable)


@remembered
@rule("13.2/2", "13.1.1/5", "2.1.1/4")
def zones_of_hex(position: Position, hex_id: str) -> tuple[str, ...]:
    """The sea zones from which an NTP can come to a hex, a port's own first."""
    own = _MAP.port_zone.get(hex_id)
    around = (own, *_MAP.open_coast.get(hex_id, ()), *_MAP.hexes[hex_id].sea_zones)
    zones = dict.fromkeys(zone for zone in around if zone)
    return tuple(zone for zone in zones if sea_reaches(position, zone, hex_id))


@lru_cache(maxsize=1)
def _zones_of_water() -> dict[str, tuple[str, ...]]:
    """For every tidal or bay hexside the sea zones that its water leads to, forts and levees apart."""
    found: dict[str, tuple[str, ...]] = {}
    for start in sorted(_TIDAL):
        if start not in found:
            stretch = routes((start,), False, _TIDAL)
            zones = {zone for key in stretch for zone in _MAP.sea_exits.get(key, ())}
            ordered = tuple(zone for zone in SEA_ZONES if zone in zones)
            found.update(dict.fromkeys(stretch, ordered))
    return found


def zones_of_place(place: str) -> tuple[str, ...]:
    """The sea zones that a place counts as: itself, or those that its tidal water leads to (13.1.1/3)."""
    return (place,) if place in SEA_ZONE_LINKS else _zones_of_water().get(place, ())


@rule("13.1.1/3")
def has_base(position: Position, place: str, without: Iterable[str] = ()) -> bool:
    """Whether an NSP may end an impulse at a place: a zone with a Union-controlled port or an NTP in its box.

    `without`: NTP that do not count.
    """
    return any(zone_has_base(position, zone, without) for zone in zones_of_place(place))


def zone_has_base(position: Position, zone: str, without: Iterable[str] = ()) -> bool:
    """Whether a sea zone has a Union-controlled port, or an NTP in its box that is not one of `without`."""
    gone = set(without)
    if any(
        vessel.kind == NTP and vessel.zone == zone and name not in gone
        for name, vessel in position.vessels.items()
    ):
        return True
    return any(controller(position, port) == UNION for port in _MAP.ports_of_zone[zone])


@rule("2.3/2", "13.0/1", "13.1/1", "13.1.1/2")
def vessel_problems(position: Position) -> Iterator[str]:
    """What is wrong with the vessels and levees of a position; nothing if all is sound."""
    kinds = Counter(vessel.kind for vessel in position.vessels.values())
    for kind, count in sorted(kinds.items()):
        most = counter_limit(Vessel(kind).side, "river_flotilla" if kind == FLOTILLA else kind)
        if most is not None and count > most:
            yield f"vessels: there are {most} counters of the kind {kind}, not {count} (2.3/2)"
    for name, vessel in sorted(position.vessels.items()):
        yield from _use_problems(name, vessel)
        if sum(map(bool, (vessel.zone, vessel.at, vessel.port))) != 1:
            yield f"vessels.{name}: a vessel is in a zone, on a hexside or in the port where it is built"
        if vessel.zone and (vessel.zone not in SEA_ZONES or vessel.kind not in SEAGOING):
            yield f"vessels.{name}: no {vessel.kind} is in a zone {vessel.zone!r} (13.1.1/2)"
        if vessel.at and vessel.at not in _MAP.hexsides:
            yield f"vessels.{name}: there is no watercourse hexside {vessel.at!r} (13.1.2/1)"
        elif vessel.at and not can_use(position, vessel, vessel.at):
            yield f"vessels.{name}: no {vessel.kind} can be on {vessel.at} now (13.3/1)"
        if vessel.port and (vessel.port not in _MAP.towns or vessel.side == UNION):
            yield f"vessels.{name}: no {vessel.kind} is built in {vessel.port!r} (4.2.5/2)"
        if (vessel.state == BUILDING) != bool(vessel.port):
            yield f"vessels.{name}: a vessel is in a port while it is being built, and only then"
    for key in position.levees_breached:
        if key not in _MAP.levees:
            yield f"levees_breached: there is no levee at {key!r} (13.3.4)"


@rule("2.1.1/3")
def _borders(hex_id: str, zone: str) -> bool:
    """Whether a hex is a coastal one of a sea zone."""
    return hex_id in _MAP.hexes and zone in _MAP.hexes[hex_id].sea_zones


@rule("13.4.2/3", "8.1.3/2", "8.1.3/3")
def _use_problems(name: str, vessel: Vessel) -> Iterator[str]:
    """What is wrong with the use that a vessel is put to: riverines alone ferry, NTP alone supply."""
    if vessel.activity == "ferry" and not (vessel.kind in FERRYING and vessel.at):
        yield f"vessels.{name}: no {vessel.kind} is a ferry there (13.4.2/3)"
    supplying = vessel.kind == NTP and vessel.zone
    if (vessel.activity == "committed" or vessel.feeds) and not supplying:
        yield f"vessels.{name}: only an NTP in a sea zone is committed to supply (8.1.3)"
    elif vessel.feeds not in ("", "ports") and not _borders(vessel.feeds, vessel.zone):
        yield f"vessels.{name}: {vessel.feeds!r} is no coastal hex of the {vessel.zone} (8.1.3/2)"


OPTIONS = {
    "riverines_on_tidal": Option(
        "13.0/4", "Whether riverines and ironclads use tidal rivers and bays.", ("allowed", "barred")
    ),
}
