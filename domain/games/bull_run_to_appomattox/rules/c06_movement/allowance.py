"""How far a piece may move in one activation (6.1, 7.5)."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import movement
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.protection import is_winter
from ironclad.domain.kernel.engine.citations import rule


@rule("6.1/1", "6.1/2", "6.1/3", "6.1/4")
def pace(units: Units) -> int:
    """The zones that an HQ with these units may enter on foot."""
    if units == NONE:
        return movement()["lone_hq"]
    if units.infantry:
        return movement()["infantry"]
    return movement()["cavalry" if units.cavalry else "artillery"]


@rule("6.1/5", "7.5/1", "7.5/2")
def hq_allowance(position: Position, hq: str, by_rail: bool) -> int:
    """The movement points of an HQ's activation; only its own side may ask."""
    units = position.units_of(hq)
    most = movement()["rail"] if by_rail else pace(units)
    if units != NONE and is_winter(position):
        return min(most, movement()["winter"])
    return most


@rule("6.1/7", "6.1/9")
def fleet_allowance(position: Position, fleets: tuple[str, ...]) -> int:
    """The movement points of fleets that sail together: those of the slowest, in every season."""
    afloat = [position.fleets[each].kind for each in fleets if each in position.fleets]
    return min((movement()[kind] for kind in afloat), default=0)
