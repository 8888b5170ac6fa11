"""Where a force could go: every hex that it could reach, with cost and path. Random play marches by it."""

from heapq import heappop, heappush

from domain.games.american_civil_war import costs
from domain.games.american_civil_war.contexts import Moving
from domain.games.american_civil_war.entering import entry
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.play import changed
from domain.games.american_civil_war.readiness import ready_leaders, ready_units
from domain.games.american_civil_war.state import Position
from domain.games.american_civil_war.units import Group
from domain.games.american_civil_war.works import require_no_siege
from domain.kernel.rulebook import Refused

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
    force_units = ready_units(position, seat, from_hex, units)
    require_no_siege(position, seat, from_hex, force_units)
    force_leaders = ready_leaders(position, seat, from_hex, leaders)
    force = Moving(
        seat, from_hex, from_hex, force_units, force_leaders,
        costs.allowance(position, force_units), costs.leader_bonus(position, force_leaders),
    )  # fmt: skip
    return reachable_by(position, force)


def reachable_by(position: Position, force: Moving) -> Reach:
    """Each hex that a force on the move could still reach, with cost and path from where it stands."""
    found: Reach = {}
    queue: list[tuple[int, tuple[str, ...], Moving, bool]] = [(force.spent, (), force, False)]
    while queue:
        spent, path, here, ends = heappop(queue)
        if path:
            if path[-1] in found:
                continue
            found[path[-1]] = (spent - force.spent, path)
        if ends:
            continue
        for to in _MAP.neighbours[here.hex]:
            if to in found or to == force.hex:
                continue
            try:
                step = entry(position, here, to)
            except Refused:
                continue
            after = changed(here, hex=to, units=step.units, spent=here.spent + step.cost, came_from=here.hex)
            heappush(queue, (after.spent, (*path, to), after, step.occupied))
    return found
