"""The sieges that a side could press, and asking it for what it does in the siege phase (4.2/2, 13.31)."""

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.position.state import Position, on_top, stack
from ironclad.domain.games.war_between_the_states.registry import Play
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import (
    garrisons,
    guarded_works,
)
from ironclad.domain.games.war_between_the_states.rules.c13_forts.commands import EndSiege
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.turn import asking


def trains_at(position: Position, side: str, hex: str) -> tuple[str, ...]:
    """The siege trains of a side on top in a hex."""
    units = position.units
    here = stack(position, hex, side).units
    return tuple(id for id in here if units[id].kind == "siege_train" and not units[id].inside)


def besiegers(position: Position, side: str, hex: str) -> tuple[str, ...]:
    """The units of a side on top in a hex that can attack."""
    return tuple(id for id in on_top(position, hex, side) if position.units[id].attacks)


@rule("13.3/2", "13.31/1", "13.31/2", "13.31/5")
def sieges_of(position: Position, side: str) -> tuple[str, ...]:
    """The hexes, in order, in which a side could bombard a fort or attack a garrison in the siege phase."""
    enemy, kept = ENEMY[side], position.sieges
    found = []
    for hex in sorted(garrisons(position, enemy)):
        if not on_top(position, hex, side) or hex in kept.attacked:
            continue
        fresh = [id for id in trains_at(position, side, hex) if id not in kept.fired]
        fires = hex in guarded_works(position, enemy) and bool(fresh)
        attacks = hex not in kept.fired.values() and bool(besiegers(position, side, hex))
        if fires or attacks:
            found.append(hex)
    return tuple(found)


def ask_siege(play: Play, side: str) -> None:
    """Ask a side for its next bombardment or attack of the siege phase, where it could do anything."""
    if sieges_of(play.position, side):
        asking.ask(play, side, "siege", "13.31/1", standing=EndSiege())
