"""The plain version of the reach of a force, step by step as an order is checked."""

from heapq import heappop, heappush

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Moving
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.readers.reaches.reachable import stepped
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import Entry, entry
from ironclad.domain.kernel.engine.citations import Refused

_MAP = load_map()


def plain_ways(
    position: Position, force: Moving, after: tuple[Entry, ...] = (), whole: bool = False
) -> dict[str, tuple[Entry, ...]]:
    """The cheapest way into each hex, of those that cost the same the first by its hexes."""
    found: dict[str, tuple[Entry, ...]] = {}
    behind = {force.hex, *(step.from_hex for step in after)}
    queue: list[tuple[int, tuple[str, ...], Moving, tuple[Entry, ...]]] = [(force.spent, (), force, after)]
    while queue:
        _, path, here, steps = heappop(queue)
        if path:
            if path[-1] in found:
                continue
            found[path[-1]] = steps
            if steps[-1].occupied:
                continue
        for to in _MAP.neighbours[here.hex]:
            if to in found or to in behind:
                continue
            try:
                step = entry(position, here, to)
            except Refused:
                continue
            if whole and step.left and not steps:
                continue
            there = stepped(here, step)
            heappush(queue, (there.spent, (*path, to), there, (*steps, step)))
    return found
