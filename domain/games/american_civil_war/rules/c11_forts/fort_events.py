"""Forts that leave the map (11.3/4, 11.5): by storm, or by surrender."""

from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, FIELD, FORT, MSP, Group, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import take
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import forget_origins
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event


class FortDestroyed(Event, frozen=True, tag_field="type", tag="fort_destroyed"):
    """A fort was destroyed with its garrison (11.5, 11.8.3); a printed fortress can be fortified again."""

    hex: str
    side: str
    reason: str
    rule: str = "11.8.3/4"


class FortSurrendered(Event, frozen=True, tag_field="type", tag="fort_surrendered"):
    """A silenced fort with nobody but its garrison surrendered (11.3).

    units: cavalry inside, lost with it.
    """

    hex: str
    side: str
    units: tuple[Group, ...] = ()
    rule: str = "11.3/4"


@rule("11.3/4")
def surrender_silenced(play: Play, hex_id: str) -> None:
    """A silenced fort without ASP or MSP of its side surrenders at once to an enemy ASP in the hex.

    Does nothing elsewhere.
    """
    position = play.position
    fort = position.forts.get(hex_id)
    if fort is None or fort.state != "silenced":
        return
    captor = ENEMY[fort.side]
    held = strength(position.groups(fort.side, hex_id), ASP, MSP)
    if not held and strength(position.groups(captor, hex_id), ASP):
        inside = tuple(g for g in position.groups(fort.side, hex_id) if g.station == FORT)
        play.emit(FortSurrendered(hex_id, fort.side, inside))
        take(play, captor, hex_id, position.groups(captor, hex_id))


@acw.evolves(FortDestroyed)
def _fort_destroyed(position: Position, event: FortDestroyed) -> None:
    position.forts.pop(event.hex, None)
    if any(group.station == FORT for group in position.groups(event.side, event.hex)):
        position.alter(
            event.side,
            event.hex,
            lambda group: group.with_(station=FIELD) if group.station == FORT else group,
        )


@acw.evolves(FortSurrendered)
def _fort_surrendered(position: Position, event: FortSurrendered) -> None:
    """A battle or a move in the hex has still to end, and forgets then where its units came from."""
    position.forts.pop(event.hex, None)
    position.remove(event.side, event.hex, event.units)
    if not any(each is not None and each.hex == event.hex for each in (position.battle, position.moving)):
        forget_origins(position, event.hex)
