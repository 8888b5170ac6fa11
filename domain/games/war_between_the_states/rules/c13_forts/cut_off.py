"""Places that nothing reaches: besieged ones, and Confederate towns that are cut off (13.39)."""

from ironclad.domain.games.war_between_the_states.board.features import CONFEDERATE, UNION
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.waters import beside
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged, held_by
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.waterways import (
    barred_to,
    water_of,
)
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of, usable
from ironclad.domain.kernel.board.graph import reachable
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.memo import remembered


@rule("13.39/1", "13.39/2", "13.39/5", "13.39/6")
def shut_in(position: Position, side: str, hex: str) -> bool:
    """Whether no supply comes into a hex: it is besieged, or a Confederate town that is cut off."""
    if besieged(position, hex, side):
        return True
    return side == CONFEDERATE and hex in load_map().built_up and cut_off(position, hex)


@rule("13.39/2", "13.39/3", "13.39/4")
@remembered
def cut_off(position: Position, hex: str) -> bool:
    """Whether the Union is beside a Confederate town, and neither rail nor water joins it to another.

    Other towns are the supply cities and towns that are the Confederate's.
    """
    union = held_by(position, UNION)
    if union.isdisjoint(load_map().neighbours[hex]):
        return False
    others = {
        other for other in load_map().supply_cities if other != hex and owner(position, other) == CONFEDERATE
    }
    return not (_by_rail(position, hex, others, union) or _by_water(position, hex, others))


def _by_rail(position: Position, hex: str, others: set[str], union: frozenset[str]) -> bool:
    rails, links = usable(position, CONFEDERATE) - union, links_of(position)
    if hex not in rails:
        return False
    joined = reachable([hex], lambda here: (each for each in links[here] if each in rails))
    return not others.isdisjoint(joined)


def _by_water(position: Position, hex: str, others: set[str]) -> bool:
    links, barred = water_of(position), barred_to(position, CONFEDERATE)
    starts = [place for place in links if place not in barred and hex in beside(place)]
    if not starts:
        return False
    joined = reachable(starts, lambda here: (each for each in links[here] if each not in barred))
    return any(not others.isdisjoint(beside(place)) for place in joined)
