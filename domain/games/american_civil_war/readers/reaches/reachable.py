"""Where a force could go: every hex that it could reach, with the price of each step of the way there."""

from collections.abc import Iterator

import msgspec

from ironclad.domain.games.american_civil_war.errata import holds
from ironclad.domain.games.american_civil_war.position.in_progress import Moving
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import Group
from ironclad.domain.games.american_civil_war.rules.c05_movement import costs
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import Entry, entry
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import ContinueMove, MoveForce
from ironclad.domain.games.american_civil_war.rules.c05_movement.prices import arrivals
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_leaders, ready_units
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_ways import BOARD
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import require_no_siege
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Paid, Reached

Reach = dict[str, tuple[int, tuple[str, ...]]]


def reachable(
    position: Position,
    seat: str,
    from_hex: str,
    units: tuple[Group, ...] | None = None,
    leaders: tuple[str, ...] | None = None,
) -> Reach:
    """Each hex that a ready force could reach, with the movement points it takes and the cheapest path.

    Computed from the current position: reactions may stop the force on its way; it goes no further than
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
    """Each hex that a force on the move could still reach, with cost and path from its hex."""
    ids, size, found = BOARD.ids, BOARD.size, {}
    ways: dict[int, tuple[str, ...]] = {BOARD.number[force.hex]: ()}
    for node, cost, before in arrivals(position, force):
        hex_id = ids[node % size]
        ways[node] = path = (*ways[before], hex_id)
        found[hex_id] = cost - force.spent, path
    return found


def ways_of(
    position: Position, force: Moving, after: tuple[Entry, ...] = (), whole: bool = False
) -> dict[str, tuple[Entry, ...]]:
    """The cheapest way of a force into each hex that it could still reach, the nearest first.

    `after` are steps that it has taken to its hex: they head each way, and none leads back to them.
    `whole`: its first step of all leaves no militia behind.
    """
    ids, size, start = BOARD.ids, BOARD.size, BOARD.number[force.hex]
    ways, found = {start: (force, after)}, {}
    behind = tuple(step.from_hex for step in after)
    for node, _, before in arrivals(position, force, behind, whole and not after):
        here, steps = ways[before]
        step = entry(position, here, ids[node % size])
        ways[node] = stepped(here, step), (*steps, step)
        found[step.to] = ways[node][1]
    return found


def stepped(force: Moving, step: Entry) -> Moving:
    """A force after a step, as far as its next one depends on it."""
    spent = force.spent + step.cost
    return msgspec.structs.replace(force, hex=step.to, units=step.units, spent=spent, came_from=step.from_hex)


def walked(position: Position, force: Moving, path: tuple[str, ...]) -> tuple[Moving, tuple[Entry, ...]]:
    """A force after a way that its owner has chosen so far, and its steps. Raises Refused."""
    steps: list[Entry] = []
    for to in path:
        require(not (steps and steps[-1].occupied), "5.2/4", "a march ends where it meets the enemy")
        step = entry(position, force, to)
        steps.append(step)
        force = stepped(force, step)
    return force, tuple(steps)


def march_reach(position: Position, due: Due, command: Command) -> Iterator[Reached]:
    """Where a force could be ordered to by `move_force` or `continue_move`, by way of the path they name."""
    whole = False
    if isinstance(command, MoveForce):
        force = setting_out(position, due.seat, command.from_hex, command.units, command.leaders)
        whole = command.units is not None and holds(position, "named-militia")
    elif isinstance(command, ContinueMove):
        moving = position.moving
        require(moving is not None and moving.seat == due.seat, "5.2/4", "no force of yours is on the move")
        assert moving is not None
        force = moving
    else:
        raise Refused("5.0/1", "this order goes to no hex of your choice")
    force, so_far = walked(position, force, command.path)
    require(not (whole and so_far and so_far[0].left), "4.3/5", "militia may not leave their state")
    if so_far:  # the last of the hexes named is a goal like any other
        yield _reached(force, command, so_far)
        if so_far[-1].occupied:
            return
    for steps in ways_of(position, force, so_far, whole).values():
        yield _reached(force, command, steps, len(so_far))


def _reached(
    force: Moving, command: Command, steps: tuple[Entry, ...], walked_before: int | None = None
) -> Reached:
    """A goal with its price. `force` is where the search began: after so many steps (None: all)."""
    new = () if walked_before is None else steps[walked_before:]
    last = steps[-1]
    allowed = force.allowance + (0 if last.massed else force.bonus)
    return Reached(
        last.to,
        sum(step.cost for step in steps),
        tuple(Paid(step.to, tuple(map(msgspec.to_builtins, step.charges))) for step in steps),
        msgspec.to_builtins(msgspec.structs.replace(command, path=tuple(step.to for step in steps))),
        meets="enemy" if last.occupied else "",
        left=max(0, allowed - force.spent - sum(step.cost for step in new)),
    )
