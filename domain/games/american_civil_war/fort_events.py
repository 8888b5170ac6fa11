"""Forts leaving the map (11.5): by storm, or by surrender."""

from domain.games.american_civil_war.play import acw
from domain.games.american_civil_war.state import Position
from domain.games.american_civil_war.units import FORT
from domain.kernel.codec import Event


class FortDestroyed(Event, frozen=True, tag_field="type", tag="fort_destroyed"):
    """A fort was destroyed, its garrison with it (11.5, 11.8.3); a printed fortress stays and can be
    fortified anew."""

    hex: str
    side: str
    reason: str
    rule: str = "11.8.3/4"


class FortSurrendered(Event, frozen=True, tag_field="type", tag="fort_surrendered"):
    """A silenced fort with nobody but its garrison surrendered (11.3)."""

    hex: str
    side: str
    rule: str = "11.3/4"


@acw.evolves(FortDestroyed)
def _fort_destroyed(position: Position, event: FortDestroyed) -> None:
    position.forts.pop(event.hex, None)


@acw.evolves(FortSurrendered)
def _fort_surrendered(position: Position, event: FortSurrendered) -> None:
    position.forts.pop(event.hex, None)
    if event.hex in position.forces[event.side]:
        position.alter(event.side, event.hex, lambda group: None if group.station == FORT else group)
