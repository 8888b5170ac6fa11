"""What fleets carry of an army (7.13.3/4, 13.1/2)."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import known_units
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option


@rule("13.1/2")
def carries_all(position: Position, fleet: str) -> bool:
    """Whether a fleet carries an army of any strength: gunboats do."""
    return position.fleets[fleet].kind == "gunboat" and not position.plays("gunboat_capacity_ten")


def shared_out(position: Position, hq: str, fleets: tuple[str, ...]) -> dict[str, Units]:
    """An army in fleets, one filled after another; what finds no room stays out. Raises NotKnown."""
    left, cargo = known_units(position, hq), dict[str, Units]()
    for id in fleets:
        room = left.total if carries_all(position, id) else limits().cp_per_fleet
        infantry = min(left.infantry, room)
        cavalry = min(left.cavalry, room - infantry)
        taken = Units(infantry, cavalry, min(left.artillery, room - infantry - cavalry))
        if taken != NONE:
            cargo[id], left = taken, left.minus(taken)
    return cargo


OPTIONS = {
    "gunboat_capacity_ten": Option(
        "13.1/2", "A gunboat fleet carries 10 CP as other fleets do.", ("no", "yes")
    ),
}
