"""What a seat may know of a position: orders that are sealed are their own seat's alone."""

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.kernel.engine.citations import rule


@rule("VIII.A/2", "VIII.A/3", "VIII.A/4", "XII.D/3")
def see(position: Position, seat: str | None) -> Position:
    """The position as a seat, or an onlooker, may know it before orders are revealed."""
    seen = position.copy()
    for sealed in (seen.moves, seen.changes, seen.fires, seen.charges):
        for other in sealed:
            if other != seat:
                sealed[other] = None
    return seen
