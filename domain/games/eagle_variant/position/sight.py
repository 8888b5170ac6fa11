"""What a reader may know of a position.

A sealed free set-up of another side (option `sealed_free_setup`) is left out, and so are the sealed orders
of a battle: its set-up and standing orders. That they are in is open.
"""

from ironclad.domain.games.eagle_variant.position.state import SIDES, Position


def see(position: Position, seat: str | None) -> Position:
    """The position as a seat, or with None an onlooker, may know it."""
    seen = position.copy()
    for side in SIDES:
        if side != seat:
            seen.free.pop(side, None)
            seen.battle_orders.pop(side, None)
    return seen
