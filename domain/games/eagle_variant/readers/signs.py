"""The signs of pieces: kinds of units, and what marks them."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.kernel.drawing.scene import Badge

SIGNS = {
    "infantry": "M-4,-2.6H4V2.6H-4ZM-4,-2.6L4,2.6M-4,2.6L4,-2.6",
    "cavalry": "M-4,-2.6H4V2.6H-4ZM-4,2.6L4,-2.6",
    "artillery": "M-4,-2.6H4V2.6H-4ZM-1.2,0a1.2,1.2 0 1 0 2.4,0a1.2,1.2 0 1 0 -2.4,0",
    "leader": "M0,-3.6 1,-1.2 3.4,-1.1 1.5,0.5 2.1,2.9 0,1.6 -2.1,2.9 -1.5,0.5 -3.4,-1.1 -1,-1.2Z",
}
FLAG = "M0,4V-8H9L7,-5.5L9,-3H0"
RING = "M-21,0a21,21 0 1 0 42,0a21,21 0 1 0 -42,0"
BLADES = "M11,-23L23,-11M11,-11L23,-23"


def badges_of(unit: Unit) -> Iterator[Badge]:
    """An elite unit has an E."""
    if unit.elite:
        yield Badge("E", "elite", -1)
