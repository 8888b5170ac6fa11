"""Forced march attrition (6.3): the die, and the percentage of the group's strength that it loses."""

from ironclad.domain.games.war_between_the_states.board.charts import forced_march_chart
from ironclad.domain.kernel.engine.citations import rule

MOST_EXTENSION = 2


@rule("6.32/2")
def march_die(die: int, *, winter: bool, cavalry_only: bool, terrain: str) -> int:
    """The die as it is read: +1 in winter, -1 for cavalry alone, +1 where the march ends in rough or swamp.

    It stays between 1 and 6.
    """
    return min(max(die + winter - cavalry_only + (terrain in ("rough", "swamp")), 1), 6)


@rule("6.31/1", "6.32/1")
def percent_lost(extension: int, friendly: bool, die: int) -> int:
    """The percentage lost by a march of 1 or 2 more MP that ends in friendly or enemy territory."""
    return forced_march_chart()[extension, "friendly" if friendly else "enemy"][die - 1]
