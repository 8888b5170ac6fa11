"""What fights and carries on the waters: ratings by marker (naval-battles/4, rivers/9)."""

from ironclad.domain.games.eagle_variant.board.map_files import CSA, USA
from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.kernel.engine.citations import rule

BLOCKADE, BRITAIN = "blockade", "britain"
SIDE_OF_MARKER = {USA: USA, BLOCKADE: USA, CSA: CSA, BRITAIN: CSA}
"""The side of each marker; that of the USA's blockading ratings is apart from its others."""


@rule("naval-battles/4", "rivers/9", "war-with-europe/12")
def fleet(position: Position, waters: str, side: str) -> dict[str, int]:
    """The ratings of a side on some waters by marker, without those that are 0.

    Britain's count for the CSA's side while it is at war.
    """
    found = {marker: _rating(position, waters, marker) for marker, of in SIDE_OF_MARKER.items() if of == side}
    return {marker: rating for marker, rating in found.items() if rating}


def _rating(position: Position, waters: str, marker: str) -> int:
    if marker == BRITAIN and BRITAIN not in position.at_war:
        return 0
    if waters != OCEAN:
        return position.river_naval.get(f"{marker}.{waters}", 0)
    if marker == BLOCKADE:
        return position.blockading
    return position.naval[marker] - (position.blockading if marker == USA else 0)


@rule("naval-battles/4")
def rating(position: Position, waters: str, side: str) -> int:
    """What a side adds to its dice in a naval battle over a shipment: all its ratings there."""
    return sum(fleet(position, waters, side).values())


@rule("amphibious-movement/2", "rivers/11", "blockade/4")
def capacity(position: Position, waters: str, side: str) -> int:
    """What a side can still ship on some waters in this movement; ratings that blockade carry nothing."""
    found = fleet(position, waters, side)
    carrying = sum(each for marker, each in found.items() if marker != BLOCKADE)
    return max(0, carrying - position.shipped.get(waters, 0))
