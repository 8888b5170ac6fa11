"""What a step over land costs (6.11, 6.12, 6.6, 7.3), in half movement points: a road hex is one of them."""

from ironclad.domain.games.war_between_the_states.board.charts import terrain_costs
from ironclad.domain.games.war_between_the_states.board.features import Side
from ironclad.domain.kernel.engine.citations import rule

POINT = 2
"""A movement point, in the halves that costs are counted in."""
ROAD = 1
RIVER = 2 * POINT


@rule(
    "6.11/3",
    "6.11/4",
    "6.12/1",
    "6.12/2",
    "6.12/3",
    "6.12/4",
    "6.12/5",
    "6.6/1",
    "6.6/2",
    "7.3/1",
    "7.3/2",
    "7.3/3",
)
def step_cost(branch: str, terrain: str, side: Side, road: bool, ferry: bool) -> int | None:
    """The half MP that a unit of a branch pays to cross a hexside into a hex, None where it may not.

    `branch`: infantry, cavalry (leaders too), garrison or train. `road`: the unit may use the road that
    crosses the hexside. `ferry`: a ferry of the unit's side is there, printed or a transport.
    """
    by_road = road and side.road
    if side.ridge and not by_road:
        return None
    entry = ROAD if by_road else _off_road(branch, terrain)
    if entry is None:
        return None
    if not side.wet or (by_road and side.bridged_road):
        return entry
    if side.is_deep and not ferry:
        return None
    return entry + RIVER


def _off_road(branch: str, terrain: str) -> int | None:
    points = terrain_costs().get((terrain, branch))
    return None if points is None else points * POINT


@rule("3.23/8", "6.14/2", "6.6/3", "6.6/5")
def halves(points: int) -> int:
    """An allowance in MP as the halves that costs are counted in."""
    return points * POINT
