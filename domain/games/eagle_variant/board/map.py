"""The map as lookups: with the rule of rivers, or without it, where two pairs of regions are one each.

A unit is on a space: a region or a city. Cities are joined to the regions round them, and to each other only
by rail (the-board/3).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from ironclad.domain.games.eagle_variant.board.map_files import (
    Railroad,
    Reach,
    Space,
    borders,
    cities,
    merged,
    railroads,
    reaches,
    regions,
)
from ironclad.domain.kernel.engine.citations import rule

CLOSED_SIDES = frozenset({"canada", "mexico"})


@dataclass(frozen=True)
class Board:
    """Everything that the map fixes.

    `spaces` are in the order of the data, regions first. `neighbours` are over land. `crossed` has every
    step over a major river, in both directions; it is empty without the rule of rivers. `lines_of` has the
    railroads of a city.
    """

    spaces: dict[str, Space]
    neighbours: dict[str, tuple[str, ...]]
    crossed: frozenset[tuple[str, str]]
    railroads: tuple[Railroad, ...]
    lines_of: dict[str, tuple[Railroad, ...]]
    on_rails: frozenset[str]
    reaches: tuple[Reach, ...]

    @property
    def cities(self) -> Iterator[Space]:
        """The cities, in the order of the data."""
        return (each for each in self.spaces.values() if each.city)

    def home_of(self, side: str) -> Iterator[Space]:
        """The spaces in the colour of a side, in the order of the data."""
        return (each for each in self.spaces.values() if each.side == side)


@cache
@rule("the-board/6", "the-board/7", "rivers/6")
def board(rivers: bool) -> Board:
    """The map of a game; `rivers` says whether the rule of rivers is on. No space is an ocean or a lake."""
    to = {} if rivers else {part: whole for whole, (_, group) in merged().items() for part in group}
    spaces: dict[str, Space] = {}
    for region in regions().values():
        spaces.setdefault(to.get(region.id, region.id), _renamed(region, to))
    spaces |= {city.id: _city(city, to) for city in cities().values()}
    lines = tuple(replace(line, regions=_mapped(line.regions, to)) for line in railroads())
    ends = {id: tuple(line for line in lines if id in (line.a, line.b)) for id in cities()}
    return Board(
        spaces=spaces,
        neighbours=_neighbours(spaces, to),
        crossed=frozenset(_crossed()) if rivers else frozenset(),
        railroads=lines,
        lines_of=ends,
        on_rails=frozenset(region for line in lines for region in line.regions),
        reaches=reaches() if rivers else (),
    )


def _renamed(region: Space, to: dict[str, str]) -> Space:
    if region.id not in to:
        return region
    whole = to[region.id]
    return replace(region, id=whole, name=merged()[whole][0])


def _city(city: Space, to: dict[str, str]) -> Space:
    return replace(city, regions=_mapped(city.regions, to), across=city.across if not to else frozenset())


def _mapped(ids: Iterable[str], to: dict[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(to.get(id, id) for id in ids))


def _neighbours(spaces: dict[str, Space], to: dict[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {id: [] for id in spaces}
    for a, b in borders():
        a, b = to.get(a, a), to.get(b, b)
        if a != b and b not in found[a]:
            found[a].append(b)
            found[b].append(a)
    for space in spaces.values():
        for region in space.regions:
            found[space.id].append(region)
            found[region].append(space.id)
    return {id: tuple(near) for id, near in found.items()}


def _crossed() -> Iterator[tuple[str, str]]:
    for (a, b), river in borders().items():
        if river:
            yield from ((a, b), (b, a))
    for city in cities().values():
        for region in city.across:
            yield from ((city.id, region), (region, city.id))


def name_of(space: str) -> str:
    """What a player calls a space; the id itself where it is none."""
    found = board(True).spaces.get(space) or board(False).spaces.get(space)
    return space if found is None else found.name
