"""Passing an enemy fort (11.24): the die, and what becomes of the group of ships."""

from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.charts import transit_chart
from ironclad.domain.kernel.engine.citations import rule

STRONG_GARRISON = 5


class Transit(NamedTuple):
    """Whether the group may go on, and how many of its naval units are lost: 0, 1, or all of them (-1)."""

    passes: bool
    lost: int


ALL_LOST = -1


@rule("11.24/3")
def transit_die(
    die: int, *, ironclads_only: bool, downstream: bool, naval_leader: bool, garrison: int
) -> int:
    """The die as it is read, between 1 and 6.

    -1 for ironclads alone, -1 downstream, -1 for a naval leader, +1 for a garrison of 5 SP or more.
    """
    changed = die - ironclads_only - downstream - naval_leader + (garrison >= STRONG_GARRISON)
    return min(max(changed, 1), 6)


@rule("11.24/1", "11.24/2", "11.24/4")
def transit_result(grade: str, die: int) -> Transit:
    """What a fort or a fortress does to a group that passes it."""
    result = transit_chart()[grade, die]
    if result == "sunk":
        return Transit(False, ALL_LOST)
    return Transit(result.startswith("pass"), int(result.endswith("-")))
