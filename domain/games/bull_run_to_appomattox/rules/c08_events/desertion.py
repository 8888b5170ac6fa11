"""Desertions (8.6)."""

from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.events import UnitsDeserted
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.losses import lose_units
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.sight import Secret


@rule("8.6/1", "8.6/2")
def desert(play: Play, side: str) -> None:
    """Each HQ of a side loses 1 infantry CP, or 1 cavalry CP if it has no infantry.

    Nothing is lost by artillery, leaderless units and forts.
    """
    armies = {}
    for hq in play.position.hqs_of(side):
        lost = deserters(play.position.units_of(hq))
        if lost != NONE:
            armies[hq] = lost
    play.emit(UnitsDeserted(side, {}, Secret((side,), armies), "8.6/1"))


def deserters(units: Units) -> Units:
    """What an army loses to the event."""
    if units.infantry:
        return Units(infantry=1)
    return Units(cavalry=1) if units.cavalry else NONE


@brta.evolves(UnitsDeserted)
def _units_deserted(position: Position, event: UnitsDeserted) -> None:
    lose_units(position, event.side, event.leaderless, event.armies)
