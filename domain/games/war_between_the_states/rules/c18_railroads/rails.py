"""The railroads as a side's trains find them (R.2)."""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map, printed_owner
from ironclad.domain.games.war_between_the_states.board.parts import Part
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import guarded_works
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

PIEDMONT = "Piedmont (1864)"
PIEDMONT_BUILT = Cycle(64, 6)


Tracks = Literal["start", "late"]
"""The railroads of the start, or the Piedmont line with them."""


@rule("R.2/8", "R.2/9")
def tracks_of(position: Position) -> Tracks:
    """Which railroads there are: the Piedmont line is built in the campaign alone."""
    late = position.scenario == CAMPAIGN and position.cycle >= PIEDMONT_BUILT
    return "late" if late and not position.plays("unfinished_rails_ignored") else "start"


def links_of(position: Position) -> Mapping[str, tuple[str, ...]]:
    """Hex to the hexes that a railroad joins it to now."""
    return tracks_laid(tracks_of(position))


def tracks_laid(tracks: Tracks) -> Mapping[str, tuple[str, ...]]:
    """Hex to the hexes that a railroad joins it to."""
    return _with_piedmont() if tracks == "late" else load_map().rail_links


@cache
def _with_piedmont() -> Mapping[str, tuple[str, ...]]:
    found = {hex: set(others) for hex, others in load_map().rail_links.items()}
    for a, b in pairwise(load_map().railroads[PIEDMONT].hexes):
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return {hex: tuple(sorted(others)) for hex, others in found.items()}


@rule("R.2/1", "R.2/2", "R.2/4", "R.2/10", "R.2/12", "6.54/4")
@remembered
def usable(position: Position, side: str) -> frozenset[str]:
    """The rail hexes that a side's trains may use: its own, not cut, and not under an enemy fort's guns."""
    rails, printed = _rail_hexes(position.part, tracks_of(position)), _printed_territory(side)
    changed = {**position.owners, **position.rail_owners}
    own = frozenset(hex for hex, holder in changed.items() if holder == side)
    found = (rails & printed).difference(changed) | rails.intersection(own)
    return found - guarded_works(position, ENEMY[side]).union(position.cuts)


@lru_cache(maxsize=16)
def _rail_hexes(part: Part, tracks: Tracks) -> frozenset[str]:
    """The rail hexes of a part of the map."""
    return part.hexes.intersection(tracks_laid(tracks))


@cache
def _printed_territory(side: str) -> frozenset[str]:
    return frozenset(hex for hex in load_map().hexes if printed_owner(hex) == side)
