"""Where a force could go: every hex that it could reach, with the price of each step of the way there."""

from collections.abc import Iterator
from heapq import heappop, heappush

import msgspec

from domain.games.american_civil_war import costs
from domain.games.american_civil_war.contexts import Moving
from domain.games.american_civil_war.entering import Entry, entry
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.marching import ContinueMove, MoveForce
from domain.games.american_civil_war.play import changed
from domain.games.american_civil_war.readiness import ready_leaders, ready_units
from domain.games.american_civil_war.state import Position
from domain.games.american_civil_war.units import Group
from domain.games.american_civil_war.works import require_no_siege
from domain.kernel.codec import Command
from domain.kernel.decider import Paid, Reached
from domain.kernel.rulebook import Refused, require

_MAP = load_map()
Reach = dict[str, tuple[int, tuple[str, ...]]]


def reachable(
    position: Position,
    seat: str,
    from_hex: str,
    units: tuple[Group, ...] | None = None,
    leaders: tuple[str, ...] | None = None,
) -> Reach:
    """Each hex that a ready force could reach, with the movement points it takes and the cheapest path.

    Reckoned from the position as it stands: reactions may stop the force on its way; it goes no further than
    the first hex with an enemy. Raises Refused if there is no such force, or a siege holds it.
    """
    return reachable_by(position, setting_out(position, seat, from_hex, units, leaders))


def setting_out(
    position: Position,
    seat: str,
    from_hex: str,
    units: tuple[Group, ...] | None,
    leaders: tuple[str, ...] | None,
) -> Moving:
    """A ready force as it sets out. Raises Refused if there is no such force, or a siege holds it."""
    force_units = ready_units(position, seat, from_hex, units)
    require_no_siege(position, seat, from_hex, force_units)
    force_leaders = ready_leaders(position, seat, from_hex, leaders)
    return Moving(
        seat, from_hex, from_hex, force_units, force_leaders,
        costs.allowance(position, force_units), costs.leader_bonus(position, force_leaders),
    )  # fmt: skip


def reachable_by(position: Position, force: Moving) -> Reach:
    """Each hex that a force on the move could still reach, with cost and path from where it stands."""
    return {
        hex_id: (sum(step.cost for step in steps), tuple(step.to for step in steps))
        for hex_id, steps in ways_of(position, force).items()
    }


def ways_of(position: Position, force: Moving) -> dict[str, tuple[Entry, ...]]:
    """The cheapest way of a force into each hex that it could still reach, the nearest first."""
    found: dict[str, tuple[Entry, ...]] = {}
    queue: list[tuple[int, tuple[str, ...], Moving, tuple[Entry, ...]]] = [(force.spent, (), force, ())]
    while queue:
        _, path, here, steps = heappop(queue)
        if path:
            if path[-1] in found:
                continue
            found[path[-1]] = steps
            if steps[-1].occupied:
                continue
        for to in _MAP.neighbours[here.hex]:
            if to in found or to == force.hex:
                continue
            try:
                step = entry(position, here, to)
            except Refused:
                continue
            after = changed(here, hex=to, units=step.units, spent=here.spent + step.cost, came_from=here.hex)
            heappush(queue, (after.spent, (*path, to), after, (*steps, step)))
    return found


def reach(position: Position, seat: str, command: Command) -> Iterator[Reached]:
    """Where a force could be ordered to: of `move_force` (its path left open), and of `continue_move`."""
    if isinstance(command, MoveForce):
        force = setting_out(position, seat, command.from_hex, command.units, command.leaders)
    elif isinstance(command, ContinueMove):
        moving = position.moving
        require(moving is not None and moving.seat == seat, "5.2/4", "no force of yours is on the move")
        assert moving is not None
        force = moving
    else:
        raise Refused("5.0/1", "only a force's march reaches hex after hex")
    for hex_id, steps in ways_of(position, force).items():
        path = tuple(step.to for step in steps)
        whole = msgspec.structs.replace(command, path=path)
        yield Reached(
            hex_id,
            sum(step.cost for step in steps),
            tuple(Paid(step.to, tuple(map(msgspec.to_builtins, step.charges))) for step in steps),
            msgspec.to_builtins(whole),
            meets="enemy" if steps[-1].occupied else "",
        )
