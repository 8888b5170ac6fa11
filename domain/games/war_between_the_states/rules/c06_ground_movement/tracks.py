"""The tracks that a ride may take (6.54 to 6.58): usable rail hexes, link by link, ferries, enemy zones."""

from collections.abc import Sequence
from itertools import pairwise

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import bars
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import warships_at
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of, usable
from ironclad.domain.kernel.board.graph import Ways, spread
from ironclad.domain.kernel.board.hexes import hexside
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.memo import remembered


@rule("6.54/1", "6.54/2", "6.54/3", "6.54/4", "6.56/5", "6.58/4")
def require_tracks(position: Position, side: str, start: str, path: Sequence[str]) -> None:
    """Refuse a way that trains of a side may not go. A train stops in an enemy zone of control."""
    links, rails, board = links_of(position), usable(position, side), load_map().board
    barred = bars(position, side, False, False)
    require(start in rails, "6.54/4", f"{start} has no railroad that the {side}'s trains may use")
    for index, (here, to) in enumerate(pairwise((start, *path))):
        require(to in links.get(here, ()), "6.54/1", f"no railroad runs from {here} to {to}")
        require(to in rails, "6.54/4", f"the {side}'s trains may not use the railroad in {to}")
        require(not barred.closed[board.number[to]], "6.56/5", f"the enemy is in {to}")
        stopped = index and barred.ends[board.number[here]]
        require(not stopped, "6.58/4", f"a train stops in {here}, in an enemy zone of control")
        shut = load_map().side(here, to).rail_ferry and hexside(here, to) in warships_at(
            position, ENEMY[side]
        )
        require(not shut, "6.54/3", f"an enemy warship lies at the ferry between {here} and {to}")


@rule("6.55/1", "6.55/2")
def limited_by(position: Position, start: str, path: Sequence[str]) -> tuple[str, ...]:
    """What 10 SP are the most for in a turn: each link of a way; by the option its two ends together."""
    if position.plays("rail_limit_per_origin_destination"):
        return (f"{start}>{path[-1]}",) if path else ()
    return tuple(dict.fromkeys(hexside(here, to) for here, to in pairwise((start, *path))))


@rule("6.54/2")
def ferries_on(start: str, path: Sequence[str]) -> int:
    """How many rail ferries a way takes."""
    return sum(load_map().side(here, to).rail_ferry for here, to in pairwise((start, *path)))


@remembered
def tracks_from(position: Position, side: str, start: str, most: int) -> Ways[str, int]:
    """The rail hexes that a train of a side comes to within so many rail hexes, without ferries."""
    links, rails = links_of(position), usable(position, side)
    barred, number = bars(position, side, False, False), load_map().board.number
    stops = {hex for hex in rails if barred.ends[number[hex]]}

    def steps(here: str, _: int) -> list[tuple[str, int]]:
        return [
            (to, 1)
            for to in links.get(here, ())
            if to in rails and not barred.closed[number[to]] and not load_map().side(here, to).rail_ferry
        ]

    return spread([start] if start in rails else [], steps, 0, most, stops)
