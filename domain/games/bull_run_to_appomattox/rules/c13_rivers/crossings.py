"""Rivers and bridges on the march (13), and the Potomac at Washington (13.2)."""

from ironclad.domain.games.bull_run_to_appomattox.board.map import Step, board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import BRIDGE, NO_BRIDGE
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import ground
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

POTOMAC = frozenset({"WAS-C", "WAS-CHV"})


@rule("6.1/11", "6.2/1", "13/1", "13/2", "6.3/5", "11.1/2", "13.2/2", "13.2/4")
def passable(position: Position, side: str, step: Step) -> bool:
    """Whether an HQ of a side may take a step: no river or an intact bridge, not closed to the side, and
    along rails where it enters or leaves a mountain zone.
    """
    if step.closed_to == side or step.river == NO_BRIDGE:
        return False
    if step.edge in POTOMAC and position.plays("no_potomac_bridge"):
        return False
    if not step.rail and any(_mountain(spot) for spot in (step.start, step.end)):
        return False
    return step.river != BRIDGE or step.edge not in position.broken_bridges


def _mountain(spot: str) -> bool:
    return board().zones[board().zone_of[spot]].terrain == "mountain"


@rule("6.2/5", "5.2/17", "13.2/2")
def passable_for_raiders(side: str, step: Step) -> bool:
    """Whether a raider may take a step: over any river, but not into Washington and not over open water."""
    return step.closed_to != side and not step.open_water


@rule("13/3", "5.2/15")
def over_bridge(position: Position, step: Step) -> bool:
    """Whether defenders of the place that a step enters have the river benefit against an army that takes
    it.
    """
    divided = len(ground(position, step.end)) > 1
    return divided or step.river == BRIDGE


def bridges_of(position: Position, spot: str) -> tuple[str, ...]:
    """The intact bridges on the edges of a place, and its own: ids of edges, or of the divided zone
    (11.1/1).
    """
    here = ground(position, spot)
    edges = {
        step.edge: None
        for each in here
        for step in board().steps.get(each, ())
        if step.river == BRIDGE and step.edge not in position.broken_bridges
    }
    zone = board().zone_of[spot]
    divided = board().divided.get(zone)
    own = divided is not None and bool(divided.bridge) and zone not in position.broken_bridges
    return (*edges, *([zone] if own else ()))


OPTIONS = {
    "no_potomac_bridge": Option(
        "13.2/4", "Nobody crosses the Potomac at Washington.", ("no", "yes")
    ),
}
