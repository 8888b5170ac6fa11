"""CP that are lost outside combat, to desertion and winter: by owner's armies and leaderless groups."""

from collections.abc import Mapping

from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.sight import Secret


@rule("7.5/12", "10/6")
def lose_units(
    position: Position, side: str, leaderless: Mapping[str, Units], armies: Secret[dict[str, Units]]
) -> None:
    """Take CP from leaderless units by spot, and from armies by HQ, for evolvers.

    An HQ whose last CP is lost stays in play as a lone HQ. A reader who may not know the armies' losses knows
    nothing of their contents either, before or after.
    """
    for spot, lost in leaderless.items():
        left = position.leaderless[side][spot].minus(lost)
        if left == NONE:
            del position.leaderless[side][spot]
            position.orphaned[side].pop(spot, None)
        else:
            position.leaderless[side][spot] = left
    for hq, lost in armies.known({}).items():
        position.units[hq] = position.units_of(hq).minus(lost)
        _unload(position, hq)


def _unload(position: Position, hq: str) -> None:
    """What an army aboard ship has lost is taken off its fleets, in their order."""
    cargo = position.cargo.get(hq)
    if not cargo:
        return
    left, carried = position.units_of(hq), {}
    for fleet, units in cargo.items():
        kept = Units(
            min(units.infantry, left.infantry),
            min(units.cavalry, left.cavalry),
            min(units.artillery, left.artillery),
        )
        carried[fleet], left = kept, left.minus(kept)
    position.cargo[hq] = carried
