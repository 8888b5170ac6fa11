"""Movement by water: landings where the enemy is weak, from several ports at once."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.map_files import SYSTEMS
from ironclad.domain.games.eagle_variant.position.in_progress import OCEAN, Leg
from ironclad.domain.games.eagle_variant.position.state import ENEMY, Position
from ironclad.domain.games.eagle_variant.readers.opponent.assessment import (
    goals,
    own_strength,
    resistance,
    strength,
    threat,
)
from ironclad.domain.games.eagle_variant.readers.opponent.marching import guard, march, spare
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c03_movement.marching import Groups, ready_groups
from ironclad.domain.games.eagle_variant.rules.c03_movement.railroads import cost_of
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.commands import ShipUnits
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.shipping import landings
from ironclad.domain.games.eagle_variant.rules.c07_naval.fleets import capacity, rating
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

ODDS = 2.2
"""Strength against resistance from which a side lands: a beaten landing is lost."""
LEAST = 2.0
RISK = 1.2
"""Strength of the enemy beside a place, against those who land, from which they do not."""


def move(position: Position, due: Due) -> Command:
    """The next landing, else the next movement over land; else the end of the movement."""
    groups = ready_groups(position, due.seat)
    for command in _landings(position, due.seat, groups):
        if eagle.allows(position, due, command):
            return command
    return march(position, due, groups)


def _landings(position: Position, side: str, groups: Groups) -> Iterator[ShipUnits]:
    """The best landing on each water on which the enemy is not stronger."""
    for waters in (OCEAN, *SYSTEMS) if position.has("rivers") else (OCEAN,):
        left = capacity(position, waters, side)
        stronger = rating(position, waters, ENEMY[side]) > rating(position, waters, side)
        if left and not stronger and waters not in position.shipped:
            yield from _on(position, side, waters, left, groups)


def _on(position: Position, side: str, waters: str, left: int, groups: Groups) -> Iterator[ShipUnits]:
    """Landings on some waters, the places that are worth most first."""
    open_to: dict[str, list[str]] = {}
    for port in groups:
        found = position.board.spaces[port]
        if found.port if waters == OCEAN else found.river_port == waters:
            for place in landings(position, side, waters, port):
                open_to.setdefault(place, []).append(port)
    worth = goals(position, side)
    for goal in sorted(set(worth) & set(open_to), key=lambda each: (-worth[each], each)):
        if own_strength(position, goal, side):
            continue
        legs = tuple(_legs(position, side, goal, left, {port: groups[port] for port in open_to[goal]}))
        force = strength(position.units[id] for leg in legs for id in leg.units)
        enough = max(LEAST, ODDS * resistance(position, goal, side))
        if force >= enough and threat(position, goal, side) <= RISK * force:
            yield ShipUnits(waters=waters, legs=legs)


def _legs(position: Position, side: str, goal: str, left: int, ports: Groups) -> Iterator[Leg]:
    """As many units to a place as there are ratings for, from each port those that need not stay."""
    for port, ids in ports.items():
        aboard: list[str] = []
        for id in spare(position, side, port, ids, guard(position, side, port)):
            cost = cost_of(position, (id,))
            if cost <= left:
                aboard.append(id)
                left -= cost
        if aboard:
            yield Leg(tuple(aboard), goal)
