"""Where pieces of the force that may move can be ordered to (6), with the price of each step."""

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import wbts
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.commands import (
    MovePieces,
    RideRails,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    group_of,
    place_of,
    require_movers,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.rail_points import most_hexes
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import (
    binding,
    reached,
    toll,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.riding import ENDS, rail_cost
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.tracks import tracks_from
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Paid, Reached


def reach(position: Position, due: Due, command: Command) -> Iterator[Reached]:
    """Every hex that the pieces of a move can come to; its `cost` and `left` are in half movement points.

    The command may name no path; it is a march, or a ride by rail within the turn. Raises Refused for pieces
    that may not move.
    """
    if isinstance(command, RideRails):
        yield from _ridden(position, due, command)
        return
    require(isinstance(command, MovePieces), "5.0/2", "only marches and rides have a reach")
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


@rule("6.5/2", "6.5/3", "6.54/1")
def _ridden(position: Position, due: Due, command: RideRails) -> Iterator[Reached]:
    """Where a train brings the pieces in this turn: 2 MP for both ends, whatever the way."""
    require_movers(position, due.seat, command)
    start = place_of(position, with_rosters(position, command.pieces)[0])
    ways = tracks_from(position, due.seat, start, most_hexes(entrains=True, detrains=True))
    paces = group_of(position, due.seat, with_rosters(position, command.pieces), command.extension).paces
    price = halves(ENDS)
    for hex in ways.cost:
        if hex == start:
            continue
        path = ways.to(hex)[1:]
        order = RideRails(command.pieces, path, command.extension)
        if wbts.allows(position, due, order):
            rail = {"name": f"{rail_cost(start, path)} rail MP", "amount": price, "rule": "6.5/2"}
            steps = tuple(Paid(each, ()) for each in path[:-1])
            left = min(pace.left for pace in paces) - price
            yield Reached(hex, price, (*steps, Paid(hex, (rail,))), msgspec.to_builtins(order), left=left)


def _paid(position: Position, side: str, branch: str, here: str, to: str) -> Paid:
    """A step and its price: the road, or the terrain with the water that is crossed."""
    line, price = load_map().side(here, to), toll(position, side, branch, here, (to,))
    ground = "road" if line.road and price in (1, 5) else load_map().hexes[to].terrain
    return Paid(to, ({"name": ground, "amount": price, "rule": "6.6/1" if ground == "road" else "6.11/3"},))
