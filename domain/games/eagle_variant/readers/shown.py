"""What an event shows of what was sealed: the set-up of a battle, the free set-up."""

from ironclad.domain.games.eagle_variant.position.state import ENEMY, Position
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import ArmySetUp
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.events import FreeInfantryPlaced
from ironclad.domain.kernel.engine.codec import Event


def shows(position: Position, event: Event) -> dict[str, int]:
    """How many sealed orders an event shows to each seat, "" for onlookers."""
    match event:
        case ArmySetUp() if position.battle is not None:
            seat = position.battle.players[event.army]
            return _of(seat) if seat in position.battle_orders else {}
        case FreeInfantryPlaced() if event.side in position.free:
            return _of(event.side)
    return {}


def _of(seat: str) -> dict[str, int]:
    return {ENEMY[seat]: 1, "": 1}
