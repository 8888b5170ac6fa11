"""What a move does to the hexes that it enters: who owns them, and what is captured there (3.23, 6.13)."""

from collections.abc import Iterable
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.features import ENEMY, UNION
from ironclad.domain.games.war_between_the_states.board.map import printed_owner
from ironclad.domain.games.war_between_the_states.position.state import Position, owner, stack
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import garrisons, guarded_works
from ironclad.domain.kernel.engine.citations import rule


class Entered(NamedTuple):
    """What combat units that enter hexes do there; see `events.PiecesMoved`."""

    taken: tuple[str, ...]
    captured: tuple[str, ...]
    eliminated: tuple[str, ...]
    left: dict[str, int]


@rule("3.23/3", "3.23/4", "3.23/5", "6.13/3", "6.13/4", "10.33/2", "10.33/4", "12.0/4", "16.24/2", "16.3/3")
def entered(position: Position, side: str, path: Iterable[str]) -> Entered:
    """What combat units of a side do on their way: they take the hexes, and what lies there unguarded.

    A garrisoned enemy fort keeps its hex. Leaders are captured; headquarters, trains, repair units and bases
    are eliminated, and their supply points stay loose.
    """
    enemy, hexes = ENEMY[side], tuple(dict.fromkeys(path))
    taken = [
        hex
        for hex in hexes
        if hex not in guarded_works(position, enemy)
        and (owner(position, hex) != side or hex in position.rail_owners)
    ]
    captured: list[str] = []
    eliminated: list[str] = []
    left: dict[str, int] = {}
    for hex in hexes:
        here = stack(position, hex, enemy)
        safe = hex in garrisons(position, enemy)  # what is inside where there is a garrison
        captured += (id for id in here.leaders if not (safe and position.leaders[id].inside))
        units = [id for id in here.units if not (safe and position.units[id].inside)]
        headquarters = [id for id in here.headquarters if not (safe and position.headquarters[id].inside)]
        eliminated += (*units, *headquarters)
        points = sum(position.units[id].load for id in units)
        points += sum(position.headquarters[id].supply for id in headquarters)
        if enemy == UNION and hex in position.bases:
            eliminated.append(f"base.{hex}")
            points += position.bases[hex]
        if points:
            left[hex] = points
    return Entered(tuple(taken), tuple(captured), tuple(eliminated), left)


def take(position: Position, side: str, what: Entered) -> None:
    """Put what entering has done into the position."""
    for hex in what.taken:
        position.owners[hex] = side
        if printed_owner(hex) == side:
            del position.owners[hex]
        position.rail_owners.pop(hex, None)
    for id in what.captured:
        leader = position.leaders[id]
        position.leaders[id] = leader.with_(hex="", inside=False, prisoner=True)
        position.captured[leader.side] = position.captured.get(leader.side, 0) + 1
        position.spans.pop(id, None)
    for id in what.eliminated:
        if id.startswith("base."):
            position.bases.pop(id.removeprefix("base."), None)
        else:
            position.units.pop(id, None)
            position.headquarters.pop(id, None)
    for hex, points in what.left.items():
        position.loose[hex] = position.loose.get(hex, 0) + points
