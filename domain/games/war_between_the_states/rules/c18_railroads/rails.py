"""The railroads as a side's trains find them (R.2)."""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import guarded_works
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered

PIEDMONT = "Piedmont (1864)"
PIEDMONT_BUILT = Cycle(64, 6)


@rule("R.2/8", "R.2/9")
def links_of(position: Position) -> Mapping[str, tuple[str, ...]]:
    """Hex to the hexes that a railroad joins it to: those of the start, and the Piedmont line once built."""
    late = position.scenario == CAMPAIGN and position.cycle >= PIEDMONT_BUILT
    late = late and not position.plays("unfinished_rails_ignored")
    return _with_piedmont() if late else load_map().rail_links


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
    barred = guarded_works(position, ENEMY[side]) | set(position.cuts)
    return frozenset(
        hex
        for hex in links_of(position)
        if hex in position.part.hexes
        and hex not in barred
        and (position.rail_owners.get(hex) or owner(position, hex)) == side
    )
