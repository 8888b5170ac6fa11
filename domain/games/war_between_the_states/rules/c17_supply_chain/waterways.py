"""The water that a side may trace supply over (17.1): what its empty transports validate."""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.features import ENEMY, UNION
from ironclad.domain.games.war_between_the_states.board.parts import Part
from ironclad.domain.games.war_between_the_states.board.waters import (
    Links,
    beside,
    load_waters,
    sailed,
    waters_of_fort,
)
from ironclad.domain.games.war_between_the_states.options import chosen_rivers
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import (
    guarded_works,
    warships_at,
)
from ironclad.domain.kernel.board.graph import reachable
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

TIDAL = ("tidal", "estuary")


class Season(NamedTuple):
    """What decides which water is navigable: the arguments of `board.waters.sailed`."""

    variants: frozenset[str]
    cycle: int
    red_river_shut: bool


def season_of(position: Position) -> Season:
    """The season of a position."""
    shut = position.plays("red_river_always_closed")
    return Season(chosen_rivers(position.options), position.cycle.number, shut)


def water_of(position: Position) -> Links:
    """The water as ships find it now: place to the places that a ship may go on to."""
    return sailed(*season_of(position))


@rule("17.0/6", "9.5/2", "11.21/4", "11.21/5")
@remembered
def barred_to(position: Position, side: str) -> frozenset[str]:
    """The water that a side traces nothing over: enemy warships or a garrisoned enemy fort lie on it."""
    enemy = ENEMY[side]
    forts = (waters_of_fort(hex, position.works[hex].facing) for hex in guarded_works(position, enemy))
    return warships_at(position, enemy).union(*forts)


@rule("17.11/1", "17.11/2", "17.11/3")
def empty_transports(position: Position, side: str) -> Iterator[tuple[str, str]]:
    """The kind and the place of each of a side's transports that carries nothing."""
    full = {unit.ship for unit in position.units.values() if unit.ship}
    for id, ship in position.ships.items():
        if ship.side == side and not ship.warship and not ship.load and id not in full:
            yield ship.kind, ship.at


@remembered
def supply_waters(position: Position, side: str) -> frozenset[str]:
    """The places of water that a chain of a side may run over."""
    boats = frozenset(empty_transports(position, side))
    at_sea = side == UNION and any(
        what == "naval_transport" and load_waters().kind[at] == "sea" for what, at in boats
    )
    return validated(
        position.part,
        season_of(position),
        barred_to(position, side),
        boats,
        at_sea,
        position.plays("coastal_trace_free"),
    )


@lru_cache(maxsize=16)
def _of_part(part: Part, season: Season) -> frozenset[str]:
    """The navigable water of a part of the map."""
    within = part.hexes | part.sea
    return frozenset(place for place in sailed(*season) if within.issuperset(beside(place)))


@rule("17.11/1", "17.11/2", "17.11/4", "17.12/1", "17.13/1", "17.13/2")
@lru_cache(maxsize=64)
def validated(
    part: Part,
    season: Season,
    barred: frozenset[str],
    boats: frozenset[tuple[str, str]],
    at_sea: bool,
    coasts_free: bool,
) -> frozenset[str]:
    """The places of water that a chain of supply may run over.

    A joined stretch of river hexsides has a river transport on it, or is tidal and has a naval transport; a
    joined stretch of coast has a transport of either kind. With an empty naval transport in any all-sea hex
    (`at_sea`) the Union has all of the sea and the coasts. `boats`: kind and place of empty transports.
    """
    kind, links = load_waters().kind, sailed(*season)
    free = _of_part(part, season) - barred
    river = frozenset(at for what, at in boats if what == "river_transport")
    either = frozenset(at for _, at in boats)
    hexsides = {place for place in free if "-" in place}
    coasts = {place for place in free - hexsides if kind[place] != "sea"}
    found = set(_valid(links, hexsides, river))
    found.update(_valid(links, {place for place in hexsides if kind[place] in TIDAL}, either))
    found.update(_valid(links, coasts, either))
    if coasts_free:
        found.update(coasts)
    if at_sea:
        found.update(free - hexsides)
    return frozenset(found)


def _valid(links: Links, among: Collection[str], boats: frozenset[str]) -> Iterable[str]:
    """The stretches that hang together with a boat on them."""
    starts = sorted(boats.intersection(among))
    return reachable(starts, lambda place: (other for other in links[place] if other in among))
