"""Where pieces of the force that may move can be ordered to (6), with the price of each step."""

from collections.abc import Iterator
from itertools import pairwise

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.commands import (
    MovePieces,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    group_of,
    place_of,
    require_movers,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import (
    binding,
    reached,
    toll,
)
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Paid, Reached


def reach(position: Position, due: Due, command: Command) -> Iterator[Reached]:
    """Every hex that the pieces of a move can come to; its `cost` and `left` are in half movement points.

    The command may name no path. Raises Refused for pieces that may not move.
    """
    require(isinstance(command, MovePieces), "5.0/2", "only moves over land have a reach")
    assert isinstance(command, MovePieces)
    pieces = with_rosters(position, command.pieces)
    require_movers(position, due.seat, command)
    start = place_of(position, pieces[0])
    group = group_of(position, due.seat, pieces, command.extension)
    pace = binding(group.paces)[0]
    for found in reached(position, start, group):
        yield Reached(
            found.hex,
            found.cost,
            tuple(_paid(position, due.seat, pace.branch, a, b) for a, b in pairwise((start, *found.way))),
            {
                "type": "move_pieces",
                "pieces": list(command.pieces),
                "path": list(found.way),
                "extension": command.extension,
            },
            left=pace.left - found.cost,
        )


def _paid(position: Position, side: str, branch: str, here: str, to: str) -> Paid:
    """A step and its price: the road, or the terrain with the water that is crossed."""
    line, price = load_map().side(here, to), toll(position, side, branch, here, (to,))
    ground = "road" if line.road and price in (1, 5) else load_map().hexes[to].terrain
    return Paid(to, ({"name": ground, "amount": price, "rule": "6.6/1" if ground == "road" else "6.11/3"},))
