"""What a reader may know of a position (6.4/16 to 6.4/24).

An HQ's contents that the reader may not know are `UNKNOWN`. Of orders only which are in is left. Waiting
units, standing answers, intelligence and cargo of another side are left out.
"""

from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Orders, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import UNKNOWN
from ironclad.domain.kernel.engine.citations import rule


@rule("6.4/16", "6.4/17", "6.4/18", "6.4/22", "6.4/23", "6.4/24", "7.13.3/16")
def see(position: Position, seat: str | None) -> Position:
    """The position as a seat, or with None an onlooker, may know it."""
    seen = position.copy()
    for hq in seen.units:
        if seen.hqs[hq].side != seat:
            seen.units[hq] = UNKNOWN
    for hq in seen.cargo:
        if seen.hqs[hq].side != seat:
            seen.cargo[hq] = {}
            seen.flagships[hq] = ""
    for side in SIDES:
        if side != seat:
            seen.waiting.pop(side, None)
            seen.standing.pop(side, None)
            seen.intelligence[side] = {}
            if side in seen.orders:
                seen.orders[side] = Orders(given=seen.orders[side].given)
    return seen
