"""Chains of supply (17.0): from which hexes a side's units can trace to a military department, and how.

A chain is rail hexes, water, and ground that costs infantry at most 3 MP in all, counted from the unit
towards the department. All chains of a side are found at once, from its departments outward.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.waters import beside
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import ground_of, steps_of
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import held_by, zone
from ironclad.domain.games.war_between_the_states.rules.c13_forts.cut_off import shut_in
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.networks import (
    AFLOAT,
    Country,
    places,
    spread_from,
)
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.waterways import (
    season_of,
    supply_waters,
    water_of,
)
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import (
    links_of,
    tracks_of,
    usable,
)
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import departments_of
from ironclad.domain.kernel.board.graph import Ways, spread
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

GROUND_POINTS = 3


class Chain(NamedTuple):
    """How a hex is joined to a department: the half MP over ground, whether it needs rails, and the way.

    `way` runs from the hex to the department; places of water begin with "~".
    """

    ground: int
    by_rail: bool
    way: tuple[str, ...]


@rule("17.0/1", "17.0/5", "17.0/7", "12.0/2", "R.3/11", "R.8/3", "R.4/10", "R.5/11", "R.14/4")
@remembered
def sources(position: Position, side: str) -> tuple[str, ...]:
    """The departments of a side that work, and the edge hexes that count as one, in the order of ids."""
    places = {*departments_of(position, side), *position.book.edge_departments[side]}
    return tuple(
        hex
        for hex in sorted(places & position.part.hexes)
        if owner(position, hex) == side and not shut_in(position, side, hex)
    )


@rule("9.4/1", "9.4/2", "17.0/6")
@remembered
def closed_ground(position: Position, side: str) -> frozenset[str]:
    """The hexes that a chain does not pass: enemy zones without a friendly combat unit, and enemy hexes."""
    enemy = ENEMY[side]
    zones = load_map().board.named(zone(position, enemy))
    return (zones - held_by(position, side)) | held_by(position, enemy)


@rule("17.0/1", "17.0/2", "17.0/3", "17.0/4", "17.0/6", "17.2/3")
def chain(position: Position, side: str, hex: str) -> Chain | None:
    """The chain of supply of a side's units in a hex, None if there is none. Without rails where it can be.

    Among those, the one with the cheapest ground. `on_chain` is quicker where the way does not matter.
    """
    for by_rail in (False, True):
        ways = _ways(position, side, by_rail)
        if hex in ways.cost:
            return Chain(ways.cost[hex], by_rail, tuple(reversed(ways.to(hex))))
    return None


@rule("17.2/3")
def on_chain(position: Position, side: str, hex: str) -> bool | None:
    """Whether the chain of a side's units in a hex needs rails; None where they have no chain."""
    return next((by_rail for by_rail in (False, True) if _joined(position, side, hex, by_rail)), None)


def _joined(position: Position, side: str, hex: str, by_rail: bool, ground: int = GROUND_POINTS) -> bool:
    number = places().number.get(hex)
    return number is not None and bool(_all_joined(position, side, by_rail, ground) >> number & 1)


@remembered
def _all_joined(position: Position, side: str, by_rail: bool, ground: int) -> int:
    """Every place that has a chain with at most so many MP of ground, as bits of `networks.places`."""
    found = 0
    for bits in by_ground(position, side, by_rail, ground):
        found |= bits
    return found


def by_ground(position: Position, side: str, by_rail: bool, ground: int = GROUND_POINTS) -> tuple[int, ...]:
    """By half MP of ground: the places whose cheapest chain has so many, as bits of `networks.places`."""
    country = Country(
        position.part,
        ground_of(position, side),
        closed_ground(position, side),
        usable(position, side) if by_rail else frozenset(),
        tracks_of(position),
        supply_waters(position, side),
        season_of(position),
    )
    return spread_from(frozenset(sources(position, side)), country, halves(ground))


@rule("17.31/1")
def route(position: Position, side: str, hex: str) -> bool | None:
    """Whether points for a hex go by rail (True) or without (False); None where no rail or water leads there.

    Nothing of the way is over ground. Without rails where it can be.
    """
    return next((by_rail for by_rail in (False, True) if _joined(position, side, hex, by_rail, 0)), None)


@remembered
def _ways(position: Position, side: str, by_rail: bool) -> Ways[str, int]:
    """The ways from the departments outward to every place in reach."""
    found, closed = load_map(), closed_ground(position, side)
    rows, number = steps_of(position, side, "infantry"), found.board.number
    rails = usable(position, side) if by_rail else frozenset()
    waters, links = supply_waters(position, side), water_of(position)
    landings = _landings(waters)
    tracks: Mapping[str, tuple[str, ...]] = links_of(position)
    part = position.part.hexes

    def before(here: str, _: int) -> Iterator[tuple[str, int]]:
        """The places that a chain may come to this one from, each with what that step costs."""
        if here.startswith(AFLOAT):
            place = here.removeprefix(AFLOAT)
            yield from ((f"{AFLOAT}{other}", 0) for other in links[place] if other in waters)
            yield from ((hex, 0) for hex in beside(place) if hex in part)
            return
        if here in rails:
            yield from ((other, 0) for other in tracks[here] if other in rails)
        yield from ((f"{AFLOAT}{place}", 0) for place in landings.get(here, ()))
        for other in found.neighbours[here]:
            price = dict(rows[number[other]]).get(number[here])
            if price is not None and other in part:
                yield other, price

    return spread(sources(position, side), before, 0, halves(GROUND_POINTS), closed)


def _landings(waters: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for place in sorted(waters):
        for hex in beside(place):
            found.setdefault(hex, []).append(place)
    return {hex: tuple(places) for hex, places in found.items()}
