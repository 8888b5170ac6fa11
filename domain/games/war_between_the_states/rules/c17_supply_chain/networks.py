"""All chains of supply of a side at once (17.0), as sets of places in whole numbers.

`chains` says what a chain is; here the same is found quickly. Water and rails join places at no price, ground
is a flood over the board. A place of water is its id with "~" before it.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.parts import Part
from ironclad.domain.games.war_between_the_states.board.waters import beside, load_waters, sailed
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import (
    Ground,
    steps_over,
)
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.waterways import Season
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import Tracks, tracks_laid
from ironclad.domain.kernel.board.bitsets import Bits, Shift, Step, flooded, replaced, shifts
from ironclad.domain.kernel.board.graph import components
from ironclad.domain.kernel.engine.citations import rule

AFLOAT = "~"
"""Before a place of water, so that a coastal hex and its water are two places."""
_STRIDE = 64
"""Between hexes side by side in neighbouring columns: more than a column has rows."""


class Network(NamedTuple):
    """Places joined at no price: who comes to one of `inner` comes to all of `whole`."""

    inner: int
    whole: int


@lru_cache(maxsize=1)
def places() -> Bits:
    """Every hex that is not all sea, column by column, and every place of water."""
    waters = [f"{AFLOAT}{place}" for place in sorted(load_waters().kind)]
    column, row = (max(GRID.place(hex)[axis] for hex in load_map().board.ids) for axis in (0, 1))
    first = column * _STRIDE + row + 1
    number = {hex: GRID.place(hex)[0] * _STRIDE + GRID.place(hex)[1] for hex in load_map().board.ids}
    number |= {place: first + index for index, place in enumerate(waters)}
    return Bits(number, number.__getitem__)


@lru_cache(maxsize=16)
def _printed(part: Part) -> tuple[Shift, ...]:
    return shifts(_steps(part, Ground(frozenset(), frozenset(), frozenset()), part.hexes))


@lru_cache(maxsize=32)
def _outward(part: Part, ground: Ground) -> tuple[Shift, ...]:
    """The steps from a place to those that a chain over ground may come to it from."""
    printed, changed = _printed(part), ground.changed() & part.hexes
    if not changed:
        return printed
    return replaced(printed, places().of(changed), shifts(_steps(part, ground, changed)))


def _steps(part: Part, ground: Ground, hexes: Iterable[str]) -> Iterable[Step]:
    """Infantry pays for the step from the unit's side, so the price is that of the way back."""
    board, number, rows = load_map().board, places().number, steps_over(ground, "infantry")
    for here in hexes:
        for other in load_map().neighbours[here]:
            price = dict(rows[board.number[other]]).get(board.number[here])
            if price is not None and other in part.hexes:
                yield number[here], number[other], price


@lru_cache(maxsize=32)
def _by_rail(rails: frozenset[str], shut: frozenset[str], tracks: Tracks) -> tuple[Network, ...]:
    """The railroads that hang together. `shut`: rail hexes in which a chain only ends."""
    links, of = tracks_laid(tracks), places().of
    found = []
    for joined in components(sorted(rails - shut), lambda hex: links[hex]):
        ends = {other for hex in joined for other in links[hex] if other in shut}
        found.append(Network(of(joined), of(joined | ends)))
    return tuple(found)


@lru_cache(maxsize=32)
@rule("R.8/6")
def _by_water(waters: frozenset[str], part: Part, season: Season) -> tuple[Network, ...]:
    """The waters that hang together, with the hexes beside them."""
    links, of = sailed(*season), places().of
    found = []
    for joined in components(sorted(waters), lambda place: links[place]):
        shores = {hex for place in joined for hex in beside(place) if hex in part.hexes}
        whole = of((*shores, *(f"{AFLOAT}{place}" for place in joined)))
        found.append(Network(whole, whole))
    return tuple(found)


class Country(NamedTuple):
    """What the chains of a side depend on.

    `closed`: hexes that a chain may come to and not pass; `rails`: those that it may use, none for chains
    without rails; `waters`: the same on the water.
    """

    part: Part
    ground: Ground
    closed: frozenset[str]
    rails: frozenset[str]
    tracks: Tracks
    waters: frozenset[str]
    season: Season


@lru_cache(maxsize=64)
def spread_from(starts: frozenset[str], country: Country, most: int) -> tuple[int, ...]:
    """By half MP of ground, from 0 to `most`: the places whose cheapest chain to a start has so many."""
    shut = country.closed - starts
    closed = places().of(shut & places().number.keys())
    rails = _by_rail(country.rails, shut & country.rails, country.tracks)
    waters = _by_water(country.waters, country.part, country.season)
    networks = [Network(inner & ~closed, whole) for inner, whole in (*rails, *waters)]

    def joined(found: int) -> int:
        grown = found
        while True:
            for inner, whole in networks:
                if grown & inner:
                    grown |= whole
            if grown == found:
                return found
            found = grown

    steps = _outward(country.part, country.ground)
    return tuple(flooded(places().of(starts), steps, closed, most, joined))
