"""The map as lookups. A piece on land is on a spot: a zone's id, or the id of a bank of a divided zone.

Spots that nothing divides make one place. Whether the two banks of a divided zone are one place or two
depends on the bridge (5.2/14, 5.2/16), so places are asked of a position (`rules/c05_zones/places.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ironclad.domain.games.bull_run_to_appomattox.board.map_files import (
    NO_BRIDGE,
    NO_RIVER,
    Divided,
    Edge,
    Zone,
    divided,
    edges,
    mountains,
    river_links,
    seas,
    zones,
)


@dataclass(frozen=True, slots=True)
class Step:
    """A way from one spot to another: over the edge `edge`, or "" inside a divided zone and to mountains.

    `river` is what must be crossed: "none", "bridge", "no_bridge". `rail` says whether rails lie on it, and
    `rail_sides` who may ride them (6.3). `closed_to` may not take it in this direction (13.2).
    """

    start: str
    end: str
    edge: str
    river: str
    rail: bool = False
    rail_sides: frozenset[str] = frozenset()
    closed_to: str = ""
    open_water: bool = False


@dataclass(frozen=True)
class Board:
    """Everything that the map fixes. Ids of zones, banks, seas and mountains never coincide.

    `steps` has for each spot the ways out of it for an HQ; `wild` those that raiders have besides, through
    mountains and from bank to bank. `sails` has for each water place (sea zone, port or river port) those
    that a fleet enters next. `zone_of` maps each spot to its zone, and a zone to itself.
    """

    zones: dict[str, Zone]
    divided: dict[str, Divided]
    edges: dict[str, Edge]
    spots: tuple[str, ...]
    zone_of: dict[str, str]
    steps: dict[str, tuple[Step, ...]]
    wild: dict[str, tuple[Step, ...]]
    sails: dict[str, tuple[str, ...]]
    sea_of_port: dict[str, str]
    names: dict[str, str]

    def spots_of(self, zone: str) -> tuple[str, ...]:
        """The spots of a zone: itself, or its two banks."""
        return self.divided[zone].banks if zone in self.divided else (zone,)

    def place_spot(self, zone: str) -> str:
        """The spot of a zone that has its city, fort and historical site."""
        return self.divided[zone].place if zone in self.divided else zone

    def city_spot(self, spot: str) -> str:
        """The zone whose city, fort and site are on a spot; "" for the bank without."""
        zone = self.zone_of[spot]
        return zone if self.place_spot(zone) == spot else ""


@cache
def board() -> Board:
    """The map, read once. Raises ChartError for files that are not well formed."""
    zone_of = {zone: zone for zone in zones()}
    spots: list[str] = []
    for zone in zones():
        banks = divided()[zone].banks if zone in divided() else (zone,)
        spots += banks
        zone_of |= dict.fromkeys(banks, zone)
    zone_of |= {area: area for area in mountains()}
    steps: dict[str, list[Step]] = {spot: [] for spot in spots}
    for step in _steps():
        steps[step.start].append(step)
    wild: dict[str, list[Step]] = {spot: [] for spot in (*spots, *mountains())}
    for step in _wild_steps():
        wild[step.start].append(step)
    return Board(
        zones=zones(),
        divided=divided(),
        edges=edges(),
        spots=tuple(spots),
        zone_of=zone_of,
        steps={spot: tuple(found) for spot, found in steps.items()},
        wild={spot: tuple(found) for spot, found in wild.items()},
        sails=_sails(),
        sea_of_port={port: sea.id for sea in seas().values() for port in sea.ports},
        names=_names(),
    )


def _ends(edge: Edge, zone: str) -> tuple[str, ...]:
    """The spots of a zone that an edge touches."""
    if zone not in divided():
        return (zone,)
    return tuple(bank for bank in divided()[zone].banks if bank in edge.banks)


def _steps() -> Iterator[Step]:
    for edge in edges().values():
        for one in _ends(edge, edge.a):
            for other in _ends(edge, edge.b):
                river = edge.banks.get(one, edge.banks.get(other, edge.river))
                facts = (edge.id, river, edge.rail, edge.rail_sides)
                yield Step(one, other, *facts, open_water=edge.open_water)
                yield Step(other, one, *facts, closed_to=edge.closed_to, open_water=edge.open_water)


def _wild_steps() -> Iterator[Step]:
    for each in divided().values():
        one, other = each.banks
        yield Step(one, other, "", NO_BRIDGE)
        yield Step(other, one, "", NO_BRIDGE)
    for area in mountains().values():
        for zone in area.touches:
            for spot in divided()[zone].banks if zone in divided() else (zone,):
                yield Step(area.id, spot, "", NO_RIVER)
                yield Step(spot, area.id, "", NO_RIVER)


def _sails() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}

    def join(one: str, other: str) -> None:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)

    for sea in seas().values():
        for other in sea.adjacent:
            if sea.id < other:
                join(sea.id, other)
        for port in sea.ports:
            join(sea.id, port)
    for link in river_links():
        if link.b not in found.get(link.a, ()):
            join(link.a, link.b)
    return {place: tuple(found[place]) for place in sorted(found)}


def _names() -> dict[str, str]:
    named = {zone.id: zone.name for zone in zones().values()}
    for each in divided().values():
        for bank, name in zip(each.banks, each.names, strict=True):
            named[bank] = f"{zones()[each.zone].name}, {name[0].lower()}{name[1:]}"
    named |= {sea.id: sea.name for sea in seas().values()}
    return named | {area.id: area.name for area in mountains().values()}
