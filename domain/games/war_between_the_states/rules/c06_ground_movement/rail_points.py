"""Rail transport points (6.5): what a ride costs, how far one turn carries, what a scenario is given."""

from ironclad.domain.games.war_between_the_states.board.charts import unit_types
from ironclad.domain.kernel.engine.citations import rule

POINT_ALLOWANCE = 5
"""Rail movement points of one rail transport point (RTP) in one game turn."""
HEXES_A_POINT = 10
LINK_CAPACITY = 10
"""SP that may ride over one link between two rail hexes in one player turn."""
SCENARIO_PERCENT = 60


@rule("6.5/1", "6.5/3", "6.54/2")
def rail_points_spent(hexes: int, *, ferries: int = 0, entrains: bool = False, detrains: bool = False) -> int:
    """The rail MP that one turn's ride costs each RTP: ends, ferries, and 1 for 10 hexes or part of them."""
    return entrains + detrains + ferries + -(-hexes // HEXES_A_POINT)


@rule("6.53/1")
def most_hexes(*, ferries: int = 0, entrains: bool = False, detrains: bool = False) -> int:
    """The rail hexes that a unit may ride in one turn: 30 with both ends, 40 with one, 50 with none."""
    return (POINT_ALLOWANCE - ferries - entrains - detrains) * HEXES_A_POINT


@rule("6.5/4", "6.57/1", "6.57/2", "6.57/3")
def rail_weight(kind: str, strength: int) -> int:
    """The RTPs that a unit takes in each turn of its ride: its SP, 1 for a train, none for a leader or HQ.

    `strength` of a headquarters is that of its roster.
    """
    fixed = unit_types()[kind].weight
    return strength if fixed is None or (kind == "headquarters" and strength) else fixed


@rule("6.51/4")
def scenario_share(points: int) -> int:
    """What a one-map scenario is given of the national RTPs: 60 percent, rounded up."""
    return -(-points * SCENARIO_PERCENT // 100)
