"""Who takes part in a land combat, and what each side has in it (7, 6.4/19). All of it is open by then."""

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    fort_in,
    major_city_in,
)
from ironclad.domain.kernel.engine.citations import rule

ON_WORKS = frozenset({"entry", "landing", "assault"})
"""Kinds of attack that strike whatever fort or major city is in the place; besiegers have neither."""


def battle_of(position: Position) -> Battle:
    """The land combat that is under way."""
    assert position.battle is not None
    return position.battle


def defender_of(battle: Battle) -> str:
    """The side that defends."""
    return ENEMY[battle.attack.side]


def engaged(battle: Battle, side: str) -> tuple[str, ...]:
    """The HQs of a side that took part, also those that are gone by now."""
    return battle.attack.hqs if side == battle.attack.side else battle.defenders


def groups(position: Position, battle: Battle, side: str) -> dict[str, Units]:
    """What a side has left in a combat: CP by HQ, and by spot for leaderless units."""
    found = {hq: position.shown[hq] for hq in engaged(battle, side) if hq in position.shown}
    if side != battle.attack.side:
        there = position.leaderless[side]
        found |= {spot: there[spot] for spot in battle.leaderless if spot in there}
    return {group: units for group, units in found.items() if units != NONE}


def armies_left(position: Position, battle: Battle, side: str) -> tuple[str, ...]:
    """The HQs of a side in a combat that command CP still."""
    return tuple(group for group in groups(position, battle, side) if group in position.hqs)


def strength(units: dict[str, Units]) -> int:
    """The CP of groups, all types together."""
    return sum(each.total for each in units.values())


@rule("12.1/2", "12.2/13")
def firing_fort(position: Position, battle: Battle, side: str) -> str:
    """The spot of the fort that fires for a side; "" for none.

    The defender's fort does; the attacker's in a sortie, or a relief that besieged armies join.
    """
    attack = battle.attack
    if side == attack.side and attack.kind != "sortie" and not (attack.kind == "relief" and attack.hqs[1:]):
        return ""
    return fort_in(position, attack.spot, side)


@rule("12.2/13")
def fort_to_hit(position: Position, battle: Battle, side: str) -> str:
    """The spot of the fort that hits on a side may strike; that of an attacker cannot be damaged."""
    return "" if side == battle.attack.side else fort_in(position, battle.attack.spot, side)


@rule("7.6/7", "13.1/6")
def losable(position: Position, battle: Battle, side: str) -> int:
    """How many hits a side can take at most: its CP and the steps of its fort; ships are not hit."""
    spot = fort_to_hit(position, battle, side)
    return strength(groups(position, battle, side)) + (position.forts[spot].steps if spot else 0)


@rule("7.8/1", "12.2/4", "5.2/5")
def at_works(position: Position, battle: Battle) -> bool:
    """Whether a combat is an attack on a fort or major city that can be besieged, as it is now."""
    attack = battle.attack
    if attack.kind not in ON_WORKS:
        return False
    return bool(fort_in(position, attack.spot, ENEMY[attack.side])) or major_city_in(position, attack.spot)


def works_spot(position: Position, spot: str, side: str) -> str:
    """The spot of a side's fort in a place, or of its major city: where a siege of it is kept."""
    return fort_in(position, spot, side) or board().place_spot(board().zone_of[spot])
