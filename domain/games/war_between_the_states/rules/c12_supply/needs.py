"""What supply units need, and what they lose for want of it (12.12, 12.13, 12.24). Dice are 1 to 6."""

from ironclad.domain.games.war_between_the_states.board.charts import (
    attrition_row,
    combat_supply_chart,
    combat_supply_factor,
    consumption_row,
)
from ironclad.domain.kernel.engine.citations import rule

MOST_GENERAL_SUPPLY = 999


@rule("12.11/2", "12.12/1", "12.12/2", "E.2/3")
def consumption(strength: int, die: int, harvest: bool = False) -> int:
    """The supply points that a hex with so many SP needs. `harvest`: of friendly territory in its cycles."""
    return consumption_row(strength)[die - harvest]


@rule("12.13/1", "12.13/2", "12.11/8")
def attrition(strength: int, die: int, *, winter: bool, besieged: bool) -> int:
    """The SP that a hex with so many loses for want of supply, as a number, never more than it has."""
    return min(attrition_row(strength)[min(die + winter + besieged, 6) - 1], strength)


@rule("12.2/1")
def rolls_for_supply(chit_total: int, strength: int) -> bool:
    """Whether a force rolls for its need of combat supply: not where both chits are 0, nor without SP."""
    return chit_total > 0 and strength > 0


@rule("12.24/1", "12.24/2")
def combat_need(strength: int, chit_total: int, die: int) -> int:
    """The supply points that a force of so many own SP needs in a battle; ships are not counted."""
    return combat_supply_chart()[chit_total][die - 1] * combat_supply_factor(strength)


@rule("12.0/1")
def general_supply(points: int) -> int:
    """A side's pool as it is kept: 999 points at most, the rest is lost."""
    return min(points, MOST_GENERAL_SUPPLY)
