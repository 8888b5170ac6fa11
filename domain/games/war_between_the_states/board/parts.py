"""A game's part of the map: the hexes in its windows, and the same as marks on the numbered board (3.13)."""

from dataclasses import dataclass
from functools import lru_cache

from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.kernel.board.sheets import Window
from ironclad.domain.kernel.engine.citations import rule


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """`hexes` are those of the part that are not all sea, `sea` its all-sea hexes.

    `outside` has 1 for every place of the map's numbered board that is not in the part.
    """

    hexes: frozenset[str]
    sea: frozenset[str]
    outside: bytes

    def holds_side(self, key: str) -> bool:
        """Whether both hexes of a hexside are in the part."""
        first, _, second = key.partition("-")
        return all(id in self.hexes or id in self.sea for id in (first, second))


@rule("3.13/2")
@lru_cache(maxsize=16)
def part_of(windows: tuple[Window, ...]) -> Part:
    """The part of the map in some windows: every hex with an id, alias or not, in one of them."""
    board = load_map().board
    found = GRID.part(windows)
    hexes = found.intersection(board.number)
    return Part(hexes, found - hexes, bytes(id not in hexes for id in board.ids))
