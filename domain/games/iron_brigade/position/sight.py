"""What a seat may know of a position: orders that are sealed are their own seat's alone."""

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.kernel.engine.citations import rule

BY_UNIT = (
    "units", "deeds", "origins", "revealed", "changed", "progress", "stopped", "passages", "triggers",
)  # fmt: skip


@rule("XI.C/6", "VIII.A/2", "VIII.A/3", "VIII.A/4", "XII.D/3")
def see(position: Position, seat: str | None) -> Position:
    """The position as a seat, or an onlooker, may know it before orders are revealed.

    Units that he does not see are nowhere in it but in `hidden`.
    """
    seen = position.copy()
    for sealed in (seen.placings, seen.moves, seen.changes, seen.fires, seen.charges):
        for other in sealed:
            if other != seat:
                sealed[other] = None
    for id, side in seen.hidden.items():
        if side != seat:
            for name in BY_UNIT:
                getattr(seen, name).pop(id, None)
    return seen
