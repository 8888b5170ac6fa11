"""How USMRR units are lost (7.7.1/3, 7.7.1/4): to an enemy who enters their hex, or alone and cut off."""

from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import RailwayUnit
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event


class RailwayUnitLost(Event, frozen=True, tag_field="type", tag="railway_unit_lost"):
    """A USMRR unit left the map; it may enter as a reinforcement from turn `returns` on (7.7.1)."""

    unit: str
    hex: str
    returns: int
    reason: str
    rule: str


@rule("7.7.1/3")
def captured(play: Play, side: str, hex_id: str) -> None:
    """A Confederate ASP, MSP or cavalry unit in a hex removes the USMRR units alone there; else nothing."""
    position = play.position
    if side != CONFEDERATE or not position.railway_units or hex_id in position.forces[UNION]:
        return
    for name in units_at(position, hex_id):
        lose(play, name, "Confederates have entered its hex", "7.7.1/3")


def units_at(position: Position, hex_id: str) -> tuple[str, ...]:
    """The names of the USMRR units in a hex."""
    return tuple(name for name, unit in sorted(position.railway_units.items()) if unit.hex == hex_id)


def lose(play: Play, name: str, reason: str, clause: str) -> None:
    """Take a USMRR unit off the map, to return next turn at the earliest."""
    unit = play.position.railway_units[name]
    play.emit(RailwayUnitLost(name, unit.hex, play.position.turn + 1, reason, clause))


@acw.evolves(RailwayUnitLost)
def _railway_unit_lost(position: Position, event: RailwayUnitLost) -> None:
    position.railway_units[event.unit] = RailwayUnit(returns=event.returns)


COMMANDS = ()
EVENTS = (RailwayUnitLost,)
