"""The ways on which the computer player may send an HQ."""

from collections import deque
from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent.assessment import is_free
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import ground, has_room
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.allowance import hq_allowance
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import March, Ride
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.marching import move_to


def ways(position: Position, activation: Activation) -> Iterator[tuple[March | Ride, str]]:
    """The ways open to an HQ on foot and by rail, each to where it may stop; shortest first.

    Where an enemy is, there is one way for each zone from which it may come: one may lead over a river.
    """
    hq, side = activation.hq, activation.side
    for by_rail in (False, True):
        if activation.mode not in ("", "rail" if by_rail else "foot"):
            continue
        left = hq_allowance(position, hq, by_rail) - activation.spent
        start = position.hqs[hq].spot
        seen, queue = set(ground(position, start)), deque([(start, tuple[str, ...]())])
        while queue:
            here, path = queue.popleft()
            if len(path) >= left:
                continue
            steps = (step for each in ground(position, here) for step in board().steps[each])
            for end in dict.fromkeys(step.end for step in steps):
                free = is_free(position, side, end)
                if end in seen or move_to(position, side, here, end, by_rail) is None:
                    continue
                if free:
                    seen.update(ground(position, end))
                longer = (*path, end)
                if has_room(position, side, end, leaving=hq):
                    yield (Ride(path=longer) if by_rail else March(path=longer)), end
                if free:
                    queue.append((end, longer))
