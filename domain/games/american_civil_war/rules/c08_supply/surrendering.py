"""Surrender for want of supply at the end of an impulse (8.5.1, 11.8/4, 15.1/4)."""

from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, FIELD, FORT, Group, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import take
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import displace_leaders
from ironclad.domain.games.american_civil_war.rules.c10_leaders.stranded_leaders import take_out_of_play
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import (
    forget_origins,
    settle_entrenchment,
)
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import surrender_roll
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event

MARKERS = 2  # that a unit surrenders with


class ForceSurrendered(Event, frozen=True, tag_field="type", tag="force_surrendered"):
    """Units with two out-of-supply markers surrendered at the end of their own impulse (8.5.1).

    leaders: those who surrender too, for no unit of their force is left; fort: its fort falls with them.
    """

    side: str
    hex: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...] = ()
    fort: bool = False
    rule: str = "8.5.1/1"


@rule("8.5/1", "8.5.1/1", "8.5.1/2", "8.5.1/3", "11.8/4", "15.1/4")
def surrender_marked(play: Play, side: str) -> None:
    """Every unit and fort of the side with two markers surrenders, hex by hex."""
    position = play.position
    starved = {h for h, fort in position.forts.items() if fort.side == side and fort.oos >= MARKERS}
    marked = {h for h, groups in position.forces[side].items() if any(g.oos >= MARKERS for g in groups)}
    for hex_id in sorted(starved | marked):
        groups = position.groups(side, hex_id)
        units = tuple(group for group in groups if group.oos >= MARKERS)
        leaders = position.leaders_at(side, hex_id) if units and len(units) == len(groups) else ()
        fort = hex_id in starved
        play.emit(ForceSurrendered(side, hex_id, units, leaders, fort, "8.5.1/1" if units else "11.8/4"))
        if side == CONFEDERATE and (captured := strength(units, ASP)):
            surrender_roll(play, captured)
        settle_entrenchment(play, hex_id)
        displace_leaders(play, hex_id)
        take(play, ENEMY[side], hex_id, position.groups(ENEMY[side], hex_id))


@acw.evolves(ForceSurrendered)
@rule("4.1.1/3", "8.5.1/3", "11.5/1")
def _force_surrendered(position: Position, event: ForceSurrendered) -> None:
    position.remove(event.side, event.hex, event.units)
    for letter in event.leaders:
        take_out_of_play(position, letter)
    if event.fort:
        del position.forts[event.hex]
        if event.hex in position.forces[event.side]:
            position.alter(
                event.side, event.hex, lambda g: g.with_(station=FIELD) if g.station == FORT else g
            )
    if event.side == UNION:
        position.union_asp_lost += strength(event.units, ASP)
    forget_origins(position, event.hex)


COMMANDS = ()
EVENTS = (ForceSurrendered,)
