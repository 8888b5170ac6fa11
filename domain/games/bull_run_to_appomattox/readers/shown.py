"""What an event shows of what was hidden: armies that fight or surrender, an HQ that was searched."""

from collections.abc import Iterable

from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import HqReconnoitred
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import ArmiesShown
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.events import PlaceSurrendered
from ironclad.domain.kernel.engine.codec import Event


def shows(position: Position, event: Event) -> dict[str, int]:
    """How many HQs' contents an event shows to each seat, "" for onlookers (6.4/6, 6.4/19, 12.2/8)."""
    match event:
        case ArmiesShown():
            return _of_hqs(position, (*event.attackers, *event.defenders))
        case PlaceSurrendered():
            return _of_hqs(position, [hq for hq in event.losses if hq in position.units])
        case HqReconnoitred():
            return {position.hqs[event.hq].side: 1}
    return {}


def _of_hqs(position: Position, hqs: Iterable[str]) -> dict[str, int]:
    """The contents of these HQs are shown to the enemy of each, and to onlookers."""
    found = dict[str, int]()
    for hq in hqs:
        for seat in (ENEMY[position.hqs[hq].side], ""):
            found[seat] = found.get(seat, 0) + 1
    return found
